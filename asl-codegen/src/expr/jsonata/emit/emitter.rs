//! The state while code is made: the functions around it, and what they capture.

use std::collections::{BTreeSet, HashMap};

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::expr::jsonata::resolve::{Names, TupleId, VariableId};
use crate::expr::jsonata::shape::Shapes;
use crate::expr::jsonata::tree::Node;

/// A local of the code around a function, which the function needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Capture {
    Context,
    Input,
    Given(usize),
    Tuple(TupleId),
    Variable(VariableId),
}

/// The state.
pub(super) struct Emitter<'n> {
    pub(super) names: &'n Names,
    pub(super) shapes: &'n Shapes<'n>,
    /// The captures of the functions around this place, the outermost first.
    functions: Vec<BTreeSet<Capture>>,
    /// The number of functions around the local `context`.
    context_level: u32,
    /// True if the context may be that of the whole program.
    is_root: bool,
    /// The number of times that the context was used.
    context_uses: usize,
    /// The number of functions around the tuples in scope.
    tuple_levels: HashMap<TupleId, u32>,
    /// True if the levels of parts within each other are counted.
    counts_levels: bool,
}

impl<'n> Emitter<'n> {
    pub(super) fn new(names: &'n Names, shapes: &'n Shapes<'n>, counts_levels: bool) -> Self {
        Self {
            names,
            shapes,
            functions: Vec::new(),
            context_level: 0,
            is_root: true,
            context_uses: 0,
            tuple_levels: HashMap::new(),
            counts_levels,
        }
    }

    /// A statement that checks the level to which a node comes, if it must be checked.
    pub(super) fn level_check(&self, node: &Node) -> Option<TokenStream> {
        let level = node.level.checked.filter(|_| self.counts_levels)?;
        let level = Literal::u16_unsuffixed(level);
        Some(quote!(cx.reach(#level)?;))
    }

    /// The last argument of a function of the runtime that calls functions: notes the level of the
    /// call.
    pub(super) fn call_at(&self, level: u16, argument: TokenStream) -> TokenStream {
        if !self.counts_levels {
            return argument;
        }
        let level = Literal::u16_unsuffixed(level);
        quote!(cx.call_at(#level, #argument))
    }

    /// True if the level of a node is noted where it is evaluated.
    pub(super) fn has_level(&self, node: &Node) -> bool {
        self.counts_levels && node.level.checked.is_some()
    }

    /// True if the levels of functions are counted.
    pub(super) fn counts_levels(&self) -> bool {
        self.counts_levels
    }

    /// True if a block or a function binds no variables of its own.
    pub(super) fn has_no_variables(&self, node: &Node) -> bool {
        self.names.frames.get(&node.place.start).is_none_or(Vec::is_empty)
    }

    fn level(&self) -> u32 {
        u32::try_from(self.functions.len()).unwrap_or(u32::MAX)
    }

    /// Notes that a local is used which so many functions are around.
    pub(super) fn capture(&mut self, capture: Capture, level: u32) {
        for captures in self.functions.iter_mut().skip(level as usize) {
            captures.insert(capture);
        }
    }

    /// The local that is the context, of type `&Item`.
    pub(super) fn context(&mut self) -> TokenStream {
        self.context_uses += 1;
        self.capture(Capture::Context, self.context_level);
        quote!(context)
    }

    /// The value of `$`, of type `Item`.
    pub(super) fn context_item(&mut self) -> TokenStream {
        let context = self.context();
        if self.is_root { quote!(path::context(#context)) } else { quote!(#context.clone()) }
    }

    /// True if `$` is the local `context`.
    pub(super) fn is_context_plain(&self) -> bool {
        !self.is_root
    }

    /// The tuple of a path, a local.
    pub(super) fn tuple(&mut self, id: TupleId) {
        let level = self.tuple_levels.get(&id).copied().unwrap_or(0);
        self.capture(Capture::Tuple(id), level);
    }

    /// Makes code in which a new local is the context; tells if it is used.
    pub(super) fn in_context<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let (level, is_root) = (self.context_level, self.is_root);
        let uses = std::mem::take(&mut self.context_uses);
        self.context_level = self.level();
        self.is_root = false;
        let made = make(self);
        let is_used = self.context_uses > 0;
        self.context_uses = uses;
        (self.context_level, self.is_root) = (level, is_root);
        (made, is_used)
    }

    /// Makes code for each tuple of a path.
    pub(super) fn in_tuple<T>(&mut self, id: TupleId, make: impl FnOnce(&mut Self) -> T) -> T {
        let level = self.level();
        let outer = self.tuple_levels.insert(id, level);
        let (made, _) = self.in_context(make);
        match outer {
            Some(outer) => self.tuple_levels.insert(id, outer),
            None => self.tuple_levels.remove(&id),
        };
        made
    }

    /// Makes a part of a function's body; gives also what the function captures for it.
    pub(super) fn in_part<T>(
        &mut self,
        make: impl FnOnce(&mut Self) -> T,
    ) -> (T, BTreeSet<Capture>) {
        let others = self.functions.last_mut().map(std::mem::take).unwrap_or_default();
        let made = make(self);
        let Some(captures) = self.functions.last_mut() else { return (made, others) };
        let found = captures.clone();
        captures.extend(others);
        (made, found)
    }

    /// Makes the body of a function; gives also what it captures.
    pub(super) fn in_function<T>(
        &mut self,
        make: impl FnOnce(&mut Self) -> T,
    ) -> (T, BTreeSet<Capture>) {
        self.functions.push(BTreeSet::new());
        let made = make(self);
        (made, self.functions.pop().unwrap_or_default())
    }
}
