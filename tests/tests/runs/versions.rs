//! Versions of machines: executions that wait in the old one continue in the new one, or are
//! refused by name.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    unused_must_use,
    reason = "tests; the functions' documents are not there"
)]

use asl_runtime::__engine::Migration;
use asl_runtime::execution::{
    Command, Execution, OpKey, Outcome, RestoreOptions, Snapshot, StartOptions,
};
use asl_runtime::machine::Machine;
use asl_runtime::versions::{Change, Comparison, Outline, Verdict};
use asl_runtime::{Event, TaskError, Value, asl_machine, json};

asl_machine!("definitions/versions/base.asl.json");
asl_machine!("definitions/versions/grown.asl.json");
asl_machine!("definitions/versions/moved.asl.json");
asl_machine!("definitions/versions/other.asl.json");
asl_machine!("definitions/versions/curious.asl.json");
asl_machine!("definitions/versions/batch.asl.json");
asl_machine!("definitions/versions/batch_wide.asl.json");
asl_machine!("definitions/versions/batch_narrow.asl.json");
asl_machine!("definitions/versions/tour.sm4c.json");
asl_machine!("definitions/versions/tour_grown.sm4c.json");
asl_machine!("definitions/versions/tour_other.sm4c.json");

/// The state's verdict, and its changes.
fn told(comparison: &Comparison, state: &str) -> (Verdict, Vec<&'static str>) {
    let found = comparison.states.iter().find(|found| found.state == state);
    let found = found.unwrap_or_else(|| panic!("{state} is in {comparison}"));
    (found.verdict, found.changes.iter().map(Change::name).collect())
}

#[test]
fn additions_let_all_executions_move() {
    let comparison = base::MACHINE.compare(&grown::MACHINE);
    assert!(comparison.all_can_move() && !comparison.is_same(), "{comparison}");
    assert_eq!(told(&comparison, "Charge"), (Verdict::Movable, vec!["limits", "retry", "exit"]));
    assert_eq!(told(&comparison, "Fan"), (Verdict::Same, vec![]));
    assert_eq!(told(&comparison, "Fan.0.Pick"), (Verdict::Movable, vec!["exit"]));
    assert_eq!(told(&comparison, "Fan.0.Pack"), (Verdict::Movable, vec!["output"]));
    assert_eq!(told(&comparison, "Fan.1.Cool"), (Verdict::Movable, vec!["wait"]));
    assert_eq!(told(&comparison, "Fan.1.Invoice"), (Verdict::Same, vec![]));
    assert_eq!(told(&comparison, "Each"), (Verdict::Movable, vec!["window"]));
    assert_eq!(told(&comparison, "Each.0.Ship"), (Verdict::Movable, vec!["exit"]));
    assert_eq!(comparison.added, ["Check", "Fan.0.Weigh", "Each.0.Track", "Excuse"]);
    assert!(base::MACHINE.compare(&base::MACHINE).is_same());
    let text = comparison.to_string();
    assert!(text.contains("base.asl.json:") && text.contains("grown.asl.json:"), "{text}");
    assert!(text.contains("  - catcher 1 led to `Refused` and leads to `Excuse`"), "{text}");
}

#[test]
fn open_operations_must_stay() {
    let comparison = base::MACHINE.compare(&other::MACHINE);
    assert_eq!(told(&comparison, "Charge"), (Verdict::Stuck, vec!["resource"]));
    assert_eq!(told(&comparison, "Fan"), (Verdict::Stuck, vec!["branches"]));
    assert_eq!(told(&comparison, "Fan.0.Pick"), (Verdict::Stuck, vec!["inside"]));
    assert_eq!(told(&comparison, "Each"), (Verdict::Stuck, vec!["processor", "exit"]));
    assert_eq!(told(&comparison, "Tell"), (Verdict::Stuck, vec!["removed"]));
    assert_eq!(told(&comparison, "Done"), (Verdict::Same, vec![]));
    let comparison = base::MACHINE.compare(&moved::MACHINE);
    assert_eq!(told(&comparison, "Charge"), (Verdict::Stuck, vec!["task-input", "retriers"]));
    assert_eq!(told(&comparison, "Fan.0.Pack"), (Verdict::Stuck, vec!["moved"]));
    assert_eq!(told(&comparison, "Fan.1.Cool"), (Verdict::Stuck, vec!["type"]));
    assert_eq!(told(&comparison, "Tell").0, Verdict::Movable);
    assert!(
        comparison.to_string().contains("  ! the state moved: it is now `Fan.1.Pack`"),
        "{comparison}"
    );
    let comparison = base::MACHINE.compare(&curious::MACHINE);
    assert_eq!(
        comparison.machine.iter().map(Change::name).collect::<Vec<_>>(),
        ["context", "deadline"]
    );
    assert!(!comparison.all_can_move());
    let comparison = base::MACHINE.compare(&tour::MACHINE);
    assert_eq!(comparison.machine.first().map(Change::name), Some("language"));
}

#[test]
fn in_sm4c_actions_are_identified_by_what_they_do() {
    let comparison = tour::MACHINE.compare(&tour_grown::MACHINE);
    assert!(comparison.all_can_move(), "{comparison}");
    assert_eq!(told(&comparison, "Price").0, Verdict::Same, "{comparison}");
    assert_eq!(told(&comparison, "Book"), (Verdict::Movable, vec!["output", "errors"]));
    let comparison = tour::MACHINE.compare(&tour_other::MACHINE);
    let (verdict, words) = told(&comparison, "Book");
    assert_eq!(verdict, Verdict::Stuck);
    assert!(words.contains(&"action"), "{comparison}");
}

/// An execution, and its open tasks.
struct Running {
    run: Execution,
    open: Vec<(OpKey, String)>,
    now: u64,
}

impl Running {
    fn start(machine: &'static Machine, input: Value) -> Self {
        let run = Execution::start(machine, input, StartOptions::default());
        let mut running = Self { run, open: Vec::new(), now: 0 };
        running.take_commands();
        running
    }

    fn take_commands(&mut self) {
        while let Some(command) = self.run.next_command() {
            match command {
                Command::Run { op, operation_id, .. } => {
                    self.open.push((op, operation_id.to_string()));
                }
                Command::Timer { op, after } => self.open.push((op, format!("timer {after}"))),
                Command::Detach { op, .. } => self.run.acknowledge(op),
                Command::Cancel { op } => self.open.retain(|(open, _)| *open != op),
                Command::Hold { .. } | Command::Read { .. } | Command::Write { .. } => {
                    panic!("nobody asked for it")
                }
            }
        }
        if self.run.is_runnable() {
            self.run.advance(self.now);
            self.take_commands();
        }
    }

    fn end(&mut self, name: &str, outcome: Outcome) {
        let at = self.open.iter().position(|(_, open)| open == name);
        let at = at.unwrap_or_else(|| panic!("{name} is open: {:?}", self.open));
        let (op, _) = self.open.remove(at);
        assert!(self.run.complete(op, outcome, self.now));
        self.take_commands();
    }

    fn done(&mut self, name: &str) {
        self.end(name, Outcome::Done(json!({"by": name})));
    }

    /// Continues in another version; open operations stay open, under their names.
    fn migrate(self, new: &'static Machine) -> Result<Self, String> {
        let before = self.run.snapshot();
        let moved = before.migrate(self.run.machine(), new).map_err(|error| error.to_string())?;
        let run = Execution::restore(new, moved, RestoreOptions::default().now(self.now)).unwrap();
        let mut after = Self { run, open: Vec::new(), now: self.now };
        after.take_commands();
        // A wider window may have started others.
        assert!(
            self.open.iter().all(|open| after.open.contains(open)),
            "{:?} {:?}",
            self.open,
            after.open
        );
        Ok(after)
    }

    fn names(&self) -> Vec<&str> {
        self.open.iter().map(|(_, name)| name.as_str()).collect()
    }
}

fn order() -> Value {
    json!({"items": [1, 2, 3], "amount": 5})
}

#[test]
fn an_execution_moves_from_its_task_and_reaches_the_new_states() {
    let running = Running::start(&base::MACHINE, order());
    let mut running = running.migrate(&grown::MACHINE).unwrap();
    running.end("Charge#0", Outcome::Failed(TaskError::named("Declined")));
    assert_eq!(running.names(), ["Excuse#1"]);
}

#[test]
fn an_execution_moves_in_the_middle_of_branches_and_iterations() {
    let mut running = Running::start(&base::MACHINE, order());
    running.done("Charge#0");
    assert_eq!(running.names(), ["Fan#1.0.Pick#0", "timer 60000"]);
    let mut running = running.migrate(&grown::MACHINE).unwrap();
    running.done("Fan#1.0.Pick#0");
    running.done("Fan#1.0.Weigh#1");
    let mut running = running
        .migrate(&base::MACHINE)
        .map_err(|error| assert!(error.is_empty(), "{error}"))
        .unwrap();
    running.done("timer 60000");
    running.done("Fan#1.0.Pack#2");
    running.done("Fan#1.1.Invoice#1");
    assert_eq!(running.names(), ["Each#2.0.Ship#0", "Each#2.1.Ship#0"]);
    let mut running = running.migrate(&grown::MACHINE).unwrap();
    assert_eq!(running.names(), ["Each#2.0.Ship#0", "Each#2.1.Ship#0", "Each#2.2.Ship#0"]);
    running.done("Each#2.0.Ship#0");
    running.done("Each#2.0.Track#1");
    running.done("Each#2.1.Ship#0");
    assert!(running.names().contains(&"Each#2.1.Track#1"), "{:?}", running.names());
    let error = running.migrate(&base::MACHINE).err().unwrap();
    assert_eq!(error, "the execution cannot move from `Each#2.1.Track#1`: the state was removed");
}

#[test]
fn an_execution_is_refused_only_if_its_open_operation_has_changed() {
    let running = Running::start(&base::MACHINE, order());
    let error = running.migrate(&moved::MACHINE).err().unwrap();
    assert_eq!(
        error,
        "the execution cannot move from `Charge#0`: the input of its task, which may be running, changed"
    );
    // Between attempts no task is running, but attempts were counted.
    let mut running = Running::start(&base::MACHINE, order());
    running.end("Charge#0", Outcome::Failed(TaskError::named("Busy")));
    let error = running.migrate(&moved::MACHINE).err().unwrap();
    assert!(error.contains("retries other errors"), "{error}");
    let mut running = Running::start(&base::MACHINE, order());
    running.end("Charge#0", Outcome::Failed(TaskError::named("Busy")));
    let mut running = running.migrate(&other::MACHINE).unwrap();
    running.now = 5_000;
    running.done("timer 5000");
    assert_eq!(running.names(), ["Charge#0~1"]);
    // The branches differ, and so do the states in them.
    let mut running = Running::start(&base::MACHINE, order());
    running.done("Charge#0");
    let error = running.migrate(&other::MACHINE).err().unwrap();
    assert_eq!(error, "the execution cannot move from `Fan#1`: it had 2 branches and has 3");
    let running = Running::start(&base::MACHINE, order());
    let error = running.migrate(&curious::MACHINE).err().unwrap();
    assert!(
        error.starts_with("the execution cannot move: the new machine uses the context object"),
        "{error}"
    );
    let running = Running::start(&base::MACHINE, order());
    let error = running.run.snapshot().migrate(&grown::MACHINE, &base::MACHINE).err().unwrap();
    assert!(
        error.to_string().contains("another version") || error.to_string().contains("of machine"),
        "{error}"
    );
}

#[test]
fn a_distributed_map_moves_with_its_children_unless_too_many_are_at_work() {
    assert!(batch::MACHINE.compare(&batch_wide::MACHINE).all_can_move());
    assert!(batch::MACHINE.compare(&batch_narrow::MACHINE).all_can_move());
    let mut running = Running::start(&batch::MACHINE, json!({"items": [1, 2, 3]}));
    running.done("Run#0.0.One#0");
    assert_eq!(running.names(), ["Run#0.1.One#0", "Run#0.0.Two#1"]);
    let kept = running.run.snapshot();
    let error = kept.migrate(&batch::MACHINE, &batch_narrow::MACHINE).err().unwrap().to_string();
    assert!(
        error.starts_with(
            "the execution cannot move from `Run#0`: its maximum number of concurrent iterations"
        ),
        "{error}"
    );
    let mut running = running.migrate(&batch_wide::MACHINE).unwrap();
    assert_eq!(running.names(), ["Run#0.1.One#0", "Run#0.0.Two#1", "Run#0.2.One#0"]);
    running.done("Run#0.0.Two#1");
    running.done("Run#0.2.One#0");
    running.done("Run#0.2.Two#1");
    let mut running = running.migrate(&batch_narrow::MACHINE).unwrap();
    running.done("Run#0.1.One#0");
    running.done("Run#0.1.Two#1");
    let output = running.run.result().unwrap().unwrap();
    assert_eq!(
        output.item(1).and_then(|output| output.get("by")),
        Some(&json!("Run#0.1.Two#1")),
        "{output}"
    );
}

fn tour() -> Value {
    json!({"order": {"nights": [{"place": "Kyoto", "price": 100}, {"place": "Nara", "price": 50}]}})
}

#[test]
fn in_sm4c_an_execution_moves_with_its_data_its_retries_and_its_events() {
    let mut running = Running::start(&tour::MACHINE, tour());
    let first = running.names()[0].to_owned();
    running.end(&first, Outcome::Failed(TaskError::named("Busy")));
    let mut running = running.migrate(&tour_grown::MACHINE).unwrap();
    while let Some((op, _)) = running.open.first().cloned() {
        if running.open.iter().any(|(_, name)| name == "timer 600000") {
            break;
        }
        running.open.remove(0);
        assert!(running.run.complete(op, Outcome::Done(json!("room")), running.now));
        running.take_commands();
    }
    let mut running = running.migrate(&tour::MACHINE).unwrap();
    let approval = || {
        let event = Event::named("approved").with_type("tour.approved").with_source("office");
        event.with_attribute("tour", "7").with_data(json!({"limit": 1000, "by": "Ada"}))
    };
    let kept = running.run.snapshot();
    let error = kept.migrate(&tour::MACHINE, &tour_other::MACHINE).err().unwrap().to_string();
    assert!(error.starts_with("the execution cannot move from `Book"), "{error}");
    running.run.send(approval(), running.now).unwrap();
    running.take_commands();
    let mut running = running.migrate(&tour_grown::MACHINE).unwrap();
    running.done("timer 5000");
    // Its exit action: its target was recorded before.
    let mut running =
        running.migrate(&tour::MACHINE).unwrap().migrate(&tour_grown::MACHINE).unwrap();
    running.done("Book#6");
    let output = running
        .run
        .result()
        .unwrap_or_else(|| panic!("{:?} {:?}", running.open, running.run))
        .unwrap();
    assert!(
        output.get("winner").is_some()
            && output.get("race").is_none()
            && output.get("done").is_some(),
        "{output}"
    );
}

#[test]
fn an_outline_is_the_same_after_it_was_text() {
    let machines: [&Machine; 11] = [
        &base::MACHINE,
        &grown::MACHINE,
        &moved::MACHINE,
        &other::MACHINE,
        &curious::MACHINE,
        &batch::MACHINE,
        &batch_wide::MACHINE,
        &batch_narrow::MACHINE,
        &tour::MACHINE,
        &tour_grown::MACHINE,
        &tour_other::MACHINE,
    ];
    for machine in machines {
        let outline = Outline::new(machine);
        let text = outline.to_text().unwrap();
        assert_eq!(Outline::from_text(&text), Some(outline), "{text}");
        for end in (0..text.len()).step_by(97) {
            assert_eq!(Outline::from_text(text.get(..end).unwrap_or_default()), None);
        }
    }
    let text = Outline::new(&base::MACHINE).to_text().unwrap();
    assert_eq!(Outline::from_text(&text.replacen("2 ", "1 ", 1)), None);
}

#[test]
fn a_forged_snapshot_is_refused_and_does_not_hang() {
    let mut running = Running::start(&base::MACHINE, order());
    running.done("Charge#0");
    let text = running.run.snapshot().to_json_string();
    let (before, after) = (Outline::new(&base::MACHINE), Outline::new(&grown::MACHINE));
    let migration = Migration::new(&before, &after);
    let mut moved = 0;
    // Each number of the snapshot is one of its places, too: frames, parents and nodes.
    for (at, letter) in text.char_indices().filter(|(_, letter)| letter.is_ascii_digit()) {
        for digit in ('0'..='3').filter(|digit| *digit != letter) {
            let forged = [&text[..at], &digit.to_string(), &text[at + 1..]].concat();
            let Ok(snapshot) = Snapshot::from_json_str(&forged) else { continue };
            moved += usize::from(migration.apply(snapshot, &grown::MACHINE).is_ok());
        }
    }
    assert!(moved > 0, "some numbers are data");
}

#[test]
fn ended_executions_move_everywhere() {
    let mut running = Running::start(&base::MACHINE, order());
    running.end("Charge#0", Outcome::Failed(TaskError::named("Declined")));
    assert!(running.run.has_ended());
    let moved = running.run.snapshot().migrate(&base::MACHINE, &other::MACHINE).unwrap();
    assert_eq!(moved.machine_hash(), other::MACHINE.hash);
    assert!(
        Execution::restore(&other::MACHINE, moved, RestoreOptions::default()).unwrap().has_ended()
    );
}
