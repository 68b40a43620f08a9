//! The programs of the contest.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use asl_bench_stores::{ANSWER, Problem};

/// A store of the contest.
pub struct Contender {
    pub name: &'static str,
    program: &'static str,
    /// False for a directory.
    pub is_in_postgres: bool,
    /// Number of executions of a turn.
    pub executions: usize,
    /// True if the executions of a process that was killed continue in one that is there; otherwise
    /// it must be started again.
    pub continues_elsewhere: bool,
}

/// All contenders; ours is the first.
pub fn all() -> [Contender; 4] {
    let ours = |name, is_in_postgres, executions| Contender {
        name,
        program: "asl",
        is_in_postgres,
        executions,
        continues_elsewhere: true,
    };
    let other = |name, program, executions, continues_elsewhere| Contender {
        name,
        program,
        is_in_postgres: true,
        executions,
        continues_elsewhere,
    };
    [
        ours("asl-postgres", true, 20_000),
        other("dbos 0.5.0", "dbos", 2_000, false),
        other("duroxide-pg 0.1.38", "duroxide", 1_000, true),
        ours("asl-durable (disk)", false, 20_000),
    ]
}

impl Contender {
    /// True if its program was built beside this one.
    pub fn is_built(&self) -> Result<bool, Problem> {
        Ok(folder()?.join(self.program).is_file())
    }
}

/// The folder with this program and the others.
fn folder() -> Result<PathBuf, Problem> {
    let program = std::env::current_exe()?;
    Ok(program.parent().ok_or("the program is in no folder")?.to_owned())
}

/// A process of a contender.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Process {
    /// Starts it, and waits until its store is open. Steps do not end if it `holds`.
    pub fn start(
        contender: &Contender,
        url: &str,
        lease: Duration,
        holds: bool,
    ) -> Result<Self, Problem> {
        let mut command = Command::new(folder()?.join(contender.program));
        command.arg(url).arg(lease.as_millis().to_string());
        command.args(holds.then_some("hold")).env("RUST_LOG", "error");
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().ok_or("it has no output")?);
        let mut process = Self { child, input, output };
        match process.line()?.as_str() {
            "open" => Ok(process),
            other => Err(format!("{} does not open its store: {other}", contender.name).into()),
        }
    }

    /// Gives an order. Returns the seconds that it took.
    pub fn order(
        &mut self,
        order: &str,
        prefix: &str,
        count: usize,
        at_once: usize,
    ) -> Result<f64, Problem> {
        let input = self.input.as_mut().ok_or("it has no input")?;
        writeln!(input, "{order} {prefix} {count} {at_once}")?;
        Ok(self.line()?.parse()?)
    }

    /// The next answer.
    fn line(&mut self) -> Result<String, Problem> {
        let mut line = String::new();
        while self.output.read_line(&mut line)? > 0 {
            if let Some(answer) = line.trim_end().strip_prefix(ANSWER) {
                return Ok(answer.to_owned());
            }
            line.clear();
        }
        Err("its process has ended".into())
    }

    /// Kills it as `kill -9` does.
    pub fn kill(mut self) -> Result<(), Problem> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Closes its store, and waits for its end.
    pub fn close(mut self) -> Result<(), Problem> {
        self.input = None;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
