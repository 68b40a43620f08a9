//! Emits what is known of the user's types at run time: their shapes, in the machine's table, and
//! the checks of values that `TYPED` has for tests.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::names::{Entry, Method};
use super::{Context, types};
use asl_source::options::RustType;

/// The field of the machine's table.
pub(super) fn field(context: &Context<'_>) -> Option<TokenStream> {
    context.has_types().then(|| quote!(types: Some(&TYPES),))
}

/// The statics of types and checks.
pub(super) fn statics(context: &Context<'_>) -> Option<TokenStream> {
    if !context.has_types() {
        return None;
    }
    let (names, options) = (&context.names, context.options);
    let rows = [(&options.input, names.input()), (&options.output, names.output())];
    let [input, output] = rows.map(|(of, alias)| row(of.as_ref(), alias));
    let tasks = entries(context).map(|method| task_types(context, method));
    let [input_check, output_check] = [
        check(options.input.as_ref().map(|_| if_possible(names.input()))),
        check(options.output.as_ref().map(|_| always(names.output()))),
    ];
    let checks = entries(context).map(|method| task_checks(context, method));
    Some(quote! {
        /// The types that the machine's user named, by their shapes.
        static TYPES: MachineTypes = MachineTypes {
            input: #input,
            output: #output,
            tasks: &[#(#tasks),*],
        };

        /// Checks that values are of these types, by serde.
        static CHECKS: TypeChecks = TypeChecks {
            input: #input_check,
            output: #output_check,
            tasks: &[#(#checks),*],
        };
    })
}

/// The method of each number, and if it has an envelope.
fn entries<'c>(context: &'c Context<'_>) -> impl Iterator<Item = (Entry, &'c Method)> {
    let methods = context.names.methods();
    methods.entries.iter().map(|entry| (*entry, methods.method(*entry)))
}

fn task_types(context: &Context<'_>, (entry, method): (Entry, &Method)) -> TokenStream {
    if method.types.is_none() && method.answer.is_none() {
        return quote!(TaskTypes::NONE);
    }
    let (input, output) = context.names.task_types(method);
    let of = |of: fn(&(RustType, RustType)) -> &RustType| method.types.as_ref().map(of);
    let request = row(of(|types| &types.0), &input);
    let response = row(of(|types| &types.1), &output);
    let answer = row(method.answer.as_ref(), &context.names.task_answer(method));
    let (name, has_envelope) = (&method.name, entry.has_envelope);
    quote! {
        TaskTypes {
            method: #name,
            has_envelope: #has_envelope,
            request: #request,
            response: #response,
            answer: #answer,
        }
    }
}

/// The shapes of a type by its alias.
fn row(of: Option<&RustType>, alias: &Ident) -> TokenStream {
    let Some(of) = of else { return quote!(None) };
    let name = types::shown(of);
    quote! {
        Some(TypeRow {
            name: #name,
            written: ShapeOf::<types::#alias>::WRITTEN,
            read: ShapeOf::<types::#alias>::READ,
        })
    }
}

fn task_checks(context: &Context<'_>, (_, method): (Entry, &Method)) -> TokenStream {
    if method.types.is_none() && method.answer.is_none() {
        return quote!(TaskChecks::NONE);
    }
    let (input, output) = context.names.task_types(method);
    let request = check(method.types.as_ref().map(|_| always(&input)));
    let response = check(method.types.as_ref().map(|_| if_possible(&output)));
    let answer = method.answer.as_ref();
    let answer = check(answer.map(|_| if_possible(&context.names.task_answer(method))));
    quote!(TaskChecks { request: #request, response: #response, answer: #answer })
}

fn check(of: Option<TokenStream>) -> TokenStream {
    of.unwrap_or_else(|| quote!(None))
}

/// The check of a type that the machine reads. Where it does not have what that needs, other code
/// has the error.
fn always(alias: &Ident) -> TokenStream {
    quote!(ReadRequired::<types::#alias>::CHECK)
}

/// The check of a type that the machine only writes.
fn if_possible(alias: &Ident) -> TokenStream {
    quote!(ReadIfPossible::<types::#alias>::CHECK)
}
