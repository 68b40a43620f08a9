//! Levels of warnings, as users set them: allowed, shown, or errors.

use super::{Code, Diagnostic, Severity, nearest};

/// The treatment of a warning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// It is not shown.
    Allow,
    /// It is shown.
    Warn,
    /// It is an error.
    Deny,
}

/// The levels of all warnings.
///
/// AWS accepts some definitions that certainly fail when they run. Such findings are warnings that
/// are denied by default: [`Levels::CERTAIN`].
///
/// ```
/// use asl_codegen::diagnostics::{Code, Level, Levels};
///
/// let mut levels = Levels::default();
/// levels.set("warnings", Level::Deny)?;
/// levels.set("ASL0507", Level::Allow)?;
/// assert_eq!(levels.of(Code::FailWithoutError), Level::Allow);
/// assert_eq!(levels.of(Code::ReservedErrorName), Level::Deny);
///
/// // What certainly fails is an error, whatever the other warnings are.
/// levels.set("warnings", Level::Allow)?;
/// assert_eq!(levels.of(Code::AlwaysFails), Level::Deny);
/// levels.set("certain", Level::Allow)?;
/// assert_eq!(levels.of(Code::AlwaysFails), Level::Allow);
/// assert!(levels.set("ASL0401", Level::Allow).is_err_and(|fault| fault.contains("is an error")));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Levels {
    all: Level,
    certain: Level,
    /// The codes that have a level of their own. Of two entries the later one counts.
    of_codes: Vec<(Code, Level)>,
}

impl Default for Levels {
    fn default() -> Self {
        Self { all: Level::Warn, certain: Level::Deny, of_codes: Vec::new() }
    }
}

impl Levels {
    /// The name of all warnings that have no level of their own.
    pub const ALL: &str = "warnings";

    /// The name of all findings of something that certainly fails when it runs. They are errors,
    /// unless they are allowed or only to be shown.
    pub const CERTAIN: &str = "certain";

    /// Only shows what certainly fails when it runs: AWS accepts such definitions.
    #[must_use]
    pub fn as_aws(mut self) -> Self {
        self.certain = Level::Warn;
        self
    }

    /// Sets the level of a code, such as `ASL0507`, of [`Levels::ALL`], or of [`Levels::CERTAIN`].
    ///
    /// # Errors
    /// If there is no such code, or if it is not the code of a warning.
    pub fn set(&mut self, name: &str, level: Level) -> Result<(), String> {
        if name == Self::ALL {
            self.all = level;
            return Ok(());
        }
        if name == Self::CERTAIN {
            self.certain = level;
            return Ok(());
        }
        let Some(code) = Code::of_id(name) else { return Err(unknown(name)) };
        if code.severity() == Severity::Error {
            return Err(format!("{name} is an error; only warnings have levels"));
        }
        self.of_codes.push((code, level));
        Ok(())
    }

    /// The level of a warning.
    pub fn of(&self, code: Code) -> Level {
        self.of_kind(code, code.is_certain())
    }

    /// The level of a finding that is a warning.
    pub(super) fn of_finding(&self, finding: &Diagnostic) -> Level {
        self.of_kind(finding.code, finding.is_certain)
    }

    fn of_kind(&self, code: Code, is_certain: bool) -> Level {
        let own = self.of_codes.iter().rev().find(|(other, _)| *other == code);
        let of_group = if is_certain { self.certain } else { self.all };
        own.map_or(of_group, |(_, level)| *level)
    }
}

fn unknown(name: &str) -> String {
    let known = Code::ALL.iter().map(|code| code.id()).chain([Levels::ALL, Levels::CERTAIN]);
    match nearest(name, known) {
        Some(near) => format!("there is no code `{name}`; did you mean `{near}`?"),
        None => format!("there is no code `{name}`; a code looks like `ASL0507`"),
    }
}
