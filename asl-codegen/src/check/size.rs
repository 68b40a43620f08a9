//! Size of payloads: the bytes that a state certainly outputs or passes to a task, computed from
//! its constants, against the 256 KiB of `limits = aws`.

use crate::ir::{Expr, Literal, Machine, Node, NodeKind, Place, Selection};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::options::Limits;

/// Maximum size of a payload on AWS, in bytes of JSON text without blanks.
const MOST: usize = 256 * 1024;

/// Checks all states.
pub(super) fn check(machine: &Machine, diagnostics: &mut Diagnostics) {
    match machine.limits {
        Limits::None => return,
        Limits::Aws => {}
    }
    for node in &machine.nodes {
        let (what, size) = largest(node);
        let Some(state) = machine.states.get(node.state.index()).filter(|_| size > MOST) else {
            continue;
        };
        let title = format!("the {what} of `{}` is larger than AWS allows", state.name.value);
        diagnostics.push(
            Diagnostic::new(Code::LargeDataForAws, state.name.span, title)
                .label(format!("its constants alone are {size} bytes, and {MOST} are allowed"))
                .help("keep large data in a store such as S3, and hand on where they are"),
        );
    }
}

/// The field and the size of the largest payload that a node makes from constants.
fn largest(node: &Node) -> (&'static str, usize) {
    match &node.kind {
        NodeKind::Eval(eval) => {
            let kept =
                eval.output.place != Place::Discard && eval.output.select == Selection::Whole;
            let result = match &eval.result {
                Some(result) => literal(result),
                None => template(eval.input.template.as_ref()),
            };
            ("output", if kept { result } else { 0 })
        }
        NodeKind::Invoke(invoke) => ("input", template(invoke.input.template.as_ref())),
        NodeKind::Fork(fork) => ("input", template(fork.input.template.as_ref())),
        NodeKind::ForEach(each) => ("input of an iteration", template(each.selector.as_ref())),
        NodeKind::Branch(_) | NodeKind::Await(_) | NodeKind::End(_) | NodeKind::Fail(_) => {
            ("output", 0)
        }
    }
}

fn template(template: Option<&Expr>) -> usize {
    template.map_or(0, expr)
}

/// Minimum size of a value, in bytes.
fn expr(expr: &Expr) -> usize {
    match expr {
        Expr::Literal(value) => literal(value),
        // At least one character.
        Expr::Path { .. } | Expr::Call { .. } | Expr::Jq(_) | Expr::Jsonata(_) => 1,
        Expr::Object(members) => {
            1 + members.iter().map(|(key, value)| text(key) + 2 + self::expr(value)).sum::<usize>()
        }
        Expr::Array(items) => 1 + items.iter().map(|item| self::expr(item) + 1).sum::<usize>(),
    }
}

fn literal(value: &Literal) -> usize {
    match value {
        Literal::Null => 4,
        Literal::Bool(value) => 5 - usize::from(*value),
        Literal::Int(number) => number.to_string().len(),
        // The runtime's text of a number may be longer, but not shorter.
        Literal::Float(_) => 1,
        Literal::String(value) => text(value),
        Literal::Array(items) => {
            (1 + items.len()).max(2) + items.iter().map(literal).sum::<usize>()
        }
        Literal::Object(members) => {
            let inner: usize =
                members.iter().map(|(key, value)| text(key) + 1 + literal(value)).sum();
            (1 + members.len()).max(2) + inner
        }
    }
}

/// Bytes of a string with its quotation marks, without escapes.
fn text(text: &str) -> usize {
    text.len() + 2
}
