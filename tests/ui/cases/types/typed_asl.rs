//! What typed-asl, a library for TypeScript, promises to refuse (`type-guarantees.test.ts` there),
//! as definitions.
#![allow(unused)]

mod model;

use model::{Anything, Deserialize, Serialize, Shape, asl_machine};

#[derive(Debug, Serialize, Deserialize, Shape)]
#[serde(rename_all = "kebab-case")]
enum Step {
    DoThing,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
#[serde(deny_unknown_fields)]
struct Input {
    step: Step,
    bucket: String,
    count: f64,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
#[serde(rename_all = "camelCase")]
struct Output {
    result_id: String,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
#[serde(rename_all = "camelCase")]
struct OptionalOutput {
    result_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    maybe: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
struct Context {
    bucket: String,
    key: String,
    size: f64,
    scenes: Vec<Scene>,
}

#[derive(Debug, Serialize, Deserialize, Shape)]
struct Scene {
    id: String,
}

// A payload without a member that is needed, with one too many, also with a selector for the result,
// with a reference of another type, with a constant that is not allowed, with a reference to nothing.
asl_machine! {
    "./typed_asl/payload.asl.json",
    outside = true,
    input = Context,
    tasks = {
        missing: fn(Input) -> Output,
        extra: fn(Input) -> Output,
        reference: fn(Input) -> Output,
        literal: fn(Input) -> Output,
        nowhere: fn(Input) -> Output,
        extra_selector: fn(Input) -> Output,
    },
}
// The result of another branch, a member that its own result lacks, and a branch that is not there.
asl_machine!("./typed_asl/cross_branch.asl.json", outside = true, input = Context, tasks = { do_thing: fn(Input) -> Output });
asl_machine!("./typed_asl/of_branch.asl.json", outside = true, input = Context, tasks = { do_thing: fn(Input) -> Output });
asl_machine!("./typed_asl/out_of_range.asl.json", outside = true, input = Context, tasks = { do_thing: fn(Input) -> Output });
// Comparisons with another place and with a constant, and of another place.
asl_machine!("./typed_asl/path_operand.asl.json", outside = true, input = Context);
asl_machine!("./typed_asl/operand.asl.json", outside = true, input = Context);
asl_machine!("./typed_asl/variable.asl.json", outside = true, input = Context);
// A selector over an optional member of the result: a warning, which is an error here.
asl_machine!("./typed_asl/optional.asl.json", outside = true, tasks = { do_thing: fn(Input) -> OptionalOutput }, deny = [ASL3103]);
// A result under the name of its state, where `ResultPath` says another one.
asl_machine!("./typed_asl/elsewhere.asl.json", outside = true, input = Context, tasks = { transcode: fn(Anything) -> Output });
// Items that are no array, or not there.
asl_machine!("./typed_asl/items.asl.json", outside = true, input = Context);
// Arguments of intrinsic functions.
asl_machine!("./typed_asl/intrinsics.asl.json", outside = true, input = Context);

fn main() {}
