//! A run in real time, on the in-process engine.

use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

use asl_execution::machine::{Form, Machine};
use asl_runtime::engine::in_process::{Handle, RunOptions};
use asl_runtime::engine::simulation::Scripted;
use asl_runtime::services::Services;
use asl_runtime::{Compiled, TaskContext, TaskFuture, TaskSet};
use asl_value::error::TaskError;
use asl_value::mutex::lock;
use asl_value::value::Value;

use super::Mocks;
use super::calls::{Calls, report_later};
use super::orders::Orders;
use super::protocol::{Begin, Order, Report, send};
use super::watch::{Watch, end, events};

/// Runs the machine.
pub(super) fn run(
    machine: &'static Machine,
    begin: Box<Begin>,
    mocks: Mocks,
    orders: Orders,
) -> ExitCode {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    let outcome = runtime.map_err(|error| error.to_string()).and_then(|runtime| {
        let end = runtime.block_on(run_on_tokio(machine, begin, mocks, orders));
        // Sleeping tasks that are not awaited must not delay the end.
        runtime.shutdown_background();
        end
    });
    match outcome {
        Ok(report) => {
            send(&report);
            ExitCode::SUCCESS
        }
        Err(problem) => {
            send(&Report::Problem(problem));
            ExitCode::FAILURE
        }
    }
}

async fn run_on_tokio(
    machine: &'static Machine,
    begin: Box<Begin>,
    mocks: Mocks,
    orders: Orders,
) -> Result<Report, String> {
    let events = events(&begin.events)?;
    let calls = Calls::new(|report| send(&report));
    let (cancel, cancelled) = mpsc::unbounded_channel();
    let replies = Arc::clone(&calls);
    // A blocking read has no other end than that of the process.
    std::thread::spawn(move || take_orders(orders, &replies, &cancel));

    let compiled = Compiled::new(machine, Remote { mocks: Mutex::new(mocks), calls });
    let options = RunOptions::default()
        .name(begin.name.as_str())
        .observer(Watch::new(&begin))
        .services(Services::new());
    let (handle, run) = compiled.start(begin.input, options);
    tokio::spawn(cancel_on_order(handle.clone(), cancelled));
    for (after, event) in events {
        let handle = handle.clone();
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(after)).await;
            // An event that the machine rejects changes nothing.
            let _ = handle.send(event).await;
        });
    }
    let from = Instant::now();
    let result = run.await;
    let elapsed = u64::try_from(from.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(Report::End(Box::new(end(result, elapsed))))
}

async fn cancel_on_order(handle: Handle, mut cancelled: mpsc::UnboundedReceiver<()>) {
    if cancelled.recv().await.is_some() {
        // An execution that has ended cannot be cancelled.
        let _ = handle.cancel("", "").await;
    }
}

/// Passes the orders of the parent on, until it ends.
fn take_orders(mut orders: Orders, calls: &Calls, cancel: &mpsc::UnboundedSender<()>) {
    while let Some(order) = orders.next() {
        match order {
            Order::Answer(_) | Order::Taken { .. } | Order::Submitted { .. } => calls.take(order),
            // The run may have ended.
            Order::Cancel => drop(cancel.send(())),
            Order::Begin(_) | Order::Test(_) | Order::Go => {}
        }
    }
    std::process::exit(1);
}

/// The tasks of a machine, performed by the parent.
struct Remote {
    mocks: Mutex<Mocks>,
    calls: Arc<Calls>,
}

impl TaskSet for Remote {
    fn call(self: Arc<Self>, _: u32, cx: TaskContext, input: Value) -> TaskFuture {
        Box::pin(async move {
            let (form, token) = (cx.form(), cx.token());
            let services = cx.services().cloned();
            let result = self.perform(cx, input).await;
            let (Form::Token, Some(services)) = (form, services) else { return result };
            Ok(report_later(services, token, result))
        })
    }
}

impl Remote {
    async fn perform(&self, cx: TaskContext, input: Value) -> Result<Value, TaskError> {
        let mocked = lock(&self.mocks).answer(cx.state());
        if let Some(mocked) = mocked {
            return mocked_result(mocked).await;
        }
        let key = cx.operation();
        self.calls.perform(cx, key, input).await
    }
}

/// The result of a mocked call. Mock files have neither delays nor heartbeats.
pub async fn mocked_result(mocked: Scripted) -> Result<Value, TaskError> {
    match mocked {
        Scripted::Answer { output, .. } => Ok(output),
        Scripted::Fail { error, .. } => Err(error),
        Scripted::Heartbeats { .. }
        | Scripted::Started { .. }
        | Scripted::Submitted { .. }
        | Scripted::Emits { .. }
        | Scripted::TimeOut
        | Scripted::Hang => std::future::pending().await,
    }
}
