//! Functions as values: lambdas, built-ins, partial applications and regular expressions.

use std::fmt;
use std::mem;
use std::sync::{Arc, Mutex};

use super::cx::DEEPEST;
use super::regex::Regex;
use super::{Cx, Fault, Item, Outcome, View};
use asl_language::jsonata::signature::Signature;
use asl_value::expression::Limit;
use asl_value::mutex::lock;
use asl_value::value::Value;

/// The end of a function's body: a result, or a call in its place.
#[derive(Debug)]
pub enum Tail {
    /// The result.
    Done(Item),
    /// A call whose result is the result: a tail call. In a box, so that a result is not moved.
    Call(Box<TailCall>),
}

/// A call in place of a result.
#[derive(Debug)]
pub struct TailCall {
    function: Arc<Function>,
    arguments: Vec<Item>,
}

impl Tail {
    /// A call in place of a result.
    pub fn call(function: &Arc<Function>, arguments: Vec<Item>) -> Self {
        Self::Call(Box::new(TailCall { function: Arc::clone(function), arguments }))
    }
}

/// The body of a function: context of the call and arguments in, result or tail call out. The
/// arguments are its own: it may take them.
pub type Body = dyn Fn(&Cx, View<'_>, &mut [Item]) -> Result<Tail, Fault> + Send + Sync;

/// A function as a value.
pub struct Function {
    arity: usize,
    depth: u32,
    body: Box<Body>,
    /// The regular expression that the function is.
    regex: Option<Arc<Regex>>,
}

/// A built-in function. Emitted code refers to `functions::SUBSTRING_BEFORE`: a constant with the
/// name of `asl_language::jsonata::BuiltInId::function` in upper case, whether the program calls it
/// or passes it as a value.
pub struct Native {
    /// The name without `$`.
    pub name: &'static str,
    /// The number of arguments that higher-order functions give it at most: `length` of the
    /// function in jsonata-js, which does not count parameters with default values.
    pub arity: usize,
    /// The types of its arguments.
    pub signature: Signature,
    /// The function itself. `signature::check` has checked its arguments; those at the end that
    /// are missing may be missing in the slice, too.
    pub run: fn(&Cx, &[View<'_>]) -> Outcome,
}

/// A variable that functions capture by reference.
#[derive(Debug, Default)]
pub struct Slot(Mutex<Option<Item>>);

impl Function {
    /// A function as an item, which captures these items.
    pub fn item(
        arity: usize,
        captured: &[&Item],
        body: impl Fn(&Cx, View<'_>, &mut [Item]) -> Result<Tail, Fault> + Send + Sync + 'static,
    ) -> Outcome {
        Self::of_depth(arity, Self::depth_of(captured), body)
    }

    /// The depth of a function that captures these items.
    pub fn depth_of(captured: &[&Item]) -> u32 {
        1 + captured.iter().map(|item| item.depth()).max().unwrap_or(0)
    }

    /// A function as an item, of this depth.
    pub fn of_depth(
        arity: usize,
        depth: u32,
        body: impl Fn(&Cx, View<'_>, &mut [Item]) -> Result<Tail, Fault> + Send + Sync + 'static,
    ) -> Outcome {
        if depth > DEEPEST {
            return Err(Fault::Limit(Limit::Depth));
        }
        Ok(Item::Function(Arc::new(Self { arity, depth, body: Box::new(body), regex: None })))
    }

    /// The function that a regular expression is.
    pub(super) fn of_regex(
        regex: Arc<Regex>,
        body: impl Fn(&Cx, View<'_>, &mut [Item]) -> Result<Tail, Fault> + Send + Sync + 'static,
    ) -> Item {
        let function = Self { arity: 2, depth: 1, body: Box::new(body), regex: Some(regex) };
        Item::Function(Arc::new(function))
    }

    /// The regular expression that the function is, if it is one.
    pub(super) fn regex(&self) -> Option<&Arc<Regex>> {
        self.regex.as_ref()
    }

    /// The number of arguments that higher-order functions give it at most.
    #[inline]
    pub fn arity(&self) -> usize {
        self.arity
    }

    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// The result of a call by a higher-order function. As in jsonata-js, null is its context.
    #[inline]
    pub fn apply(&self, cx: &Cx, arguments: &mut [Item]) -> Outcome {
        self.call(cx, View::Value(&Value::Null), arguments)
    }

    /// The result of a call with these arguments, one call deeper. `context` replaces a missing
    /// argument where the signature says so.
    #[inline]
    pub fn call(&self, cx: &Cx, context: View<'_>, arguments: &mut [Item]) -> Outcome {
        if cx.needs_stack() {
            return cx.on_new_stack(&mut || self.call(cx, context, arguments));
        }
        let _call = cx.begin_counted_call()?;
        match (self.body)(cx, context, arguments)? {
            Tail::Done(item) => Ok(item),
            Tail::Call(call) => call_at_end(cx, context, *call),
        }
    }
}

/// The result of a call in place of a function's result.
fn call_at_end(cx: &Cx, context: View<'_>, mut call: TailCall) -> Outcome {
    loop {
        cx.spend(1)?;
        let arguments = cx.call_at(0, call.arguments.as_mut_slice());
        match (call.function.body)(cx, context, arguments)? {
            Tail::Done(item) => return Ok(item),
            Tail::Call(next) => call = *next,
        }
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Function({})", self.arity)
    }
}

impl fmt::Debug for Native {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Native({})", self.name)
    }
}

impl Slot {
    /// Binds the variable.
    pub fn set(&self, item: Item) {
        *lock(&self.0) = Some(item);
    }

    /// The value; `None` before the variable is bound.
    pub fn get(&self) -> Option<Item> {
        lock(&self.0).clone()
    }

    pub(super) fn clear(&self) {
        // Dropped after the lock is released: what is dropped may drop this slot.
        let old = mem::take(&mut *lock(&self.0));
        drop(old);
    }
}
