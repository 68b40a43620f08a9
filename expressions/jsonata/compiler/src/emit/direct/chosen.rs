//! Calls of functions with a form for numbers, with arguments whose types are known only at run
//! time.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::numbers::emit_test;
use super::{emit_call, emit_form_call};
use crate::emit::call::called_name;
use crate::emit::emitter::Emitter;
use crate::emit::native::{Native, emit_native, native_of};
use crate::emit::value::{emit_operand, emit_value};
use crate::resolve::VariableId;
use crate::shape::Cardinality;
use crate::tree::{Call, Node};

/// A call of the form for numbers if its arguments are numbers, and of the other form if they are
/// not: an expression of type `Item`, which has collapsed.
///
/// The arguments of the first form never become items, and its result does not move as one: the
/// moves took half of the time of a call.
pub(in crate::emit) fn emit_chosen_call(
    emitter: &mut Emitter<'_>,
    id: VariableId,
    node: &Node,
    call: &Call,
) -> Option<TokenStream> {
    let numbers = emitter.numbers(id)?.clone();
    if call.arguments.len() != numbers.parameters.len() || numbers.fit(emitter, &call.arguments) {
        return None;
    }
    let level = node.level.of_calls();
    let pairs = numbers.parameters.iter().zip(&call.arguments).enumerate();
    let given: Vec<Given> = pairs
        .map(|(place, ((_, native), argument))| Given::new(emitter, place, *native, argument))
        .collect();
    let names: Vec<&Ident> = given.iter().map(|given| &given.name).collect();
    let values = given.iter().map(|given| &given.value);
    let tests = given.iter().filter_map(|given| {
        let (name, test) = (&given.name, given.test.as_ref()?);
        Some((quote!(Some(#name)), test))
    });
    let (patterns, tests): (Vec<_>, Vec<_>) = tests.unzip();
    let name = called_name(&call.callee);
    let is_sequence = emitter.shapes.of(node).cardinality() == Cardinality::Sequence;
    let item = |call: TokenStream| {
        let item = quote!(call::named(#call, #name)?);
        if is_sequence { quote!(path::collapse(#item)) } else { item }
    };
    let arguments = names.iter().map(|name| quote!(#name));
    let of_numbers = emit_form_call(emitter, id, &numbers, (arguments, level));
    let of_numbers = match numbers.result {
        Some(native) => {
            let native = native.rust_type();
            quote!(Item::from(recursion::named::<#native>(#of_numbers, #name)?))
        }
        None => item(of_numbers),
    };
    let items = given.iter().map(|given| given.item.clone()).collect();
    let of_items = item(emit_call(emitter, id, items, level));
    Some(quote! {
        match (#(#values,)*) {
            (#(#names,)*) => match (#(#tests,)*) {
                (#(#patterns,)*) => #of_numbers,
                _ => #of_items,
            },
        }
    })
}

/// An argument whose type is known only at run time.
struct Given {
    /// The local that it is kept in.
    name: Ident,
    /// Its value, which is evaluated once.
    value: TokenStream,
    /// The local as an `Option` of the type of the parameter, which is a number.
    test: Option<TokenStream>,
    /// The local as an item.
    item: TokenStream,
}

impl Given {
    fn new(
        emitter: &mut Emitter<'_>,
        place: usize,
        native: Option<Native>,
        argument: &Node,
    ) -> Self {
        let name = format_ident!("argument_{place}");
        let Some(native) = native else {
            let value = emit_value(emitter, argument);
            return Self { value, test: None, item: quote!(#name), name };
        };
        if native_of(emitter, argument).is_some_and(Native::is_number)
            && let Some((found, value)) = emit_native(emitter, argument)
        {
            let given = if found.is_certain_number() { quote!(Some(#name)) } else { quote!(#name) };
            let test = if found.fits(native) {
                let value = found.converted(quote!(#name), native);
                quote!(Some(#value))
            } else if native == Native::Finite {
                quote!(recursion::only_finite(#given))
            } else {
                given
            };
            return Self { value, test: Some(test), item: quote!(Item::from(#name)), name };
        }
        let value = emit_operand(emitter, argument);
        let test = emit_test(&quote!(#name), native);
        Self { value, test: Some(test), item: quote!(#name.to_item()), name }
    }
}
