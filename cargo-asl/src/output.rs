//! Standard output and error, and the outcome of a command.

use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;

use asl_codegen::diagnostics::{Code, Colour, Diagnostics};

/// The outcome of a command. Of several, the worst counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// The command succeeded.
    #[default]
    Done,
    /// A definition has errors.
    Errors,
    /// A file cannot be read, or another fault outside of the definitions occurred.
    Failed,
}

impl Outcome {
    /// The outcome for the findings of one definition.
    pub(crate) fn of(diagnostics: &Diagnostics) -> Self {
        if diagnostics.iter().any(|diagnostic| diagnostic.code == Code::CannotRead) {
            return Self::Failed;
        }
        if diagnostics.has_errors() { Self::Errors } else { Self::Done }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(match outcome {
            Outcome::Done => 0,
            Outcome::Errors => 1,
            Outcome::Failed => 2,
        })
    }
}

/// Writes to standard output and remembers the first fault.
#[derive(Debug, Default)]
pub(crate) struct Output {
    fault: Option<io::Error>,
}

impl Output {
    /// Writes a part of the result.
    pub(crate) fn result(&mut self, text: &str) {
        if self.fault.is_none() {
            self.fault = io::stdout().lock().write_all(text.as_bytes()).err();
        }
    }

    /// Ends the command. A closed pipe (`| head`) is not a fault; other faults count.
    pub(crate) fn finish(mut self, outcome: Outcome) -> Outcome {
        if self.fault.is_none() {
            self.fault = io::stdout().lock().flush().err();
        }
        match self.fault.take().filter(|fault| fault.kind() != io::ErrorKind::BrokenPipe) {
            None => outcome,
            Some(fault) => {
                message(&format!("error: cannot write the result: {fault}\n"));
                Outcome::Failed
            }
        }
    }
}

/// Writes a message to standard error. A fault of that cannot be reported, so it is ignored.
pub(crate) fn message(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// True if results go to a terminal that wants colour.
pub(crate) fn result_colour() -> Colour {
    colour(io::stdout().is_terminal())
}

/// True if messages go to a terminal that wants colour.
pub(crate) fn message_colour() -> Colour {
    colour(io::stderr().is_terminal())
}

/// <https://no-color.org>
fn colour(is_terminal: bool) -> Colour {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if is_terminal && !unwanted { Colour::Always } else { Colour::Never }
}
