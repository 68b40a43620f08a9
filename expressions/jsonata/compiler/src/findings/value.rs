//! Literal arguments of a type that a function takes, but with a value for which it fails.

use asl_language::jsonata::number_text::read_number;
use asl_language::jsonata::signature::{Signature, Types};
use asl_language::jsonata::{BuiltIn, BuiltInId};

use super::call::only_if;
use super::site::Site;
use super::{Findings, is_plain, problem};
use crate::tree::{Kind, Lambda, Node};

/// An argument that is a literal.
enum Literal<'n> {
    Number(f64),
    Text(&'n str),
    Function(&'n Lambda),
}

/// A value for which a function fails: the place of the argument, what is wrong with it, and the
/// code of the failure.
struct Wrong {
    argument: usize,
    reason: &'static str,
    code: &'static str,
}

/// The literal that a node is.
fn literal(node: &Node) -> Option<Literal<'_>> {
    if !is_plain(node) {
        return None;
    }
    match &node.kind {
        Kind::Number(number) => Some(Literal::Number(*number)),
        Kind::String(text) => Some(Literal::Text(text)),
        Kind::Lambda(lambda) => Some(Literal::Function(lambda)),
        Kind::Negate(operand) if is_plain(operand) => match &operand.kind {
            Kind::Number(number) => Some(Literal::Number(-number)),
            _ => None,
        },
        _ => None,
    }
}

/// The first value among the arguments for which a function certainly fails.
fn wrong(function: BuiltInId, arguments: &[Option<Literal<'_>>]) -> Option<Wrong> {
    let number = |argument: usize| match arguments.get(argument) {
        Some(Some(Literal::Number(number))) => Some(*number),
        _ => None,
    };
    let text = |argument: usize| match arguments.get(argument) {
        Some(Some(Literal::Text(text))) => Some(*text),
        _ => None,
    };
    let negative = |argument: usize, code| {
        let reason = "this is negative";
        (number(argument)? < 0.0).then_some(Wrong { argument, reason, code })
    };
    let if_so = |is_wrong: bool, argument: usize, reason, code| {
        is_wrong.then_some(Wrong { argument, reason, code })
    };
    match function {
        BuiltInId::Sqrt => negative(0, "D3060"),
        BuiltInId::Power => {
            let is_finite = number(0)?.powf(number(1)?).is_finite();
            if_so(!is_finite, 0, "this power is no finite number", "D3061")
        }
        BuiltInId::Number => {
            if_so(read_number(text(0)?).is_none(), 0, "this is no number", "D3030")
        }
        BuiltInId::ToMillis if matches!(arguments.get(1), None | Some(None)) => {
            let year = text(0)?.get(..4).unwrap_or_default();
            let has_year = !year.is_empty() && year.bytes().all(|byte| byte.is_ascii_digit());
            if_so(!has_year, 0, "this is no time as ISO 8601 writes it", "D3110")
        }
        BuiltInId::FormatBase => {
            let is_base = (1.5..=36.5).contains(&number(1)?);
            if_so(!is_base, 1, "bases are 2 to 36", "D3100")
        }
        BuiltInId::Split => negative(2, "D3020"),
        BuiltInId::MatchPattern => negative(2, "D3040"),
        BuiltInId::Replace => {
            let is_empty = text(1) == Some("");
            if_so(is_empty, 1, "an empty text is everywhere", "D3010")
                .or_else(|| negative(3, "D3011"))
        }
        BuiltInId::Reduce => match arguments.get(1) {
            Some(Some(Literal::Function(lambda))) => {
                let is_short = lambda.parameters.len() < 2;
                if_so(is_short, 1, "this function takes less than two arguments", "D3050")
            }
            _ => None,
        },
        BuiltInId::Partition if number(1)?.trunc() < 0.0 => negative(1, "D3137"),
        BuiltInId::Hash => {
            let known = ["MD5", "SHA-1", "SHA-256", "SHA-384", "SHA-512"].contains(&text(1)?);
            if_so(!known, 1, "`MD5`, `SHA-1`, `SHA-256`, `SHA-384` and `SHA-512` exist", "D3137")
        }
        _ => None,
    }
}

/// Checks the values of literal arguments.
pub(super) fn values(
    findings: &mut Findings<'_>,
    built_in: &BuiltIn,
    signature: &Signature,
    arguments: &[&Node],
    site: Site,
) {
    let Some(given) = by_parameter(findings, signature, arguments) else { return };
    let literals: Vec<_> = given.iter().map(|node| literal((*node)?)).collect();
    let Some(Wrong { argument, reason, code }) = wrong(built_in.id, &literals) else {
        return;
    };
    let Some(Some(node)) = given.get(argument) else { return };
    // Most functions of nothing are nothing.
    let is_certain = given
        .iter()
        .take(argument)
        .all(|before| before.is_some_and(|before| !findings.types(before).meets(Types::MISSING)));
    let values = [
        ("function", format!("${}", built_in.name)),
        ("reason", reason.to_owned()),
        ("code", code.to_owned()),
    ];
    findings.fails(&problem::ARGUMENT_VALUE, &node.place, &values, only_if(site, is_certain));
}

/// The argument of each parameter that takes one. `None`: the arguments do not fit.
pub(super) fn by_parameter<'n>(
    findings: &mut Findings<'_>,
    signature: &Signature,
    arguments: &[&'n Node],
) -> Option<Vec<Option<&'n Node>>> {
    let types: Vec<Types> = arguments.iter().map(|node| findings.types(node)).collect();
    let mut rest = arguments;
    let given = signature.counts(&types)?.into_iter().map(|count| {
        let (taken, others) = rest.split_at_checked(count).unwrap_or((rest, &[]));
        rest = others;
        if let [only] = taken { Some(*only) } else { None }
    });
    Some(given.collect())
}
