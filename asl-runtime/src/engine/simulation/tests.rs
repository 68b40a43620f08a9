//! Tests of real tasks in virtual time.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::tests::machines::{FAN, RETRY};
use crate::{Compiled, StateEngine, TaskContext, TaskError, TaskFuture, TaskSet, Value};
use asl_execution::machine::NodeId;
use asl_value::json;

use super::{Faults, Simulation};

/// Answers from another thread, after some real time.
struct Threads;

impl TaskSet for Threads {
    fn call(self: Arc<Self>, _: u32, cx: TaskContext, _: Value) -> TaskFuture {
        let mut thread = None;
        Box::pin(std::future::poll_fn(move |context| {
            let waker = context.waker().clone();
            let thread = thread.get_or_insert_with(|| {
                Some(thread::spawn(move || {
                    waker.wake();
                }))
            });
            if thread.take_if(|thread| thread.is_finished()).is_some() {
                return std::task::Poll::Ready(Ok(json!(cx.state())));
            }
            context.waker().wake_by_ref();
            std::task::Poll::Pending
        }))
    }
}

#[test]
fn virtual_time_stands_still_while_a_real_task_runs() {
    for sim in [Simulation::new(), Simulation::new().crash_every_step()] {
        let simulated = sim.run_tasks(&Compiled::new(&FAN, Threads), json!({}));
        assert_eq!(simulated.result, Ok(json!(["A", "B", "C"])));
        assert_eq!(simulated.elapsed, 5_000);
    }
}

#[test]
fn the_answers_of_real_tasks_can_be_delayed() {
    let faults = Faults { longest_delay: 10_000, ..Faults::default() };
    let simulated = Simulation::new()
        .seed(3)
        .faults(faults)
        .run_tasks(&Compiled::new(&FAN, Threads), json!({}));
    assert_eq!(simulated.result, Ok(json!(["A", "B", "C"])));
    assert!(simulated.elapsed > 5_000, "{}", simulated.elapsed);
}

struct Stuck;

impl TaskSet for Stuck {
    fn call(self: Arc<Self>, _: u32, _: TaskContext, _: Value) -> TaskFuture {
        Box::pin(std::future::pending())
    }
}

#[test]
fn a_real_task_that_is_stuck_times_out() {
    let start = Instant::now();
    let sim = Simulation::new().stuck_after(Duration::from_millis(1));
    let simulated = sim.run_tasks(&Compiled::new(&RETRY, Stuck), json!({}));
    assert_eq!(simulated.result, Ok(json!({"Error": "States.Timeout", "Cause": ""})));
    assert_eq!(simulated.elapsed, 60_000);
    assert!(start.elapsed() < Duration::from_secs(5));
}

struct Panics;

impl TaskSet for Panics {
    fn call(self: Arc<Self>, _: u32, _: TaskContext, _: Value) -> TaskFuture {
        Box::pin(async { panic!("out of cheese") })
    }
}

#[test]
fn panics_are_failures_of_the_task() {
    let simulated = Simulation::new().run_tasks(&Compiled::new(&RETRY, Panics), json!({}));
    assert_eq!(
        simulated.result,
        Ok(json!({"Error": "States.TaskFailed", "Cause": "out of cheese"}))
    );
}

struct Flaky;

impl TaskSet for Flaky {
    fn call(self: Arc<Self>, _: u32, cx: TaskContext, input: Value) -> TaskFuture {
        Box::pin(async move {
            if cx.attempt() == 0 { Err(TaskError::named("ErrorA")) } else { Ok(input) }
        })
    }
}

#[test]
fn state_functions_run_in_virtual_time() {
    let engine = Simulation::new().engine(&Compiled::new(&RETRY, Flaky));
    let state = engine.run_state(&RETRY, NodeId(0), json!(5).into());
    let mut state = std::pin::pin!(state);
    let polled = state.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop()));
    assert_eq!(polled, std::task::Poll::Ready(Ok((Some(NodeId(1)), json!(5)))));
}
