//! Tests that each built-in resolves, or is refused on purpose.

use asl_language::jq::{BuiltIn, Made, built_ins};

use crate::{Environment, compile, parser};
use asl_source::diagnostics::Code;

fn call(built_in: &BuiltIn) -> String {
    let (name, arity) = (built_in.name(), built_in.arity());
    if arity == 0 { name.to_owned() } else { format!("{name}({})", vec!["."; arity].join("; ")) }
}

#[test]
fn every_built_in_resolves_or_is_refused_on_purpose() {
    let environment = Environment { has_inputs: true, ..Environment::default() };
    for built_in in built_ins() {
        let is_refused = matches!(built_in.made, Made::Refused { .. });
        match compile(&call(built_in), &environment) {
            Ok(_) => assert!(!is_refused, "{}", built_in.signature),
            Err(faults) => {
                let is_meant = faults.iter().all(|fault| fault.code == Code::JqNotHere);
                assert!(is_refused && is_meant, "{}: {faults:#?}", built_in.signature);
            }
        }
    }
}

#[test]
fn every_definition_in_jq_is_well_formed() {
    for built_in in built_ins() {
        let Made::Jq(body) = built_in.made else { continue };
        let text = format!("def {}: {body};", built_in.signature);
        let parsed = parser::parse(&text);
        assert_eq!(parsed.faults, [], "{text}");
        let [definition] = parsed.source.definitions.as_slice() else { panic!("{text}") };
        assert_eq!(definition.name.text, built_in.name());
        assert_eq!(definition.parameters.len(), built_in.arity());
        assert!(parsed.source.body.is_none());
    }
}
