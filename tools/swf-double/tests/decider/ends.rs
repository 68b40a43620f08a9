//! Cancellation at every moment.

use asl_swf::DeciderOptions;
use asl_swf_double::Options;

use super::machines::RANDOM;
use super::script::Script;
use super::world::{End, Trouble, World};

#[test]
fn a_request_to_cancel_ends_an_execution_at_any_turn() {
    let mut canceled = 0;
    for (at, (machine, definition)) in RANDOM.iter().enumerate() {
        for turn in 1..25 {
            let trouble = Trouble { cancel: Some(turn), ..Trouble::NONE };
            let mut world = World::new(
                &[machine],
                &DeciderOptions::default().checkpoints(turn % 5),
                Script::new(1, definition),
                trouble,
                turn,
                Options::default(),
            );
            let end = world.run();
            // What had happened before the first task that shows the request may have been the end,
            // however often the service refuses it.
            let text = world.text();
            let behind = text.split("WorkflowExecutionCancelRequested").nth(1).unwrap_or_default();
            let (tasks, refused) = (
                behind.matches("\"DecisionTaskStarted\"").count(),
                behind.matches("UNHANDLED_DECISION").count(),
            );
            assert!(
                end == End::Canceled || tasks <= refused + 1,
                "machine {at}, turn {turn}: {end:?}\n{text}"
            );
            canceled += usize::from(end == End::Canceled);
            world.replay();
        }
    }
    assert!(canceled > 200, "{canceled} were cancelled");
}
