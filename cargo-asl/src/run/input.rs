//! The input of an execution.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use asl_runtime::Value;

use crate::definition;

/// The input that the command line names, and the text of standard input once it is read.
pub(crate) struct Input {
    given: Option<String>,
    stdin: Option<String>,
}

impl Input {
    pub(crate) fn new(given: Option<String>) -> Self {
        Self { given, stdin: None }
    }

    /// Returns true if it is standard input.
    pub(super) fn is_stdin(&self) -> bool {
        self.given.as_ref().is_some_and(|given| definition::is_stdin(Path::new(given)))
    }

    /// The file, if it is one.
    pub(super) fn file(&self) -> Option<PathBuf> {
        let given = self.given.as_ref().filter(|_| !self.is_stdin())?;
        (!is_text(given)).then(|| PathBuf::from(given))
    }

    /// The value. Standard input has an end, so it is read once.
    pub(crate) fn value(&mut self) -> Result<Value, String> {
        let Some(given) = &self.given else { return Ok(Value::object([])) };
        let (shown, text) = if self.is_stdin() {
            let text = match &self.stdin {
                Some(text) => text.clone(),
                None => {
                    let mut text = String::new();
                    io::stdin()
                        .read_to_string(&mut text)
                        .map_err(|error| format!("standard input cannot be read: {error}"))?;
                    self.stdin.insert(text).clone()
                }
            };
            ("-", text)
        } else if is_text(given) {
            ("--input", given.clone())
        } else {
            let text = fs::read_to_string(given).map_err(|error| unreadable(given, &error))?;
            (given.as_str(), text)
        };
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        Value::from_json_str(text).map_err(|error| format!("the input `{shown}`: {error}"))
    }
}

/// Returns true for JSON itself. What begins like an object or an array is meant as one; other JSON,
/// such as a number, may also be the name of a file.
fn is_text(given: &str) -> bool {
    let is_json = given.trim_start().starts_with(['{', '['])
        || (given != "-" && Value::from_json_str(given).is_ok());
    is_json && !Path::new(given).exists()
}

fn unreadable(given: &str, error: &io::Error) -> String {
    let help = if error.kind() == io::ErrorKind::NotFound {
        "; the input is a file, JSON such as '{\"x\": 1}', or `-` for standard input"
    } else {
        ""
    };
    format!("`{given}` cannot be read: {error}{help}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_told_from_files() {
        for json in ["{\"x\": 1}", " [1", "{x}", "7", "\"text\"", "null"] {
            assert!(is_text(json), "{json}");
        }
        for file in ["-", "order.json", "./7.json", "Cargo.toml", "src", ""] {
            assert!(!is_text(file), "{file}");
        }
        let value = |given: &str| Input::new(Some(given.to_owned())).value();
        assert_eq!(value("{\"x\": 1}"), Ok(asl_runtime::json!({"x": 1})));
        let fault = value("{x: 1}").expect_err("it is no JSON");
        assert!(fault.starts_with("the input `--input`: "), "{fault}");
        let fault = value("ordr.json").expect_err("there is no such file");
        assert!(fault.contains("the input is a file, JSON such as"), "{fault}");
    }
}
