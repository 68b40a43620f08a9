//! Tasks that run in the invocation that drives the execution.

use super::*;
use crate::payload::Payload;
use crate::service_form::runs_in_place;
use crate::wire::Begin;

#[test]
fn tasks_in_place_end_as_calls() {
    for (machine, input) in cases().into_iter().chain(random_cases()) {
        for long in [3, u64::MAX] {
            let (mut calls, mut in_place) = (World::new(1), World::new(1));
            in_place.is_in_place = true;
            assert_eq!(
                in_place.run(machine, input.clone(), long),
                calls.run(machine, input.clone(), long),
                "{}",
                machine.name
            );
            assert_eq!(in_place.run, calls.run, "{}", machine.name);
            assert_eq!(calls.in_place, 0, "{}", machine.name);
        }
    }
}

#[test]
fn a_machine_that_waits_for_tasks_alone_calls_none() {
    let mut world = World { is_in_place: true, ..World::new(1) };
    world.run(&count::MACHINE, json!({"n": 0, "until": 30}), u64::MAX).expect("it succeeds");
    assert_eq!(world.in_place, 30);
    assert!(!world.log.iter().any(|effect| effect.starts_with("Call")), "{:?}", world.log);
}

#[test]
fn branches_and_limited_tasks_are_calls() {
    let driver =
        |machine, input| driver_with(machine, input, Setting { is_in_place: true, ..setting(99) });
    for (machine, input) in [(&fan::MACHINE, json!({"a": 1})), (&limits::MACHINE, json!({}))] {
        let (effects, _) = pump(&mut driver(machine, input));
        let is_in_place = |effect: &Effect| matches!(effect, Effect::InPlace { .. });
        assert!(!effects.iter().any(is_in_place), "{effects:?}");
    }
}

#[test]
fn machines_that_may_wait_without_a_task_do_not_run_tasks_in_place() {
    assert!(runs_in_place(&count::MACHINE));
    assert!(runs_in_place(&endless::MACHINE), "it never waits");
    for machine in [
        &order::MACHINE,   // a Wait
        &fan::MACHINE,     // branches
        &each::MACHINE,    // items
        &limits::MACHINE,  // time-outs
        &approve::MACHINE, // a task token
        &parent::MACHINE,  // a child machine
    ] {
        assert!(!runs_in_place(machine), "{}", machine.name);
    }
}

#[test]
fn a_journal_of_the_format_before_has_calls_only() {
    let begin = Payload::from_bytes(br#"{"format":2,"hash":1,"now":1,"seed":1}"#);
    let begin: Begin = begin.read().expect("it is still read");
    assert!(!begin.is_in_place);
}
