//! The cases to run, and how their definitions are compiled.

use std::path::PathBuf;

use clap::ValueEnum;

/// The compiler's profiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Profile {
    /// The text of the specification
    Spec,
    /// What AWS was recorded to do
    Aws,
}

impl From<Profile> for asl_codegen::options::Profile {
    fn from(profile: Profile) -> Self {
        match profile {
            Profile::Spec => Self::Spec,
            Profile::Aws => Self::Aws,
        }
    }
}

/// The compiler's dialects of JSONPath.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Dialect {
    /// As Step Functions has it
    Aws,
    /// RFC 9535
    #[default]
    Rfc9535,
}

impl From<Dialect> for asl_codegen::options::Dialect {
    fn from(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Aws => Self::Aws,
            Dialect::Rfc9535 => Self::Rfc9535,
        }
    }
}

/// What a suite is asked to run.
pub struct Cases {
    /// The folder with the cases.
    pub dir: PathBuf,
    /// The id of the only case wanted.
    pub only: Option<String>,
    /// The compiler's profile.
    pub profile: Profile,
    /// How paths are written.
    pub dialect: Dialect,
}

impl Cases {
    /// True if a case is wanted.
    pub fn wants(&self, id: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == id)
    }
}
