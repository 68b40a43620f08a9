//! Activity types of Resources.

use std::collections::BTreeMap;

use asl_language::hash::fnv1a;
use asl_runtime::ChildExecution;
use asl_runtime::machine::{Effect, Form, Kind, Machine, Node, TaskRow};

use crate::model::ActivityType;
use crate::options::{ActivityOptions, DeciderOptions, EventTarget};

use super::ids::legal_id;

/// The tasks of a machine that are activities, by Resource, with their types.
pub(super) fn activity_types(
    machine: &'static Machine,
    options: &DeciderOptions,
) -> BTreeMap<&'static str, (&'static TaskRow, ActivityType)> {
    let mut rows: BTreeMap<&'static str, &'static TaskRow> = BTreeMap::new();
    for row in machine.nodes.iter().filter_map(task).filter(|row| is_activity(row, options)) {
        rows.entry(row.resource).or_insert(row);
    }
    let mut names: BTreeMap<String, u32> = BTreeMap::new();
    for resource in rows.keys() {
        *names.entry(name(resource)).or_default() += 1;
    }
    let typed = |(resource, row): (&'static str, &'static TaskRow)| {
        let own = options.activities.get(resource);
        let version = own.and_then(|own| own.version.as_ref()).unwrap_or(&options.activity_version);
        let plain = name(resource);
        let name = match own.and_then(|own| own.name.as_ref()) {
            Some(name) => name.to_string(),
            // Two Resources must not share a type.
            None if names.get(&plain).is_some_and(|count| *count > 1) => {
                legal_id(&format!("{plain}-{:08x}", fnv1a(resource.as_bytes()) >> 32))
            }
            None => plain,
        };
        (resource, (row, ActivityType::new(name, version.as_str())))
    };
    rows.into_iter().map(typed).collect()
}

/// The Resources of a machine's tasks.
pub(super) fn resources(machine: &'static Machine) -> impl Iterator<Item = &'static str> {
    machine.nodes.iter().filter_map(task).map(|row| row.resource)
}

/// The names of a machine's states.
pub(super) fn states(machine: &'static Machine) -> impl Iterator<Item = &'static str> {
    machine.nodes.iter().map(|node| node.state)
}

/// The states with calls, for errors before anything runs.
pub(super) fn task(node: &'static Node) -> Option<&'static TaskRow> {
    if let Kind::Invoke(Effect::Task(row)) = &node.kind { Some(row) } else { None }
}

fn is_activity(row: &TaskRow, options: &DeciderOptions) -> bool {
    if row.form == Form::Event {
        let mut targets = options.event_targets.values();
        return options.event_target == EventTarget::Activity
            || targets.any(|target| *target == EventTarget::Activity);
    }
    row.form != Form::Subflow
        && !ChildExecution::is_started_by(row.resource)
        && !is_lambda(row, options)
}

/// True if Amazon SWF itself calls the Lambda function of a task.
pub(super) fn is_lambda(row: &TaskRow, options: &DeciderOptions) -> bool {
    let own = options.activities.get(row.resource).and_then(|own: &ActivityOptions| own.lambda);
    let is_function = row.resource.contains(":lambda:");
    let form = matches!(row.form, Form::Answer | Form::Token);
    is_function && form && own.unwrap_or(options.lambda)
}

/// The name of a Lambda function, from its name, ARN or partial ARN.
pub(super) fn function_name(text: &str) -> &str {
    match text.split_once(":function:") {
        Some((_, function)) => function.split(':').next().unwrap_or(function),
        None => text.split(':').next().unwrap_or(text),
    }
}

/// The name in a Resource: of the function, of the activity, of a task, or the part of a service
/// ARN after the colons.
fn name(resource: &str) -> String {
    // Only ARNs of Amazon SWF have `task:`. Account and region may be empty.
    let marks: &[&str] = if resource.split(':').nth(2) == Some("swf") {
        &[":task:", ":function:", ":activity:"]
    } else {
        &[":function:", ":activity:"]
    };
    let last = marks.iter().find_map(|mark| resource.split_once(mark));
    if let Some((_, name)) = last {
        return legal_id(name.split(':').next().unwrap_or(name));
    }
    let service = resource
        .strip_prefix("arn:")
        .and_then(|arn| arn.split_once(":::"))
        .map(|(_, service)| service);
    legal_id(service.unwrap_or(resource))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resource_has_the_name_of_what_it_calls() {
        let named = [
            ("arn:aws:lambda:us-east-1:123456789012:function:ChargeCard", "ChargeCard"),
            ("arn:aws:lambda:us-east-1:123456789012:function:ChargeCard:PROD", "ChargeCard"),
            ("arn:aws:states:us-east-1:123456789012:activity:Pack", "Pack"),
            (
                "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
                "sqs.sendMessage.waitForTaskToken",
            ),
            ("credit.json#check", "credit.json#check"),
            ("arn:aws:swf:us-east-1:123456789012:task:HelloWorld", "HelloWorld"),
            ("arn:aws:swf:::task:Add", "Add"),
            ("arn:aws:swf:us-east-1:123456789012:task:X", "X"),
            ("arn:aws-cn:swf:cn-north-1:123456789012:task:Subtract", "Subtract"),
            ("arn:aws:swf:us-east-1:123456789012:activity:Pack", "Pack"),
            ("task:Add", "task.Add"),
            ("early-warning", "early-warning"),
            ("arn", "a_n"),
            ("https://example.com/warn", "https...example.com.warn"),
            ("", "_"),
        ];
        for (resource, expected) in named {
            assert_eq!(name(resource), expected);
        }
        assert_eq!(name(&"x".repeat(400)).chars().count(), 256);
        assert_eq!(function_name("arn:aws:lambda:us-east-1:123456789012:function:A:3"), "A");
        assert_eq!(function_name("A:3"), "A");
    }
}
