//! The trait that the user implements, the tasks by number, and the two ways into a machine.

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;

use super::{Context, docs, names};
use crate::ir::TaskId;

/// `trait Tasks`, its numbered form, `run` and `machine`.
pub(super) fn tasks(context: &Context<'_>) -> TokenStream {
    let definition = definition(context);
    let numbered = numbered(context);
    let run = context.options.run.then(|| run(context));
    quote! {
        #definition
        #numbered
        #run

        /// The machine with its tasks: what every engine takes.
        pub fn machine(tasks: impl Tasks) -> Compiled {
            Compiled::new(&MACHINE, Numbered(tasks))
        }
    }
}

/// The trait and the ways into a machine that has errors.
pub(super) fn outline(context: &Context<'_>) -> TokenStream {
    let definition = definition(context);
    let (input, output) = ends(context);
    let run = context.options.run.then(|| {
        quote! {
            pub fn run(tasks: impl Tasks, input: #input) -> impl Future<Output = Result<#output, Failure>> + Send {
                async { loop {} }
            }

            pub fn run_with(
                tasks: impl Tasks,
                input: #input,
                options: RunOptions,
            ) -> impl Future<Output = Result<#output, Failure>> + Send {
                async { loop {} }
            }
        }
    });
    quote! {
        #definition
        #run

        pub fn machine(tasks: impl Tasks) -> Compiled {
            loop {}
        }
    }
}

/// The types of the machine's ends.
fn ends(context: &Context<'_>) -> (TokenStream, TokenStream) {
    let (input, output) = (context.names.input(), context.names.output());
    let end = |given: bool, alias| if given { quote!(types::#alias) } else { quote!(Value) };
    (end(context.options.input.is_some(), input), end(context.options.output.is_some(), output))
}

fn definition(context: &Context<'_>) -> TokenStream {
    let methods = names::methods(context.machine, context.options);
    let methods = (0..).map(TaskId).zip(&context.machine.tasks).zip(methods).map(|((id, task), method)| {
        let name = context.names.method(id);
        let by_services = method.types().is_none() && task.has_services();
        let doc = docs::name(&task.resource.value);
        let doc = docs::line(&if by_services { format!("{doc}, by default performed by the services of the run") } else { doc });
        let (input, output) = if method.types().is_some() {
            let (input, output) = context.names.task_types(id);
            (quote!(types::#input), quote!(types::#output))
        } else {
            (quote!(Value), quote!(Value))
        };
        let body = if by_services { quote!({ serve(cx, input) }) } else { quote!(;) };
        quote! {
            #doc
            fn #name(&self, cx: &TaskContext, input: #input) -> impl Future<Output = Result<#output, TaskError>> + Send #body
        }
    });
    quote! {
        /// The tasks of this machine: one method per resource.
        pub trait Tasks: Send + Sync + 'static {
            #(#methods)*
        }
    }
}

fn numbered(context: &Context<'_>) -> TokenStream {
    let methods = names::methods(context.machine, context.options);
    let arms: Vec<TokenStream> = (0..)
        .zip(&methods)
        .map(|(number, method)| {
            let name = context.names.method(TaskId(number));
            let text = context.names.method_text(TaskId(number));
            let number = Token::u32_unsuffixed(number);
            if method.types().is_some() {
                quote! {
                    #number => Box::pin(async move {
                        to_output(#text, Tasks::#name(&self.0, &cx, from_input(#text, input)?).await?)
                    }),
                }
            } else {
                quote!(#number => Box::pin(async move { Tasks::#name(&self.0, &cx, input).await }),)
            }
        })
        .collect();
    let (cx, input) = if arms.is_empty() { (quote!(_cx), quote!(_input)) } else { (quote!(cx), quote!(input)) };
    let body = if arms.is_empty() {
        quote!(no_such_task(&MACHINE, task))
    } else {
        quote!(match task { #(#arms)* _ => no_such_task(&MACHINE, task), })
    };
    quote! {
        /// The tasks by number, as engines call them.
        struct Numbered<T>(T);

        impl<T: Tasks> TaskSet for Numbered<T> {
            fn call(self: Arc<Self>, task: u32, #cx: TaskContext, #input: Value) -> TaskFuture {
                #body
            }
        }
    }
}

fn run(context: &Context<'_>) -> TokenStream {
    let options = context.options;
    let (input, output) = ends(context);
    let body = if options.input.is_none() && options.output.is_none() {
        quote!(machine(tasks).run_with(input, options))
    } else {
        let given = if options.input.is_some() { quote!(to_value(input)) } else { quote!(Ok(input)) };
        let converted = if options.output.is_some() { quote!(from_value) } else { quote!(Ok) };
        quote!(run_typed(&machine(tasks), #given, #converted, options))
    };
    quote! {
        /// Runs the machine in this process, on tokio.
        pub fn run(tasks: impl Tasks, input: #input) -> impl Future<Output = Result<#output, Failure>> + Send {
            run_with(tasks, input, RunOptions::default())
        }

        /// As [`run`], with a name, a history, a storage or services.
        pub fn run_with(
            tasks: impl Tasks,
            input: #input,
            options: RunOptions,
        ) -> impl Future<Output = Result<#output, Failure>> + Send {
            #body
        }
    }
}
