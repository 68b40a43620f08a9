//! Runs compiled programs: one process for each execution, which asks for its tasks.

mod cancel;
mod program;

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use asl_codegen::ir::Machine;
use asl_codegen::source::Sources;
use asl_report::Report as Page;
use asl_runtime::Value;
use asl_testing::runner::{Answer, Begin, Call, CallReply, End, Order, Report, StateTest, Task};

use crate::report::with_definition;

pub(crate) use cancel::Cancel;
pub(crate) use program::{program, replays, tasks};

/// Performs the tasks of an execution.
pub(crate) trait Tasks: Send + Sync + 'static {
    /// Says if all of these tasks can be performed.
    ///
    /// # Errors
    /// The tasks that cannot.
    fn check(&self, tasks: &[Task]) -> Result<(), String>;

    /// Performs a task. Each call has a thread of its own.
    ///
    /// # Errors
    /// The reason why nothing performs it, which ends the execution.
    fn perform(&self, call: &Call) -> Result<Reply, String>;

    /// Stops a call that is no longer needed.
    fn stop(&self, call: u64);
}

/// The reply to a call, after some milliseconds.
pub(crate) struct Reply {
    pub(crate) after: u64,
    pub(crate) reply: CallReply,
}

impl From<CallReply> for Reply {
    fn from(reply: CallReply) -> Self {
        Self { after: 0, reply }
    }
}

/// An execution that has ended.
#[derive(Debug, Default)]
pub(crate) struct Execution {
    /// The states in the order in which they were entered.
    pub(crate) path: Vec<String>,
    /// The events of its history, in AWS's form.
    pub(crate) events: Vec<Value>,
    /// The calls of tasks that the program asked for, in their order.
    pub(crate) calls: Vec<Call>,
    /// Its end.
    pub(crate) finish: Option<Finish>,
}

impl Execution {
    /// Its history, in the form of AWS's `get-execution-history`.
    pub(crate) fn history(&self) -> Value {
        Value::object([("events", Value::array(self.events.clone()))])
    }

    /// Its history as a page.
    pub(crate) fn report(&self, machine: &Machine, sources: &Sources) -> Result<Page, String> {
        let history = self.history().to_json_string();
        let report = Page::from_history(&history).map_err(|error| error.to_string())?;
        Ok(with_definition(report, machine, sources))
    }
}

/// The end of an execution.
#[derive(Debug)]
pub(crate) enum Finish {
    /// It reached the state at which it stops, with this input.
    Reached(Value),
    /// It ended.
    Ended(Box<End>),
}

/// Runs a program.
///
/// # Errors
/// The reason why the execution could not begin, or has no end.
pub(crate) fn execute(
    executable: &Path,
    begin: Begin,
    tasks: &Arc<impl Tasks>,
    cancel: &Cancel,
) -> Result<Execution, String> {
    let mut child = start(executable)?;
    let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        unreachable!("both ends are piped")
    };
    let orders = Orders(Arc::new(Mutex::new(stdin)));
    let _cancelled = cancel.forward_to(orders.clone());
    orders.send(&Order::Begin(Box::new(begin)));
    let mut execution = Execution::default();
    let problem = Arc::default();
    for line in BufReader::new(stdout).lines().map_while(Result::ok) {
        let report = Report::from_line(&line).map_err(|error| error.to_string())?;
        match report {
            Report::Problem(problem) => return Err(problem),
            Report::Tasks(needed) => {
                tasks.check(&needed)?;
                orders.send(&Order::Go);
            }
            Report::Call(call) => {
                execution.calls.push((*call).clone());
                perform(&orders, tasks, &problem, *call);
            }
            Report::Dropped(call) => tasks.stop(call),
            Report::Event(event) => execution.events.push(event),
            Report::Entered(state) => execution.path.push(state),
            Report::Reached(input) => execution.finish = Some(Finish::Reached(input)),
            Report::End(end) => execution.finish = Some(Finish::Ended(end)),
            // Only for tests of states.
            Report::Tested(_) => {}
        }
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    for call in &execution.calls {
        tasks.stop(call.id);
    }
    if let Some(problem) = lock(&problem).take() {
        return Err(problem);
    }
    if execution.finish.is_none() {
        return Err(no_end(status));
    }
    Ok(execution)
}

/// Tests a state by a program. A result with an error is a mistake in the test.
///
/// # Errors
/// The reason why there is no result.
pub(crate) fn test_state(
    executable: &Path,
    test: StateTest,
) -> Result<Result<Value, String>, String> {
    let mut child = start(executable)?;
    let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        unreachable!("both ends are piped")
    };
    Orders(Arc::new(Mutex::new(stdin))).send(&Order::Test(Box::new(test)));
    let mut line = String::new();
    let read = BufReader::new(stdout).read_line(&mut line);
    let status = child.wait().map_err(|error| error.to_string())?;
    match read.map(|_| Report::from_line(&line)) {
        Ok(Ok(Report::Tested(result))) => Ok(result),
        Ok(_) | Err(_) => Err(no_end(status)),
    }
}

/// Starts the program in a group of its own: an interrupt at the terminal reaches only this
/// process, which then cancels the execution.
fn start(executable: &Path) -> Result<Child, String> {
    let mut command = Command::new(executable);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
        .spawn()
        .map_err(|error| format!("`{}` cannot be started: {error}", executable.display()))
}

fn no_end(status: ExitStatus) -> String {
    format!("the program of the definition ended without a result ({status})")
}

/// Performs a task on a thread of its own, and answers the call.
fn perform(
    orders: &Orders,
    tasks: &Arc<impl Tasks>,
    problem: &Arc<Mutex<Option<String>>>,
    call: Call,
) {
    let (orders, tasks, problem) = (orders.clone(), Arc::clone(tasks), Arc::clone(problem));
    std::thread::spawn(move || match tasks.perform(&call) {
        Ok(Reply { after, reply }) => {
            orders.send(&Order::Answer(Answer { id: call.id, after, reply }));
        }
        Err(text) => {
            lock(&problem).get_or_insert(text);
            orders.send(&Order::Cancel);
        }
    });
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The sender of orders to a program.
#[derive(Clone)]
pub(crate) struct Orders(Arc<Mutex<ChildStdin>>);

impl Orders {
    /// Sends an order. A program that has ended takes none.
    fn send(&self, order: &Order) {
        let Ok(line) = order.to_line() else { return };
        let mut stdin = lock(&self.0);
        let _ = stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush());
    }
}
