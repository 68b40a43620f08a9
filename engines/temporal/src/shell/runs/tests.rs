//! Activations as Temporal's core gives them, without a server.

use asl_runtime::{Compiled, Value, asl_machine, json};
use futures_util::FutureExt as _;
use temporalio_common::protos::coresdk::activity_result::activity_resolution::Status as Ended;
use temporalio_common::protos::coresdk::activity_result::{ActivityResolution, Failure as Failed};
use temporalio_common::protos::coresdk::workflow_activation::{
    CancelWorkflow, ResolveActivity, WorkflowActivationJob,
};
use temporalio_common::protos::coresdk::workflow_commands::query_result;
use temporalio_common::protos::coresdk::workflow_commands::workflow_command::Variant as Kind;
use temporalio_common::protos::temporal::api::common::v1::Payload;

use super::*;
use crate::wire::{DetachedTask, HEADER, TaskHeader};

asl_machine!("doc/count.asl.json", default_task_timeout = 60);

#[expect(unused_must_use, reason = "the compiler warns of what this machine is for")]
mod endless {
    asl_runtime::asl_machine!("../restate/tests/machines/spin.asl.json", outside = true);

    pub(super) use spin::MACHINE;
}

fn runs() -> Runs {
    let mut directory = Directory::default();
    directory.add("count".into(), Compiled::without_tasks(&count::MACHINE));
    directory.add("endless".into(), Compiled::without_tasks(&endless::MACHINE));
    Runs::new(Arc::new(directory), Options::default())
}

/// An activation of the run `r` with these jobs.
fn activation(jobs: Vec<Job>) -> WorkflowActivation {
    let jobs = jobs.into_iter().map(|job| WorkflowActivationJob { variant: Some(job) });
    WorkflowActivation { run_id: "r".to_owned(), jobs: jobs.collect(), ..Default::default() }
}

fn start(workflow_type: &str, arguments: Vec<Payload>) -> InitializeWorkflow {
    let (workflow_type, workflow_id) = (workflow_type.to_owned(), "w".to_owned());
    InitializeWorkflow { workflow_type, workflow_id, arguments, ..Default::default() }
}

fn begins(start: InitializeWorkflow) -> WorkflowActivation {
    activation(vec![Job::InitializeWorkflow(start)])
}

/// The commands of an activation, or the message with which it fails.
fn commands(runs: &mut Runs, activation: WorkflowActivation) -> Result<Vec<Kind>, String> {
    let completed = runs.complete_encoded(activation).now_or_never();
    match completed.expect("nothing waits").0.status {
        Some(Status::Successful(success)) => {
            let commands = success.commands.into_iter();
            Ok(commands.filter_map(|command| command.variant).collect())
        }
        Some(Status::Failed(failed)) => Err(failed.failure.unwrap_or_default().message),
        None => panic!("a completion has a status"),
    }
}

fn query(name: &str) -> Job {
    let (query_type, query_id) = (name.to_owned(), "q".to_owned());
    Job::QueryWorkflow(QueryWorkflow { query_type, query_id, ..Default::default() })
}

#[test]
fn the_data_of_another_format_are_left_alone() {
    let marked = |data: Value| {
        let mut argument = payload::write(&data);
        argument.metadata.insert(CHUNK.to_owned(), b"1".to_vec());
        begins(start("count", vec![argument]))
    };
    let told = |data| commands(&mut runs(), marked(data)).expect_err("the run is left alone");
    let head = "an execution of machine `count` cannot go on here: ";
    let later = told(json!({"format": 9, "anything": []}));
    assert!(later.starts_with(&format!("{head}its history has format 9")), "{later}");
    let other = told(json!({"format": FORMAT, "anything": []}));
    assert!(other.starts_with(&format!("{head}the data that it continues with")), "{other}");
    let none = told(json!([]));
    assert!(none.starts_with(&format!("{head}the data that it continues with")), "{none}");
}

#[test]
fn another_run_continues_with_the_data_of_the_first() {
    let mut first = runs();
    let input = json!({"n": 0, "until": 3});
    let found = commands(&mut first, begins(start("count", vec![payload::write(&input)])));
    let Ok([Kind::SetPatchMarker(_), Kind::ScheduleActivity(task)]) = found.as_deref() else {
        panic!("a task: {found:?}")
    };
    assert_eq!(task.activity_id, "Step#0");
    let output = Some(payload::write(&json!(1)));
    let done = Ended::Completed(temporalio_common::protos::coresdk::activity_result::Success {
        result: output,
    });
    let ended = ActivityResolution { status: Some(done) };
    let ended = ResolveActivity { seq: task.seq, result: Some(ended), ..Default::default() };
    let long = WorkflowActivation {
        continue_as_new_suggested: true,
        history_length: 5_000,
        ..activation(vec![Job::ResolveActivity(ended)])
    };
    let found = commands(&mut first, long);
    let Ok([Kind::ContinueAsNewWorkflowExecution(more)]) = found.as_deref() else {
        panic!("it goes on: {found:?}")
    };
    assert_eq!(more.workflow_type, "count");
    let found = commands(&mut runs(), begins(start("count", more.arguments.clone())));
    let Ok([Kind::SetPatchMarker(_), Kind::ScheduleActivity(task)]) = found.as_deref() else {
        panic!("a task: {found:?}")
    };
    assert_eq!(task.activity_id, "Step#2");
}

#[test]
fn a_machine_that_never_waits_lets_others_run_meanwhile() {
    let mut runs = runs();
    let Progress::Again(id) = runs.begin(begins(start("endless", Vec::new()))) else {
        panic!("it has more to do")
    };
    let mut other = begins(start("count", vec![payload::write(&json!({"n": 0, "until": 3}))]));
    other.run_id = "other".to_owned();
    assert!(matches!(runs.begin(other), Progress::Done(..)));
    assert!(matches!(runs.advance(id), Progress::Again(_)));
}

/// A run of a task that nothing waits for, after its first activation.
fn detached() -> (Runs, Kind) {
    let header = TaskHeader {
        machine: "count".into(),
        hash: count::MACHINE.hash,
        resource: "".into(),
        id: "o/r".into(),
        name: "o".into(),
        token: "".into(),
        credentials: None,
        is_alive: false,
        operation: None,
    };
    let task = DetachedTask { operation: "Step#0".to_owned(), method: "step".into(), header };
    let headers = HashMap::from([(HEADER.to_owned(), payload::write(&task))]);
    let input = vec![payload::write(&json!({"n": 1}))];
    let mut runs = runs();
    let start = InitializeWorkflow { headers, ..start(DETACHED, input) };
    let mut first = commands(&mut runs, begins(start)).expect("commands");
    let only = first.pop().expect("a command");
    assert!(first.is_empty());
    (runs, only)
}

/// The end of an activity that its worker gave up.
fn lost(seq: u32, pause: u64) -> Job {
    let failure = failure::of_lost("stopped", std::time::Duration::from_millis(pause));
    let status = Some(Ended::Failed(Failed { failure: Some(failure), ..Failed::default() }));
    let result = Some(ActivityResolution { status });
    Job::ResolveActivity(ResolveActivity { seq, result, ..Default::default() })
}

#[test]
fn a_task_that_nothing_waits_for_can_be_cancelled() {
    let (mut runs, first) = detached();
    assert!(matches!(first, Kind::ScheduleActivity(_)));
    let cancel = Job::CancelWorkflow(CancelWorkflow { reason: "enough".to_owned() });
    let found = commands(&mut runs, activation(vec![cancel, lost(1, 0)]));
    assert!(matches!(found.as_deref(), Ok([Kind::CancelWorkflowExecution(_)])), "{found:?}");
    let found = commands(&mut runs, activation(vec![query(STATE)]));
    let Ok([Kind::RespondToQuery(answer)]) = found.as_deref() else { panic!("{found:?}") };
    assert!(matches!(answer.variant, Some(query_result::Variant::Failed(_))));
}

#[test]
fn a_task_that_nothing_waits_for_runs_again_if_it_is_lost() {
    let (mut runs, _) = detached();
    let found = commands(&mut runs, activation(vec![lost(1, 0)]));
    let Ok([Kind::ScheduleActivity(task)]) = found.as_deref() else { panic!("{found:?}") };
    assert_eq!((task.seq, task.activity_id.as_str()), (2, "Step#0"));
    let found = commands(&mut runs, activation(vec![lost(2, 500)]));
    let Ok([Kind::StartTimer(timer)]) = found.as_deref() else { panic!("{found:?}") };
    assert_eq!(timer.seq, 3);
    let long =
        WorkflowActivation { continue_as_new_suggested: true, ..activation(vec![lost(2, 0)]) };
    let found = commands(&mut runs, long);
    let Ok([Kind::ContinueAsNewWorkflowExecution(more)]) = found.as_deref() else {
        panic!("{found:?}")
    };
    let more = InitializeWorkflow {
        headers: more.headers.clone(),
        ..start(DETACHED, more.arguments.clone())
    };
    let found = commands(&mut runs, begins(more));
    let Ok([Kind::ScheduleActivity(task)]) = found.as_deref() else { panic!("{found:?}") };
    assert_eq!(payload::first(&task.arguments), Ok(json!({"n": 1})));
}
