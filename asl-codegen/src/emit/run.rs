//! Emits the ways to run a machine.

use proc_macro2::TokenStream;
use quote::quote;

use super::tasks::Words;
use super::{Context, docs, types};

/// The types that depend on those of the machine's input and output.
pub(super) struct Ends {
    /// The parameter of `run`.
    pub(super) input: TokenStream,
    /// The future that `run` returns.
    pub(super) running: TokenStream,
    /// The machine with its tasks.
    pub(super) compiled: TokenStream,
    /// The machine with the types of its ends, if it has any.
    pub(super) table: Option<TokenStream>,
    /// The constant with all types, if there are any.
    pub(super) typed: Option<TokenStream>,
}

impl Ends {
    pub(super) fn of(context: &Context<'_>) -> Self {
        let (input, output) = (context.names.input(), context.names.output());
        let input = context.options.input.as_ref().map(|_| quote!(types::#input));
        let output = context.options.output.as_ref().map(|_| quote!(types::#output));
        if input.is_none() && output.is_none() {
            return Self {
                input: quote!(impl Into<RunInput>),
                running: quote!(Running),
                compiled: quote!(Compiled),
                table: None,
                typed: context
                    .has_types()
                    .then(|| constant(&quote!(RunInput), &quote!(Value), &quote!(Ok))),
            };
        }
        let reader = context.options.output.as_ref().map_or_else(
            || quote!(Ok),
            |named| types::at_type(named, quote!(from_value::<#output>)),
        );
        let output = output.unwrap_or_else(|| quote!(Value));
        let ends = input.clone().unwrap_or_else(|| quote!(RunInput));
        let typed = constant(&ends, &output, &reader);
        Self {
            input: input.map_or_else(
                || quote!(impl Into<RunInput>),
                |input| quote!(impl MachineInput<#input>),
            ),
            running: quote!(TypedRun<#output>),
            compiled: quote!(TypedMachine<#ends, #output>),
            table: Some(quote!(Typed::new(&MACHINE, #reader))),
            typed: Some(typed),
        }
    }
}

/// `TYPED`. Only programs that name it have the code of its checks.
fn constant(input: &TokenStream, output: &TokenStream, reader: &TokenStream) -> TokenStream {
    quote! {
        /// The machine with its types, without its tasks.
        pub const TYPED: Typed<#input, #output> = Typed::new(&MACHINE, #reader).with_checks(&CHECKS);
    }
}

/// `run` and `run_with`; in SM4C also `start`. They name the future that they return. `body` makes the
/// body of a function from the call of the machine.
pub(super) fn run(context: &Context<'_>, body: impl Fn(TokenStream) -> TokenStream) -> TokenStream {
    let Words { of_trait, parameter, .. } = Words::of(context);
    let Ends { input, running, .. } = Ends::of(context);
    let run_doc = docs::line(match context.options.input {
        None => "Runs the machine in this process, on tokio; `()` is no input.",
        Some(_) => "Runs the machine in this process, on tokio.",
    });
    let call = |call: TokenStream| body(quote!(machine(#parameter).#call));
    let (run, run_with) = (call(quote!(into_run(input))), call(quote!(run_with(input, options))));
    let start = context.machine.sm4c.is_some().then(|| {
        let start = call(quote!(start(input, options)));
        quote! {
            /// As [`run_with`], with a handle that events can be sent to:
            /// `handle.send(event).await`.
            pub fn start(
                #parameter: impl #of_trait,
                input: #input,
                options: RunOptions,
            ) -> (Handle, #running) {
                #start
            }
        }
    });
    quote! {
        #run_doc
        pub fn run(#parameter: impl #of_trait, input: #input) -> #running {
            #run
        }

        /// As [`run`], with a name, a history, a storage or services.
        pub fn run_with(
            #parameter: impl #of_trait,
            input: #input,
            options: RunOptions,
        ) -> #running {
            #run_with
        }

        #start
    }
}
