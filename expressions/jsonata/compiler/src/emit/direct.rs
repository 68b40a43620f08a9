//! Functions of the expression that are functions of Rust.
//!
//! The locals around a function are its first parameters, as views and references.

mod chosen;
mod closure;
mod counting;
mod numbers;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::block::emit_frame;
use super::call::{End, emit_end};
use super::emitter::{Around, Capture, Declared, Emitter};
use super::function::{Captured, captured};
use super::native::Native;
use super::outcome::emit_ok;
use super::reference::{given_name, storage, tuple_name, variable_name};
use super::value::emit_value;
use crate::resolve::{Storage, VariableId, bound_lambda};
use crate::tree::{Call, Kind, Lambda, Node};
use asl_source::sorted::SortedSet;
pub(super) use chosen::emit_chosen_call;
pub(super) use closure::{emit_closure, emit_kept_arguments, emit_kept_values, in_place_of};
use counting::Counting;
pub(super) use numbers::Numbers;

/// A function of Rust while its body is made.
pub(super) struct Own<'t> {
    pub(super) id: VariableId,
    /// Its parameters.
    parameters: &'t [VariableId],
    /// The form whose parameters are numbers, if it is that.
    numbers: Option<&'t Numbers>,
}

impl Own<'_> {
    /// The type of the result; none if it is an item.
    pub(super) fn result(&self) -> Option<Native> {
        self.numbers.and_then(|numbers| numbers.result)
    }

    /// The place where the calls and turns of this form are counted.
    fn counting(&self) -> Counting {
        self.numbers.map_or(Counting::InRun, |numbers| numbers.counting)
    }

    /// True if a call of the function has the parameters of this form.
    pub(super) fn is_called(&self, emitter: &Emitter<'_>, arguments: &[Node]) -> bool {
        numbers_of_call(emitter, self.id, arguments).is_some() == self.numbers.is_some()
    }
}

/// The form of a function for a call with numbers.
fn numbers_of_call(emitter: &Emitter<'_>, id: VariableId, arguments: &[Node]) -> Option<Numbers> {
    emitter.numbers(id).filter(|numbers| numbers.fit(emitter, arguments)).cloned()
}

/// A statement that declares a function.
struct Declaration<'t> {
    id: VariableId,
    node: &'t Node,
    lambda: &'t Lambda,
}

/// Prepares the functions that are declared by these statements one after the other: they may call
/// each other. Gives the statements that come before them.
pub(super) fn declare(emitter: &mut Emitter<'_>, statements: &[Node]) -> TokenStream {
    let declarations: Vec<Declaration<'_>> = statements
        .iter()
        .map_while(bound_lambda)
        .filter_map(|(name, node)| {
            let id = *emitter.names.binds.get(&name.place.start)?;
            let Kind::Lambda(lambda) = &node.kind else { return None };
            let is_direct = storage(emitter, id) == Storage::Function;
            is_direct.then_some(Declaration { id, node, lambda })
        })
        .collect();
    let ids: Vec<VariableId> = declarations.iter().map(|declaration| declaration.id).collect();
    let Some(first) = ids.first().copied() else { return TokenStream::new() };
    for Declaration { id, node, lambda } in &declarations {
        let numbers = numbers::of(emitter, *id, node, lambda);
        emitter.set_numbers(*id, numbers);
    }
    // What they capture is known when their bodies have been made once, without each other.
    emitter.declare(&ids, Vec::new(), None);
    let mut captures = SortedSet::new();
    for declaration in &declarations {
        let (_, found) =
            emitter.in_function(Around::Direct, |emitter| emit_body(emitter, declaration, None));
        captures.extend(found);
    }
    for id in &ids {
        emitter.forget_calls(*id);
    }
    let has_context = captures.remove(&Capture::Context);
    let context = has_context.then_some(first);
    let captures = captures.into_iter().chain(context.map(Capture::FunctionContext));
    let captures = captures.map(|capture| (capture, emitter.level_of(capture))).collect();
    emitter.declare(&ids, captures, context);
    if !has_context {
        return TokenStream::new();
    }
    let name = context_name(first);
    quote!(let #name = context;)
}

/// The function that a statement declares, for arguments of any type.
pub(super) fn emit_function(
    emitter: &mut Emitter<'_>,
    id: VariableId,
    node: &Node,
    lambda: &Lambda,
) -> TokenStream {
    let has_calls = emitter.has_calls(id);
    let function = emit_form(emitter, &Declaration { id, node, lambda }, None);
    if !has_calls {
        // Only the function itself does.
        emitter.forget_calls(id);
    }
    function
}

/// The same for numbers, if there is such a form.
pub(super) fn emit_function_of_numbers(
    emitter: &mut Emitter<'_>,
    id: VariableId,
    node: &Node,
    lambda: &Lambda,
) -> TokenStream {
    let Some(numbers) = emitter.numbers(id).cloned() else { return TokenStream::new() };
    emit_form(emitter, &Declaration { id, node, lambda }, Some(&numbers))
}

fn emit_form(
    emitter: &mut Emitter<'_>,
    declaration: &Declaration<'_>,
    numbers: Option<&Numbers>,
) -> TokenStream {
    let Declaration { id, node, .. } = declaration;
    let Some(declared) = emitter.declared(*id) else { return TokenStream::new() };
    let (body, _) =
        emitter.in_function(Around::Direct, |emitter| emit_body(emitter, declaration, numbers));
    let captures = declared.captures.iter().map(|(capture, _)| emit_capture(emitter, *capture));
    let (names, types): (Vec<_>, Vec<_>) = captures.unzip();
    let context = emit_own_context(&declared);
    let ids = emitter.names.parameters.get(&node.place.start).cloned().unwrap_or_default();
    let natives = numbers.map(Numbers::natives).unwrap_or_default();
    let (mut parameters, mut moved) = (Vec::new(), Vec::new());
    for id in ids {
        let name = variable_name(emitter, id);
        let native = natives.iter().find(|(native, _)| *native == id);
        let kind = native.map_or(quote!(Item), |(_, native)| native.rust_type());
        parameters.push(quote!(mut #name: #kind));
        moved.push(if native.is_some() { quote!(#name) } else { quote!(#name.take()) });
    }
    let doc = form_doc(emitter, *id, numbers.is_some());
    let name = form_name(emitter, *id, numbers.is_some());
    let result = emit_result_type(numbers);
    let counting = numbers.map_or(Counting::InRun, |numbers| numbers.counting);
    let (depth, given) = match counting {
        Counting::Depth => (quote!(, depth: Depth), quote!(, depth)),
        Counting::InRun | Counting::Turns => (TokenStream::new(), TokenStream::new()),
    };
    let call = quote!(#name(cx #given #(, #names)* #(, #moved)*));
    let limits = emit_limits(emitter, counting, &call);
    let entry = emitter.numbers(*id).filter(|_| numbers.is_none());
    let entry =
        entry.map(|other| other.emit_entry(emitter, &form_name(emitter, *id, true), &names));
    quote! {
        #[doc = #doc]
        fn #name(cx: &Cx #depth #(, #names: #types)* #(, #parameters)*) -> #result {
            #entry
            #limits
            #context
            #body
        }
    }
}

/// The statements that begin a call, or make it on another stack.
fn emit_limits(emitter: &Emitter<'_>, counting: Counting, call: &TokenStream) -> TokenStream {
    if counting == Counting::Depth {
        return quote! {
            if depth.needs_stack() {
                return depth.on_new_stack(cx, &mut move |depth| #call);
            }
            let depth = depth.next(cx)?;
        };
    }
    let begin =
        if emitter.counts_levels() { quote!(begin_counted_call) } else { quote!(begin_call) };
    quote! {
        if cx.needs_stack() {
            return cx.on_new_stack(&mut move || #call);
        }
        let call = cx.#begin()?;
    }
}

/// The context of the functions that are declared together, if one of them uses it.
fn emit_own_context(declared: &Declared) -> Option<TokenStream> {
    let name = context_name(declared.context?);
    Some(quote!(let context = #name;))
}

fn form_doc(emitter: &Emitter<'_>, id: VariableId, is_of_numbers: bool) -> String {
    let doc = emitter.names.variable(id).map_or_else(String::new, |it| format!(" `${}`", it.name));
    if is_of_numbers { format!("{doc} of numbers") } else { doc }
}

/// The type of a function's result.
fn emit_result_type(numbers: Option<&Numbers>) -> TokenStream {
    match numbers.and_then(|numbers| numbers.result) {
        Some(native) => {
            let result = native.rust_type();
            quote!(Returned<#result>)
        }
        None => quote!(Outcome),
    }
}

fn form_name(emitter: &Emitter<'_>, id: VariableId, is_of_numbers: bool) -> Ident {
    let name = variable_name(emitter, id);
    if is_of_numbers { format_ident!("{name}_of_numbers") } else { name }
}

/// The statements of a function's body.
fn emit_body(
    emitter: &mut Emitter<'_>,
    declaration: &Declaration<'_>,
    numbers: Option<&Numbers>,
) -> TokenStream {
    let Declaration { id, node, lambda } = declaration;
    let parameters = emitter.names.parameters.get(&node.place.start).cloned().unwrap_or_default();
    let natives = numbers.map(Numbers::natives).unwrap_or_default();
    let own = Own { id: *id, parameters: &parameters, numbers };
    let depth_of = (own.counting() == Counting::Depth).then_some(*id);
    let make = |emitter: &mut Emitter<'_>| {
        let kept = emit_kept_values(emitter, *id);
        let declarations = emit_frame(emitter, node.place.start);
        let is_loop = calls_itself_at_its_end(emitter, &own, &lambda.body);
        let body = emit_end(emitter, &lambda.body, End::Value(&own));
        let body = match own.result() {
            Some(native) => {
                let native = native.rust_type();
                quote!(recursion::returned::<#native>(#body))
            }
            None => emit_ok(&body),
        };
        if !is_loop {
            return quote!(#kept #declarations #body);
        }
        let turns =
            (own.counting() == Counting::Turns).then(|| quote!(let mut turns = cx.turns();));
        quote!(#kept #turns loop { #declarations return #body; })
    };
    emitter.with_natives(&natives, |emitter| emitter.with_depth_of(depth_of, make))
}

fn calls_itself_at_its_end(emitter: &Emitter<'_>, own: &Own<'_>, body: &Node) -> bool {
    if !super::operator::is_plain(body) {
        return false;
    }
    let calls_itself = |node: &Node| calls_itself_at_its_end(emitter, own, node);
    match &body.kind {
        Kind::Call(call) => {
            call.is_tail
                && emitter.names.direct_function(&call.callee) == Some(own.id)
                && own.is_called(emitter, &call.arguments)
        }
        Kind::Condition(_, then, otherwise) => {
            calls_itself(then) || otherwise.as_deref().is_some_and(calls_itself)
        }
        Kind::Block { expressions, .. } => expressions.last().is_some_and(calls_itself),
        _ => false,
    }
}

/// The call of a function by itself at its end: the next turn of its loop, an expression of type
/// `!`.
pub(super) fn emit_next_turn(
    emitter: &mut Emitter<'_>,
    own: &Own<'_>,
    arguments: &[Node],
) -> TokenStream {
    let values: Vec<TokenStream> = match own.numbers {
        Some(numbers) => numbers.emit_arguments(emitter, arguments),
        None => arguments.iter().map(|argument| emit_value(emitter, argument)).collect(),
    };
    let missing = own.parameters.len().saturating_sub(values.len());
    let ignored = values.len().saturating_sub(own.parameters.len());
    let targets = own.parameters.iter().map(|id| variable_name(emitter, *id));
    let targets = targets.map(|name| quote!(#name));
    let targets: Vec<TokenStream> =
        targets.chain(std::iter::repeat_n(quote!(_), ignored)).collect();
    let values = values.into_iter().chain(std::iter::repeat_n(quote!(Item::Undefined), missing));
    let values: Vec<TokenStream> = values.collect();
    let assignment = match (targets.as_slice(), values.as_slice()) {
        ([target], [value]) => quote!(#target = #value;),
        _ => quote!((#(#targets),*) = (#(#values),*);),
    };
    let step = match own.counting() {
        Counting::Turns => quote!(turns.take_one()?;),
        Counting::InRun | Counting::Depth => quote!(cx.spend(1)?;),
    };
    quote!({
        #assignment
        #step
        continue;
    })
}

/// A parameter at the end of its function, which gives it away.
pub(super) fn emit_last_parameter(
    emitter: &Emitter<'_>,
    own: &Own<'_>,
    node: &Node,
) -> Option<TokenStream> {
    let id = emitter.names.certain_variable(node)?;
    let name = variable_name(emitter, id);
    let is_item = own.parameters.contains(&id) && emitter.native(id).is_none();
    is_item.then(|| quote!(#name.take()))
}

/// The type of a call's result, if it is a value of Rust.
pub(super) fn native_of_call(emitter: &Emitter<'_>, call: &Call) -> Option<Native> {
    let id = emitter.names.direct_function(&call.callee)?;
    numbers_of_call(emitter, id, &call.arguments)?.result
}

/// A call with numbers: the type of its result, none for an item, and an expression of a `Result`.
pub(super) fn emit_call_of_numbers(
    emitter: &mut Emitter<'_>,
    id: VariableId,
    arguments: &[Node],
    level: u16,
) -> Option<(Option<Native>, TokenStream)> {
    let numbers = numbers_of_call(emitter, id, arguments)?;
    let arguments = numbers.emit_arguments(emitter, arguments);
    let call = emit_form_call(emitter, id, &numbers, (arguments.into_iter(), level));
    Some((numbers.result, call))
}

/// A call of the form of a function for numbers.
fn emit_form_call(
    emitter: &mut Emitter<'_>,
    id: VariableId,
    numbers: &Numbers,
    (arguments, level): (impl Iterator<Item = TokenStream>, u16),
) -> TokenStream {
    let mut all = vec![quote!(cx)];
    if numbers.counting == Counting::Depth {
        all.push(if emitter.has_depth_of(id) { quote!(depth) } else { quote!(cx.depth()) });
    }
    all.extend(emit_captures(emitter, id));
    all.extend(arguments);
    if let Some(last) = all.pop() {
        all.push(emitter.call_at(level, last));
    }
    let name = form_name(emitter, id, true);
    quote!(#name(#(#all),*))
}

/// The call of a function with items, an expression of type `Outcome`.
pub(super) fn emit_call(
    emitter: &mut Emitter<'_>,
    id: VariableId,
    arguments: Vec<TokenStream>,
    level: u16,
) -> TokenStream {
    emitter.note_call(id);
    let captures = emit_captures(emitter, id);
    let arity = emitter.names.functions.get(&id).copied().unwrap_or_default();
    let name = variable_name(emitter, id);
    if arguments.len() > arity {
        let places = (0..arity).map(proc_macro2::Literal::usize_unsuffixed);
        let cx = emitter.call_at(level, quote!(cx));
        return quote!({
            let arguments = (#(#arguments),*,);
            #name(#cx #(, #captures)* #(, arguments.#places)*)
        });
    }
    let mut all = vec![quote!(cx)];
    all.extend(captures);
    all.extend(arguments);
    if let Some(last) = all.pop() {
        all.push(emitter.call_at(level, last));
    }
    let given = all.len();
    let captured = emitter.declared(id).map_or(0, |declared| declared.captures.len());
    let missing = (1 + captured + arity).saturating_sub(given);
    all.extend(std::iter::repeat_n(quote!(Item::Undefined), missing));
    quote!(#name(#(#all),*))
}

/// The views and references that a function is given.
fn emit_captures(emitter: &mut Emitter<'_>, id: VariableId) -> Vec<TokenStream> {
    let Some(declared) = emitter.declared(id) else { return Vec::new() };
    let mut names = Vec::new();
    for (capture, level) in &declared.captures {
        emitter.capture(*capture, *level);
        let (name, _) = emit_capture(emitter, *capture);
        names.push(match capture {
            Capture::Variable(id) if emitter.native(*id).is_some() => quote!(#name),
            Capture::Variable(id) if is_kept_apart(emitter, *id) => quote!(&#name),
            Capture::Variable(_) => quote!(#name.view()),
            Capture::Tuple(_) => quote!(&#name),
            Capture::Context | Capture::Input | Capture::Given(_) | Capture::FunctionContext(_) => {
                quote!(#name)
            }
        });
    }
    names
}

/// True for a variable that is no plain local.
fn is_kept_apart(emitter: &Emitter<'_>, id: VariableId) -> bool {
    matches!(storage(emitter, id), Storage::Mutable | Storage::Slot)
}

/// The local of a capture, and its type as a parameter.
fn emit_capture(emitter: &Emitter<'_>, capture: Capture) -> (Ident, TokenStream) {
    match capture {
        Capture::Context => (format_ident!("context"), quote!(View<'_>)),
        Capture::Input => (format_ident!("input"), quote!(View<'_>)),
        Capture::Given(place) => (given_name(place), quote!(View<'_>)),
        Capture::Tuple(id) => (tuple_name(id), quote!(&Tuple)),
        Capture::FunctionContext(id) => (context_name(id), quote!(View<'_>)),
        Capture::Variable(id) => {
            if let Some(native) = emitter.native(id) {
                return (variable_name(emitter, id), native.rust_type());
            }
            let kept = match storage(emitter, id) {
                Storage::Local | Storage::Function => quote!(View<'_>),
                Storage::Mutable => quote!(&Option<Item>),
                Storage::Slot => quote!(&Arc<Slot>),
            };
            (variable_name(emitter, id), kept)
        }
    }
}

/// The local that is the context of functions which are declared together.
pub(super) fn context_name(first: VariableId) -> Ident {
    format_ident!("context_{}", first.0)
}

/// A function as a value, for a built-in that calls it.
pub(super) fn emit_function_value(emitter: &mut Emitter<'_>, id: VariableId) -> TokenStream {
    let arity = emitter.names.functions.get(&id).copied().unwrap_or_default();
    let parameters: Vec<Ident> =
        (0..arity).map(|place| format_ident!("argument_{place}")).collect();
    let arguments = parameters.iter().map(|name| quote!(#name)).collect();
    let (call, captures) =
        emitter.in_function(Around::Value, |emitter| emit_call(emitter, id, arguments, 0));
    let Captured { clones, items, borrows } = captured(emitter, &captures);
    quote!({
        #clones
        let depth = Function::depth_of(&[#(#items),*]);
        Function::of_depth(#arity, depth, move |cx, called_in, arguments| {
            #borrows
            let [#(#parameters),*] = call::parameters(arguments);
            Ok(Tail::Done(#call?))
        })?
    })
}
