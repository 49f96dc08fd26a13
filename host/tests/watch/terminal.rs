//! A real pseudo-terminal: whatever ends the program, the terminal is given back.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use botpit::watch::Screen;
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use crate::common::{botpit, shown};
use crate::recording::{Recording, talkative};

const ENTER: &str = "\x1b[?1049h";
const LEAVE: &str = "\x1b[?1049l";
const SHOW_CURSOR: &str = "\x1b[?25h";
/// More than anything takes on a busy machine; only a failure waits so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program that runs in a terminal of its own.
struct Session {
    keyboard: OwnedFd,
    output: Receiver<Vec<u8>>,
    seen: String,
    child: Child,
}

impl Session {
    /// Starts a command in a new terminal, which becomes its controlling one: `setsid` of util-linux does that.
    fn start(command: &Command) -> Session {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let terminal = File::options().read(true).write(true).open(name.to_str().unwrap()).unwrap();
        resize(&terminal, 80, 24);
        let mut wrapped = Command::new("setsid");
        wrapped.arg("--ctty").arg(command.get_program()).args(command.get_args());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => wrapped.env(name, value),
                None => wrapped.env_remove(name),
            };
        }
        if let Some(folder) = command.get_current_dir() {
            wrapped.current_dir(folder);
        }
        wrapped.env("TERM", "xterm-256color");
        let stdio = || Stdio::from(terminal.try_clone().unwrap());
        let child = wrapped.stdin(stdio()).stdout(stdio()).stderr(stdio()).spawn().unwrap();
        let (sender, output) = channel();
        let mut reader = File::from(master.try_clone().unwrap());
        std::thread::spawn(move || {
            let mut buffer = [0; 4_096];
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        Session { keyboard: master, output, seen: String::new(), child }
    }

    /// Waits for a text in what the program writes from here on.
    fn expect(&mut self, text: &str) {
        while !self.seen.contains(text) {
            match self.output.recv_timeout(PATIENCE) {
                Ok(bytes) => self.seen.push_str(&String::from_utf8_lossy(&bytes)),
                Err(error) => panic!("{error} before {text:?} came: {:?}", self.seen),
            }
        }
    }

    fn type_keys(&self, keys: &str) {
        File::from(self.keyboard.try_clone().unwrap()).write_all(keys.as_bytes()).unwrap();
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    fn is_raw(&self) -> bool {
        !tcgetattr(&self.keyboard).unwrap().local_modes.contains(LocalModes::ICANON)
    }

    fn wait_until(&self, condition: impl Fn(&Session) -> bool) {
        let start = Instant::now();
        while !condition(self) {
            assert!(start.elapsed() < PATIENCE, "it does not come to it");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the end, checks that the terminal is as it was, and gives back the exit and all that was written.
    fn end(mut self) -> (ExitStatus, String) {
        let status = self.child.wait().unwrap();
        let modes = tcgetattr(&self.keyboard).unwrap().local_modes;
        assert!(modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG), "{modes:?}");
        // The program was the last to hold the other end, so that the output ends.
        while let Ok(bytes) = self.output.recv_timeout(PATIENCE) {
            self.seen.push_str(&String::from_utf8_lossy(&bytes));
        }
        let left = self.seen.rfind(LEAVE).expect("the screen is left");
        assert!(self.seen.rfind(ENTER).unwrap() < left, "left after it was entered last");
        assert!(self.seen.rfind(SHOW_CURSOR).is_some_and(|shown| shown > left), "the cursor is shown");
        (status, self.seen)
    }
}

fn resize(terminal: impl AsFd, columns: u16, rows: u16) {
    tcsetwinsize(terminal, Winsize { ws_col: columns, ws_row: rows, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
}

/// A folder with a replay.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let replay = Recording { dress: &talkative, ..Recording::gold_hunter(1, 12) }.replay();
    std::fs::write(folder.path().join("match.jsonl"), replay.write()).unwrap();
    folder
}

fn command(folder: &Path, args: &[&str]) -> Command {
    let program = botpit(folder);
    let mut command = Command::new(program.get_program());
    command.current_dir(folder).args(args);
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
}

fn watching(folder: &Path) -> Session {
    let mut session = Session::start(&command(folder, &["watch", "match.jsonl"]));
    session.expect("turn 0/12");
    assert!(session.is_raw());
    session
}

#[test]
fn keys_work_and_quitting_gives_the_terminal_back() {
    let folder = folder();
    let mut session = watching(folder.path());
    session.type_keys("\x1b[C3\r");
    session.expect("fault: trap");
    session.type_keys("q");
    let (status, _) = session.end();
    assert_eq!(status.code(), Some(0));
}

#[test]
fn another_size_is_drawn_anew() {
    let folder = folder();
    let mut session = watching(folder.path());
    resize(&session.keyboard, 30, 10);
    // Spaces are not drawn, as the screen is blank.
    session.expect("small:");
    session.type_keys("\x03");
    let (status, _) = session.end();
    assert_eq!(status.code(), Some(130), "Ctrl-C");
}

#[test]
fn signals_give_the_terminal_back() {
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let folder = folder();
        let session = watching(folder.path());
        session.signal(signal);
        let (status, _) = session.end();
        assert_eq!(status.code(), Some(130), "{signal:?}");
    }
}

#[test]
fn deadly_signals_give_the_terminal_back_and_end_the_program_as_ever() {
    for signal in [Signal::QUIT, Signal::ABORT, Signal::USR1, Signal::USR2, Signal::ALARM] {
        let folder = folder();
        let session = watching(folder.path());
        session.signal(signal);
        let (status, _) = session.end();
        assert_eq!(status.signal(), Some(signal.as_raw()), "{status:?}");
    }
}

#[test]
fn whoever_stops_and_continues_it_finds_the_terminal_as_it_should_be() {
    let folder = folder();
    let mut session = watching(folder.path());
    session.signal(Signal::TSTP);
    session.wait_until(|session| !session.is_raw());
    session.seen.clear();
    session.signal(Signal::CONT);
    session.expect(ENTER);
    session.expect("turn 0/12");
    assert!(session.is_raw());
    session.type_keys("q");
    let (status, _) = session.end();
    assert_eq!(status.code(), Some(0));
}

#[test]
fn a_terminal_that_goes_away_ends_the_program() {
    let folder = folder();
    let Session { keyboard, output, mut child, .. } = watching(folder.path());
    drop(output);
    // The reader has a hold on the terminal too: the next picture ends it, as nobody listens.
    resize(&keyboard, 70, 20);
    drop(keyboard);
    assert_ne!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_match_is_shown_after_it_was_played() {
    let folder = folder();
    let play = ["play", "builtin:random", "builtin:random", "--map", "duel", "--watch", "--replay", "new.jsonl"];
    let mut session = Session::start(&command(folder.path(), &play));
    session.expect("turn 0/");
    assert!(folder.path().join("new.jsonl").exists());
    session.type_keys("q");
    let (status, written) = session.end();
    assert_eq!(status.code(), Some(0));
    assert!(written.find("peak memory").unwrap() < written.find(ENTER).unwrap(), "the report comes first");
}

/// A panic gives the terminal back before it reports. The test starts itself once more, in a terminal.
#[test]
fn a_panic_gives_the_terminal_back_first() {
    const INSIDE: &str = "BOTPIT_TEST_PANIC_INSIDE";
    if std::env::var_os(INSIDE).is_some() {
        let mut screen = Screen::take().unwrap();
        screen.draw(|_| panic!("a mistake of ours")).unwrap();
    }
    let name = "terminal::a_panic_gives_the_terminal_back_first";
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([name, "--exact", "--nocapture"]).env(INSIDE, "1");
    let (status, written) = Session::start(&command).end();
    assert!(!status.success());
    let message = written.find("a mistake of ours").expect("the panic is reported");
    assert!(written.find(LEAVE).unwrap() < message, "{written:?}");
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    let folder = folder();
    let mut told = String::new();
    for args in [
        &["watch", "match.jsonl"][..],
        &["play", "--watch"],
        &["play", "--watch", "--games", "2"],
        &["play", "--watch", "--json"],
    ] {
        let output = botpit(folder.path()).args(args).output().unwrap();
        told.push_str(&format!("$ botpit {}\n{}\n", args.join(" "), shown(folder.path(), &output)));
    }
    insta::assert_snapshot!("no_terminal", told);
}
