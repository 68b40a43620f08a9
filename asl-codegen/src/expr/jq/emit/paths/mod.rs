//! Filters in path mode: their outputs are values with the paths that lead to them.
//!
//! A path is a `Trail`, a list on the stack of the code that goes down; [`Spot`] is one together
//! with the value. A value that a filter made, instead of finding it, stays with the trail that its
//! input had, as in jq: whether it may be gone into is asked when it is.

mod call;
mod control;
mod fold;
mod step;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::emitter::{Emitter, Next, spent};
use super::operand::Operand;
use super::scope::Scope;
use crate::expr::jq::syntax::{Arithmetic, Callee, Filter, Kind};

/// A value in path mode, and where it was found.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// A local of type `Trail<'_>` or a reference to one.
    pub(super) trail: Ident,
    /// Whether the local is the trail itself.
    pub(super) is_trail: bool,
    /// An expression of type `&Value` that costs nothing.
    pub(super) value: TokenStream,
    /// Whether the value is known to be the one that the trail leads to.
    pub(super) is_there: bool,
}

impl Spot {
    /// What the parameters of a closure or function say.
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

/// What takes the outputs of a filter in path mode.
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

impl<'p> Emitter<'p> {
    /// As [`each`](Self::each), in path mode: what takes the outputs is made exactly once, or not
    /// at all where there are none.
    pub(super) fn each_path(
        &mut self,
        filter: &'p Filter,
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        match &filter.kind {
            Kind::Identity => next.make(self, spot.clone()),
            Kind::RecurseDefault => self.path_recurse(spot, next),
            Kind::Field(target, name) => self.path_field(target, name, spot, scope, next),
            Kind::Index(target, index) => self.path_index(target, index, spot, scope, next),
            Kind::Slice(target, from, to) => {
                self.path_slice(target, [from.as_deref(), to.as_deref()], spot, scope, next)
            }
            Kind::Iterate(target) => self.path_iterate(target, spot, scope, next),
            Kind::Pipe(left, right) => self.each_path(
                left,
                spot,
                scope,
                &mut PathNext::new(&mut |emitter, spot| {
                    emitter.each_path(right, &spot, scope, next)
                }),
            ),
            Kind::Comma(left, right) => self.shared_path(next, |emitter, next| {
                let left = emitter.each_path(left, spot, scope, next);
                let right = emitter.each_path(right, spot, scope, next);
                quote!(#left #right)
            }),
            Kind::Try(body, handler) => self.path_try(body, handler.as_deref(), spot, scope, next),
            Kind::Alternative(left, right) => self.path_alternative(left, right, spot, scope, next),
            Kind::If(branches, otherwise) => {
                self.path_branches(branches, otherwise.as_deref(), spot, scope, next)
            }
            Kind::Reduce(parts) => self.path_reduce(parts, spot, scope, next),
            Kind::Foreach(parts, extract) => {
                self.path_foreach(parts, extract.as_deref(), spot, scope, next)
            }
            Kind::Bind { source, patterns, body } => {
                self.path_bind(source, patterns, body, spot, scope, next)
            }
            Kind::Label(label, body) => self.path_label(*label, body, spot, scope, next),
            Kind::Call(callee, arguments) => {
                self.path_call(filter, *callee, arguments, spot, scope, next)
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
            | Kind::Array(_) => self.path_made(filter, spot, scope, next),
        }
    }

    /// A filter that finds no path: its outputs are values, at the trail of its input.
    fn path_made(
        &mut self,
        filter: &'p Filter,
        spot: &Spot,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        let origin = origin(filter);
        self.each(
            filter,
            &spot.operand(),
            scope,
            &mut Next::new(&mut |emitter, value| {
                let (bound, value) = value.stable(emitter, "value");
                let (before, place) = value.place(emitter);
                let rest = emitter.settled(spot, &place, &origin, next);
                quote!(#bound #before #rest)
            }),
        )
    }

    /// A value that may be the one at the trail's end.
    fn settled(
        &mut self,
        spot: &Spot,
        place: &TokenStream,
        origin: &TokenStream,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        let (trail, value) = (&spot.trail, self.fresh("value"));
        let rest = next.make(self, spot.with(quote!(#value)));
        quote! {
            let #value = #trail.settle(#place, paths::Origin::#origin);
            #rest
        }
    }

    /// Makes code that hands outputs over in several places, see [`shared`](Self::shared).
    pub(super) fn shared_path(
        &mut self,
        next: &mut PathNext<'_, 'p>,
        body: impl FnOnce(&mut Self, &mut PathNext<'_, 'p>) -> TokenStream,
    ) -> TokenStream {
        if next.direct.is_some() {
            return body(self, next);
        }
        let (emit, parameters, taken) = self.taker(next);
        let body = self.emitting_paths(&quote!(&mut #emit), &quote!(#emit), body);
        quote! {
            let mut #emit = #parameters -> Flow { #taken Ok(()) };
            #body
        }
    }

    /// Makes code whose outputs go to a function: `emit` is of type `&mut EmitPath<'_>`, `called`
    /// is the same as it is called.
    pub(super) fn emitting_paths(
        &mut self,
        emit: &TokenStream,
        called: &TokenStream,
        body: impl FnOnce(&mut Self, &mut PathNext<'_, 'p>) -> TokenStream,
    ) -> TokenStream {
        let mut make = |_: &mut Self, spot: Spot| {
            let (at, value) = (spot.at(), spot.value);
            quote!(#called(#at, #value)?;)
        };
        body(self, &mut PathNext { make: &mut make, direct: Some(emit.clone()) })
    }

    /// What takes the outputs, as an expression of type `&mut EmitPath<'_>`.
    pub(super) fn path_consumer(&mut self, next: &mut PathNext<'_, 'p>) -> TokenStream {
        if let Some(direct) = &next.direct {
            return direct.clone();
        }
        let (_, parameters, taken) = self.taker(next);
        quote!(&mut #parameters -> Flow { #taken Ok(()) })
    }

    /// As [`path_consumer`](Self::path_consumer), where all values are known to be those that their
    /// trails lead to.
    fn path_consumer_there(&mut self, next: &mut PathNext<'_, 'p>) -> TokenStream {
        if let Some(direct) = &next.direct {
            return direct.clone();
        }
        let (trail, value) = (self.fresh("at"), self.fresh("value"));
        let taken = next.make(self, Spot { is_there: true, ..Spot::of(&trail, &value) });
        quote!(&mut |#trail: &Trail<'_>, #value: &Value| -> Flow { #taken Ok(()) })
    }

    /// A name for a closure, its parameters, and its body.
    fn taker(&mut self, next: &mut PathNext<'_, 'p>) -> (Ident, TokenStream, TokenStream) {
        let (emit, trail, value) = (self.fresh("emit"), self.fresh("at"), self.fresh("value"));
        let taken = next.make(self, Spot::of(&trail, &value));
        let steps = spent(&taken);
        (emit, quote!(|#trail: &Trail<'_>, #value: &Value|), quote!(#steps #taken))
    }

    /// A filter as a closure of type `PathFilter`.
    pub(super) fn path_closure(&mut self, filter: &'p Filter, scope: &Scope<'p>) -> TokenStream {
        let (trail, input, emit) = (self.fresh("at"), self.fresh("input"), self.fresh("emit"));
        let body = self.emitting_paths(&quote!(#emit), &quote!(#emit), |emitter, next| {
            emitter.each_path(filter, &Spot::of(&trail, &input), scope, next)
        });
        quote!(|#trail: &Trail<'_>, #input: &Value, #emit: &mut EmitPath<'_>| -> Flow { #body Ok(()) })
    }

    /// Runs a filter in path mode from the root: `next` takes the paths that it finds.
    pub(super) fn paths_from(
        &mut self,
        filter: &'p Filter,
        root: &TokenStream,
        scope: &Scope<'p>,
        next: &mut PathNext<'_, 'p>,
    ) -> TokenStream {
        let trail = self.fresh("root");
        let spot =
            Spot { trail: trail.clone(), is_trail: true, value: root.clone(), is_there: true };
        let found = self.each_path(filter, &spot, scope, next);
        quote!(let #trail = Trail::root(#root); #found)
    }

    /// `path(filter)`
    pub(super) fn paths_of(
        &mut self,
        filter: &'p Filter,
        input: &Operand,
        scope: &Scope<'p>,
        next: &mut Next<'_, 'p>,
    ) -> TokenStream {
        let (before, root) = input.lent().place(self);
        let found = self.paths_from(
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
}

/// Whether a number or text that a filter gives may be its input.
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
