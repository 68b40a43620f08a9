//! Standard output and error, and the outcome of a command.

use std::env;
use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::OnceLock;

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
    /// An execution failed.
    Unsuccessful,
    /// The user cancelled an execution.
    Cancelled,
}

impl Outcome {
    /// The outcome for the findings of one definition.
    pub(crate) fn of(diagnostics: &Diagnostics) -> Self {
        if diagnostics.iter().any(|diagnostic| diagnostic.code == Code::CannotRead) {
            return Self::Failed;
        }
        if diagnostics.has_errors() { Self::Errors } else { Self::Done }
    }

    /// The outcome for a fault outside of the definitions, which is reported.
    pub(crate) fn failed(problem: &str) -> Self {
        message(&format!("error: {problem}\n"));
        Self::Failed
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(match outcome {
            Outcome::Done => 0,
            Outcome::Errors => 1,
            Outcome::Failed => 2,
            Outcome::Unsuccessful => 3,
            Outcome::Cancelled => 130,
        })
    }
}

/// The global options. They hold for the whole process, like the streams that they are about.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) colour: ColourChoice,
    pub(crate) is_quiet: bool,
}

/// The wish for colour on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ColourChoice {
    /// On terminals, unless environment variables say otherwise.
    #[default]
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

static SETTINGS: OnceLock<Settings> = OnceLock::new();

/// Sets the global options, before the command begins.
pub(crate) fn set(settings: Settings) {
    // They are set once.
    let _ = SETTINGS.set(settings);
}

fn settings() -> Settings {
    SETTINGS.get().copied().unwrap_or_default()
}

/// True if only results and errors are wanted.
pub(crate) fn is_quiet() -> bool {
    settings().is_quiet
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

    /// Writes the result to a file; to standard output if there is none, or if it is `-`.
    pub(crate) fn write(&mut self, file: Option<&Path>, text: &str) -> Outcome {
        self.target(file).end(text)
    }

    /// The place of a result that is written in parts: as for [`Output::write`]. A file that is
    /// there is replaced by the first part.
    pub(crate) fn target<'o>(&'o mut self, file: Option<&'o Path>) -> Target<'o> {
        match file.filter(|file| *file != Path::new("-")) {
            Some(path) => Target::File { path, file: None, fault: None },
            None => Target::Standard(self),
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

/// The place of a result that is written in parts.
pub(crate) enum Target<'o> {
    Standard(&'o mut Output),
    File { path: &'o Path, file: Option<io::BufWriter<fs::File>>, fault: Option<io::Error> },
}

impl Target<'_> {
    /// Writes a part. Returns false if there is no use in writing more.
    pub(crate) fn write(&mut self, text: &str) -> bool {
        match self {
            Self::Standard(output) => {
                output.result(text);
                output.fault.is_none()
            }
            Self::File { path, file, fault } => {
                if fault.is_none() {
                    *fault = write_part(path, file, text).err();
                }
                fault.is_none()
            }
        }
    }

    /// Writes the last part.
    pub(crate) fn end(mut self, text: &str) -> Outcome {
        let is_whole = self.write(text);
        let Self::File { path, file, fault } = self else { return Outcome::Done };
        let flushed = file.filter(|_| is_whole).map_or(Ok(()), |mut file| file.flush());
        match fault.or(flushed.err()) {
            Some(error) => {
                message(&format!("error: cannot write {}: {error}\n", path.display()));
                Outcome::Failed
            }
            None => Outcome::Done,
        }
    }
}

/// Writes a part to a file, which is created for the first one.
fn write_part(
    path: &Path,
    file: &mut Option<io::BufWriter<fs::File>>,
    text: &str,
) -> io::Result<()> {
    let file = match file {
        Some(file) => file,
        None => file.insert(io::BufWriter::new(fs::File::create(path)?)),
    };
    file.write_all(text.as_bytes())
}

/// Writes a remark, which `--quiet` leaves out, to standard error.
pub(crate) fn remark(text: &str) {
    if !is_quiet() {
        message(text);
    }
}

/// Writes an error to standard error. A fault of that cannot be reported, so it is ignored.
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

/// The option wins, then `NO_COLOR` (<https://no-color.org>), then `CLICOLOR_FORCE` and `CLICOLOR`
/// (<https://bixense.com/clicolors>).
fn colour(is_terminal: bool) -> Colour {
    let is_set =
        |name, off: &str| env::var_os(name).is_some_and(|value| !value.is_empty() && value != *off);
    let is_off = || env::var_os("CLICOLOR").is_some_and(|value| value == "0");
    let is_dumb = || env::var_os("TERM").is_some_and(|value| value == "dumb");
    let wanted = match settings().colour {
        ColourChoice::Always => true,
        ColourChoice::Never => false,
        ColourChoice::Auto if is_set("NO_COLOR", "") => false,
        ColourChoice::Auto if is_set("CLICOLOR_FORCE", "0") => true,
        ColourChoice::Auto => is_terminal && !is_off() && !is_dumb(),
    };
    if wanted { Colour::Always } else { Colour::Never }
}
