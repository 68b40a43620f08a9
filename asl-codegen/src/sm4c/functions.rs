//! `functions`: what `invokeFunction` and `fn:` call.
//!
//! Functions of type `rest` and `rpc` are tasks: whoever runs the machine performs them. Functions
//! of type `expression` are compiled here, each once, and stand wherever they are called.

use std::collections::HashMap;
use std::sync::Arc;

use super::expression::{Form, Given, form, function_name};
use super::object::{Object, Read, StringValue};
use crate::diagnostics::{Code, Diagnostic};
use crate::documents::Operation;
use crate::expr::jq::Program;
use crate::ir::function::Described;
use crate::ir::{Form as TaskForm, TaskId};
use crate::sm4c::context::Context;
use crate::span::Span;

/// The words of `type`.
const TYPES: [&str; 3] = ["rest", "expression", "rpc"];

/// Functions, by the index of their names.
#[derive(Debug, Default)]
pub(super) struct Functions<'a> {
    list: Vec<Function<'a>>,
}

/// A function that was read.
#[derive(Debug)]
pub(super) enum Function<'a> {
    /// Performed outside.
    Task {
        /// `rest` or `rpc`.
        form: TaskForm,
        /// `operation`; `None`: reported.
        operation: Option<StringValue<'a>>,
        /// What its document says of it, if it has one that could be read.
        described: Option<Arc<Described>>,
    },
    /// A jq expression; `None`: reported.
    Expression(Option<Arc<Program>>),
    /// What it is was not to be found out, and reported.
    Unknown,
}

/// An expression function that is not compiled yet: its text, or the function that it is another
/// name for.
enum Written<'a> {
    Text(StringValue<'a>, std::ops::Range<usize>),
    Alias(u32, Span),
    Faulty,
}

impl<'a> Functions<'a> {
    /// The function of an index.
    pub(super) fn get(&self, index: u32) -> Option<&Function<'a>> {
        self.list.get(index as usize)
    }

    /// What an expression function computes; `Err`: it is no such function.
    pub(super) fn expression(&self, index: u32) -> Result<Option<Arc<Program>>, ()> {
        match self.get(index) {
            Some(Function::Expression(program)) => Ok(program.clone()),
            Some(Function::Unknown) | None => Ok(None),
            Some(Function::Task { .. }) => Err(()),
        }
    }
}

impl<'a> Context<'a> {
    /// Reads all functions.
    pub(super) fn read_functions(&mut self) {
        let outline = self.outline;
        let mut written: HashMap<u32, Written<'a>> = HashMap::new();
        for (index, object) in (0..).zip(&outline.functions.objects) {
            let function = match self.function_type(object) {
                Some(kind @ ("rest" | "rpc")) => self.task_function(object, kind),
                Some(_) => {
                    let text = self.expression_text(object);
                    written.insert(index, text);
                    Function::Expression(None)
                }
                None => Function::Unknown,
            };
            self.functions.list.push(function);
        }
        for index in (0..).take(outline.functions.objects.len()) {
            self.compile_function(index, &mut written);
        }
    }

    /// One of [`TYPES`]; `None`: reported.
    fn function_type(&mut self, object: &Object<'a>) -> Option<&'static str> {
        if !object.has("type") {
            return Some("rest");
        }
        let word = self.string(object, "type")?;
        let known = TYPES.into_iter().find(|known| known.eq_ignore_ascii_case(word.value()));
        let found = known.or_else(|| alias(object, word.value()));
        if found.is_none() {
            self.unknown_function_type(word);
        }
        found
    }

    fn unknown_function_type(&mut self, word: StringValue<'a>) {
        let help = match word.value().to_ascii_lowercase().as_str() {
            "grpc" => {
                "an operation of gRPC is `<file.proto>#<service>#<method>`; of any other call the type is `rpc`"
            }
            "openapi" => {
                "an operation of OpenAPI is `<document>#<operationId>`; of any other call the type is `rest`"
            }
            _ => {
                return self.unknown_word(
                    Code::UnknownFunctionType,
                    word,
                    "type of functions called",
                    &TYPES,
                );
            }
        };
        let title = format!("the operation is not one of type `{}`", word.value());
        self.diagnostics
            .push(Diagnostic::new(Code::UnknownFunctionType, word.span, title).help(help));
    }

    fn task_function(&mut self, object: &Object<'a>, kind: &str) -> Function<'a> {
        let operation = self.required_string(object, "operation");
        if let Some(operation) = operation.filter(|operation| operation.value().trim().is_empty()) {
            self.diagnostics.push(
                Diagnostic::new(Code::NotAnExpression, operation.span, "`operation` is empty")
                    .label("nobody can tell what to call"),
            );
        }
        let form = if kind == "rpc" { TaskForm::Rpc } else { TaskForm::Rest };
        let described = operation.and_then(|StringValue { text, span }| {
            self.documents.describe(Operation { text, span, form }, self.sources, self.diagnostics)
        });
        Function::Task { form, operation, described: described.map(Arc::new) }
    }

    /// `${ expression }`, `${ fn:name }`, or an expression without braces.
    fn expression_text(&mut self, object: &Object<'a>) -> Written<'a> {
        let Some(string) = self.required_string(object, "operation") else {
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
            self.diagnostics.push(
                Diagnostic::new(Code::NotAnExpression, string.span, "`operation` is empty")
                    .label("an expression is needed")
                    .help("`${ . }` is the input itself"),
            );
            return Written::Faulty;
        }
        let Some(name) = function_name(expression) else { return Written::Text(string, part) };
        let span = string.text.span_of(string.span, part);
        match self.resolve(&self.outline.functions.names, name, span, "function") {
            Some(index) => Written::Alias(index, span),
            None => Written::Faulty,
        }
    }

    /// Compiles a function and those that it stands for, if that was not done.
    fn compile_function(&mut self, index: u32, written: &mut HashMap<u32, Written<'a>>) {
        let mut chain = Vec::new();
        let mut next = index;
        let program = loop {
            let Some(text) = written.remove(&next) else {
                break self.aliased(next, &chain);
            };
            match text {
                Written::Text(string, part) => {
                    chain.push((next, string.span));
                    break self.programs.compile(string, part, Given::Nothing, self.diagnostics);
                }
                Written::Alias(target, span) => {
                    chain.push((next, span));
                    next = target;
                }
                Written::Faulty => break None,
            }
        };
        for (function, _) in chain {
            if let Some(Function::Expression(slot)) = self.functions.list.get_mut(function as usize)
            {
                slot.clone_from(&program);
            }
        }
    }

    /// The expression of a function that other functions stand for: compiled before, none at all,
    /// or one of them.
    fn aliased(&mut self, index: u32, chain: &[(u32, Span)]) -> Option<Arc<Program>> {
        let (_, span) = chain.last()?;
        let name = self.outline.functions.name(index);
        let (title, label) = match self.functions.expression(index) {
            Ok(_) if chain.iter().any(|(link, _)| *link == index) => {
                (format!("function `{}` calls itself", name.value), "`fn:` cannot be recursive")
            }
            Ok(program) => return program,
            Err(()) => (
                format!("`fn:{}` is no expression", name.value),
                "only functions of type `expression` can stand here",
            ),
        };
        self.diagnostics.push(
            Diagnostic::new(Code::FunctionReference, *span, title)
                .label(label)
                .related(name.span, "the function"),
        );
        None
    }

    /// The task of a function.
    pub(super) fn function_task(
        &mut self,
        index: u32,
        form: TaskForm,
        operation: StringValue<'a>,
        described: Option<Arc<Described>>,
    ) -> TaskId {
        let name = self.outline.functions.name(index).value;
        self.task(
            crate::sm4c::context::TaskKey::Function(index),
            operation.spanned(),
            form,
            Some((name, described)),
        )
    }
}

/// The seed's words for the types name one technology each: they are taken where the operation is
/// one of that technology.
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
