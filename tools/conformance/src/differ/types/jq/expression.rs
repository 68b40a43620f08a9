//! Expressions in jq: as text, and evaluated as jq's manual says.

use std::fmt::{self, Display, Formatter};

use crate::differ::json::{Json, number, text};

/// An expression.
#[derive(Clone, Debug)]
pub(super) enum Expression {
    Dot,
    Value,
    Variable,
    Constant(Json),
    Field(Box<Self>, &'static str),
    Item(Box<Self>),
    Each(Box<Self>),
    Optional(Box<Self>),
    Pipe(Box<Self>, Box<Self>),
    Comma(Box<Self>, Box<Self>),
    /// One of `//`, `+`, `-`, `*`, `==`, `!=`, `and`, `or`.
    Binary(&'static str, Box<Self>, Box<Self>),
    Object(Vec<(&'static str, Self)>),
    Array(Box<Self>),
    If(Box<Self>, Box<Self>, Box<Self>),
    /// A built-in without arguments.
    Call(&'static str),
    /// `map` or `select`.
    With(&'static str, Box<Self>),
    Has(&'static str),
    Interpolated(Box<Self>),
    Bind(Box<Self>, Box<Self>),
    /// `reduce` or `foreach`: its source, its start and its update.
    Loop(&'static str, Box<[Self; 3]>),
    /// `=`, `|=`, `+=` or `//=` of members.
    Assign(&'static str, Vec<&'static str>, Box<Self>),
}

/// The input and the variables of an expression.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) value: &'a Json,
    pub(super) variable: &'a Json,
}

/// An error.
#[derive(Debug)]
pub(super) struct Error;

type Outputs = Result<Vec<Json>, Error>;

impl Display for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dot => f.write_str("."),
            Self::Value => f.write_str("$value"),
            Self::Variable => f.write_str("$it"),
            Self::Constant(json) => write!(f, "{json}"),
            Self::Field(of, name) => match &**of {
                Self::Dot => write!(f, ".{name}"),
                Self::Field(..) | Self::Value | Self::Variable => write!(f, "{of}.{name}"),
                _ => write!(f, "({of}).{name}"),
            },
            Self::Item(of) => write!(f, "({of})[0]"),
            Self::Each(of) => write!(f, "({of})[]"),
            Self::Optional(of) => write!(f, "({of})?"),
            Self::Pipe(left, right) => write!(f, "({left} | {right})"),
            Self::Comma(left, right) => write!(f, "({left}, {right})"),
            Self::Binary(operator, left, right) => write!(f, "({left} {operator} {right})"),
            Self::Object(members) => {
                f.write_str("{")?;
                for (at, (name, value)) in members.iter().enumerate() {
                    write!(f, "{}{name}: ({value})", if at == 0 { "" } else { ", " })?;
                }
                f.write_str("}")
            }
            Self::Array(of) => write!(f, "[{of}]"),
            Self::If(is, then, otherwise) => {
                write!(f, "(if {is} then {then} else {otherwise} end)")
            }
            Self::Call(name) => f.write_str(name),
            Self::With(name, of) => write!(f, "{name}({of})"),
            Self::Has(name) => write!(f, "has(\"{name}\")"),
            Self::Interpolated(of) => write!(f, "\"a\\({of})\""),
            Self::Bind(of, body) => write!(f, "({of} as $it | {body})"),
            Self::Loop(kind, parts) => {
                let [of, first, update] = &**parts;
                write!(f, "({kind} ({of}) as $it ({first}; {update}))")
            }
            Self::Assign(operator, names, value) => {
                write!(f, "(.{} {operator} {value})", names.join("."))
            }
        }
    }
}

impl Expression {
    /// The outputs for an input.
    pub(super) fn outputs(&self, input: &Json, seen: Seen<'_>) -> Outputs {
        match self {
            Self::Dot => one(input.clone()),
            Self::Value => one(seen.value.clone()),
            Self::Variable => one(seen.variable.clone()),
            Self::Constant(json) => one(json.clone()),
            Self::Field(of, name) => of.then(input, seen, |of| Ok(vec![field(&of, name)?])),
            Self::Item(of) => of.then(input, seen, |of| match of {
                Json::Null => one(Json::Null),
                Json::Array(items) => one(items.into_iter().next().unwrap_or(Json::Null)),
                _ => Err(Error),
            }),
            Self::Each(of) => of.then(input, seen, |of| each(&of)),
            // What was put out before an error stays.
            Self::Optional(of) => Ok(of.outputs(input, seen).unwrap_or_default()),
            Self::Pipe(left, right) => left.then(input, seen, |of| right.outputs(&of, seen)),
            Self::Comma(left, right) => {
                let mut all = left.outputs(input, seen)?;
                all.extend(right.outputs(input, seen)?);
                Ok(all)
            }
            Self::Binary(operator, left, right) => binary(operator, (left, right), input, seen),
            Self::Object(members) => objects(members, input, seen),
            Self::Array(of) => one(Json::Array(of.outputs(input, seen)?)),
            Self::If(is, then, otherwise) => is.then(input, seen, |is| {
                if truth(&is) { then } else { otherwise }.outputs(input, seen)
            }),
            Self::Call(name) => Ok(vec![call(name, input)?]),
            Self::With("map", of) => {
                let items = each(input)?;
                let outputs = items.iter().map(|item| of.outputs(item, seen));
                one(Json::Array(outputs.collect::<Result<Vec<_>, _>>()?.concat()))
            }
            Self::With(_, of) => of.then(input, seen, |is| {
                Ok(Some(input.clone()).filter(|_| truth(&is)).into_iter().collect())
            }),
            Self::Has(name) => match input {
                Json::Null => one(Json::Bool(false)),
                Json::Object(_) => one(Json::Bool(input.get(name).is_some())),
                _ => Err(Error),
            },
            Self::Interpolated(of) => of.then(input, seen, |of| one(text(format!("a{of}")))),
            Self::Bind(of, body) => {
                of.then(input, seen, |of| body.outputs(input, Seen { variable: &of, ..seen }))
            }
            Self::Loop(kind, parts) => looped(kind, parts, input, seen),
            Self::Assign(operator, names, value) => assigned(operator, names, value, input, seen),
        }
    }

    /// The value of an expression in a field.
    pub(super) fn value(&self, input: &Json, seen: Seen<'_>) -> Result<Json, Error> {
        let mut outputs = self.outputs(input, seen)?;
        Ok(if outputs.len() == 1 { outputs.remove(0) } else { Json::Array(outputs) })
    }

    fn then(&self, input: &Json, seen: Seen<'_>, next: impl Fn(Json) -> Outputs) -> Outputs {
        let outputs = self.outputs(input, seen)?.into_iter().map(next);
        Ok(outputs.collect::<Result<Vec<_>, _>>()?.concat())
    }
}

fn binary(
    operator: &str,
    (left, right): (&Expression, &Expression),
    input: &Json,
    seen: Seen<'_>,
) -> Outputs {
    match operator {
        "//" => {
            let left = left.outputs(input, seen).unwrap_or_default();
            let is_true: Vec<Json> = left.into_iter().filter(truth).collect();
            if is_true.is_empty() { right.outputs(input, seen) } else { Ok(is_true) }
        }
        "and" | "or" => left.then(input, seen, |left| {
            if truth(&left) == (operator == "or") {
                return one(Json::Bool(truth(&left)));
            }
            right.then(input, seen, |right| one(Json::Bool(truth(&right))))
        }),
        _ => right.then(input, seen, |right| {
            left.then(input, seen, |left| Ok(vec![calculate(operator, &left, &right)?]))
        }),
    }
}

fn objects(members: &[(&str, Expression)], input: &Json, seen: Seen<'_>) -> Outputs {
    let mut all = vec![Json::Object(Vec::new())];
    for (name, value) in members {
        let values = value.outputs(input, seen)?;
        let with = |of: &Json| {
            let of = of.clone();
            values.iter().map(move |value| set(&of, name, value.clone()))
        };
        all = all.iter().flat_map(with).collect();
    }
    Ok(all)
}

fn looped(
    kind: &str,
    [of, first, update]: &[Expression; 3],
    input: &Json,
    seen: Seen<'_>,
) -> Outputs {
    first.then(input, seen, |first| {
        let (mut state, mut all) = (first, Vec::new());
        for it in of.outputs(input, seen)? {
            let made = update.outputs(&state, Seen { variable: &it, ..seen })?;
            state = made.last().cloned().unwrap_or(Json::Null);
            all.extend(made);
        }
        Ok(if kind == "reduce" { vec![state] } else { all })
    })
}

fn assigned(
    operator: &str,
    names: &[&str],
    value: &Expression,
    input: &Json,
    seen: Seen<'_>,
) -> Outputs {
    match operator {
        "|=" => {
            let old = names.iter().try_fold(input.clone(), |of, name| field(&of, name))?;
            // Without an output the member is removed, which no expression here does.
            let new = value.outputs(&old, seen)?.into_iter().next().ok_or(Error)?;
            one(put(input, names, new)?)
        }
        _ => value.then(input, seen, |value| {
            let old = names.iter().try_fold(input.clone(), |of, name| field(&of, name))?;
            let new = match operator {
                "=" => value,
                "+=" => calculate("+", &old, &value)?,
                _ if truth(&old) => old,
                _ => value,
            };
            one(put(input, names, new)?)
        }),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "all others may be errors")]
fn one(json: Json) -> Outputs {
    Ok(vec![json])
}

fn truth(json: &Json) -> bool {
    !matches!(json, Json::Null | Json::Bool(false))
}

fn field(of: &Json, name: &str) -> Result<Json, Error> {
    match of {
        Json::Null | Json::Object(_) => Ok(of.get(name).cloned().unwrap_or(Json::Null)),
        _ => Err(Error),
    }
}

fn each(of: &Json) -> Outputs {
    match of {
        Json::Array(items) => Ok(items.clone()),
        Json::Object(members) => Ok(members.iter().map(|(_, value)| value.clone()).collect()),
        _ => Err(Error),
    }
}

fn set(of: &Json, name: &str, value: Json) -> Json {
    let mut of = of.clone();
    of.set(name, value);
    of
}

/// The value with another one at a path of members.
fn put(of: &Json, names: &[&str], new: Json) -> Result<Json, Error> {
    let Some((name, rest)) = names.split_first() else { return Ok(new) };
    let inner = put(&field(of, name)?, rest, new)?;
    let of = if matches!(of, Json::Null) { Json::Object(Vec::new()) } else { of.clone() };
    Ok(set(&of, name, inner))
}

fn calculate(operator: &str, left: &Json, right: &Json) -> Result<Json, Error> {
    Ok(match (operator, left, right) {
        ("==", _, _) => Json::Bool(left == right),
        ("!=", _, _) => Json::Bool(left != right),
        ("+", Json::Null, other) | ("+", other, Json::Null) => other.clone(),
        ("+", Json::Number(left), Json::Number(right)) => number(left + right),
        ("-", Json::Number(left), Json::Number(right)) => number(left - right),
        ("*", Json::Number(left), Json::Number(right)) => number(left * right),
        ("+", Json::Text(left), Json::Text(right)) => text(format!("{left}{right}")),
        ("*", Json::Text(of), Json::Number(times)) | ("*", Json::Number(times), Json::Text(of)) => {
            if *times < 0.0 {
                Json::Null
            } else {
                // The number of times is of no interest here.
                text(of.repeat(2))
            }
        }
        ("+", Json::Array(left), Json::Array(right)) => Json::Array([&left[..], right].concat()),
        ("-", Json::Array(left), Json::Array(right)) => {
            Json::Array(left.iter().filter(|item| !right.contains(item)).cloned().collect())
        }
        ("+", Json::Object(_), Json::Object(members)) => {
            members.iter().fold(left.clone(), |of, (name, value)| set(&of, name, value.clone()))
        }
        ("*", Json::Object(_), Json::Object(members)) => {
            members.iter().fold(left.clone(), |of, (name, value)| {
                let merged = of
                    .get(name)
                    .filter(|it| matches!((it, value), (Json::Object(_), Json::Object(_))));
                let merged = merged.and_then(|old| calculate("*", old, value).ok());
                set(&of, name, merged.unwrap_or_else(|| value.clone()))
            })
        }
        _ => return Err(Error),
    })
}

fn call(name: &str, input: &Json) -> Result<Json, Error> {
    let count = |count: usize| number(u32::try_from(count).unwrap_or(u32::MAX));
    Ok(match (name, input) {
        ("length", Json::Null) => number(0),
        ("length", Json::Number(of)) => number(of.abs()),
        ("length", Json::Text(of)) => count(of.chars().count()),
        ("length", Json::Array(items)) => count(items.len()),
        ("length", Json::Object(members)) => count(members.len()),
        ("keys", Json::Array(items)) => Json::Array((0..items.len()).map(count).collect()),
        ("keys", Json::Object(members)) => {
            let mut names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
            names.sort_unstable();
            Json::Array(names.into_iter().map(text).collect())
        }
        ("not", _) => Json::Bool(!truth(input)),
        ("type", _) => text(match input {
            Json::Null => "null",
            Json::Bool(_) => "boolean",
            Json::Number(_) => "number",
            Json::Text(_) => "string",
            Json::Array(_) => "array",
            Json::Object(_) => "object",
        }),
        ("tostring", Json::Text(_)) | ("tonumber", Json::Number(_)) => input.clone(),
        ("tostring", _) => text(input.to_string()),
        ("tonumber", Json::Text(of)) => number(of.parse::<f64>().map_err(|_| Error)?),
        ("ascii_downcase", Json::Text(of)) => text(of.to_ascii_lowercase()),
        ("add", _) => {
            each(input)?.iter().try_fold(Json::Null, |sum, item| calculate("+", &sum, item))?
        }
        _ => return Err(Error),
    })
}
