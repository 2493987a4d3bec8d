//! The terminal: taken over at the start and given back at the end, however the end comes.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// Holds the terminal in the state that a full-screen program needs; dropping it restores the terminal.
pub struct Screen {
    ended: Arc<AtomicBool>,
}

impl Screen {
    /// Takes the terminal over. From here on a panic restores it before it is reported, and signals that ask
    /// the program to end are only noted, see [`Screen::asked_to_end`].
    ///
    /// # Errors
    /// If the terminal refuses.
    pub fn enter() -> io::Result<Screen> {
        let ended = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT, signal_hook::consts::SIGHUP]
        {
            signal_hook::flag::register(signal, Arc::clone(&ended))?;
        }
        #[cfg(unix)]
        end_where_nobody_looks(Arc::clone(&ended));
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            report(panic);
        }));
        let screen = Screen { ended };
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        Ok(screen)
    }

    /// Whether a signal has asked the program to end.
    pub fn asked_to_end(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }
}

/// Ends the program that was asked to end and did not: when a terminal window is closed, crossterm reads its end
/// over and over and never comes back to ask.
#[cfg(unix)]
fn end_where_nobody_looks(ended: Arc<AtomicBool>) {
    let pause = std::time::Duration::from_millis(500);
    std::thread::spawn(move || {
        while !ended.load(Ordering::Relaxed) {
            std::thread::sleep(pause);
        }
        std::thread::sleep(pause);
        restore_from_aside();
        std::process::exit(1);
    });
}

/// Gives the terminal back while another thread may hold the lock of standard output for good.
#[cfg(unix)]
fn restore_from_aside() {
    use std::os::fd::AsFd;
    if let Ok(terminal) = io::stdout().as_fd().try_clone_to_owned() {
        restore_through(&mut std::fs::File::from(terminal));
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back.
fn restore() {
    restore_through(&mut io::stdout());
}

/// What fails here has no one left to tell.
fn restore_through(terminal: &mut impl io::Write) {
    let _ = execute!(terminal, DisableMouseCapture, LeaveAlternateScreen, ratatui::crossterm::cursor::Show);
    let _ = disable_raw_mode();
}

#[cfg(all(test, unix))]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    /// The program holds the lock while it plays. A thread that waited for it would never end the program.
    #[test]
    fn the_terminal_is_given_back_without_the_lock_of_standard_output() {
        let held = io::stdout().lock();
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || {
            restore_from_aside();
            let _ = tell.send(());
        });
        assert!(told.recv_timeout(Duration::from_secs(20)).is_ok());
        drop(held);
    }
}
