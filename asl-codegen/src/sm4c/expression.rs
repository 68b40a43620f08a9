//! jq expressions: the form `${ … }`, `fn:name` in it, and their variables. Spec section 4.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::functions::Functions;
use crate::expr::jq::{self, Environment, Program};
use crate::ir::{Query, Source};
use crate::read::object::{StringField, string_of};
use crate::sm4c::Object;
use crate::sm4c::context::Context;
use crate::sm4c::names::resolve_name;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::{Node, Text};
use asl_source::span::Span;

/// The variables of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Given {
    /// Nothing.
    Nothing,
    /// `$value`: a result, an error or an event.
    Value,
}

/// The form of a string.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `${ … }`: the bytes between, without blanks at the ends.
    Expression(Range<usize>),
    /// Anything else.
    Text,
}

/// Compiled programs by their text, so that each text is compiled once.
#[derive(Debug, Default)]
pub(super) struct Programs {
    by_text: HashMap<(String, Given), Arc<Program>>,
}

impl std::hash::Hash for Given {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (*self == Self::Value).hash(state);
    }
}

/// The form of a string: blanks within the braces and around them are free.
pub(super) fn form(text: &str) -> Form {
    let start = text.len() - text.trim_start().len();
    let Some(inner) = text.trim().strip_prefix("${").and_then(|rest| rest.strip_suffix('}')) else {
        return Form::Text;
    };
    let blanks = inner.len() - inner.trim_start().len();
    let start = start + 2 + blanks;
    Form::Expression(start..start + inner.trim().len())
}

/// The name in `fn:name`.
pub(super) fn function_name(expression: &str) -> Option<&str> {
    expression.strip_prefix("fn:").map(str::trim)
}

impl Programs {
    /// Compiles the part of a string; faults are shown in it.
    pub(super) fn compile(
        &mut self,
        string: StringField<'_>,
        part: Range<usize>,
        given: Given,
        diagnostics: &mut Diagnostics,
    ) -> Option<Arc<Program>> {
        let text = string.value().get(part.clone()).unwrap_or_default();
        let key = (text.to_owned(), given);
        if let Some(program) = self.by_text.get(&key) {
            return Some(Arc::clone(program));
        }
        let variables: &[&str] = match given {
            Given::Nothing => &[],
            Given::Value => &["value"],
        };
        match jq::compile(text, &Environment { variables, ..Environment::default() }) {
            Ok(program) => {
                let program = Arc::new(program);
                self.by_text.insert(key, Arc::clone(&program));
                Some(program)
            }
            Err(faults) => {
                for fault in faults {
                    diagnostics.push(shown(&fault, text, string, part.start, given));
                }
                None
            }
        }
    }
}

/// A fault of a program at its place in the definition.
fn shown(
    fault: &jq::Fault,
    program: &str,
    string: StringField<'_>,
    start: usize,
    given: Given,
) -> Diagnostic {
    let diagnostic = jq::diagnose(fault, string.text, string.span, start);
    let place = fault.place.start as usize..fault.place.end as usize;
    if given == Given::Nothing && program.get(place) == Some("$value") {
        return diagnostic
            .help("`$value` is there in result handlers, and in conditions of event groups");
    }
    diagnostic
}

/// An expression attribute, if it is there.
pub(super) fn read_query<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    name: &str,
    source: Source,
    given: Given,
) -> Option<Query> {
    let node = object.get(name)?;
    query_of(context, node, name, source, given)
}

/// An expression attribute that must be there.
pub(super) fn read_required_query<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    name: &'static str,
    source: Source,
) -> Option<Query> {
    let node = object.required(name, context.diagnostics)?;
    query_of(context, node, name, source, Given::Nothing)
}

/// A result handler, if it is there: its input is the global data, and `$value` what is merged.
pub(super) fn read_handler<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    name: &str,
) -> Option<Query> {
    read_query(context, object, name, Source::Global, Given::Value)
}

fn query_of<'a>(
    context: &mut Context<'a>,
    node: &'a Node,
    name: &str,
    source: Source,
    given: Given,
) -> Option<Query> {
    let string = string_of(node, &format!("`{name}`"), context.diagnostics)?;
    match form(string.value()) {
        Form::Expression(part) => compile_expression(context, string, part, source, given),
        Form::Text => {
            report_no_expression(string, name, context.diagnostics);
            None
        }
    }
}

/// The expression in a string.
pub(super) fn compile_expression<'a>(
    context: &mut Context<'a>,
    string: StringField<'a>,
    part: Range<usize>,
    source: Source,
    given: Given,
) -> Option<Query> {
    let text = string.value().get(part.clone()).unwrap_or_default();
    if text.is_empty() {
        context.diagnostics.push(
            Diagnostic::new(Code::NotAnExpression, string.span, "the expression is empty")
                .label("nothing between the braces")
                .help("`${ . }` is the input itself"),
        );
        return None;
    }
    let program = match function_name(text) {
        Some(name) => compile_function_expression(context, string, part, name)?,
        None => context.programs.compile(string, part, given, context.diagnostics)?,
    };
    let query = Query { program, source, span: string.span };
    context.global_names.add(&query);
    Some(query)
}

/// The expression of the function that `fn:name` names. `$value` is not available in it.
fn compile_function_expression<'a>(
    context: &mut Context<'a>,
    string: StringField<'a>,
    part: Range<usize>,
    name: &str,
) -> Option<Arc<Program>> {
    let span = string.text.span_of(string.span, part);
    let index = resolve_name(
        &context.outline.functions.names,
        (name, span),
        "function",
        context.diagnostics,
    )?;
    match Functions::expression(&context.functions, index) {
        Ok(program) => program,
        Err(()) => {
            let title = format!("`fn:{name}` is no expression");
            let function = context.outline.functions.names.get(index).map(|name| name.span);
            let diagnostic = Diagnostic::new(Code::FunctionReference, span, title)
                .label("only functions of type `expression` can stand here")
                .help("an action of type `invokeFunction` calls the other functions");
            context.diagnostics.push(match function {
                Some(function) => diagnostic.related(function, "the function"),
                None => diagnostic,
            });
            None
        }
    }
}

fn report_no_expression(string: StringField<'_>, name: &str, diagnostics: &mut Diagnostics) {
    let text = string.value().trim();
    let diagnostic = if text.is_empty() {
        Diagnostic::new(Code::NotAnExpression, string.span, format!("`{name}` is empty"))
            .label("an expression is needed")
            .help("`${ . }` is the input itself")
    } else {
        let diagnostic = Diagnostic::new(
            Code::NotAnExpression,
            string.span,
            format!("`{name}` must be an expression"),
        );
        if text.contains("${") {
            diagnostic
                .label("text beside `${ … }`")
                .help("an expression is the whole string; jq joins texts: `${ \"a\" + .b }`")
        } else {
            diagnostic
                .label("an expression is written between `${` and `}`")
                .help(format!("write \"${{ {} }}\"", asl_source::diagnostics::printable(text, 60)))
        }
    };
    diagnostics.push(diagnostic);
}

/// The expression `.`.
pub(super) fn identity(source: Source, span: Span) -> Query {
    Query { program: Arc::new(Program::identity()), source, span }
}

/// True for a string that looks like an expression where none is evaluated.
pub(super) fn looks_like_expression(text: &Text) -> bool {
    text.value.split_once("${").is_some_and(|(_, behind)| behind.contains('}'))
}
