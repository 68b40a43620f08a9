//! The function that enters a node, one for each of the eight kinds.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use super::condition::{branch, moment};
use super::data::{Body, Held};
use super::map::effective_input;
use super::node::{Function, exit};
use super::{Context, docs, map};
use crate::expr::jsonpath::{Path, Root};
use crate::ir::{
    Effect, End, Eval, Exit, Expr, Fail, Fork, Input, Invoke, Literal, Node, NodeId, NodeKind,
    Output, Place, Selection, TaskCall, WaitFor,
};
use crate::options::Profile;

/// The function that enters a node.
pub(super) fn function(context: &Context<'_>, id: NodeId, node: &Node) -> Function {
    let doc = docs::enter(context, node);
    let mut body = Body::new(context, id);
    body.note_data("Input");
    let last = match &node.kind {
        NodeKind::Eval(node) => eval(context, &mut body, node),
        NodeKind::Invoke(node) => invoke(&mut body, node),
        NodeKind::Branch(node) => return branch(context, id, doc, node),
        NodeKind::Fork(Fork { input, .. }) => {
            let input = body.input(input).shallow();
            quote!(Ok(Step::Fork(#input)))
        }
        NodeKind::ForEach(node) => map::for_each(&mut body, node),
        NodeKind::Await(_) => quote!(Ok(Step::Await)),
        NodeKind::End(End { input, output }) => {
            body.select(input);
            body.note_data("AfterInputPath");
            body.select(output);
            exit(context, &Exit::End)
        }
        NodeKind::Fail(node) => fail(&mut body, node),
    };
    Function::new(doc, context.names.enter(id), "", body, &last)
}

/// Computes data: a result replaces what the node works on.
fn eval(context: &Context<'_>, body: &mut Body<'_>, node: &Eval) -> TokenStream {
    match &node.result {
        None => pass_on(body, &node.input, &node.output),
        Some(result) => {
            body.require(&node.input.select);
            body.constant(result, &node.output);
        }
    }
    exit(context, &node.exit)
}

/// What a node works on is its result.
pub(super) fn pass_on(body: &mut Body<'_>, input: &Input, output: &Output) {
    let is_dropped = output.template.is_none()
        && output.assign.is_empty()
        && matches!(output.place, Place::Discard);
    if is_dropped && !body.inspects() {
        body.discard(input);
        return body.select(&output.select);
    }
    let is_whole =
        input.template.is_none() && matches!(input.select, Selection::Whole) && !body.inspects();
    let result = if is_whole { None } else { Some(body.input(input)) };
    body.output(output, result);
}

fn invoke(body: &mut Body<'_>, node: &Invoke) -> TokenStream {
    if matches!(node.effect, Effect::Task(_)) {
        body.make_task();
    }
    match &node.effect {
        Effect::Task(call) if call.is_dynamic() => task(body, &node.input, call),
        Effect::Task(_) => {
            let input = body.input(&node.input).value();
            quote!(Ok(Step::Task(#input)))
        }
        Effect::Wait(wait) => {
            let wait = wait_for(body, &node.input, wait);
            quote!(Ok(Step::Wait(#wait)))
        }
    }
}

/// A task of which more than the input depends on the data.
fn task(body: &mut Body<'_>, input: &Input, call: &TaskCall) -> TokenStream {
    let limits = [&call.timeout_at, &call.heartbeat_at];
    let reads = limits.into_iter().flatten().any(|path| path.root == Root::Data)
        || call.credentials.as_ref().is_some_and(Expr::reads_data);
    let root = if reads { effective_input(body, &input.select, true) } else { TokenStream::new() };
    let mut seconds = |path: &Option<Path>, field: &str| match path {
        None => quote!(None),
        Some(path) => {
            let (found, text) = (body.found(path, &root).reference(), &path.text);
            quote!(Some(task_seconds(#found, #field, #text)?))
        }
    };
    let timeout = seconds(&call.timeout_at, "TimeoutSeconds");
    let heartbeat = seconds(&call.heartbeat_at, "HeartbeatSeconds");
    let credentials = match &call.credentials {
        None => quote!(None),
        Some(template) => {
            let value = body.template(template, "CREDENTIALS", &root).value();
            quote!(Some(#value))
        }
    };
    let input = if reads { input_over(body, input, &root) } else { body.input(input).value() };
    // As recorded, AWS looks for the limits before it makes the input.
    quote! {
        Ok(Step::Call(Box::new(Call {
            timeout_seconds: #timeout,
            heartbeat_seconds: #heartbeat,
            credentials: #credentials,
            input: #input,
        })))
    }
}

/// A node's input where what `InputPath` selects is there already.
fn input_over(body: &mut Body<'_>, input: &Input, selected: &TokenStream) -> TokenStream {
    let made = match &input.template {
        None => Held::borrowed(selected.clone()),
        Some(template) => body.template(template, "PARAMETERS", selected),
    };
    body.noted("AfterParameters", made).value()
}

/// Whether an effect is the passing of time.
pub(super) fn is_wait(effect: &Effect) -> bool {
    match effect {
        Effect::Wait(_) => true,
        Effect::Task(_) => false,
    }
}

fn wait_for(body: &mut Body<'_>, input: &Input, wait: &WaitFor) -> TokenStream {
    if matches!(wait, WaitFor::Seconds(_) | WaitFor::Milliseconds(_) | WaitFor::Until(_)) {
        // The path is not needed before the wait is over, but a fault in it is one at once.
        body.require_input(&input.select);
    }
    match wait {
        WaitFor::Seconds(seconds) => {
            let milliseconds = Token::u64_unsuffixed(seconds.saturating_mul(1000));
            quote!(Wait::For(#milliseconds))
        }
        WaitFor::Milliseconds(milliseconds) => {
            let milliseconds = Token::u64_unsuffixed(*milliseconds);
            quote!(Wait::For(#milliseconds))
        }
        WaitFor::Until(instant) if body.profile() == Profile::Spec => {
            let moment = moment(instant);
            quote!(any_until(#moment))
        }
        WaitFor::Until(instant) => {
            let (moment, cx) = (moment(instant), body.cx());
            quote!(until(#moment, #cx)?)
        }
        WaitFor::SecondsAt(path) => {
            let (hit, text) = (hit(body, input, path), &path.text);
            match body.profile() {
                Profile::Spec => quote!(any_seconds(#hit, #text)?),
                Profile::Aws => quote!(seconds(#hit, #text)?),
            }
        }
        WaitFor::UntilAt(path) if body.profile() == Profile::Spec => {
            let (hit, text) = (hit(body, input, path), &path.text);
            quote!(any_timestamp(#hit, #text)?)
        }
        WaitFor::UntilAt(path) => {
            let (hit, text, cx) = (hit(body, input, path), &path.text, body.cx());
            quote!(timestamp(#hit, #text, #cx)?)
        }
    }
}

/// What a path finds in a node's input: an expression of type `Option<&Value>`.
fn hit(body: &mut Body<'_>, input: &Input, path: &Path) -> TokenStream {
    if path.root != Root::Data {
        body.require_input(&input.select);
        return body.hit(path, &TokenStream::new());
    }
    let input = body.input(input).reference();
    let root = if input.to_string() == "data" {
        input
    } else {
        body.push(quote!(let input = #input;));
        quote!(input)
    };
    body.hit(path, &root)
}

pub(super) fn fail(body: &mut Body<'_>, node: &Fail) -> TokenStream {
    body.note_data("AfterInputPath");
    let constant = |expression: &Option<Expr>| match expression {
        None => Some(quote!(None)),
        Some(Expr::Literal(Literal::String(text))) => Some(quote!(Some(#text))),
        Some(
            Expr::Literal(_)
            | Expr::Path { .. }
            | Expr::Call { .. }
            | Expr::Jq(_)
            | Expr::Object(_)
            | Expr::Array(_),
        ) => None,
    };
    if let (Some(error), Some(cause)) = (constant(&node.error), constant(&node.cause)) {
        return quote!(Err(fail(#error, #cause)));
    }
    let mut computed = |expression: &Option<Expr>, slot| match expression {
        None => quote!(None),
        Some(expression) => {
            let value = body.computed(expression, slot);
            quote!(Some(#value))
        }
    };
    let (error, cause) = (computed(&node.error, "ERROR"), computed(&node.cause, "CAUSE"));
    quote!(Err(fail_with(#error, #cause)))
}
