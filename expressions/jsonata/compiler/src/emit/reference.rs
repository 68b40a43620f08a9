//! Names as expressions.

use asl_language::jsonata::BuiltInId;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::direct::emit_function_value;
use super::emitter::{Capture, Emitter};
use crate::resolve::{Meaning, Reference, Storage, TupleId, VariableId};

/// The local of a variable.
pub(super) fn variable_name(emitter: &Emitter<'_>, id: VariableId) -> Ident {
    let name = emitter.names.variable(id).map_or("", |variable| variable.name.as_str());
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

/// The local of the tuple of a path.
pub(super) fn tuple_name(id: TupleId) -> Ident {
    format_ident!("tuple_{}", id.0)
}

/// The way in which a variable is kept.
pub(super) fn storage(emitter: &Emitter<'_>, id: VariableId) -> Storage {
    emitter.names.variable(id).map_or(Storage::Local, |variable| variable.storage)
}

/// The local of a variable, which functions around this place capture.
pub(super) fn variable(emitter: &mut Emitter<'_>, id: VariableId) -> Ident {
    let level = emitter.names.variable(id).map_or(0, |variable| variable.level);
    emitter.capture(Capture::Variable(id), level);
    variable_name(emitter, id)
}

/// The value of a name, an expression of type `Item`.
pub(super) fn emit_reference(emitter: &mut Emitter<'_>, reference: &Reference) -> TokenStream {
    let mut value = emit_meaning(emitter, reference.end);
    for id in reference.maybe.iter().rev() {
        let name = variable(emitter, *id);
        let bound = match storage(emitter, *id) {
            Storage::Slot => quote!(#name.get()),
            Storage::Local | Storage::Function | Storage::Mutable => quote!(#name.clone()),
        };
        value = match reference.end {
            Meaning::Undefined => quote!(#bound.unwrap_or_default()),
            _ => quote!(match #bound { Some(item) => item, None => #value }),
        };
    }
    value
}

fn emit_meaning(emitter: &mut Emitter<'_>, meaning: Meaning) -> TokenStream {
    match meaning {
        Meaning::Variable(id) if storage(emitter, id) == Storage::Function => {
            emit_function_value(emitter, id)
        }
        Meaning::Variable(id) => {
            let name = variable(emitter, id);
            match storage(emitter, id) {
                Storage::Local if emitter.native(id).is_some() => quote!(Item::from(#name)),
                Storage::Local | Storage::Function => quote!(#name.to_item()),
                Storage::Mutable => quote!(#name.clone().unwrap_or_default()),
                Storage::Slot => quote!(#name.get().unwrap_or_default()),
            }
        }
        Meaning::Tuple(path, slot) => {
            emitter.tuple(path);
            let name = tuple_name(path);
            quote!(#name.slot(#slot))
        }
        Meaning::Given(place) => {
            emitter.capture(Capture::Given(place), 0);
            let name = given_name(place);
            quote!(#name.to_item())
        }
        Meaning::Input => {
            emitter.capture(Capture::Input, 0);
            quote!(input.to_item())
        }
        Meaning::BuiltIn(built_in) => {
            let function = function_name(built_in.id);
            quote!(call::native_value(&functions::#function)?)
        }
        Meaning::Undefined => quote!(Item::Undefined),
    }
}

/// A name as an expression of type `View`, if it is a local.
pub(super) fn emit_local(emitter: &mut Emitter<'_>, reference: &Reference) -> Option<TokenStream> {
    if !reference.maybe.is_empty() {
        return None;
    }
    match reference.end {
        Meaning::Variable(id)
            if storage(emitter, id) == Storage::Local && emitter.native(id).is_none() =>
        {
            let name = variable(emitter, id);
            Some(quote!(#name.view()))
        }
        Meaning::Given(place) => {
            emitter.capture(Capture::Given(place), 0);
            let name = given_name(place);
            Some(quote!(#name))
        }
        Meaning::Input => {
            emitter.capture(Capture::Input, 0);
            Some(quote!(input))
        }
        Meaning::Tuple(path, slot) => {
            emitter.tuple(path);
            let name = tuple_name(path);
            Some(quote!(#name.at(#slot).view()))
        }
        Meaning::Variable(_) | Meaning::BuiltIn(_) | Meaning::Undefined => None,
    }
}

/// The static of a built-in.
pub(super) fn function_name(built_in: BuiltInId) -> Ident {
    format_ident!("{}", built_in.function().to_ascii_uppercase())
}
