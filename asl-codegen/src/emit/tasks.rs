//! Emits the trait that the user implements (`Tasks`, or in SM4C `Functions`), and its methods by
//! number.

use std::ops::Range;

use proc_macro2::{Ident, Literal as Token, TokenStream};
use quote::{format_ident, quote};

use super::names::{Entry, Method};
use super::run::{self, Ends};
use super::{Context, docs, functions, method_docs};
use crate::ir::{Form, Task};

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
    let Ends { compiled, .. } = Ends::of(context);
    let numbered = numbered(context);
    let run = context.options.run.then(|| run::run(context, |call| call));
    let (parameter, set) = if context.machine.tasks.is_empty() {
        (format_ident!("_{parameter}"), quote!(NoTasks))
    } else {
        (parameter.clone(), numbered_set(context, &parameter))
    };
    let body = quote!(Compiled::new(&MACHINE, #set));
    let body = match (&context.options.input, &context.options.output) {
        (None, None) => body,
        (Some(_), None) => quote!(TypedMachine::new(#body, Ok)),
        (_, Some(_)) => quote!(TypedMachine::new(#body, from_value)),
    };
    quote! {
        #definition
        #numbered
        #run

        #machine
        pub fn machine(#parameter: impl #of_trait) -> #compiled {
            #body
        }
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
    let Ends { compiled, .. } = Ends::of(context);
    let run = context.options.run.then(|| run::run(context, |_| quote!(loop {})));
    quote! {
        #definition
        #run

        pub fn machine(#parameter: impl #of_trait) -> #compiled {
            loop {}
        }
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
fn tasks_of<'a>(context: &Context<'a>, method: &Method) -> impl Iterator<Item = &'a Task> {
    let machine = context.machine;
    method.tasks.iter().filter_map(|task| machine.tasks.get(task.index()))
}

/// The form of a method's tasks. In ASL several forms have the same kind of method.
fn form_of(context: &Context<'_>, method: &Method) -> Form {
    tasks_of(context, method).next().map_or(Form::Answer, |task| task.form)
}

fn definition(context: &Context<'_>) -> TokenStream {
    let Words { of_trait, .. } = Words::of(context);
    let methods = context.names.methods().list.iter();
    let methods = methods.map(|method| match form_of(context, method) {
        // The program registers the other machine itself.
        Form::Subflow => TokenStream::new(),
        Form::Event => event_method(&method.ident()),
        Form::Answer
        | Form::Sync
        | Form::Sync2
        | Form::Token
        | Form::Activity
        | Form::Rest
        | Form::Rpc => self::method(context, method),
    });
    let doc = docs::line(if context.machine.sm4c.is_some() {
        "The functions of this machine, and the way its events take into the world."
    } else {
        "The tasks of this machine: one method for each function or other resource that it calls."
    });
    let methods: Vec<TokenStream> = methods.collect();
    let shared = context.names.methods().list.iter().map(|method| shared_method(context, method));
    let shared: Vec<TokenStream> = shared.collect();
    if methods.len() <= MOST_METHODS {
        return trait_of(&of_trait, &doc, &methods, &shared);
    }
    let groups = methods.chunks(MOST_METHODS).zip(shared.chunks(MOST_METHODS));
    let (names, traits): (Vec<Ident>, Vec<TokenStream>) = traits(context)
        .into_iter()
        .zip(groups)
        .map(|((name, _), (methods, shared))| {
            let doc = docs::line(&format!("Part of [`{of_trait}`]."));
            let group = trait_of(&name, &doc, methods, shared);
            (name, group)
        })
        .unzip();
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
    methods: &[TokenStream],
    shared: &[TokenStream],
) -> TokenStream {
    quote! {
        #doc
        pub trait #name: Send + Sync + 'static {
            #(#methods)*
        }

        shared_tasks! { #name: #(#shared)* }
    }
}

/// Maximum methods of one trait. The cost of rustc for the futures that a trait's methods return
/// grows with the square of their number: 0.3 s for 250 methods, 25 s for 2,000.
const MOST_METHODS: usize = 250;

/// The traits and the numbers of their methods. There is one trait, or several parts.
pub(super) fn traits(context: &Context<'_>) -> Vec<(Ident, Range<usize>)> {
    let (Words { of_trait, .. }, count) = (Words::of(context), context.names.methods().list.len());
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

fn method(context: &Context<'_>, method: &Method) -> TokenStream {
    let name = method.ident();
    let types = types_of(context, method);
    let by_services = types.is_none() && tasks_of(context, method).all(Task::has_services);
    let doc = method_docs::method(context, method, by_services);
    let (input, output) = types.unwrap_or_else(|| (quote!(Value), quote!(Value)));
    let is_function = tasks_of(context, method).any(|task| task.function.is_some());
    let parameter = format_ident!("{}", if is_function { "arguments" } else { "input" });
    let body = if by_services { quote!({ serve(cx, input) }) } else { quote!(;) };
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
    match form_of(context, method) {
        Form::Subflow => TokenStream::new(),
        Form::Event => quote!(#name(Event) -> ();),
        Form::Answer
        | Form::Sync
        | Form::Sync2
        | Form::Token
        | Form::Activity
        | Form::Rest
        | Form::Rpc => {
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
    let traits: Vec<&Ident> =
        traits.iter().flat_map(|(name, methods)| methods.clone().map(move |_| name)).collect();
    let arms: Vec<TokenStream> = (0..)
        .zip(&methods.entries)
        .map(|(number, entry)| {
            let of_trait = traits.get(entry.method).copied().unwrap_or(&of_trait);
            let call = call(context, *entry, of_trait);
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

/// The statements that call a method with the input of a task.
fn call(context: &Context<'_>, entry: Entry, of_trait: &Ident) -> TokenStream {
    let method = context.names.methods().method(entry);
    let (name, text) = (method.ident(), &method.name);
    match form_of(context, method) {
        Form::Subflow => return quote!(serve(&cx, input).await),
        Form::Event => {
            return quote! {
                #of_trait::#name(&self.0, &cx, sent_event(&cx, &input)).await?;
                Ok(Value::Null)
            };
        }
        Form::Answer
        | Form::Sync
        | Form::Sync2
        | Form::Token
        | Form::Activity
        | Form::Rest
        | Form::Rpc => {}
    }
    let is_typed = types_of(context, method).is_some();
    let input = if is_typed { quote!(from_input(#text, input)?) } else { quote!(input) };
    let answer = quote!(#of_trait::#name(&self.0, &cx, #input).await);
    match (entry.has_envelope, is_typed) {
        (false, false) => answer,
        (false, true) => quote!(to_output(#text, #answer?)),
        (true, false) => quote! {
            let (cx, input) = payload(cx, input);
            Ok(envelope(&cx, #answer?))
        },
        (true, true) => quote! {
            let (cx, input) = payload(cx, input);
            Ok(envelope(&cx, to_output(#text, #answer?)?))
        },
    }
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
