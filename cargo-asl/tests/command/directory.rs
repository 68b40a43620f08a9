//! A directory with definitions, and the command as it runs there.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

pub(crate) const CLEAN: &str = r#"{
  "StartAt": "Charge card",
  "States": {
    "Charge card": { "Type": "Task", "Resource": "arn:aws:lambda:us-east-1:123456789012:function:ChargeCard", "End": true }
  }
}
"#;
pub(crate) const WARNING: &str =
    r#"{ "StartAt": "No", "States": { "No": { "Type": "Fail", "Error": "States.No" } } }"#;
pub(crate) const ERROR: &str = r#"{ "StartAt": "A", "States": { "A": { "Type": "Pass", "Next": "Bee" }, "Be": { "Type": "Succeed" } } }"#;

/// A directory with definitions, removed at the end.
pub(crate) struct Directory(pub(crate) PathBuf);

impl Directory {
    pub(crate) fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cargo-asl-{}-{test}", std::process::id()));
        fs::create_dir_all(&path).expect("a directory");
        let directory = Self(path);
        directory.write("clean.json", CLEAN);
        directory.write("warning.json", WARNING);
        directory.write("error.json", ERROR);
        directory
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), content).expect("written");
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-asl"));
        command.current_dir(&self.0).arg("asl").args(arguments).stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        Run::of(self.command(arguments).output().expect("it runs"))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) result: String,
    pub(crate) messages: String,
    pub(crate) code: i32,
}

impl Run {
    pub(crate) fn of(output: Output) -> Self {
        Self {
            result: String::from_utf8(output.stdout).expect("UTF-8"),
            messages: String::from_utf8(output.stderr).expect("UTF-8"),
            code: output.status.code().expect("no signal"),
        }
    }

    pub(crate) fn json(&self) -> Vec<Value> {
        serde_json::from_str(&self.result).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}
