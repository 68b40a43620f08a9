//! Input and output processing of the reference interpreter. ASL: "Input and Output Processing".

use asl_codegen::options::Profile;

use super::super::json::{ANY_TEXT, Json, object};
use super::super::path::put;
use super::super::surroundings::{Failing, Surroundings};
use super::{Stop, fault, runtime};

/// The values of an `Assign`.
pub(super) fn assigned(
    around: Surroundings<'_>,
    rule: &Json,
    data: &Json,
    now: u64,
) -> Result<Json, Stop> {
    rule.get("Assign").map_or_else(|| Ok(object([])), |values| filled(around, values, data, now))
}

/// The value of a field that contains a path, or null.
fn filtered(
    around: Surroundings<'_>,
    state: &Json,
    field: &str,
    data: Json,
    now: u64,
) -> Result<Json, Stop> {
    match state.get(field) {
        None => Ok(data),
        Some(Json::Text(path)) => around.find(path, &data).ok_or_else(|| runtime(now)),
        Some(_) => Ok(object([])),
    }
}

pub(super) fn effective_input(
    around: Surroundings<'_>,
    state: &Json,
    raw: &Json,
    now: u64,
) -> Result<Json, Stop> {
    filtered(around, state, "InputPath", raw.clone(), now)
}

pub(super) fn effective_output(
    around: Surroundings<'_>,
    state: &Json,
    data: Json,
    now: u64,
) -> Result<Json, Stop> {
    filtered(around, state, "OutputPath", data, now)
}

/// Places a result by `ResultPath`.
pub(super) fn combined(rule: &Json, raw: Json, result: Json, now: u64) -> Result<Json, Stop> {
    let mut data = raw;
    match rule.get("ResultPath") {
        None => return Ok(result),
        Some(Json::Text(path)) => {
            put(path, &mut data, result)
                .map_err(|_| fault("States.ResultPathMatchFailure", ANY_TEXT, now))?;
        }
        Some(_) => {}
    }
    Ok(data)
}

pub(super) fn outcome(
    around: Surroundings<'_>,
    state: &Json,
    raw: Json,
    result: Json,
    now: u64,
) -> Result<Json, Stop> {
    effective_output(around, state, combined(state, raw, result, now)?, now)
}

pub(super) fn template_field(
    around: Surroundings<'_>,
    state: &Json,
    field: &str,
    input: Json,
    now: u64,
) -> Result<Json, Stop> {
    match state.get(field) {
        None => Ok(input),
        Some(template) => filled(around, template, &input, now),
    }
}

/// Evaluates a payload template.
fn filled(around: Surroundings<'_>, template: &Json, input: &Json, now: u64) -> Result<Json, Stop> {
    match template {
        Json::Object(members) => {
            let mut done = Vec::new();
            for (key, value) in members {
                match (key.strip_suffix(".$"), value) {
                    (Some(key), Json::Text(written)) => {
                        let value =
                            around.compute(written, input).map_err(|failing| match failing {
                                Failing::Path => runtime(now),
                                Failing::Function if around.profile == Profile::Aws => runtime(now),
                                Failing::Function => {
                                    fault("States.IntrinsicFailure", ANY_TEXT, now)
                                }
                            })?;
                        done.push((key.to_owned(), value));
                    }
                    _ => done.push((key.clone(), filled(around, value, input, now)?)),
                }
            }
            Ok(Json::Object(done))
        }
        Json::Array(items) => {
            let items: Result<Vec<_>, _> =
                items.iter().map(|item| filled(around, item, input, now)).collect();
            items.map(Json::Array)
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => Ok(template.clone()),
    }
}
