//! SM4C machines that hear events as signals.

use asl_runtime::engine::simulation::Simulation;
use asl_runtime::event::Event;
use asl_runtime::json;
use asl_swf::DeciderOptions;
use asl_swf_double::{Options, Queued};

use super::machines::talk;
use super::script::Script;
use super::world::{End, Trouble, World};

/// Operations of this machine have no time-outs.
const NO_LIMITS: &str = "{}";

#[test]
fn events_are_heard_in_order_and_none_is_lost() {
    let mut heard = 0;
    for seed in 0..40 {
        let script = Script::new(seed, NO_LIMITS);
        let mut events =
            vec![("said", json!(seed)), ("asked", json!([seed])), ("said", json!("again"))];
        events.rotate_left(usize::try_from(seed % 3).unwrap());
        events.truncate(usize::try_from(seed % 4).unwrap());
        let sim = events.iter().fold(Simulation::new(), |sim, (name, data)| {
            sim.event(1, Event::named(*name).with_data(data.clone()))
        });
        let simulated =
            sim.run(&talk::MACHINE, script.input(), |call| script.simulated(call, seed));
        let expected = simulated.result.map_or_else(
            |failure| End::Failed(failure.error().unwrap_or_default().to_owned()),
            End::Done,
        );
        let trouble = Trouble {
            dead_deciders: seed % 2 * 10,
            noise: seed % 3 * 5,
            cancel: None,
            refusals: 0,
        };
        let queued = if seed % 2 == 0 { Queued::AtAnswer } else { Queued::AtOnce };
        let mut world = World::new(
            &[&talk::MACHINE],
            &DeciderOptions::default().checkpoints(seed % 3 * 2),
            script,
            trouble,
            seed,
            Options { queued, ..Options::default() },
        );
        for (name, data) in &events {
            world.will_signal(name, &data.to_string());
        }
        let end = world.run();
        assert_eq!(end, expected, "seed {seed}: {}", world.text());
        heard += events.len();
        world.replay();
    }
    assert!(heard > 40, "{heard} were heard");
}
