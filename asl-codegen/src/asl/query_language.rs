//! The query language of the machine and of its states. ASL (today's edition):
//! `QueryLanguage`.

use crate::asl::Object;
use crate::asl::context::Context;
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::options::Profile;

/// A query language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum QueryLanguage {
    JsonPath,
    Jsonata,
}

impl QueryLanguage {
    /// Its name in definitions.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::JsonPath => "JSONPath",
            Self::Jsonata => "JSONata",
        }
    }

    /// The other one.
    pub(super) fn other(self) -> Self {
        match self {
            Self::JsonPath => Self::Jsonata,
            Self::Jsonata => Self::JsonPath,
        }
    }
}

/// Reads the query language of an object without which it has `default`. As at AWS, any value but
/// `JSONPath` is read as JSONata; values that are neither are reported, too.
pub(super) fn read_query_language<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    default: QueryLanguage,
) -> QueryLanguage {
    if object.get("QueryLanguage").is_none() {
        return default;
    }
    let Some(language) = object.string("QueryLanguage", context.diagnostics) else {
        return QueryLanguage::Jsonata;
    };
    match language.value() {
        "JSONPath" => QueryLanguage::JsonPath,
        "JSONata" => QueryLanguage::Jsonata,
        other => {
            let title = format!("there is no query language `{other}`");
            context.diagnostics.push(
                Diagnostic::new(Code::UnknownQueryLanguage, language.span, title)
                    .label("the query languages are `JSONPath` and `JSONata`"),
            );
            QueryLanguage::Jsonata
        }
    }
}

/// Reads the query language of a state. States in a Map or Parallel have the machine's, too, not
/// that of the state around them. AWS refuses JSONPath in a machine
/// in JSONata.
pub(super) fn read_language_of_state<'a>(
    context: &mut Context<'a>,
    state: &Object<'a>,
) -> QueryLanguage {
    let machine = context.machine_language;
    let language = read_query_language(context, state, machine);
    if context.options.profile == Profile::Aws
        && (machine, language) == (QueryLanguage::Jsonata, QueryLanguage::JsonPath)
        && let Some(node) = state.get("QueryLanguage")
    {
        let title = format!("{} cannot be in JSONPath", state.name());
        context.diagnostics.push(
            Diagnostic::new(Code::LanguageDowngrade, node.span, title)
                .label("the query language of the whole machine is JSONata")
                .help("without `QueryLanguage` at the machine, each state can have its own"),
        );
    }
    language
}
