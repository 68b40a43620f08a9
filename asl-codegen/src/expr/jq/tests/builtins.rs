//! Every built-in of jq 1.8 is somewhere, and the prelude's are well formed.

use crate::diagnostics::Code;
use crate::expr::jq::builtins::BUILTINS;
use crate::expr::jq::{Environment, compile, parser, prelude};

/// What is refused, because it reads the process's world.
const REFUSED: &[&str] = &[
    "env/0",
    "get_jq_origin/0",
    "get_prog_origin/0",
    "get_search_list/0",
    "halt/0",
    "halt_error/0",
    "halt_error/1",
    "modulemeta/0",
];

fn call(name: &str, arity: usize) -> String {
    if arity == 0 { name.to_owned() } else { format!("{name}({})", vec!["."; arity].join("; ")) }
}

#[test]
fn every_built_in_resolves_or_is_refused_on_purpose() {
    let environment = Environment { has_inputs: true, ..Environment::default() };
    let mut refused = Vec::new();
    for (name, arity) in BUILTINS {
        if let Err(faults) = compile(&call(name, *arity), &environment) {
            assert!(
                faults.iter().all(|fault| fault.code == Code::JqNotHere),
                "{name}/{arity}: {faults:#?}"
            );
            refused.push(format!("{name}/{arity}"));
        }
    }
    refused.sort_unstable();
    assert_eq!(refused, REFUSED);
}

#[test]
fn built_ins_are_listed_once_and_by_name() {
    let mut listed = BUILTINS.to_vec();
    listed.sort_unstable();
    listed.dedup();
    assert_eq!(listed, BUILTINS);
}

#[test]
fn every_definition_of_the_prelude_defines_what_it_is_listed_as() {
    for ((name, arity), text) in prelude::all() {
        let parsed = parser::parse(text);
        assert_eq!(parsed.faults, [], "{text}");
        let [definition] = parsed.source.definitions.as_slice() else { panic!("{text}") };
        assert_eq!((definition.name.text, definition.parameters.len()), (*name, *arity));
        assert!(parsed.source.body.is_none());
        let call = call(name, *arity);
        let environment = Environment { has_inputs: true, ..Environment::default() };
        assert!(compile(&call, &environment).is_ok(), "{call}");
    }
}
