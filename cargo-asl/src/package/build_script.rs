//! Uses of `asl_codegen::Builder` in a build script, if their arguments are literals.

use std::collections::HashMap;
use std::path::Path;

use asl_codegen::Builder;
use asl_codegen::options::{Dialect, Language, Limits, Methods, Needed, Profile, ServiceMethods};
use proc_macro2::{LineColumn, Span};
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprLit, ExprMethodCall, ExprReference, Lit};

use super::rust_file::place_of;
use super::{Machine, Machines};

/// Adds the machines of a build script.
pub(super) fn read(file: &syn::File, path: &Path, package: &Path, machines: &mut Machines) {
    let mut finder = Finder::default();
    finder.visit_file(file);
    let mut found: Vec<_> = finder.found.into_iter().collect();
    found.sort_by_key(|(place, _)| (place.line, place.column));
    for (_, found) in found {
        let here = |span| place_of(path, span);
        match found {
            Ok((span, builder)) => match builder.into_options() {
                Ok((definition, options)) => {
                    machines.list.push(Machine::new(definition, package, options));
                }
                Err(error) => machines.faults.push(format!("{}: {error}", here(span))),
            },
            Err((span, reason)) => machines.unknown.push(format!("{}: {reason}", here(span))),
        }
    }
}

/// A builder with the options of its calls, or the first part that is not known before the script
/// runs.
type Found = Result<(Span, Builder), (Span, String)>;

#[derive(Debug, Default)]
struct Finder {
    /// By the place of `Builder::new`.
    found: HashMap<LineColumn, Found>,
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let ends_chain = call.method == "build" || call.method == "build_in";
        if let Some((root, calls)) = chain(&call.receiver).filter(|_| ends_chain) {
            self.found.insert(root.span().start(), built(root, &calls));
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if is_new(call) {
            // The whole chain was visited before its parts.
            self.found.entry(call.span().start()).or_insert_with(|| {
                let reason =
                    "the calls of this builder are not one expression that ends in `build`";
                Err((call.span(), reason.to_owned()))
            });
        }
        visit::visit_expr_call(self, call);
    }
}

/// `Builder::new(…)` and the calls after it, the last one first.
fn chain(mut receiver: &Expr) -> Option<(&ExprCall, Vec<&ExprMethodCall>)> {
    let mut calls = Vec::new();
    while let Expr::MethodCall(call) = receiver {
        calls.push(call);
        receiver = &call.receiver;
    }
    let Expr::Call(root) = receiver else { return None };
    is_new(root).then_some((root, calls))
}

fn is_new(call: &ExprCall) -> bool {
    let Expr::Path(function) = &*call.func else { return false };
    let names: Vec<String> =
        function.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    names.ends_with(&["Builder".to_owned(), "new".to_owned()])
        && (names.len() == 2 || names.iter().any(|name| name == "asl_codegen"))
}

fn built(root: &ExprCall, calls: &[&ExprMethodCall]) -> Found {
    let definition = match root.args.iter().map(value).collect::<Vec<_>>().as_slice() {
        [Some(Value::Text(path))] => path.clone(),
        _ => return Err((root.span(), "the path of the definition is no literal".to_owned())),
    };
    let mut builder = Builder::new(definition);
    for call in calls.iter().rev() {
        let values: Option<Vec<Value>> = call.args.iter().map(value).collect();
        let name = call.method.to_string();
        builder = values.and_then(|values| with(builder, &name, &values)).ok_or_else(|| {
            (call.method.span(), format!("the arguments of `{name}` are no literals"))
        })?;
    }
    Ok((root.span(), builder))
}

/// An argument that is known before the script runs.
#[derive(Debug)]
enum Value {
    Text(String),
    Flag(bool),
    Number(u64),
    /// The last name of a path, such as `Spec` of `Profile::Spec`.
    Name(String),
}

fn value(argument: &Expr) -> Option<Value> {
    if let Expr::Reference(ExprReference { expr, .. }) = argument {
        return value(expr);
    }
    if let Expr::Path(path) = argument {
        let is_long = path.path.segments.len() > 1;
        let last = path.path.segments.last().filter(|_| is_long)?;
        return Some(Value::Name(last.ident.to_string()));
    }
    let Expr::Lit(ExprLit { lit, .. }) = argument else { return None };
    if let Lit::Int(number) = lit {
        return number.base10_parse().ok().map(Value::Number);
    }
    if let Lit::Bool(flag) = lit {
        return Some(Value::Flag(flag.value));
    }
    let Lit::Str(text) = lit else { return None };
    Some(Value::Text(text.value()))
}

/// The builder with one more option; `None` if there is no such method with such arguments.
fn with(builder: Builder, method: &str, values: &[Value]) -> Option<Builder> {
    Some(match (method, values) {
        ("public", []) => builder.public(),
        (_, [Value::Text(text)]) => return with_text(builder, method, text),
        (_, [Value::Flag(wanted)]) => return with_flag(builder, method, *wanted),
        (_, [Value::Name(name)]) => return with_name(builder, method, name),
        ("answer", [Value::Text(task), Value::Text(of)]) => builder.answer(task, of),
        ("machine", [Value::Text(name), Value::Text(module)]) => builder.machine(name, module),
        ("machine_schemas", [Value::Text(name), Value::Text(folder)]) => {
            builder.machine_schemas(name, folder)
        }
        ("method", [Value::Text(task), Value::Text(name)]) => builder.method(task, name),
        ("section", [Value::Text(uri), Value::Text(file)]) => builder.section(uri, file),
        ("substitute", [Value::Text(name), Value::Text(text)]) => builder.substitute(name, text),
        ("task", [Value::Text(task), Value::Text(input), Value::Text(output)]) => {
            builder.task(task, input, output)
        }
        ("default_task_timeout", [Value::Number(seconds)]) => {
            builder.default_task_timeout(u32::try_from(*seconds).ok()?)
        }
        ("expression_steps", [Value::Number(steps)]) => builder.expression_steps(*steps),
        ("expression_bytes", [Value::Number(bytes)]) => builder.expression_bytes(*bytes),
        _ => return None,
    })
}

fn with_text(builder: Builder, method: &str, text: &str) -> Option<Builder> {
    Some(match method {
        "name" => builder.name(text),
        "input" => builder.input(text),
        "output" => builder.output(text),
        "error" => builder.error(text),
        "tasks_from" => builder.tasks_from(text),
        "own_task" => builder.own_task(text),
        "substitute_file" => builder.substitute_file(text),
        "schemas" => builder.schemas(text),
        "resource" => builder.resource(text),
        "allow" => builder.allow(text),
        "warn" => builder.warn(text),
        "deny" => builder.deny(text),
        "runtime" => builder.runtime(text),
        _ => return None,
    })
}

fn with_flag(builder: Builder, method: &str, wanted: bool) -> Option<Builder> {
    Some(match method {
        "express" => builder.express(wanted),
        "default_wait" => builder.default_wait(wanted),
        "typed_functions" => builder.typed_functions(wanted),
        "state_functions" => builder.state_functions(wanted),
        "inspect" => builder.inspect(wanted),
        "run" => builder.run(wanted),
        "diagram" => builder.diagram(wanted),
        _ => return None,
    })
}

fn with_name(builder: Builder, method: &str, name: &str) -> Option<Builder> {
    Some(match (method, name) {
        ("profile", "Aws") => builder.profile(Profile::Aws),
        ("profile", "Spec") => builder.profile(Profile::Spec),
        ("limits", "Aws") => builder.limits(Limits::Aws),
        ("limits", "None") => builder.limits(Limits::None),
        ("jsonpath", "Aws") => builder.jsonpath(Dialect::Aws),
        ("jsonpath", "Rfc9535") => builder.jsonpath(Dialect::Rfc9535),
        ("format", "Asl") => builder.format(Language::Asl),
        ("format", "Sm4c") => builder.format(Language::Sm4c),
        ("documents", "Always") => builder.documents(Needed::Always),
        ("documents", "IfThere") => builder.documents(Needed::IfThere),
        ("methods", "Called") => builder.methods(Methods::Called),
        ("services", "Own") => builder.services(ServiceMethods::Own),
        ("services", "Aws") => builder.services(ServiceMethods::Aws),
        ("methods", "Resources") => builder.methods(Methods::Resources),
        _ => return None,
    })
}
