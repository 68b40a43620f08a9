//! `functions`: the functions that `invokeFunction` and `fn:` call.
//!
//! Functions of type `rest` and `rpc` are tasks, which the host of the machine performs. Functions
//! of type `expression` are compiled here, each once, and inserted wherever they are called.

use std::collections::HashMap;
use std::sync::Arc;

use super::expression::{Form, Given, form, function_name};
use crate::documents::Operation;
use crate::expr::jq::Program;
use crate::ir::function::Described;
use crate::ir::{Form as TaskForm, Task, TaskId};
use crate::read::object::{StringField, report_unknown_word};
use crate::sm4c::Object;
use crate::sm4c::context::Context;
use crate::sm4c::graph::TaskKey;
use crate::sm4c::names::resolve_name;
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::span::Span;

/// The values of `type`.
const TYPES: [&str; 3] = ["rest", "expression", "rpc"];

/// Functions, by the index of their names.
#[derive(Debug, Default)]
pub(super) struct Functions<'a> {
    list: Vec<Function<'a>>,
}

/// A function that was read.
#[derive(Debug)]
pub(super) enum Function<'a> {
    /// Performed by the host.
    Task {
        /// `rest` or `rpc`.
        form: TaskForm,
        /// `operation`; `None`: reported.
        operation: Option<StringField<'a>>,
        /// Its description in a document, if there is a valid one.
        described: Option<Arc<Described>>,
    },
    /// A jq expression; `None`: reported.
    Expression(Option<Arc<Program>>),
    /// A function of an unknown type, which was reported.
    Unknown,
}

/// An expression function that is not compiled yet: its text, or the function of which it is an
/// alias.
enum Written<'a> {
    Text(StringField<'a>, std::ops::Range<usize>),
    Alias(u32, Span),
    Faulty,
}

impl<'a> Functions<'a> {
    /// The function of an index.
    pub(super) fn get(&self, index: u32) -> Option<&Function<'a>> {
        self.list.get(index as usize)
    }

    /// The program of an expression function; `Err`: it is no such function.
    pub(super) fn expression(&self, index: u32) -> Result<Option<Arc<Program>>, ()> {
        match self.get(index) {
            Some(Function::Expression(program)) => Ok(program.clone()),
            Some(Function::Unknown) | None => Ok(None),
            Some(Function::Task { .. }) => Err(()),
        }
    }
}

/// Reads all functions.
pub(super) fn read_functions<'a>(context: &mut Context<'a>) {
    let outline = context.outline;
    let mut written: HashMap<u32, Written<'a>> = HashMap::new();
    for (index, object) in (0..).zip(&outline.functions.objects) {
        let function = match read_function_type(context, object) {
            Some(kind @ ("rest" | "rpc")) => read_task_function(context, object, kind),
            Some(_) => {
                let text = read_expression(context, object);
                written.insert(index, text);
                Function::Expression(None)
            }
            None => Function::Unknown,
        };
        context.functions.list.push(function);
    }
    for index in (0..).take(outline.functions.objects.len()) {
        compile_function(context, index, &mut written);
    }
}

/// One of [`TYPES`]; `None`: reported.
fn read_function_type<'a>(context: &mut Context<'a>, object: &Object<'a>) -> Option<&'static str> {
    if !object.has("type") {
        return Some("rest");
    }
    let word = object.string("type", context.diagnostics)?;
    let known = TYPES.into_iter().find(|known| known.eq_ignore_ascii_case(word.value()));
    let found = known.or_else(|| alias(object, word.value()));
    if found.is_none() {
        report_unknown_function_type(context, word);
    }
    found
}

fn report_unknown_function_type<'a>(context: &mut Context<'a>, word: StringField<'a>) {
    let help = match word.value().to_ascii_lowercase().as_str() {
        "grpc" => {
            "an operation of gRPC is `<file.proto>#<service>#<method>`; of any other call the type is `rpc`"
        }
        "openapi" => {
            "an operation of OpenAPI is `<document>#<operationId>`; of any other call the type is `rest`"
        }
        _ => {
            return report_unknown_word(
                Code::UnknownFunctionType,
                word,
                "type of functions called",
                &TYPES,
                context.diagnostics,
            );
        }
    };
    let title = format!("the operation is not one of type `{}`", word.value());
    context
        .diagnostics
        .push(Diagnostic::new(Code::UnknownFunctionType, word.span, title).help(help));
}

fn read_task_function<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    kind: &str,
) -> Function<'a> {
    let operation = object.required_string("operation", context.diagnostics);
    if let Some(operation) = operation.filter(|operation| operation.value().trim().is_empty()) {
        context.diagnostics.push(
            Diagnostic::new(Code::NotAnExpression, operation.span, "`operation` is empty")
                .label("it is not clear what to call"),
        );
    }
    let form = if kind == "rpc" { TaskForm::Rpc } else { TaskForm::Rest };
    let described = operation.and_then(|StringField { text, span }| {
        context.documents.describe(
            Operation { text, span, form },
            context.sources,
            context.diagnostics,
        )
    });
    Function::Task { form, operation, described: described.map(Arc::new) }
}

/// `${ expression }`, `${ fn:name }`, or an expression without braces.
fn read_expression<'a>(context: &mut Context<'a>, object: &Object<'a>) -> Written<'a> {
    let Some(string) = object.required_string("operation", context.diagnostics) else {
        return Written::Faulty;
    };
    let text = string.value();
    let part = match form(text) {
        Form::Expression(part) => part,
        Form::Text => {
            let start = text.len() - text.trim_start().len();
            start..start + text.trim().len()
        }
    };
    let expression = text.get(part.clone()).unwrap_or_default();
    if expression.is_empty() {
        context.diagnostics.push(
            Diagnostic::new(Code::NotAnExpression, string.span, "`operation` is empty")
                .label("an expression is needed")
                .help("`${ . }` is the input itself"),
        );
        return Written::Faulty;
    }
    let Some(name) = function_name(expression) else { return Written::Text(string, part) };
    let span = string.text.span_of(string.span, part);
    match resolve_name(
        &context.outline.functions.names,
        (name, span),
        "function",
        context.diagnostics,
    ) {
        Some(index) => Written::Alias(index, span),
        None => Written::Faulty,
    }
}

/// Compiles a function and its aliases, if that was not done yet.
fn compile_function<'a>(
    context: &mut Context<'a>,
    index: u32,
    written: &mut HashMap<u32, Written<'a>>,
) {
    let mut chain = Vec::new();
    let mut next = index;
    let program = loop {
        let Some(text) = written.remove(&next) else {
            break compile_alias(context, next, &chain);
        };
        match text {
            Written::Text(string, part) => {
                chain.push((next, string.span));
                break context.programs.compile(string, part, Given::Nothing, context.diagnostics);
            }
            Written::Alias(target, span) => {
                chain.push((next, span));
                next = target;
            }
            Written::Faulty => break None,
        }
    };
    for (function, _) in chain {
        if let Some(Function::Expression(slot)) = context.functions.list.get_mut(function as usize)
        {
            slot.clone_from(&program);
        }
    }
}

/// The expression of a function with aliases: compiled before, missing, or one of them.
fn compile_alias(
    context: &mut Context<'_>,
    index: u32,
    chain: &[(u32, Span)],
) -> Option<Arc<Program>> {
    let (_, span) = chain.last()?;
    let name = context.outline.functions.name(index);
    let (title, label) = match context.functions.expression(index) {
        Ok(_) if chain.iter().any(|(link, _)| *link == index) => {
            (format!("function `{}` calls itself", name.value), "`fn:` cannot be recursive")
        }
        Ok(program) => return program,
        Err(()) => (
            format!("`fn:{}` is no expression", name.value),
            "only functions of type `expression` can stand here",
        ),
    };
    context.diagnostics.push(
        Diagnostic::new(Code::FunctionReference, *span, title)
            .label(label)
            .related(name.span, "the function"),
    );
    None
}

/// The task of a function.
pub(super) fn function_task<'a>(
    context: &mut Context<'a>,
    index: u32,
    form: TaskForm,
    operation: StringField<'a>,
    described: Option<Arc<Described>>,
) -> TaskId {
    let name = context.outline.functions.name(index).value;
    context.graph.tasks.get_or_add(
        TaskKey::Function(index),
        Task { resource: operation.spanned(), form, function: Some(name), described },
    )
}

/// The seed's words for the types name one technology each; they are accepted if the operation uses
/// that technology.
fn alias(object: &Object<'_>, word: &str) -> Option<&'static str> {
    let operation = object.get("operation").and_then(|node| node.as_str()).unwrap_or_default();
    let parts = operation.split('#').filter(|part| !part.is_empty()).count();
    match word.to_ascii_lowercase().as_str() {
        "openapi" if parts == 2 => Some("rest"),
        "grpc" if parts == 3 => Some("rpc"),
        "jq" => Some("expression"),
        _ => None,
    }
}
