//! Tasks of one machine that another machine calls (the option `tasks_from`): conversions to types
//! that the other module has, and comparisons of the two machines in constants of emitted code,
//! because the compiler does not see both definitions at once.

use std::any::Any;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::typed::{from_input, to_output};
use asl_execution::machine::{Effect, Form, Kind, Machine, TaskRow};
use asl_value::error::TaskError;
use asl_value::value::Value;

/// The input of a task whose type the other machine has. A value is not converted.
pub fn shared_input<T: DeserializeOwned + 'static>(
    task: &str,
    input: Value,
) -> Result<T, TaskError> {
    same(input).or_else(|input| from_input(task, input))
}

/// The output of a task whose type the other machine has. A value is not converted.
pub fn shared_output<T: Serialize + 'static>(task: &str, output: T) -> Result<Value, TaskError> {
    same(output).or_else(|output| to_output(task, output))
}

/// The same value, if both types are the same.
fn same<From: 'static, To: 'static>(from: From) -> Result<To, From> {
    let mut from = Some(from);
    let to: &mut dyn Any = &mut from;
    match (to.downcast_mut::<Option<To>>().and_then(Option::take), from) {
        (Some(to), _) => Ok(to),
        (None, Some(from)) => Err(from),
        (None, None) => unreachable!("only a value of the other type is taken"),
    }
}

/// Returns true if a machine calls a method of this name. The table of a machine with errors is
/// empty and has all.
pub const fn has_task(machine: &Machine, method: &str) -> bool {
    let mut nodes = machine.nodes;
    while let [first, rest @ ..] = nodes {
        if let Some(task) = task(&first.kind)
            && is_equal(task.method.as_bytes(), method.as_bytes())
        {
            return true;
        }
        nodes = rest;
    }
    machine.nodes.is_empty()
}

/// Returns true if a machine calls the method in the same way: it completes by the same event, and
/// the same service performs it. Accounts, regions and versions do not count, nor does the way to
/// call a Lambda function.
pub const fn calls_alike(machine: &Machine, method: &str, form: Form, resource: &str) -> bool {
    let mut nodes = machine.nodes;
    let mut is_called = false;
    while let [first, rest @ ..] = nodes {
        if let Some(task) = task(&first.kind)
            && is_equal(task.method.as_bytes(), method.as_bytes())
        {
            if task.form as u8 == form as u8 && is_same_service(task.resource, resource) {
                return true;
            }
            is_called = true;
        }
        nodes = rest;
    }
    !is_called
}

const fn task(kind: &Kind) -> Option<&TaskRow> {
    let Kind::Invoke(Effect::Task(task)) = kind else { return None };
    Some(task)
}

/// Compares what performs two Resources. One of unknown form is equal to each.
const fn is_same_service(one: &str, other: &str) -> bool {
    let (one, other) = (service(one), service(other));
    one.is_empty() || other.is_empty() || is_equal(one, other)
}

/// The service and its action in a Resource; empty if its form is unknown.
const fn service(resource: &str) -> &[u8] {
    const LAMBDA: &[u8] = b"lambda";
    let resource = resource.as_bytes();
    if let Some(action) = after(resource, b":states:::") {
        return if starts_with(action, b"lambda:invoke") { LAMBDA } else { action };
    }
    if after(resource, b":lambda:").is_some() {
        LAMBDA
    } else if after(resource, b":activity:").is_some() {
        b"activity"
    } else {
        b""
    }
}

/// The text after the first place where a part occurs.
const fn after<'t>(mut text: &'t [u8], part: &[u8]) -> Option<&'t [u8]> {
    loop {
        if starts_with(text, part) {
            return Some(text.split_at(part.len()).1);
        }
        let [_, rest @ ..] = text else { return None };
        text = rest;
    }
}

const fn starts_with(text: &[u8], part: &[u8]) -> bool {
    part.len() <= text.len() && is_equal(text.split_at(part.len()).0, part)
}

const fn is_equal(mut one: &[u8], mut other: &[u8]) -> bool {
    loop {
        match (one, other) {
            ([], []) => return true,
            ([a, more @ ..], [b, others @ ..]) if *a == *b => (one, other) = (more, others),
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::machines::SLOW;

    #[test]
    fn services_are_compared_without_places_and_versions() {
        let is_same = is_same_service;
        let function = "arn:aws:lambda:eu-west-1:123456789012:function:Pay";
        assert!(is_same(function, "arn:aws-cn:lambda:cn-north-1:210987654321:function:Pay:3"));
        assert!(is_same(function, "arn:aws:states:::lambda:invoke"));
        assert!(is_same(function, "${PayArn}"), "it may be the same");
        assert!(!is_same(function, "arn:aws:states:eu-west-1:123456789012:activity:Pay"));
        assert!(!is_same("arn:aws:states:::sns:publish", "arn:aws:states:::sqs:sendMessage"));
        assert!(is_same("arn:aws:states:::sns:publish", "arn:aws-cn:states:::sns:publish"));
    }

    #[test]
    fn methods_are_found_in_the_table() {
        assert!(has_task(&SLOW, "slow_task") && !has_task(&SLOW, "slow"));
        assert!(calls_alike(&SLOW, "slow_task", Form::Answer, "slow"));
        assert!(!calls_alike(&SLOW, "slow_task", Form::Token, "slow"));
        assert!(calls_alike(&SLOW, "slow", Form::Token, "slow"), "`has_task` reports it");
        assert!(has_task(&Machine::EMPTY, "slow"), "the machine's own error comes first");
    }
}
