//! The program's surroundings: inputs, files and the process.

use super::{BuiltIn, Constant, Made, jq, native};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    native("input", "input", "The next input, where a program is given several.")
        .example("[., input]", "1", &["[1, 2]"])
        .reads_inputs(),
    jq(
        "inputs",
        r#"try repeat(input) catch if . == "break" or . == "No more inputs" then empty else error end"#,
        "All further inputs, where a program is given several.",
    )
    .example("[., inputs]", "1", &["[1, 2]"])
    .reads_inputs(),
    constant("input_filename", Constant::Null, "Always `null`.")
        .example("input_filename", "1", &["null"]),
    constant("input_line_number", Constant::Zero, "Always 0.")
        .example("input_line_number", "1", &["0"]),
    constant("builtins", Constant::BuiltIns, "The names of all built-ins, as `name/arity`.")
        .example(r#"builtins | index("map/1") != null"#, "null", &["true"]),
    constant("have_literal_numbers", Constant::True, "Always true.")
        .example("have_literal_numbers", "null", &["true"]),
    native("have_decnum", "have_decnum", "Always false: numbers are doubles or 64-bit integers.")
        .example("have_decnum", "null", &["false"]),
    refused(
        "env",
        "reads the environment of the process",
        "give the program the value as a variable",
    ),
    refused("halt", "would end the process", "`empty` gives nothing and continues"),
    refused("halt_error", "would end the process", "`error` ends the program with an error"),
    refused(
        "halt_error($status)",
        "would end the process",
        "`error` ends the program with an error",
    ),
    refused("get_search_list", DIRECTORIES, MODULES),
    refused("get_jq_origin", DIRECTORIES, MODULES),
    refused("get_prog_origin", DIRECTORIES, MODULES),
    refused("modulemeta", "reads modules while the program runs", MODULES),
];

const DIRECTORIES: &str = "tells directories of the machine";
const MODULES: &str = "modules are found when the program is compiled";

const fn constant(signature: &'static str, constant: Constant, summary: &'static str) -> BuiltIn {
    BuiltIn::new(signature, Made::Constant(constant), summary)
}

const fn refused(signature: &'static str, does: &'static str, help: &'static str) -> BuiltIn {
    BuiltIn::new(signature, Made::Refused { does, help }, "Refused by the compiler.")
}
