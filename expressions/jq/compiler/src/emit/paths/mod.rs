//! Filters in path mode: their outputs are values with the paths that lead to them.
//!
//! A path is a `Trail`, a list on the stack of the code that follows it; [`Spot`] combines one with
//! the value. A new value, which a filter made instead of finding it, keeps the trail of its input,
//! as in jq: a step into it is checked when it is taken.

pub(super) mod call;
mod control;
mod fold;
mod pattern;
mod step;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use self::call::{
    emit_path_first, emit_path_getpath, emit_path_inline, emit_path_limit, emit_path_use,
    emit_paths_call,
};
use self::control::{emit_path_alternative, emit_path_bind, emit_path_branches, emit_path_try};
use self::fold::{emit_path_foreach, emit_path_reduce};
use self::step::{
    emit_path_field, emit_path_index, emit_path_iterate, emit_path_recurse, emit_path_slice,
};
use super::control::emit_label;
use super::emitter::{At, Emitter, Next, Output, emitting};
use super::operand::{Operand, Reference};
use super::value::emit_each;
use crate::emit::code::{Code, Ref};
use crate::plan::tree::{Node, PathNode, PathOp};

/// A value in path mode, and where it was found.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// A local of type `Trail<'_>` or a reference to one.
    pub(super) trail: Ident,
    /// True if the local is the trail itself.
    pub(super) is_trail: bool,
    /// A number that only spots at the same trail share.
    pub(super) number: u32,
    pub(super) value: Reference,
    /// True if the value is known to be the one at the trail.
    pub(super) is_there: bool,
}

impl Spot {
    /// The spot that the parameters of a closure or function give.
    pub(super) fn of(emitter: &Emitter<'_>, trail: &Ident, value: &Ident) -> Self {
        Self {
            trail: trail.clone(),
            is_trail: false,
            number: emitter.number(),
            value: Reference::Name(value.clone()),
            is_there: false,
        }
    }

    /// As an expression of type `&Trail<'_>`.
    pub(super) fn at(&self) -> TokenStream {
        let trail = &self.trail;
        if self.is_trail { quote!(&#trail) } else { quote!(#trail) }
    }

    /// The value as input of a filter in value mode.
    pub(super) fn operand(&self) -> Operand {
        Operand::Borrowed(self.value.clone())
    }

    /// The same trail with another value.
    pub(super) fn with(&self, value: &Ident) -> Self {
        Self { value: Reference::Name(value.clone()), is_there: false, ..self.clone() }
    }
}

impl Output for Spot {
    fn taken(emitter: &Emitter<'_>) -> (Self, TokenStream) {
        let (trail, value) = (emitter.fresh("at"), emitter.fresh("value"));
        (Self::of(emitter, &trail, &value), quote!(|#trail: &Trail<'_>, #value: &Value|))
    }

    fn handed(self) -> TokenStream {
        let (trail, value) = (self.at(), self.value);
        quote!(#trail, #value)
    }
}

/// As [`emit_node`](super::value::emit_node), in path mode: what takes the outputs is made
/// exactly once, or not at all where there are none.
fn emit_path_node(
    at: &At<'_, Spot>,
    node: &PathNode<'_>,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    at.emitter.note_filter();
    match &node.op {
        PathOp::Input => next.make(at.input.clone()),
        PathOp::Recurse => emit_path_recurse(at, next),
        PathOp::Field(target, name) => emit_path_field(at, target, name, next),
        PathOp::Index(target, index) => emit_path_index(at, target, index, next),
        PathOp::Slice(target, bounds) => emit_path_slice(at, target, bounds, next),
        PathOp::Iterate(target) => emit_path_iterate(at, target, next),
        PathOp::Pipe(left, right) => {
            emit_each_path(at, left, &mut |spot| emit_path_node(&at.on(spot), right, next))
        }
        PathOp::Both(left, right) => at.emitter.shared(next, |next| {
            let left = emit_path_node(at, left, next);
            let right = emit_path_node(at, right, next);
            quote!(#left #right)
        }),
        PathOp::Try(body, handler) => emit_path_try(at, body, handler.as_deref(), next),
        PathOp::Alternative(left, right) => emit_path_alternative(at, left, right, next),
        PathOp::Branches(branches) => emit_path_branches(at, branches, next),
        PathOp::Reduce(turns) => emit_path_reduce(at, turns, next),
        PathOp::Foreach(turns, extract) => emit_path_foreach(at, turns, extract.as_deref(), next),
        PathOp::Bind { bound, is_step, passes_input, body } => {
            emit_path_bind(at, (bound, *is_step, *passes_input), body, next)
        }
        PathOp::Label(label, body) => {
            emit_label(at.emitter, *label, &mut || emit_path_node(at, body, next))
        }
        PathOp::Inline(arguments, body) => emit_path_inline(at, arguments, body, next),
        PathOp::Call(call) => emit_paths_call(at, call, next),
        PathOp::Use(closure) => emit_path_use(at, *closure, next),
        PathOp::GetPath(path) => emit_path_getpath(at, path, next),
        PathOp::First(body) => emit_path_first(at, body, next),
        PathOp::Limit(count, body) => emit_path_limit(at, count, body, next),
        PathOp::Made(value, passes_input) => emit_path_made(at, value, *passes_input, next),
    }
}

/// [`emit_path_node`] with a closure that makes the code around each output.
fn emit_each_path(
    at: &At<'_, Spot>,
    node: &PathNode<'_>,
    make: &mut dyn FnMut(Spot) -> TokenStream,
) -> TokenStream {
    emit_path_node(at, node, &mut Next::new(make))
}

/// A filter that finds no path: its outputs are values, at the trail of its input.
fn emit_path_made(
    at: &At<'_, Spot>,
    node: &Node<'_>,
    passes_input: bool,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    let origin = origin(passes_input);
    emit_each(&at.on(at.input.operand()), node, &mut |value| {
        let (bound, value) = value.stable(at.emitter, "value");
        let (before, place) = value.place(at.emitter);
        let rest = emit_settled(at, &place, &origin, next);
        quote!(#bound #before #rest)
    })
}

/// A value that may be the one at the trail's end.
fn emit_settled(
    at: &At<'_, Spot>,
    place: &Code<Ref>,
    origin: &TokenStream,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    let (trail, value) = (&at.input.trail, at.emitter.fresh("value"));
    let rest = next.make(at.input.with(&value));
    quote! {
        let #value = #trail.settle(#place, paths::Origin::#origin);
        #rest
    }
}

/// As [`Emitter::consumer`], where all values are known to be those that their trails lead to.
fn consumer_there(emitter: &Emitter<'_>, next: &mut Next<'_, Spot>) -> TokenStream {
    if let Some(direct) = &next.direct {
        return direct.clone();
    }
    let (spot, parameters) = Spot::taken(emitter);
    let taken = next.make(Spot { is_there: true, ..spot });
    quote!(&mut #parameters -> Flow { #taken Ok(()) })
}

/// A filter as a closure of type `PathFilter`.
pub(super) fn path_closure(emitter: &Emitter<'_>, node: &PathNode<'_>) -> TokenStream {
    let [trail, input, emit] = ["at", "input", "emit"].map(|word| emitter.fresh(word));
    let at = At { emitter, input: Spot::of(emitter, &trail, &input) };
    let body = emitting(&quote!(#emit), &quote!(#emit), |next| emit_path_node(&at, node, next));
    quote!(|#trail: &Trail<'_>, #input: &Value, #emit: &mut EmitPath<'_>| -> Flow { #body Ok(()) })
}

/// Runs a filter in path mode from the root: `next` takes the paths that it finds.
pub(super) fn emit_paths_from(
    at: &At<'_>,
    node: &PathNode<'_>,
    root: &Reference,
    next: &mut Next<'_, Spot>,
) -> TokenStream {
    let trail = at.emitter.fresh("root");
    let spot = Spot {
        is_trail: true,
        value: root.clone(),
        is_there: true,
        ..Spot::of(at.emitter, &trail, &trail)
    };
    let found = emit_path_node(&at.on(spot), node, next);
    quote!(let #trail = Trail::root(#root); #found)
}

/// `path(filter)`
pub(super) fn emit_paths_of(at: &At<'_>, node: &PathNode<'_>, next: &mut Next<'_>) -> TokenStream {
    let (before, root) = at.input.lent().referred(at.emitter);
    let take = &mut |Spot { trail, value, .. }: Spot| {
        next.make(Operand::Tried(code!(paths::path(cx, &#trail, #value))))
    };
    let found = emit_paths_from(at, node, &root, &mut Next::new(take));
    quote!(#before #found)
}

/// The runtime's name for where a value comes from.
fn origin(passes_input: bool) -> TokenStream {
    if passes_input { quote!(Passed) } else { quote!(Made) }
}
