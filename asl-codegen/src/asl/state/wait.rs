//! Wait: lets time pass. ASL: "Wait State".

use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::field::check::report_exclusive;
use crate::asl::field::paths::{read_selection, read_single_path};
use crate::asl::field::payload::read_assign;
use crate::asl::field::timestamp::read_timestamp;
use crate::asl::field::transition::read_exit;
use crate::asl::machine::MAX_SECONDS;
use crate::asl::state::StateObject;
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::ir::{Computed, Effect, Input, Instant, Invoke, NodeKind, Output, Place, WaitFor};
use crate::options::Profile;
use crate::read::object::StringField;
use crate::source::{Node, integer_of};

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
    check_one_form(object, context.diagnostics);
    let wait = read_wait(context, object);
    let select = read_selection(context, object, "InputPath");
    NodeKind::Invoke(Invoke {
        effect: Effect::Wait(wait),
        input: Input { select, template: None },
        output: Output {
            template: None,
            place: Place::Whole,
            select: read_selection(context, object, "OutputPath"),
            assign: read_assign(context, object),
        },
        exit: read_exit(context, state),
        retry: Vec::new(),
        catch: Vec::new(),
    })
}

fn check_one_form(object: &Object<'_>, diagnostics: &mut Diagnostics) {
    let mut given = FORMS.into_iter().filter(|form| object.member(form).is_some());
    let Some(first) = given.next() else {
        let title = format!("{} does not say how long to wait", object.name());
        diagnostics.push(
            Diagnostic::new(Code::MissingOneOf, object.head, title)
                .label("one of `Seconds`, `SecondsPath`, `Timestamp`, `TimestampPath` is needed"),
        );
        return;
    };
    for other in given {
        report_exclusive(object, first, other, diagnostics);
    }
}

/// Reads the first valid form; zero seconds replace a faulty Wait.
fn read_wait<'a>(context: &mut Context<'a>, object: &Object<'a>) -> WaitFor {
    let seconds = read_seconds(context, object).map(WaitFor::Seconds);
    let seconds_at = object
        .string("SecondsPath", context.diagnostics)
        .and_then(|path| read_single_path(context, path, "SecondsPath"));
    let until =
        object.string("Timestamp", context.diagnostics).and_then(|text| read_until(context, text));
    let until_at = object
        .string("TimestampPath", context.diagnostics)
        .and_then(|path| read_single_path(context, path, "TimestampPath"));
    seconds
        .or(seconds_at.map(Computed::Path).map(WaitFor::SecondsAt))
        .or(until.map(WaitFor::Until))
        .or(until_at.map(Computed::Path).map(WaitFor::UntilAt))
        .unwrap_or(WaitFor::Seconds(0))
}

/// Reads `Seconds`: AWS has a limit, the specification has none. Values that no clock can count
/// become [`LONGEST_SECONDS`].
fn read_seconds<'a>(context: &mut Context<'a>, object: &Object<'a>) -> Option<u64> {
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
