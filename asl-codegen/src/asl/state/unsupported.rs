//! States in a query language that is not supported yet: only their transitions are read, so that
//! the graph around them can be checked and drawn. The definition has an error then, so that no
//! code is made from these nodes.

use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::field::table::ObjectKind;
use crate::asl::field::transition::{read_exit, resolve_target};
use crate::asl::state::task::read_resource;
use crate::asl::state::{StateObject, unreadable};
use crate::diagnostics::Code;
use crate::ir::{
    Branch, Catcher, Condition, Effect, End, Eval, Exit, Fail, ForEach, Fork, Input, Invoke, Join,
    Limit, NodeKind, Output, Place, Rule, Selection, StateKind, Target, TaskCall, TaskId,
};
use crate::source::Node;

/// Reads the transitions of such a state.
pub(crate) fn lower_unsupported<'a>(
    context: &mut Context<'a>,
    state: &StateObject<'a>,
    kind: StateKind,
) -> NodeKind {
    state.object.string("Comment", context.diagnostics);
    match kind {
        StateKind::Pass | StateKind::Wait => NodeKind::Eval(Eval {
            input: Input::default(),
            result: None,
            output: Output::default(),
            leave_for: None,
            exit: read_exit(context, state),
        }),
        StateKind::Task => task(context, state),
        StateKind::Choice => choice(context, state),
        StateKind::Succeed => {
            NodeKind::End(End { input: Selection::Whole, output: Selection::Whole, made: None })
        }
        StateKind::Fail => NodeKind::Fail(Fail { error: None, cause: None }),
        StateKind::Parallel => NodeKind::Fork(Fork {
            branches: state.branches.to_vec(),
            join: Join::All,
            window: 0,
            keys: None,
            input: Input::default(),
            output: Output::default(),
            exit: read_exit(context, state),
            retry: Vec::new(),
            catch: read_catcher_targets(context, state),
        }),
        StateKind::Map => map(context, state),
        StateKind::State => unreachable!("no type of ASL"),
    }
}

fn task<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    let task = read_resource(context, &state.object);
    if task == TaskId(u32::MAX) {
        return unreadable(state.object.head);
    }
    NodeKind::Invoke(Invoke {
        effect: Effect::Task(Box::new(TaskCall {
            task,
            timeout_seconds: 1,
            timeout_given: false,
            heartbeat_seconds: Some(1),
            timeout_at: None,
            heartbeat_at: None,
            credentials: None,
            null_after: None,
            detached: false,
        })),
        input: Input::default(),
        output: Output::default(),
        exit: read_exit(context, state),
        retry: Vec::new(),
        catch: read_catcher_targets(context, state),
    })
}

fn choice<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    let rules = state.object.list("Choices", context.diagnostics).unwrap_or_default();
    let rules = rules
        .iter()
        .filter_map(|rule| read_next_of(context, rule, ObjectKind::Rule, state))
        .map(|(node, target)| Rule {
            condition: Condition::Or(Vec::new()),
            target,
            assign: Vec::new(),
            made: None,
            span: node.span,
        });
    let rules = rules.collect();
    let default = read_target(context, &state.object, "Default", state);
    NodeKind::Branch(Branch {
        input: Selection::Whole,
        output: Selection::Whole,
        rules,
        default,
        assign: Vec::new(),
        made: None,
    })
}

fn map<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    let exit: Exit = read_exit(context, state);
    let catch = read_catcher_targets(context, state);
    let Some(&body) = state.branches.first() else { return unreadable(state.object.head) };
    NodeKind::ForEach(ForEach {
        body,
        input: Selection::Whole,
        items: None,
        collection: None,
        join: Join::All,
        selector: None,
        window: Limit::Fixed(0),
        run: None,
        output: Output::default(),
        exit,
        retry: Vec::new(),
        catch,
    })
}

fn read_catcher_targets<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> Vec<Catcher> {
    let catchers = state.object.list("Catch", context.diagnostics).unwrap_or_default();
    let targets = catchers
        .iter()
        .filter_map(|catcher| read_next_of(context, catcher, ObjectKind::Catcher, state));
    targets
        .map(|(node, target)| Catcher {
            errors: Vec::new(),
            target,
            place: Place::Whole,
            assign: Vec::new(),
            made: None,
            span: node.span,
        })
        .collect()
}

fn read_next_of<'a>(
    context: &mut Context<'a>,
    node: &'a Node,
    place: ObjectKind,
    state: &StateObject<'a>,
) -> Option<(&'a Node, Target)> {
    let object = Object::read(node, place, state.object.state, context.diagnostics)?;
    Some((node, read_target(context, &object, "Next", state)?))
}

fn read_target<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    name: &str,
    state: &StateObject<'a>,
) -> Option<Target> {
    let next = object.string(name, context.diagnostics)?;
    Some(resolve_target(context, next, state.scope, Code::UnknownTarget))
}
