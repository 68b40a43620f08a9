//! Invoke: one effect, with retriers and catchers. Task, Wait; in SM4C calls, events and delays.

use proc_macro2::{Literal as Token, TokenStream};
use quote::{format_ident, quote};

use super::condition::moment;
use super::for_each::effective_input;
use crate::emit::Context;
use crate::emit::data::{Body, Held, jsonata};
use crate::expr::jsonpath::{Path, Root};
use crate::ir::{Computed, Effect, Expr, Form, Input, Invoke, NodeId, TaskCall, WaitFor};
use asl_source::options::Profile;

/// Seconds of an attempt without a limit: the default of rows.
const UNLIMITED: u32 = 99_999_999;

/// The fields of the row that only an Invoke has.
pub(super) fn row(context: &Context<'_>, id: NodeId, node: &Invoke) -> TokenStream {
    let Effect::Task(call) = &node.effect else { return TokenStream::new() };
    let TaskCall { task, timeout_seconds, timeout_given, heartbeat_seconds, .. } = &**call;
    let Some(called) = context.machine.tasks.get(task.index()) else {
        unreachable!("every task is in the list")
    };
    let methods = context.names.methods();
    let number = Token::usize_unsuffixed(methods.entry_of(id));
    let method = &methods.method_of(id).name;
    let resource = &called.resource.value;
    let form = (called.form != Form::Answer).then(|| {
        let form = format_ident!("{}", format!("{:?}", called.form));
        quote!(.form(Form::#form))
    });
    let seconds = Token::u32_unsuffixed(*timeout_seconds);
    let timeout = match (timeout_given, *timeout_seconds) {
        (true, _) => quote!(.timeout(#seconds)),
        (false, UNLIMITED) => TokenStream::new(),
        (false, _) => quote!(.default_timeout(#seconds)),
    };
    let heartbeat = heartbeat_seconds.map(|seconds| {
        let seconds = Token::u32_unsuffixed(seconds);
        quote!(.heartbeat(#seconds))
    });
    let sm4c = context.is_sm4c().then(|| {
        let name = node.call_name(called);
        let null_after = call.null_after.map(|millis| {
            let millis = Token::u64_unsuffixed(millis);
            quote!(.null_after(#millis))
        });
        let detached = call.detached.then(|| quote!(.detached()));
        quote!(.named(#name) #null_after #detached)
    });
    quote!(.calls(#number, #method, #resource) #form #timeout #heartbeat #sm4c)
}

/// Enters the node: requests its effect.
pub(super) fn enter(body: &mut Body<'_>, node: &Invoke) -> TokenStream {
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

/// A task for which not only the input depends on the data.
fn task(body: &mut Body<'_>, input: &Input, call: &TaskCall) -> TokenStream {
    let limits = [&call.timeout_at, &call.heartbeat_at];
    let reads = limits.into_iter().flatten().any(Computed::reads_data)
        || call.credentials.as_ref().is_some_and(Expr::reads_data);
    let root = if reads { effective_input(body, &input.select, true) } else { TokenStream::new() };
    let mut seconds = |limit: &Option<Computed>, field: &str| match limit {
        None => quote!(None),
        Some(Computed::Jsonata(expression)) => {
            let read = jsonata::field(body, expression, "task_seconds");
            quote!(Some(#read))
        }
        Some(Computed::Path(path)) => {
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
    // As recorded, AWS evaluates the limits before the input.
    quote! {
        Ok(Step::Call(Box::new(Call {
            timeout_seconds: #timeout,
            heartbeat_seconds: #heartbeat,
            credentials: #credentials,
            input: #input,
        })))
    }
}

/// A node's input, given the value of `InputPath`.
fn input_over(body: &mut Body<'_>, input: &Input, selected: &TokenStream) -> TokenStream {
    let made = match &input.template {
        None => Held::borrowed(selected.clone()),
        Some(template) => body.template(template, "PARAMETERS", selected),
    };
    body.note_work_input(made).value()
}

/// Returns true if an effect is a wait for time to pass.
pub(super) fn is_wait(effect: &Effect) -> bool {
    match effect {
        Effect::Wait(_) => true,
        Effect::Task(_) => false,
    }
}

fn wait_for(body: &mut Body<'_>, input: &Input, wait: &WaitFor) -> TokenStream {
    if matches!(wait, WaitFor::Seconds(_) | WaitFor::Milliseconds(_) | WaitFor::Until(_)) {
        // The path is not needed before the wait is over, but a fault in it is reported at once.
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
        WaitFor::SecondsAt(Computed::Jsonata(expression)) => {
            jsonata::field(body, expression, "wait_seconds")
        }
        WaitFor::UntilAt(Computed::Jsonata(expression)) => {
            jsonata::field(body, expression, "wait_timestamp")
        }
        WaitFor::SecondsAt(Computed::Path(path)) => {
            let (hit, text) = (hit(body, input, path), &path.text);
            match body.profile() {
                Profile::Spec => quote!(any_seconds(#hit, #text)?),
                Profile::Aws => quote!(seconds(#hit, #text)?),
            }
        }
        WaitFor::UntilAt(Computed::Path(path)) if body.profile() == Profile::Spec => {
            let (hit, text) = (hit(body, input, path), &path.text);
            quote!(any_timestamp(#hit, #text)?)
        }
        WaitFor::UntilAt(Computed::Path(path)) => {
            let (hit, text, cx) = (hit(body, input, path), &path.text, body.cx());
            quote!(timestamp(#hit, #text, #cx)?)
        }
    }
}

/// The value at a path in a node's input: an expression of type `Option<&Value>`.
fn hit(body: &mut Body<'_>, input: &Input, path: &Path) -> TokenStream {
    if path.root != Root::Data {
        body.require_input(&input.select);
        return body.hit(path, &TokenStream::new());
    }
    if input.is_whole() && !body.inspects() {
        let data = body.data();
        return body.hit(path, &data);
    }
    let input = body.input(input).reference();
    body.push(quote!(let input = #input;));
    body.hit(path, &quote!(input))
}
