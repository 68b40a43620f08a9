//! One compiled program, as `jsonata!` gives it to Rust code.

use std::fmt;

use super::cx::{DEEPEST, DEPTH};
use super::output::{Form, output};
use super::{Cx, Fault, Item, Outcome, View, message};
use asl_value::expression::ExpressionLimits;
use asl_value::expression::Limit;
use asl_value::value::Value;

/// A compiled JSONata program. `jsonata!` makes it; it holds the values of its
/// variables and nothing else, and runs any number of times, on any thread.
///
/// ```
/// use asl_runtime::{json, jsonata};
///
/// let total = jsonata!("$sum(items.(price * count))");
/// let order = json!({"items": [{"price": 2, "count": 3}, {"price": 10, "count": 1}]});
///
/// assert_eq!(total.run(&order)?, Some(json!(16)));
/// # Ok::<(), jsonata::Error>(())
/// ```
///
/// A program without variables has a type that can be written, and may be a `static`:
///
/// ```
/// use asl_runtime::{json, jsonata};
///
/// static NAMES: jsonata::Program = jsonata!("people[age >= 18].name");
///
/// assert_eq!(NAMES.run(&json!({"people": [{"name": "Ada", "age": 36}]}))?, Some(json!("Ada")));
/// # Ok::<(), jsonata::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Program<F = fn(&Cx, View<'_>) -> Outcome> {
    run: F,
    options: Options,
}

/// The limits of a run, its time and its random numbers.
///
/// ```
/// use asl_runtime::{Value, json, jsonata, jsonata::Options};
///
/// let endless = jsonata!("($f := function($x) { 1 + $f($x) }; $f(1))");
/// let endless = endless.with(Options::default().depth(100));
/// assert!(endless.run(&Value::Null).unwrap_err().is_limit());
///
/// let time = jsonata!("$millis()").with(Options::default().now(1_700_000_000_000_i64));
/// assert_eq!(time.run(&Value::Null)?, Some(json!(1_700_000_000_000_i64)));
/// # Ok::<(), jsonata::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The time of `$now()` and `$millis()`, in milliseconds since 1970; `None`: the time when the
    /// run first reads it.
    pub now: Option<i64>,
    /// The seed of `$random()`, `$shuffle()` and `$uuid()`; `None`: another one in each run.
    pub seed: Option<u64>,
    /// Maximum number of steps of a run: calls, turns of loops, and the work of built-ins.
    pub steps: u64,
    /// Maximum depth of calls.
    pub depth: u32,
    /// Maximum bytes of data that a run makes, dropped data included.
    pub bytes: u64,
}

/// The error that ended a run.
///
/// ```
/// use asl_runtime::{json, jsonata};
///
/// let error = jsonata!("a + 1").run(&json!({"a": "x"})).unwrap_err();
/// assert_eq!(error.code(), Some("T2001"));
/// assert_eq!(error.to_string(), "T2001: The left side of the \"+\" operator must evaluate to a number");
/// ```
#[derive(Clone)]
pub struct Error {
    reason: Reason,
}

#[derive(Clone, Debug)]
enum Reason {
    Fault(Fault),
    /// The result is or contains a function.
    Function,
}

impl Default for Options {
    fn default() -> Self {
        Self::USUAL
    }
}

impl Options {
    asl_language::__setters! {
        now: impl Into<Option<i64>>,
        seed: impl Into<Option<u64>>,
        steps: u64,
        depth: u32,
        bytes: u64,
    }

    /// The usual limits.
    const USUAL: Self = Self {
        now: None,
        seed: None,
        steps: ExpressionLimits::USUAL.steps,
        depth: DEPTH,
        bytes: ExpressionLimits::USUAL.bytes,
    };

    #[inline]
    fn cx(self) -> Cx {
        let Self { now, seed, steps, depth, bytes } = self;
        Cx::limited(now, seed, steps, depth, bytes)
    }
}

impl<F: Fn(&Cx, View<'_>) -> Outcome> Program<F> {
    /// The constructor that `jsonata!` calls.
    #[doc(hidden)]
    pub const fn new(run: F) -> Self {
        Self { run, options: Options::USUAL }
    }

    /// The same program with other limits, or at another time.
    #[must_use]
    pub fn with(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// The result; `None` if it is undefined.
    ///
    /// Numbers that are not finite become `null`, as JavaScript writes them as JSON. A result that
    /// is or contains a function is an error.
    pub fn run(&self, input: &Value) -> Result<Option<Value>, Error> {
        self.run_on(View::Value(input))
    }

    /// The result where there is no input: `$` is undefined.
    pub fn run_without_input(&self) -> Result<Option<Value>, Error> {
        self.run_on(View::Undefined)
    }

    fn run_on(&self, input: View<'_>) -> Result<Option<Value>, Error> {
        let cx = self.options.cx();
        let is_too_deep = input.as_data().is_some_and(|value| value.depth() > DEEPEST);
        let result =
            if is_too_deep { Err(Fault::Limit(Limit::Depth)) } else { (self.run)(&cx, input) };
        match result {
            Ok(Item::Undefined) => Ok(None),
            // Most results move out as they are: not in pieces through `output`.
            Ok(Item::Data(value)) if Form::JavaScript.keeps(&value) => Ok(Some(value)),
            Ok(Item::Sequence(values)) if values.is_finite() => Ok(Some(Value::Array(values))),
            Ok(item) => match output(item, Form::JavaScript) {
                Some(value) => Ok(Some(value)),
                None => Err(Error { reason: Reason::Function }),
            },
            Err(fault) => Err(Error { reason: Reason::Fault(fault) }),
        }
    }
}

impl Error {
    /// The code of jsonata-js, such as `T2001`; none if a limit was reached, or if the result is a
    /// function.
    pub fn code(&self) -> Option<&'static str> {
        match &self.reason {
            Reason::Fault(fault) => fault.code(),
            Reason::Function => None,
        }
    }

    /// True if a limit was reached, see [`Options`].
    pub fn is_limit(&self) -> bool {
        matches!(self.reason, Reason::Fault(Fault::Limit(_)))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Reason::Fault(Fault::Error(thrown)) => {
                write!(f, "{}: {}", thrown.code, message::of(thrown))
            }
            Reason::Fault(Fault::Limit(Limit::Fuel)) => {
                f.write_str("the program takes too many steps")
            }
            Reason::Fault(Fault::Limit(Limit::Depth)) => {
                f.write_str("calls or values are nested too deeply")
            }
            Reason::Fault(Fault::Limit(Limit::Size)) => {
                f.write_str("the program makes too much data")
            }
            Reason::Function => f.write_str("the result is or contains a function"),
        }
    }
}

asl_language::__readable_error!(Error);

/// The value of a variable that `jsonata!` was given.
pub fn variable(value: impl Into<Value>) -> Item {
    Item::Data(value.into())
}
