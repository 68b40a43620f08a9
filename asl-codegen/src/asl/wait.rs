//! Wait: lets time pass. ASL: "Wait State".

use super::lowering::Lowering;
use super::machine::MAX_SECONDS;
use super::object::Object;
use super::state::StateObject;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Effect, Input, Invoke, NodeKind, Output, Place, WaitFor};

/// The four forms.
const FORMS: [&str; 4] = ["Seconds", "SecondsPath", "Timestamp", "TimestampPath"];

/// Lowers a Wait.
pub(super) fn lower<'a>(lowering: &mut Lowering<'a>, state: &StateObject<'a>) -> NodeKind {
    let object = &state.object;
    lowering.one_form(object);
    let wait = lowering.wait_for(object);
    let select = lowering.selection(object, "InputPath");
    NodeKind::Invoke(Invoke {
        effect: Effect::Wait(wait),
        input: Input { select, template: None },
        output: Output {
            template: None,
            place: Place::Whole,
            select: lowering.selection(object, "OutputPath"),
            assign: lowering.assign(object),
        },
        exit: lowering.exit(state),
        retry: Vec::new(),
        catch: Vec::new(),
    })
}

impl<'a> Lowering<'a> {
    fn one_form(&mut self, object: &Object<'a>) {
        let mut given = FORMS.into_iter().filter(|form| object.member(form).is_some());
        let Some(first) = given.next() else {
            let title = format!("{} does not say how long to wait", object.name());
            self.diagnostics.push(
                Diagnostic::new(Code::MissingOneOf, object.head, title)
                    .label("one of `Seconds`, `SecondsPath`, `Timestamp`, `TimestampPath` is needed"),
            );
            return;
        };
        for other in given {
            self.exclude(object, first, other);
        }
    }

    /// The first form that can be read; zero seconds stand for none, which was reported.
    fn wait_for(&mut self, object: &Object<'a>) -> WaitFor {
        let seconds = self.integer_or(object, "Seconds", 0..=MAX_SECONDS, Code::WaitOutOfRange);
        let seconds = seconds.map(|seconds| WaitFor::Seconds(seconds.value));
        let seconds_at = self.string(object, "SecondsPath").and_then(|path| self.single(path, "SecondsPath"));
        let until = self.string(object, "Timestamp").and_then(|text| self.timestamp(text, "Timestamp"));
        let until_at = self.string(object, "TimestampPath").and_then(|path| self.single(path, "TimestampPath"));
        seconds
            .or(seconds_at.map(WaitFor::SecondsAt))
            .or(until.map(WaitFor::Until))
            .or(until_at.map(WaitFor::UntilAt))
            .unwrap_or(WaitFor::Seconds(0))
    }
}
