//! Trees as text: every step, stage, label and mark shows.
#![expect(clippy::format_push_string, clippy::wildcard_enum_match_arm, reason = "tests")]

use crate::tree::{Expression, Group, Kind, Name, Node, Path, SortTerm, Stage, Step, Transform};

/// Shows a whole expression.
pub(super) fn shown(expression: &Expression) -> String {
    show(expression, &expression.body)
}

fn show(whole: &Expression, node: &Node) -> String {
    let mut text = kind(whole, node);
    for predicate in &node.predicates {
        text += &format!("?[{}]", show(whole, predicate));
    }
    if let Some(Group { entries, .. }) = &node.group {
        text += &format!("?{{{}}}", pairs(whole, entries));
    }
    if node.keeps_array {
        text += "[]";
    }
    text
}

fn kind(whole: &Expression, node: &Node) -> String {
    let show = |node: &Node| show(whole, node);
    let all = |nodes: &[Node], separator: &str| {
        nodes.iter().map(show).collect::<Vec<_>>().join(separator)
    };
    match &node.kind {
        Kind::Null => "null".to_owned(),
        Kind::Bool(value) => value.to_string(),
        Kind::Number(number) => format!("{number:?}"),
        Kind::String(text) => format!("{text:?}"),
        Kind::Regex(regex) => {
            let flag = |is_set: bool, letter: &'static str| if is_set { letter } else { "" };
            let (i, m) = (flag(regex.ignores_case, "i"), flag(regex.is_multiline, "m"));
            format!("/{}/{i}{m}", regex.pattern)
        }
        Kind::Name(name) => name.clone(),
        Kind::Variable(name) => format!("${name}"),
        Kind::Wildcard => "*".to_owned(),
        Kind::Descendants => "**".to_owned(),
        Kind::Parent(id) => match whole.parents[id.0 as usize] {
            Some(label) => format!("%{}", label.0),
            None => "%none".to_owned(),
        },
        Kind::Path(path) => show_path(whole, path),
        Kind::Sort(terms) => format!("^({})", show_terms(whole, terms)),
        Kind::Negate(operand) => format!("-{}", show(operand)),
        Kind::Binary(operator, left, right) => {
            format!("({} {} {})", show(left), operator.text(), show(right))
        }
        Kind::Coalesce(left, right) => format!("({} ?? {})", show(left), show(right)),
        Kind::Default(left, right) => format!("({} ?: {})", show(left), show(right)),
        Kind::Apply(left, right) => format!("({} ~> {})", show(left), show(right)),
        Kind::Array { items, is_cons } => {
            format!("{}[{}]", if *is_cons { "cons" } else { "" }, all(items, ", "))
        }
        Kind::Object(entries) => format!("{{{}}}", pairs(whole, entries)),
        Kind::Condition(test, then, otherwise) => {
            let otherwise = otherwise.as_ref().map(|node| format!(" : {}", show(node)));
            format!("({} ? {}{})", show(test), show(then), otherwise.unwrap_or_default())
        }
        Kind::Block { expressions, is_cons } => {
            format!("{}({})", if *is_cons { "cons" } else { "" }, all(expressions, "; "))
        }
        Kind::Bind(name, value) => format!("(${} := {})", name.text, show(value)),
        Kind::Lambda(_) | Kind::Call(_) | Kind::Partial(..) | Kind::Transform(_) => {
            function(whole, node)
        }
        Kind::Wrong => "wrong".to_owned(),
    }
}

/// Shows what calls or makes a function.
fn function(whole: &Expression, node: &Node) -> String {
    let show = |node: &Node| show(whole, node);
    match &node.kind {
        Kind::Lambda(lambda) => {
            let parameters: Vec<&str> = lambda.parameters.iter().map(|p| p.text.as_str()).collect();
            let signature = lambda.signature.as_ref().map_or("", |name: &Name| name.text.as_str());
            format!("function({}){signature}{{{}}}", parameters.join(", "), show(&lambda.body))
        }
        Kind::Call(call) => {
            let tail = if call.is_tail { "tail " } else { "" };
            format!(
                "{tail}{}({})",
                show(&call.callee),
                call.arguments.iter().map(show).collect::<Vec<_>>().join(", ")
            )
        }
        Kind::Partial(callee, arguments) => {
            let arguments: Vec<String> = arguments
                .iter()
                .map(|argument| argument.as_ref().map_or("?".to_owned(), show))
                .collect();
            format!("{}({})", show(callee), arguments.join(", "))
        }
        Kind::Transform(transform) => {
            let Transform { pattern, update, delete } = &**transform;
            let delete = delete.as_ref().map(|node| format!(", {}", show(node)));
            format!("|{}|{}{}|", show(pattern), show(update), delete.unwrap_or_default())
        }
        kind => panic!("{kind:?} is no function"),
    }
}

fn show_path(whole: &Expression, path: &Path) -> String {
    let steps: Vec<String> = path.steps.iter().map(|step| show_step(whole, step)).collect();
    let singleton = if path.keeps_singleton { "[]" } else { "" };
    let tuples = if path.gives_tuples { "tuples " } else { "" };
    format!("<{tuples}{}>{singleton}", steps.join("."))
}

fn show_step(whole: &Expression, step: &Step) -> String {
    let mut text = show(whole, &step.node);
    if let Some(label) = step.label {
        text += &format!("%{}", label.0);
    }
    if let Some(name) = &step.focus {
        text += &format!("@${name}");
    }
    if let Some(name) = &step.index {
        text += &format!("#${name}");
    }
    for stage in &step.stages {
        text += &match stage {
            Stage::Filter(node) => format!("[{}]", show(whole, node)),
            Stage::Index(name) => format!("#${}", name.text),
        };
    }
    if step.is_tuple { text + "!" } else { text }
}

fn show_terms(whole: &Expression, terms: &[SortTerm]) -> String {
    let sign = |term: &SortTerm| if term.is_descending { ">" } else { "<" };
    let terms: Vec<String> =
        terms.iter().map(|term| format!("{}{}", sign(term), show(whole, &term.key))).collect();
    terms.join(", ")
}

fn pairs(whole: &Expression, entries: &[(Node, Node)]) -> String {
    let pairs: Vec<String> = entries
        .iter()
        .map(|(key, value)| format!("{}: {}", show(whole, key), show(whole, value)))
        .collect();
    pairs.join(", ")
}
