//! Emits the trait that the user implements (`Tasks`, or in SM4C `Functions`), and its methods by
//! number.

use std::ops::Range;

use proc_macro2::{Ident, Literal as Token, TokenStream};
use quote::{format_ident, quote};

use super::names::{Entry, Method};
use super::run::{self, Ends};
#[cfg(feature = "aws-models")]
use super::service_docs;
use super::{Context, docs, functions, method_docs, tasks_from, typed, types};
use crate::ir::{Form, Task};
use asl_source::options::ServiceMethods;

/// The names of the trait and its implementor.
pub(super) struct Words {
    pub(super) of_trait: Ident,
    pub(super) parameter: Ident,
    machine: TokenStream,
}

impl Words {
    pub(super) fn of(context: &Context<'_>) -> Self {
        let is_sm4c = context.machine.sm4c.is_some();
        let (of_trait, parameter) =
            if is_sm4c { ("Functions", "functions") } else { ("Tasks", "tasks") };
        let machine =
            docs::line(&format!("The machine with its {parameter}: what every engine takes."));
        Self {
            of_trait: format_ident!("{of_trait}"),
            parameter: format_ident!("{parameter}"),
            machine,
        }
    }
}

/// The trait, its numbered form, `run` and `machine`.
pub(super) fn tasks(context: &Context<'_>) -> TokenStream {
    let Words { of_trait, parameter, machine } = Words::of(context);
    let definition = definition(context);
    let checks = tasks_from::checks(context);
    let Ends { compiled, typed, table, .. } = Ends::of(context);
    let statics = typed::statics(context);
    let numbered = numbered(context);
    let run = context.options.run.then(|| run::run(context, |call| call));
    let (made, table) = match table {
        None => (quote!(Compiled), quote!(&MACHINE)),
        Some(table) => (quote!(TypedMachine), table),
    };
    let (parameter, body) = if context.machine.tasks.is_empty() {
        (format_ident!("_{parameter}"), quote!(#made::without_tasks(#table)))
    } else {
        let set = numbered_set(context, &parameter);
        (parameter, quote!(#made::new(#table, #set)))
    };
    quote! {
        #definition
        #numbered
        #run

        #machine
        pub fn machine(#parameter: impl #of_trait) -> #compiled {
            #body
        }

        #typed

        #statics

        #checks
    }
}

/// The tasks by number. Errors of the user's types get their names here, on every engine.
fn numbered_set(context: &Context<'_>, parameter: &Ident) -> TokenStream {
    if context.options.errors.is_empty() {
        return quote!(Numbered(#parameter));
    }
    quote!(with_error_names(Numbered(#parameter), types::ERRORS))
}

/// The trait and the ways to run a machine that has errors.
pub(super) fn outline(context: &Context<'_>) -> TokenStream {
    let Words { of_trait, parameter, .. } = Words::of(context);
    let definition = definition(context);
    let Ends { compiled, typed, .. } = Ends::of(context);
    let statics = typed::statics(context);
    let run = context.options.run.then(|| run::run(context, |_| quote!(loop {})));
    quote! {
        #definition
        #run

        pub fn machine(#parameter: impl #of_trait) -> #compiled {
            loop {}
        }

        pub static MACHINE: Machine = Machine::EMPTY;

        #typed

        #statics
    }
}

/// The types of a method: the user's or those of its document. `None` means values.
pub(super) fn types_of(
    context: &Context<'_>,
    method: &Method,
) -> Option<(TokenStream, TokenStream)> {
    if method.types.is_some() {
        let (input, output) = context.names.task_types(method);
        return Some((quote!(types::#input), quote!(types::#output)));
    }
    method.tasks.first().and_then(|task| functions::typed(context, *task))
}

/// The tasks of a method.
pub(super) fn tasks_of<'a>(
    context: &Context<'a>,
    method: &Method,
) -> impl Iterator<Item = &'a Task> {
    let machine = context.machine;
    method.tasks.iter().filter_map(|task| machine.tasks.get(task.index()))
}

/// The form of a method's tasks. In ASL several forms have the same kind of method.
pub(super) fn form_of(context: &Context<'_>, method: &Method) -> Form {
    tasks_of(context, method).next().map_or(Form::Answer, |task| task.form)
}

/// The kind of a method.
enum MethodKind {
    /// Runs another machine, which the program registers itself.
    Subflow,
    /// Takes an event that leaves the machine.
    Event,
    /// Runs a task.
    Task,
}

fn kind_of(context: &Context<'_>, method: &Method) -> MethodKind {
    match form_of(context, method) {
        Form::Subflow => MethodKind::Subflow,
        Form::Event => MethodKind::Event,
        Form::Answer
        | Form::Sync
        | Form::Sync2
        | Form::Token
        | Form::Activity
        | Form::Rest
        | Form::Rpc => MethodKind::Task,
    }
}

fn definition(context: &Context<'_>) -> TokenStream {
    let Words { of_trait, .. } = Words::of(context);
    let own = || context.names.methods().list.iter().filter(|method| !method.is_shared);
    let methods = own().map(|method| match kind_of(context, method) {
        MethodKind::Subflow => TokenStream::new(),
        MethodKind::Event => event_method(&method.ident()),
        MethodKind::Task => self::method(context, method),
    });
    let doc = tasks_from::doc(context).unwrap_or_else(|| {
        docs::line(if context.machine.sm4c.is_some() {
            "The functions of this machine, and the way its events take into the world."
        } else {
            "The tasks of this machine: one method for each function or other resource that it \
             calls."
        })
    });
    let methods: Vec<TokenStream> = methods.collect();
    let shared: Vec<TokenStream> = own().map(|method| shared_method(context, method)).collect();
    let other = tasks_from::bound(context, &of_trait);
    if methods.len() <= MOST_METHODS && (other.is_none() || !methods.is_empty()) {
        let bounds = other.unwrap_or_else(|| quote!(Send + Sync + 'static));
        return trait_of(&of_trait, &doc, &bounds, &methods, &shared);
    }
    let groups = methods.chunks(MOST_METHODS).zip(shared.chunks(MOST_METHODS));
    let (names, traits): (Vec<TokenStream>, Vec<TokenStream>) = traits(context)
        .into_iter()
        .zip(groups)
        .map(|((name, _), (methods, shared))| {
            let doc = docs::line(&format!("Part of [`{of_trait}`]."));
            let bounds = quote!(Send + Sync + 'static);
            let group = trait_of(&name, &doc, &bounds, methods, shared);
            (quote!(#name), group)
        })
        .unzip();
    let names: Vec<TokenStream> = other.into_iter().chain(names).collect();
    quote! {
        #doc
        pub trait #of_trait: #(#names)+* {}

        impl<T: #(#names)+*> #of_trait for T {}

        #(#traits)*
    }
}

/// A trait, and its implementations for shared tasks.
fn trait_of(
    name: &Ident,
    doc: &TokenStream,
    bounds: &TokenStream,
    methods: &[TokenStream],
    shared: &[TokenStream],
) -> TokenStream {
    quote! {
        #doc
        pub trait #name: #bounds {
            #(#methods)*
        }

        shared_tasks! { #name: #(#shared)* }
    }
}

/// Maximum methods of one trait. The cost of rustc for the futures that a trait's methods return
/// grows with the square of their number: 0.3 s for 250 methods, 25 s for 2,000.
const MOST_METHODS: usize = 250;

/// The traits and the numbers of their methods among those of this machine alone. There is one
/// trait, or several parts.
pub(super) fn traits(context: &Context<'_>) -> Vec<(Ident, Range<usize>)> {
    let Words { of_trait, .. } = Words::of(context);
    let count = context.names.methods().list.iter().filter(|method| !method.is_shared).count();
    if count <= MOST_METHODS {
        return vec![(of_trait, 0..count)];
    }
    let groups = (0..count).step_by(MOST_METHODS).zip(1..);
    groups
        .map(|(first, group)| {
            (format_ident!("{of_trait}{group}"), first..count.min(first + MOST_METHODS))
        })
        .collect()
}

/// The services that perform the tasks of a method by default.
#[derive(Clone, Copy)]
pub(super) enum DefaultBody {
    /// Those of the run: activities, executions.
    Run,
    /// Those of the machine: AWS's.
    Machine,
}

impl DefaultBody {
    fn of(context: &Context<'_>, method: &Method) -> Option<Self> {
        if tasks_of(context, method).all(Task::has_services) {
            return Some(Self::Run);
        }
        let is_call = |task: &Task| task.is_service_call() && task.described.is_none();
        match context.options.services {
            ServiceMethods::Own => None,
            ServiceMethods::Aws => tasks_of(context, method).all(is_call).then_some(Self::Machine),
        }
    }
}

/// The lines of AWS's models about the call of a method.
#[cfg(feature = "aws-models")]
fn called_service(context: &Context<'_>, method: &Method) -> TokenStream {
    let mut called = tasks_of(context, method).filter(|_| !method.has_envelope);
    match (called.next(), called.next()) {
        (Some(task), None) => service_docs::lines(context, task),
        _ => TokenStream::new(),
    }
}

/// Nothing: this compiler has no models.
#[cfg(not(feature = "aws-models"))]
fn called_service(_: &Context<'_>, _: &Method) -> TokenStream {
    TokenStream::new()
}

fn method(context: &Context<'_>, method: &Method) -> TokenStream {
    let name = method.ident();
    let types = types_of(context, method);
    let default = types.is_none().then(|| DefaultBody::of(context, method)).flatten();
    let doc = method_docs::method(context, method, default, called_service(context, method));
    let (input, output) = types.unwrap_or_else(|| (quote!(Value), quote!(Value)));
    let is_function = tasks_of(context, method).any(|task| task.function.is_some());
    let parameter = format_ident!("{}", if is_function { "arguments" } else { "input" });
    let body = match default {
        Some(DefaultBody::Run) => quote!({ serve(cx, input) }),
        Some(DefaultBody::Machine) => quote!({ call_service(cx, input) }),
        None => quote!(;),
    };
    quote! {
        #doc
        fn #name(&self, cx: &TaskContext, #parameter: #input) -> impl Future<Output = Result<#output, TaskError>> + Send #body
    }
}

/// The method that takes all events.
fn event_method(name: &Ident) -> TokenStream {
    quote! {
        /// Sends an event of `sendEvent` to wherever it is to go.
        fn #name(&self, cx: &TaskContext, event: Event) -> impl Future<Output = Result<(), TaskError>> + Send;
    }
}

/// The signature of a method, for the implementations of shared tasks.
fn shared_method(context: &Context<'_>, method: &Method) -> TokenStream {
    let name = method.ident();
    match kind_of(context, method) {
        MethodKind::Subflow => TokenStream::new(),
        MethodKind::Event => quote!(#name(Event) -> ();),
        MethodKind::Task => {
            let (input, output) =
                types_of(context, method).unwrap_or_else(|| (quote!(Value), quote!(Value)));
            quote!(#name(#input) -> #output;)
        }
    }
}

fn numbered(context: &Context<'_>) -> TokenStream {
    let Words { of_trait, parameter, .. } = Words::of(context);
    let methods = context.names.methods();
    let traits = traits(context);
    let traits = traits.iter().flat_map(|(name, methods)| methods.clone().map(move |_| name));
    let mut traits = traits.peekable();
    let traits: Vec<Option<&Ident>> =
        methods.list.iter().map(|of| traits.next_if(|_| !of.is_shared)).collect();
    let arms: Vec<TokenStream> = (0..)
        .zip(&methods.entries)
        .map(|(number, entry)| {
            let call = call(context, *entry, traits.get(entry.method).copied().flatten());
            let number = Token::u32_unsuffixed(number);
            quote!(#number => Box::pin(async move { #call }),)
        })
        .collect();
    if arms.is_empty() {
        return TokenStream::new();
    }
    let (body, groups) = if arms.len() <= MOST_METHODS {
        let body = quote!(match id { #(#arms)* _ => no_such_task(&MACHINE, id), });
        (body, TokenStream::new())
    } else {
        in_groups(&of_trait, &arms)
    };
    let doc = docs::line(&format!("The {parameter} by number, as engines call them."));
    quote! {
        #doc
        struct Numbered<T>(T);

        impl<T: #of_trait> TaskSet for Numbered<T> {
            fn call(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
                #body
            }
        }

        #groups
    }
}

/// The statements that call a method with the input of a task. Without a trait it is a method of
/// the machine of `tasks_from`, which has types of its own.
fn call(context: &Context<'_>, entry: Entry, of_trait: Option<&Ident>) -> TokenStream {
    let method = context.names.methods().method(entry);
    let (name, text) = (method.ident(), &method.name);
    let answer = |input: TokenStream| match of_trait {
        Some(of_trait) => quote!(#of_trait::#name(&self.0, &cx, #input).await),
        None => quote!(self.0.#name(&cx, #input).await),
    };
    match kind_of(context, method) {
        MethodKind::Subflow => return quote!(serve(&cx, input).await),
        MethodKind::Event => {
            let sent = answer(quote!(sent_event(&cx, &input)));
            return quote!(#sent?; Ok(Value::Null));
        }
        MethodKind::Task => {}
    }
    let output = if method.is_shared {
        let answer = answer(quote!(shared_input(#text, input)?));
        Some(quote!(shared_output(#text, #answer?)))
    } else {
        types_of(context, method).map(|_| {
            let (from_input, to_output) = conversions(context, method);
            let answer = answer(quote!(#from_input(#text, input)?));
            quote!(#to_output(#text, #answer?))
        })
    };
    let answer = answer(quote!(input));
    match (entry.has_envelope, output) {
        (false, None) => answer,
        (false, Some(output)) => output,
        (true, None) => quote! {
            let (cx, input) = payload(cx, input);
            Ok(envelope(&cx, #answer?))
        },
        (true, Some(output)) => quote! {
            let (cx, input) = payload(cx, input);
            Ok(envelope(&cx, #output?))
        },
    }
}

/// The functions that convert the input and the output of a method. rustc reports a type that cannot
/// be converted where the user named it.
fn conversions(context: &Context<'_>, method: &Method) -> (TokenStream, TokenStream) {
    let Some((input, output)) = &method.types else {
        return (quote!(from_input), quote!(to_output));
    };
    let (input_name, output_name) = context.names.task_types(method);
    (
        types::at_type(input, quote!(from_input::<types::#input_name>)),
        types::at_type(output, quote!(to_output::<types::#output_name>)),
    )
}

/// The number of tasks above which the calls of each part of the trait are in a function of their
/// own.
fn in_groups(of_trait: &Ident, arms: &[TokenStream]) -> (TokenStream, TokenStream) {
    let name = |group| format_ident!("call_{}", group + 1);
    let groups = arms.chunks(MOST_METHODS).enumerate();
    let (arms, functions): (Vec<TokenStream>, Vec<TokenStream>) = groups
        .map(|(group, arms)| {
            let (name, first) = (name(group), group * MOST_METHODS);
            let (first, last) =
                (Token::usize_unsuffixed(first), Token::usize_unsuffixed(first + arms.len() - 1));
            let function = quote! {
                fn #name(self: Arc<Self>, id: u32, cx: TaskContext, input: Value) -> TaskFuture {
                    match id { #(#arms)* _ => no_such_task(&MACHINE, id), }
                }
            };
            (quote!(#first..=#last => self.#name(id, cx, input),), function)
        })
        .unzip();
    (
        quote!(match id { #(#arms)* _ => no_such_task(&MACHINE, id), }),
        quote!(impl<T: #of_trait> Numbered<T> { #(#functions)* }),
    )
}
