//! Timestamps of fields. ASL: "Timestamps".

use asl_language::timestamp::Moment;

use crate::ir::Instant;
use crate::read::object::StringField;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};

/// A timestamp of the definition.
pub(crate) fn read_timestamp(
    field: StringField<'_>,
    name: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Instant> {
    let text = field.value();
    match Moment::parse(text) {
        Ok(Moment { seconds, nanoseconds }) => {
            Some(Instant { text: text.to_owned(), seconds, nanoseconds })
        }
        Err(problem) => {
            let title = format!("`{name}` is not a timestamp: {problem}");
            diagnostics.push(
                Diagnostic::new(Code::BadTimestamp, field.span, title)
                    .label("not a timestamp of RFC 3339")
                    .help("write it like `2016-03-14T01:59:00Z`"),
            );
            None
        }
    }
}
