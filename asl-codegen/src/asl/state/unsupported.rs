//! States in a query language that is not supported yet: only where they lead is read, so that the
//! graph around them can be checked and drawn. The definition has an error then, and no code is
//! made from what stands for them here.

use crate::asl::context::Context;
use crate::asl::field::table::Place as Where;
use crate::asl::object::Object;
use crate::asl::state::{StateObject, unreadable};
use crate::diagnostics::Code;
use crate::ir::{
    Branch, Catcher, Condition, Effect, End, Eval, Exit, Fail, ForEach, Fork, Input, Invoke, Join,
    Limit, NodeKind, Output, Place, Rule, Selection, StateKind, Target, TaskCall,
};
use crate::source::Node;
use crate::span::Spanned;

/// What stands for such a state.
pub(crate) fn lower<'a>(
    context: &mut Context<'a>,
    state: &StateObject<'a>,
    kind: StateKind,
) -> NodeKind {
    match kind {
        StateKind::Pass | StateKind::Wait => NodeKind::Eval(Eval {
            input: Input::default(),
            result: None,
            output: Output::default(),
            leave_for: None,
            exit: context.exit(state),
        }),
        StateKind::Task => task(context, state),
        StateKind::Choice => choice(context, state),
        StateKind::Succeed => {
            NodeKind::End(End { input: Selection::Whole, output: Selection::Whole })
        }
        StateKind::Fail => NodeKind::Fail(Fail { error: None, cause: None }),
        StateKind::Parallel => NodeKind::Fork(Fork {
            branches: state.branches.to_vec(),
            join: Join::All,
            window: 0,
            keys: None,
            input: Input::default(),
            output: Output::default(),
            exit: context.exit(state),
            retry: Vec::new(),
            catch: context.targets_of_catchers(state),
        }),
        StateKind::Map => map(context, state),
        StateKind::State => unreachable!("no type of ASL"),
    }
}

fn task<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    let Some(resource) = context.required_string(&state.object, "Resource") else {
        return unreadable(state.object.head);
    };
    let task = context.task(Spanned::new(resource.text.value.clone(), resource.span));
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
        exit: context.exit(state),
        retry: Vec::new(),
        catch: context.targets_of_catchers(state),
    })
}

fn choice<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    let rules = context.list(&state.object, "Choices").unwrap_or_default();
    let rules = rules.iter().filter_map(|rule| context.target_of(rule, Where::Rule, state)).map(
        |(node, target)| Rule {
            condition: Condition::Or(Vec::new()),
            target,
            assign: Vec::new(),
            span: node.span,
        },
    );
    let rules = rules.collect();
    let default = context.target_field(&state.object, "Default", state);
    NodeKind::Branch(Branch {
        input: Selection::Whole,
        output: Selection::Whole,
        rules,
        default,
        assign: Vec::new(),
    })
}

fn map<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    let exit: Exit = context.exit(state);
    let catch = context.targets_of_catchers(state);
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

impl<'a> Context<'a> {
    fn targets_of_catchers(&mut self, state: &StateObject<'a>) -> Vec<Catcher> {
        let catchers = self.list(&state.object, "Catch").unwrap_or_default();
        let targets =
            catchers.iter().filter_map(|catcher| self.target_of(catcher, Where::Catcher, state));
        targets
            .map(|(node, target)| Catcher {
                errors: Vec::new(),
                target,
                place: Place::Whole,
                assign: Vec::new(),
                span: node.span,
            })
            .collect()
    }

    fn target_of(
        &mut self,
        node: &'a Node,
        place: Where,
        state: &StateObject<'a>,
    ) -> Option<(&'a Node, Target)> {
        let object = self.object(node, place, state.object.state)?;
        Some((node, self.target_field(&object, "Next", state)?))
    }

    fn target_field(
        &mut self,
        object: &Object<'a>,
        name: &str,
        state: &StateObject<'a>,
    ) -> Option<Target> {
        let next = self.string(object, name)?;
        Some(self.target(&next.text.value, next.span, state.scope, Code::UnknownTarget))
    }
}
