//! Filters in path mode: their outputs are values with the paths that lead to them.
//!
//! A path is a `Trail`, a list on the stack of the code that goes down; [`Spot`] is one together
//! with the value. A value that a filter made, instead of finding it, stays with the trail that its
//! input had, as in jq: a step into it is checked when it is taken.

pub(super) mod call;
mod control;
mod fold;
mod step;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::emitter::{Emitter, Next, spent};
use super::operand::Operand;
use super::scope::Scope;
use crate::expr::jq::emit::control::emit_label;
use crate::expr::jq::emit::paths::call::emit_path_call;
use crate::expr::jq::emit::paths::control::{
    emit_path_alternative, emit_path_bind, emit_path_branches, emit_path_try,
};
use crate::expr::jq::emit::paths::fold::{emit_path_foreach, emit_path_reduce};
use crate::expr::jq::emit::paths::step::{
    emit_path_field, emit_path_index, emit_path_iterate, emit_path_recurse, emit_path_slice,
};
use crate::expr::jq::emit::value::emit_each;
use crate::expr::jq::syntax::{Arithmetic, Callee, Filter, Kind};

/// A value in path mode, and where it was found.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// A local of type `Trail<'_>` or a reference to one.
    pub(super) trail: Ident,
    /// True if the local is the trail itself.
    pub(super) is_trail: bool,
    /// An expression of type `&Value` that costs nothing.
    pub(super) value: TokenStream,
    /// True if the value is known to be the one that the trail leads to.
    pub(super) is_there: bool,
}

impl Spot {
    /// The spot that the parameters of a closure or function give.
    pub(super) fn of(trail: &Ident, value: &Ident) -> Self {
        Self { trail: trail.clone(), is_trail: false, value: quote!(#value), is_there: false }
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
    pub(super) fn with(&self, value: TokenStream) -> Self {
        Self { value, is_there: false, ..self.clone() }
    }
}

/// The code that takes the outputs of a filter in path mode.
pub(super) struct PathNext<'k, 'p> {
    make: &'k mut dyn FnMut(&mut Emitter<'p>, Spot) -> TokenStream,
    /// An expression of type `&mut EmitPath<'_>` that takes them all, if there is one.
    direct: Option<TokenStream>,
}

impl<'k, 'p> PathNext<'k, 'p> {
    /// Code around an output.
    pub(super) fn new(make: &'k mut dyn FnMut(&mut Emitter<'p>, Spot) -> TokenStream) -> Self {
        Self { make, direct: None }
    }

    /// Makes the code.
    pub(super) fn make(&mut self, emitter: &mut Emitter<'p>, spot: Spot) -> TokenStream {
        (self.make)(emitter, spot)
    }
}

/// As [`emit_filter`](super::value::emit_filter), in path mode: what takes the outputs is made exactly once, or not
/// at all where there are none.
pub(in crate::expr::jq::emit) fn emit_filter_paths<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    match &filter.kind {
        Kind::Identity => next.make(emitter, spot.clone()),
        Kind::RecurseDefault => emit_path_recurse(emitter, spot, next),
        Kind::Field(target, name) => emit_path_field(emitter, target, name, spot, scope, next),
        Kind::Index(target, index) => emit_path_index(emitter, target, index, spot, scope, next),
        Kind::Slice(target, from, to) => {
            emit_path_slice(emitter, target, [from.as_deref(), to.as_deref()], spot, scope, next)
        }
        Kind::Iterate(target) => emit_path_iterate(emitter, target, spot, scope, next),
        Kind::Pipe(left, right) => {
            emit_each_path(emitter, left, spot, scope, &mut |emitter, spot| {
                emit_filter_paths(emitter, right, &spot, scope, next)
            })
        }
        Kind::Comma(left, right) => emit_shared_path(emitter, next, |emitter, next| {
            let left = emit_filter_paths(emitter, left, spot, scope, next);
            let right = emit_filter_paths(emitter, right, spot, scope, next);
            quote!(#left #right)
        }),
        Kind::Try(body, handler) => {
            emit_path_try(emitter, body, handler.as_deref(), spot, scope, next)
        }
        Kind::Alternative(left, right) => {
            emit_path_alternative(emitter, left, right, spot, scope, next)
        }
        Kind::If(branches, otherwise) => {
            emit_path_branches(emitter, branches, otherwise.as_deref(), spot, scope, next)
        }
        Kind::Reduce(parts) => emit_path_reduce(emitter, parts, spot, scope, next),
        Kind::Foreach(parts, extract) => {
            emit_path_foreach(emitter, parts, extract.as_deref(), spot, scope, next)
        }
        Kind::Bind { source, patterns, body } => {
            emit_path_bind(emitter, source, patterns, body, spot, scope, next)
        }
        Kind::Label(label, body) => emit_label(emitter, *label, scope, &mut |emitter, scope| {
            emit_filter_paths(emitter, body, spot, scope, next)
        }),
        Kind::Call(callee, arguments) => {
            emit_path_call(emitter, filter, *callee, arguments, spot, scope, next)
        }
        Kind::Literal(_)
        | Kind::Interpolated { .. }
        | Kind::Format(_)
        | Kind::Negate(_)
        | Kind::Arithmetic(..)
        | Kind::Compare(..)
        | Kind::And(..)
        | Kind::Or(..)
        | Kind::Assign(..)
        | Kind::Break(_)
        | Kind::Variable(_)
        | Kind::Object(_)
        | Kind::Array(_) => emit_path_made(emitter, filter, spot, scope, next),
    }
}

/// [`emit_filter_paths`] with a closure that makes the code around each output.
pub(in crate::expr::jq::emit) fn emit_each_path<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    spot: &Spot,
    scope: &Scope<'p>,
    make: &mut dyn FnMut(&mut Emitter<'p>, Spot) -> TokenStream,
) -> TokenStream {
    emit_filter_paths(emitter, filter, spot, scope, &mut PathNext::new(make))
}

/// A filter that finds no path: its outputs are values, at the trail of its input.
pub(in crate::expr::jq::emit) fn emit_path_made<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    spot: &Spot,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    let origin = origin(filter);
    emit_each(emitter, filter, &spot.operand(), scope, &mut |emitter, value| {
        let (bound, value) = value.stable(emitter, "value");
        let (before, place) = value.place(emitter);
        let rest = emit_settled(emitter, spot, &place, &origin, next);
        quote!(#bound #before #rest)
    })
}

/// A value that may be the one at the trail's end.
pub(in crate::expr::jq::emit) fn emit_settled<'p>(
    emitter: &mut Emitter<'p>,
    spot: &Spot,
    place: &TokenStream,
    origin: &TokenStream,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    let (trail, value) = (&spot.trail, emitter.fresh("value"));
    let rest = next.make(emitter, spot.with(quote!(#value)));
    quote! {
        let #value = #trail.settle(#place, paths::Origin::#origin);
        #rest
    }
}

/// Makes code that hands outputs over in several places, see [`Emitter::shared`].
pub(in crate::expr::jq::emit) fn emit_shared_path<'p>(
    emitter: &mut Emitter<'p>,
    next: &mut PathNext<'_, 'p>,
    body: impl FnOnce(&mut Emitter<'p>, &mut PathNext<'_, 'p>) -> TokenStream,
) -> TokenStream {
    if next.direct.is_some() {
        return body(emitter, next);
    }
    let (emit, parameters, taken) = path_taker(emitter, next);
    let body = emitting_paths(emitter, &quote!(&mut #emit), &quote!(#emit), body);
    quote! {
        let mut #emit = #parameters -> Flow { #taken Ok(()) };
        #body
    }
}

/// Makes code whose outputs go to a function: `emit` is of type `&mut EmitPath<'_>`, `called`
/// is the same as it is called.
pub(in crate::expr::jq::emit) fn emitting_paths<'p>(
    emitter: &mut Emitter<'p>,
    emit: &TokenStream,
    called: &TokenStream,
    body: impl FnOnce(&mut Emitter<'p>, &mut PathNext<'_, 'p>) -> TokenStream,
) -> TokenStream {
    let mut make = |_: &mut Emitter<'p>, spot: Spot| {
        let (at, value) = (spot.at(), spot.value);
        quote!(#called(#at, #value)?;)
    };
    body(emitter, &mut PathNext { make: &mut make, direct: Some(emit.clone()) })
}

/// The consumer of the outputs, as an expression of type `&mut EmitPath<'_>`.
pub(in crate::expr::jq::emit) fn path_consumer<'p>(
    emitter: &mut Emitter<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    if let Some(direct) = &next.direct {
        return direct.clone();
    }
    let (_, parameters, taken) = path_taker(emitter, next);
    quote!(&mut #parameters -> Flow { #taken Ok(()) })
}

/// As [`path_consumer`], where all values are known to be those that their
/// trails lead to.
pub(in crate::expr::jq::emit) fn path_consumer_there<'p>(
    emitter: &mut Emitter<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    if let Some(direct) = &next.direct {
        return direct.clone();
    }
    let (trail, value) = (emitter.fresh("at"), emitter.fresh("value"));
    let taken = next.make(emitter, Spot { is_there: true, ..Spot::of(&trail, &value) });
    quote!(&mut |#trail: &Trail<'_>, #value: &Value| -> Flow { #taken Ok(()) })
}

/// A name for a closure, its parameters, and its body.
fn path_taker<'p>(
    emitter: &mut Emitter<'p>,
    next: &mut PathNext<'_, 'p>,
) -> (Ident, TokenStream, TokenStream) {
    let (emit, trail, value) = (emitter.fresh("emit"), emitter.fresh("at"), emitter.fresh("value"));
    let taken = next.make(emitter, Spot::of(&trail, &value));
    let steps = spent(&taken);
    (emit, quote!(|#trail: &Trail<'_>, #value: &Value|), quote!(#steps #taken))
}

/// A filter as a closure of type `PathFilter`.
pub(in crate::expr::jq::emit) fn path_closure<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    scope: &Scope<'p>,
) -> TokenStream {
    let (trail, input, emit) = (emitter.fresh("at"), emitter.fresh("input"), emitter.fresh("emit"));
    let body = emitting_paths(emitter, &quote!(#emit), &quote!(#emit), |emitter, next| {
        emit_filter_paths(emitter, filter, &Spot::of(&trail, &input), scope, next)
    });
    quote!(|#trail: &Trail<'_>, #input: &Value, #emit: &mut EmitPath<'_>| -> Flow { #body Ok(()) })
}

/// Runs a filter in path mode from the root: `next` takes the paths that it finds.
pub(in crate::expr::jq::emit) fn emit_paths_from<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    root: &TokenStream,
    scope: &Scope<'p>,
    next: &mut PathNext<'_, 'p>,
) -> TokenStream {
    let trail = emitter.fresh("root");
    let spot = Spot { trail: trail.clone(), is_trail: true, value: root.clone(), is_there: true };
    let found = emit_filter_paths(emitter, filter, &spot, scope, next);
    quote!(let #trail = Trail::root(#root); #found)
}

/// `path(filter)`
pub(in crate::expr::jq::emit) fn emit_paths_of<'p>(
    emitter: &mut Emitter<'p>,
    filter: &'p Filter,
    input: &Operand,
    scope: &Scope<'p>,
    next: &mut Next<'_, 'p>,
) -> TokenStream {
    let (before, root) = input.lent().place(emitter);
    let found = emit_paths_from(
        emitter,
        filter,
        &root,
        scope,
        &mut PathNext::new(&mut |emitter, spot| {
            let (trail, value) = (spot.trail, spot.value);
            next.make(emitter, Operand::Once(quote!(paths::path(cx, &#trail, #value)?)))
        }),
    );
    quote!(#before #found)
}

/// True if a number or text that a filter gives may be its input.
fn origin(filter: &Filter) -> TokenStream {
    let passes = if let Kind::Call(Callee::Native(native), _) = &filter.kind {
        PASSING.contains(native)
    } else if let Kind::Format(name) = &filter.kind {
        name == "text"
    } else {
        matches!(
            filter.kind,
            Kind::Variable(_) | Kind::Call(..) | Kind::Arithmetic(Arithmetic::Add, ..)
        )
    };
    if passes { quote!(Passed) } else { quote!(Made) }
}

/// Natives that give their input back where there is nothing to do.
const PASSING: &[&str] = &[
    "abs", "ltrimstr", "rtrimstr", "trimstr", "trim", "ltrim", "rtrim", "tonumber", "tostring",
    "toarray",
];
