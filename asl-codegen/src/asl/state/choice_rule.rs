//! Choice rules: a comparison, or rules combined. ASL: "Choice State".

use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::field::allowed::check_fields;
use crate::asl::field::flow::read_output_value;
use crate::asl::field::jsonata::{Place, is_delimited, read_boolean, read_expression};
use crate::asl::field::paths::read_path;
use crate::asl::field::table::ObjectKind;
use crate::asl::field::timestamp::read_timestamp;
use crate::asl::field::transition::read_next;
use crate::asl::query_language::QueryLanguage;
use crate::asl::state::StateObject;
use crate::expr::jsonata::StatesMembers;
use crate::ir::{Comparable, Comparison, Condition, Jsonata, Order, Rule, Test};
use crate::read::object::{StringField, report_type};
#[cfg(feature = "types")]
use asl_language::fields::Takes;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::source::{Json, Member, Node};

/// The operation of an operator.
#[derive(Clone, Copy)]
enum Operator {
    And,
    Or,
    Not,
    /// Compares with a value.
    Compare(Comparable, Order),
    /// `…Path`: compares with the value at a place.
    ComparePath(Comparable, Order),
    Matches,
    Is(Test),
}

use Comparable::{Boolean, Numeric, String as Text, Timestamp};
use Operator::{And, Compare, ComparePath, Is, Matches, Not, Or};
use Order::{Equals, GreaterThan, GreaterThanEquals, LessThan, LessThanEquals};

/// All operators of the language.
#[rustfmt::skip]
const OPERATORS: &[(&str, Operator)] = &[
    ("And", And), ("Or", Or), ("Not", Not),
    ("StringEquals", Compare(Text, Equals)), ("StringLessThan", Compare(Text, LessThan)),
    ("StringGreaterThan", Compare(Text, GreaterThan)), ("StringLessThanEquals", Compare(Text, LessThanEquals)),
    ("StringGreaterThanEquals", Compare(Text, GreaterThanEquals)),
    ("NumericEquals", Compare(Numeric, Equals)), ("NumericLessThan", Compare(Numeric, LessThan)),
    ("NumericGreaterThan", Compare(Numeric, GreaterThan)), ("NumericLessThanEquals", Compare(Numeric, LessThanEquals)),
    ("NumericGreaterThanEquals", Compare(Numeric, GreaterThanEquals)),
    ("BooleanEquals", Compare(Boolean, Equals)),
    ("TimestampEquals", Compare(Timestamp, Equals)), ("TimestampLessThan", Compare(Timestamp, LessThan)),
    ("TimestampGreaterThan", Compare(Timestamp, GreaterThan)),
    ("TimestampLessThanEquals", Compare(Timestamp, LessThanEquals)),
    ("TimestampGreaterThanEquals", Compare(Timestamp, GreaterThanEquals)),
    ("StringMatches", Matches),
    ("IsNull", Is(Test::Null)), ("IsPresent", Is(Test::Present)), ("IsNumeric", Is(Test::Numeric)),
    ("IsString", Is(Test::String)), ("IsBoolean", Is(Test::Boolean)), ("IsTimestamp", Is(Test::Timestamp)),
    ("StringEqualsPath", ComparePath(Text, Equals)), ("StringLessThanPath", ComparePath(Text, LessThan)),
    ("StringGreaterThanPath", ComparePath(Text, GreaterThan)),
    ("StringLessThanEqualsPath", ComparePath(Text, LessThanEquals)),
    ("StringGreaterThanEqualsPath", ComparePath(Text, GreaterThanEquals)),
    ("NumericEqualsPath", ComparePath(Numeric, Equals)), ("NumericLessThanPath", ComparePath(Numeric, LessThan)),
    ("NumericGreaterThanPath", ComparePath(Numeric, GreaterThan)),
    ("NumericLessThanEqualsPath", ComparePath(Numeric, LessThanEquals)),
    ("NumericGreaterThanEqualsPath", ComparePath(Numeric, GreaterThanEquals)),
    ("BooleanEqualsPath", ComparePath(Boolean, Equals)),
    ("TimestampEqualsPath", ComparePath(Timestamp, Equals)),
    ("TimestampLessThanPath", ComparePath(Timestamp, LessThan)),
    ("TimestampGreaterThanPath", ComparePath(Timestamp, GreaterThan)),
    ("TimestampLessThanEqualsPath", ComparePath(Timestamp, LessThanEquals)),
    ("TimestampGreaterThanEqualsPath", ComparePath(Timestamp, GreaterThanEquals)),
];

/// True for the name of an operator.
pub(crate) fn is_operator(name: &str) -> bool {
    operator(name).is_some()
}

/// The names of all operators, each with the JSON that it takes.
#[cfg(feature = "types")]
pub(crate) fn operators() -> impl Iterator<Item = (&'static str, Takes)> {
    OPERATORS.iter().map(|(name, operator)| (*name, operator.takes()))
}

#[cfg(feature = "types")]
impl Operator {
    fn takes(self) -> Takes {
        match self {
            And | Or | Not => Takes::Fields,
            Compare(Numeric, _) => Takes::Number,
            Compare(Boolean, _) | Is(_) => Takes::Boolean,
            Compare(Text | Timestamp, _) | ComparePath(..) | Matches => Takes::Text,
        }
    }
}

fn operator(name: &str) -> Option<Operator> {
    OPERATORS.iter().find(|(word, _)| *word == name).map(|(_, operator)| *operator)
}

/// A rule of `Choices`.
pub(crate) fn read_rule<'a>(
    context: &mut Context<'a>,
    node: &'a Node,
    index: usize,
    state: &StateObject<'a>,
) -> Option<Rule> {
    let object = Object::read(node, ObjectKind::Rule, state.object.state, context.diagnostics)?;
    let prefix = format!("Choices[{index}]/");
    let condition = match context.language {
        QueryLanguage::JsonPath => read_condition(context, &object),
        QueryLanguage::Jsonata => {
            check_fields(context, &object);
            read_jsonata(context, &object, &prefix).map_or_else(unread, Condition::Jsonata)
        }
    };
    let target = read_next(context, &object, state.scope);
    let (output_value, assign) = read_output_value(context, &object, &prefix);
    Some(Rule { condition, target, assign, output_value, span: node.span })
}

/// Reads `Condition`: an expression, or a constant.
fn read_jsonata<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    prefix: &str,
) -> Option<Jsonata> {
    let node = object.required("Condition", context.diagnostics)?;
    let path = format!("{prefix}Condition");
    let place = Place { path: &path, members: StatesMembers::Input };
    match &node.value {
        Json::Bool(value) => read_boolean(context, *value, node.span, place),
        Json::String(text) if is_delimited(&text.value) => {
            read_expression(context, StringField { text, span: node.span }, place)
        }
        Json::String(_) | Json::Null | Json::Number(_) | Json::Array(_) | Json::Object(_) => {
            let expected = "an expression between `{%` and `%}`, or `true` or `false`";
            report_type(node, "`Condition`", expected, context.diagnostics);
            None
        }
    }
}

/// Reads the condition of a rule; an empty `Or` replaces a faulty one.
fn read_condition<'a>(context: &mut Context<'a>, object: &Object<'a>) -> Condition {
    let found: Vec<_> = object
        .members
        .iter()
        .filter_map(|member| operator(&member.key.value).map(|operator| (member, operator)))
        .collect();
    let Some((member, operator)) = found.first().copied() else {
        report_no_operator(context, object);
        return unread();
    };
    check_fields(context, object);
    for (other, _) in found.iter().skip(1) {
        // The same operator twice is a key given twice.
        if other.key.value != member.key.value {
            report_second_operator(object, member, other, context.diagnostics);
        }
    }
    match operator {
        And => Condition::And(read_inner_rules(context, object, member)),
        Or => Condition::Or(read_inner_rules(context, object, member)),
        Not => Condition::Not(Box::new(read_inner_rule(context, object, &member.value))),
        Compare(..) | ComparePath(..) | Matches | Is(_) => {
            read_comparison(context, object, member, operator).unwrap_or_else(unread)
        }
    }
}

fn read_inner_rules<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    member: &'a Member,
) -> Vec<Condition> {
    check_no_variable(object, member, context.diagnostics);
    let name = &member.key.value;
    let Json::Array(rules) = &member.value.value else {
        report_type(&member.value, &format!("`{name}`"), "an array of rules", context.diagnostics);
        return Vec::new();
    };
    if rules.is_empty() {
        context.diagnostics.push(
            Diagnostic::new(
                Code::EmptyRuleList,
                member.value.span,
                format!("`{name}` has no rules"),
            )
            .label("at least one rule is needed"),
        );
    }
    rules.iter().map(|rule| read_nested(context, object, rule)).collect()
}

fn read_inner_rule<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    node: &'a Node,
) -> Condition {
    if let Some(member) = object.member("Not") {
        check_no_variable(object, member, context.diagnostics);
    }
    read_nested(context, object, node)
}

fn read_nested<'a>(context: &mut Context<'a>, object: &Object<'a>, node: &'a Node) -> Condition {
    match Object::read(node, ObjectKind::InnerRule, object.state, context.diagnostics) {
        Some(inner) => read_condition(context, &inner),
        None => unread(),
    }
}

/// Reports a `Variable` beside `And`, `Or` or `Not`.
fn check_no_variable(object: &Object<'_>, operator: &Member, diagnostics: &mut Diagnostics) {
    let Some(variable) = object.member("Variable") else { return };
    let title = format!("a rule with `{}` has no `Variable` of its own", operator.key.value);
    diagnostics.push(
        Diagnostic::new(Code::FieldNotAllowed, variable.key.span, title)
            .label("the inner rules name what they look at"),
    );
}

fn read_comparison<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    member: &'a Member,
    operator: Operator,
) -> Option<Condition> {
    let variable = object
        .required_string("Variable", context.diagnostics)
        .and_then(|text| read_path(context, text, "Variable"));
    let comparison = read_operand(context, member, operator);
    Some(Condition::Compare { variable: variable?, comparison: comparison? })
}

fn read_operand<'a>(
    context: &mut Context<'a>,
    member: &'a Member,
    operator: Operator,
) -> Option<Comparison> {
    let name = &member.key.value;
    let node = &member.value;
    match (operator, &node.value) {
        (Compare(Text, order), Json::String(text)) => {
            Some(Comparison::String(order, text.value.clone()))
        }
        (Compare(Numeric, order), Json::Number(_)) => {
            node.as_f64().map(|number| Comparison::Numeric(order, number))
        }
        (Compare(Boolean, _), Json::Bool(value)) => Some(Comparison::Boolean(*value)),
        (Compare(Timestamp, order), Json::String(text)) => {
            let field = StringField { text, span: node.span };
            read_timestamp(field, name, context.diagnostics)
                .map(|instant| Comparison::Timestamp(order, instant))
        }
        (ComparePath(what, order), Json::String(text)) => {
            let field = StringField { text, span: node.span };
            read_path(context, field, name)
                .map(|path| Comparison::Place(what, order, Box::new(path)))
        }
        (Matches, Json::String(text)) => {
            read_pattern(StringField { text, span: node.span }, context.diagnostics)
        }
        (Is(test), Json::Bool(expected)) => Some(Comparison::Is(test, *expected)),
        (Compare(Text, _) | Matches, _) => {
            report_operand_type(node, name, "a string", context.diagnostics)
        }
        (Compare(Numeric, _), _) => {
            report_operand_type(node, name, "a number", context.diagnostics)
        }
        (Compare(Timestamp, _), _) => {
            report_operand_type(node, name, "a timestamp in a string", context.diagnostics)
        }
        (ComparePath(..), _) => {
            report_operand_type(node, name, "the value at a path in a string", context.diagnostics)
        }
        (Compare(Boolean, _) | Is(_), _) => {
            report_operand_type(node, name, "`true` or `false`", context.diagnostics)
        }
        (And | Or | Not, _) => None,
    }
}

/// `StringMatches`: `*` matches any characters; `\*` and `\\` match themselves.
fn read_pattern(field: StringField<'_>, diagnostics: &mut Diagnostics) -> Option<Comparison> {
    let mut pieces = vec![String::new()];
    let mut characters = field.value().char_indices();
    while let Some((at, character)) = characters.next() {
        let plain = match character {
            '*' => {
                pieces.push(String::new());
                continue;
            }
            '\\' => match characters.next() {
                Some((_, escaped @ ('*' | '\\'))) => escaped,
                Some(_) | None => {
                    report_open_escape(field, at, diagnostics);
                    return None;
                }
            },
            plain => plain,
        };
        pieces.last_mut()?.push(plain);
    }
    Some(Comparison::Matches(pieces))
}

fn report_open_escape(field: StringField<'_>, at: usize, diagnostics: &mut Diagnostics) {
    let title = "`StringMatches` has a backslash that escapes nothing";
    let span = field.part(at..at + 1);
    diagnostics.push(
        Diagnostic::new(Code::OpenEscape, span, title)
            .label("only `*` and `\\` can follow it")
            .help(
                "a literal backslash is written `\\\\` in the pattern, which is `\\\\\\\\` in JSON",
            ),
    );
}

fn report_operand_type(
    node: &Node,
    name: &str,
    expected: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Comparison> {
    let title = format!("`{name}` compares with {expected}");
    diagnostics.push(
        Diagnostic::new(Code::OperandType, node.span, title)
            .label(format!("this is {}", node.kind())),
    );
    None
}

/// Reports a rule without an operator: at the field that was probably meant to be one, if there
/// is such a field.
fn report_no_operator<'a>(context: &mut Context<'a>, object: &Object<'a>) {
    let known = ["Variable", "Next", "Comment", "Assign", "Output", "Condition"];
    let suspect = object.members.iter().find(|member| !known.contains(&member.key.value.as_str()));
    if let Some(member) = suspect {
        let name = &member.key.value;
        let nearest = context.diagnostics.nearest(name, OPERATORS.iter().map(|(word, _)| *word));
        let title = format!("there is no comparison operator `{name}`");
        return context.diagnostics.push(
            Diagnostic::new(Code::UnknownOperator, member.key.span, title)
                .did_you_mean(nearest, "not an operator of the language"),
        );
    }
    check_fields(context, object);
    if object.member("Condition").is_some() {
        return;
    }
    let title = format!("{} compares nothing", object.name());
    context.diagnostics.push(
        Diagnostic::new(Code::NoOperator, object.head, title)
            .label("a rule needs one operator, such as `StringEquals`"),
    );
}

fn report_second_operator(
    object: &Object<'_>,
    first: &Member,
    second: &Member,
    diagnostics: &mut Diagnostics,
) {
    let title = format!("{} has two operators", object.name());
    diagnostics.push(
        Diagnostic::new(Code::SeveralOperators, second.key.span, title)
            .label("a rule has exactly one")
            .related(first.key.span, format!("`{}` is here", first.key.value))
            .help("combine two rules with `And`"),
    );
}

/// Replaces a faulty condition.
fn unread() -> Condition {
    Condition::Or(Vec::new())
}
