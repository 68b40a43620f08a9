//! Hand-written machines for the tests: tables and functions as the compiler emits them.

use asl_execution::machine::for_each::{EachRow, iterate};
use asl_execution::machine::{
    Catcher, Effect, Form, Kind, Machine, Next, Node, NodeId, Retrier, StateKind, Step, TaskRow,
    Wait,
};

pub(crate) const FUNCTION: &str = "arn:aws:lambda:us-east-1:123456789012:function:Work";
pub(crate) const ANY: &[Catcher] = &[Catcher(&["States.ALL"], NodeId(0))];

pub(crate) const fn task(state: &'static str) -> Node {
    let row = TaskRow {
        task: 0,
        method: "work",
        resource: FUNCTION,
        form: Form::Answer,
        timeout_seconds: 60,
        timeout_given: false,
        heartbeat_seconds: None,
    };
    node(state, StateKind::Task, Kind::Invoke(Effect::Task(row)))
}

pub(crate) const fn node(state: &'static str, state_kind: StateKind, kind: Kind) -> Node {
    Node::new(state, state_kind, kind, (1, 1))
}

pub(crate) const fn pass(state: &'static str) -> Node {
    node(state, StateKind::Pass, Kind::Eval)
}

pub(crate) const fn parallel(state: &'static str, branches: &'static [NodeId]) -> Node {
    node(state, StateKind::Parallel, Kind::Fork(branches))
}

pub(crate) const fn map(state: &'static str, body: NodeId, window: u32) -> Node {
    node(
        state,
        StateKind::Map,
        Kind::ForEach(EachRow { body, window: Some(window), selects: false, run: None }),
    )
}

pub(crate) const fn wait(state: &'static str) -> Node {
    node(state, StateKind::Wait, Kind::Invoke(Effect::Wait))
}

pub(crate) const fn retrier(
    errors: &'static [&'static str],
    interval_seconds: u32,
    max_attempts: u32,
) -> Retrier {
    Retrier {
        errors,
        interval_seconds,
        max_attempts,
        backoff_rate: 2.0,
        max_delay_seconds: None,
        jitter: false,
    }
}

#[expect(clippy::unnecessary_wraps, reason = "as emitted code has it")]
pub(crate) fn goto(node: u32) -> Next {
    Ok(Step::Goto(NodeId(node)))
}

/// A Map over these items.
pub(crate) fn each(items: &asl_value::Value, window: u32) -> Next {
    Ok(Step::ForEach(iterate(asl_execution::machine::for_each::items(items, "$")?.clone(), window)))
}

/// A machine of these nodes and functions. By default `Fork` and `Task` use the unchanged data.
macro_rules! machine {
    ($name:ident, $nodes:expr, enter: $enter:expr, resume: $resume:expr, caught: $caught:expr $(, $field:ident: $value:expr)*) => {
        pub(crate) static $name: asl_execution::machine::Machine = {
            use asl_execution::machine::{Cx, Machine, Next, Node, NodeId, advance};
            use asl_value::value::Value;

            type Enter = fn(u32, &mut Value, &Cx<'_>) -> Next;
            type Resume = fn(u32, &mut Value, Value) -> Next;
            type Caught = fn(u32, u32, &mut Value, Value) -> Next;

            static NODES: &[Node] = &$nodes;
            fn enter(node: NodeId, data: &mut Value, cx: &mut Cx<'_>) -> asl_execution::machine::Flow {
                let enter: Enter = $enter;
                asl_execution::machine::flow(enter(node.0, data, cx))
            }
            fn resume(node: NodeId, data: &mut Value, _: &mut Cx<'_>, result: Value) -> Next {
                let resume: Resume = $resume;
                resume(node.0, data, result)
            }
            fn caught(node: NodeId, catcher: u32, data: &mut Value, _: &mut Cx<'_>, error: Value) -> Next {
                let caught: Caught = $caught;
                caught(node.0, catcher, data, error)
            }
            Machine {
                $($field: $value,)*
                nodes: NODES,
                advance: |at, data, cx, fuel| advance(at, data, cx, fuel, enter),
                resume,
                caught,
                ..$crate::tests::machines::base(stringify!($name))
            }
        };
    };
}
pub(crate) use machine;

pub(crate) const fn base(name: &'static str) -> Machine {
    Machine {
        name,
        source: "by hand",
        hash: name.len() as u64,
        advance: |_, _, _, _| Ok(Step::End),
        resume: |_, _, _, _| Ok(Step::End),
        caught: |_, _, _, _, _| Ok(Step::End),
        ..Machine::EMPTY
    }
}

pub(crate) fn unexpected<T>(node: u32) -> T {
    unreachable!("node {node} is not asked for this")
}

// A task with a method and a Resource of its own.
machine! {
    SLOW,
    [Node::task("Slow", (1, 1)).calls(0, "slow_task", "slow")],
    enter: |_, data, _| Ok(Step::Task(data.clone())),
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |node, _, _, _| unexpected(node)
}

// ASL: "Complex retry scenarios".
machine! {
    RETRY,
    [
        Node {
            retry: &[retrier(&["ErrorA", "ErrorB"], 1, 2), Retrier { backoff_rate: 2.0, ..retrier(&["ErrorC"], 5, 3) }],
            catch: ANY,
            ..task("X")
        },
        node("Y", StateKind::Succeed, Kind::End),
        node("Z", StateKind::Succeed, Kind::End),
    ],
    enter: |node, data, _| if node == 0 { Ok(Step::Task(data.clone())) } else { Ok(Step::End) },
    resume: |_, data, result| { *data = result; goto(1) },
    caught: |_, _, data, error| { *data = error; goto(2) }
}

// A Parallel of two tasks and a Wait followed by a task, with a catcher that keeps the input.
machine! {
    FAN,
    [
        Node { catch: ANY, ..parallel("Fan", &[NodeId(1), NodeId(2), NodeId(3)]) },
        task("A"),
        task("B"),
        wait("Pause"),
        task("C"),
        pass("Handled"),
    ],
    enter: |node, data, _| match node {
        0 => Ok(Step::Fork(data.clone())),
        3 => Ok(Step::Wait(Wait::For(5_000))),
        5 => Ok(Step::End),
        _ => Ok(Step::Task(data.clone())),
    },
    resume: |node, data, result| if node == 3 { goto(4) } else { *data = result; Ok(Step::End) },
    caught: |_, _, data, error| { data.insert("error", error); goto(5) }
}

// A Map whose iterations wait for a task, two at a time.
machine! {
    MAP,
    [map("Each", NodeId(1), 2), task("One"), pass("After")],
    enter: |node, data, _| match node {
        0 => each(data, 2),
        1 => Ok(Step::Task(data.clone())),
        _ => Ok(Step::End),
    },
    resume: |node, data, result| { *data = result; if node == 0 { goto(2) } else { Ok(Step::End) } },
    caught: |node, _, _, _| unexpected(node)
}

// A Parallel in a Parallel, the inner one retried.
machine! {
    NESTED,
    [
        parallel("Outer", &[NodeId(1), NodeId(4)]),
        Node { retry: &[retrier(&["Busy"], 1, 1)], ..parallel("Inner", &[NodeId(2), NodeId(3)]) },
        task("Left"),
        wait("Right"),
        task("Beside"),
    ],
    enter: |node, data, _| match node {
        0 | 1 => Ok(Step::Fork(data.clone())),
        3 => Ok(Step::Wait(Wait::For(2_500))),
        _ => Ok(Step::Task(data.clone())),
    },
    resume: |_, data, result| { *data = result; Ok(Step::End) },
    caught: |node, _, _, _| unexpected(node)
}

// Counts down, then answers.
machine! {
    LOOP,
    [node("More", StateKind::Choice, Kind::Branch), pass("Less"), pass("Done")],
    enter: |node, data, _| match (node, data.as_i64()) {
        (0, Some(0)) => goto(2),
        (0, Some(_)) => goto(1),
        (1, Some(number)) => { *data = Value::Int(number - 1); goto(0) }
        _ => Ok(Step::End),
    },
    resume: |node, _, _| unexpected(node),
    caught: |node, _, _, _| unexpected(node)
}
