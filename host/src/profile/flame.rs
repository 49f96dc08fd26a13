use std::collections::BTreeMap;

use inferno::flamegraph::{self, Options};

use crate::sandbox::{CallTree, FunctionName, Place};

/// The longest text of folded stacks, in bytes, but for the last line: a bot can have many deep stacks of long names.
const FOLDED_BYTES: usize = 16 << 20;
/// The longest name in a stack, in characters.
const NAME_CHARS: usize = 100;
/// What stands for stacks that are not told apart.
const OTHERS: &str = "(other stacks)";
const DEEPER: &str = "(deeper)";

/// Why there is no flame graph.
#[derive(Debug, thiserror::Error)]
#[error("the flame graph cannot be drawn: {0}")]
pub struct FlameError(#[from] std::io::Error);

/// The stacks of a bot with the fuel that each took, in the format that flame graphs are made from: a line a stack, as
/// `think;find_path 1200`, sorted.
pub fn folded(names: &[FunctionName], calls: &CallTree) -> String {
    let mut lines: BTreeMap<String, u64> = BTreeMap::new();
    let mut add = |line: String, fuel: u64| *lines.entry(line).or_default() += fuel;
    let mut bytes = 0;
    // Those with the most fuel come first, so that what is cut is not what matters.
    for (stack, fuel) in calls.stacks() {
        let line = if bytes < FOLDED_BYTES { line(names, &stack) } else { OTHERS.to_owned() };
        bytes += line.len();
        add(line, fuel);
    }
    if calls.outside() > 0 {
        add("(start section)".to_owned(), calls.outside());
    }
    lines.into_iter().map(|(stack, fuel)| format!("{stack} {fuel}\n")).collect()
}

/// Draws [`folded`] stacks as an SVG file that shows names and numbers under the mouse, and zooms and searches in a
/// browser. The same stacks give the same file.
///
/// # Errors
/// When there is nothing to draw.
pub fn flame_graph(title: &str, folded: &str) -> Result<Vec<u8>, FlameError> {
    let mut options = Options::default();
    options.title = title.to_owned();
    options.count_name = "fuel".to_owned();
    // Else colours are drawn by lot.
    options.deterministic = true;
    let mut svg = Vec::new();
    flamegraph::from_lines(&mut options, folded.lines(), &mut svg)?;
    Ok(svg)
}

fn line(names: &[FunctionName], stack: &[Place]) -> String {
    let name = |place: &Place| match place {
        Place::Function(number) => names.get(*number as usize).map_or("?".to_owned(), |name| frame(&name.name)),
        Place::Deeper => DEEPER.to_owned(),
        Place::Others => OTHERS.to_owned(),
    };
    stack.iter().map(name).collect::<Vec<_>>().join(";")
}

/// A name in which nothing can be taken for the next frame or for a count.
fn frame(name: &str) -> String {
    let name = botpit_guest::escape(name.as_bytes(), NAME_CHARS).replace(';', ":");
    let name = name.trim();
    match name.rsplit_once(' ') {
        Some((words, last)) if last.starts_with(|first: char| first.is_ascii_digit() || first == '.') => {
            format!("{words}_{last}")
        }
        _ if name.is_empty() => "?".to_owned(),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_frame_and_no_count() {
        let names = ["a;b", "f 12", "f 1.5", " ", "", "<A as B>::c", "f\n7"];
        assert_eq!(names.map(frame), ["a:b", "f_12", "f_1.5", "?", "?", "<A as B>::c", "f\\n7"]);
    }

    #[test]
    fn hostile_names_are_only_text_in_the_graph() {
        let name = r#"<script>alert("x")</script>&"#;
        let svg = flame_graph(name, &format!("{} 5\n", frame(name))).unwrap();
        let svg = String::from_utf8(svg).unwrap();
        assert!(svg.contains("&lt;script&gt;alert") && !svg.contains("<script>alert"), "{svg}");
        assert!(flame_graph("nothing", "").is_err());
    }
}
