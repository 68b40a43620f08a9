//! `cargo xtask bench --swf`: what a decision costs by the length of the history, and whether it is
//! always the same.

use std::hint::black_box;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use asl_runtime::asl_machine;
use asl_swf::model::event::{
    ActivityTaskCompleted, ActivityTaskScheduled, ActivityTaskStarted, DecisionTaskCompleted,
    DecisionTaskScheduled, DecisionTaskStarted, MarkerRecorded, TimerFired, TimerStarted,
    WorkflowExecutionStarted,
};
use asl_swf::model::{
    ChildPolicy, Decision, DecisionTask, Event, EventAttributes, TaskList, Timeout, Timestamp,
    WorkflowExecution, WorkflowType,
};
use asl_swf::{Decided, Decider, DeciderOptions};

asl_machine!("benches/shifts.asl.json");

/// Events of the histories that are measured.
const SIZES: [usize; 5] = [1_000, 2_000, 5_000, 10_000, 20_000];
/// Rounds; the best counts, and the median is shown beside it.
const ROUNDS: usize = 21;
/// Calls that must all give the same.
const CALLS: usize = 1_000;
/// Events between two checkpoints, in the second table.
const CHECKPOINTS: u64 = 1_000;
/// The most work of a decision from a checkpoint: events, operations and completions.
const MOST_WORK: u64 = 4 * CHECKPOINTS;
/// Maximum time of a decision over 10,000 events.
const LIMIT: Duration = Duration::from_millis(20);

fn main() -> ExitCode {
    match measure(&mut io::stdout().lock()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            // Nobody is left to tell if this fails too.
            let _ = writeln!(io::stderr(), "{problem}");
            ExitCode::from(2)
        }
    }
}

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// True if all is as it should be.
fn measure(out: &mut impl Write) -> Result<bool> {
    let options = DeciderOptions::default().continue_after(24_900);
    let decider = Decider::new(&shifts::MACHINE, options)?;
    let from = Instant::now();
    let whole = Service::new().run(&decider, SIZES.iter().copied().max().unwrap_or_default())?;
    let (events, seconds) = (whole.events.len(), from.elapsed().as_secs_f64());
    writeln!(
        out,
        "a history of {events} events, made in {seconds:.1} s by deciding it 4,000 times"
    )?;
    writeln!(out, "  events    best ms  median ms  ns an event  work an event  decisions")?;
    let mut is_fast = true;
    for size in SIZES {
        let (median, _) = row(out, &decider, &whole.upto(size))?;
        is_fast &= size > 10_000 || median < LIMIT;
    }
    let is_short = checkpointed(out)?;
    let is_same = repeated(out, &decider, &whole.upto(10_000))?;
    let verdict = match (is_fast, is_same, is_short) {
        (true, true, true) => "as it should be",
        (false, ..) => "FAILED: a decision over 10,000 events takes 20 ms or longer",
        (true, false, _) => "FAILED: the same history is not always decided in the same way",
        (true, true, false) => {
            "FAILED: a decision from a checkpoint is more work than the events behind it"
        }
    };
    writeln!(out, "{verdict}")?;
    Ok(is_fast && is_same && is_short)
}

/// The same with checkpoints; whether the work is that of the events behind the last one.
fn checkpointed(out: &mut impl Write) -> Result<bool> {
    let options = DeciderOptions::default().continue_after(24_900).checkpoints(CHECKPOINTS);
    let decider = Decider::new(&shifts::MACHINE, options)?;
    let whole = Service::new().run(&decider, SIZES.iter().copied().max().unwrap_or_default())?;
    writeln!(out, "with a checkpoint every {CHECKPOINTS} events; work an event is of all events")?;
    let mut is_short = true;
    for size in SIZES {
        let (_, work) = row(out, &decider, &whole.upto(size))?;
        is_short &= work < MOST_WORK;
    }
    Ok(is_short)
}

/// Decides upon one history again and again; the median, and the work of one decision.
fn row(out: &mut impl Write, decider: &Decider, task: &DecisionTask) -> Result<(Duration, u64)> {
    let mut times = Vec::with_capacity(ROUNDS);
    let mut last = Decided::default();
    for _ in 0..ROUNDS {
        let from = Instant::now();
        last = black_box(decider.decide(black_box(task))?);
        times.push(from.elapsed());
    }
    times.sort();
    let best = times.first().copied().unwrap_or_default();
    let median = times.get(ROUNDS / 2).copied().unwrap_or_default();
    let events = task.events.len().max(1);
    let (best_ms, median_ms) = (best.as_secs_f64() * 1e3, median.as_secs_f64() * 1e3);
    let (each, decisions) = (best.as_nanos() / events as u128, last.decisions.len());
    // What the decider itself counts: no clock, no cache.
    let share = last.work * 1_000 / events as u64;
    let work = format!("{}.{:03}", share / 1_000, share % 1_000);
    writeln!(
        out,
        "{events:>8}  {best_ms:>9.3}  {median_ms:>9.3}  {each:>11}  {work:>13}  {decisions:>9}"
    )?;
    Ok((median, last.work))
}

/// True if many calls, by deciders of their own, all decide the same.
fn repeated(out: &mut impl Write, decider: &Decider, task: &DecisionTask) -> Result<bool> {
    let first = serde_json::to_string(&decider.decide(task)?.decisions)?;
    let mut same = 0;
    for _ in 0..CALLS {
        let again = Decider::new(&shifts::MACHINE, decider.options().clone())?;
        same += usize::from(serde_json::to_string(&again.decide(task)?.decisions)? == first);
    }
    let (events, bytes) = (task.events.len(), first.len());
    writeln!(
        out,
        "{same} of {CALLS} calls over {events} events decide the same: {bytes} bytes of JSON"
    )?;
    Ok(same == CALLS)
}

/// A service that completes everything it is asked for, one at a time.
struct Service {
    events: Vec<Event>,
    now: i64,
    open: Vec<Open>,
}

/// The open operation, and the event that opened it.
enum Open {
    Activity(i64),
    Timer(String, i64),
}

struct Whole {
    events: Vec<Event>,
}

impl Service {
    fn new() -> Self {
        let mut service = Self { events: Vec::new(), now: 1_700_000_000_000, open: Vec::new() };
        service.push(EventAttributes::WorkflowExecutionStarted(WorkflowExecutionStarted {
            input: Some(
                r#"{"count":0,"order":{"id":7,"lines":[{"sku":"tea","amount":2},{"sku":"cup","amount":1}]}}"#
                    .to_owned(),
            ),
            execution_start_to_close_timeout: Some(Timeout::Seconds(31_536_000)),
            task_start_to_close_timeout: Some(Timeout::Seconds(30)),
            child_policy: ChildPolicy::Terminate,
            task_list: TaskList::new("shifts"),
            task_priority: None,
            workflow_type: WorkflowType::new("shifts", "1.0"),
            tag_list: Vec::new(),
            continued_execution_run_id: None,
            parent_workflow_execution: None,
            parent_initiated_event_id: None,
            lambda_role: None,
        }));
        service
    }

    fn push(&mut self, attributes: EventAttributes) -> i64 {
        let event_id = i64::try_from(self.events.len()).unwrap_or(i64::MAX) + 1;
        self.now += 7;
        self.events.push(Event {
            event_id,
            event_timestamp: Timestamp::from_millis(self.now),
            attributes,
        });
        event_id
    }

    /// Has the decider decide until there are so many events.
    fn run(mut self, decider: &Decider, events: usize) -> Result<Whole> {
        while self.events.len() < events {
            let scheduled_event_id =
                self.push(EventAttributes::DecisionTaskScheduled(DecisionTaskScheduled {
                    task_list: TaskList::new("shifts"),
                    task_priority: None,
                    start_to_close_timeout: Some(Timeout::Seconds(30)),
                    schedule_to_start_timeout: None,
                }));
            let started_event_id =
                self.push(EventAttributes::DecisionTaskStarted(DecisionTaskStarted {
                    identity: Some("decider".to_owned()),
                    scheduled_event_id,
                }));
            let whole = Whole { events: self.events };
            let decided = decider.decide(&whole.task())?;
            self.events = whole.events;
            let completed =
                self.push(EventAttributes::DecisionTaskCompleted(DecisionTaskCompleted {
                    execution_context: None,
                    scheduled_event_id,
                    started_event_id,
                    task_list: None,
                    task_list_schedule_to_start_timeout: None,
                }));
            for decision in decided.decisions {
                self.take(decision, completed)?;
            }
            self.complete()?;
        }
        Ok(Whole { events: self.events })
    }

    fn take(&mut self, decision: Decision, decision_task_completed_event_id: i64) -> Result<()> {
        let decision_type = decision.decision_type();
        if let Decision::ScheduleActivityTask(task) = decision {
            let id = self.push(EventAttributes::ActivityTaskScheduled(ActivityTaskScheduled {
                activity_type: task.activity_type,
                activity_id: task.activity_id,
                input: task.input,
                control: task.control,
                schedule_to_start_timeout: task.schedule_to_start_timeout,
                schedule_to_close_timeout: task.schedule_to_close_timeout,
                start_to_close_timeout: task.start_to_close_timeout,
                task_list: task.task_list.unwrap_or_default(),
                task_priority: task.task_priority,
                decision_task_completed_event_id,
                heartbeat_timeout: task.heartbeat_timeout,
            }));
            self.open.push(Open::Activity(id));
            return Ok(());
        }
        if let Decision::RecordMarker(marker) = decision {
            let (marker_name, details) = (marker.marker_name, marker.details);
            let marker = MarkerRecorded { marker_name, details, decision_task_completed_event_id };
            self.push(EventAttributes::MarkerRecorded(marker));
            return Ok(());
        }
        let Decision::StartTimer(timer) = decision else {
            return Err(format!("this machine has nothing to do with {decision_type}").into());
        };
        let timer_id = timer.timer_id.clone();
        let id = self.push(EventAttributes::TimerStarted(TimerStarted {
            timer_id: timer.timer_id,
            control: timer.control,
            start_to_fire_timeout: timer.start_to_fire_timeout,
            decision_task_completed_event_id,
        }));
        self.open.push(Open::Timer(timer_id, id));
        Ok(())
    }

    /// Completes what was open for longest.
    fn complete(&mut self) -> Result<()> {
        if self.open.is_empty() {
            return Err("the machine waits for nothing".into());
        }
        match self.open.remove(0) {
            Open::Activity(scheduled_event_id) => {
                let identity = Some("worker".to_owned());
                let started = ActivityTaskStarted { identity, scheduled_event_id };
                let started_event_id = self.push(EventAttributes::ActivityTaskStarted(started));
                let result = Some(r#"{"status":"ok","items":[1,2,3]}"#.to_owned());
                let completed =
                    ActivityTaskCompleted { result, scheduled_event_id, started_event_id };
                self.push(EventAttributes::ActivityTaskCompleted(completed));
            }
            Open::Timer(timer_id, started_event_id) => {
                self.now += 5_000;
                self.push(EventAttributes::TimerFired(TimerFired { timer_id, started_event_id }));
            }
        }
        Ok(())
    }
}

impl Whole {
    /// The decision task that this history ends with.
    fn task(&self) -> DecisionTask {
        self.upto(self.events.len())
    }

    /// The last decision task within so many events.
    fn upto(&self, events: usize) -> DecisionTask {
        let started =
            |event: &Event| matches!(event.attributes, EventAttributes::DecisionTaskStarted(_));
        let within =
            self.events.iter().take(events).rposition(started).map_or(0, |place| place + 1);
        DecisionTask {
            task_token: "token".to_owned(),
            started_event_id: i64::try_from(within).unwrap_or(i64::MAX),
            previous_started_event_id: 0,
            workflow_execution: WorkflowExecution {
                workflow_id: "shifts-1".to_owned(),
                run_id: "run-1".to_owned(),
            },
            workflow_type: WorkflowType::new("shifts", "1.0"),
            events: self.events.iter().take(within).cloned().collect(),
            next_page_token: None,
        }
    }
}
