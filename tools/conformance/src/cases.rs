//! The cases to run, and the compiler's options for their definitions.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::de::DeserializeOwned;

use crate::problem::{Problem, Result};
use crate::workspace;

/// The compiler's profiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Profile {
    /// The text of the specification
    Spec,
    /// The recorded behaviour of AWS
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
    /// The dialect of Step Functions
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

/// The editions of JSONata.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Edition {
    /// That of Step Functions
    #[value(name = "2.0.6")]
    V2_0,
    /// The newest one
    #[default]
    #[value(name = "2.2")]
    V2_2,
}

impl From<Edition> for asl_codegen::expr::jsonata::Edition {
    fn from(edition: Edition) -> Self {
        match edition {
            Edition::V2_0 => Self::V2_0,
            Edition::V2_2 => Self::V2_2,
        }
    }
}

/// The cases that a suite runs.
pub struct Cases {
    /// The folder with the cases.
    pub dir: PathBuf,
    /// Id of the only wanted case.
    pub only: Option<String>,
    /// The compiler's profile.
    pub profile: Profile,
    /// Syntax of paths.
    pub dialect: Dialect,
    /// The edition of JSONata.
    pub edition: Edition,
    /// Number of cases of which one runs through the API.
    pub every: usize,
}

impl Cases {
    /// Reads the wanted cases of a file, a line each.
    pub(crate) fn read<C: DeserializeOwned>(
        &self,
        file: &Path,
        id: impl Fn(&C) -> &str,
    ) -> Result<Vec<C>> {
        let mut all = Vec::new();
        for line in workspace::read(file)?.lines().filter(|line| !line.trim().is_empty()) {
            let case: C = serde_json::from_str(line)
                .map_err(|error| Problem::new(format!("{}: {error} in {line}", file.display())))?;
            if self.wants(id(&case)) {
                all.push(case);
            }
        }
        Ok(all)
    }

    /// Returns true if a case is wanted.
    pub fn wants(&self, id: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == id)
    }
}
