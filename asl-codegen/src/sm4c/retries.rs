//! `retries`: number and delays of an action's retries. Spec section 3.3.

use crate::ir::{Jitter, RetryPolicy};
use crate::read::object::report_type;
use crate::sm4c::Object;
use crate::sm4c::context::Context;
use crate::sm4c::timespan::{read_timespan, timespan_of};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::Json;

/// All retry policies, in order.
pub(super) fn read_retry_policies(context: &mut Context<'_>) -> Vec<RetryPolicy> {
    let outline = context.outline;
    (0..)
        .zip(&outline.policies.objects)
        .map(|(index, object)| read_retry_policy(context, index, object))
        .collect()
}

fn read_retry_policy<'a>(
    context: &mut Context<'a>,
    index: u32,
    object: &Object<'a>,
) -> RetryPolicy {
    object.required("maxAttempts", context.diagnostics);
    let policy = RetryPolicy {
        name: context.outline.policies.name(index),
        max_attempts: object
            .integer("maxAttempts", 0..=u32::MAX, context.diagnostics)
            .map_or(0, |attempts| attempts.value),
        delay_millis: read_timespan(object, "delay", context.diagnostics),
        max_delay_millis: read_timespan(object, "maxDelay", context.diagnostics),
        increment_millis: read_timespan(object, "increment", context.diagnostics),
        multiplier: object.number(
            "multiplier",
            0.0..,
            "it must not be less than 0",
            context.diagnostics,
        ),
        jitter: read_jitter(object, context.diagnostics),
    };
    report_idle_growth(object, context.diagnostics);
    policy
}

/// A fraction of the delay, or a timespan.
fn read_jitter(object: &Object<'_>, diagnostics: &mut Diagnostics) -> Option<Jitter> {
    let node = object.get("jitter")?;
    match node.value {
        Json::Number(_) => object
            .number("jitter", 0.0.., "it must not be less than 0", diagnostics)
            .map(Jitter::Fraction),
        Json::String(_) => timespan_of(node, "jitter", diagnostics).map(Jitter::Millis),
        Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => {
            report_type(node, "`jitter`", "a fraction of the delay, or a timespan", diagnostics);
            None
        }
    }
}

/// Reports fields of a policy without effect.
fn report_idle_growth(object: &Object<'_>, diagnostics: &mut Diagnostics) {
    if !object.has("delay") {
        let without = ["maxDelay", "increment", "multiplier", "jitter"]
            .into_iter()
            .find_map(|name| object.member(name));
        if let Some(member) = without {
            diagnostics.push(
                Diagnostic::new(
                    Code::IgnoredAttribute,
                    member.key.span,
                    format!("`{}` has no effect", member.key.value),
                )
                .label("without `delay` retries are made at once")
                .help("add `\"delay\": \"PT1S\"`"),
            );
        }
    } else if let (Some(_), Some(multiplier)) =
        (object.get("increment"), object.member("multiplier"))
    {
        diagnostics.push(
            Diagnostic::new(
                Code::IgnoredAttribute,
                multiplier.key.span,
                "`multiplier` has no effect",
            )
            .label("`increment` decides how delays grow")
            .help("remove one of the two"),
        );
    }
}
