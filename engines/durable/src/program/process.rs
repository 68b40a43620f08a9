//! The parent's side: a process of a program, with a store whose requests go there.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use asl_runtime::__engine::lock;
use asl_runtime::Value;
use asl_runtime::value::Text;
use asl_testing::runner::{self, Answer, Call, CallReply};
use serde::Serialize;
use tokio::sync::oneshot;

use super::super::runner::{Answer as Answered, Inbox, Message};
use super::super::{CallError, Closed, Durable, Reply};
use super::protocol::{self, Open, Order, Report};

/// Number of waiting requests up to which abandoned ones are not looked for.
const FEW_ANSWERS: usize = 1_024;

/// Performs the tasks of a process. Its functions must not block.
pub trait Tasks: Send + Sync + 'static {
    /// Begins a call.
    fn call(&self, call: Call, open: OpenCall);

    /// Stops a call whose result is no longer needed.
    fn dropped(&self, call: u64);

    /// The process has ended, and its calls with it. They are made again when its store is opened.
    fn ended(&self);
}

/// A process that has a store open. Dropping it, and all clones of its store, ends the process as a
/// crash does.
pub struct Process {
    store: Durable,
    link: Arc<Link>,
}

/// A call of a task, for its answer.
#[derive(Clone)]
pub struct OpenCall {
    id: u64,
    link: Arc<Link>,
}

/// The connection to the process.
struct Link {
    stdin: Mutex<Option<ChildStdin>>,
    waiting: Mutex<Waiting>,
    inbox: Arc<Inbox>,
    is_over: AtomicBool,
}

#[derive(Default)]
struct Waiting {
    last: u64,
    answers: HashMap<u64, Answered>,
    closing: Option<oneshot::Sender<Closed>>,
    /// Number of waiting requests at which abandoned ones are looked for.
    most: usize,
}

/// Starts a process that writes what the unfinished executions of its machine hold, and waits for
/// its end.
///
/// # Errors
/// The program cannot be started, or the store cannot be opened.
pub fn leave_snapshots(program: &mut Command, directory: &Path) -> Result<Closed, String> {
    program.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = program.spawn().map_err(|error| error.to_string())?;
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        unreachable!("both ends are piped")
    };
    let directory = directory.to_string_lossy().into_owned();
    let open = Order::Open(Open { directory, mock: None, leaves: true });
    let report = protocol::write(&mut stdin, &open)
        .and_then(|()| next(&mut BufReader::new(stdout), &mut Vec::new()));
    drop(stdin);
    let status = child.wait().map_or_else(|error| error.to_string(), |end| end.to_string());
    match report {
        Ok(Report::Closed(closed)) => Ok(closed),
        Ok(Report::Problem(problem)) => Err(problem),
        Ok(_) | Err(_) => Err(format!("the process of a machine ended ({status})")),
    }
}

impl Process {
    /// Starts a process and opens its store. Blocks the thread until it is open.
    ///
    /// # Errors
    /// The program cannot be started, or the store cannot be opened.
    pub fn start(
        program: &mut Command,
        open: &Open,
        tasks: Arc<dyn Tasks>,
    ) -> Result<Self, String> {
        program.stdin(Stdio::piped()).stdout(Stdio::piped());
        let shown = program.get_program().display().to_string();
        let mut child =
            program.spawn().map_err(|error| format!("`{shown}` cannot be started: {error}"))?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            unreachable!("both ends are piped")
        };
        let mut stdout = BufReader::new(stdout);
        // Tasks of unfinished executions may begin before the store is open.
        let mut early = Vec::new();
        let opened = protocol::write(&mut stdin, &Order::Open(open.clone())).and_then(|()| {
            loop {
                let report = next(&mut stdout, &mut Vec::new())?;
                let Report::Task(task) = report else { break Ok(report) };
                early.push(task);
            }
        });
        match opened {
            Ok(Report::Opened) => Self::run(child, stdin, stdout, early, tasks),
            refused => {
                drop(stdin);
                let status = child.wait().map_or_else(|e| e.to_string(), |end| end.to_string());
                Err(match refused {
                    Ok(Report::Problem(problem)) => problem,
                    Ok(_) | Err(_) => format!("the process of a machine ended ({status})"),
                })
            }
        }
    }

    fn run(
        child: Child,
        stdin: ChildStdin,
        stdout: BufReader<ChildStdout>,
        early: Vec<runner::Report>,
        tasks: Arc<dyn Tasks>,
    ) -> Result<Self, String> {
        let inbox = Arc::<Inbox>::default();
        let link = Arc::new(Link {
            stdin: Mutex::new(Some(stdin)),
            waiting: Mutex::new(Waiting { most: FEW_ANSWERS, ..Waiting::default() }),
            inbox: Arc::clone(&inbox),
            is_over: AtomicBool::new(false),
        });
        let (reading, writing) = (Arc::clone(&link), Arc::clone(&link));
        let named = |name: &str| thread::Builder::new().name(name.into());
        let reader = named("asl-process-read").spawn(move || {
            for report in early {
                reading.take_report(report, &*tasks);
            }
            reading.read(stdout, child, &*tasks);
        });
        reader.map_err(|error| error.to_string())?;
        let writer = named("asl-process-write").spawn(move || writing.write_requests());
        let writer = writer.map_err(|error| error.to_string())?;
        Ok(Self { store: Durable::of_thread(inbox, writer), link })
    }

    /// The store of the process.
    pub fn store(&self) -> &Durable {
        &self.store
    }

    /// Returns true if the process has ended, or takes no more requests. It is true before a request
    /// fails for that reason.
    pub fn is_over(&self) -> bool {
        self.link.is_over.load(Ordering::Acquire)
    }
}

impl OpenCall {
    /// Answers the call.
    pub fn answer(&self, after: u64, reply: CallReply) {
        self.order(runner::Order::Answer(Answer { id: self.id, after, reply }));
    }

    /// A worker, who may have a name, has taken the activity.
    pub fn taken(&self, worker: Option<Text>) {
        self.order(runner::Order::Taken { id: self.id, worker });
    }

    /// A service has accepted the job with this answer, and the call waits for its end.
    pub fn submitted(&self, answer: Value) {
        self.order(runner::Order::Submitted { id: self.id, answer });
    }

    fn order(&self, order: runner::Order) {
        // A process that has ended makes the call again.
        let _ = self.link.send(&Order::Task(order));
    }
}

impl Link {
    fn send(&self, order: &impl Serialize) -> io::Result<()> {
        match &mut *lock(&self.stdin) {
            Some(stdin) => protocol::write(stdin, order),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Passes the requests of the store's inbox on to the process.
    fn write_requests(&self) {
        let mut messages = Vec::new();
        'process: loop {
            self.inbox.take(&mut messages, None);
            for message in messages.drain(..) {
                let sent = match message {
                    Message::Ask(request, answer) => {
                        let number = self.add(answer);
                        self.send(&Order::Ask(number, request))
                    }
                    Message::Close(deadline, answer) => {
                        lock(&self.waiting).closing = Some(answer);
                        let patience = deadline.saturating_duration_since(Instant::now());
                        let millis = u64::try_from(patience.as_millis()).unwrap_or(u64::MAX);
                        self.send(&Order::Close(millis))
                    }
                    Message::Stop => break 'process,
                    Message::Report(..) | Message::Joined(..) | Message::Rewritten => Ok(()),
                };
                if sent.is_err() {
                    break 'process;
                }
            }
        }
        // The first of both threads to find the end says so before it refuses callers: they ask
        // the next process.
        self.is_over.store(true, Ordering::Release);
        // The process ends when it reads the end of its input.
        drop(lock(&self.stdin).take());
        drop(self.inbox.shut(CallError::Closed));
        // Callers learn by dropped senders that there is no answer.
        lock(&self.waiting).answers.clear();
    }

    fn add(&self, answer: Answered) -> u64 {
        let mut waiting = lock(&self.waiting);
        waiting.last += 1;
        let number = waiting.last;
        waiting.answers.insert(number, answer);
        let mut abandoned = Vec::new();
        if waiting.answers.len() > waiting.most {
            let is_abandoned = |(_, answer): &mut (u64, &mut Answered)| answer.is_closed();
            let numbers = waiting.answers.iter_mut().map(|(number, answer)| (*number, answer));
            abandoned =
                numbers.filter_map(|mut it| is_abandoned(&mut it).then_some(it.0)).collect();
            for number in &abandoned {
                waiting.answers.remove(number);
            }
            waiting.most = FEW_ANSWERS.max(waiting.answers.len() * 2);
        }
        drop(waiting);
        for number in abandoned {
            // The thread that writes learns of a process that has ended.
            let _ = self.send(&Order::Forget(number));
        }
        number
    }

    /// Reads the reports of the process until it ends.
    fn read(
        self: &Arc<Self>,
        mut stdout: BufReader<ChildStdout>,
        mut child: Child,
        tasks: &dyn Tasks,
    ) {
        let mut line = Vec::new();
        while let Ok(report) = next(&mut stdout, &mut line) {
            match report {
                Report::Reply(number, reply) => self.reply(number, reply),
                Report::Task(report) => self.take_report(report, tasks),
                Report::Closed(closed) => {
                    let closing = lock(&self.waiting).closing.take();
                    // The caller may have dropped the future.
                    let _ = closing.map(|closing| closing.send(closed));
                }
                Report::Opened | Report::Problem(_) => {}
            }
        }
        self.is_over.store(true, Ordering::Release);
        // It fails if the thread has ended already.
        let _ = self.inbox.put(Message::Stop);
        // A process that writes anything else is of no use; one that has ended is only removed.
        let _ = child.kill();
        let _ = child.wait();
        lock(&self.waiting).answers.clear();
        tasks.ended();
    }

    fn take_report(self: &Arc<Self>, report: runner::Report, tasks: &dyn Tasks) {
        match report {
            runner::Report::Call(call) => {
                let open = OpenCall { id: call.id, link: Arc::clone(self) };
                tasks.call(*call, open);
            }
            runner::Report::Dropped(call) => tasks.dropped(call),
            // Programs of stores send nothing else.
            runner::Report::Problem(_)
            | runner::Report::Tasks(_)
            | runner::Report::Event(_)
            | runner::Report::Entered(_)
            | runner::Report::Reached(_)
            | runner::Report::End(_)
            | runner::Report::Tested(_) => {}
        }
    }

    fn reply(&self, number: u64, reply: Result<Reply, CallError>) {
        let answer = lock(&self.waiting).answers.remove(&number);
        // The caller may have dropped the future.
        let _ = answer.map(|answer| answer.send(reply));
    }
}

/// The next message of a process.
fn next(stdout: &mut BufReader<ChildStdout>, line: &mut Vec<u8>) -> io::Result<Report> {
    line.clear();
    match stdout.read_until(b'\n', line)? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        _ => protocol::read(line),
    }
}

impl fmt::Debug for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Process").field("is_over", &self.is_over()).finish_non_exhaustive()
    }
}

impl fmt::Debug for OpenCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenCall").field("id", &self.id).finish_non_exhaustive()
    }
}
