//! Built-ins, called as programs call them: their arguments are checked first.

mod arrays;
mod higher_order;
mod limits;
mod numbers;
mod objects;
mod patterns;
mod step_functions;
mod strings;

use std::sync::Arc;

use crate::call::native as native_call;
use crate::regex::{self, Regex};
use crate::{Cx, Fault, Function, Item, Native, Outcome, Tail, View};
use asl_value::value::Value;

/// An argument that is undefined.
const UNDEFINED: Item = Item::Undefined;

fn cx() -> Cx {
    Cx::new(1_000, 7)
}

fn call<const N: usize>(native: &Native, arguments: [Item; N]) -> Outcome {
    call_in(&cx(), native, arguments)
}

#[expect(clippy::needless_pass_by_value, reason = "tests write arguments in place")]
fn call_in<const N: usize>(cx: &Cx, native: &Native, arguments: [Item; N]) -> Outcome {
    native_call(cx, native, View::Undefined, arguments.each_ref().map(Item::view))
}

/// The result as JSON; `undefined` for nothing.
fn json<const N: usize>(native: &Native, arguments: [Item; N]) -> String {
    let result = call(native, arguments).unwrap();
    result.to_value(|| None).map_or("undefined".into(), |value: Value| value.to_json_string())
}

/// The code of the error.
fn code<const N: usize>(native: &Native, arguments: [Item; N]) -> &'static str {
    call(native, arguments).unwrap_err().code().unwrap()
}

/// A function that higher-order functions give so many arguments.
fn lambda(
    arity: usize,
    body: impl Fn(&[Item]) -> Result<Item, Fault> + Send + Sync + 'static,
) -> Item {
    Function::item(arity, &[], move |_, _, arguments| body(arguments).map(Tail::Done)).unwrap()
}

fn pattern(text: &str, flags: &str) -> Item {
    regex::function(&Arc::new(Regex::known(text, flags)))
}
