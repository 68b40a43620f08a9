//! A progress bar on a terminal, and lines elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

/// The progress.
pub(crate) struct Progress {
    orders: usize,
    begun: Instant,
    is_terminal: bool,
    /// The last printed line.
    told: usize,
}

/// Characters of the bar.
const WIDTH: usize = 30;

impl Progress {
    /// Progress of this many orders.
    pub(crate) fn new(orders: usize) -> Self {
        Self { orders, begun: Instant::now(), is_terminal: io::stdout().is_terminal(), told: 0 }
    }

    /// Shows the progress.
    pub(crate) fn show(&mut self, complete: usize, failed: usize, kills: usize) {
        let seconds = self.begun.elapsed().as_secs_f64();
        if self.is_terminal {
            let filled = WIDTH * complete / self.orders.max(1);
            let bar = format!("{}{}", "\u{2588}".repeat(filled), "\u{2591}".repeat(WIDTH - filled));
            print(&format!(
                "\r{bar} {complete:>3}/{} orders  {failed:>2} failed  {kills:>3} kills  {seconds:>4.1} s ",
                self.orders
            ));
        } else if complete >= self.told + self.orders.div_ceil(5) {
            self.told = complete;
            line(&format!(
                "{complete} of {} orders complete, {kills} kills, {seconds:.1} s",
                self.orders
            ));
        }
    }

    /// Ends the line of the bar.
    pub(crate) fn end(&self) {
        if self.is_terminal {
            line("");
        }
    }
}

/// Prints a line. The reader may close the pipe early: then the rest is dropped silently.
pub(crate) fn line(text: &str) {
    print(&format!("{text}\n"));
}

fn print(text: &str) {
    let mut stdout = io::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}

/// Prints the reason of a failure.
pub(crate) fn error(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
