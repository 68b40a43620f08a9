//! Calls with a regular expression whose pattern, flags and replacement are constants, as nearly
//! all are: the compiler evaluates what the definitions in jq would compute at run time.

use crate::syntax::{Callee, Filter, Kind, Literal, Place};

/// Returns a call of the runtime's function, or the arguments if one of them is not constant.
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
    let call = |function, filters| Kind::Call(Callee::Native(function), filters);
    let matching = |pattern, modifiers, is_test| {
        call("match_impl", vec![pattern, modifiers, literal(Literal::Bool(is_test))])
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
        ("sub", (Some(pattern), Some(text), None)) => call("sub_text", vec![pattern, null(), text]),
        ("sub", (Some(pattern), Some(text), Some(modifiers))) => {
            call("sub_text", vec![pattern, modifiers, text])
        }
        ("gsub", (Some(pattern), Some(text), modifiers)) => {
            let modifiers = global(modifiers.as_ref());
            call("sub_text", vec![pattern, literal(modifiers), text])
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
