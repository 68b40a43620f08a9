//! Tests of saving, restoring, and refused snapshots.

use asl_execution::execution::{
    Command, Execution, OpKey, Outcome, RestoreError, RestoreOptions, Snapshot, StartOptions,
};
use asl_execution::machine::Machine;
use asl_language::hash::fnv1a;
use asl_value::json;
use asl_value::value::Value;

use super::machines::{FAN, LOOP, MAP, NESTED, RETRY};
use super::map_runs::{CHILDREN, GIVEN, READ, WRITTEN};
use super::sm4c::{ORDER, VOTE};

fn restore(machine: &'static Machine, text: &str) -> Result<Execution, RestoreError> {
    let options = RestoreOptions::default().fuel(3);
    Snapshot::from_json_str(text)
        .and_then(|snapshot| Execution::restore(machine, snapshot, options))
}

#[test]
fn open_operations_are_issued_again_in_their_order_with_what_is_left_of_their_time() {
    let mut run = Execution::start(&FAN, json!({"n": 1}), StartOptions::default());
    let before: Vec<Command> = std::iter::from_fn(|| run.next_command()).collect();
    let options = RestoreOptions::default().now(2_000);
    let mut again = Execution::restore(&FAN, run.snapshot(), options).expect("it is sound");
    let after: Vec<Command> = std::iter::from_fn(|| again.next_command()).collect();
    let told = |commands: &[Command]| -> Vec<String> {
        let tell = |command: &Command| match command {
            Command::Run { op, input, operation_id, .. } => {
                format!("{op:?} {operation_id} {input}")
            }
            Command::Hold { op, operation_id, .. } => format!("{op:?} {operation_id}"),
            Command::Timer { op, after } => format!("{op:?} {after}"),
            Command::Read { op, .. }
            | Command::Write { op, .. }
            | Command::Detach { op, .. }
            | Command::Cancel { op } => {
                format!("{op:?}")
            }
        };
        commands.iter().map(tell).collect()
    };
    let (before, after) = (told(&before), told(&after));
    assert_eq!(before[..2], after[..2]);
    assert_eq!(before[2].replace("5000", "3000"), after[2]);
}

static NEWER: Machine = Machine { hash: 99, ..super::machines::base("FAN") };

#[test]
fn the_snapshot_of_another_machine_is_refused_by_name() {
    let run = Execution::start(&FAN, json!({}), StartOptions::default());
    let error = Execution::restore(&RETRY, run.snapshot(), RestoreOptions::default())
        .expect_err("not its own");
    assert_eq!(error.to_string(), "the snapshot is of machine `FAN`, not of `RETRY`");
    let error = Execution::restore(&NEWER, run.snapshot(), RestoreOptions::default())
        .expect_err("not its own");
    assert_eq!(error.to_string(), "the snapshot is of another version of machine `FAN`");
}

#[test]
fn what_each_waiting_execution_takes_stays_small() {
    // Measured with all that it points to: 496 bytes (`benches/README.md`).
    assert_eq!(size_of::<Execution>(), 200);
}

#[test]
fn text_that_is_no_snapshot_is_refused() {
    for text in ["", "null", "{}", "[[", "{\"machine\":\"FAN\",\"hash\":3,\"state\":{}}"] {
        assert!(matches!(restore(&FAN, text), Err(RestoreError::Text(_))), "{text}");
    }
    let deep = format!("{{\"machine\":{}", "[".repeat(1_000_000));
    assert!(restore(&FAN, &deep).is_err());
    let unknown = format!("{{\"unknown\":{}", "[".repeat(1_000_000));
    assert!(restore(&FAN, &unknown).is_err());
}

#[test]
fn an_ended_execution_can_be_saved_too() {
    let run = Execution::start(&LOOP, json!(3), StartOptions::default());
    let mut again = restore(&LOOP, &run.snapshot().to_json_string()).expect("it is sound");
    assert!(!again.is_runnable() && again.next_command().is_none());
    assert_eq!(again.take_result(), Some(Ok(json!(0))));
}

/// An ORDER with three events in its inbox, the sizes of two of which are these.
fn inbox_of(sizes: [&str; 2]) -> String {
    let mut run = Execution::start(&ORDER, json!({"n": 2}), StartOptions::default());
    for _ in 0..3 {
        run.send(asl_execution::Event::named("other").with_data(json!(1)), 0)
            .expect("there is room");
    }
    let mut text = run.snapshot().to_json_string();
    for size in sizes {
        let end = text.find("},84]").or_else(|| text.find("},83]")).or_else(|| text.find("},82]"));
        let end = end.unwrap_or_else(|| panic!("an event with its size: {text}"));
        text.replace_range(end + 2..end + 4, size);
    }
    text
}

#[test]
fn sizes_that_no_inbox_has_are_refused() {
    let mut sound =
        restore(&ORDER, &inbox_of(["80", "81"])).expect("it is as it could have been saved");
    assert_eq!(sound.send(asl_execution::Event::named("other"), 1), Ok(()));
    for sizes in [["18446744073709551614", "2"], ["18446744073709551615", "1"], ["67108864", "1"]] {
        let error = restore(&ORDER, &inbox_of(sizes)).expect_err("too much for an inbox");
        assert_eq!(
            error.to_string(),
            "the snapshot is damaged: more events wait than an inbox takes"
        );
    }
}

/// Another text, in which some of the numbers are the greatest or the least that can be said.
fn extreme(text: &str, dice: &mut Dice) -> String {
    let extremes = [
        u64::MAX,
        u64::MAX - 1,
        1 << 63,
        (1 << 63) - 1,
        1 << 32,
        (1 << 32) - 1,
        (1 << 32) - 2,
        0,
        1,
    ];
    let every = 1 + dice.roll(6);
    let mut changed = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let (before, number) = rest.split_at(at);
        let end = number.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(number.len());
        changed.push_str(before);
        if dice.roll(every) == 0 {
            changed.push_str(&extremes[dice.roll(extremes.len())].to_string());
        } else {
            changed.push_str(&number[..end]);
        }
        rest = &number[end..];
    }
    changed + rest
}

#[test]
fn extreme_numbers_in_a_snapshot_overflow_nothing() {
    let mut dice = Dice(23);
    let machines: [(&'static Machine, Value); 6] = [
        (&RETRY, json!(1)),
        (&FAN, json!({"n": 1})),
        (&MAP, json!([1, 2, 3, 4, 5])),
        (&ORDER, json!({"n": 2})),
        (&VOTE, json!({})),
        (&GIVEN, json!({"items": [1, 2, 3, 4, 5], "count": 2})),
    ];
    let mut restored = 0_u32;
    for (machine, input) in machines {
        for text in snapshots(machine, input, &mut dice) {
            for _ in 0..200 {
                // The hash of the machine stays, or nothing but that would be looked at.
                let (head, state) =
                    text.split_at(text.find("\"state\"").expect("every snapshot has one"));
                let changed = format!("{head}{}", extreme(state, &mut dice));
                if let Ok(mut run) = restore(machine, &changed) {
                    restored += 1;
                    let _ = format!("{:?}", run.operations().len());
                    play(&mut run, &mut dice, &mut |_| ());
                }
            }
        }
    }
    assert!(restored > 200, "{restored} restored");
}

/// A cheap stream of numbers.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = fnv1a(&self.0.to_le_bytes());
        usize::try_from(self.0 >> 8).expect("64 bits") % sides
    }
}

/// Snapshots of a machine from all along a run, each with the fuel of one transition.
fn snapshots(machine: &'static Machine, input: Value, dice: &mut Dice) -> Vec<String> {
    let mut run = Execution::start(machine, input, StartOptions::default().fuel(1));
    let mut texts = Vec::new();
    play(&mut run, dice, &mut |run| texts.push(run.snapshot().to_json_string()));
    texts
}

/// Runs on with whatever outcome the dice say. It must end or come to a stop, and never panic.
fn play(run: &mut Execution, dice: &mut Dice, see: &mut dyn FnMut(&Execution)) {
    let mut open: Vec<OpKey> = Vec::new();
    for now in 0..60 {
        see(run);
        while let Some(command) = run.next_command() {
            match command {
                Command::Run { op, .. }
                | Command::Hold { op, .. }
                | Command::Timer { op, .. }
                | Command::Read { op, .. }
                | Command::Write { op, .. } => open.push(op),
                Command::Detach { op, .. } => run.acknowledge(op),
                Command::Cancel { op } => open.retain(|other| *other != op),
            }
        }
        if run.is_runnable() {
            run.advance(now);
        } else if !open.is_empty() && run.result().is_none() {
            let op = open.swap_remove(dice.roll(open.len()));
            let outcome = match dice.roll(8) {
                // The end of what a Map reads, or some of it; for a task it is no answer.
                6 => Outcome::Items(Vec::new(), "s3://a/b".into()),
                7 => Outcome::Items(vec![json!(1), json!([2])], "s3://a/b".into()),
                0 => Outcome::Failed(asl_value::TaskError::named("Busy")),
                1 => Outcome::TimedOut,
                _ => Outcome::Done(json!([now, "done"])),
            };
            run.complete(op, outcome, now);
        } else if run.send(asl_execution::Event::named("paid").with_data(json!(1)), now).is_err()
            || !run.is_runnable()
        {
            return;
        }
    }
}

/// Another text, by one small change somewhere.
fn mutate(text: &str, dice: &mut Dice) -> String {
    let letters: Vec<char> = text.chars().collect();
    let numbers: Vec<usize> =
        (0..letters.len()).filter(|at| letters[*at].is_ascii_digit()).collect();
    let at = if dice.roll(4) > 0 && !numbers.is_empty() {
        numbers[dice.roll(numbers.len())]
    } else {
        dice.roll(letters.len())
    };
    let with = [
        "0",
        "1",
        "2",
        "7",
        "4294967295",
        "18446744073709551615",
        "-1",
        "null",
        "{",
        "}",
        "]",
        ",",
        "\"",
        "",
    ];
    let mut changed: String = letters[..at].iter().collect();
    changed.push_str(with[dice.roll(with.len())]);
    changed.extend(&letters[at + dice.roll(3).min(letters.len() - at)..]);
    changed
}

#[test]
fn a_tampered_snapshot_is_an_error_or_an_execution_but_never_a_panic() {
    let mut dice = Dice(11);
    let machines: [(&'static Machine, Value); 11] = [
        (&RETRY, json!(1)),
        (&FAN, json!({"n": 1})),
        (&MAP, json!([1, 2, 3, 4, 5])),
        (&NESTED, json!(1)),
        (&LOOP, json!(9)),
        (&ORDER, json!({"n": 2})),
        (&VOTE, json!({})),
        (&GIVEN, json!({"items": [1, 2, 3, 4, 5], "count": 2})),
        (&READ, json!({"batch": 2})),
        (&WRITTEN, json!({"count": 3})),
        (&CHILDREN, json!({"items": [{"items": [1, 2]}, {"items": [], "count": 0}], "count": 1})),
    ];
    let (mut refused, mut accepted) = (0_u32, 0_u32);
    for (machine, input) in machines {
        for text in snapshots(machine, input.clone(), &mut dice) {
            let mut run = restore(machine, &text).expect("as it was saved, it is sound");
            assert_eq!(run.snapshot().to_json_string(), text);
            play(&mut run, &mut dice, &mut |_| ());
            for _ in 0..60 {
                let mut changed = mutate(&text, &mut dice);
                if dice.roll(2) == 0 {
                    changed = mutate(&changed, &mut dice);
                }
                match restore(machine, &changed) {
                    Err(error) => refused += u32::from(!error.to_string().is_empty()),
                    Ok(mut run) => {
                        accepted += 1;
                        play(&mut run, &mut dice, &mut |_| ());
                    }
                }
            }
        }
    }
    assert!(refused > 1_000 && accepted > 200, "{refused} refused, {accepted} accepted");
}
