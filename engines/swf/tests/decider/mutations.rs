//! Damaged histories: the result is an error or an answer, but never a panic.

use asl_language::random::SplitMix64;
use asl_swf::model::{Event, EventAttributes};
use asl_swf::{DeciderOptions, Markers};
use serde_json::json;

use super::story::Story;
use super::{approval, nested, order, race, tokens};

fn stories() -> Vec<Story> {
    let options = || DeciderOptions::default().lambda(true).markers(Markers::All);
    let mut order = Story::with(&order::MACHINE, &json!({"order": 7}), options());
    order.answer();
    // With this option the activities are functions.
    let scheduled = order.opened("Charge#0");
    order.push(super::story::attributes(
        "LambdaFunctionCompleted",
        json!({"scheduledEventId": scheduled, "startedEventId": 0, "result": "1"}),
    ));
    order.answer();

    let mut race = Story::with(&race::MACHINE, &json!({}), options());
    race.decider = Story::new(&race::MACHINE, &json!({})).decider;
    race.answer();
    race.failed("Fan#0.1.Risky#0", "Boom", "");
    race.answer();
    race.canceled("Fan#0.0.Slow#0");
    race.done("Tell#1", &json!(1));
    race.answer();

    let mut nested = Story::new(&nested::MACHINE, &json!({"order": 1}));
    nested.answer();
    nested.child("audit-7", "Started", json!({}));
    nested.answer();
    nested.child("order-7.run-1.Text#1", "Started", json!({}));
    nested.child("order-7.run-1.Text#1", "Failed", json!({"reason": "Lost"}));
    nested.answer();

    let mut approval = Story::new(&approval::MACHINE, &json!({"order": 7}));
    approval.answer();
    approval.signal("note", &json!(1));
    approval.signal("approved", &json!({"by": "Ada"}));
    approval.answer();
    approval.child("order-7.run-1.Ship#2", "Started", json!({}));
    approval.child("order-7.run-1.Ship#2", "Completed", json!({"result": "1"}));
    approval.answer();

    let mut tokens = Story::new(&tokens::MACHINE, &json!({}));
    tokens.answer();
    tokens.done("Ask#0", &json!(1));
    tokens.pass(60_000);
    tokens.fired("Ask#0^silence");
    tokens.answer();
    vec![order, race, nested, approval, tokens]
}

/// Drops, doubles, moves and alters events; some keep their numbers, some get new ones.
fn damage(events: &mut Vec<Event>, others: &[Event], dice: &mut SplitMix64) {
    for _ in 0..=dice.index(3) {
        let at = dice.index(events.len());
        match dice.index(7) {
            0 if events.len() > 1 => drop(events.remove(at)),
            1 => events.insert(at, events[dice.index(events.len())].clone()),
            2 => {
                let other = dice.index(events.len());
                events.swap(at, other);
            }
            3 => events[at].attributes = others[dice.index(others.len())].attributes.clone(),
            4 => alter(&mut events[at], dice),
            5 => events.insert(at, others[dice.index(others.len())].clone()),
            _ => events[at].event_id = i64::try_from(dice.index(40)).unwrap() - 5,
        }
    }
    if dice.index(4) > 0 {
        for (event, id) in events.iter_mut().zip(1..) {
            event.event_id = id;
        }
    }
}

/// Changes one field of an event through its JSON. The event is unchanged if the result is not an
/// event.
fn alter(event: &mut Event, dice: &mut SplitMix64) {
    let mut json = serde_json::to_value(&*event).unwrap();
    let Some(fields) =
        json.as_object_mut().unwrap().values_mut().find_map(|value| value.as_object_mut())
    else {
        return;
    };
    let keys: Vec<String> = fields.keys().cloned().collect();
    if keys.is_empty() {
        return;
    }
    let value = &mut fields[&keys[dice.index(keys.len())]];
    *value = match (value.is_number(), dice.index(4)) {
        (true, 0) => json!(i64::MAX),
        (true, 1) => json!(-1),
        (true, _) => json!(dice.index(30)),
        (false, 0) => json!(""),
        (false, 1) => json!("Charge#0"),
        (false, 2) => json!("{\"taskToken\":\"a.1.b\"}"),
        (false, _) => json!("[".repeat(2_000)),
    };
    if let Ok(altered) = serde_json::from_value(json) {
        *event = altered;
    }
}

#[test]
fn no_damage_makes_it_panic() {
    const ROUNDS: usize = 4_000;
    let stories = stories();
    let others: Vec<Event> = stories.iter().flat_map(|story| story.task.events.clone()).collect();
    let mut dice = SplitMix64::new(7);
    let (mut answers, mut errors) = (0, 0);
    for story in &stories {
        assert!(story.decider.decide(&story.task).is_ok());
        for round in 0..ROUNDS {
            let mut task = story.task.clone();
            task.started_event_id = 0;
            if round % 2 == 0 {
                // So that there is something to decide.
                let last = task.events.iter().rposition(|event| {
                    matches!(event.attributes, EventAttributes::DecisionTaskStarted(_))
                });
                task.events.truncate(last.unwrap() + 1);
            }
            damage(&mut task.events, &others, &mut dice);
            match story.decider.decide(&task) {
                Ok(decided) => {
                    answers += 1;
                    assert_eq!(
                        story.decider.decide(&task).unwrap(),
                        decided,
                        "the same history, the same answer"
                    );
                    let closing =
                        decided.decisions.iter().position(asl_swf::model::Decision::closes);
                    assert!(
                        closing.is_none_or(|at| at + 1 == decided.decisions.len()),
                        "the end comes last"
                    );
                }
                Err(error) => {
                    errors += 1;
                    assert!(!error.to_string().is_empty());
                }
            }
        }
    }
    assert!(
        answers > 500 && errors > 500,
        "{answers} answers and {errors} errors are no test of both"
    );
}
