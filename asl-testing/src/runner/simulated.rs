//! A run in virtual time. The clock stands still while the parent performs a task.

use std::process::ExitCode;

use asl_execution::machine::Machine;
use asl_runtime::__engine::{LATEST, response};
use asl_runtime::engine::simulation::{DelayKind, Scripted, Simulation, TaskCall};
use asl_value::value::Text;

use super::Mocks;
use super::orders::Orders;
use super::protocol::{
    Answer, Begin, Call, CallReply, Delay, End, Failed, Order, Report, is_lambda_invoke, send,
};
use super::watch::{Watch, end, events};

/// Runs the machine.
pub(super) fn run(
    machine: &'static Machine,
    begin: Box<Begin>,
    mut mocks: Mocks,
    mut orders: Orders,
) -> ExitCode {
    let events = match events(&begin.events) {
        Ok(events) => events,
        Err(problem) => {
            send(&Report::Problem(problem));
            return ExitCode::FAILURE;
        }
    };
    let sim = Simulation::new().name(begin.name.as_str()).start(begin.start);
    let sim = sim.observer(Watch::new(&begin));
    let sim = events.into_iter().fold(sim, |sim, (after, event)| sim.event(after, event));
    let mut id = 0;
    let simulated = sim.run(machine, begin.input, |call| {
        if let Some(answer) = mocks.answer(call.state) {
            return answer;
        }
        id += 1;
        send(&Report::Call(Box::new(message(id, call))));
        match orders.next() {
            Some(Order::Answer(answer)) => scripted(answer, call),
            Some(Order::Cancel) => cancelled(),
            Some(
                Order::Begin(_)
                | Order::Test(_)
                | Order::Go
                | Order::Taken { .. }
                | Order::Submitted { .. },
            )
            | None => std::process::exit(1),
        }
    });
    let delays = simulated.delays.iter().map(|delay| Delay {
        state: delay.state.to_owned(),
        is_retry: delay.kind == DelayKind::Retry,
        millis: delay.millis,
    });
    let delays = delays.collect();
    let end = End { delays, ..end(simulated.result, simulated.elapsed) };
    send(&Report::End(Box::new(end)));
    ExitCode::SUCCESS
}

/// The call as the parent receives it.
fn message(id: u64, call: &TaskCall) -> Call {
    Call {
        id,
        state: call.state.to_owned(),
        method: call.method.to_owned(),
        resource: call.resource.to_owned(),
        name: call.name.to_owned(),
        input: call.input.clone(),
        attempt: call.attempt,
        key: call.operation.clone(),
        // A report by token has no receiver in virtual time.
        token: Text::default(),
        credentials: call.credentials.clone(),
    }
}

/// The answer as the simulation takes it.
fn scripted(answer: Answer, call: &TaskCall) -> Scripted {
    let Answer { after, reply, id } = answer;
    match reply {
        CallReply::Payload(payload) if is_lambda_invoke(call.resource) => {
            let output = response(LATEST, payload, 200, &id.to_string());
            Scripted::Answer { after, output }
        }
        CallReply::Return(output) | CallReply::Payload(output) => {
            Scripted::Answer { after, output }
        }
        CallReply::Throw { error, cause } => Scripted::fail(error, cause).after(after),
        CallReply::TimesOut => Scripted::TimeOut,
        CallReply::Hangs => Scripted::Hang,
    }
}

/// Ends the program while a task is called. The simulation cannot be cancelled, and need not be:
/// it is this process alone.
fn cancelled() -> ! {
    let failed = Failed { error: None, cause: None, text: "aborted".to_owned(), is_aborted: true };
    send(&Report::End(Box::new(End { result: Err(failed), elapsed: 0, delays: Vec::new() })));
    std::process::exit(0)
}
