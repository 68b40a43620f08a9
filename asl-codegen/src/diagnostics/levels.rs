//! Levels of warnings, as users set them: allowed, shown, or errors.

use super::{Code, Severity, nearest};

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
/// ```
/// use asl_codegen::diagnostics::{Code, Level, Levels};
///
/// let mut levels = Levels::default();
/// levels.set("warnings", Level::Deny)?;
/// levels.set("ASL0507", Level::Allow)?;
/// assert_eq!(levels.of(Code::FailWithoutError), Level::Allow);
/// assert_eq!(levels.of(Code::ReservedErrorName), Level::Deny);
/// assert!(levels.set("ASL0401", Level::Allow).is_err_and(|fault| fault.contains("is an error")));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Levels {
    all: Level,
    /// The codes that have a level of their own. Of two entries the later one counts.
    of_codes: Vec<(Code, Level)>,
}

impl Default for Levels {
    fn default() -> Self {
        Self { all: Level::Warn, of_codes: Vec::new() }
    }
}

impl Levels {
    /// The name of all warnings that have no level of their own.
    pub const ALL: &str = "warnings";

    /// Sets the level of a code, such as `ASL0507`, or of [`Levels::ALL`].
    ///
    /// # Errors
    /// If there is no such code, or if it is not the code of a warning.
    pub fn set(&mut self, name: &str, level: Level) -> Result<(), String> {
        if name == Self::ALL {
            self.all = level;
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
        let own = self.of_codes.iter().rev().find(|(other, _)| *other == code);
        own.map_or(self.all, |(_, level)| *level)
    }
}

fn unknown(name: &str) -> String {
    let known = Code::ALL.iter().map(|code| code.id()).chain([Levels::ALL]);
    match nearest(name, known) {
        Some(near) => format!("there is no code `{name}`; did you mean `{near}`?"),
        None => format!("there is no code `{name}`; a code looks like `ASL0507`"),
    }
}
