//! Calls with a regular expression whose pattern, flags and replacement are constants, as nearly
//! all are: the compiler evaluates what the definitions in jq would compute at run time.

use asl_language::jq::{self, BuiltIn, BuiltInId};

use crate::syntax::{Callee, Filter, Kind, Literal, Place};

/// Returns a call of the runtime's function, or the arguments if one of them is not constant.
pub(super) fn constant(
    built_in: &BuiltIn,
    place: &Place,
    arguments: Vec<Filter>,
) -> Result<Kind, Vec<Filter>> {
    let is_constant =
        |argument: &Filter| matches!(argument.kind, Kind::Literal(Literal::String(_)));
    let Some(id) = built_in.id.filter(|_| arguments.iter().all(is_constant)) else {
        return Err(arguments);
    };
    let literal = |literal: Literal| Filter { kind: Kind::Literal(literal), place: place.clone() };
    let null = || literal(Literal::Null);
    let call = |id, filters| match jq::function(id) {
        Some(native) => Kind::Call(Callee::Native(native), filters),
        None => unreachable!("a helper of the runtime has a record"),
    };
    let matching = |pattern, modifiers, is_test| {
        call(BuiltInId::MatchImpl, vec![pattern, modifiers, literal(Literal::Bool(is_test))])
    };
    let all = |kind| Kind::Iterate(Box::new(Filter { kind, place: place.clone() }));
    let mut arguments = arguments.into_iter();
    let parts = (arguments.next(), arguments.next(), arguments.next());
    Ok(match (id, parts) {
        (BuiltInId::Test, (Some(pattern), None, None)) => matching(pattern, null(), true),
        (BuiltInId::Test, (Some(pattern), Some(modifiers), None)) => {
            matching(pattern, modifiers, true)
        }
        (BuiltInId::Match, (Some(pattern), None, None)) => all(matching(pattern, null(), false)),
        (BuiltInId::Match, (Some(pattern), Some(modifiers), None)) => {
            all(matching(pattern, modifiers, false))
        }
        (BuiltInId::Sub, (Some(pattern), Some(text), None)) => {
            call(BuiltInId::SubText, vec![pattern, null(), text])
        }
        (BuiltInId::Sub, (Some(pattern), Some(text), Some(modifiers))) => {
            call(BuiltInId::SubText, vec![pattern, modifiers, text])
        }
        (BuiltInId::Gsub, (Some(pattern), Some(text), modifiers)) => {
            let modifiers = global(modifiers.as_ref());
            call(BuiltInId::SubText, vec![pattern, literal(modifiers), text])
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
