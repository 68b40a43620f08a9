//! Errors that tasks return: any kind with `?` and nothing else, and the names of types.

use std::error::Error;
use std::fmt;

use asl_runtime::error::NamedError;
use asl_runtime::{Failure, TaskContext, TaskError, Value, asl_machine, json};

asl_machine!(
    "definitions/failures.asl.json",
    name = shop,
    errors = [self::stock::StockError, Missing]
);

mod stock {
    use super::{NamedError, fmt, shop};

    /// Errors of one type with several names.
    #[derive(Debug)]
    pub(crate) enum StockError {
        Busy,
        Lost,
    }

    impl fmt::Display for StockError {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the stock does not answer")
        }
    }

    impl std::error::Error for StockError {}

    impl NamedError for StockError {
        fn error_name(&self) -> Option<&str> {
            match self {
                Self::Busy => Some(shop::errors::GATEWAY_BUSY),
                Self::Lost => None,
            }
        }
    }
}

use stock::StockError;

#[derive(Debug)]
struct Missing(String);

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is missing", self.0)
    }
}

impl Error for Missing {}

impl NamedError for Missing {
    fn error_name(&self) -> Option<&str> {
        Some("Missing")
    }
}

/// An error around another one.
#[derive(Debug)]
struct Outer(StockError);

impl fmt::Display for Outer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("outer")
    }
}

impl Error for Outer {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

fn boxed() -> Result<Value, Box<dyn Error + Send + Sync>> {
    Err(Box::new(Missing("tea".to_owned())))
}

fn by_anyhow() -> anyhow::Result<Value> {
    use anyhow::Context;
    Err(Missing("milk".to_owned())).context("shopping")
}

fn by_eyre() -> eyre::Result<Value> {
    use eyre::WrapErr;
    Err(Missing("sugar".to_owned())).wrap_err("shopping")
}

fn text() -> Result<Value, String> {
    Err("no reason".to_owned())
}

fn number() -> Result<i64, std::num::ParseIntError> {
    "tea".parse()
}

fn own() -> Result<Value, TaskError> {
    Err(TaskError::new("Own", "its own name"))
}

/// The item says which error the task returns.
struct Shop;

impl shop::Tasks for Shop {
    async fn check_stock(&self, cx: &TaskContext, item: Value) -> Result<Value, TaskError> {
        match item.as_str().unwrap_or_default() {
            "box" => Ok(boxed()?),
            "anyhow" => Ok(by_anyhow()?),
            "anyhow, new" => Err(anyhow::anyhow!("no type"))?,
            "eyre" => Ok(by_eyre()?),
            "String" => Ok(text()?),
            "&str" => Err("said")?,
            "std" => Ok(Value::from(number()?)),
            "TaskError" => Ok(own()?),
            "source" => Err(Outer(StockError::Busy))?,
            "unnamed" => Err(StockError::Lost)?,
            "busy" if cx.attempt() < 2 => Err(StockError::Busy)?,
            "given" => Err(TaskError::from_named(Missing("salt".to_owned()))),
            _ => Ok(Value::from(cx.attempt())),
        }
    }

    async fn charge(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
        Ok(Value::Null)
    }
}

async fn run(error: &str) -> Result<Value, Failure> {
    shop::run(Shop, json!({ "to": "items", "items": [(error)] })).await
}

#[tokio::test]
async fn a_task_returns_any_error_with_a_question_mark() {
    for (error, name, cause) in [
        ("box", "Missing", "tea is missing"),
        ("anyhow", "Missing", "shopping: milk is missing"),
        ("anyhow, new", "States.TaskFailed", "no type"),
        ("eyre", "Missing", "shopping: sugar is missing"),
        ("String", "States.TaskFailed", "no reason"),
        ("&str", "States.TaskFailed", "said"),
        ("std", "States.TaskFailed", "invalid digit found in string"),
        ("TaskError", "Own", "its own name"),
        ("unnamed", "States.TaskFailed", "the stock does not answer"),
        ("given", "Missing", "salt is missing"),
    ] {
        let failure = run(error).await.expect_err("the task fails");
        assert_eq!((failure.error(), failure.cause()), (Some(name), Some(cause)), "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_name_of_a_type_reaches_retriers() {
    assert_eq!(run("busy").await, Ok(json!([2])));
    // It is found in the sources of another error, too: three attempts.
    let failure = run("source").await.expect_err("the task fails");
    assert_eq!(failure.error(), Some("GatewayBusy"));
    assert_eq!(failure.occurrence().map(|at| at.attempt), Some(2));
    assert!(matches!(failure.source(), Some(source) if source.is::<Outer>()));
}

#[test]
fn the_module_has_a_constant_for_each_error_name() {
    assert_eq!((shop::errors::GATEWAY_BUSY, shop::errors::REFUSED), ("GatewayBusy", "Refused"));
}
