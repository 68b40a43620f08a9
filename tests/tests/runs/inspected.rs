//! The definitions of `definitions/good` with `inspect = true`: their code builds, and the machine
//! is the same.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test may")]
#![allow(
    unused_must_use,
    reason = "compiler warnings of the definitions, which hold what is to be warned of"
)]

use asl_runtime::engine::simulation::{Scripted, Simulation};
use asl_runtime::machine::Machine;
use asl_runtime::{asl_machine, json};

mod plain {
    include!("../../definitions/good/choice.rs");
    include!("../../definitions/good/complex_retry.rs");
    include!("../../definitions/good/customer_info.rs");
    include!("../../definitions/good/error_output.rs");
    include!("../../definitions/good/fail.rs");
    include!("../../definitions/good/filters.rs");
    include!("../../definitions/good/fun_with_math.rs");
    include!("../../definitions/good/map.rs");
    include!("../../definitions/good/integrations.rs");
    include!("../../definitions/good/reference_paths.rs");
    include!("../../definitions/good/operators.rs");
    include!("../../definitions/good/several_hits.rs");
    include!("../../definitions/good/task_state.rs");
    include!("../../definitions/good/templates.rs");
    include!("../../definitions/good/variables.rs");
    include!("../../definitions/good/waits.rs");
}

/// Each definition compiled for tests, beside its golden.
macro_rules! inspected {
    ($($name:ident $path:literal)*) => {
        $(asl_machine!($path, inspect = true);)*
        const BOTH: &[(&Machine, &Machine)] = &[$((&$name::MACHINE, &plain::$name::MACHINE)),*];
    };
}

inspected! {
    choice "definitions/good/choice.asl.json"
    complex_retry "definitions/good/complex_retry.asl.json"
    customer_info "definitions/good/customer_info.asl.json"
    error_output "definitions/good/error_output.asl.json"
    fail "definitions/good/fail.asl.json"
    filters "definitions/good/filters.asl.json"
    fun_with_math "definitions/good/fun_with_math.asl.json"
    map "definitions/good/map.asl.json"
    integrations "definitions/good/integrations.asl.json"
    reference_paths "definitions/good/reference_paths.asl.json"
    operators "definitions/good/operators.asl.json"
    several_hits "definitions/good/several_hits.asl.json"
    task_state "definitions/good/task_state.asl.json"
    templates "definitions/good/templates.asl.json"
    variables "definitions/good/variables.asl.json"
    waits "definitions/good/waits.asl.json"
}

#[test]
fn inspection_does_not_change_the_machine() {
    for (inspected, plain) in BOTH {
        assert_eq!(inspected.hash, plain.hash, "{}", plain.name);
        assert_eq!(inspected.nodes.len(), plain.nodes.len());
    }
}

#[test]
fn inspection_does_not_change_a_run() {
    let order =
        json!({"id": "o-1", "lines": [{"sku": "TEA", "count": 2}, {"sku": "POT", "count": 1}]});
    let inputs = [
        json!({}),
        json!([1, 2, 3]),
        json!({"order": (order.clone()), "items": [1, {"a": [2]}], "value": 22, "type": "Private", "foo": 1, "wait": 5}),
    ];
    for (inspected, plain) in BOTH {
        for input in &inputs {
            let run = |machine| {
                Simulation::new().run(machine, input.clone(), |call| match call.attempt {
                    0 => Scripted::fail("ErrorA", "once"),
                    _ => Scripted::answer(json!({"done": true, "input": (call.input.clone())})),
                })
            };
            let (seen, unseen) = (run(*inspected), run(*plain));
            assert_eq!(seen.result, unseen.result, "{} on {input}", plain.name);
            assert_eq!(
                (seen.log, seen.events),
                (unseen.log, unseen.events),
                "{} on {input}",
                plain.name
            );
        }
    }
}
