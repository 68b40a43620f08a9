//! Values of fields in JSONata: constants, and expressions between `{%` and `%}`.

use crate::asl::Object;
use crate::asl::context::Context;
use crate::expr::jsonata::{self, Edition, Environment};
use crate::ir::{Assignment, Expr, Jsonata, Literal, Output};
use crate::read::literal::{array_of, distinct, literal_of, object_of};
use crate::read::object::{StringField, report_type};
use crate::source::{Json, Node};
use crate::span::Spanned;
use std::sync::Arc;

/// Reads `Output` and `Assign` of a state.
pub(crate) fn read_output<'a>(context: &mut Context<'a>, object: &Object<'a>) -> Output {
    Output {
        template: read_value(context, object, "Output", ""),
        assign: read_assign(context, object, ""),
        ..Output::default()
    }
}

/// Reads an optional field whose value may have expressions at any depth.
pub(crate) fn read_value<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    name: &str,
    path: &str,
) -> Option<Expr> {
    let node = object.get(name)?;
    Some(value(context, node, &format!("{path}{name}")))
}

/// Reads `Assign`: variables and their values.
pub(crate) fn read_assign<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    path: &str,
) -> Vec<Assignment> {
    let Some(node) = object.get("Assign") else { return Vec::new() };
    let Json::Object(members) = &node.value else {
        report_type(node, "`Assign`", "an object", context.diagnostics);
        return Vec::new();
    };
    distinct(members)
        .map(|member| {
            let key = &member.key;
            let value = value(context, &member.value, &format!("{path}Assign/{}", key.value));
            Assignment { name: Spanned::new(key.value.clone(), key.span), value }
        })
        .collect()
}

/// `path` is the place of the value in its state.
fn value<'a>(context: &mut Context<'a>, node: &'a Node, path: &str) -> Expr {
    match &node.value {
        Json::Object(members) => {
            let members = distinct(members).map(|member| {
                let key = &member.key.value;
                (key.clone(), value(context, &member.value, &format!("{path}/{key}")))
            });
            object_of(members.collect())
        }
        Json::Array(items) => {
            let items = items.iter().enumerate();
            array_of(
                items.map(|(at, item)| value(context, item, &format!("{path}[{at}]"))).collect(),
            )
        }
        Json::String(text) => {
            let field = StringField { text, span: node.span };
            if !is_expression(field.value()) {
                return Expr::Literal(literal_of(node));
            }
            let unread = Expr::Literal(Literal::Null);
            read_expression(context, field, path).map_or(unread, Expr::Jsonata)
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => Expr::Literal(literal_of(node)),
    }
}

/// True for a string that is an expression.
pub(crate) fn is_expression(text: &str) -> bool {
    text.len() >= 4 && text.starts_with("{%") && text.ends_with("%}")
}

/// Reads a string that is an expression.
pub(crate) fn read_expression<'a>(
    context: &mut Context<'a>,
    field: StringField<'a>,
    path: &str,
) -> Option<Jsonata> {
    let inner = field.value().strip_prefix("{%")?.strip_suffix("%}")?;
    let text = inner.trim();
    let begin = 2 + inner.len() - inner.trim_start().len();
    let names: Vec<&str> =
        std::iter::once("states").chain(context.variables.iter().map(String::as_str)).collect();
    let environment = Environment { edition: Edition::V2_0, variables: &names };
    match jsonata::compile(text, &environment) {
        Ok(program) => {
            Some(Jsonata { program: Arc::new(program), field: path.to_owned(), span: field.span })
        }
        Err(faults) => {
            for fault in &faults {
                let finding = jsonata::diagnose(fault, field.text, field.span, begin);
                context.diagnostics.push(finding);
            }
            None
        }
    }
}
