//! The data of a test file that the schemas of its definition tell something about.

use asl_codegen::schema::{Data, Side};
use asl_codegen::source::Node;

/// The inputs, answers and expected outputs of a file.
pub(super) fn of_file(file: &Node) -> Vec<Data<'_>> {
    let mut data = answers(file);
    let cases = file.get("cases").and_then(Node::as_object).unwrap_or_default();
    for case in cases.iter().map(|member| &member.value) {
        let output = case.get("expect").and_then(|expect| expect.get("output"));
        data.extend(case.get("input").map(|value| Data { side: Side::Input, value }));
        data.extend(answers(case));
        data.extend(output.map(|value| Data { side: Side::Output, value }));
    }
    data
}

/// The answers of the tasks of a file or of a case.
fn answers(around: &Node) -> Vec<Data<'_>> {
    let tasks = around.get("tasks").and_then(Node::as_object).unwrap_or_default();
    let mut data = Vec::new();
    for member in tasks {
        let answers = member.value.as_array().unwrap_or(std::slice::from_ref(&member.value));
        for (field, is_payload) in [("return", false), ("payload", true)] {
            let values = answers.iter().filter_map(|answer| answer.get(field));
            let side = Side::Answer { task: &member.key.value, is_payload };
            data.extend(values.map(|value| Data { side, value }));
        }
    }
    data
}
