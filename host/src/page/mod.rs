//! The browser page, as the build made it: served to the own machine, written out for a web server, or put into one file
//! together with a replay.
//!
//! **Invariant**: the page needs nothing from elsewhere, and its security policy lets it load nothing from elsewhere.

mod preload;
mod server;
mod single_file;

use std::borrow::Cow;

use crate::builtins::{Builtin, builtins};

pub use server::{Server, Shown};
pub use single_file::single_file;

/// What a browser may do with the page. WebAssembly is compiled; nothing inline runs, nothing comes from elsewhere, and
/// nothing may put the page into a frame.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                          img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; \
                          form-action 'none'; frame-ancestors 'none'";

/// The files of the page that do not depend on the bots, by name.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The file that the page begins with.
const INDEX: &str = "index.html";
/// The module that it starts, and the line of the index that does so.
const APP: &str = "app.js";
const APP_SCRIPT: &str = "<script type=\"module\" src=\"./app.js\"></script>";
/// The engine's wasm, compressed.
const ENGINE: &str = "engine.bin";

/// One file of the page.
#[derive(Clone, Debug)]
pub struct PageFile {
    /// Its path, relative to the page's place.
    pub path: String,
    /// What is in it.
    pub bytes: Cow<'static, [u8]>,
}

impl PageFile {
    /// What kind of file it is, as a web server says it.
    pub fn media_type(&self) -> &'static str {
        match self.path.rsplit_once('.').map_or("", |(_, extension)| extension) {
            "html" => "text/html; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "json" => "application/json",
            "wasm" => "application/wasm",
            _ => "application/octet-stream",
        }
    }
}

/// All files of the page, with the built-in bots.
pub fn files() -> Vec<PageFile> {
    let of_page = FILES.iter().map(|(path, bytes)| PageFile {
        path: (*path).to_owned(),
        bytes: if *path == INDEX { Cow::Owned(preload::index().into_bytes()) } else { Cow::Borrowed(bytes) },
    });
    let list = PageFile { path: "bots.json".to_owned(), bytes: Cow::Owned(bot_list().into_bytes()) };
    of_page.chain([list]).chain(builtins().iter().map(bot_file)).collect()
}

fn bot_file(builtin: &Builtin) -> PageFile {
    PageFile { path: bot_path(builtin), bytes: Cow::Borrowed(builtin.wasm) }
}

fn bot_path(builtin: &Builtin) -> String {
    format!("bots/{}.wasm", builtin.name)
}

/// The built-in bots, as JSON.
fn bot_list() -> String {
    let bot = |builtin: &Builtin| {
        serde_json::json!({
            "name": builtin.name, "game": builtin.game, "about": builtin.about, "file": bot_path(builtin),
        })
    };
    serde_json::Value::from(builtins().iter().map(bot).collect::<Vec<_>>()).to_string()
}

/// A file of the page that is text.
fn text(path: &str) -> &'static str {
    let file = FILES.iter().find(|(name, _)| *name == path);
    file.and_then(|(_, bytes)| std::str::from_utf8(bytes).ok()).unwrap_or_default()
}
