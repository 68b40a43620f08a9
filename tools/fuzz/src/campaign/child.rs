//! A worker process as its parent sees it.

use std::io::{self, BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::worker::Line;

/// Bytes of a worker's last words that are kept.
const MOST_SAID: u64 = 8_000;

/// A running worker. It is killed when this is dropped.
pub(crate) struct Worker {
    child: Child,
    lines: Receiver<Line>,
    said: Option<JoinHandle<String>>,
}

/// Something a worker did.
pub(crate) enum Heard {
    Line(Line),
    /// It has ended: whether well, and what it said.
    Ended {
        is_well: bool,
        said: String,
    },
    /// Nothing for too long.
    Silent,
}

impl Worker {
    /// Starts a worker with these arguments.
    pub(crate) fn start(arguments: &[String]) -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("worker").args(arguments).env("RUST_BACKTRACE", "0");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let (sender, lines) = mpsc::channel();
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || {
                let lines = BufReader::new(stdout).lines().map_while(Result::ok);
                let lines = lines.filter_map(|line| serde_json::from_str(&line).ok());
                for line in lines {
                    if sender.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        let said = child.stderr.take().map(|mut stderr| {
            thread::spawn(move || {
                let mut said = Vec::new();
                let _ = stderr.by_ref().take(MOST_SAID).read_to_end(&mut said);
                // The rest is read too: a full pipe would stop the worker.
                let _ = io::copy(&mut stderr, &mut io::sink());
                String::from_utf8_lossy(&said).trim().to_owned()
            })
        });
        Ok(Self { child, lines, said })
    }

    /// Waits for the next line, or for the end.
    pub(crate) fn next(&mut self, patience: Duration) -> io::Result<Heard> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Ok(Heard::Line(line)),
            Err(RecvTimeoutError::Timeout) => Ok(Heard::Silent),
            Err(RecvTimeoutError::Disconnected) => {
                let status = self.child.wait()?;
                let said = self.said.take().and_then(|said| said.join().ok()).unwrap_or_default();
                let said = if status.success() { said } else { format!("{status}\n{said}") };
                Ok(Heard::Ended { is_well: status.success(), said })
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
