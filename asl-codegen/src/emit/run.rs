//! Emits the ways to run a machine.

use proc_macro2::TokenStream;
use quote::quote;

use super::tasks::Words;
use super::{Context, docs};

/// The types of the machine's input and output.
pub(super) fn ends(context: &Context<'_>) -> (TokenStream, TokenStream) {
    let (input, output) = (context.names.input(), context.names.output());
    let end =
        |given: bool, alias, any: TokenStream| if given { quote!(types::#alias) } else { any };
    let input = end(context.options.input.is_some(), input, quote!(impl Into<RunInput>));
    (input, end(context.options.output.is_some(), output, quote!(Value)))
}

/// `run` and `run_with`; in SM4C also `start`.
pub(super) fn run(context: &Context<'_>) -> TokenStream {
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
