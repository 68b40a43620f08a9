//! The program Chromium: found, or installed from Debian's packages.

use std::path::PathBuf;

use asl_conformance::debian;
use asl_conformance::problem::{Problem, Result};

/// The variable with the path of the program. If it is empty, the pages are not tested.
pub const VARIABLE: &str = "ASL_CHROMIUM";
/// Names of the program on the path.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The program that `ASL_CHROMIUM` names, or else the first one on the path.
///
/// # Errors
/// There is none.
pub fn found() -> Result<PathBuf> {
    if let Some(given) = std::env::var_os(VARIABLE) {
        if given.is_empty() {
            return Err(Problem::new(format!("{VARIABLE} is empty")));
        }
        let given = PathBuf::from(given);
        return if given.is_file() {
            Ok(given)
        } else {
            Err(Problem::new(format!("{VARIABLE} names {}, which is no file", given.display())))
        };
    }
    debian::found(&NAMES)
        .map_err(|problem| Problem::new(format!("{problem}, and {VARIABLE} is not set")))
}

/// The same; installs Debian's package if there is none and the user may.
///
/// # Errors
/// There is none, and it cannot be installed: the error gives both reasons.
pub fn installed() -> Result<PathBuf> {
    // Somebody who names one does not want Debian's.
    if std::env::var_os(VARIABLE).is_some() {
        return found();
    }
    // Without a font no text has a size, and nothing can be clicked.
    debian::installed(&NAMES, &["chromium", "fonts-dejavu-core"])
}
