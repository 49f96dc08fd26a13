//! The viewer and a replay in one HTML file, to mail or to keep.

use std::fmt::Write;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use super::{APP_SCRIPT, ENGINE, FILES, INDEX, text};

/// What the one script does that the policy names: it starts the rest.
const BOOT: &str = "import(\"botpit/app.js\");";
/// The lines of `index.html` that fetch what is inside the file here.
const POLICY_BEGIN: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
const STYLE_LINK: &str = "<link rel=\"stylesheet\" href=\"./";

/// One HTML file that shows a replay, whose file has the name and the bytes that are given, by itself.
///
/// Its modules lie in an import map as addresses that hold them, and know each other by `botpit/NAME.js`. Of what stands
/// in the file itself, the policy allows its styles, the map, and the script that starts the modules, by their hashes.
pub fn single_file(name: &str, replay: &[u8]) -> String {
    let (page, styles) = with_styles(text(INDEX));
    let map = import_map();
    let policy = format!(
        "default-src 'none'; script-src {} {} data: 'wasm-unsafe-eval'; style-src {}; \
         img-src data: blob:; base-uri 'none'; form-action 'none'",
        source_hash(&map),
        source_hash(BOOT),
        styles.join(" "),
    );
    let scripts = format!(
        "{}{}<script type=\"importmap\">{map}</script>\n<script>{BOOT}</script>\n</body>",
        data_block("botpit-engine", ENGINE, engine()),
        data_block("botpit-replay", name, replay),
    );
    let page = page
        .replacen("<html", "<html data-mode=\"replay\"", 1)
        .replacen(APP_SCRIPT, "", 1)
        .replacen("</body>", &scripts, 1);
    with_policy(&page, &policy)
}

/// The page with its styles inside, and how a policy names them.
fn with_styles(page: &str) -> (String, Vec<String>) {
    let (mut out, mut hashes) = (String::new(), Vec::new());
    let mut links = page.split(STYLE_LINK);
    out += links.next().unwrap_or_default();
    for link in links {
        let (name, after) = link.split_once("\">").unwrap_or((link, ""));
        let style = text(name);
        hashes.push(source_hash(style));
        let _ = write!(out, "<style>{style}</style>{after}");
    }
    (out, hashes)
}

fn engine() -> &'static [u8] {
    FILES.iter().find(|(name, _)| *name == ENGINE).map_or(&[], |(_, bytes)| bytes)
}

/// The page with another policy in its head.
fn with_policy(page: &str, policy: &str) -> String {
    match page.split_once(POLICY_BEGIN).and_then(|(before, rest)| Some((before, rest.split_once('"')?))) {
        Some((before, (_, after))) => format!("{before}{POLICY_BEGIN}{policy}\"{after}"),
        None => page.to_owned(),
    }
}

/// Every module by its name. Inside, they import each other by these names too.
fn import_map() -> String {
    let modules = FILES.iter().filter(|(name, _)| name.ends_with(".js"));
    let imports: serde_json::Map<String, serde_json::Value> = modules
        .map(|(name, _)| {
            let source = text(name).replace("from \"./", "from \"botpit/");
            let address = format!("data:text/javascript;base64,{}", BASE64_STANDARD.encode(source));
            (format!("botpit/{name}"), address.into())
        })
        .collect();
    serde_json::json!({ "imports": imports }).to_string()
}

/// Bytes that the page finds in itself.
fn data_block(id: &str, name: &str, bytes: &[u8]) -> String {
    let mut safe = String::new();
    for c in name.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' | '.' | ' ' => safe.push(c),
            _ => drop(write!(safe, "&#{};", u32::from(c))),
        }
    }
    let text = BASE64_STANDARD.encode(bytes);
    format!("<script type=\"application/octet-stream\" id=\"{id}\" data-name=\"{safe}\">{text}</script>\n")
}

/// How a policy names an inline text.
fn source_hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_lines_that_are_replaced() {
        let page = text(INDEX);
        for line in [POLICY_BEGIN, APP_SCRIPT, "</body>"] {
            assert_eq!(page.matches(line).count(), 1, "{line}");
        }
        assert!(page.contains(STYLE_LINK));
    }

    #[test]
    fn nothing_is_fetched_and_a_name_is_no_markup() {
        let page = single_file("\"><script>alert(1)</script>.jsonl", b"{}");
        assert!(!page.contains("<script>alert") && !page.contains("src=\"./") && !page.contains("href=\"./style"));
        assert!(page.contains("data-mode=\"replay\"") && page.contains("id=\"botpit-replay\""));
    }

    #[test]
    fn no_module_is_left_that_is_imported_by_a_path() {
        for (name, _) in FILES.iter().filter(|(name, _)| name.ends_with(".js")) {
            let source = text(name).replace("from \"./", "");
            assert!(!source.contains("import \"./") && !source.contains("from './"), "{name} imports by another form");
        }
    }
}
