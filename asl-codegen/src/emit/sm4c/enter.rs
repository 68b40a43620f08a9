//! The function that enters a node of SM4C.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use super::super::Context;
use super::super::condition::branch;
use super::super::data::Body;
use super::super::enter::fail;
use super::super::node::Function;
use super::doc;
use crate::ir::{
    Effect, Eval, Exit, Expr, ForEach, Fork, Input, Invoke, Limit, Node, NodeId, NodeKind, Place,
    Target, WaitFor,
};

/// The function that enters a node.
pub(in super::super) fn function(context: &Context<'_>, id: NodeId, node: &Node) -> Function {
    let doc = doc(context, id, node);
    let mut body = Body::new(context, id);
    let last = match &node.kind {
        NodeKind::Eval(eval) => self::eval(&mut body, eval),
        NodeKind::Invoke(Invoke { effect: Effect::Task(_), input, .. }) => {
            let input = given(&mut body, input);
            quote!(Ok(Step::Task(#input)))
        }
        NodeKind::Invoke(Invoke { effect: Effect::Wait(wait), .. }) => {
            let millis = Token::u64_unsuffixed(millis(wait));
            quote!(Ok(Step::Wait(Wait::For(#millis))))
        }
        NodeKind::Branch(node) => return branch(context, id, doc, node),
        NodeKind::Fork(Fork { input, .. }) => {
            let input = given(&mut body, input);
            quote!(Ok(Step::Fork(#input)))
        }
        NodeKind::ForEach(each) => for_each(&mut body, each),
        NodeKind::Await(_) => quote!(Ok(Step::Await)),
        NodeKind::End(_) => quote!(Ok(Step::End)),
        NodeKind::Fail(node) => fail(&mut body, node),
    };
    Function::new(doc, context.names.enter(id), "", body, &last)
}

/// Computes: an action's value, a state's view, or nothing.
fn eval(body: &mut Body<'_>, eval: &Eval) -> TokenStream {
    if let Some(target) = &eval.leave_for {
        let (cx, node) = (body.cx_to_change(), target_node(body, target));
        body.push(quote!(leave_for(#cx, #node);));
    }
    let made = eval.input.template.as_ref().map(|_| given(body, &eval.input));
    let made = match (made, &eval.output.template) {
        (Some(arguments), Some(Expr::Jq(function))) => {
            body.push(quote!(let arguments = #arguments;));
            Some(body.query_over(function, quote!(&arguments)))
        }
        (made, _) => made,
    };
    match (made, &eval.output.place) {
        (Some(made), Place::Merge(_)) => return quote!(Ok(Step::Done(#made))),
        (Some(made), Place::Discard) => body.push(quote!(let _ = #made;)),
        (Some(made), Place::Whole | Place::At(_)) => {
            let data = body.data_to_change();
            body.push(quote!(*#data = #made;));
        }
        (None, _) => {}
    }
    way(body, &eval.exit)
}

fn for_each(body: &mut Body<'_>, each: &ForEach) -> TokenStream {
    let items = each.collection.as_ref().map(|query| body.query(query));
    let items = items.unwrap_or_else(|| unreachable!("a forEach has an input"));
    let window = match each.window {
        Limit::Fixed(window) => Token::u32_unsuffixed(window),
        Limit::At(_) => unreachable!("the definition itself says how many"),
    };
    quote!(Ok(Step::ForEach(iterate(elements(#items)?, #window))))
}

/// What a node hands on: an expression of type `Value`.
fn given(body: &mut Body<'_>, input: &Input) -> TokenStream {
    body.input(input).value()
}

fn millis(wait: &WaitFor) -> u64 {
    match wait {
        WaitFor::Milliseconds(millis) => *millis,
        WaitFor::Seconds(seconds) => seconds.saturating_mul(1000),
        WaitFor::Until(_) | WaitFor::SecondsAt(_) | WaitFor::UntilAt(_) => {
            unreachable!("a delay lasts as long as the definition says")
        }
    }
}

/// Where a node leads: the last expression of its function.
pub(super) fn way(body: &mut Body<'_>, exit: &Exit) -> TokenStream {
    match exit {
        Exit::End => quote!(Ok(Step::End)),
        Exit::Leave => {
            let cx = body.cx();
            quote!(leaving(#cx))
        }
        Exit::Next(target) => {
            let node = target_node(body, target);
            quote!(Ok(Step::Goto(#node)))
        }
    }
}

/// What the code calls the node of a target.
pub(super) fn target_node(body: &Body<'_>, target: &Target) -> TokenStream {
    let node =
        target.node.unwrap_or_else(|| unreachable!("checked: every transition has a target"));
    body.context().names.node(node)
}
