//! Resolved programs as text: every part in parentheses, names with their ids.

use std::fmt::Write as _;

use crate::syntax::{
    Arithmetic, Assignment, Callee, Comparison, Filter, Kind, Literal, Loop, Pattern, Program,
};

/// The definitions of a program, and its body.
pub(super) fn shown(program: &Program) -> String {
    let mut text = String::new();
    for (id, definition) in program.definitions.iter().enumerate() {
        let parameter = |parameter: &crate::syntax::Parameter| match parameter.variable {
            Some(variable) => format!("${}{}", parameter.name, variable.0),
            None => parameter.name.clone(),
        };
        let parameters: Vec<String> = definition.parameters.iter().map(parameter).collect();
        let parent =
            definition.parent.map_or_else(String::new, |parent| format!(" in {}", parent.0));
        let recursive = if definition.is_recursive { " recursive" } else { "" };
        let name = format!("{}{id}({}){parent}{recursive}", definition.name, parameters.join("; "));
        let _ = writeln!(text, "def {name}: {};", filter(program, &definition.body));
    }
    text + &filter(program, &program.body)
}

fn filter(program: &Program, part: &Filter) -> String {
    let show = |part: &Filter| filter(program, part);
    let variable =
        |id: crate::syntax::VariableId| format!("${}{}", program.variables[id.0 as usize], id.0);
    match &part.kind {
        Kind::Identity => ".".to_owned(),
        Kind::RecurseDefault => "..".to_owned(),
        Kind::Literal(value) => literal(value),
        Kind::Interpolated { format, pieces, filters } => {
            interpolated(program, format.map(|format| format.name), pieces, filters)
        }
        Kind::Format(format) => format!("@{}", format.name),
        Kind::Field(target, name) => format!("{}.{name}", show(target)),
        Kind::Index(target, index) => format!("{}[{}]", show(target), show(index)),
        Kind::Slice(target, from, to) => {
            let bound = |bound: &Option<Box<Filter>>| {
                bound.as_ref().map_or_else(String::new, |bound| show(bound))
            };
            format!("{}[{}:{}]", show(target), bound(from), bound(to))
        }
        Kind::Iterate(target) => format!("{}[]", show(target)),
        Kind::Try(body, None) => format!("{}?", show(body)),
        Kind::Try(body, Some(handler)) => format!("(try {} catch {})", show(body), show(handler)),
        Kind::Pipe(left, right) => format!("({} | {})", show(left), show(right)),
        Kind::Comma(left, right) => format!("({}, {})", show(left), show(right)),
        Kind::Negate(operand) => format!("-{}", show(operand)),
        Kind::Arithmetic(operator, left, right) => {
            format!("({} {} {})", show(left), arithmetic(*operator), show(right))
        }
        Kind::Compare(operator, left, right) => {
            format!("({} {} {})", show(left), comparison(*operator), show(right))
        }
        Kind::And(left, right) => format!("({} and {})", show(left), show(right)),
        Kind::Or(left, right) => format!("({} or {})", show(left), show(right)),
        Kind::Alternative(left, right) => format!("({} // {})", show(left), show(right)),
        Kind::Assign(operator, left, right) => {
            format!("({} {} {})", show(left), assignment(*operator), show(right))
        }
        Kind::If(branches, otherwise) => conditional(program, branches, otherwise.as_deref()),
        Kind::Reduce(each) => format!("(reduce {})", fold(program, each, None)),
        Kind::Foreach(each, extract) => {
            format!("(foreach {})", fold(program, each, extract.as_deref()))
        }
        Kind::Bind { source, patterns, body } => {
            format!("({} as {} | {})", show(source), alternatives(program, patterns), show(body))
        }
        Kind::Label(label, body) => format!("(label {} | {})", label.0, show(body)),
        Kind::Break(label) => format!("break {}", label.0),
        Kind::Variable(id) => variable(*id),
        Kind::Call(callee, arguments) => call(program, *callee, arguments),
        Kind::Object(entries) => {
            let entries =
                entries.iter().map(|(key, value)| format!("({}): {}", show(key), show(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        Kind::Array(None) => "[]".to_owned(),
        Kind::Array(Some(items)) => format!("[{}]", show(items)),
    }
}

fn interpolated(
    program: &Program,
    format: Option<&str>,
    pieces: &[String],
    filters: &[Filter],
) -> String {
    let mut text = format.map_or_else(String::new, |format| format!("@{format} "));
    text.push('"');
    for (at, piece) in pieces.iter().enumerate() {
        text.push_str(piece);
        text.extend(filters.get(at).map(|part| format!("\\({})", filter(program, part))));
    }
    text + "\""
}

fn conditional(
    program: &Program,
    branches: &[(Filter, Filter)],
    otherwise: Option<&Filter>,
) -> String {
    let branches = branches.iter().map(|(condition, then)| {
        format!("if {} then {}", filter(program, condition), filter(program, then))
    });
    let branches: Vec<String> = branches.collect();
    let otherwise = otherwise
        .map_or_else(String::new, |otherwise| format!(" else {}", filter(program, otherwise)));
    format!("({}{otherwise})", branches.join(" el"))
}

fn call(program: &Program, callee: Callee, arguments: &[Filter]) -> String {
    let name = match callee {
        Callee::Definition(id) => {
            format!("{}{}", program.definitions[id.0 as usize].name, id.0)
        }
        Callee::Parameter(id, at) => {
            program.definitions[id.0 as usize].parameters[at as usize].name.clone()
        }
        Callee::Native(native) => native.function.to_owned(),
        Callee::Special(special) => format!("{special:?}"),
    };
    let arguments: Vec<String> = arguments.iter().map(|part| filter(program, part)).collect();
    if arguments.is_empty() { name } else { format!("{name}({})", arguments.join("; ")) }
}

fn fold(program: &Program, each: &Loop, extract: Option<&Filter>) -> String {
    let show = |part: &Filter| filter(program, part);
    let extract = extract.map_or_else(String::new, |extract| format!("; {}", show(extract)));
    let patterns = alternatives(program, &each.patterns);
    format!(
        "{} as {patterns} ({}; {}{extract})",
        show(&each.source),
        show(&each.init),
        show(&each.update)
    )
}

fn alternatives(program: &Program, patterns: &[Pattern]) -> String {
    let patterns = patterns.iter().map(|part| pattern(program, part));
    patterns.collect::<Vec<_>>().join(" ?// ")
}

fn pattern(program: &Program, part: &Pattern) -> String {
    let variable =
        |id: crate::syntax::VariableId| format!("${}{}", program.variables[id.0 as usize], id.0);
    match part {
        Pattern::Variable(id) => variable(*id),
        Pattern::Array(items) => {
            format!(
                "[{}]",
                items.iter().map(|item| pattern(program, item)).collect::<Vec<_>>().join(", ")
            )
        }
        Pattern::Object(members) => {
            let members = members.iter().map(|(key, whole, part)| {
                let whole = whole.map_or_else(String::new, |id| format!(" {}", variable(id)));
                let part = part
                    .as_ref()
                    .map_or_else(String::new, |part| format!(" {}", pattern(program, part)));
                format!("({}):{whole}{part}", filter(program, key))
            });
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
    }
}

fn literal(value: &Literal) -> String {
    match value {
        Literal::Null => "null".to_owned(),
        Literal::Bool(value) => value.to_string(),
        Literal::Int(value) => value.to_string(),
        Literal::Float(_, text) => text.clone(),
        Literal::String(text) => format!("{text:?}"),
        Literal::Array(items) => {
            format!("[{}]", items.iter().map(literal).collect::<Vec<_>>().join(","))
        }
        Literal::Object(members) => {
            let members = members.iter().map(|(key, value)| format!("{key}:{}", literal(value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
    }
}

fn arithmetic(operator: Arithmetic) -> &'static str {
    match operator {
        Arithmetic::Add => "+",
        Arithmetic::Subtract => "-",
        Arithmetic::Multiply => "*",
        Arithmetic::Divide => "/",
        Arithmetic::Modulo => "%",
    }
}

fn comparison(operator: Comparison) -> &'static str {
    match operator {
        Comparison::Equal => "==",
        Comparison::NotEqual => "!=",
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterOrEqual => ">=",
    }
}

fn assignment(operator: Assignment) -> String {
    match operator {
        Assignment::Set => "=".to_owned(),
        Assignment::Update => "|=".to_owned(),
        Assignment::Arithmetic(operator) => format!("{}=", arithmetic(operator)),
        Assignment::Alternative => "//=".to_owned(),
    }
}
