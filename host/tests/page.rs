//! The browser page as files, as a server and as one file. What it does is tested in a browser (`cargo xtask page`).

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use common::botpit;

/// The most bytes of the page's wasm, which is compressed.
const WASM_BYTES: u64 = 500_000;
/// The most bytes of the whole page, built-in bots included.
const PAGE_BYTES: u64 = 1_500_000;

fn replay(folder: &Path) -> PathBuf {
    let file = folder.join("match.jsonl");
    let play = ["play", "builtin:prospector", "builtin:random", "--seed", "1", "--map", "duel", "--replay"];
    botpit(folder).args(play).arg(&file).assert().success();
    file
}

/// A server that ends with the test.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(folder: &Path, args: &[&str]) -> Served {
        let mut child = Command::new(env!("CARGO_BIN_EXE_botpit"))
            .args(["view", "--no-open"])
            .args(args)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
        let mut address = String::new();
        let out = child.stdout.take().expect("it is piped");
        BufReader::new(out).read_line(&mut address).expect("the address is printed");
        Served { child, address: address.trim().to_owned() }
    }

    fn host(&self) -> &str {
        let rest = self.address.strip_prefix("http://").expect("an address");
        rest.split_once('/').map_or(rest, |(host, _)| host)
    }

    /// The head and the body of an answer.
    fn ask(&self, method: &str, path: &str, host: &str) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(self.host()).expect("the server answers");
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("it listens");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it ends");
        let head = answer.windows(4).position(|end| end == b"\r\n\r\n").expect("a head");
        (String::from_utf8_lossy(&answer[..head]).to_lowercase(), answer.split_off(head + 4))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_and_the_replay_are_served_under_a_strict_policy() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = replay(folder.path());
    let served = Served::start(folder.path(), &["match.jsonl"]);
    assert!(served.address.ends_with("/?replay=replay%2Fmatch.jsonl"), "{}", served.address);
    for path in ["/", "/index.html", "/app.js", "/style.css", "/engine.bin", "/bots.json", "/bots/random.wasm"] {
        let (head, body) = served.ask("GET", path, served.host());
        assert!(head.starts_with("http/1.1 200") && !body.is_empty(), "{path}: {head}");
        assert!(head.contains("content-security-policy: default-src 'none'"), "{path}: {head}");
        assert!(head.contains("x-content-type-options: nosniff"), "{path}: {head}");
    }
    let (_, body) = served.ask("GET", "/replay/match.jsonl", served.host());
    assert_eq!(body, std::fs::read(file).expect("the replay"));
}

#[test]
fn nothing_else_is_served_and_to_nobody_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = Served::start(folder.path(), &[]);
    assert!(served.address.ends_with('/'), "{}", served.address);
    let status = |method, path, host| served.ask(method, path, host).0[9..12].to_owned();
    let own = served.host().to_owned();
    assert_eq!(status("GET", "/../Cargo.toml", &own), "404");
    assert_eq!(status("GET", "/replay/", &own), "404");
    assert_eq!(status("POST", "/", &own), "405");
    // A page of somebody else's whose name was made to point here.
    assert_eq!(status("GET", "/", "evil.example"), "421");
    assert_eq!(status("HEAD", "/", &own), "200");
}

#[test]
fn a_file_that_is_no_replay_is_told_before_a_browser_opens() {
    let folder = tempfile::tempdir().expect("a folder");
    common::write(folder.path(), "no.jsonl", "{}");
    let output = botpit(folder.path()).args(["view", "--no-open", "no.jsonl"]).output().expect("it runs");
    insta::assert_snapshot!(common::shown(folder.path(), &output));
}

#[test]
fn the_page_is_small_and_written_as_plain_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("a/page");
    botpit(folder.path()).arg("page").arg(&page).assert().success();
    let sizes: Vec<u64> = walkdir::WalkDir::new(&page)
        .into_iter()
        .map(|entry| entry.expect("it can be read").metadata().expect("its size"))
        .filter(std::fs::Metadata::is_file)
        .map(|file| file.len())
        .collect();
    let wasm = page.join("engine.bin").metadata().expect("the wasm").len();
    let whole: u64 = sizes.iter().sum();
    assert!(wasm <= WASM_BYTES, "the page's wasm has {wasm} bytes, over {WASM_BYTES}");
    assert!(whole <= PAGE_BYTES, "the page has {whole} bytes, over {PAGE_BYTES}");
    assert!(page.join("bots/captain.wasm").is_file());
}

#[test]
fn a_replay_becomes_one_html_file_that_fetches_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    replay(folder.path());
    botpit(folder.path()).args(["replay", "export", "match.jsonl", "--html", "match.html"]).assert().success();
    let page = std::fs::read_to_string(folder.path().join("match.html")).expect("the page");
    for fetched in ["src=\"", "href=\"./", "url("] {
        assert!(!page.contains(fetched), "{fetched}");
    }
    assert!(page.contains("id=\"botpit-replay\" data-name=\"match.jsonl\""));
}

#[test]
fn options_of_the_page_are_refused_where_no_page_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    for option in [&["--no-open"][..], &["--port", "8080"], &["--port=0", "--watch"]] {
        let arguments = ["play", "builtin:random", "builtin:random"].iter().chain(option);
        let output = botpit(folder.path()).args(arguments).output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{option:?}: {said}");
        assert!(said.contains(option[0].split('=').next().unwrap()) && said.contains("--view"), "{option:?}: {said}");
    }
}
