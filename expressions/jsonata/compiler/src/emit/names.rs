//! The identifiers of emitted code.

use asl_language::jsonata::BuiltInId;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::plan::native::Native;
use crate::plan::op::{Local, Sink};
use crate::resolve::{Names, TupleId, VariableId};

/// The local of a variable.
pub(super) fn variable_name(names: &Names, id: VariableId) -> Ident {
    let name = names.variable(id).map_or("", |variable| variable.name.as_str());
    let name = snake_case(name);
    let starts = name.starts_with(|c: char| c.is_ascii_lowercase());
    if starts { format_ident!("{name}_{}", id.0) } else { format_ident!("v{name}_{}", id.0) }
}

/// The letters and digits of a name as a local of Rust has them.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_') {
        if (c.is_ascii_uppercase() || c == '_') && !snake.is_empty() && !snake.ends_with('_') {
            snake.push('_');
        }
        if c != '_' {
            snake.push(c.to_ascii_lowercase());
        }
    }
    snake.trim_end_matches('_').to_owned()
}

/// The local of a variable that the run is given.
pub(super) fn given_name(place: usize) -> Ident {
    format_ident!("given_{place}")
}

/// A local that is no variable.
pub(super) fn local_name(local: Local) -> Ident {
    format_ident!("{}", local.to_string())
}

/// The local of the tuple of a path.
pub(super) fn tuple_name(id: TupleId) -> Ident {
    format_ident!("tuple_{}", id.0)
}

/// The local that is the context of functions which are declared together.
pub(super) fn context_name(first: VariableId) -> Ident {
    format_ident!("context_{}", first.0)
}

/// The static of a built-in.
pub(super) fn function_name(built_in: BuiltInId) -> Ident {
    format_ident!("{}", built_in.function().to_ascii_uppercase())
}

/// The local that takes the results of a loop.
pub(super) fn sink_name(sink: &Sink) -> Ident {
    match sink {
        Sink::Results => format_ident!("results"),
        Sink::Objects => format_ident!("objects"),
        Sink::Numbers => format_ident!("total"),
        Sink::Of(outer, id) => {
            format_ident!("{}_of_{}", sink_name(outer), id.function())
        }
    }
}

/// The type of a number or a Boolean value.
pub(super) fn rust_type(native: Native) -> TokenStream {
    match native {
        Native::Finite | Native::Number => quote!(f64),
        Native::MaybeNumber => quote!(Option<f64>),
        Native::Boolean => quote!(bool),
        Native::MaybeBoolean => quote!(Option<bool>),
    }
}
