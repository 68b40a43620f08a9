//! The fields of the data flow in both query languages: the input of a state's work, its output and
//! the variables that it assigns.

use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::field::jsonata::{self, Place, members_after};
use crate::asl::field::paths::{read_result_path, read_selection};
use crate::asl::field::payload::{self, read_template};
use crate::asl::query_language::QueryLanguage;
use crate::expr::jsonata::StatesMembers;
use crate::ir::{Assignment, Expr, Input, Output, Selection};

/// Reads the input of a state's work: `InputPath` and `Parameters`, or `Arguments`.
pub(crate) fn read_input<'a>(context: &mut Context<'a>, object: &Object<'a>) -> Input {
    Input {
        select: read_path_selection(context, object, "InputPath"),
        template: read_parameters(context, object),
    }
}

/// Reads `ResultSelector`, `ResultPath`, `OutputPath` and `Assign`, or `Output` and `Assign`.
pub(crate) fn read_output<'a>(context: &mut Context<'a>, object: &Object<'a>) -> Output {
    match context.language {
        QueryLanguage::JsonPath => Output {
            template: read_template(context, object, "ResultSelector"),
            place: read_result_path(context, object),
            select: read_selection(context, object, "OutputPath"),
            assign: payload::read_assign(context, object),
        },
        QueryLanguage::Jsonata => {
            let (template, assign) = read_output_value(context, object, "");
            Output { template, assign, ..Output::default() }
        }
    }
}

/// Reads `InputPath` or `OutputPath`, which only JSONPath has.
pub(crate) fn read_path_selection<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    name: &'static str,
) -> Selection {
    match context.language {
        QueryLanguage::JsonPath => read_selection(context, object, name),
        QueryLanguage::Jsonata => Selection::Whole,
    }
}

/// Reads `Output`, which only JSONata has, and `Assign`. `prefix` is the path of the object in its
/// state, with a slash.
pub(crate) fn read_output_value<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    prefix: &str,
) -> (Option<Expr>, Vec<Assignment>) {
    if context.language == QueryLanguage::JsonPath {
        return (None, payload::read_assign(context, object));
    }
    let members = members_after(object.kind);
    let (output, assign) = (format!("{prefix}Output"), format!("{prefix}Assign"));
    let output = jsonata::read_value(context, object, "Output", Place { path: &output, members });
    (output, jsonata::read_assign(context, object, Place { path: &assign, members }))
}

/// Reads a field that is made of the state's input: a template or a value with expressions.
pub(crate) fn read_input_value<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    name: &'static str,
) -> Option<Expr> {
    if context.language == QueryLanguage::JsonPath {
        return read_template(context, object, name);
    }
    let path = format!("{}{name}", object.kind.path());
    let place = Place { path: &path, members: StatesMembers::Input };
    jsonata::read_value(context, object, name, place)
}

/// Reads what a task, reader or writer gets: `Parameters`, or `Arguments`.
pub(crate) fn read_parameters<'a>(context: &mut Context<'a>, object: &Object<'a>) -> Option<Expr> {
    let name = match context.language {
        QueryLanguage::JsonPath => "Parameters",
        QueryLanguage::Jsonata => "Arguments",
    };
    read_input_value(context, object, name)
}
