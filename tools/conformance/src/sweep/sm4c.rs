//! Every form of jq in every place of SM4C.
#![expect(clippy::indexing_slicing, reason = "members of JSON objects that are made here")]

use serde_json::{Value as Json, json};

use super::jq::HOLE;
use super::jq_constructs::{FORMS, LEAVES, OUTER};
use super::{Selection, Tally};
use crate::asl::machines::{Compiled, Machines};
use crate::problem::Result;
use crate::sm4c::generate;

/// Inputs of the machines.
const INPUTS: [&str; 2] = [r#"{"a": [1, {"b": 2}], "n": 1}"#, r#"{"a": {"b": []}, "s": "t"}"#];

/// States with a program in each of their places.
fn states(program: &str) -> Vec<Json> {
    let x = format!("${{ {program} }}");
    let value = format!("${{ .r = ($value | {program}) }}");
    let truth = format!("${{ ({program}) == 1 }}");
    let plain = "${ .r = $value }";
    let call = |arguments: Json| {
        json!({
            "type": "invokeFunction", "functionName": "f", "arguments": arguments,
            "waitForCompletion": true,
        })
    };
    let inject = json!({ "type": "injectData", "expression": x });
    let mut caught = call(json!({ "k": x, "l": [x, 1] }));
    caught["errorHandlers"] = json!([
        { "condition": truth, "resultHandler": value, "retryPolicy": "once" },
        { "resultHandler": "${ .e = $value }" },
    ]);
    let each = json!({ "type": "forEach", "input": x, "maxParallel": 2, "action": inject });
    let calls = json!({ "type": "forEach", "input": "${ [1, 2] }", "action": caught });
    let both = json!([inject, call(json!({ "k": x }))]);
    let parallel = json!({ "type": "parallel", "completionType": "and", "actions": both });
    let sequence = json!({ "type": "sequence", "actions": [inject, caught] });
    let groups = json!([{ "events": ["Said"], "condition": truth, "resultHandler": value }]);
    vec![
        json!({ "inputFilter": x, "enterAction": inject, "enterResultHandler": value }),
        json!({ "enterAction": inject, "enterResultHandler": x }),
        json!({ "inputFilter": "${ [., 1] }", "exitAction": caught, "exitResultHandler": value }),
        json!({ "enterAction": each, "enterResultHandler": plain }),
        json!({ "enterAction": calls, "enterResultHandler": value }),
        json!({ "enterAction": sequence, "enterResultHandler": value }),
        json!({ "enterAction": parallel, "enterResultHandler": value }),
        json!({
            "transitions": [{ "condition": truth, "action": inject, "resultHandler": value }, {}],
        }),
        json!({ "transitions": [{ "eventGroups": groups }, { "timeout": "PT1S" }] }),
    ]
}

fn definition(states: &[Json]) -> Json {
    let mut all = Vec::new();
    for (number, state) in states.iter().enumerate() {
        let mut state = state.clone();
        state["name"] = format!("S{number}").into();
        if number == 0 {
            state["start"] = true.into();
        }
        let next =
            if number + 1 < states.len() { format!("S{}", number + 1) } else { "End".to_owned() };
        match state.get_mut("transitions").and_then(Json::as_array_mut) {
            None => state["transitions"] = json!([{ "nextState": next }]),
            Some(transitions) => {
                for transition in transitions {
                    transition["nextState"] = next.clone().into();
                }
            }
        }
        all.push(state);
    }
    all.push(json!({ "name": "End" }));
    json!({
        "name": "Sweep", "version": "1.0", "states": all,
        "functions": [{ "name": "f", "operation": "f" }],
        "events": [{ "name": "Said", "type": "said", "source": "s" }],
        "retries": [{ "name": "once", "maxAttempts": 1, "delay": "PT1S" }],
    })
}

/// The programs: each inner construct, and each outer one around the input.
fn programs() -> Vec<(String, String)> {
    let inner = LEAVES.iter().chain(FORMS).map(|inner| format!("({inner})"));
    let outer = OUTER.iter().map(|outer| format!("({})", outer.replace(HOLE, "(.a?)")));
    inner.chain(outer).enumerate().map(|(number, text)| (format!("sm4c-{number}"), text)).collect()
}

/// Compiles and runs the selected machines.
pub(super) fn sweep(selection: &Selection) -> Result<Tally> {
    let (mut tally, mut machines, mut numbers) =
        (Tally::default(), Machines::sm4c().with_failing(), Vec::new());
    for (id, program) in programs().into_iter().filter(|(id, _)| selection.takes(id)) {
        let accepted = tally.accepted(&id, states(&program), &machines, |state| {
            definition(std::slice::from_ref(state)).to_string()
        });
        if accepted.is_empty() {
            continue;
        }
        match machines.add(&definition(&accepted).to_string()) {
            Compiled::Machine(number) => numbers.push((id, program, number)),
            refused @ Compiled::Refused(_) => {
                tally
                    .fault(id, format!("accepted alone, but not together: {program}\n{refused:?}"));
            }
        }
    }
    let program = machines.build(|machines| generate("sweep-sm4c", machines))?;
    let (mut jobs, mut lines) = (Vec::new(), Vec::new());
    for (id, text, number) in &numbers {
        if let Some(said) = machines.broken(*number) {
            tally.fault(id.as_str(), format!("{text}\n{said}"));
            continue;
        }
        for input in INPUTS {
            jobs.push((id, text, input));
            lines.push(json!({ "machine": number, "input": input, "host": null }).to_string());
        }
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let results = program.map_or_else(|| Ok(Vec::new()), |program| program.run_all(&lines))?;
    tally.runs = results.len();
    for ((id, text, input), result) in jobs.into_iter().zip(results) {
        let line = result.unwrap_or_else(|crash| crash);
        let told: Json = serde_json::from_str(&line).unwrap_or_default();
        if !told.is_object() || told.get("restored").is_some() {
            tally.fault(id.as_str(), format!("{text} on {input}\n{line}"));
        }
    }
    Ok(tally)
}
