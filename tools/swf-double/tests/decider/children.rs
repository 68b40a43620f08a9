//! Machines that start machines.

use asl_runtime::engine::simulation::Simulation;
use asl_runtime::{Value, json};
use asl_swf::DeciderOptions;
use asl_swf::model::{ChildPolicy, WorkflowExecution};
use asl_swf::service::TerminateWorkflowExecution;
use asl_swf_double::Options;

use super::machines::{family, kin, rivals};
use super::script::Script;
use super::world::{End, Trouble, World};

const KIN: &str = include_str!("../machines/kin.asl.json");

/// How the child answers the item, in the simulation.
fn answer(script: &Script, n: &Value, item: &Value) -> Value {
    let simulated = Simulation::new().run(
        &kin::MACHINE,
        json!({"n": n.clone(), "item": item.clone()}),
        |call| script.simulated(call, 1),
    );
    simulated.result.unwrap_or_else(|_| json!("lost"))
}

#[test]
fn children_answer_their_parent_or_fail_it() {
    let (mut lost, mut answered) = (0, 0);
    for seed in 0..40 {
        let script = Script::new(seed, KIN);
        let input = script.input();
        let items = input
            .get("list")
            .and_then(Value::as_array)
            .unwrap()
            .iter()
            .cloned()
            .collect::<Vec<_>>();
        let expected: Vec<Value> =
            items.iter().map(|item| answer(&script, input.get("n").unwrap(), item)).collect();
        lost += expected.iter().filter(|answer| **answer == json!("lost")).count();
        answered += expected.iter().filter(|answer| **answer != json!("lost")).count();
        let trouble =
            Trouble { dead_deciders: seed % 3 * 5, noise: seed % 2 * 5, cancel: None, refusals: 0 };
        let mut world = World::new(
            &[&family::MACHINE, &kin::MACHINE],
            &DeciderOptions::default().checkpoints(seed % 4 * 3),
            script,
            trouble,
            seed,
            Options::default(),
        );
        assert_eq!(world.run(), End::Done(Value::from(expected)), "seed {seed}: {}", world.text());
        world.replay();
    }
    assert!(lost > 5 && answered > 5, "{lost} lost, {answered} answered");
}

/// The child of `w`, if it was started.
fn child(world: &World) -> Option<WorkflowExecution> {
    let events = world.double.history(&world.double.runs("w").pop()?).unwrap();
    events.iter().find_map(|event| match &event.attributes {
        asl_swf::model::EventAttributes::ChildWorkflowExecutionStarted(started) => {
            Some(started.workflow_execution.clone())
        }
        _ => None,
    })
}

/// Takes turns until the child has ended; how.
fn end_of_child(world: &mut World, child: &WorkflowExecution) -> String {
    loop {
        if let Some(status) =
            world.double.describe_workflow_execution("test", child).unwrap().close_status
        {
            return status;
        }
        world.turn();
    }
}

#[test]
fn a_child_that_loses_is_cancelled() {
    let mut canceled = 0;
    for seed in 0..20 {
        let script = Script::new(seed, KIN);
        let fails = Simulation::new()
            .run(&kin::MACHINE, script.input(), |call| script.simulated(call, 1))
            .elapsed
            < 10_000;
        let mut world = World::new(
            &[&rivals::MACHINE, &kin::MACHINE],
            &DeciderOptions::default().checkpoints(seed % 2),
            script,
            Trouble::NONE,
            seed,
            Options::default(),
        );
        let end = world.run();
        if fails {
            continue;
        }
        assert_eq!(end, End::Done(json!("gone")), "{}", world.text());
        let child = child(&world).unwrap();
        assert_eq!(end_of_child(&mut world, &child), "CANCELED", "{}", world.text());
        world.replay();
        canceled += 1;
    }
    assert!(canceled > 5, "{canceled} were cancelled");
}

#[test]
fn a_child_whose_parent_is_terminated_may_cancel_itself() {
    let script = Script::new(0, KIN);
    let mut world = World::new(
        &[&rivals::MACHINE, &kin::MACHINE],
        &DeciderOptions::default(),
        script,
        Trouble::NONE,
        1,
        Options::default(),
    );
    let child = loop {
        world.turn();
        if let Some(child) = child(&world) {
            break child;
        }
    };
    // The policy is the parent's.
    let child_policy = Some(ChildPolicy::RequestCancel);
    let request = TerminateWorkflowExecution {
        domain: "test".into(),
        workflow_id: "w".into(),
        child_policy,
        ..Default::default()
    };
    world.double.terminate_workflow_execution(request).unwrap();
    assert_eq!(end_of_child(&mut world, &child), "CANCELED");
}
