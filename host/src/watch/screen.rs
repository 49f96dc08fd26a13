//! The terminal while it is ours, and giving it back whatever happens.

use std::io::{self, IsTerminal, Stdout};
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, TryLockError};
use std::time::{Duration, Instant};

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::{cursor, execute, terminal};
use ratatui::layout::{Rect, Size};
use ratatui::{Frame, Terminal};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use signal_hook::consts::{SIGABRT, SIGALRM, SIGPROF, SIGQUIT, SIGTSTP, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU};
use signal_hook::iterator::Signals;

/// Whether the terminal is ours.
static TAKEN: AtomicBool = AtomicBool::new(false);
/// Held while something is drawn, so that a signal gives the terminal back between two pictures.
static DRAWING: Mutex<()> = Mutex::new(());
/// How long a signal waits for a picture: a terminal that takes no more output never finishes it.
const PATIENCE: Duration = Duration::from_millis(500);
/// Signals that end a program, besides those that the whole program minds.
const DEADLY: [i32; 8] = [SIGQUIT, SIGABRT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU];
/// How long a change of the terminal's size may go unseen.
const SIZE_CHECK: Duration = Duration::from_millis(100);

/// Whether there is a terminal to watch on: both input and output are one.
pub fn is_terminal() -> bool {
    io::stdin().is_terminal()
        && io::stdout().is_terminal()
        && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Gives the terminal back when a signal ends the program; false when it was not taken.
pub fn give_back() -> bool {
    if !TAKEN.load(Ordering::SeqCst) {
        return false;
    }
    let start = Instant::now();
    while let Err(TryLockError::WouldBlock) = DRAWING.try_lock().map(std::mem::forget) {
        if start.elapsed() > PATIENCE {
            TAKEN.store(false, Ordering::SeqCst);
            let _ = terminal::disable_raw_mode();
            return true;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    restore();
    true
}

/// The terminal, taken for drawing; dropping it gives it back, and so does a panic.
pub struct Screen {
    /// Never dropped: its drop reports on stderr that the cursor cannot be shown, which panics when the terminal has
    /// gone. It owns nothing but its buffers.
    terminal: ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>,
    /// The size that was drawn last.
    drawn: Size,
    /// Whether somebody else asked the program to stop until it is continued.
    to_suspend: Arc<AtomicBool>,
}

impl Screen {
    /// Takes the terminal.
    ///
    /// # Errors
    /// When it cannot be set up.
    pub fn take() -> io::Result<Screen> {
        restore_on_panic();
        restore_on_signals()?;
        let to_suspend = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(SIGTSTP, Arc::clone(&to_suspend))?;
        let terminal = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(io::stdout()))?);
        let mut screen = Screen { terminal, drawn: Size::ZERO, to_suspend };
        screen.enter()?;
        Ok(screen)
    }

    fn enter(&mut self) -> io::Result<()> {
        TAKEN.store(true, Ordering::SeqCst);
        terminal::enable_raw_mode()?;
        execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
        self.clear()
    }

    /// Draws a picture.
    ///
    /// # Errors
    /// When the terminal takes no output.
    pub fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        // Poisoned by a panic, which is reported elsewhere.
        let _drawing = DRAWING.lock();
        self.drawn = self.terminal.draw(render)?.area.as_size();
        Ok(())
    }

    /// Forgets what is on the screen, so that the next picture is drawn from scratch.
    ///
    /// # Errors
    /// When the terminal takes no output.
    pub fn clear(&mut self) -> io::Result<()> {
        // `Terminal::clear` would ask the terminal where its cursor is, and not every terminal answers.
        let size = self.terminal.size()?;
        self.terminal.resize(Rect::from(size))
    }

    /// The next event, or none after `wait`.
    ///
    /// # Errors
    /// When the terminal has gone.
    pub fn next(&mut self, wait: Option<Duration>) -> io::Result<Option<Event>> {
        let start = Instant::now();
        loop {
            if self.to_suspend.swap(false, Ordering::SeqCst) {
                self.suspend()?;
                let size = self.terminal.size()?;
                return Ok(Some(Event::Resize(size.width, size.height)));
            }
            if event::poll(Duration::ZERO)? {
                return event::read().map(Some);
            }
            // A signal tells it too, unless it came too early to be heard.
            let size = self.terminal.size()?;
            if size != self.drawn {
                return Ok(Some(Event::Resize(size.width, size.height)));
            }
            let left = wait.map_or(SIZE_CHECK, |wait| wait.saturating_sub(start.elapsed()).min(SIZE_CHECK));
            if left.is_zero() {
                return Ok(None);
            }
            wait_for_input(left)?;
        }
    }

    /// Gives the terminal back, stops the program as Ctrl-Z does elsewhere, and takes the terminal again afterwards.
    ///
    /// # Errors
    /// When the terminal cannot be set up again.
    pub fn suspend(&mut self) -> io::Result<()> {
        restore();
        signal_hook::low_level::emulate_default_handler(SIGTSTP)?;
        self.enter()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Waits until there is something to read. Crossterm never comes back from a terminal that has gone, so that it must
/// not be asked then.
fn wait_for_input(most: Duration) -> io::Result<()> {
    let stdin = io::stdin();
    let mut descriptors = [PollFd::new(&stdin, PollFlags::IN)];
    let most = Timespec { tv_sec: most.as_secs() as i64, tv_nsec: i64::from(most.subsec_nanos()) };
    match poll(&mut descriptors, Some(&most)) {
        Ok(_) => {}
        // A signal: perhaps the terminal has another size.
        Err(rustix::io::Errno::INTR) => return Ok(()),
        Err(error) => return Err(error.into()),
    }
    if descriptors[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
        return Err(io::Error::new(io::ErrorKind::BrokenPipe, "the terminal has gone"));
    }
    Ok(())
}

/// Gives the terminal back once.
fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // Nothing can be done about a terminal that has gone.
        let _ = execute!(io::stdout(), terminal::LeaveAlternateScreen, cursor::Show);
        let _ = terminal::disable_raw_mode();
    }
}

/// A deadly signal gives the terminal back, and ends the program as it would have without us.
fn restore_on_signals() -> io::Result<()> {
    static INSTALLED: AtomicBool = AtomicBool::new(false);
    if INSTALLED.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    let mut signals = Signals::new(DEADLY)?;
    std::thread::Builder::new().name("botpit-signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            give_back();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    })?;
    Ok(())
}

/// A panic gives the terminal back before its message is written.
fn restore_on_panic() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            restore();
            report(info);
        }));
    });
}
