//! The program itself.

use std::collections::HashMap;
use std::io::{self, BufRead as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use asl_runtime::__engine::{lock, now};
use asl_runtime::Compiled;
use asl_runtime::machine::Machine;
use asl_testing::MockConfig;
use asl_testing::runner::Calls;
use tokio::runtime::{Builder, Handle};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use super::super::core::{Core, Left};
use super::super::disk::RealDisk;
use super::super::journal::Fault;
use super::super::{CallError, Closed, Durable, OldVersions, Options, StoreError};
use super::protocol::{self, Open, Order, Report};
use super::tasks::ParentTasks;

/// Maximum time to wait for the end of another process that has the store open: the process of a
/// parent that was killed ends when it reads the end of its input.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs the program of a machine until its parent ends or closes it.
pub fn run(machine: &'static Machine) -> ExitCode {
    let runtime = match Builder::new_current_thread().enable_time().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(error.to_string()),
    };
    let Some(Order::Open(open)) = next(&mut Vec::new()) else { return ExitCode::FAILURE };
    if open.leaves {
        return leave(machine, &open);
    }
    let calls = Calls::new(|report| send(&Report::Task(report)));
    let store = match runtime.block_on(open_store(machine, &open, &calls)) {
        Ok(store) => store,
        Err(problem) => return fail(problem),
    };
    send(&Report::Opened);
    let (close, mut closed) = mpsc::unbounded_channel();
    let reader = Reader { store: store.clone(), calls, handle: runtime.handle().clone() };
    // A blocking read has no other end than that of the process.
    thread::spawn(move || reader.read(&close));
    let closed = runtime.block_on(async {
        let patience = closed.recv().await.unwrap_or_default();
        store.close(patience).await.unwrap_or_default()
    });
    send(&Report::Closed(closed));
    ExitCode::SUCCESS
}

/// Writes what the unfinished executions of a machine hold. Nothing continues in them.
fn leave(machine: &'static Machine, open: &Open) -> ExitCode {
    let options =
        Options::default().allow_unknown(true).versions(OldVersions::Keep).compact_by_itself(false);
    let left = RealDisk::open(Path::new(&open.directory))
        .map_err(|error| error.to_string())
        .and_then(|disk| {
            let opened = Core::open(disk, &[machine], &options, now());
            let (mut core, _) = opened.map_err(|error| error.to_string())?;
            let left = core.leave_snapshots(now()).map_err(|error| error.to_string())?;
            core.commit().map_err(|error| error.to_string())?;
            Ok(left)
        });
    match left {
        Ok(Left { snapshots, without_snapshot }) => {
            send(&Report::Closed(Closed { dropped: 0, snapshots, without_snapshot }));
            ExitCode::SUCCESS
        }
        Err(problem) => fail(problem),
    }
}

async fn open_store(
    machine: &'static Machine,
    open: &Open,
    calls: &Arc<Calls>,
) -> Result<Durable, String> {
    let mocks = open.mock.as_ref().map(MockConfig::read).transpose();
    let mocks = mocks.map_err(|error| error.to_string())?;
    let tasks = ParentTasks::new(Arc::clone(calls), machine, mocks);
    let compiled = Compiled::new(machine, tasks);
    let deadline = Instant::now() + PATIENCE;
    loop {
        match Durable::open(&open.directory, [compiled.clone()], Options::default()).await {
            Ok(store) => return Ok(store),
            Err(StoreError::Journal(error))
                if matches!(error.fault, Fault::InUse(_)) && Instant::now() < deadline =>
            {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}

fn fail(problem: String) -> ExitCode {
    send(&Report::Problem(problem));
    ExitCode::FAILURE
}

/// Reads the orders of the parent on a thread of its own.
struct Reader {
    store: Durable,
    calls: Arc<Calls>,
    handle: Handle,
}

impl Reader {
    fn read(&self, close: &mpsc::UnboundedSender<Duration>) {
        let waiting = Arc::<Waiting>::default();
        let mut line = Vec::new();
        while let Some(order) = next(&mut line) {
            match order {
                Order::Ask(number, request) => {
                    // The store takes requests in their order, so they are put here, and not in the
                    // future that waits for the reply.
                    let replied = self.store.put(request);
                    let done = Arc::clone(&waiting);
                    let future = async move {
                        let reply = match replied {
                            Ok(reply) => reply.await.unwrap_or(Err(CallError::Closed)),
                            Err(error) => Err(error),
                        };
                        send(&Report::Reply(number, reply));
                        done.remove(number);
                    };
                    waiting.add(number, || self.handle.spawn(future).abort_handle());
                }
                Order::Forget(number) => waiting.forget(number),
                Order::Task(order) => self.calls.take(order),
                Order::Close(patience) => {
                    self.calls.close();
                    // The program may be closing already.
                    let _ = close.send(Duration::from_millis(patience));
                }
                Order::Open(_) => {}
            }
        }
        // The parent has ended: so does the program, as in a crash. What was accepted is on disk.
        std::process::exit(1);
    }
}

/// The requests without a reply.
#[derive(Default)]
struct Waiting(Mutex<HashMap<u64, AbortHandle>>);

impl Waiting {
    /// Adds a request. The lock is held while it starts: it may end at once.
    fn add(&self, number: u64, start: impl FnOnce() -> AbortHandle) {
        let mut waiting = lock(&self.0);
        let handle = start();
        waiting.insert(number, handle);
    }

    fn remove(&self, number: u64) {
        lock(&self.0).remove(&number);
    }

    fn forget(&self, number: u64) {
        if let Some(handle) = lock(&self.0).remove(&number) {
            handle.abort();
        }
    }
}

/// The next message of the parent; `None` if it has ended or writes something else.
fn next(line: &mut Vec<u8>) -> Option<Order> {
    line.clear();
    let bytes = io::stdin().lock().read_until(b'\n', line).ok()?;
    if bytes == 0 { None } else { protocol::read(line).ok() }
}

/// Sends a message. Without a parent it has no reader, so the program ends.
fn send(report: &Report) {
    if protocol::write(&mut io::stdout().lock(), report).is_err() {
        std::process::exit(1);
    }
}
