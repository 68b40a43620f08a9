//! Numbers of fields: constants, and values that the data determine.

use std::ops::RangeInclusive;

use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::field::jsonata::{self, Place, is_delimited};
use crate::asl::query_language::QueryLanguage;
use crate::expr::jsonata::StatesMembers;
use crate::expr::jsonpath::Path;
use crate::ir::{Computed, Limit};
use crate::read::object::StringField;
use asl_source::source::Node;
use asl_source::span::Spanned;

/// A reader of the field whose name ends in `Path`.
type PathReader = for<'a> fn(&mut Context<'a>, StringField<'a>, &str) -> Option<Path>;

/// Reads a field that the data determine: the path of `…Path` in JSONPath, an expression in
/// JSONata.
pub(crate) fn read_computed<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    name: &str,
    read_path: PathReader,
) -> Option<Computed> {
    match context.language {
        QueryLanguage::JsonPath => {
            let name = format!("{name}Path");
            let path = object.string(&name, context.diagnostics)?;
            read_path(context, path, &name).map(Computed::Path)
        }
        QueryLanguage::Jsonata if is_computed(context, object, name) => {
            let field = object.string(name, context.diagnostics)?;
            let path = format!("{}{name}", object.kind.path());
            let place = Place { path: &path, members: StatesMembers::Input };
            jsonata::read_expression(context, field, place).map(Computed::Jsonata)
        }
        QueryLanguage::Jsonata => None,
    }
}

/// True if a field is an expression, or should be one.
pub(crate) fn is_computed(context: &Context<'_>, object: &Object<'_>, name: &str) -> bool {
    context.language == QueryLanguage::Jsonata
        && object.get(name).and_then(Node::as_str).is_some_and(is_delimited)
}

/// Reads a constant integer. `None`: it is absent, faulty or an expression.
pub(crate) fn read_integer<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    name: &str,
    range: RangeInclusive<u32>,
) -> Option<Spanned<u32>> {
    if is_computed(context, object, name) {
        return None;
    }
    object.integer(name, range, context.diagnostics)
}

/// Reads an integer of the definition or of the data.
pub(crate) fn read_count<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    name: &str,
    range: RangeInclusive<u32>,
    read_path: PathReader,
) -> Option<Limit<u32>> {
    if let Some(computed) = read_computed(context, object, name, read_path) {
        return Some(Limit::At(computed));
    }
    read_integer(context, object, name, range).map(|number| Limit::Fixed(number.value))
}
