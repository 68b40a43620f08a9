//! The places of ASL that take data: states with a form of expression in each of their fields.
#![expect(clippy::indexing_slicing, reason = "members of JSON objects that are made here")]

use serde_json::{Value as Json, json};

use super::forms::Known;

/// A state with a form in one or more of its fields.
pub(super) struct Placed {
    pub(super) name: &'static str,
    /// Its inner states have the name `I`.
    state: Json,
    /// The forms that the reference interpreter knows in this place.
    pub(super) known: Known,
}

const RESOURCE: &str = "arn:aws:lambda:eu-west-1:123456789012:function:F";
/// The state after each of them.
pub(super) const END: &str = "End";

impl Placed {
    /// The state, whose inner states have this name in theirs: names must be unique in a machine.
    pub(super) fn named(&self, name: &str) -> Json {
        let mut state = self.state.clone();
        for field in ["Branches", "ItemProcessor"] {
            if let Some(inner) = state.get_mut(field) {
                let text = inner.to_string().replace("\"I\"", &format!("\"in {name}\""));
                *inner = serde_json::from_str(&text).unwrap_or_default();
            }
        }
        state
    }
}

/// A state of this type with these fields.
fn placed(name: &'static str, known: Known, kind: &str, mut state: Json) -> Placed {
    state["Type"] = kind.into();
    if kind == "Task" {
        state["Resource"] = RESOURCE.into();
    }
    if !matches!(kind, "Succeed" | "Fail" | "Choice") {
        state["Next"] = END.into();
    }
    Placed { name, state, known }
}

/// An inline processor whose first state is this one.
fn processor(mut state: Json) -> Json {
    state["End"] = true.into();
    json!({ "ProcessorConfig": { "Mode": "INLINE" }, "StartAt": "I", "States": { "I": state } })
}

/// A template with a form, and one with several at depths.
struct Templates {
    flat: Json,
    nested: Json,
}

/// The states with a payload template that contains a path or a call.
pub(super) fn templates(form: &str) -> Vec<Placed> {
    let templates = Templates {
        flat: json!({ "k.$": form }),
        nested: json!({ "a": { "x.$": form }, "b.$": form, "c": [1, { "d.$": form }] }),
    };
    let mut states = pass_templates(form, &templates);
    states.extend(task_templates(form, &templates));
    states.extend(other_templates(form, &templates));
    states.extend(map_templates(form, &templates));
    states
}

fn pass_templates(form: &str, Templates { flat, nested }: &Templates) -> Vec<Placed> {
    let pass = |name, fields: Json| placed(name, Known::Elsewhere, "Pass", fields);
    vec![
        pass("Parameters", json!({ "Parameters": flat })),
        pass("Nested", json!({ "Parameters": nested })),
        pass("Written", json!({ "Parameters": flat, "ResultPath": "$.r" })),
        pass("Narrowed", json!({ "InputPath": "$.a", "Parameters": flat })),
        pass("Dropped", json!({ "Parameters": flat, "ResultPath": null })),
        pass("Narrow output", json!({ "Parameters": nested, "OutputPath": "$.a.x" })),
        pass("Assign", json!({ "Assign": flat })),
        pass(
            "Assign more",
            json!({ "Parameters": nested, "Assign": { "w.$": form, "u": nested } }),
        ),
    ]
}

fn task_templates(form: &str, Templates { flat, nested }: &Templates) -> Vec<Placed> {
    let task = |name, fields: Json| placed(name, Known::Elsewhere, "Task", fields);
    let credentials = json!({ "Credentials": { "RoleArn.$": form }, "Parameters": flat });
    vec![
        task("Task", json!({ "Parameters": nested })),
        task("Selector", json!({ "ResultSelector": flat })),
        task(
            "Selector and all",
            json!({
                "ResultSelector": nested, "ResultPath": "$.q", "Assign": flat, "OutputPath": "$.q",
            }),
        ),
        task(
            "Recovered",
            json!({
                "ResultSelector": flat, "ResultPath": "$.a[0].q", "Assign": flat,
                "OutputPath": "$.q.z", "Retry": retry(), "Catch": catch(&json!({ "ResultPath": "$.e" })),
            }),
        ),
        task(
            "Catch",
            json!({
                "Parameters": flat, "Retry": retry(),
                "Catch": catch(&json!({ "Assign": flat, "ResultPath": "$.e" })),
            }),
        ),
        placed("Credentials", Known::No, "Task", credentials),
    ]
}

fn other_templates(form: &str, Templates { flat, nested }: &Templates) -> Vec<Placed> {
    let branch = json!({
        "StartAt": "I", "States": { "I": { "Type": "Pass", "Parameters": flat, "End": true } },
    });
    let parallel = json!({
        "Parameters": flat, "ResultSelector": flat, "Assign": flat, "Retry": retry(),
        "Catch": catch(&json!({})), "Branches": [branch],
    });
    let rule = json!({ "Variable": "$.a", "IsPresent": true, "Assign": nested, "Next": END });
    let choice = json!({ "Default": END, "Assign": flat, "Choices": [rule] });
    let wait = json!({ "Seconds": 1, "Assign": nested });
    let fail = json!({ "ErrorPath": form, "CausePath": form });
    vec![
        placed("Parallel", Known::Elsewhere, "Parallel", parallel),
        placed("Choice", Known::Elsewhere, "Choice", choice),
        placed("Wait", Known::Elsewhere, "Wait", wait),
        placed("Fail", Known::No, "Fail", fail),
    ]
}

fn map_templates(form: &str, Templates { flat, nested }: &Templates) -> Vec<Placed> {
    let map = |name, fields: Json| placed(name, Known::No, "Map", fields);
    let pass = processor(json!({ "Type": "Pass" }));
    let mut distributed = processor(json!({ "Type": "Pass", "Parameters": flat }));
    distributed["ProcessorConfig"] = json!({ "Mode": "DISTRIBUTED", "ExecutionType": "STANDARD" });
    let inner = processor(json!({ "Type": "Pass", "Parameters": nested }));
    vec![
        map("Map", json!({ "ItemSelector": nested, "ItemProcessor": pass })),
        map(
            "Map and all",
            json!({
                "ItemsPath": "$.a", "ItemSelector": { "m.$": "$$.Map.Item.Value", "k.$": form },
                "ResultSelector": flat, "ItemProcessor": pass, "Assign": flat,
                "ResultPath": "$.r", "OutputPath": "$.r.k", "Catch": catch(&json!({ "Assign": flat })),
            }),
        ),
        map("Iteration", json!({ "ItemsPath": "$.a", "ItemProcessor": inner })),
        map(
            "Distributed",
            json!({
                "ItemsPath": "$.a", "ItemBatcher": { "MaxItemsPerBatch": 2, "BatchInput": flat },
                "ItemSelector": flat, "ItemProcessor": distributed,
            }),
        ),
    ]
}

fn retry() -> Json {
    json!([{ "ErrorEquals": ["States.ALL"], "MaxAttempts": 1 }])
}

/// A catcher of all errors with these fields.
fn catch(fields: &Json) -> Json {
    let mut catcher = json!({ "ErrorEquals": ["States.ALL"], "Next": END });
    for (key, value) in fields.as_object().into_iter().flatten() {
        catcher[key] = value.clone();
    }
    json!([catcher])
}

/// The states with fields that contain a path.
pub(super) fn paths(path: &str) -> Vec<Placed> {
    let mut states = selections(path);
    states.extend(numbers(path));
    states.extend(choices(path));
    states
}

fn selections(path: &str) -> Vec<Placed> {
    let state = |name, kind, fields: Json| placed(name, Known::Elsewhere, kind, fields);
    let both = json!({ "InputPath": path, "OutputPath": path });
    let and = |more: Json| {
        let mut fields = both.clone();
        for (key, value) in more.as_object().into_iter().flatten() {
            fields[key] = value.clone();
        }
        fields
    };
    let branch = json!({ "StartAt": "I", "States": { "I": { "Type": "Pass", "End": true } } });
    let rule = json!({ "Variable": "$.a", "IsPresent": true, "Next": END });
    vec![
        state("InputPath", "Pass", json!({ "InputPath": path })),
        state("OutputPath", "Pass", json!({ "OutputPath": path })),
        state("Both paths", "Pass", and(json!({ "ResultPath": "$.r" }))),
        state("Task paths", "Task", and(json!({ "ResultPath": "$.r" }))),
        state("Recovered path", "Task", json!({ "OutputPath": path, "Retry": retry() })),
        state("Parallel paths", "Parallel", and(json!({ "Branches": [branch] }))),
        state("Choice paths", "Choice", and(json!({ "Default": END, "Choices": [rule] }))),
        state("Succeed", "Succeed", both.clone()),
    ]
}

/// The fields in which a path leads to a number, a time or items.
fn numbers(path: &str) -> Vec<Placed> {
    let state = |name, kind, fields: Json| placed(name, Known::No, kind, fields);
    let pass = processor(json!({ "Type": "Pass" }));
    vec![
        state("SecondsPath", "Wait", json!({ "SecondsPath": path })),
        state("TimestampPath", "Wait", json!({ "TimestampPath": path, "InputPath": "$.a" })),
        state("ItemsPath", "Map", json!({ "ItemsPath": path, "ItemProcessor": pass })),
        state(
            "MaxConcurrencyPath",
            "Map",
            json!({ "MaxConcurrencyPath": path, "ItemProcessor": pass }),
        ),
        state(
            "Seconds of a task",
            "Task",
            json!({ "TimeoutSecondsPath": path, "HeartbeatSecondsPath": path }),
        ),
    ]
}

fn choices(path: &str) -> Vec<Placed> {
    let compared = |operator: &str, value: Json| json!({ "Variable": path, operator: value });
    let is = |operator: &str, value: bool| compared(operator, value.into());
    let not = |inner: Json| json!({ "Not": inner });
    let mut nested = [
        not(json!({ "And": [is("IsPresent", true), is("IsNumeric", true)] })),
        not(is("IsPresent", true)),
        json!({ "Or": [not(is("IsPresent", false)), is("IsString", false)] }),
    ];
    for rule in &mut nested {
        rule["Next"] = END.into();
    }
    let nested = json!({ "Default": END, "Choices": nested });
    let mut states = vec![placed("Not", Known::No, "Choice", nested)];
    let comparisons = [
        ("StringEquals", json!("x")),
        ("StringLessThanPath", json!("$.s")),
        ("StringMatches", json!("a*")),
        ("NumericGreaterThan", json!(1)),
        ("NumericEqualsPath", json!(path)),
        ("BooleanEquals", json!(true)),
        ("BooleanEqualsPath", json!(path)),
        ("TimestampLessThanPath", json!("$.t")),
        ("TimestampEquals", json!("2026-01-01T00:00:03Z")),
        ("IsPresent", json!(true)),
        ("IsNull", json!(false)),
        ("IsNumeric", json!(true)),
        ("IsString", json!(true)),
        ("IsBoolean", json!(false)),
        ("IsTimestamp", json!(true)),
    ];
    for (operator, value) in comparisons {
        let mut first = compared(operator, value);
        first["Next"] = END.into();
        let mut second = first.clone();
        second["Assign"] = json!({ "c": 1 });
        let rules = json!({ "Choices": [first, second], "Default": END });
        states.push(placed(operator, Known::Data, "Choice", rules));
    }
    states
}

/// An expression of JSONata in the forms that places take.
struct Expressions {
    /// The expression alone.
    text: String,
    /// The same over the result.
    result: String,
    /// In a template.
    template: Json,
}

/// The states of JSONata with an expression in their fields.
pub(super) fn jsonata(expression: &str) -> Vec<Placed> {
    let text = format!("{{% {expression} %}}");
    let result = text.replace("$states.input", "$states.result");
    let template = json!({ "a": text, "b": [text, { "c": text }], "d": 1 });
    let condition = format!("{{% $boolean({expression}) %}}");
    let expressions = Expressions { text, result, template };
    let mut states = plain_expressions(&expressions, &condition);
    states.extend(task_expressions(&expressions));
    states.extend(child_expressions(&expressions));
    states
}

fn plain_expressions(
    Expressions { text: x, template, .. }: &Expressions,
    condition: &str,
) -> Vec<Placed> {
    let state = |name, kind, fields: Json| placed(name, Known::No, kind, fields);
    let rules = json!([
        { "Condition": condition, "Output": x, "Assign": { "w": x }, "Next": END },
        { "Condition": x, "Next": END },
    ]);
    let choice =
        json!({ "Choices": rules, "Output": template, "Assign": { "w": x }, "Default": END });
    vec![
        state("Output", "Pass", json!({ "Output": x })),
        state(
            "Outputs",
            "Pass",
            json!({ "Output": template, "Assign": { "w": x, "u": template } }),
        ),
        state("Choice", "Choice", choice),
        state("Wait", "Wait", json!({ "Seconds": x, "Output": x, "Assign": { "w": x } })),
        state("Timestamp", "Wait", json!({ "Timestamp": x, "Output": template })),
        state("Succeed", "Succeed", json!({ "Output": template })),
        state("Fail", "Fail", json!({ "Error": x, "Cause": x })),
    ]
}

fn task_expressions(Expressions { text: x, result, template }: &Expressions) -> Vec<Placed> {
    let task = |name, fields: Json| placed(name, Known::No, "Task", fields);
    let caught = json!({ "e": x, "f": "{% $states.errorOutput %}" });
    vec![
        task(
            "Task",
            json!({
                "Arguments": template, "Output": result, "Assign": { "w": result },
                "Retry": retry(), "Catch": catch(&json!({ "Output": caught, "Assign": { "u": x } })),
            }),
        ),
        task("Task alone", json!({ "Arguments": x, "Output": { "r": result, "i": x } })),
        task("Seconds of a task", json!({ "TimeoutSeconds": x, "HeartbeatSeconds": x })),
        task("Credentials", json!({ "Credentials": { "RoleArn": x } })),
    ]
}

fn child_expressions(Expressions { text: x, result, .. }: &Expressions) -> Vec<Placed> {
    let state = |name, kind, fields: Json| placed(name, Known::No, kind, fields);
    let inline = processor(json!({ "Type": "Pass", "Output": x }));
    let mut distributed = inline.clone();
    distributed["ProcessorConfig"] = json!({ "Mode": "DISTRIBUTED", "ExecutionType": "STANDARD" });
    let mut branch = inline.clone();
    if let Some(fields) = branch.as_object_mut() {
        fields.remove("ProcessorConfig");
    }
    let selector = json!({ "i": x, "v": "{% $states.context.Map.Item.Value %}" });
    vec![
        state(
            "Parallel",
            "Parallel",
            json!({
                "Arguments": x, "Branches": [branch], "Output": result, "Assign": { "w": result },
            }),
        ),
        state(
            "Map",
            "Map",
            json!({
                "Items": x, "ItemSelector": selector, "MaxConcurrency": x,
                "ItemProcessor": inline, "Output": result,
            }),
        ),
        state(
            "Distributed",
            "Map",
            json!({
                "Items": [1, x], "ItemBatcher": { "MaxItemsPerBatch": 2, "BatchInput": { "k": x } },
                "ToleratedFailureCount": x, "ItemProcessor": distributed, "Output": x,
            }),
        ),
    ]
}
