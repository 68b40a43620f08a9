//! Retriers. ASL: "Retrying after error".

use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::field::allowed::check_fields;
use crate::asl::field::error_equals::read_error_equals;
use crate::asl::field::table::ObjectKind;
use crate::asl::machine::MAX_SECONDS;
use crate::ir::Retrier;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::options::Profile;
use asl_source::source::Node;

/// "Greater than 0 and less than 31622400": 366 days (AWS, "Error handling").
const MAX_DELAY: u32 = 31_622_399;

/// Reads the retriers of a state, in order.
pub(crate) fn read_retriers<'a>(context: &mut Context<'a>, state: &Object<'a>) -> Vec<Retrier> {
    let retriers = state.list("Retry", context.diagnostics).unwrap_or_default();
    retriers.iter().filter_map(|retrier| read_retrier(context, retrier, state.state)).collect()
}

fn read_retrier<'a>(context: &mut Context<'a>, node: &'a Node, state: &'a str) -> Option<Retrier> {
    let object = Object::read(node, ObjectKind::Retrier, state, context.diagnostics)?;
    check_fields(context, &object);
    let profile = context.options.profile;
    let diagnostics = &mut *context.diagnostics;
    let interval_seconds = object
        .integer("IntervalSeconds", 1..=MAX_SECONDS, diagnostics)
        .map_or(1, |value| value.value);
    Some(Retrier {
        errors: read_error_equals(&object, diagnostics),
        interval_seconds,
        max_attempts: object
            .integer("MaxAttempts", 0..=MAX_SECONDS, diagnostics)
            .map_or(3, |value| value.value),
        backoff_rate: object
            .number("BackoffRate", 1.0.., "1 is the least", diagnostics)
            .unwrap_or(2.0),
        max_delay_seconds: read_max_delay(&object, interval_seconds, profile, diagnostics),
        jitter: object.word("JitterStrategy", &["FULL", "NONE"], diagnostics) == Some("FULL"),
        span: node.span,
    })
}

/// The longest delay, which at AWS is greater than the first one.
fn read_max_delay(
    object: &Object<'_>,
    interval_seconds: u32,
    profile: Profile,
    diagnostics: &mut Diagnostics,
) -> Option<u32> {
    let most = object.integer("MaxDelaySeconds", 1..=MAX_DELAY, diagnostics)?;
    if profile == Profile::Aws && most.value <= interval_seconds {
        let title = "`MaxDelaySeconds` is not greater than `IntervalSeconds`";
        let interval = match object.member("IntervalSeconds") {
            Some(_) => format!("`IntervalSeconds` is {interval_seconds}"),
            None => format!("`IntervalSeconds` is {interval_seconds} where it is not given"),
        };
        diagnostics.push(Diagnostic::new(Code::OutOfRange, most.span, title).label(interval));
    }
    Some(most.value)
}
