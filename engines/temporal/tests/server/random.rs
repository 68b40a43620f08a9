//! Random machines, which are those of the tests with Amazon SWF: they end as in the simulation.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use asl_runtime::engine::simulation::{Scripted, Simulation, TaskCall};
use asl_runtime::machine::{Form, Machine};
use asl_runtime::{
    Compiled, Failure, TaskContext, TaskError, TaskFuture, TaskSet, Value, asl_machine, json,
};
use asl_temporal::{Client, Machines, replay};

use crate::runs::told;
use crate::world::World;

/// Scripts that are tried for a machine, until one has an end that does not depend on the order of
/// its tasks.
const SCRIPTS: u64 = 8;
/// Orders in which each script is simulated.
const ORDERS: u64 = 4;
/// Longest execution in virtual milliseconds.
const LONGEST: u64 = 30_000;

asl_machine!("../../tools/swf-double/tests/machines/random_00.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_01.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_02.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_03.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_04.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_05.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_06.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_07.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_08.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_09.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_10.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_11.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_12.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_13.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_14.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_15.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_16.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_17.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_18.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_19.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_20.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_21.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_22.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_23.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_24.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_25.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_26.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_27.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_28.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/random_29.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/jsonata_00.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/jsonata_01.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/jsonata_02.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/jsonata_03.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/jsonata_04.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/jsonata_05.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/jsonata_06.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/jsonata_07.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/jsonata_08.asl.json", outside = true);
asl_machine!("../../tools/swf-double/tests/machines/jsonata_09.asl.json", outside = true);

/// The machines with their definitions.
const RANDOM: &[(&Machine, &str)] = &[
    (
        &random_00::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_00.asl.json"),
    ),
    (
        &random_01::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_01.asl.json"),
    ),
    (
        &random_02::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_02.asl.json"),
    ),
    (
        &random_03::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_03.asl.json"),
    ),
    (
        &random_04::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_04.asl.json"),
    ),
    (
        &random_05::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_05.asl.json"),
    ),
    (
        &random_06::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_06.asl.json"),
    ),
    (
        &random_07::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_07.asl.json"),
    ),
    (
        &random_08::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_08.asl.json"),
    ),
    (
        &random_09::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_09.asl.json"),
    ),
    (
        &random_10::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_10.asl.json"),
    ),
    (
        &random_11::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_11.asl.json"),
    ),
    (
        &random_12::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_12.asl.json"),
    ),
    (
        &random_13::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_13.asl.json"),
    ),
    (
        &random_14::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_14.asl.json"),
    ),
    (
        &random_15::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_15.asl.json"),
    ),
    (
        &random_16::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_16.asl.json"),
    ),
    (
        &random_17::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_17.asl.json"),
    ),
    (
        &random_18::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_18.asl.json"),
    ),
    (
        &random_19::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_19.asl.json"),
    ),
    (
        &random_20::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_20.asl.json"),
    ),
    (
        &random_21::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_21.asl.json"),
    ),
    (
        &random_22::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_22.asl.json"),
    ),
    (
        &random_23::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_23.asl.json"),
    ),
    (
        &random_24::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_24.asl.json"),
    ),
    (
        &random_25::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_25.asl.json"),
    ),
    (
        &random_26::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_26.asl.json"),
    ),
    (
        &random_27::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_27.asl.json"),
    ),
    (
        &random_28::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_28.asl.json"),
    ),
    (
        &random_29::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/random_29.asl.json"),
    ),
    (
        &jsonata_00::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/jsonata_00.asl.json"),
    ),
    (
        &jsonata_01::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/jsonata_01.asl.json"),
    ),
    (
        &jsonata_02::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/jsonata_02.asl.json"),
    ),
    (
        &jsonata_03::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/jsonata_03.asl.json"),
    ),
    (
        &jsonata_04::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/jsonata_04.asl.json"),
    ),
    (
        &jsonata_05::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/jsonata_05.asl.json"),
    ),
    (
        &jsonata_06::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/jsonata_06.asl.json"),
    ),
    (
        &jsonata_07::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/jsonata_07.asl.json"),
    ),
    (
        &jsonata_08::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/jsonata_08.asl.json"),
    ),
    (
        &jsonata_09::MACHINE,
        include_str!("../../../../tools/swf-double/tests/machines/jsonata_09.asl.json"),
    ),
];

/// The effect of a task, decided by the name of its operation alone.
enum Act {
    Answer(Value),
    Fail(TaskError),
    /// Nothing, until its time is over.
    Hang,
}

/// A number for this text, below a limit.
fn dice(seed: u64, text: &str, below: u64) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ seed;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (hash ^ (hash >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) % below
}

/// The effect of the task of this operation; it may hang if its state has a time-out.
fn act(seed: u64, operation: &str, limited: &BTreeSet<String>) -> Act {
    let state = operation.rsplit('.').next().and_then(|last| last.split('#').next());
    let may_hang = state.is_some_and(|state| limited.contains(state));
    match dice(seed, operation, 20) {
        0..=13 => Act::Answer(json!((dice(seed + 1, operation, 10).cast_signed()))),
        14 if may_hang => Act::Hang,
        14..=17 => Act::Fail(TaskError::new("Busy", "try again")),
        _ => Act::Fail(TaskError::new("Broken", "for good")),
    }
}

fn input(seed: u64) -> Value {
    let list: Vec<Value> = (0..seed % 4).map(|at| json!((at.cast_signed()))).collect();
    json!({"n": (dice(seed, "n", 10).cast_signed()), "list": (list)})
}

/// The names of states with a time-out.
fn limits(definition: &Value, limited: &mut BTreeSet<String>) {
    if let Some(members) = definition.as_object() {
        for (name, state) in members.iter() {
            if state.get("TimeoutSeconds").is_some() && state.get("Type").is_some() {
                limited.insert(name.to_string());
            }
            limits(state, limited);
        }
    }
    for item in definition.as_array().into_iter().flatten() {
        limits(item, limited);
    }
}

fn limited(definition: &str) -> BTreeSet<String> {
    let mut limited = BTreeSet::new();
    limits(&Value::from_json_str(definition).expect("a definition"), &mut limited);
    limited
}

fn scripted(call: &TaskCall, seed: u64, order: u64, limited: &BTreeSet<String>) -> Scripted {
    let after = 1 + dice(order, &call.operation, 300);
    let act = match act(seed, &call.operation, limited) {
        Act::Answer(output) => Scripted::answer(output),
        Act::Fail(error) => Scripted::Fail { after: 0, error },
        Act::Hang => Scripted::Hang,
    };
    if call.form == Form::Token {
        act.after(after).submitted(json!("m"), 1)
    } else {
        act.after(after)
    }
}

/// The end of a machine in the simulation; `None` if it depends on the order, or takes long.
fn simulated(at: usize, seed: u64) -> Option<Result<Value, Failure>> {
    let (machine, definition) = RANDOM[at];
    let limited = limited(definition);
    let mut ends = (0..ORDERS).map(|order| {
        let simulation = Simulation::new().seed(order).name(name(at, seed));
        let run =
            simulation.run(machine, input(seed), |call| scripted(call, seed, order, &limited));
        (run.elapsed <= LONGEST).then_some(run.result)
    });
    let first = ends.next()??;
    let is_same = |end: Option<Result<Value, Failure>>| {
        end.is_some_and(|end| {
            end.map_err(|error| error.error().map(str::to_owned))
                == first.clone().map_err(|error| error.error().map(str::to_owned))
        })
    };
    ends.all(is_same).then_some(first)
}

fn name(at: usize, seed: u64) -> String {
    format!("random-{at}-{seed}")
}

/// The tasks of a random machine, in a worker.
struct Tasks {
    server: String,
    limited: BTreeSet<String>,
}

impl TaskSet for Tasks {
    fn call(self: Arc<Self>, _: u32, cx: TaskContext, _: Value) -> TaskFuture {
        Box::pin(async move {
            let execution = cx.execution_id().to_string();
            let seed = execution.split('/').next().and_then(|name| name.rsplit('-').next());
            let seed = seed.and_then(|seed| seed.parse().ok()).expect("a seed");
            let act = act(seed, &cx.operation(), &self.limited);
            if cx.form() == Form::Token {
                tokio::spawn(report(self.server.clone(), cx.token().to_string(), act));
                return Ok(json!("m"));
            }
            match act {
                Act::Answer(output) => Ok(output),
                Act::Fail(error) => Err(error),
                Act::Hang => std::future::pending().await,
            }
        })
    }
}

async fn report(server: String, token: String, act: Act) {
    tokio::time::sleep(Duration::from_millis(50)).await;
    let client = Client::connect(&server).await.expect("the server answers");
    // The execution may have ended in another branch.
    let _ = match act {
        Act::Answer(output) => client.success(&token, output).await,
        Act::Fail(error) => client.failure(&token, error).await,
        Act::Hang => Ok(()),
    };
}

/// Adds the random machines to a worker.
pub(crate) fn register(machines: Machines, server: &str) -> Machines {
    RANDOM.iter().fold(machines, |machines, (machine, definition)| {
        let tasks = Tasks { server: server.to_owned(), limited: limited(definition) };
        machines.register(Compiled::new(machine, tasks))
    })
}

pub(crate) async fn random_machines_end_as_in_the_simulation(world: &mut World) {
    let number = if world.is_quick { 6 } else { RANDOM.len() };
    let client = world.client().await;
    let mut runs = Vec::new();
    for (at, (machine, _)) in RANDOM.iter().enumerate() {
        let found = (0..SCRIPTS).find_map(|seed| Some((seed, simulated(at, seed)?)));
        let Some((seed, expected)) = found.filter(|_| runs.len() < number) else { continue };
        let (client, id, machine) = (client.clone(), name(at, seed), machine.name);
        let input = input(seed);
        let run = async move { told(client.run(machine, &id, &input).await) };
        runs.push((name(at, seed), expected, tokio::spawn(run)));
    }
    assert!(runs.len() >= number.min(30), "{} machines", runs.len());
    for (id, expected, run) in runs {
        let end = run.await.expect("it ends");
        match (&end, &expected) {
            (Err(end), Err(expected)) => assert_eq!(end.error(), expected.error(), "{id}"),
            _ => assert_eq!(end, expected, "{id}"),
        }
        let history = client.history(&id).await.expect("its history");
        let machines = register(Machines::new(), "");
        replay(machines, &history).await.unwrap_or_else(|error| panic!("{id}: {error}"));
    }
}
