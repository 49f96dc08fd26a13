use ratatui::style::Style;
use ratatui::text::Span;

/// Breaks a line into rows of at most `width` columns, between words where there are some; all rows but the first are
/// indented. There is at least one row.
pub(super) fn wrap(line: &str, width: usize, indent: usize) -> Vec<String> {
    let indent = if indent * 2 < width { indent } else { 0 };
    let mut rows = Vec::new();
    let mut row = String::new();
    let mut columns = 0;
    let mut indented = 0;
    // Where the row can be broken, in bytes and columns: behind its last space.
    let mut space = (0, 0);
    let span = Span::raw(line);
    for grapheme in span.styled_graphemes(Style::new()) {
        let needed = Span::raw(grapheme.symbol).width();
        // What goes to the next row may fill it already.
        while columns + needed > width && columns > indented {
            let (at, before) = if space.1 > indented { space } else { (row.len(), columns) };
            let rest = row.split_off(at);
            rows.push(std::mem::replace(&mut row, " ".repeat(indent) + &rest));
            columns = indent + columns - before;
            indented = indent;
            space = (0, 0);
        }
        row.push_str(grapheme.symbol);
        columns += needed;
        if grapheme.symbol == " " {
            space = (row.len(), columns);
        }
    }
    rows.push(row);
    rows
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_are_broken_between_words_or_where_they_must() {
        for (line, width, expected) in [
            ("", 5, &[""][..]),
            ("one two", 7, &["one two"]),
            ("one two three", 8, &["one two ", "  three"]),
            ("abcdefghij", 5, &["abcde", "  fgh", "  ij"]),
            ("a bcdefghij", 5, &["a ", "  bcd", "  efg", "  hij"]),
            ("漢字漢字", 5, &["漢字", "  漢", "  字"]),
            ("abc", 1, &["a", "b", "c"]),
        ] {
            assert_eq!(wrap(line, width, 2), expected, "{line:?} in {width}");
        }
    }
}
