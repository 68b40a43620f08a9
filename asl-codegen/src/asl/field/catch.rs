//! Catchers. ASL: "Fallback states".

use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::field::allowed::check_fields;
use crate::asl::field::error_equals::read_error_equals;
use crate::asl::field::flow::read_output_value;
use crate::asl::field::paths::read_result_path;
use crate::asl::field::table::ObjectKind;
use crate::asl::field::transition::read_next;
use crate::asl::query_language::QueryLanguage;
use crate::asl::state::StateObject;
use crate::ir::{Catcher, Place};
use asl_source::source::Node;

/// Reads the catchers of a state, in order.
pub(crate) fn read_catchers<'a>(
    context: &mut Context<'a>,
    state: &StateObject<'a>,
) -> Vec<Catcher> {
    let catchers = state.object.list("Catch", context.diagnostics).unwrap_or_default();
    let catchers = catchers.iter().enumerate();
    catchers.filter_map(|(index, catcher)| read_catcher(context, catcher, index, state)).collect()
}

fn read_catcher<'a>(
    context: &mut Context<'a>,
    node: &'a Node,
    index: usize,
    state: &StateObject<'a>,
) -> Option<Catcher> {
    let object = Object::read(node, ObjectKind::Catcher, state.object.state, context.diagnostics)?;
    check_fields(context, &object);
    let errors = read_error_equals(&object, context.diagnostics);
    let target = read_next(context, &object, state.scope);
    let place = match context.language {
        QueryLanguage::JsonPath => read_result_path(context, &object),
        QueryLanguage::Jsonata => Place::Whole,
    };
    let (output_value, assign) = read_output_value(context, &object, &format!("Catch[{index}]/"));
    Some(Catcher { errors, target, place, assign, output_value, span: node.span })
}
