//! Each exit that a function of a golden takes is in the table of its machine: only a table that
//! was changed by hand can lack one.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test may")]

use std::fs;
use std::path::Path;

/// The functions that look an exit up, the field of the row that must have it, and how its targets
/// are counted.
const LOOK_UPS: [(&str, &[&str], &str); 7] = [
    ("to_next", &[".next(", ".end("], ""),
    ("to_rule", &[".rules("], "node::"),
    ("to_default", &[".default("], ""),
    ("to_caught", &[".catch("], "Catcher("),
    ("to_event", &[".events("], "node::"),
    ("to_timer", &[".timer("], ""),
    ("after_exit", &[".leave_for("], ""),
];

#[test]
fn each_exit_of_a_function_is_in_the_table() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("definitions/good");
    let mut found = [0; LOOK_UPS.len()];
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let code = fs::read_to_string(&path).expect("the golden can be read");
            // One golden can have several machines.
            for machine in code.split("\npub mod ").skip(1) {
                check(machine, &path.display().to_string(), &mut found);
            }
        }
    }
    assert!(found.iter().all(|&count| count > 0), "not in the goldens: {found:?}");
}

fn check(machine: &str, golden: &str, found: &mut [usize; LOOK_UPS.len()]) {
    let rows = rows(machine);
    for (number, (function, fields, target)) in LOOK_UPS.iter().enumerate() {
        for (at, _) in machine.match_indices(&format!("{function}(")) {
            let call = machine[at..].split_once(')').expect("a call").0;
            let Some((_, arguments)) = call.split_once("&NODES,") else { continue };
            let arguments = arguments.split(',').map(str::trim);
            let mut arguments = arguments.filter(|argument| !argument.is_empty());
            let node = arguments.next().and_then(|node| node.strip_prefix("node::"));
            let node = node.unwrap_or_else(|| panic!("{golden}: {call}"));
            let exit = arguments.next().map_or(0, |number| number.parse().expect("a number"));
            let row = rows[number_of(machine, node)];
            let field = fields.iter().find_map(|field| row.split_once(field));
            let Some((_, field)) = field else { panic!("{golden}: {call}: not in {row}") };
            let field = field.split("\n            .").next().expect("a part");
            assert!(target.is_empty() || field.matches(target).count() > exit, "{golden}: {call}");
            found[number] += 1;
        }
    }
}

/// The rows of the machine's table.
fn rows(machine: &str) -> Vec<&str> {
    let (_, table) = machine.split_once("static NODES: [Node; ").expect("a table");
    let table = table.split("\n    ];").next().expect("a part");
    table.split("Node::").skip(1).collect()
}

/// The number of a node.
fn number_of(machine: &str, node: &str) -> usize {
    let (_, number) =
        machine.split_once(&format!("const {node}: NodeId = NodeId(")).expect("a node");
    let number = number.split([')', ',']).next().expect("a part");
    number.trim().parse().expect("a number")
}
