//! Calls of regular expressions whose pattern, modifiers and replacement are constants, as nearly
//! all are: what the prelude finds out about its arguments at run time is known here.

use crate::expr::jq::native;
use crate::expr::jq::syntax::{Callee, Filter, Kind, Literal, Place};

/// The call by the run-time library's function itself, or the arguments back where they are not
/// constant.
pub(super) fn constant(
    name: &str,
    place: &Place,
    arguments: Vec<Filter>,
) -> Result<Kind, Vec<Filter>> {
    let is_constant =
        |argument: &Filter| matches!(argument.kind, Kind::Literal(Literal::String(_)));
    let is_meant = matches!(name, "test" | "match" | "sub" | "gsub") && arguments.len() <= 3;
    if !is_meant || !arguments.iter().all(is_constant) {
        return Err(arguments);
    }
    let literal = |literal: Literal| Filter { kind: Kind::Literal(literal), place: place.clone() };
    let null = || literal(Literal::Null);
    let call = |name: &str, filters: Vec<Filter>| {
        let native = native::find(name, filters.len());
        native.map_or(Kind::Identity, |native| Kind::Call(Callee::Native(native), filters))
    };
    let matching = |pattern, modifiers, is_test| {
        call("_match_impl", vec![pattern, modifiers, literal(Literal::Bool(is_test))])
    };
    let all = |kind| Kind::Iterate(Box::new(Filter { kind, place: place.clone() }));
    let mut arguments = arguments.into_iter();
    let parts = (arguments.next(), arguments.next(), arguments.next());
    Ok(match (name, parts) {
        ("test", (Some(pattern), None, None)) => matching(pattern, null(), true),
        ("test", (Some(pattern), Some(modifiers), None)) => matching(pattern, modifiers, true),
        ("match", (Some(pattern), None, None)) => all(matching(pattern, null(), false)),
        ("match", (Some(pattern), Some(modifiers), None)) => {
            all(matching(pattern, modifiers, false))
        }
        ("sub", (Some(pattern), Some(text), None)) => {
            call("_sub_text", vec![pattern, null(), text])
        }
        ("sub", (Some(pattern), Some(text), Some(modifiers))) => {
            call("_sub_text", vec![pattern, modifiers, text])
        }
        ("gsub", (Some(pattern), Some(text), modifiers)) => {
            let modifiers = global(modifiers.as_ref());
            call("_sub_text", vec![pattern, literal(modifiers), text])
        }
        (_, (first, second, third)) => {
            return Err([first, second, third].into_iter().flatten().collect());
        }
    })
}

/// The modifiers of `gsub`: those given, and `g`.
fn global(given: Option<&Filter>) -> Literal {
    let given = match given.map(|given| &given.kind) {
        Some(Kind::Literal(Literal::String(given))) => given.as_str(),
        Some(_) | None => "",
    };
    Literal::String(format!("{given}g"))
}
