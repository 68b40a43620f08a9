//! Values of fields in JSONata: constants, and expressions between `{%` and `%}`.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;
use std::sync::Arc;

use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::field::leftover;
use crate::asl::field::table::ObjectKind;
use crate::expr::jsonata::{self, Fault, FreeVariable, Program, StateEnvironment, StatesMembers};
use crate::ir::{Assignment, Expr, Jsonata, Literal, VariableRead};
use crate::read::literal::{array_of, distinct, literal_of, object_of};
use crate::read::object::{StringField, report_type};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::expression::context_object::Member;
use asl_source::options::Profile;
use asl_source::source::{Json, Member as JsonMember, Node, Text};
use asl_source::span::{Span, Spanned};

/// The characters before and after an expression.
const DELIMITERS: (&str, &str) = ("{%", "%}");

/// A field of a state, or a value in it.
#[derive(Clone, Copy)]
pub(crate) struct Place<'p> {
    /// Its path in the state, as causes quote it.
    pub(crate) path: &'p str,
    /// The members of `$states` there.
    pub(crate) members: StatesMembers,
}

/// The members of `$states` in `Output` and `Assign` of an object.
pub(crate) fn members_after(kind: ObjectKind) -> StatesMembers {
    match kind {
        ObjectKind::Task | ObjectKind::Parallel | ObjectKind::Map => StatesMembers::Result,
        ObjectKind::Catcher => StatesMembers::ErrorOutput,
        ObjectKind::Machine
        | ObjectKind::Branch
        | ObjectKind::Processor
        | ObjectKind::ProcessorConfig
        | ObjectKind::ItemBatcher
        | ObjectKind::ItemReader
        | ObjectKind::ReaderConfig
        | ObjectKind::ResultWriter
        | ObjectKind::WriterConfig
        | ObjectKind::Pass
        | ObjectKind::Choice
        | ObjectKind::Wait
        | ObjectKind::Succeed
        | ObjectKind::Fail
        | ObjectKind::Retrier
        | ObjectKind::Rule
        | ObjectKind::InnerRule => StatesMembers::Input,
    }
}

/// Reads an optional field whose value may have expressions at any depth. `place` is that of the
/// field.
pub(crate) fn read_value<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    name: &str,
    place: Place<'_>,
) -> Option<Expr> {
    object.get(name).map(|node| value(context, node, place))
}

/// Reads `Assign`: variables and their values. `place` is that of the field.
pub(crate) fn read_assign<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    place: Place<'_>,
) -> Vec<Assignment> {
    let Some(node) = object.get("Assign") else { return Vec::new() };
    let Json::Object(members) = &node.value else {
        report_type(node, "`Assign`", "an object", context.diagnostics);
        return Vec::new();
    };
    distinct(members)
        .map(|member| {
            let key = &member.key;
            let path = format!("{}/{}", place.path, key.value);
            let value = value(context, &member.value, Place { path: &path, ..place });
            Assignment { name: Spanned::new(key.value.clone(), key.span), value }
        })
        .collect()
}

/// Reads a value that may have expressions at any depth.
fn value<'a>(context: &mut Context<'a>, node: &'a Node, place: Place<'_>) -> Expr {
    let path = place.path;
    match &node.value {
        Json::Object(members) => {
            let members = distinct(members).map(|member| {
                let key = &member.key.value;
                let path = format!("{path}/{key}");
                (key.clone(), member_value(context, member, Place { path: &path, ..place }))
            });
            object_of(members.collect())
        }
        Json::Array(items) => {
            let items = items.iter().enumerate().map(|(at, item)| {
                let path = format!("{path}[{at}]");
                value(context, item, Place { path: &path, ..place })
            });
            array_of(items.collect())
        }
        Json::String(text) => read_text(context, StringField { text, span: node.span }, place),
        Json::Null | Json::Bool(_) | Json::Number(_) => Expr::Literal(literal_of(node)),
    }
}

/// Reads the value of a member. If its key is one of JSONPath, its text is not reported again.
fn member_value<'a>(context: &mut Context<'a>, member: &'a JsonMember, place: Place<'_>) -> Expr {
    let is_reported = leftover::check_key(context, member, place);
    match member.value.as_str().filter(|text| is_reported && !is_delimited(text)) {
        Some(text) => Expr::Literal(Literal::String(text.to_owned())),
        None => value(context, &member.value, place),
    }
}

/// Reads a string: a text, or an expression. `null` replaces a faulty one.
pub(crate) fn read_text(
    context: &mut Context<'_>,
    field: StringField<'_>,
    place: Place<'_>,
) -> Expr {
    if is_delimited(field.value()) {
        let unread = Expr::Literal(Literal::Null);
        return read_expression(context, field, place).map_or(unread, Expr::Jsonata);
    }
    if !check_inner_delimiters(field, context.diagnostics) {
        leftover::check_text(context, field, place);
    }
    Expr::Literal(Literal::String(field.value().to_owned()))
}

/// True for a string that is an expression, or would be one with both delimiters.
pub(crate) fn is_delimited(text: &str) -> bool {
    text.starts_with(DELIMITERS.0) || text.ends_with(DELIMITERS.1)
}

/// Reads a string that is an expression; reports a missing delimiter.
pub(crate) fn read_expression(
    context: &mut Context<'_>,
    field: StringField<'_>,
    place: Place<'_>,
) -> Option<Jsonata> {
    let (open, close) = DELIMITERS;
    let inner = field.value().strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
    let Some(inner) = inner else {
        report_half_open(field, context.diagnostics);
        return None;
    };
    let text = inner.trim();
    let begin = open.len() + inner.len() - inner.trim_start().len();
    compile(context, field, (text, begin), place)
}

/// Reads a constant boolean as an expression.
pub(crate) fn read_boolean(
    context: &mut Context<'_>,
    value: bool,
    span: Span,
    place: Place<'_>,
) -> Option<Jsonata> {
    let value = format!("{}{value}{}", DELIMITERS.0, DELIMITERS.1);
    let text = Text { value, ..Text::default() };
    read_expression(context, StringField { text: &text, span }, place)
}

/// Compiles an expression; `begin` is its first byte in the string.
fn compile(
    context: &mut Context<'_>,
    field: StringField<'_>,
    (text, begin): (&str, usize),
    place: Place<'_>,
) -> Option<Jsonata> {
    match compile_text(context, text, place.members) {
        Ok(program) => {
            let findings = findings(context, &program);
            report(context, &findings, field, begin);
            check_token(context, &program, field);
            Some(Jsonata {
                reads: variable_reads(&program, &findings, field, begin),
                program: Arc::new(program),
                field: place.path.to_owned(),
                span: field.span,
            })
        }
        Err(faults) => {
            report(context, &faults, field, begin);
            None
        }
    }
}

/// Compiles the text of an expression. If tests may give variables that nothing assigns, names
/// that are nothing else are variables, too.
fn compile_text(
    context: &Context<'_>,
    text: &str,
    members: StatesMembers,
) -> Result<Program, Vec<Fault>> {
    let mut variables = assigned_variables(context, text);
    let environment = StateEnvironment { variables: &variables, members };
    let program = jsonata::compile_in_state(text, &environment)?;
    if !context.options.inspect {
        return Ok(program);
    }
    let read = free_variables(&program, &findings(context, &program)).map(|read| read.name);
    let unknown: BTreeSet<String> =
        read.filter(|name| !variables.contains(&name.as_str())).collect();
    if unknown.is_empty() {
        return Ok(program);
    }
    variables.extend(unknown.iter().map(String::as_str));
    jsonata::compile_in_state(text, &StateEnvironment { variables: &variables, members })
}

/// The variables that a program reads. Those with a finding of their own, such as names of
/// functions that do not exist, are left out.
fn free_variables(program: &Program, findings: &[Fault]) -> std::vec::IntoIter<FreeVariable> {
    let found: HashSet<&Range<u32>> = findings.iter().map(|fault| &fault.place).collect();
    let mut reads = program.free_variables();
    reads.retain(|read| !found.contains(&read.place));
    reads.into_iter()
}

/// Reports an expression that reads the token of a task where there is no task. AWS refuses it.
fn check_token(context: &mut Context<'_>, program: &Program, field: StringField<'_>) {
    let is_token = |name| jsonata::context_member(name) == Some(Member::TaskToken);
    let is_aws = context.options.profile == Profile::Aws;
    if is_aws && !context.has_token && program.given().any(is_token) {
        let title = "only the context object of a Task has `Task.Token`";
        context.diagnostics.push(
            Diagnostic::new(Code::JsonataStates, field.span, title)
                .label("this state has no task that could give it"),
        );
    }
}

/// Reports faults of an expression; `begin` is its first byte in the string.
fn report(context: &mut Context<'_>, faults: &[Fault], field: StringField<'_>, begin: usize) {
    for fault in faults {
        // Without the feature for JSONata, every expression has this fault.
        if fault.code == Code::CannotRead && context.diagnostics.has(Code::CannotRead) {
            continue;
        }
        let finding = jsonata::diagnose(fault, field.text, field.span, begin);
        context.diagnostics.push(finding);
    }
}

/// The findings in an expression before it runs. AWS accepts all of it.
fn findings(context: &Context<'_>, program: &Program) -> Vec<Fault> {
    let is_aws = context.options.profile == Profile::Aws;
    let known = jsonata::findings(program).into_iter();
    // Variables are checked with the ways through the machine, and results with their fields.
    let known = known.filter(|fault| {
        fault.calls_eval()
            || !matches!(fault.code, Code::JsonataUnknownVariable | Code::JsonataUndefined)
    });
    let known = known.map(|fault| {
        let code = if fault.calls_eval() { Code::AlwaysFails } else { fault.code };
        Fault { code, ..fault }
    });
    let known = known.map(|fault| if is_aws { fault.into_warning() } else { fault });
    known.chain(jsonata::too_deep(program).filter(|_| is_aws)).collect()
}

/// The variables that an expression reads, with their places in the file.
fn variable_reads(
    program: &Program,
    findings: &[Fault],
    field: StringField<'_>,
    begin: usize,
) -> Vec<VariableRead> {
    let at = |byte: u32| begin.saturating_add(usize::try_from(byte).unwrap_or(begin));
    free_variables(program, findings)
        .map(|read| VariableRead {
            name: Spanned::new(read.name, field.part(at(read.place.start)..at(read.place.end))),
            is_question: read.is_tested,
        })
        .collect()
}

/// The names after `$` in a text that are variables of the machine, visible from the state.
pub(super) fn assigned_variables<'t>(context: &Context<'_>, text: &'t str) -> Vec<&'t str> {
    let names = leftover::names(text).map(|(name, _)| name);
    let is_given = |name: &&str| context.options.variables.iter().any(|given| given == *name);
    let mut names: Vec<&str> =
        names.filter(|name| is_given(name) || context.outline.sees(context.scope, name)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn report_half_open(field: StringField<'_>, diagnostics: &mut Diagnostics) {
    let (open, close) = DELIMITERS;
    let title = if field.value().starts_with(open) {
        format!("an expression that does not end with `{close}`")
    } else {
        format!("an expression that does not begin with `{open}`")
    };
    diagnostics.push(
        Diagnostic::new(Code::JsonataDelimiters, field.span, title)
            .label("an expression is the whole string, without blanks around it")
            .help("write `{% … %}`; texts are joined by `&` in the expression"),
    );
}

/// Warns of a text around `{% … %}`: there is no interpolation. Returns true if it did.
fn check_inner_delimiters(field: StringField<'_>, diagnostics: &mut Diagnostics) -> bool {
    let has_expression = has_delimiters(field.value());
    if has_expression {
        diagnostics.push(
            Diagnostic::new(
                Code::JsonataNotEvaluated,
                field.span,
                "the expression in this text is not evaluated",
            )
            .label("an expression is the whole string: this one is used unchanged")
            .help("join texts in one expression: `{% 'Hello, ' & $states.input.name %}`"),
        );
    }
    has_expression
}

/// True for a text with an expression and its delimiters in it.
pub(crate) fn has_delimiters(text: &str) -> bool {
    let behind = text.find(DELIMITERS.0).and_then(|begin| text.get(begin..));
    behind.is_some_and(|rest| rest.contains(DELIMITERS.1))
}
