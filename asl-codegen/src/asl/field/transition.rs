//! `Next` and `End`: where a state leads. ASL: "Transitions".

use crate::asl::context::Context;
use crate::asl::state::StateObject;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Exit, Target};

impl<'a> Context<'a> {
    /// Reads `Next` or `End` of a state that has one of them. `"End": false` is the same as none.
    pub(crate) fn exit(&mut self, state: &StateObject<'a>) -> Exit {
        let object = &state.object;
        let nowhere = Exit::Next(Target { node: None, span: object.head });
        let ends = self.boolean(object, "End");
        let next = self.string(object, "Next");
        if let (Some(next), true) =
            (object.member("Next"), ends.as_ref().is_some_and(|end| end.value))
        {
            let title = format!("{} has both `Next` and `End`", object.name());
            let diagnostic = Diagnostic::new(Code::NextAndEnd, next.key.span, title)
                .label("remove one of the two");
            self.diagnostics.push(match object.member("End") {
                Some(end) => diagnostic.related(end.key.span, "`End` stands here"),
                None => diagnostic,
            });
            return nowhere;
        }
        if let Some(next) = next {
            return Exit::Next(self.target(
                &next.text.value,
                next.span,
                state.scope,
                Code::UnknownTarget,
            ));
        }
        if ends.is_some_and(|end| end.value) {
            return Exit::End;
        }
        let unreadable =
            object.get("Next").is_some() || object.get("End").is_some_and(|end| !is_boolean(end));
        if !unreadable {
            let title = format!("{} leads nowhere: it has neither `Next` nor `End`", object.name());
            self.diagnostics.push(
                Diagnostic::new(Code::NoTransition, object.head, title)
                    .label("where does it go from here?")
                    .help("add `\"Next\": \"…\"` or `\"End\": true`"),
            );
        }
        nowhere
    }
}

fn is_boolean(node: &crate::source::Node) -> bool {
    matches!(node.value, crate::source::Json::Bool(_))
}
