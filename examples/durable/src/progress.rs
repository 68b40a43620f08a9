//! A bar while somebody watches, lines where nobody does.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

/// How far things are.
pub(crate) struct Progress {
    orders: usize,
    begun: Instant,
    is_terminal: bool,
    /// What was told last.
    told: usize,
}

/// Characters of the bar.
const WIDTH: usize = 30;

impl Progress {
    /// Of so many orders.
    pub(crate) fn new(orders: usize) -> Self {
        Self { orders, begun: Instant::now(), is_terminal: io::stdout().is_terminal(), told: 0 }
    }

    /// Shows how far things are.
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

    /// Leaves the bar as it is and goes on below.
    pub(crate) fn end(&self) {
        if self.is_terminal {
            line("");
        }
    }
}

/// Prints a line. Whoever reads may stop before the end: then the rest is dropped quietly.
pub(crate) fn line(text: &str) {
    print(&format!("{text}\n"));
}

fn print(text: &str) {
    let mut stdout = io::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}

/// Prints why it cannot go on.
pub(crate) fn error(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
