//! `arguments`: each is an expression or a constant. Only the arguments themselves are evaluated,
//! not the values in them.

use crate::ir::{Expr, Literal, Source};
use crate::read::literal::{distinct, literal_of, object_of};
use crate::read::object::{StringField, report_type};
use crate::sm4c::Object;
use crate::sm4c::context::Context;
use crate::sm4c::expression::{Form, Given, compile_expression, form, looks_like_expression};
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::source::{Json, Member, Node};

/// The object of arguments; `None`: there is none.
pub(crate) fn read_arguments<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    source: Source,
) -> Option<Expr> {
    let node = object.get("arguments")?;
    let Json::Object(members) = &node.value else {
        report_type(node, "`arguments`", "an object", context.diagnostics);
        return None;
    };
    Some(evaluate_members(context, members, source))
}

/// An object whose members are expressions or constants.
pub(crate) fn evaluate_members<'a>(
    context: &mut Context<'a>,
    members: &'a [Member],
    source: Source,
) -> Expr {
    let values: Vec<(String, Expr)> = distinct(members)
        .map(|member| (member.key.value.clone(), read_argument(context, &member.value, source)))
        .collect();
    object_of(values)
}

/// One argument.
fn read_argument<'a>(context: &mut Context<'a>, node: &'a Node, source: Source) -> Expr {
    let Json::String(text) = &node.value else {
        report_not_evaluated(context, node);
        return Expr::Literal(literal_of(node));
    };
    let string = StringField { text, span: node.span };
    match form(string.value()) {
        Form::Expression(part) => compile_expression(context, string, part, source, Given::Nothing)
            .map_or(Expr::Literal(Literal::Null), Expr::Jq),
        Form::Text => {
            report_not_evaluated(context, node);
            Expr::Literal(literal_of(node))
        }
    }
}

/// Reports text that looks like an expression but is passed unchanged.
fn report_not_evaluated<'a>(context: &mut Context<'a>, node: &'a Node) {
    match &node.value {
        Json::String(text) if looks_like_expression(text) => {
            let title = "this expression is not evaluated";
            let diagnostic = Diagnostic::new(Code::NotEvaluated, node.span, title);
            context.diagnostics.push(match form(&text.value) {
                Form::Expression(_) => diagnostic
                    .label("only an argument as a whole is")
                    .help("make the whole argument one expression: `${ { \"key\": .value } }`"),
                Form::Text => diagnostic
                    .label("there is text beside it")
                    .help("make the whole text one expression: `${ \"a \" + .b }`"),
            });
        }
        Json::Array(items) => {
            for item in items {
                report_not_evaluated(context, item);
            }
        }
        Json::Object(members) => {
            for member in members {
                report_not_evaluated(context, &member.value);
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}
