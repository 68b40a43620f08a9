//! Random machines with random scripts in random orders.

use std::time::Duration;

use asl_runtime::engine::simulation::Simulation;
use asl_runtime::machine::Machine;
use asl_swf::{DeciderOptions, Markers};
use asl_swf_double::{Options, Queued, Unhandled};

use super::machines::RANDOM;
use super::script::Script;
use super::world::{End, Trouble, World};

/// Scripts for each machine. With more of them a difference may also be a race that the simulated
/// orders have not met: a decider that is dead for a minute lets time-outs of other branches win.
const SCRIPTS: u64 = 6;
/// Orders in which each script is simulated, to see whether the end depends on them.
const SIMULATED: u64 = 8;

/// How the machine ends in the simulation; nothing if that depends on the order in which tasks end.
fn simulated(machine: &'static Machine, script: &Script) -> Option<End> {
    let mut ends = (0..SIMULATED).map(|order| {
        let simulated = Simulation::new()
            .seed(order)
            .run(machine, script.input(), |call| script.simulated(call, order));
        match simulated.result {
            Ok(output) => End::Done(output),
            Err(failure) => End::Failed(failure.error().unwrap_or_default().to_owned()),
        }
    });
    let first = ends.next()?;
    ends.all(|end| end == first).then_some(first)
}

/// The double's own freedoms, each in turn.
fn options(order: u64) -> Options {
    Options {
        seed: order,
        queued: if order.is_multiple_of(2) { Queued::AtAnswer } else { Queued::AtOnce },
        unhandled: if order.is_multiple_of(3) { Unhandled::Fault } else { Unhandled::Event },
        delivery: Duration::from_millis(order % 5 * 100),
        ..Options::default()
    }
}

/// What is compared: not where the run has troubles that the simulation has not.
fn comparable(machine: &Machine, trouble: &Trouble) -> bool {
    // Time-outs of whole machines race with deciders that die.
    trouble.refusals == 0 && (machine.timeout_seconds.is_none() || trouble.dead_deciders == 0)
}

/// Runs every machine on the double; how many ends were compared, and how many answers were given
/// again.
fn all(trouble: &Trouble, decider: &DeciderOptions) -> (usize, usize) {
    let (mut compared, mut replayed, mut resumed) = (0, 0, 0);
    for (at, (machine, definition)) in RANDOM.iter().enumerate() {
        for seed in 0..SCRIPTS {
            let script = Script::new(seed, definition);
            let expected = simulated(machine, &script).filter(|_| comparable(machine, trouble));
            let mut world =
                World::new(&[machine], decider, script, trouble.clone(), seed, options(seed));
            let end = world.run();
            if let Some(expected) = expected {
                assert_eq!(end, expected, "machine {at}, seed {seed}: {}", world.text());
                compared += 1;
            }
            let again = world.replay();
            (replayed, resumed) = (replayed + again.answers, resumed + again.resumed);
        }
    }
    assert!(decider.checkpoints == 0 || resumed > 100, "{resumed} answers from a checkpoint");
    (compared, replayed)
}

#[test]
fn random_machines_end_as_they_do_in_the_simulation() {
    let (compared, replayed) = all(&Trouble::NONE, &DeciderOptions::default());
    assert!(compared >= 100 && replayed >= 500, "{compared} ends, {replayed} answers");
}

#[test]
fn deciders_that_die_and_signals_that_nobody_waits_for_change_nothing() {
    let trouble = Trouble { dead_deciders: 15, noise: 10, cancel: None, refusals: 0 };
    let (compared, replayed) = all(&trouble, &DeciderOptions::default());
    assert!(compared >= 80 && replayed >= 500, "{compared} ends, {replayed} answers");
}

#[test]
fn runs_that_go_on_in_new_ones_end_the_same() {
    let options = DeciderOptions::default().continue_after(20);
    let (compared, replayed) = all(&Trouble::NONE, &options);
    assert!(compared >= 100 && replayed >= 500, "{compared} ends, {replayed} answers");
}

#[test]
fn deciders_that_read_back_to_a_checkpoint_decide_as_those_that_read_all_of_it() {
    let options = |checkpoints| DeciderOptions::default().checkpoints(checkpoints);
    for (checkpoints, trouble) in [
        (1, Trouble::NONE),
        (6, Trouble { dead_deciders: 15, noise: 10, cancel: None, refusals: 0 }),
        (5, Trouble { dead_deciders: 5, noise: 5, cancel: Some(7), refusals: 10 }),
    ] {
        let options = options(checkpoints).markers(Markers::All);
        let (compared, replayed) = all(&trouble, &options);
        let comparable = trouble.cancel.is_none();
        assert!(
            compared >= if comparable { 80 } else { 0 } && replayed >= 500,
            "{compared} ends, {replayed} answers"
        );
    }
}

#[test]
fn checkpoints_in_runs_that_are_continued_change_nothing() {
    let options = DeciderOptions::default().checkpoints(8).continue_after(30).lambda(true);
    let (compared, replayed) = all(&Trouble::NONE, &options);
    assert!(compared >= 100 && replayed >= 500, "{compared} ends, {replayed} answers");
}

#[test]
fn lambda_functions_that_the_service_calls_do_the_same() {
    let options = DeciderOptions::default().lambda(true).markers(Markers::All);
    let (compared, replayed) = all(&Trouble::NONE, &options);
    assert!(compared >= 100 && replayed >= 500, "{compared} ends, {replayed} answers");
}

#[test]
fn what_the_service_refuses_is_an_end_like_others_and_the_same_when_read_again() {
    let trouble = Trouble { dead_deciders: 5, noise: 5, cancel: None, refusals: 10 };
    let (_, replayed) = all(&trouble, &DeciderOptions::default());
    assert!(replayed >= 500, "{replayed} answers");
}
