//! Converts resolved jq programs to Rust. `docs/internals/jq-code.md` shows an example.
//!
//! `emitter` has the state and the means, `value` the kinds of filters, with `construct`,
//! `operators`, `control`, `bind`, `call` and `special` for the larger ones; `aggregate`, `views` and
//! `numbers` print arrays that need not be made and arithmetic; `functions` makes definitions that
//! become functions; `operand` represents values during the emission. What is printed, the
//! [plan](crate::plan) has decided.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "filters that a special case is not for are treated as all others; `emit_filter` lists every kind"
)]

#[macro_use]
mod code;
mod aggregate;
mod bind;
mod call;
mod construct;
mod control;
mod emitter;
mod functions;
mod literal;
mod loops;
mod numbers;
mod operand;
mod operators;
mod paths;
mod special;
mod update;
mod value;
mod views;

#[cfg(test)]
mod tests;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Taking;
use super::analysis::Outputs;
use super::plan::{self, Facts, Signature};
use super::syntax::Program;
use asl_source::expression::program::doc;
pub use asl_source::expression::program::emit_lints;
use emitter::{At, Emitter};
use functions::{emit_function_body, emit_input, take_functions};
use operand::Operand;
use value::{emit_each, emit_node};

/// The arguments of a run.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// An expression of type `&Cx`.
    pub cx: TokenStream,
    /// The value of `.`.
    pub input: Input,
    /// The program's variables in the order they were declared, expressions of type `&Value`.
    pub variables: Vec<TokenStream>,
}

/// The value of `.`.
#[derive(Clone, Debug)]
pub enum Input {
    /// An expression of type `&Value`.
    Borrowed(TokenStream),
    /// An expression of type `Value` that nothing needs any more: updates happen in place.
    Owned(TokenStream),
}

/// One item, a module `name` with all that the program needs; `private` is the path of the
/// runtime's `__private`.
pub fn emit_module(program: &Program, name: &Ident, private: &TokenStream) -> TokenStream {
    let facts = Facts::new(program);
    let plan = plan::plan(&facts);
    let emitter = Emitter::new(&plan);
    let run = run(&emitter).function(&format_ident!("run"), &quote!(pub(super)));
    let functions = take_functions(&emitter);
    let statics = emitter.statics.into_inner().into_items();
    let (doc, lints) = (doc(&program.text), emit_lints());
    quote! {
        #[doc = #doc]
        #lints
        mod #name {
            use #private::jq::*;
            pub(super) use #private::jq::taking;

            #statics
            #run
            #functions
        }
    }
}

/// An item of a module of programs that imports the runtime's names, and the path of the program's
/// function in it: a function, or a module where the function needs other items.
pub fn emit_item(
    program: &Program,
    name: &Ident,
    private: &TokenStream,
) -> (TokenStream, TokenStream) {
    let facts = Facts::new(program);
    let plan = plan::plan(&facts);
    let emitter = Emitter::new(&plan);
    let run = run(&emitter);
    let functions = take_functions(&emitter);
    let (statics, doc) = (emitter.statics.into_inner(), doc(&program.text));
    if plan.functions.is_empty() && statics.is_empty() {
        let function = run.function(name, &quote!(pub(super)));
        return (quote!(#[doc = #doc] #function), quote!(#name));
    }
    let (run, statics) =
        (run.function(&format_ident!("run"), &quote!(pub(in super::super))), statics.into_items());
    let module = quote! {
        #[doc = #doc]
        pub(super) mod #name {
            use #private::jq::*;

            #statics
            #run
            #functions
        }
    };
    (module, quote!(#name::run))
}

/// The function of the program's body, before it has a name.
struct Run {
    parameters: TokenStream,
    result: TokenStream,
    body: TokenStream,
}

impl Run {
    fn function(&self, name: &Ident, visibility: &TokenStream) -> TokenStream {
        let Self { parameters, result, body } = self;
        quote!(#visibility fn #name(cx: &Cx, #parameters) -> #result { #body })
    }
}

/// The program's body as a function.
fn run(emitter: &Emitter<'_>) -> Run {
    let (plan, mut parameters) = (emitter.plan, Vec::new());
    let Signature { outputs, consumes } = plan.signature;
    let input = format_ident!("input");
    let (of, operand) = emit_input(&input, consumes);
    for (word, slot) in &plan.variables {
        let variable = emitter.fresh(word);
        parameters.push(quote!(#variable: &Value));
        emitter.bind(*slot, &Operand::reference(&variable));
    }
    let at = At { emitter, input: operand };
    // Where the value is made, it need not be moved to be looked at.
    let (result, body, emit) = emit_function_body(emitter, outputs, |next| {
        if !plan.finishes {
            return emit_node(&at, &plan.body, next);
        }
        emit_each(&at, &plan.body, &mut |value| {
            let value = value.value();
            next.make(Operand::Once(code!(cx.finish(#value))))
        })
    });
    // What leaves the run has to be looked through, then.
    let special = emitter.statics.borrow().has_special.then(|| quote!(cx.number(f64::INFINITY);));
    Run {
        parameters: quote!(#input: #of #(, #parameters)* #emit),
        result,
        body: quote!(#special #body),
    }
}

/// An expression that runs a program whose [module](emit_module) is in scope. [`Taking`] is its type;
/// [`Taking::Each`] needs an `emit: &mut dyn FnMut(Value) -> Flow` in scope.
pub fn emit_call(
    program: &Program,
    name: &Ident,
    taking: Taking,
    arguments: &Arguments,
) -> TokenStream {
    let (outputs, run) = emit_run(
        program,
        &quote!(#name::run),
        &Arguments { cx: quote!(jq_cx), ..arguments.clone() },
    );
    let cx = &arguments.cx;
    let taken = match (outputs, taking) {
        (Outputs::One, Taking::OneOrArray) => return quote!({ let jq_cx = #cx; #run }),
        (Outputs::One, Taking::IsTrue) => quote!(is_true(#run)),
        (Outputs::One, Taking::AtMostOne) => quote!(some(#run)),
        (Outputs::One, Taking::Each) => quote!(push(#run, emit)),
        (Outputs::Maybe, Taking::OneOrArray) => quote!(one_or_empty(jq_cx, #run)),
        (Outputs::Maybe, Taking::IsTrue) => quote!(is_some_true(#run)),
        (Outputs::Maybe, Taking::AtMostOne) => quote!(if_any(jq_cx, #run)),
        (Outputs::Maybe, Taking::Each) => quote!(push_if_any(jq_cx, #run, emit)),
        (Outputs::Many, _) => {
            let run = quote!(|emit| #run);
            match taking {
                Taking::OneOrArray => quote!(one_or_array(jq_cx, #run)),
                Taking::IsTrue => quote!(is_only_true(#run)),
                Taking::AtMostOne => quote!(at_most_one(jq_cx, #run)),
                Taking::Each => quote!(push_all(jq_cx, #run, emit)),
            }
        }
    };
    quote!({ let jq_cx = #cx; #name::taking::#taken })
}

/// The call of a program's function, which takes `emit` where it has several outputs.
pub fn emit_run(
    program: &Program,
    path: &TokenStream,
    arguments: &Arguments,
) -> (Outputs, TokenStream) {
    let Arguments { cx, input, variables } = arguments;
    let Signature { outputs, consumes } = Signature::of(&Facts::new(program));
    let input = match (input, consumes) {
        (Input::Borrowed(input), true) => quote!((#input).clone()),
        (Input::Owned(input), false) => quote!(&#input),
        (Input::Borrowed(input), false) | (Input::Owned(input), true) => input.clone(),
    };
    let emit = (outputs == Outputs::Many).then(|| quote!(, emit));
    (outputs, quote!(#path(#cx, #input #(, #variables)* #emit)))
}

impl Program {
    /// The printed form of the plan: a node in each line, with what its outputs are in Rust.
    pub fn plan(&self) -> String {
        plan::plan(&Facts::new(self)).to_string()
    }

    /// True if the program has exactly one output whenever it does not fail.
    pub fn has_one_output(&self) -> bool {
        matches!(Signature::of(&Facts::new(self)).outputs, Outputs::One)
    }
}
