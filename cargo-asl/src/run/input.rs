//! The input of an execution.

use std::fs;
use std::io::{self, Read as _};
use std::path::PathBuf;

use asl_runtime::Value;

use crate::definition;

/// The place of the input, and the text of standard input once it is read.
pub(super) struct Input {
    file: Option<PathBuf>,
    stdin: Option<String>,
}

impl Input {
    pub(super) fn new(file: Option<PathBuf>) -> Self {
        Self { file, stdin: None }
    }

    /// The value. Standard input has an end, so it is read once.
    pub(super) fn value(&mut self) -> Result<Value, String> {
        let Some(file) = &self.file else { return Ok(Value::object([])) };
        let shown = file.display();
        let text = if definition::is_stdin(file) {
            match &self.stdin {
                Some(text) => text.clone(),
                None => {
                    let mut text = String::new();
                    io::stdin()
                        .read_to_string(&mut text)
                        .map_err(|error| format!("standard input cannot be read: {error}"))?;
                    self.stdin.insert(text).clone()
                }
            }
        } else {
            fs::read_to_string(file)
                .map_err(|error| format!("`{shown}` cannot be read: {error}"))?
        };
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        Value::from_json_str(text).map_err(|error| format!("the input `{shown}`: {error}"))
    }
}
