//! One compiled jq program, as `jq!` gives it to Rust code.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use super::fault::Raised;
use super::{Cx, DEPTH, Emit, Exit, FUEL, Flow, Limit, ROOM};
use asl_value::value::Value;

/// The number by which the caller stops a run: no label has it.
const ENOUGH: u64 = u64::MAX;

/// A compiled jq program. `jq!` makes it; it holds the values of its variables and
/// nothing else, and runs as often as is wanted, on any thread.
///
/// ```
/// use asl_runtime::{jq, json};
///
/// let prices = jq!(".items[] | .price * .count");
/// let order = json!({"items": [{"price": 2, "count": 3}, {"price": 10, "count": 1}]});
///
/// assert_eq!(prices.all(&order)?, [json!(6), json!(10)]);
/// assert_eq!(prices.first(&order)?, Some(json!(6)));
/// # Ok::<(), jq::Error>(())
/// ```
///
/// A program without variables has a type that can be written, and may be a `static`:
///
/// ```
/// use asl_runtime::{jq, json};
///
/// static TOTAL: jq::Program = jq!("map(.price) | add");
///
/// assert_eq!(TOTAL.first(&json!([{"price": 1}, {"price": 2}]))?, Some(json!(3)));
/// # Ok::<(), jq::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Program<F = fn(&Cx, &Value, &mut Emit<'_>) -> Flow> {
    run: F,
    options: Options,
}

/// The limits of a run, and its time.
///
/// ```
/// use asl_runtime::{Value, jq, jq::Options, json};
///
/// let endless = jq!("def f: 1 + f; f").with(Options::default().depth(100));
/// assert!(endless.first(&Value::Null).unwrap_err().is_limit());
///
/// let time = Options::default().now(1_700_000_000_000_u64);
/// let yesterday = jq!("now - 86400 | todate").with(time);
/// assert_eq!(yesterday.first(&Value::Null)?, Some(json!("2023-11-13T22:13:20Z")));
/// # Ok::<(), jq::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The output of `now`, in milliseconds since 1970; `None`: the time when the run begins.
    pub now: Option<u64>,
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
/// use asl_runtime::{jq, json};
///
/// let error = jq!(".a + 1").first(&json!({"a": "x"})).unwrap_err();
/// assert_eq!(error.to_string(), "string (\"x\") and number (1) cannot be added");
///
/// let error = jq!("error({code: 7})").first(&json!(null)).unwrap_err();
/// assert_eq!(error.value(), Some(&json!({"code": 7})));
/// assert_eq!(error.to_string(), "(not a string): {\"code\":7}");
/// ```
#[derive(Clone, PartialEq)]
pub struct Error {
    exit: Exit,
}

impl Default for Options {
    fn default() -> Self {
        Self { now: None, steps: FUEL, depth: DEPTH, bytes: ROOM }
    }
}

impl Options {
    asl_language::__setters! {
        now: impl Into<Option<u64>>,
        steps: u64,
        depth: u32,
        bytes: u64,
    }

    /// The usual limits.
    const USUAL: Self = Self { now: None, steps: FUEL, depth: DEPTH, bytes: ROOM };

    fn cx(self) -> Cx {
        let now = self.now.unwrap_or_else(|| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
        });
        Cx::limited(now, self.steps, self.depth, self.bytes)
    }
}

impl<F: Fn(&Cx, &Value, &mut Emit<'_>) -> Flow> Program<F> {
    /// The constructor that `jq!` calls.
    #[doc(hidden)]
    pub const fn new(run: F) -> Self {
        Self { run, options: Options::USUAL }
    }

    /// The same program with other limits, or at another time.
    #[must_use]
    pub fn with(self, options: Options) -> Self {
        Self { options, ..self }
    }

    /// The first output; `None` if there is none. Nothing after it is computed.
    pub fn first(&self, input: &Value) -> Result<Option<Value>, Error> {
        let mut first = None;
        self.run(input, &mut |value| {
            first = Some(value);
            Err(Exit::Break(ENOUGH))
        })?;
        Ok(first)
    }

    /// All outputs.
    pub fn all(&self, input: &Value) -> Result<Vec<Value>, Error> {
        let mut all = Vec::new();
        self.each(input, |value| all.push(value))?;
        Ok(all)
    }

    /// Calls a function with each output, as they are computed. Before an error there may have been
    /// outputs.
    ///
    /// ```
    /// use asl_runtime::{jq, json};
    ///
    /// let mut squares = Vec::new();
    /// let result = jq!(".[] | . * .").each(&json!([1, 2, "x"]), |square| squares.push(square));
    /// assert_eq!(squares, [json!(1), json!(4)]);
    /// assert!(result.is_err());
    /// ```
    pub fn each(&self, input: &Value, mut take: impl FnMut(Value) + Send) -> Result<(), Error> {
        self.run(input, &mut |value| {
            take(value);
            Ok(())
        })
    }

    fn run(&self, input: &Value, emit: &mut Emit<'_>) -> Result<(), Error> {
        match (self.run)(&self.options.cx(), input, emit) {
            Ok(()) | Err(Exit::Break(ENOUGH)) => Ok(()),
            Err(exit) => Err(Error { exit }),
        }
    }
}

impl Error {
    /// The value that was raised as an error, a string for most; none where a limit was reached.
    pub fn value(&self) -> Option<&Value> {
        match &self.exit {
            Exit::Error(value) => Some(value),
            Exit::Limit(_) | Exit::Outputs(_) | Exit::Break(_) => None,
        }
    }

    /// The text of the error, if it is one: what `catch .` gives in jq.
    pub fn message(&self) -> Option<&str> {
        self.value().and_then(Value::as_str)
    }

    /// True if a limit was reached, see [`Options`].
    pub fn is_limit(&self) -> bool {
        matches!(self.exit, Exit::Limit(_) | Exit::Outputs(_))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.exit {
            Exit::Error(Value::String(message)) => f.write_str(message),
            Exit::Error(value) => write!(f, "(not a string): {}", Raised(value)),
            Exit::Limit(Limit::Fuel) => f.write_str("the program takes too many steps"),
            Exit::Limit(Limit::Depth) => f.write_str("calls or values are nested too deeply"),
            Exit::Limit(Limit::Size) => f.write_str("the program makes too much data"),
            Exit::Outputs(count) => write!(f, "the program gives {count} outputs"),
            // The compiler checks that each `break` is within its label.
            Exit::Break(_) => f.write_str("break"),
        }
    }
}

asl_language::__readable_error!(Error);

/// The value of a variable that `jq!` was given.
pub fn variable(value: impl Into<Value>) -> Value {
    value.into()
}
