//! Random Choices: what a rule asks, and what is known after it.

use super::{Generator, Scope, Written};
use crate::differ::json::{Json, number, object, text};
use crate::differ::types::set::{TAG, Type};

/// A rule, and what is known where it matches and where it does not.
struct Rule {
    asked: Json,
    matched: Type,
    other: Type,
}

impl Generator {
    /// A Choice that leads on, with a rule or without it; the other way leads to an end of its own,
    /// or to the same state.
    pub(super) fn choice(&mut self, scope: &mut Scope, data: &Type, next: &str) -> Written {
        let about = self.about();
        let (root, whole) = self.whole(about, "$", data);
        let Some(Rule { asked: mut rule, matched, other }) = self.rule(&root, &whole) else {
            let mut written = self.pass(data);
            written.state.set("Next", text(next));
            return written;
        };
        let mut state = object([("Type", text("Choice"))]);
        let (to_rule, to_default, seen) = match self.dice.index(10) {
            _ if scope.depth > 0 => (text(next), text(next), whole),
            0..=5 => (text(next), self.end_with(scope, data, about, &other), matched),
            6..=7 => (self.end_with(scope, data, about, &matched), text(next), other),
            _ => (text(next), text(next), whole),
        };
        rule.set("Next", to_rule);
        state.set("Choices", Json::Array(vec![rule]));
        state.set("Default", to_default);
        Written { state, data: self.known(about, data, seen), seen: None }
    }

    /// The variable that a rule asks about; none if it asks about the data.
    pub(super) fn about(&mut self) -> Option<usize> {
        let at = self.dice.index(self.variables.len());
        (self.dice.percent(50) && at < self.variables.len()).then_some(at)
    }

    /// The path to what a rule asks about, and its type.
    pub(super) fn whole(&self, about: Option<usize>, of_data: &str, data: &Type) -> (String, Type) {
        match about.and_then(|at| self.variables.get(at)) {
            Some((name, of)) => (format!("${name}"), of.clone()),
            None => (of_data.to_owned(), data.clone()),
        }
    }

    /// The data behind a rule that tells more about them or about a variable.
    pub(super) fn known(&mut self, about: Option<usize>, data: &Type, seen: Type) -> Type {
        let Some((_, of)) = about.and_then(|at| self.variables.get_mut(at)) else { return seen };
        *of = seen;
        data.clone()
    }

    /// A state that ends a scope where more is known about the data or about a variable.
    fn end_with(
        &mut self,
        scope: &mut Scope,
        data: &Type,
        about: Option<usize>,
        seen: &Type,
    ) -> Json {
        let (_, before) = self.whole(about, "$", data);
        let data = self.known(about, data, seen.clone());
        let end = self.end(scope, &data);
        self.known(about, &data, before);
        end
    }

    fn rule(&mut self, root: &str, data: &Type) -> Option<Rule> {
        let places = places(data);
        let (steps, of) = places.get(self.dice.index(places.len()))?;
        let path = format!("{root}.{}", steps.join("."));
        let ask = |operator: &str, operand: Json| {
            object([("Variable", text(path.as_str())), (operator, operand)])
        };
        let present = ask("IsPresent", Json::Bool(true));
        let with = |of: &dyn Fn(&Type) -> bool| narrowed(data, steps, of);
        let unknown = data.clone();
        let both = |test: Json| object([("And", Json::Array(vec![present.clone(), test]))]);
        Some(match self.dice.index(6) {
            0 => Rule { asked: present, matched: with(&|_| true), other: unknown },
            1 => {
                let (test, is) = self.dice.pick(&KINDS);
                let rule = both(ask(test, Json::Bool(true)));
                Rule { asked: rule, matched: with(is), other: unknown }
            }
            2 => {
                let rule = both(ask("IsNull", Json::Bool(false)));
                Rule { asked: rule, matched: with(&|of| *of != Type::Null), other: unknown }
            }
            3 => {
                let test = ask("IsPresent", Json::Bool(false));
                Rule { asked: test, matched: unknown, other: with(&|_| true) }
            }
            4 if matches!(of, Type::OneOf(_)) => {
                let tag = *self.dice.pick(&["card", "cash"]);
                let path = format!("{path}.{TAG}");
                let rule = object([("Variable", text(path)), ("StringEquals", text(tag))]);
                let is = |wanted: bool| move |of: &Type| has_tag(of, tag) == wanted;
                Rule { asked: rule, matched: with(&is(true)), other: with(&is(false)) }
            }
            _ => {
                let rule = ask("NumericGreaterThan", number(3));
                Rule { asked: rule, matched: with(&|_| true), other: unknown }
            }
        })
    }
}

type IsKind = fn(&Type) -> bool;

/// Tests of kinds.
const KINDS: [(&str, IsKind); 3] = [
    ("IsString", |of| matches!(of, Type::Text | Type::Texts(_))),
    ("IsNumeric", |of| matches!(of, Type::Integer(_) | Type::Number)),
    ("IsBoolean", |of| matches!(of, Type::Boolean)),
];

/// True for a variant of an enum.
pub(super) fn has_tag(of: &Type, tag: &str) -> bool {
    let Type::Object(fields) = of else { return false };
    let is_tag = |of: &Type| matches!(of, Type::Texts(texts) if texts.contains(&tag));
    fields.iter().any(|field| field.name == TAG && is_tag(&field.of))
}

/// The members of objects, up to two steps from the data.
pub(super) fn places(data: &Type) -> Vec<(Vec<String>, Type)> {
    let mut places = Vec::new();
    let Type::Object(fields) = data else { return places };
    for field in fields {
        places.push((vec![field.name.clone()], field.of.clone()));
        let Type::Object(inner) = &field.of else { continue };
        for inner in inner.iter().filter(|_| field.is_required) {
            places.push((vec![field.name.clone(), inner.name.clone()], inner.of.clone()));
        }
    }
    places
}

/// The data whose value at a place is there, and of a kind: the alternatives of it that are.
pub(super) fn narrowed(data: &Type, steps: &[String], is: &dyn Fn(&Type) -> bool) -> Type {
    let Some((name, rest)) = steps.split_first() else {
        let Type::OneOf(all) = data else { return data.clone() };
        let some: Vec<Type> = all.iter().filter(|of| is(of)).cloned().collect();
        return if some.is_empty() { data.clone() } else { super::one_of(some) };
    };
    let Type::Object(fields) = data else { return data.clone() };
    let mut fields = fields.clone();
    for field in fields.iter_mut().filter(|field| field.name == *name) {
        field.is_required = true;
        field.of = narrowed(&field.of, rest, is);
    }
    Type::Object(fields)
}
