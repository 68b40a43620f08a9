//! Tests of states as graphs: in the order of the specification's section 3, without nodes for
//! missing parts.

use super::*;

#[test]
fn a_state_without_anything_is_the_end() {
    assert_eq!(graph(&definition("", r#"{"name": "A", "start": true}"#)), ["0 end"]);
}

#[test]
fn a_state_that_only_leads_on_does_nothing() {
    let text =
        definition("", r#"{"name": "A", "start": true, "transitions": ["B"]}, {"name": "B"}"#);
    assert_eq!(graph(&text), ["0 eval  dropped -> 1", "1 end"]);
}

#[test]
fn filter_enter_action_transition_and_exit_action_follow_each_other() {
    let text = definition(
        "",
        r#"{"name": "A", "start": true, "inputFilter": "${ .x }", "enterAction": {"type": "injectData", "expression": "${ 1 }"},
            "enterResultHandler": "${ .a = $value }", "exitAction": {"type": "delay", "timeout": "PT1S"},
            "transitions": [{"nextState": "B", "action": {"type": "injectData", "expression": "${ 2 }"}}]}, {"name": "B"}"#,
    );
    assert_eq!(
        graph(&text),
        [
            "0 eval  of global -> 2",
            "1 end",
            "2 eval injectData of data merged -> 3",
            "3 eval injectData of data dropped -> 4",
            "4 invoke delay of nothing dropped -> 1",
        ]
    );
}

#[test]
fn a_state_that_ends_the_machine_runs_its_exit_action() {
    let text = definition(
        "",
        r#"{"name": "A", "start": true, "exitAction": {"type": "delay", "timeout": "PT1S"}}"#,
    );
    assert_eq!(graph(&text), ["0 invoke delay of nothing dropped -> 1", "1 end"]);
}

#[test]
fn an_exit_action_of_several_ways_is_one_node_and_goes_where_was_noted() {
    let text = definition(
        r#""events": [{"name": "E"}]"#,
        r#"{"name": "A", "start": true, "exitAction": {"type": "delay", "timeout": "PT1S"}, "transitions": [
            {"condition": "${ .a }", "nextState": "A"},
            {"eventGroups": [{"events": ["E"]}], "nextState": "B"},
            {"timeout": "PT5S", "nextState": "B"}]}, {"name": "B"}"#,
    );
    assert_eq!(
        graph(&text),
        [
            "0 branch 3 else 2",
            "1 end",
            "2 await 5 5 5000 5",
            "3 eval  dropped -> 4 for 0",
            "4 invoke delay of nothing dropped -> noted",
            "5 eval  dropped -> 4 for 1",
        ]
        .map(|line| line.replace("await 5 5 5000", "await 5 5000"))
    );
}

#[test]
fn a_transition_without_next_state_leads_back_and_never_to_the_entry() {
    let text = definition(
        "",
        r#"{"name": "A", "start": true, "transitions": [
            {"condition": "${ .n < 3 }", "action": {"type": "injectData", "expression": "${ .n + 1 }"}, "resultHandler": "${ .n = $value }"},
            {"condition": "${ true }", "nextState": "B"}]}, {"name": "B"}"#,
    );
    assert_eq!(
        graph(&text),
        [
            "0 eval  dropped -> 2",
            "1 end",
            "2 branch 4 1 else 3",
            "3 fail",
            "4 eval injectData of global merged -> 2"
        ]
    );
}

#[test]
fn children_of_a_parallel_get_a_copy_and_those_of_a_sequence_look_at_the_global_data() {
    let inner = r#"[{"type": "injectData", "expression": "${ . }"}, {"type": "sequence", "actions": [{"type": "injectData", "expression": "${ . }"}]}]"#;
    let kind =
        |kind: &str| graph(&with_action(&format!(r#"{{"type": "{kind}", "actions": {inner}}}"#)));
    assert_eq!(
        kind("parallel"),
        [
            "0 fork parallel Settled 0 [2 3] of global dropped -> 1",
            "1 end",
            "2 eval injectData of data -> end",
            "3 fork sequence All 1 [4] -> end",
            "4 eval injectData of data -> end",
        ]
    );
    assert_eq!(
        kind("sequence"),
        [
            "0 fork sequence All 1 [2 3] dropped -> 1",
            "1 end",
            "2 eval injectData of global -> end",
            "3 fork sequence All 1 [4] -> end",
            "4 eval injectData of global -> end",
        ]
    );
}

#[test]
fn an_element_is_all_that_the_action_of_a_for_each_sees() {
    let text = with_action(
        r#"{"type": "forEach", "input": "${ .a }", "maxParallel": 4, "action": {"type": "invokeSubflow", "subflowName": "S"}}"#,
    );
    assert_eq!(
        graph(&text),
        ["0 each Fixed(4) 2 dropped -> 1", "1 end", "2 invoke invokeSubflow -> end"]
    );
}

#[test]
fn the_action_of_the_time_out_is_a_graph_of_its_own() {
    let text = definition(
        r#""timeout": {"duration": "PT1H", "action": {"type": "injectData", "expression": "${ 1 }"}}"#,
        r#"{"name": "A", "start": true}"#,
    );
    let machine = machine(&text);
    let sm4c = machine.sm4c.as_ref().unwrap();
    assert_eq!((sm4c.timeout_millis, sm4c.on_timeout), (Some(3_600_000), Some(ir::NodeId(1))));
    assert_eq!(graph(&text), ["0 end", "1 eval injectData of global dropped -> end"]);
    assert_eq!((machine.scopes.len(), machine.scopes[1].owner, machine.states.len()), (2, None, 2));
}

#[test]
fn expressions_that_are_written_twice_are_compiled_once() {
    let text = definition(
        r#""functions": [{"name": "f", "type": "expression", "operation": "[., 1] | length"}, {"name": "g", "type": "expression", "operation": "${ fn:F }"}]"#,
        r#"{"name": "A", "start": true, "inputFilter": "${ fn:g }", "enterAction": {"type": "injectData", "expression": "${[., 1] | length}"},
            "exitAction": {"type": "invokeFunction", "functionName": "f"}}"#,
    );
    let machine = machine(&text);
    let program = |node: &ir::Node| {
        let NodeKind::Eval(eval) = &node.kind else { return None };
        let Some(ir::Expr::Jq(query)) = &eval.input.template else { return None };
        Some(query.program.clone())
    };
    let programs: Vec<_> = machine.nodes.iter().filter_map(program).collect();
    assert_eq!(programs.len(), 3);
    assert!(programs.iter().all(|program| std::sync::Arc::ptr_eq(program, &programs[0])));
}

#[test]
fn a_transition_that_is_never_taken_leaves_nothing_in_the_graph() {
    let text = definition(
        r#""functions": [{"name": "f", "operation": "o"}]"#,
        r#"{"name": "A", "start": true, "transitions": [
            {"condition": "${ .a }", "nextState": "B", "action": {"type": "parallel", "actions": [{"type": "invokeFunction", "functionName": "f"}]}},
            "B"]}, {"name": "B"}"#,
    );
    let machine = machine(&text);
    assert_eq!((machine.nodes.len(), machine.scopes.len(), machine.tasks.len()), (2, 1, 0));
}
