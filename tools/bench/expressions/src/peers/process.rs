//! A contender in a process of its own: it reads tasks and writes answers, each a line of JSON.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::filters::{Filter, Given};

/// The process.
pub(crate) struct Process {
    pub(crate) name: String,
    pub(crate) version: String,
    child: Child,
    pipes: RefCell<Pipes>,
}

struct Pipes {
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Process {
    /// Starts it. Its command is a program and its arguments.
    pub(crate) fn start(name: &str, command: &[String]) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("no command")?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program}: {error}"))?;
        let (input, output) = child.stdin.take().zip(child.stdout.take()).ok_or("no pipes")?;
        let mut pipes = Pipes { input, output: BufReader::new(output).lines() };
        let version = pipes.read()?["version"].as_str().unwrap_or_default().to_owned();
        Ok(Self { name: name.to_owned(), version, child, pipes: RefCell::new(pipes) })
    }

    /// Makes it compile a program and read its document; returns the output.
    pub(crate) fn take(&self, filter: &Filter, document: &str) -> Result<Value, String> {
        let document: Value = serde_json::from_str(document).map_err(|error| error.to_string())?;
        let task = match filter.given {
            Given::Input => json!({"program": filter.program, "input": document}),
            Given::States => json!({"program": filter.program, "states": document}),
        };
        let answer = self.ask(&task)?;
        answer.get("output").cloned().ok_or_else(|| format!("cannot: {}", answer["error"]))
    }

    /// Runs the program so many times.
    pub(crate) fn run(&self, times: u32) -> Option<Duration> {
        let answer = self.ask(&json!({"times": times})).ok()?;
        answer["nanos"].as_u64().map(Duration::from_nanos)
    }

    fn ask(&self, task: &Value) -> Result<Value, String> {
        let mut pipes = self.pipes.borrow_mut();
        writeln!(pipes.input, "{task}").map_err(|error| error.to_string())?;
        pipes.read()
    }
}

impl Pipes {
    fn read(&mut self) -> Result<Value, String> {
        let line = self.output.next().ok_or("it has ended")?.map_err(|error| error.to_string())?;
        serde_json::from_str(&line).map_err(|error| format!("{error}: {line}"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
