//! Emits what the option `tasks_from` needs: the bound on the tasks of the other machine, and the
//! checks that its methods are the same.
//!
//! The macro does not see the other machine, so rustc compares the two: the checks are constants
//! that read the other machine's transition table and fail with our text.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::names::Method;
use super::tasks::{form_of, tasks_of};
use super::{Context, docs};
use crate::ir::Form;

/// The trait of the other machine.
pub(super) fn bound(context: &Context<'_>, of_trait: &Ident) -> Option<TokenStream> {
    context.options.tasks_from.as_ref().map(|_| quote!(types::tasks_from::#of_trait))
}

/// The path of the other machine, as the user wrote it.
fn path(context: &Context<'_>) -> Option<String> {
    let from = context.options.tasks_from.as_ref()?;
    Some(from.to_string().replace(' ', ""))
}

fn shared<'c>(context: &'c Context<'_>) -> impl Iterator<Item = &'c Method> {
    let methods = context.names.methods().list.iter();
    methods.filter(|method| method.is_shared && form_of(context, method) != Form::Subflow)
}

/// The documentation of the trait.
pub(super) fn doc(context: &Context<'_>) -> Option<TokenStream> {
    let path = path(context)?;
    let names: Vec<String> = shared(context).map(|method| docs::name(&method.name)).collect();
    let text = docs::line(&format!("The tasks of this machine: those of `{path}` and its own."));
    let names = (!names.is_empty()).then(|| {
        let names = docs::line(&format!("Of `{path}` it calls {}.", names.join(", ")));
        quote!(#[doc = ""] #names)
    });
    Some(quote!(#text #names))
}

/// The comparison with the methods of the other machine.
pub(super) fn checks(context: &Context<'_>) -> Option<TokenStream> {
    let path = path(context)?;
    let module = context.names.module().to_string();
    let methods: Vec<TokenStream> = shared(context)
        .map(|method| {
            let (name, form) = (&method.name, format!("{:?}", form_of(context, method)));
            let form = format_ident!("{form}");
            let task = tasks_of(context, method).next();
            let resource = task.map_or("", |task| task.resource.value.as_str());
            quote!(#name #form #resource;)
        })
        .collect();
    let from = quote!(types::tasks_from::MACHINE);
    (!methods.is_empty()).then(|| quote!(tasks_from! { #module, #path, #from: #(#methods)* }))
}
