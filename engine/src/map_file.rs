//! What the readers of all games' map files share: the bytes become text, and a Botpit map a table of typed values
//! that know their places.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::map::{MapError, MapProblem, quoted};

/// What the `format` key of a Botpit map says.
pub(crate) const FORMAT: &str = "botpit-map 1";
/// The most bytes of a map file. A full board of the largest size takes half of it in any format, and what the TOML
/// parser allocates for a hostile file stays within some tens of megabytes.
pub(crate) const FILE_BYTES_MAX: usize = 1 << 20;

/// The text of a map file without its byte-order mark.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, MapError> {
    if bytes.len() > FILE_BYTES_MAX {
        return Err(MapError::whole(MapProblem::FileTooLong { bytes: bytes.len(), limit: FILE_BYTES_MAX }));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        MapError::at(valid, valid.len(), MapProblem::NotUtf8)
    })
}

/// Whether a text may be meant as a Botpit map: a line of it, that is no comment, begins with the key `format` or sets
/// some key. Only then its errors are those of a Botpit map.
pub(crate) fn is_likely(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.next().is_some_and(|line| line.contains('=') || line.starts_with("format"))
}

/// How many lines of a Botpit map have comments that somebody wrote into it: none of those that Botpit writes.
pub(crate) fn comments(text: &str) -> usize {
    const WRITTEN: [&str; 4] =
        ["# One character a cell: ", "# Players by id", "# Gold of larger", "# Players and flags"];
    let mut quote = None;
    let is_comment = |line: &&str| {
        let comment = comment_of(line, &mut quote);
        comment.is_some_and(|comment| !WRITTEN.iter().any(|written| comment.starts_with(written)))
    };
    text.lines().filter(is_comment).count()
}

/// The comment of a line of TOML; `quote` is what ends the string that the line begins in, and then that of the next.
fn comment_of<'t>(line: &'t str, quote: &mut Option<&'static str>) -> Option<&'t str> {
    const QUOTES: [&str; 4] = ["\"\"\"", "'''", "\"", "'"];
    let mut at = 0;
    while let Some(next) = line[at..].chars().next() {
        let rest = &line[at..];
        at += match *quote {
            Some(end) if rest.starts_with(end) => {
                *quote = None;
                end.len()
            }
            Some(end) if next == '\\' && end.starts_with('"') => 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
            Some(_) => next.len_utf8(),
            None if next == '#' => return Some(rest),
            None => {
                *quote = QUOTES.into_iter().find(|open| rest.starts_with(open));
                quote.map_or(next.len_utf8(), str::len)
            }
        };
    }
    // A string of one quote ends with its line at the latest.
    quote.take_if(|end| end.len() == 1);
    None
}

/// A table of a Botpit map, or the whole map.
#[derive(Clone, Copy)]
pub(crate) struct Table<'d> {
    text: &'d str,
    entries: &'d DeTable<'d>,
    /// Where it begins; `None` for the whole map.
    at: Option<usize>,
}

/// A value of a Botpit map, under the key that an error names.
#[derive(Clone, Copy)]
pub(crate) struct Value<'d> {
    text: &'d str,
    key: &'static str,
    value: &'d Spanned<DeValue<'d>>,
}

/// One row of a drawn grid.
#[derive(Clone, Copy)]
pub(crate) struct GridRow<'d> {
    text: &'d str,
    at: usize,
    row: &'d str,
}

/// The TOML document of a map.
pub(crate) fn parse(text: &str) -> Result<Spanned<DeTable<'_>>, MapError> {
    DeTable::parse(text).map_err(|error| {
        let message = error.message().chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect();
        let problem = MapProblem::Syntax { message };
        match error.span() {
            Some(Range { start, .. }) => MapError::at(text, start, problem),
            None => MapError::whole(problem),
        }
    })
}

impl<'d> Table<'d> {
    /// The map that a document holds, when it is one of the game.
    pub(crate) fn root(
        text: &'d str,
        document: &'d Spanned<DeTable<'d>>,
        game: &'static str,
    ) -> Result<Table<'d>, MapError> {
        let root = Table { text, entries: document.get_ref(), at: None };
        let format = root.required("format")?;
        if format.string()? != FORMAT {
            return Err(format.wrong("\"botpit-map 1\", the one version that is read here"));
        }
        let named = root.required("game")?;
        if named.string()? != game {
            let problem = MapProblem::OtherGame { game: quoted(named.string()?), expected: game };
            return Err(named.error(problem));
        }
        Ok(root)
    }

    /// Refuses the first key that is not among `known`.
    pub(crate) fn only(&self, known: &[&'static str]) -> Result<(), MapError> {
        let unknown = self.entries.keys().filter(|key| !known.contains(&key.get_ref().as_ref()));
        let Some(key) = unknown.min_by_key(|key| key.span().start) else {
            return Ok(());
        };
        let nearest = known
            .iter()
            .map(|candidate| (strsim::damerau_levenshtein(&quoted(key.get_ref()), candidate), *candidate))
            .min()
            .filter(|(distance, candidate)| *distance <= candidate.len().div_ceil(2))
            .map(|(_, candidate)| candidate);
        let problem = MapProblem::UnknownKey { key: quoted(key.get_ref()), nearest };
        Err(MapError::at(self.text, key.span().start, problem))
    }

    /// The value of a key, if it is there.
    pub(crate) fn optional(&self, key: &'static str) -> Option<Value<'d>> {
        let value = self.entries.get(key)?;
        Some(Value { text: self.text, key, value })
    }

    /// The value of a key that has to be there.
    pub(crate) fn required(&self, key: &'static str) -> Result<Value<'d>, MapError> {
        self.optional(key).ok_or_else(|| self.error(MapProblem::MissingKey { key }))
    }

    /// An error of the table.
    pub(crate) fn error(&self, problem: MapProblem) -> MapError {
        match self.at {
            Some(at) => MapError::at(self.text, at, problem),
            None => MapError::whole(problem),
        }
    }
}

impl<'d> Value<'d> {
    /// An error at the value.
    pub(crate) fn error(&self, problem: MapProblem) -> MapError {
        MapError::at(self.text, self.value.span().start, problem)
    }

    /// The error that the value should be something else.
    pub(crate) fn wrong(&self, expected: &'static str) -> MapError {
        self.error(MapProblem::WrongValue { key: self.key, expected })
    }

    /// The value as a number of 32 bits.
    pub(crate) fn number(&self) -> Result<u32, MapError> {
        let DeValue::Integer(integer) = self.value.get_ref() else {
            return Err(self.wrong("a number"));
        };
        if integer.as_str().starts_with('-') {
            return Err(self.wrong("a number of at least 0"));
        }
        u32::from_str_radix(integer.as_str(), integer.radix()).map_err(|_| {
            let word = quoted(&integer.to_string());
            self.error(MapProblem::NumberTooLarge { word, expected: format!("`{}`", self.key) })
        })
    }

    /// The value as a string.
    pub(crate) fn string(&self) -> Result<&'d str, MapError> {
        match self.value.get_ref() {
            DeValue::String(string) => Ok(string),
            _ => Err(self.wrong("a string")),
        }
    }

    /// The value as a table.
    pub(crate) fn table(&self) -> Result<Table<'d>, MapError> {
        match self.value.get_ref() {
            DeValue::Table(entries) => Ok(Table { text: self.text, entries, at: Some(self.value.span().start) }),
            _ => Err(self.wrong("a table")),
        }
    }

    /// The entries of a list.
    pub(crate) fn list(&self, expected: &'static str) -> Result<impl ExactSizeIterator<Item = Value<'d>>, MapError> {
        let array = self.array().ok_or_else(|| self.wrong(expected))?;
        let (text, key) = (self.text, self.key);
        Ok(array.iter().map(move |value| Value { text, key, value }))
    }

    /// The entries of a list that has just so many.
    pub(crate) fn entries<const N: usize>(&self, expected: &'static str) -> Result<[Value<'d>; N], MapError> {
        let array = self.array().filter(|array| array.len() == N).ok_or_else(|| self.wrong(expected))?;
        Ok(std::array::from_fn(|index| Value { text: self.text, key: self.key, value: &array[index] }))
    }

    fn array(&self) -> Option<&'d DeArray<'d>> {
        self.value.get_ref().as_array()
    }

    /// The rows of a grid drawn in a string, one a line, without the blanks around them.
    ///
    /// They are taken from the file as they stand, so that each symbol has its place: an escape is no cell.
    pub(crate) fn grid(&self) -> Result<impl Iterator<Item = GridRow<'d>>, MapError> {
        self.string()?;
        let span = self.value.span();
        let written = &self.text[span.clone()];
        let quotes = if written.starts_with("\"\"\"") || written.starts_with("'''") { 3 } else { 1 };
        let drawn = written.get(quotes..written.len().saturating_sub(quotes)).unwrap_or_default();
        let mut at = span.start + quotes;
        let text = self.text;
        let rows = drawn.trim_end().split_inclusive('\n').map(move |line| {
            let row =
                GridRow { text, at: at + line.len() - line.trim_start_matches([' ', '\t']).len(), row: line.trim() };
            at += line.len();
            row
        });
        // The line that the opening quotes stand in belongs to the drawing only when something is drawn there.
        let skipped = usize::from(quotes == 3 && drawn.lines().next().is_some_and(|line| line.trim().is_empty()));
        Ok(rows.skip(skipped))
    }
}

impl<'d> GridRow<'d> {
    /// How many cells it has.
    pub(crate) fn len(&self) -> usize {
        self.row.chars().count()
    }

    /// Its symbols from the left, each with its offset for [`GridRow::error`].
    pub(crate) fn symbols(&self) -> impl Iterator<Item = (usize, char)> + use<'d> {
        self.row.char_indices()
    }

    /// An error at a symbol.
    pub(crate) fn error(&self, offset: usize, problem: MapProblem) -> MapError {
        MapError::at(self.text, self.at + offset, problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_what_stands_behind_a_hash_outside_of_strings() {
        assert_eq!(comments("name = \"#1\"\ngrid = \"\"\"\n#.#\n\"\"\"\n"), 0);
        assert_eq!(comments("# mine\nturns = 5 # five\ngrid = '''\n# no\n''' # yes\n[a]"), 3);
        assert_eq!(comments("name = 'a\\' # one\nb = \"\\\"#\" # two\nc = \"open # no"), 2);
        assert_eq!(comments("# Players by id: [x, y, facing].\n"), 0);
    }
}
