//! g: one Wait state of a second, in 100,000 executions at once; and one of 20 seconds, in a million.

use std::mem;
use std::time::{Duration, Instant};

use asl_runtime::{Failure, Value, asl_machine};
use serde_json::Value as Foreign;
use tokio::runtime::Runtime;
use tokio::time::sleep;

use super::{Missing, NoTasks};
use crate::figures::{Contender, Waiting};

asl_machine!("definitions/g_wait.json");
asl_machine!("definitions/g_wait_long.json");

impl g_wait::Tasks for NoTasks {}
impl g_wait_long::Tasks for NoTasks {}

/// Executions that wait at once, and the seconds for which each waits.
#[derive(Clone, Copy)]
pub struct Scale {
    executions: usize,
    seconds: u64,
}

/// 100,000 executions of [`compiled`].
pub const MANY: Scale = Scale { executions: 100_000, seconds: 1 };

/// A million executions of [`long`]. All of them are started before the first ends.
pub const MILLION: Scale = Scale { executions: 1_000_000, seconds: 20 };

/// The machine.
pub fn compiled(input: Value) -> impl Future<Output = Result<Value, Failure>> + Send {
    g_wait::run(NoTasks, input)
}

/// The machine that waits longer.
pub fn long(input: Value) -> impl Future<Output = Result<Value, Failure>> + Send {
    g_wait_long::run(NoTasks, input)
}

/// By hand on `serde_json`'s values.
pub async fn foreign(input: Foreign) -> Result<Foreign, Missing> {
    sleep(Duration::from_secs(1)).await;
    Ok(input)
}

/// By hand on our values.
pub async fn own(input: Value) -> Result<Value, Missing> {
    sleep(Duration::from_secs(1)).await;
    Ok(input)
}

/// Starts all of them, waits, and measures how late they end.
#[expect(clippy::cast_precision_loss, reason = "counts are small")]
pub fn measure<I, O, R>(
    runtime: &Runtime,
    contender: Contender,
    Scale { executions, seconds }: Scale,
    heap: impl Fn() -> usize,
    input: impl Fn() -> I,
    run: impl Fn(I) -> R,
) -> Waiting
where
    R: Future<Output = O> + Send + 'static,
    O: Send + 'static,
{
    let mut handles = Vec::with_capacity(executions);
    warm_up(runtime, executions);
    let (before, begin) = (heap(), Instant::now());
    let (held, started, late) = runtime.block_on(async {
        // Without an async block around the futures, which would double their size.
        handles.extend((0..executions).map(|_| tokio::spawn(run(input()))));
        let started = begin.elapsed();
        sleep(Duration::from_millis(500 * seconds)).await;
        let held = heap();
        for handle in mem::take(&mut handles) {
            let _ = handle.await;
        }
        (held, started, begin.elapsed().saturating_sub(Duration::from_secs(seconds)))
    });
    Waiting {
        contender,
        executions,
        bytes: held.saturating_sub(before) as f64 / executions as f64,
        bytes_with_data: 0.0,
        started: started.as_secs_f64(),
        late: late.as_secs_f64(),
    }
}

/// Grows the runtime's queue of tasks to its final size, which does not count as memory of
/// executions.
fn warm_up(runtime: &Runtime, executions: usize) {
    runtime.block_on(async {
        let handles: Vec<_> = (0..executions).map(|_| tokio::spawn(async {})).collect();
        for handle in handles {
            let _ = handle.await;
        }
    });
}
