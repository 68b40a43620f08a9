//! Choice rules: a comparison, or rules combined. ASL: "Choice State".

use crate::asl::context::Context;
use crate::asl::field::table::Place;
use crate::asl::object::{Object, StringField};
use crate::asl::state::StateObject;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Comparable, Comparison, Condition, Order, Rule, Target, Test};
use crate::source::{Json, Member, Node};

/// What an operator does with its operand.
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

/// Whether a name is an operator of choice rules.
pub(crate) fn is_operator(name: &str) -> bool {
    operator(name).is_some()
}

fn operator(name: &str) -> Option<Operator> {
    OPERATORS.iter().find(|(word, _)| *word == name).map(|(_, operator)| *operator)
}

impl<'a> Context<'a> {
    /// A rule of `Choices`.
    pub(crate) fn rule(&mut self, node: &'a Node, state: &StateObject<'a>) -> Option<Rule> {
        let object = self.object(node, Place::Rule, state.object.state)?;
        let condition = self.condition(&object);
        let target = match self.required_string(&object, "Next") {
            Some(next) => {
                self.target(&next.text.value, next.span, state.scope, Code::UnknownTarget)
            }
            None => Target { node: None, span: object.head },
        };
        Some(Rule { condition, target, assign: self.assign(&object), span: node.span })
    }

    /// When a rule holds; `Or` of nothing stands for what could not be read.
    fn condition(&mut self, object: &Object<'a>) -> Condition {
        self.comment(object);
        let found: Vec<_> = object
            .members
            .iter()
            .filter_map(|member| operator(&member.key.value).map(|operator| (member, operator)))
            .collect();
        let Some((member, operator)) = found.first().copied() else {
            self.no_operator(object);
            return unread();
        };
        self.check_fields(object);
        for (other, _) in found.iter().skip(1) {
            // The same operator twice is a key given twice.
            if other.key.value != member.key.value {
                self.second_operator(object, member, other);
            }
        }
        match operator {
            And => Condition::And(self.inner_rules(object, member)),
            Or => Condition::Or(self.inner_rules(object, member)),
            Not => Condition::Not(Box::new(self.inner_rule(object, &member.value))),
            Compare(..) | ComparePath(..) | Matches | Is(_) => {
                self.comparison(object, member, operator).unwrap_or_else(unread)
            }
        }
    }

    fn inner_rules(&mut self, object: &Object<'a>, member: &'a Member) -> Vec<Condition> {
        self.no_variable(object, member);
        let name = &member.key.value;
        let Json::Array(rules) = &member.value.value else {
            self.wrong_type(&member.value, &format!("`{name}`"), "an array of rules");
            return Vec::new();
        };
        if rules.is_empty() {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::EmptyRuleList,
                    member.value.span,
                    format!("`{name}` has no rules"),
                )
                .label("at least one rule is needed"),
            );
        }
        rules.iter().map(|rule| self.nested(object, rule)).collect()
    }

    fn inner_rule(&mut self, object: &Object<'a>, node: &'a Node) -> Condition {
        if let Some(member) = object.member("Not") {
            self.no_variable(object, member);
        }
        self.nested(object, node)
    }

    fn nested(&mut self, object: &Object<'a>, node: &'a Node) -> Condition {
        match self.object(node, Place::InnerRule, object.state) {
            Some(inner) => self.condition(&inner),
            None => unread(),
        }
    }

    /// `And`, `Or` and `Not` look at no value of their own.
    fn no_variable(&mut self, object: &Object<'a>, operator: &Member) {
        let Some(variable) = object.member("Variable") else { return };
        let title = format!("a rule with `{}` has no `Variable` of its own", operator.key.value);
        self.diagnostics.push(
            Diagnostic::new(Code::FieldNotAllowed, variable.key.span, title)
                .label("the inner rules name what they look at"),
        );
    }

    fn comparison(
        &mut self,
        object: &Object<'a>,
        member: &'a Member,
        operator: Operator,
    ) -> Option<Condition> {
        let variable =
            self.required_string(object, "Variable").and_then(|text| self.path(text, "Variable"));
        let comparison = self.operand(member, operator);
        Some(Condition::Compare { variable: variable?, comparison: comparison? })
    }

    fn operand(&mut self, member: &'a Member, operator: Operator) -> Option<Comparison> {
        let name = &member.key.value;
        let node = &member.value;
        match (operator, &node.value) {
            (Compare(Text, order), Json::String(text)) => {
                Some(Comparison::String(order, text.value.clone()))
            }
            (Compare(Numeric, order), Json::Number(text)) => {
                Some(Comparison::Numeric(order, self.binary64(node.span, text)))
            }
            (Compare(Boolean, _), Json::Bool(value)) => Some(Comparison::Boolean(*value)),
            (Compare(Timestamp, order), Json::String(text)) => {
                let field = StringField { text, span: node.span };
                self.timestamp(field, name).map(|instant| Comparison::Timestamp(order, instant))
            }
            (ComparePath(what, order), Json::String(text)) => {
                let field = StringField { text, span: node.span };
                self.path(field, name).map(|path| Comparison::Place(what, order, Box::new(path)))
            }
            (Matches, Json::String(text)) => self.pattern(StringField { text, span: node.span }),
            (Is(test), Json::Bool(expected)) => Some(Comparison::Is(test, *expected)),
            (Compare(Text, _) | Matches, _) => self.operand_type(node, name, "a string"),
            (Compare(Numeric, _), _) => self.operand_type(node, name, "a number"),
            (Compare(Timestamp, _), _) => self.operand_type(node, name, "a timestamp in a string"),
            (ComparePath(..), _) => {
                self.operand_type(node, name, "the value at a path in a string")
            }
            (Compare(Boolean, _) | Is(_), _) => self.operand_type(node, name, "`true` or `false`"),
            (And | Or | Not, _) => None,
        }
    }

    /// `StringMatches`: `*` stands for any characters, `\*` and `\\` for themselves.
    fn pattern(&mut self, field: StringField<'a>) -> Option<Comparison> {
        let mut pieces = vec![String::new()];
        let mut characters = field.text.value.char_indices();
        while let Some((at, character)) = characters.next() {
            let plain = match character {
                '*' => {
                    pieces.push(String::new());
                    continue;
                }
                '\\' => match characters.next() {
                    Some((_, escaped @ ('*' | '\\'))) => escaped,
                    Some(_) | None => {
                        self.open_escape(field, at);
                        return None;
                    }
                },
                plain => plain,
            };
            pieces.last_mut()?.push(plain);
        }
        Some(Comparison::Matches(pieces))
    }

    fn open_escape(&mut self, field: StringField<'a>, at: usize) {
        let title = "`StringMatches` has a backslash that escapes nothing";
        let span = field.text.span_of(field.span, at..at + 1);
        self.diagnostics.push(
            Diagnostic::new(Code::OpenEscape, span, title).label("only `*` and `\\` can follow it").help(
                "a backslash that stands for itself is written `\\\\` in the pattern, which is `\\\\\\\\` in JSON",
            ),
        );
    }

    fn operand_type(&mut self, node: &Node, name: &str, expected: &str) -> Option<Comparison> {
        let title = format!("`{name}` compares with {expected}");
        self.diagnostics.push(
            Diagnostic::new(Code::OperandType, node.span, title)
                .label(format!("this is {}", node.kind())),
        );
        None
    }

    /// Reports a rule without an operator: at the field that was probably meant to be one, if there
    /// is such a field.
    fn no_operator(&mut self, object: &Object<'a>) {
        let known = ["Variable", "Next", "Comment", "Assign", "Output", "Condition"];
        let suspect =
            object.members.iter().find(|member| !known.contains(&member.key.value.as_str()));
        if let Some(member) = suspect {
            let name = &member.key.value;
            let nearest = self.nearest(name, OPERATORS.iter().map(|(word, _)| *word));
            let title = format!("there is no comparison operator `{name}`");
            let diagnostic = Diagnostic::new(Code::UnknownOperator, member.key.span, title);
            self.diagnostics.push(match nearest {
                Some(nearest) => diagnostic.label(format!("did you mean `{nearest}`?")),
                None => diagnostic.label("not an operator of the language"),
            });
            return;
        }
        self.check_fields(object);
        if object.member("Condition").is_some() {
            return;
        }
        let title = format!("{} compares nothing", object.name());
        self.diagnostics.push(
            Diagnostic::new(Code::NoOperator, object.head, title)
                .label("a rule needs one operator, such as `StringEquals`"),
        );
    }

    fn second_operator(&mut self, object: &Object<'a>, first: &Member, second: &Member) {
        let title = format!("{} has two operators", object.name());
        self.diagnostics.push(
            Diagnostic::new(Code::SeveralOperators, second.key.span, title)
                .label("a rule has exactly one")
                .related(first.key.span, format!("`{}` stands here", first.key.value))
                .help("combine two rules with `And`"),
        );
    }
}

/// What stands for a condition that was reported.
fn unread() -> Condition {
    Condition::Or(Vec::new())
}
