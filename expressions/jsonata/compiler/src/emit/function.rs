//! Functions that the expression defines: lambdas, transforms, regular expressions.

use proc_macro2::TokenStream;
use quote::quote;

use super::block::emit_frame;
use super::call::{End, emit_end};
use super::direct::context_name;
use super::emitter::{Around, Capture, Emitter};
use super::members::Members;
use super::outcome::emit_ok;
use super::reference::{emit_reference, given_name, storage, tuple_name, variable_name};
use super::value::emit_value;
use crate::resolve::{Meaning, Storage, VariableId};
use crate::tree::{Lambda, Node, Regex, Transform};
use asl_source::sorted::SortedSet;

/// `function($a, $b)<signature>{body}`
pub(super) fn emit_lambda(emitter: &mut Emitter<'_>, node: &Node, lambda: &Lambda) -> TokenStream {
    let parameters = emitter.names.parameters.get(&node.place.start).cloned().unwrap_or_default();
    let (body, captures) = emitter.in_function(Around::Value, |emitter| {
        let parameters = emit_parameters(emitter, lambda, &parameters);
        let declarations = emit_frame(emitter, node.place.start);
        let body = emit_end(emitter, &lambda.body, End::Tail);
        quote!(#parameters #declarations #body)
    });
    let Captured { clones, items, borrows } = captured(emitter, &captures);
    let arity = parameters.len();
    quote!({
        #clones
        let depth = Function::depth_of(&[#(#items),*]);
        Function::of_depth(#arity, depth, move |cx, called_in, arguments| {
            #borrows
            #body
        })?
    })
}

fn emit_parameters(
    emitter: &Emitter<'_>,
    lambda: &Lambda,
    parameters: &[VariableId],
) -> TokenStream {
    let names: Vec<_> = parameters.iter().map(|id| variable_name(emitter, *id)).collect();
    let taken = match &lambda.signature {
        None if parameters.is_empty() => TokenStream::new(),
        None => quote!(let [#(#names),*] = call::parameters(arguments);),
        Some(signature) => {
            let signature = &signature.text;
            quote! {
                static SIGNATURE: Signature = Signature::known(#signature);
                let [#(#names),*] = call::checked(cx, &SIGNATURE, called_in, arguments)?;
            }
        }
    };
    let kept = emit_kept_parameters(emitter, parameters);
    quote!(#taken #kept)
}

/// Keeps the values of parameters that are no plain locals.
pub(super) fn emit_kept_parameters(
    emitter: &Emitter<'_>,
    parameters: &[VariableId],
) -> TokenStream {
    let kept = parameters.iter().map(|id| {
        let name = variable_name(emitter, *id);
        match storage(emitter, *id) {
            Storage::Local | Storage::Function => TokenStream::new(),
            Storage::Mutable => quote!(let mut #name = Some(#name);),
            Storage::Slot => quote!(let #name = cx.slot_of(#name)?;),
        }
    });
    kept.collect()
}

/// The locals that a function captures.
pub(super) struct Captured {
    /// Copies them.
    pub(super) clones: TokenStream,
    /// Those that are items, of type `&Item`.
    pub(super) items: Vec<TokenStream>,
    /// Makes views again of those that were.
    pub(super) borrows: TokenStream,
}

pub(super) fn captured(emitter: &Emitter<'_>, captures: &SortedSet<Capture>) -> Captured {
    let mut captured =
        Captured { clones: TokenStream::new(), items: Vec::new(), borrows: TokenStream::new() };
    for capture in captures {
        let name = match capture {
            Capture::Context => quote!(context),
            Capture::Input => quote!(input),
            Capture::Given(place) => {
                let name = given_name(*place);
                quote!(#name)
            }
            Capture::FunctionContext(first) => {
                let name = context_name(*first);
                quote!(#name)
            }
            Capture::Tuple(id) => {
                let name = tuple_name(*id);
                captured.items.push(quote!(&#name.to_item()));
                captured.clones.extend(quote!(let #name = #name.clone();));
                continue;
            }
            Capture::Variable(id) => {
                let name = variable_name(emitter, *id);
                if emitter.native(*id).is_some() {
                    // A copy moves into the function.
                } else if storage(emitter, *id) == Storage::Local {
                    captured.clones.extend(quote!(let #name = #name.to_item();));
                    captured.items.push(quote!(&#name));
                } else {
                    captured.clones.extend(quote!(let #name = #name.clone();));
                }
                continue;
            }
        };
        captured.clones.extend(quote!(let #name = #name.to_item();));
        captured.items.push(quote!(&#name));
        captured.borrows.extend(quote!(let #name = #name.view();));
    }
    captured
}

/// `|pattern|update, delete|`
pub(super) fn emit_transform(
    emitter: &mut Emitter<'_>,
    node: &Node,
    transform: &Transform,
) -> TokenStream {
    let clone = emitter.names.clones.get(&node.place.start).cloned();
    let clone = match clone {
        Some(clone) if !matches!(clone.end, Meaning::BuiltIn(_)) || !clone.maybe.is_empty() => {
            let clone = emit_reference(emitter, &clone);
            quote!(Some(#clone))
        }
        _ => quote!(None),
    };
    if let Some(members) = Members::new(emitter, node, transform) {
        return emit_members(emitter, &clone, &members);
    }
    let ((body, facts), captures) = emitter.in_function(Around::Value, |emitter| {
        let ((parts, facts), _) =
            emitter.in_context(|emitter| emit_transform_parts(emitter, transform));
        let declarations = emit_frame(emitter, node.place.start);
        (quote!(#declarations #parts), facts)
    });
    let Captured { clones, items, borrows } = captured(emitter, &captures);
    quote!({
        #clones
        let depth = Function::depth_of(&[#(#items),*]);
        transform::function(
            #clone,
            depth,
            #facts,
            move |cx: &Cx, part: transform::Part, context: &Item| -> Outcome {
                #borrows
                let context = context.view();
                #body
            },
        )?
    })
}

/// A transform that changes members in place.
fn emit_members(
    emitter: &mut Emitter<'_>,
    clone: &TokenStream,
    members: &Members<'_>,
) -> TokenStream {
    let ((values, facts), captures) = emitter.in_function(Around::Value, |emitter| {
        let ((values, is_local), _) = emitter.in_context(|emitter| members.emit_values(emitter));
        (values, members.emit_facts(emitter, is_local))
    });
    let Captured { clones, items, borrows } = captured(emitter, &captures);
    quote!({
        #clones
        let depth = Function::depth_of(&[#(#items),*]);
        transform::members(#clone, depth, #facts, move |cx: &Cx, context: View<'_>| {
            #borrows
            #values
        })?
    })
}

/// The parts of a transform: a `match` on `part`, an expression of type `Outcome`, and what is known about them.
fn emit_transform_parts(
    emitter: &mut Emitter<'_>,
    transform: &Transform,
) -> (TokenStream, TokenStream) {
    let (pattern, is_pattern_local) = emit_local_part(emitter, &transform.pattern);
    let (update, is_update_local) = emit_local_part(emitter, &transform.update);
    let delete = match &transform.delete {
        Some(delete) => emit_ok(&emit_value(emitter, delete)),
        None => quote!(Ok(Item::Undefined)),
    };
    let has_delete = transform.delete.is_some();
    let parts = quote! {
        match part {
            transform::Part::Pattern => #pattern,
            transform::Part::Update => #update,
            transform::Part::Delete => #delete,
        }
    };
    let facts = quote! {
        transform::Parts {
            is_pattern_local: #is_pattern_local,
            is_update_local: #is_update_local,
            has_delete: #has_delete,
        }
    };
    (parts, facts)
}

/// The value of a node, an expression of type `Outcome`; true if it refers to nothing but its context.
fn emit_local_part(emitter: &mut Emitter<'_>, node: &Node) -> (TokenStream, bool) {
    let (value, captures) = emitter.in_part(|emitter| emit_ok(&emit_value(emitter, node)));
    (value, captures.is_empty())
}

/// `/pattern/flags`: made once, an expression of type `&Item`.
pub(super) fn emit_regex(regex: &Regex) -> TokenStream {
    let pattern = &regex.pattern;
    let flags = [(regex.ignores_case, "i"), (regex.is_multiline, "m")];
    let flags: String = flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| *flag).collect();
    quote!({
        static REGEX: LazyLock<Item> = LazyLock::new(|| regex::known(#pattern, #flags));
        &*REGEX
    })
}
