//! Wait: lets time pass. ASL: "Wait State".

use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::field::allowed::report_exclusive;
use crate::asl::field::flow::{read_input, read_output};
use crate::asl::field::number::{is_computed, read_computed};
use crate::asl::field::paths::read_single_path;
use crate::asl::field::timestamp::read_timestamp;
use crate::asl::field::transition::read_exit;
use crate::asl::machine::MAX_SECONDS;
use crate::asl::query_language::QueryLanguage;
use crate::asl::state::StateObject;
use crate::ir::{Effect, Input, Instant, Invoke, NodeKind, Output, Place, WaitFor};
use crate::read::object::StringField;
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::options::Profile;
use asl_source::source::{Node, integer_of};

/// The four forms of a Wait.
const FORMS: [&str; 4] = ["Seconds", "SecondsPath", "Timestamp", "TimestampPath"];

/// The farthest point in time that an execution of 2026-01-01 can wait for at AWS, in seconds since
/// 1970. The compiler has no clock, so that a build gives the same findings whenever it is made.
const FARTHEST: i64 = 1_767_225_600 + 0x7FFF_FFFF;

/// The longest wait: a clock of milliseconds must not overflow at its end.
const LONGEST_SECONDS: u64 = u64::MAX / 2000;

/// Lowers a Wait.
pub(crate) fn lower_wait<'a>(context: &mut Context<'a>, state: &StateObject<'a>) -> NodeKind {
    let object = &state.object;
    check_one_form(context, object);
    let wait = read_wait(context, object);
    let input = Input { template: None, ..read_input(context, object) };
    let output = Output { place: Place::Whole, ..read_output(context, object) };
    NodeKind::Invoke(Invoke {
        effect: Effect::Wait(wait),
        input,
        output,
        exit: read_exit(context, state),
        retry: Vec::new(),
        catch: Vec::new(),
    })
}

fn check_one_form<'a>(context: &mut Context<'a>, object: &Object<'a>) {
    let (needed, diagnostics) = (needed(context.language), &mut *context.diagnostics);
    let mut given = FORMS.into_iter().filter(|form| object.member(form).is_some());
    let Some(first) = given.next() else {
        let title = format!("{} does not say how long to wait", object.name());
        diagnostics.push(
            Diagnostic::new(Code::MissingOneOf, object.head, title)
                .label(format!("one of {needed} is needed")),
        );
        return;
    };
    for other in given {
        report_exclusive(object, first, other, diagnostics);
    }
}

fn needed(language: QueryLanguage) -> &'static str {
    match language {
        QueryLanguage::JsonPath => "`Seconds`, `SecondsPath`, `Timestamp`, `TimestampPath`",
        QueryLanguage::Jsonata => "`Seconds`, `Timestamp`",
    }
}

/// Reads the first valid form; zero seconds replace a faulty Wait.
fn read_wait<'a>(context: &mut Context<'a>, object: &Object<'a>) -> WaitFor {
    let seconds = read_seconds(context, object).map(WaitFor::Seconds);
    let seconds_at = read_computed(context, object, "Seconds", read_single_path);
    let until = if is_computed(context, object, "Timestamp") {
        None
    } else {
        let text = object.string("Timestamp", context.diagnostics);
        text.and_then(|text| read_until(context, text))
    };
    let until_at = read_computed(context, object, "Timestamp", read_single_path);
    seconds
        .or(seconds_at.map(WaitFor::SecondsAt))
        .or(until.map(WaitFor::Until))
        .or(until_at.map(WaitFor::UntilAt))
        .unwrap_or(WaitFor::Seconds(0))
}

/// Reads `Seconds`: AWS has a limit, the specification has none. Values that no clock can count
/// become [`LONGEST_SECONDS`].
fn read_seconds<'a>(context: &mut Context<'a>, object: &Object<'a>) -> Option<u64> {
    if is_computed(context, object, "Seconds") {
        return None;
    }
    let whole = object.get("Seconds").and_then(Node::as_number).and_then(integer_of);
    match (context.options.profile, whole) {
        (Profile::Spec, Some(whole @ 0..)) => {
            Some(u64::try_from(whole).unwrap_or(u64::MAX).min(LONGEST_SECONDS))
        }
        (Profile::Spec | Profile::Aws, _) => {
            let seconds = object.integer_or(
                Code::WaitOutOfRange,
                "Seconds",
                0..=MAX_SECONDS,
                context.diagnostics,
            );
            seconds.map(|seconds| u64::from(seconds.value))
        }
    }
}

/// Reads `Timestamp`. AWS fails a state that would have to wait for longer than 24,855 days.
fn read_until<'a>(context: &mut Context<'a>, text: StringField<'a>) -> Option<Instant> {
    let instant = read_timestamp(text, "Timestamp", context.diagnostics)?;
    if context.options.profile == Profile::Aws && instant.seconds > FARTHEST {
        context.diagnostics.push(
            Diagnostic::new(Code::WaitTooFar, text.span, "AWS may not wait for this long")
                .label("AWS waits for 24,855 days at most, and fails the state otherwise")
                .help("`profile = spec` has no limit"),
        );
    }
    Some(instant)
}
