//! Tests of the store with hand-written machines.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::disk::sim::SimDisk;
use crate::{Action, CallError, Options, Place, Reply, Request, Start, TaskReport};
use asl_runtime::execution::{Cancellation, Outcome};
use asl_runtime::history::{HistoryEvent, Observer, Subject};
use asl_runtime::json;
use asl_runtime::machine::{Cx, Flow, Machine, Node, NodeId, Step, advance, flow};
use asl_runtime::value::Value;

use super::Core;

/// Branches of [`WIDE`].
const BRANCHES: usize = 10_000;

/// A Parallel with many branches that all run the same task.
static WIDE: Machine = Machine {
    name: "WIDE",
    source: "by hand",
    hash: 4,
    nodes: &[
        Node::parallel("Wide", (1, 1)).branches(&[NodeId(1); BRANCHES]),
        Node::task("Work", (1, 1)).calls(0, "work", WORK).default_timeout(60),
    ],
    advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
    resume: |_, data, _, result| {
        *data = result;
        Ok(Step::End)
    },
    caught: |_, _, data, _, error| {
        *data = error;
        Ok(Step::End)
    },
    ..Machine::EMPTY
};

const WORK: &str = "arn:aws:lambda:us-east-1:123456789012:function:Work";

fn enter(node: NodeId, data: &mut Value, _: &mut Cx<'_>) -> Flow {
    let data = data.clone();
    flow(Ok(if node.0 == 0 { Step::Fork(data) } else { Step::Task(data) }))
}

fn options() -> Options {
    Options::default().seed(7).park_after(Duration::from_secs(1))
}

/// Opens the store. Returns the actions that it repeats.
fn opened(disk: &SimDisk) -> (Core<SimDisk>, Vec<Place>) {
    let (mut core, actions) = Core::open(disk.clone(), &[&WIDE], &options(), 1_000).unwrap();
    let mut begun = begun(actions);
    begun.extend(settled(&mut core));
    (core, begun)
}

fn begun(actions: Vec<Action>) -> Vec<Place> {
    let place = |action| if let Action::Run { place, .. } = action { Some(place) } else { None };
    actions.into_iter().filter_map(place).collect()
}

/// Runs everything that is due, and returns the actions.
fn settled(core: &mut Core<SimDisk>) -> Vec<Place> {
    let mut all = Vec::new();
    loop {
        core.perform_due(1_000).unwrap();
        all.extend(begun(core.commit().unwrap()));
        core.report_events();
        if core.next_wake().is_none_or(|wake| wake > 1_000) {
            return all;
        }
    }
}

#[test]
fn a_store_runs_a_parallel_of_ten_thousand_branches() {
    let disk = SimDisk::new(1);
    let (mut core, _) = opened(&disk);
    let start = Start::new("WIDE", json!({"shared": "by all"})).name("1");
    core.request(1, Request::Start { start: Box::new(start), seed: 3, parent: None }, 1_000)
        .unwrap();
    let mut open = settled(&mut core);
    assert_eq!(open.len(), BRANCHES);
    for half in 0..2 {
        if half == 1 {
            drop(core);
            (core, open) = opened(&disk);
            assert_eq!(open.len(), BRANCHES / 2);
        }
        for place in open.drain(..BRANCHES / 2) {
            core.task_reported(&place, TaskReport::Ended(Outcome::Done(json!("done"))), 1_000)
                .unwrap();
        }
        settled(&mut core);
    }
    core.request(2, Request::Wait("WIDE:1".into(), None), 1_000).unwrap();
    let actions = core.commit().unwrap();
    let [Action::Answer { reply: Ok(Reply::Ended(Ok(output))), .. }] = actions.as_slice() else {
        panic!("it has ended: {actions:?}")
    };
    assert_eq!(output.as_array().map(asl_runtime::value::Array::len), Some(BRANCHES));
    assert_eq!(output.item(BRANCHES - 1), Some(&Value::text("done")));
    assert!(core.journal().stats().size < 64 << 20, "{:?}", core.journal().stats());
}

/// Two tasks, one after the other.
static SLOW: Machine = Machine {
    name: "SLOW",
    source: "by hand",
    hash: 5,
    nodes: &[
        Node::task("Work", (1, 1)).calls(0, "work", WORK).default_timeout(60),
        Node::task("More", (1, 1)).calls(0, "work", WORK).default_timeout(60),
    ],
    advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter_slow),
    resume: |node, data, _, result| {
        *data = result;
        Ok(if node.0 == 0 { Step::Goto(NodeId(1)) } else { Step::End })
    },
    ..Machine::EMPTY
};

fn enter_slow(_: NodeId, data: &mut Value, _: &mut Cx<'_>) -> Flow {
    flow(Ok(Step::Task(data.clone())))
}

/// An execution of [`SLOW`], with its running task.
fn slow(disk: &SimDisk) -> (Core<SimDisk>, Place) {
    let (mut core, _) = Core::open(disk.clone(), &[&SLOW], &options(), 1_000).unwrap();
    let start = Start::new("SLOW", json!({"order": 7})).name("1");
    core.request(1, Request::Start { start: Box::new(start), seed: 3, parent: None }, 1_000)
        .unwrap();
    let open = settled(&mut core);
    assert_eq!(open.len(), 1);
    (core, open[0])
}

/// Lets time pass. Returns the tasks that are started.
fn passed(core: &mut Core<SimDisk>, now: u64) -> Vec<Place> {
    core.perform_due(now).unwrap();
    begun(core.commit().unwrap())
}

fn is_parked(core: &Core<SimDisk>) -> bool {
    super::queries::describe(core, "SLOW:1").unwrap().is_parked
}

fn end(core: &mut Core<SimDisk>, place: &Place, now: u64) -> Vec<Place> {
    core.task_reported(place, TaskReport::Ended(Outcome::Done(json!(now))), now).unwrap();
    passed(core, now)
}

#[test]
fn a_report_loads_an_execution_that_was_parked_while_its_task_was_running() {
    let (mut core, first) = slow(&SimDisk::new(1));
    assert!(passed(&mut core, 1_999).is_empty() && !is_parked(&core));
    assert!(passed(&mut core, 2_000).is_empty() && is_parked(&core));
    assert_eq!((core.parked(), core.actives.iter().count()), (1, 0));
    assert_eq!(core.next_wake(), None);

    let second = end(&mut core, &first, 5_000);
    assert_eq!(second.len(), 1, "the next task starts, and the first is not repeated");
    assert!(!is_parked(&core) && core.parked() == 0);
    assert!(passed(&mut core, 6_000).is_empty() && is_parked(&core));

    // A report that is too late changes nothing.
    let size = core.journal().stats().size;
    assert!(end(&mut core, &first, 7_000).is_empty() && is_parked(&core));
    assert_eq!(core.journal().stats().size, size);

    assert!(end(&mut core, &second[0], 8_000).is_empty());
    let told = super::queries::describe(&core, "SLOW:1").unwrap();
    assert_eq!((told.output, told.is_parked, core.parked()), (Some(json!(8_000)), false, 0));
}

#[test]
fn opening_a_store_starts_the_tasks_of_parked_executions_again() {
    let disk = SimDisk::new(1);
    let (mut core, first) = slow(&disk);
    // One that has not waited long enough stays in memory. The others leave it, also if the program
    // before parked them just now: their snapshots are no inputs.
    for (now, waits_long) in [(1_500, false), (3_500, true), (9_000, true)] {
        drop(core);
        let opened = Core::open(disk.clone(), &[&SLOW], &options(), now).unwrap();
        core = opened.0;
        assert_eq!(begun(opened.1), [first]);
        assert_eq!(is_parked(&core), waits_long);
        passed(&mut core, now + 1_500);
        assert!(is_parked(&core));
    }
    let second = end(&mut core, &first, 10_501);
    assert_eq!(second.len(), 1);
    end(&mut core, &second[0], 10_502);
    let told = super::queries::describe(&core, "SLOW:1").unwrap();
    assert_eq!(told.output, Some(json!(10_502)));
}

#[test]
fn an_execution_that_is_cancelled_while_it_is_parked_drops_its_task() {
    let (mut core, first) = slow(&SimDisk::new(1));
    passed(&mut core, 2_000);
    assert!(is_parked(&core));
    core.request(2, Request::Cancel("SLOW:1".into(), Cancellation::default()), 3_000).unwrap();
    let actions = core.commit().unwrap();
    assert!(matches!(actions[0], Action::Drop(place) if place == first), "{actions:?}");
    assert!(end(&mut core, &first, 4_000).is_empty());
    assert_eq!((is_parked(&core), core.parked()), (false, 0));
}

/// Collects the numbers and types of events.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Vec<(u64, String)>>>);

impl Observer for Seen {
    fn event(&self, subject: &Subject, event: &HistoryEvent) {
        assert_eq!((subject.machine, &*subject.execution_id), ("SLOW", "SLOW:1"));
        self.0.lock().unwrap().push((event.id, event.kind.to_string()));
    }
}

impl Seen {
    /// Opens the store with this observer.
    fn open(&self, disk: &SimDisk) -> (Core<SimDisk>, Vec<Place>) {
        let options = options().observer(self.clone());
        let (core, actions) = Core::open(disk.clone(), &[&SLOW], &options, 1_000).unwrap();
        (core, begun(actions))
    }

    fn count(&self) -> usize {
        self.0.lock().unwrap().len()
    }
}

#[test]
fn an_event_is_reported_once_and_after_its_cause_is_on_disk() {
    let (disk, seen) = (SimDisk::new(1), Seen::default());
    let (mut core, _) = seen.open(&disk);
    let start = Start::new("SLOW", json!(1)).name("1");
    core.request(1, Request::Start { start: Box::new(start), seed: 3, parent: None }, 1_000)
        .unwrap();
    assert_eq!(seen.count(), 0, "nothing is on disk");
    let open = settled(&mut core);
    assert_eq!(seen.count(), 4, "{:?}", seen.0);

    // The result does not reach the disk: it is as if the task had not ended.
    core.task_reported(&open[0], TaskReport::Ended(Outcome::Done(json!(2))), 1_000).unwrap();
    drop(core);
    assert_eq!(seen.count(), 4, "{:?}", seen.0);

    let (mut core, mut open) = seen.open(&disk);
    for place in open.drain(..) {
        core.task_reported(&place, TaskReport::Ended(Outcome::Done(json!(2))), 1_000).unwrap();
    }
    settled(&mut core);
    drop(core);
    let (mut core, mut open) = seen.open(&disk);
    for place in open.drain(..) {
        core.task_reported(&place, TaskReport::Ended(Outcome::Done(json!(3))), 1_000).unwrap();
    }
    settled(&mut core);
    drop(core);

    // All processes together have seen the history.
    let (mut core, _) = seen.open(&disk);
    core.request(2, Request::History("SLOW:1".into()), 1_000).unwrap();
    let actions = core.commit().unwrap();
    let [Action::Answer { reply: Ok(Reply::History(history)), .. }] = actions.as_slice() else {
        panic!("it has a history: {actions:?}")
    };
    let events = history.get("events").and_then(Value::as_array).unwrap();
    let history: Vec<(u64, String)> = events
        .iter()
        .map(|event| {
            let kind = event.get("type").and_then(Value::as_str).unwrap();
            (event.get("id").and_then(Value::as_u64).unwrap(), kind.to_owned())
        })
        .collect();
    assert_eq!(*seen.0.lock().unwrap(), history);
    assert_eq!(history.last().unwrap().1, "ExecutionSucceeded");
}

#[test]
fn a_start_is_recognized_if_another_version_has_hashed_its_input() {
    let mut core = Seen::default().open(&SimDisk::new(1)).0;
    let mut start = |input: i64, hash: Option<u64>| {
        if let (Some(hash), Some(entry)) = (hash, core.index.entry_mut(0)) {
            entry.digest = hash;
        }
        let start = Start::new("SLOW", json!({"number": input})).name("1");
        core.request(1, Request::Start { start: Box::new(start), seed: 3, parent: None }, 1_000)
            .unwrap();
        let mut actions = core.commit().unwrap();
        let Some(Action::Answer { reply, .. }) = actions.pop() else {
            panic!("it is the last action: {actions:?}")
        };
        reply.map(|reply| matches!(reply, Reply::Started(started) if started.is_new))
    };
    assert!(matches!(start(1, None), Ok(true)));
    assert!(matches!(start(1, None), Ok(false)));
    assert!(matches!(start(1, Some(0)), Ok(false)), "the inputs are compared");
    assert!(matches!(start(2, None), Err(CallError::NameTaken { .. })));
    assert!(matches!(start(2, Some(0)), Err(CallError::NameTaken { .. })));
}
