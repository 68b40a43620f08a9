//! Types that change under executions of a store.

use asl_durable::testing::{Reply, Request, TaskReport};
use asl_durable::{CallError, StoreError, UnfitData};
use asl_runtime::execution::TokenError;
use asl_runtime::machine::Machine;
use asl_runtime::versions::types;
use asl_runtime::{Value, json};

use super::world::{World, options};

/// The machine as a program without types has it.
mod untyped {
    asl_runtime::asl_machine!(pub(crate) "definitions/booking.asl.json");
}

/// The first release.
mod first {
    use asl_runtime::Shape;
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize, Shape)]
    pub(crate) struct Trip {
        to: String,
    }

    #[derive(Serialize, Deserialize, Shape)]
    pub(crate) struct Reservation {
        seat: String,
    }

    #[derive(Serialize, Shape)]
    pub(crate) struct Answer {
        accepted: bool,
    }

    asl_runtime::asl_machine! {
        pub(crate) "definitions/booking.asl.json",
        input = Trip,
        tasks = { reserve_seat: fn(Trip) -> Reservation },
        answers = { ask_customer: Answer },
    }
}

/// A release in which a reservation needs one more field.
mod second {
    use asl_runtime::Shape;
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize, Shape)]
    pub(crate) struct Reservation {
        seat: String,
        hold: u32,
    }

    asl_runtime::asl_machine! {
        pub(crate) "definitions/booking.asl.json",
        input = super::first::Trip,
        tasks = { reserve_seat: fn(super::first::Trip) -> Reservation },
        answers = { ask_customer: super::first::Answer },
    }
}

/// A release in which the machine has changed as well: its states have other numbers.
mod longer {
    asl_runtime::asl_machine! {
        pub(crate) "definitions/moves/booking/booking.asl.json",
        input = super::first::Trip,
        tasks = { reserve_seat: fn(super::first::Trip) -> super::second::Reservation },
        answers = { ask_customer: super::first::Answer },
    }
}

/// A release in which the field need not be there.
mod third {
    use asl_runtime::Shape;
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize, Shape)]
    pub(crate) struct Reservation {
        seat: String,
        #[serde(default)]
        hold: u32,
    }

    asl_runtime::asl_machine! {
        pub(crate) "definitions/booking.asl.json",
        input = super::first::Trip,
        tasks = { reserve_seat: fn(super::first::Trip) -> Reservation },
        answers = { ask_customer: super::first::Answer },
    }
}

const FIRST: &Machine = &first::booking::MACHINE;
const SECOND: &Machine = &second::booking::MACHINE;
const THIRD: &Machine = &third::booking::MACHINE;

/// An execution that has reserved a seat and waits for the customer. Returns its token.
fn waiting(world: &mut World, name: &str, reserved: &Value) -> String {
    world.start("booking", name, json!({"to": "Oslo"}));
    world.done(&format!("booking:{name}.Reserve#0"), json!({"Payload": (reserved.clone())}));
    let key = format!("booking:{name}.Ask#1");
    let token = world.task(&key).token;
    world.hear(&key, TaskReport::Submitted(json!({})));
    token
}

fn seat() -> Value {
    json!({"seat": "12A"})
}

/// The store opens with another release.
fn upgrade(world: &mut World, machine: &'static Machine) -> Vec<UnfitData> {
    world.now += 1_000;
    world.machines = vec![machine];
    world.crash();
    world.core.unfit_data().to_vec()
}

#[test]
fn a_new_required_field_is_reported_before_anything_runs() {
    let mut world = World::new(&[FIRST], options());
    let token = waiting(&mut world, "a", &seat());
    world.start("booking", "b", json!({"to": "Rome"}));
    assert_eq!(upgrade(&mut world, FIRST), []);
    // Twice: the earlier types are kept as long as an execution may have them.
    for _ in 0..2 {
        let unfit = upgrade(&mut world, SECOND);
        let texts: Vec<String> = unfit.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            ["the execution `booking:a` has a result of `Reserve` \
              (tests/definitions/booking.asl.json:5:5) that no longer fits `Reservation`, which needs \
              the member `hold`"]
        );
        assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
    }
    // What the guide says to do.
    assert_eq!(upgrade(&mut world, THIRD), []);
    assert_eq!(upgrade(&mut world, SECOND).len(), 1);
    // It is a warning: the execution continues.
    let accepted = json!({"accepted": true});
    assert!(matches!(world.ask(Request::success(&token, accepted)), Ok(Reply::Done)));
    world.done("booking:a.Confirm#2", json!("ok"));
    assert_eq!(world.result("booking:a"), Ok(json!("ok")));
    assert_eq!(upgrade(&mut world, SECOND), []);
}

#[test]
fn a_store_may_be_refused_and_stays_as_it_is() {
    let mut world = World::new(&[FIRST], options());
    waiting(&mut world, "a", &seat());
    world.options = options().refuse_unfit_data(true);
    let error = world.reopened(&[SECOND]).err().expect("it is refused");
    assert!(matches!(error, StoreError::UnfitData { .. }));
    let text = error.to_string();
    assert!(text.contains("`booking:a` has a result of `Reserve`"), "{text}");
    assert!(text.ends_with("open the store without `refuse_unfit_data`"), "{text}");
    let (core, _) = world.reopened(&[FIRST]).expect("nothing has changed");
    assert_eq!(core.unfit_data(), []);
}

#[test]
fn values_that_happen_to_fit_are_no_finding() {
    let mut world = World::new(&[FIRST], options());
    waiting(&mut world, "a", &json!({"seat": "12A", "hold": 7}));
    assert_eq!(upgrade(&mut world, SECOND), []);
    // One that started later has the new type, whatever the old one was.
    waiting(&mut world, "b", &seat());
    assert_eq!(upgrade(&mut world, SECOND), []);
    let Ok(Reply::Unfit(unfit)) = world.ask(Request::Check) else { panic!("it is checked") };
    let ids: Vec<&str> = unfit.iter().map(|unfit| unfit.id.as_str()).collect();
    assert_eq!(ids, ["booking:b"], "a check looks at all values");
}

#[test]
fn stores_of_earlier_releases_open_as_before() {
    let mut plain = World::new(&[&untyped::booking::MACHINE], options());
    let token = waiting(&mut plain, "a", &seat());
    let before = plain.history("booking:a");
    // The store has no types of the execution, so nothing is known.
    assert_eq!(upgrade(&mut plain, SECOND), []);
    assert_eq!(plain.history("booking:a"), before);
    // A program without types opens a store with types, and leaves them there.
    assert_eq!(upgrade(&mut plain, &untyped::booking::MACHINE), []);
    assert_eq!(upgrade(&mut plain, FIRST), []);
    assert_eq!(upgrade(&mut plain, SECOND).len(), 1, "from now on it is");
    let accepted = json!({"accepted": true});
    assert!(matches!(plain.ask(Request::success(&token, accepted)), Ok(Reply::Done)));
}

#[test]
fn a_crash_after_every_step_changes_nothing_with_types() {
    let run = |world: &mut World| {
        let token = waiting(world, "a", &seat());
        let accepted = json!({"accepted": true});
        assert!(matches!(world.ask(Request::success(&token, accepted)), Ok(Reply::Done)));
        world.done("booking:a.Confirm#2", json!("ok"));
        world.history("booking:a")
    };
    let expected = run(&mut World::new(&[&untyped::booking::MACHINE], options()));
    for machine in [FIRST, THIRD] {
        let mut world = World::new(&[machine], options().snapshot_every(1));
        world.crashes = true;
        assert_eq!(run(&mut world), expected);
        assert_eq!(world.core.verify().problems, []);
    }
}

#[test]
fn without_its_inputs_an_execution_may_have_what_does_not_fit() {
    let mut world = World::new(&[FIRST], options().keep_history(false));
    waiting(&mut world, "a", &seat());
    world.sleep(100_000);
    assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
    let unfit = upgrade(&mut world, SECOND);
    let texts: Vec<String> = unfit.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        ["the execution `booking:a` has a result of `Reserve` \
          (tests/definitions/booking.asl.json:5:5) that may no longer fit `Reservation`: its value is \
          unknown"]
    );
    assert!(matches!(world.ask(Request::Check), Ok(Reply::Unfit(unfit)) if unfit.is_empty()));
    assert_eq!(upgrade(&mut world, THIRD), [], "each earlier reservation fits");
}

#[test]
fn a_wrong_answer_is_refused_where_it_is_given() {
    let mut world = World::new(&[FIRST], options());
    let token = waiting(&mut world, "a", &seat());
    for (wrong, why) in [
        (json!({"accepted": "yes"}), "needs a boolean at `accepted`"),
        (json!({"acepted": true}), "needs the member `accepted`"),
        (json!(null), "needs an object"),
    ] {
        let refused = world.ask(Request::success(&token, wrong)).expect_err("it is refused");
        assert!(matches!(refused, CallError::Token(TokenError::WrongAnswer(_))), "{refused:?}");
        let place =
            "the answer for `Ask` (tests/definitions/booking.asl.json:12:5) is no `Answer`: ";
        assert_eq!(refused.to_string(), format!("{place}{why}"));
        world.crash();
    }
    let accepted = json!({"accepted": false});
    assert!(matches!(world.ask(Request::success(&token, accepted)), Ok(Reply::Done)));
    assert!(world.begun.contains_key("booking:a.Confirm#2"));
}

#[test]
fn a_text_of_types_that_cannot_be_read_is_unknown() {
    let text = types::types_text(FIRST).expect("it has types");
    let mut suspects = types::Suspects::new();
    assert_eq!(types::add_suspects(SECOND, &text, &mut suspects), Ok(()));
    assert_eq!(suspects.len(), 1);
    for (text, why) in [
        ("", "it cannot be read"),
        ("{\"version\":1}", "it cannot be read"),
        ("{\"version\":2,\"shapes\":[],\"entries\":[]}", "it is of another version"),
        (
            "{\"version\":1,\"shapes\":[\"\\\"more\\\"\"],\"entries\":[[\"input\",0]]}",
            "it has a shape that cannot be read",
        ),
    ] {
        assert_eq!(types::add_suspects(SECOND, text, &mut suspects), Err(why), "{text}");
    }
    let beyond = "{\"version\":1,\"shapes\":[],\"entries\":[[\"input\",7],[{\"result\":99},0]]}";
    assert_eq!(types::add_suspects(SECOND, beyond, &mut suspects), Ok(()));
    assert_eq!(types::types_text(&untyped::booking::MACHINE), None);
}

#[test]
fn an_execution_whose_types_changed_is_refused_before_it_moves() {
    let longer: &'static Machine = &longer::booking::MACHINE;
    let mut world = World::new(&[FIRST], options().refuse_unfit_data(true));
    let token = waiting(&mut world, "a", &seat());
    world.core.leave_snapshots(world.now).expect("the disk works");
    world.step();
    let error = world.reopened(&[longer]).err().expect("it is refused").to_string();
    assert!(error.contains("`booking:a` has a result of `Reserve`"), "{error}");
    assert!(error.contains("may no longer fit `super::second::Reservation`"), "{error}");
    world.crash();
    assert_eq!(world.describe("booking:a").summary.version, FIRST.version());
    assert!(!world.history("booking:a").contains("ExecutionMigrated"));
    // Without that option it is reported, and again when the store is opened once more.
    world.options = options();
    for _ in 0..2 {
        assert_eq!(upgrade(&mut world, longer).len(), 1);
        assert_eq!(world.describe("booking:a").summary.version, longer.version());
        assert!(matches!(world.ask(Request::Compact), Ok(Reply::Compacted(_))));
    }
    let accepted = json!({"accepted": true});
    assert!(matches!(world.ask(Request::success(&token, accepted)), Ok(Reply::Done)));
    world.done("booking:a.Confirm#2", json!("ok"));
    assert_eq!(upgrade(&mut world, longer), []);
}
