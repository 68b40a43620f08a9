//! Emits the trait that the user implements (`Tasks`, or in SM4C `Functions`), the tasks by number,
//! and the ways to run a machine.

use std::ops::Range;

use proc_macro2::{Ident, Literal as Token, TokenStream};
use quote::{format_ident, quote};

use super::{Context, docs, functions, names};
use crate::ir::{Form, Task, TaskId};

/// The names of the trait and its implementor.
struct Words {
    of_trait: Ident,
    parameter: Ident,
    machine: TokenStream,
}

impl Words {
    fn of(context: &Context<'_>) -> Self {
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
    let numbered = numbered(context);
    let run = context.options.run.then(|| run(context));
    let (parameter, set) = if context.machine.tasks.is_empty() {
        (format_ident!("_{parameter}"), quote!(NoTasks))
    } else {
        (parameter.clone(), numbered_set(context, &parameter))
    };
    quote! {
        #definition
        #numbered
        #run

        #machine
        pub fn machine(#parameter: impl #of_trait) -> Compiled {
            Compiled::new(&MACHINE, #set)
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
    let (input, output) = ends(context);
    let start = context.machine.sm4c.is_some().then(|| {
        quote! {
            pub fn start(
                #parameter: impl #of_trait,
                input: impl Into<RunInput>,
                options: RunOptions,
            ) -> (Handle, Running) {
                loop {}
            }
        }
    });
    let run = context.options.run.then(|| {
        quote! {
            pub fn run(
                #parameter: impl #of_trait,
                input: #input,
            ) -> impl Future<Output = Result<#output, Failure>> + Send {
                async { loop {} }
            }

            pub fn run_with(
                #parameter: impl #of_trait,
                input: #input,
                options: RunOptions,
            ) -> impl Future<Output = Result<#output, Failure>> + Send {
                async { loop {} }
            }

            #start
        }
    });
    quote! {
        #definition
        #run

        pub fn machine(#parameter: impl #of_trait) -> Compiled {
            loop {}
        }
    }
}

/// The types of the machine's input and output.
fn ends(context: &Context<'_>) -> (TokenStream, TokenStream) {
    let (input, output) = (context.names.input(), context.names.output());
    let end =
        |given: bool, alias, any: TokenStream| if given { quote!(types::#alias) } else { any };
    let input = end(context.options.input.is_some(), input, quote!(impl Into<RunInput>));
    (input, end(context.options.output.is_some(), output, quote!(Value)))
}

/// The types of a task's method: the user's or those of its document. `None` means values.
pub(super) fn types_of(
    context: &Context<'_>,
    id: TaskId,
    method: &names::Method<'_>,
) -> Option<(TokenStream, TokenStream)> {
    if method.types().is_some() {
        let (input, output) = context.names.task_types(id);
        return Some((quote!(types::#input), quote!(types::#output)));
    }
    functions::typed(context, id)
}

fn definition(context: &Context<'_>) -> TokenStream {
    let Words { of_trait, .. } = Words::of(context);
    let methods = names::methods(context.machine, context.options);
    let tasks = (0..).map(TaskId).zip(&context.machine.tasks).zip(methods);
    let methods = tasks.map(|((id, task), method)| match task.form {
        // The program registers the other machine itself.
        Form::Subflow => TokenStream::new(),
        Form::Event => event_method(&context.names.method(id)),
        Form::Answer
        | Form::Sync
        | Form::Sync2
        | Form::Token
        | Form::Activity
        | Form::Rest
        | Form::Rpc => self::method(context, id, task, types_of(context, id, &method)),
    });
    let doc = docs::line(if context.machine.sm4c.is_some() {
        "The functions of this machine, and the way its events take into the world."
    } else {
        "The tasks of this machine: one method per resource."
    });
    let methods: Vec<TokenStream> = methods.collect();
    if methods.len() <= MOST_METHODS {
        return quote! {
            #doc
            pub trait #of_trait: Send + Sync + 'static {
                #(#methods)*
            }
        };
    }
    let groups = traits(context).into_iter().zip(methods.chunks(MOST_METHODS));
    let (names, traits): (Vec<Ident>, Vec<TokenStream>) = groups
        .map(|((name, _), methods)| {
            let doc = docs::line(&format!("Part of [`{of_trait}`]."));
            let group = quote! {
                #doc
                pub trait #name: Send + Sync + 'static {
                    #(#methods)*
                }
            };
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

/// Maximum methods of one trait. The cost of rustc for the futures that a trait's methods return
/// grows with the square of their number: 0.3 s for 250 methods, 25 s for 2,000.
const MOST_METHODS: usize = 250;

/// The traits with the methods of tasks, and the numbers of these tasks. There is one trait, or
/// several parts.
pub(super) fn traits(context: &Context<'_>) -> Vec<(Ident, Range<usize>)> {
    let (Words { of_trait, .. }, count) = (Words::of(context), context.machine.tasks.len());
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

/// The method of a task.
fn method(
    context: &Context<'_>,
    id: TaskId,
    task: &Task,
    types: Option<(TokenStream, TokenStream)>,
) -> TokenStream {
    let name = context.names.method(id);
    let by_services = types.is_none() && task.has_services();
    let doc = docs::name(&task.resource.value);
    let doc = docs::line(&match &task.function {
        Some(function) => format!("The function {}: {doc}", docs::name(function)),
        None if by_services => format!("{doc}, by default performed by the services of the run"),
        None => doc,
    });
    let (input, output) = types.unwrap_or_else(|| (quote!(Value), quote!(Value)));
    let parameter =
        format_ident!("{}", if task.function.is_some() { "arguments" } else { "input" });
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

fn numbered(context: &Context<'_>) -> TokenStream {
    let Words { of_trait, parameter, .. } = Words::of(context);
    let methods = names::methods(context.machine, context.options);
    let tasks = (0..).zip(&context.machine.tasks).zip(&methods);
    let traits = traits(context);
    let arms: Vec<TokenStream> = tasks
        .zip(traits.iter().flat_map(|(name, tasks)| tasks.clone().map(move |_| name)))
        .map(|(((number, task), method), of_trait)| {
            let name = context.names.method(TaskId(number));
            let text = context.names.method_text(TaskId(number));
            let literal = Token::u32_unsuffixed(number);
            match task.form {
                Form::Subflow => quote!(#literal => Box::pin(async move { serve(&cx, input).await }),),
                Form::Event => quote! {
                    #literal => Box::pin(async move {
                        #of_trait::#name(&self.0, &cx, sent_event(&cx, &input)).await?;
                        Ok(Value::Null)
                    }),
                },
                _ if types_of(context, TaskId(number), method).is_some() => quote! {
                    #literal => Box::pin(async move {
                        to_output(#text, #of_trait::#name(&self.0, &cx, from_input(#text, input)?).await?)
                    }),
                },
                Form::Answer | Form::Sync | Form::Sync2 | Form::Token | Form::Activity | Form::Rest | Form::Rpc => {
                    quote!(#literal => Box::pin(async move { #of_trait::#name(&self.0, &cx, input).await }),)
                }
            }
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

fn run(context: &Context<'_>) -> TokenStream {
    let Words { of_trait, parameter, .. } = Words::of(context);
    let options = context.options;
    let (input, output) = ends(context);
    if options.input.is_none() && options.output.is_none() {
        return run_untyped(context);
    }
    let given = if options.input.is_some() {
        quote!(to_value(input))
    } else {
        quote!(Ok(run_input(input)))
    };
    let converted = if options.output.is_some() { quote!(from_value) } else { quote!(Ok) };
    let body = quote!(run_typed(&machine(#parameter), #given, #converted, options));
    let run_doc = run_doc(context);
    let start = start(context);
    quote! {
        #run_doc
        pub fn run(
            #parameter: impl #of_trait,
            input: #input,
        ) -> impl Future<Output = Result<#output, Failure>> + Send {
            run_with(#parameter, input, RunOptions::default())
        }

        /// As [`run`], with a name, a history, a storage or services.
        pub fn run_with(
            #parameter: impl #of_trait,
            input: #input,
            options: RunOptions,
        ) -> impl Future<Output = Result<#output, Failure>> + Send {
            #body
        }

        #start
    }
}

/// `run` and `run_with` of a machine without types: they name the future that they return.
fn run_untyped(context: &Context<'_>) -> TokenStream {
    let Words { of_trait, parameter, .. } = Words::of(context);
    let (run_doc, start) = (run_doc(context), start(context));
    quote! {
        #run_doc
        pub fn run(#parameter: impl #of_trait, input: impl Into<RunInput>) -> Running {
            machine(#parameter).run(input)
        }

        /// As [`run`], with a name, a history, a storage or services.
        pub fn run_with(
            #parameter: impl #of_trait,
            input: impl Into<RunInput>,
            options: RunOptions,
        ) -> Running {
            machine(#parameter).run_with(input, options)
        }

        #start
    }
}

fn run_doc(context: &Context<'_>) -> TokenStream {
    docs::line(match context.options.input {
        None => "Runs the machine in this process, on tokio; `()` is no input.",
        Some(_) => "Runs the machine in this process, on tokio.",
    })
}

/// `start`, which only machines in SM4C have.
fn start(context: &Context<'_>) -> Option<TokenStream> {
    let Words { of_trait, parameter, .. } = Words::of(context);
    context.machine.sm4c.is_some().then(|| {
        quote! {
            /// As [`run_with`], with a handle that events can be sent to:
            /// `handle.send(event).await`.
            pub fn start(
                #parameter: impl #of_trait,
                input: impl Into<RunInput>,
                options: RunOptions,
            ) -> (Handle, Running) {
                machine(#parameter).start(input, options)
            }
        }
    })
}
