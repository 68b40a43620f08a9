//! Calls, partial applications and `~>`.

use asl_language::jsonata::{BuiltIn, BuiltInId, Fusion};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::direct::Own;
use super::emitter::Emitter;
use super::native::{Native, emit_unchecked_native};
use super::operator::is_plain;
use super::reference::function_name;
use super::value::{emit_operand, emit_unchecked_value, emit_value};
use super::words::emit_words_of_call;
use super::{block, direct, operator, passes};
use crate::tree::{Call, Kind, Node};

/// A call at a level, with the left side of `~>` as its first argument if there is one: of type
/// `View` for a built-in, `Item` for any other function.
pub(super) fn emit_call(
    emitter: &mut Emitter<'_>,
    call: &Call,
    first: Option<TokenStream>,
    level: u16,
) -> TokenStream {
    if let Some(built_in) = emitter.names.built_in(&call.callee) {
        if first.is_none()
            && let Some(pass) = emit_pass(emitter, call, None, level)
        {
            return pass;
        }
        if first.is_none()
            && let Some(words) = emit_words_of_call(emitter, call)
        {
            return quote!(Item::from(#words));
        }
        let first_count = usize::from(first.is_some());
        let mut arguments = emit_operands(emitter, call, first);
        if built_in.takes_functions() {
            arguments = emitter.call_at(level, arguments);
        }
        let picture = literal_picture(built_in, call, first_count);
        let context = emitter.context();
        let native = function_name(built_in.id);
        if let Some(picture) = picture {
            return emit_call_by_picture(built_in, picture, &context, &arguments);
        }
        return quote!(call::native(cx, &functions::#native, #context, #arguments)?);
    }
    let name = called_name(&call.callee);
    if first.is_none()
        && let Some((native, result)) = emit_call_of_numbers(emitter, call, level)
    {
        return if native.is_some() { quote!(Item::from(#result)) } else { result };
    }
    if let Some(id) = emitter.names.direct_function(&call.callee) {
        let arguments = emit_argument_values(emitter, call, first);
        let result = direct::emit_call(emitter, id, arguments, level);
        return quote!(call::named(#result, #name)?);
    }
    let context = emitter.context();
    // The left side of `~>` is evaluated before the function.
    let (before, first) = match first {
        Some(first) => (quote!(let first = #first;), Some(quote!(first))),
        None => (TokenStream::new(), None),
    };
    let callee = emit_callee(emitter, &call.callee, "T1005");
    let arguments = emit_argument_values(emitter, call, first);
    let arguments = emitter.call_at(level, quote!(&mut [#(#arguments),*]));
    let call = quote!(call::call(cx, #callee, #name, #context, #arguments)?);
    if before.is_empty() { call } else { quote!({ #before #call }) }
}

/// A call whose picture is read once.
fn emit_call_by_picture(
    built_in: &BuiltIn,
    (kind, picture): (Ident, &str),
    context: &TokenStream,
    arguments: &TokenStream,
) -> TokenStream {
    let native = function_name(built_in.id);
    let by = format_ident!("{}_by", built_in.id.function());
    quote!({
        static PICTURE: LazyLock<picture::#kind> =
            LazyLock::new(|| picture::#kind::new(#picture));
        call::by_picture(
            cx,
            &functions::#native,
            functions::#by,
            &*PICTURE,
            #context,
            #arguments,
        )?
    })
}

/// Adds a member of each match of `$match` to the results: the objects are not made.
pub(super) fn emit_match_members(
    emitter: &mut Emitter<'_>,
    node: &Node,
    member: &str,
    results: &Ident,
) -> Option<TokenStream> {
    let Kind::Call(call) = &node.kind else { return None };
    let is_alone = is_plain(node) && !emitter.has_level(node);
    let built_in = emitter.names.built_in(&call.callee).filter(|_| is_alone)?;
    let member = match (built_in.id, member) {
        (BuiltInId::MatchPattern, "match") => quote!(Match),
        (BuiltInId::MatchPattern, "index") => quote!(Index),
        (BuiltInId::MatchPattern, "groups") => quote!(Groups),
        _ => return None,
    };
    let mut arguments = emit_operands(emitter, call, None);
    if built_in.takes_functions() {
        arguments = emitter.call_at(node.level.of_calls(), arguments);
    }
    let context = emitter.context();
    Some(quote! {
        functions::each_match_member(
            cx,
            functions::MatchMember::#member,
            #results.has_any(),
            #context,
            #arguments,
            &mut |item| {
                cx.spend(1)?;
                #results.add(cx, item)
            },
        )?;
    })
}

/// A call of a built-in whose result is a value of Rust of this type.
pub(super) fn emit_native_call(
    emitter: &mut Emitter<'_>,
    node: &Node,
    call: &Call,
    native: Native,
) -> Option<TokenStream> {
    let built_in = emitter.names.built_in(&call.callee)?;
    if let [array] = call.arguments.as_slice()
        && let Some(fusion) = built_in.fusion
        && let Some(pass) = passes::emit_native_aggregate(emitter, fusion, array)
    {
        return Some(pass);
    }
    let mut arguments = emit_operands(emitter, call, None);
    if built_in.takes_functions() {
        arguments = emitter.call_at(node.level.of_calls(), arguments);
    }
    let context = emitter.context();
    let result = if built_in.id == BuiltInId::Contains && call.arguments.len() == 2 {
        quote!(functions::contains_match(cx, #context, #arguments)?)
    } else {
        let function = function_name(built_in.id);
        let kind = if native.is_number() { quote!(number) } else { quote!(boolean) };
        quote!(call::#kind(cx, &functions::#function, #context, #arguments)?)
    };
    let is_missing = native.or_missing() == native;
    Some(if is_missing { result } else { quote!(#result.unwrap_or_default()) })
}

/// A call of a function of Rust with numbers: the type of its result, none for an item, and the
/// result.
pub(super) fn emit_call_of_numbers(
    emitter: &mut Emitter<'_>,
    call: &Call,
    level: u16,
) -> Option<(Option<Native>, TokenStream)> {
    let id = emitter.names.direct_function(&call.callee)?;
    let (native, result) = direct::emit_call_of_numbers(emitter, id, &call.arguments, level)?;
    let name = called_name(&call.callee);
    let named = match native {
        Some(native) => {
            let native = native.rust_type();
            quote!(recursion::named::<#native>(#result, #name)?)
        }
        None => quote!(call::named(#result, #name)?),
    };
    Some((native, named))
}

/// The picture of a call, if it is a literal, and the type of the pictures of its function: then it
/// is read once. The call has so many arguments before those that are written between the brackets.
fn literal_picture<'t>(
    built_in: &BuiltIn,
    call: &'t Call,
    before: usize,
) -> Option<(Ident, &'t str)> {
    let kind = match built_in.id {
        BuiltInId::FromMillis | BuiltInId::ToMillis => "DatePicture",
        BuiltInId::FormatInteger | BuiltInId::ParseInteger => "WholePicture",
        // Options change the meaning of its picture.
        BuiltInId::FormatNumber if call.arguments.len() + before == 2 => "NumberPicture",
        _ => return None,
    };
    let place = built_in.parameters.iter().position(|name| *name == "picture")?;
    let picture = call.arguments.get(place.checked_sub(before)?)?;
    match &picture.kind {
        Kind::String(text) if is_plain(picture) => Some((format_ident!("{kind}"), text)),
        _ => None,
    }
}

/// A call of a built-in as a loop.
fn emit_pass(
    emitter: &mut Emitter<'_>,
    call: &Call,
    first: Option<&Node>,
    level: u16,
) -> Option<TokenStream> {
    let fusion = emitter.names.built_in(&call.callee)?.fusion?;
    let arguments: Vec<&Node> = first.into_iter().chain(&call.arguments).collect();
    passes::emit_call(emitter, fusion, &arguments, (level, &quote!(whole)))
}

/// A call whose sequence collapses where it is made: of `$map` or `$filter` as a loop, or of a
/// function of Rust whose form the run chooses.
pub(super) fn emit_collapsed(emitter: &mut Emitter<'_>, node: &Node) -> Option<TokenStream> {
    if let Kind::Call(call) = &node.kind
        && let Some(id) = emitter.names.direct_function(&call.callee)
    {
        return direct::emit_chosen_call(emitter, id, node, call);
    }
    let (first, node) = match &node.kind {
        Kind::Apply(left, right) => (Some(left.as_ref()), right.as_ref()),
        _ => (None, node),
    };
    let Kind::Call(call) = &node.kind else { return None };
    let fusion = emitter.names.built_in(&call.callee)?.fusion?;
    if !matches!(fusion, Fusion::Map | Fusion::Filter) {
        return None;
    }
    let arguments: Vec<&Node> = first.into_iter().chain(&call.arguments).collect();
    let end = (node.level.of_calls(), &quote!(finish));
    passes::emit_call(emitter, fusion, &arguments, end)
}

/// The function that is called, of type `View`.
fn emit_callee(emitter: &mut Emitter<'_>, callee: &Node, code: &str) -> TokenStream {
    let operand = emit_operand(emitter, callee);
    match emitter.names.without_dollar.get(&callee.place.start) {
        Some(name) => quote!(call::member(#operand, #code, #name)?),
        None => operand,
    }
}

/// The name that errors show.
pub(super) fn called_name(callee: &Node) -> &str {
    match &callee.kind {
        Kind::Variable(name) => name,
        Kind::Path(path) => match path.steps.first().map(|step| &step.node.kind) {
            Some(Kind::Name(name) | Kind::Variable(name)) => name,
            _ => "",
        },
        _ => "",
    }
}

/// The arguments of a built-in, which reads them: an expression of type `[View; N]`.
fn emit_operands(
    emitter: &mut Emitter<'_>,
    call: &Call,
    first: Option<TokenStream>,
) -> TokenStream {
    let mut arguments: Vec<TokenStream> = first.into_iter().collect();
    arguments.extend(call.arguments.iter().map(|argument| emit_operand(emitter, argument)));
    quote!([#(#arguments),*])
}

fn emit_argument_values(
    emitter: &mut Emitter<'_>,
    call: &Call,
    first: Option<TokenStream>,
) -> Vec<TokenStream> {
    let mut arguments: Vec<TokenStream> = first.into_iter().collect();
    arguments.extend(call.arguments.iter().map(|argument| emit_value(emitter, argument)));
    arguments
}

/// `callee(argument, ?)`
pub(super) fn emit_partial(
    emitter: &mut Emitter<'_>,
    callee: &Node,
    arguments: &[Option<Node>],
) -> TokenStream {
    let arguments: Vec<TokenStream> = arguments
        .iter()
        .map(|argument| match argument {
            Some(argument) => {
                let value = emit_value(emitter, argument);
                quote!(Some(#value))
            }
            None => quote!(None),
        })
        .collect();
    let name = called_name(callee);
    let callee = emit_callee(emitter, callee, "T1007");
    quote!({
        let arguments = Vec::from([#(#arguments),*]);
        call::partial(cx, #callee, #name, arguments)?
    })
}

/// `left ~> right`
pub(super) fn emit_apply(
    emitter: &mut Emitter<'_>,
    node: &Node,
    left: &Node,
    right: &Node,
) -> TokenStream {
    if let Kind::Call(call) = &right.kind {
        if let Some(pass) = emit_pass(emitter, call, Some(left), right.level.of_calls()) {
            return pass;
        }
        let first = match emitter.names.built_in(&call.callee) {
            Some(_) => emit_operand(emitter, left),
            None => emit_value(emitter, left),
        };
        return emit_call(emitter, call, Some(first), right.level.of_calls());
    }
    let left = emit_operand(emitter, left);
    let right = emit_operand(emitter, right);
    let right = emitter.call_at(node.level.of_calls(), right);
    quote!(call::apply(cx, #left, #right)?)
}

/// The form of the end of a function.
#[derive(Clone, Copy)]
pub(super) enum End<'e> {
    /// An expression of type `Result<Tail, Fault>`, for a function as a value.
    Tail,
    /// An expression of type `Item`, or of the type of its result, for a function of Rust.
    Value(&'e Own<'e>),
}

impl End<'_> {
    fn of(self, value: &TokenStream) -> TokenStream {
        match self {
            Self::Tail => quote!(Ok(Tail::Done(#value))),
            Self::Value(_) => value.clone(),
        }
    }

    /// The end where nothing is the result.
    fn of_nothing(self) -> TokenStream {
        match self.native() {
            Some(_) => quote!(None),
            None => self.of(&quote!(Item::Undefined)),
        }
    }

    /// The type of the result, if it is a value of Rust.
    fn native(self) -> Option<Native> {
        match self {
            Self::Tail => None,
            Self::Value(own) => own.result(),
        }
    }
}

/// The end of a function.
pub(super) fn emit_end(emitter: &mut Emitter<'_>, node: &Node, end: End<'_>) -> TokenStream {
    let value = emit_unchecked_end(emitter, node, end);
    match emitter.level_check(node) {
        Some(check) => quote!({ #check #value }),
        None => value,
    }
}

fn emit_unchecked_end(emitter: &mut Emitter<'_>, node: &Node, end: End<'_>) -> TokenStream {
    let has_ends = match &node.kind {
        Kind::Call(call) => emitter.names.built_in(&call.callee).is_none(),
        Kind::Condition(..) | Kind::Block { .. } => true,
        _ => false,
    };
    if !has_ends
        && let Some(native) = end.native()
        && let Some((found, value)) = emit_unchecked_native(emitter, node)
    {
        return found.converted(value, native);
    }
    match &node.kind {
        _ if !is_plain(node) => end.of(&emit_unchecked_value(emitter, node)),
        // jsonata-js collapses a sequence where the function was called, if an expression did.
        Kind::Call(call) if call.is_tail => emit_end_call(emitter, node, call, end),
        Kind::Condition(condition, then, otherwise) => {
            let branches = [Some(then.as_ref()), otherwise.as_deref()];
            operator::emit_end_condition(emitter, condition, branches, &mut |emitter, node| {
                match node {
                    Some(node) => emit_end(emitter, node, end),
                    None => end.of_nothing(),
                }
            })
        }
        Kind::Block { expressions, .. } => {
            let block = block::emit_statements(emitter, node, expressions, &mut |emitter, node| {
                emit_end(emitter, node, end)
            });
            block.unwrap_or_else(|| end.of_nothing())
        }
        _ => {
            let parameter = match end {
                End::Tail => None,
                End::Value(own) => direct::emit_last_parameter(emitter, own, node),
            };
            end.of(&parameter.unwrap_or_else(|| emit_unchecked_value(emitter, node)))
        }
    }
}

/// A call whose result is that of the function.
fn emit_end_call(emitter: &mut Emitter<'_>, node: &Node, call: &Call, end: End<'_>) -> TokenStream {
    let level = node.level.of_calls();
    if let Some(id) = emitter.names.direct_function(&call.callee) {
        if let End::Value(own) = end
            && own.id == id
            && own.is_called(emitter, &call.arguments)
        {
            return direct::emit_next_turn(emitter, own, &call.arguments);
        }
        if let Some((native, result)) =
            direct::emit_call_of_numbers(emitter, id, &call.arguments, level)
        {
            let value = match native {
                Some(native) => {
                    let kind = native.rust_type();
                    let value = quote!(recursion::value::<#kind>(#result)?);
                    match end.native() {
                        Some(wanted) => native.converted(value, wanted),
                        None => quote!(Item::from(#value)),
                    }
                }
                None => quote!(#result?),
            };
            return end.of(&value);
        }
        let arguments = emit_argument_values(emitter, call, None);
        let result = direct::emit_call(emitter, id, arguments, level);
        return end.of(&quote!(#result?));
    }
    // The calls at the end of a function of Rust are known.
    if emitter.names.built_in(&call.callee).is_some() || matches!(end, End::Value(_)) {
        return end.of(&emit_call(emitter, call, None, level));
    }
    let name = called_name(&call.callee);
    let callee = emit_callee(emitter, &call.callee, "T1005");
    let arguments = emit_argument_values(emitter, call, None);
    quote!(call::tail(cx, #callee, #name, Vec::from([#(#arguments),*])))
}
