//! Translation of a generated state into JSONata: the same data under the same names, and also times
//! and random values, which a replay must repeat.

use serde_json::{Map, Value, json};

use asl_language::random::SplitMix64;

use crate::machine::{remove, set};

/// Replaces the fields of a state in JSONPath by those of JSONata.
pub(crate) fn convert(state: &mut Value, dice: &mut SplitMix64) {
    let kind = state.get("Type").and_then(Value::as_str).unwrap_or_default().to_owned();
    set(state, "QueryLanguage", json!("JSONata"));
    match kind.as_str() {
        "Task" => task(state, dice),
        "Wait" => wait(state),
        "Choice" => choice(state),
        "Map" => map(state),
        "Parallel" => output(state, "all", "$states.result"),
        "Pass" => pass(state),
        "Fail" => set(state, "Cause", json!("{% 'at ' & $now() %}")),
        _ => {}
    }
    catchers(state);
    assign(state);
}

/// `Output` in place of `ResultPath`: the input with a member.
fn output(state: &mut Value, name: &str, expression: &str) {
    remove(state, "ResultPath");
    let output = format!("{{% $merge([$states.input, {{'{name}': {expression}}}]) %}}");
    set(state, "Output", json!(output));
}

fn task(state: &mut Value, dice: &mut SplitMix64) {
    let waits =
        state.get("Resource").and_then(Value::as_str).is_some_and(|it| it.contains("Token"));
    if waits {
        let body =
            json!({"token": "{% $states.context.Task.Token %}", "n": "{% $states.input.n %}"});
        set(state, "Arguments", json!({"QueueUrl": "q", "MessageBody": body}));
    } else if state.get("Parameters").is_some() {
        let arguments = json!({
            "n": "{% $states.input.n %}",
            "try": "{% $states.context.State.RetryCount %}",
            "seen": "{% $v %}",
            "at": "{% $millis() %}",
            "id": "{% $uuid() %}",
            "drawn": "{% [$random(), $random()] %}",
            "shuffled": "{% $shuffle([1..5]) %}",
        });
        set(state, "Arguments", arguments);
    }
    remove(state, "Parameters");
    let seconds = state.get("TimeoutSeconds").and_then(Value::as_u64);
    if let Some(seconds) = seconds.filter(|_| dice.percent(50)) {
        set(state, "TimeoutSeconds", json!(format!("{{% $floor({seconds} + 2 * $random()) %}}")));
    }
    output(state, "r", "$states.result");
}

fn wait(state: &mut Value) {
    if let Some(seconds) = state.get("Seconds").and_then(Value::as_u64) {
        set(state, "Seconds", json!(format!("{{% $floor({seconds} + 3 * $random()) %}}")));
    }
}

fn pass(state: &mut Value) {
    if state.get("ResultPath").is_some() {
        remove(state, "Result");
        output(state, "p", "{'passed': $random(), 'at': $now()}");
    }
}

fn map(state: &mut Value) {
    remove(state, "ItemsPath");
    set(state, "Items", json!("{% $states.input.list %}"));
    let selector = json!({
        "n": "{% $states.context.Map.Item.Index %}",
        "item": "{% $states.context.Map.Item.Value %}",
        "list": [1, "{% $floor(1 + $random()) %}"],
        "drawn": "{% $random() %}",
    });
    set(state, "ItemSelector", selector);
    output(state, "each", "$states.result");
}

/// Conditions in place of comparisons.
fn choice(state: &mut Value) {
    let Some(rules) = state.get_mut("Choices").and_then(Value::as_array_mut) else { return };
    for rule in rules {
        let condition = match rule.get("And").and_then(Value::as_array) {
            Some(parts) => {
                let limit = parts.iter().find_map(|part| part.get("NumericLessThan"));
                let limit = limit.cloned().unwrap_or_default();
                format!("$type($states.input.r) = 'number' and $states.input.r < {limit}")
            }
            None => compared(rule),
        };
        *rule = json!({"Condition": format!("{{% {condition} %}}"), "Next": rule.get("Next")});
        let drawn = "{% $merge([$states.input, {'way': $random()}]) %}";
        set(rule, "Output", json!(drawn));
    }
}

/// The condition of a comparison with a number.
fn compared(rule: &Value) -> String {
    let number = |field: &str| rule.get(field).cloned();
    let variable = rule.get("Variable").and_then(Value::as_str).unwrap_or_default();
    let place = variable.replacen("$.", "$states.input.", 1);
    let (sign, limit) = match number("NumericLessThan") {
        Some(limit) => ("<", limit),
        None => (">", number("NumericGreaterThan").unwrap_or_default()),
    };
    format!("{place} {sign} {limit}")
}

fn catchers(state: &mut Value) {
    let Some(catchers) = state.get_mut("Catch").and_then(Value::as_array_mut) else { return };
    for catcher in catchers {
        output(catcher, "error", "$merge([$states.errorOutput, {'at': $millis()}])");
    }
}

/// Expressions in place of paths and intrinsic functions.
fn assign(state: &mut Value) {
    let Some(Value::Object(variables)) = state.get("Assign").cloned() else { return };
    let converted = variables.into_iter().map(|(name, value)| {
        let Some(name) = name.strip_suffix(".$") else { return (name, value) };
        let expression = match value.as_str() {
            Some("$$.State.Name") => "$states.context.State.Name & $random()".to_owned(),
            Some("$.n") => "$states.input.n".to_owned(),
            // The counter of a loop.
            _ => format!("${name} + 1"),
        };
        (name.to_owned(), json!(format!("{{% {expression} %}}")))
    });
    let converted: Map<String, Value> = converted.collect();
    set(state, "Assign", Value::Object(converted));
}
