//! Tests of interfaces and of places in definitions.

use super::{Interface, Kind, Place, Values, shown, types_at};
use crate::compile;
use crate::ir::Machine;
use crate::tests::with;
use asl_source::options::{Options, Profile};
use asl_source::source::Sources;

const TASK: &str =
    r#""Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f""#;

fn lowered(text: &str, profile: Profile) -> (Machine, Sources) {
    let options = with(Options::default(), |options| options.profile = profile);
    let mut sources = Sources::from_text("test.asl.json", text);
    let checked = compile::check(&mut sources, &options);
    (checked.machine.unwrap_or_else(|| panic!("{:?}", checked.diagnostics)), sources)
}

fn machine(states: &str) -> String {
    format!(r#"{{"StartAt": "A", "States": {{{states}}}}}"#)
}

fn jsonata(states: &str) -> String {
    format!(r#"{{"QueryLanguage": "JSONata", "StartAt": "A", "States": {{{states}}}}}"#)
}

fn interface(text: &str) -> Interface {
    Interface::of(&lowered(text, Profile::Aws).0)
}

/// The input of a machine on AWS, as text.
fn input(text: &str) -> String {
    text_of(&interface(text).input)
}

/// Values as text: `{a: string, b?: any}`, `[number]`.
fn text_of(values: &Values) -> String {
    if values.is_never {
        return "never".to_owned();
    }
    let mut parts = Vec::new();
    if let Some(object) = &values.object {
        let members = object.known.iter().map(|(name, member)| {
            let sign = if member.is_required { "" } else { "?" };
            format!("{name}{sign}: {}", text_of(&member.values))
        });
        parts.push(format!("{{{}}}", members.collect::<Vec<_>>().join(", ")));
    }
    if let Some(more) = values.array.as_ref().and_then(|array| array.more.as_ref()) {
        parts.push(format!("[{}]", text_of(more)));
    }
    let known = |kind: &&Kind| match kind {
        Kind::Object => values.object.is_none(),
        Kind::Array => values.array.is_none(),
        Kind::String | Kind::Number | Kind::Integer | Kind::Boolean | Kind::Null => true,
    };
    parts.extend(values.kinds.iter().filter(known).map(|kind| kind.name().to_owned()));
    if values.kinds.is_empty() {
        parts.push("any".to_owned());
    }
    parts.join("|")
}

#[test]
fn a_member_that_each_way_reads_is_required() {
    let text = machine(
        r#""A": {"Type": "Wait", "SecondsPath": "$.wait.seconds", "Next": "B"},
           "B": {"Type": "Pass", "Parameters": {"id.$": "$.id"}, "End": true}"#,
    );
    assert_eq!(input(&text), "{id: any, wait: {seconds: number}}");
}

#[test]
fn a_member_that_one_way_reads_is_optional() {
    let states = |other: &str| {
        machine(&format!(
            r#""A": {{"Type": "Choice", "Choices": [
                 {{"Variable": "$.express", "IsPresent": true, "Next": "B"}}], "Default": "C"}},
               "B": {{"Type": "Wait", "SecondsPath": "$.delay", "End": true}},
               "C": {{"Type": "{other}"}}"#
        ))
    };
    assert_eq!(input(&states("Succeed")), "{delay?: number, express?: any}");
    // The other way fails in any case.
    assert_eq!(input(&states("Fail")), "{delay: number, express?: any}");
}

#[test]
fn a_path_with_several_hits_requires_nothing() {
    let text = machine(
        r#""A": {"Type": "Pass", "Parameters": {"n.$": "$.n", "l.$": "$.l[*].m"}, "End": true}"#,
    );
    assert_eq!(input(&text), "{n: any}");
}

#[test]
fn a_failure_that_is_caught_requires_nothing() {
    let states = |caught: &str| {
        machine(&format!(
            r#""A": {{{TASK}, "Parameters": {{"id.$": "$.id"}}, "End": true,
                 "Catch": [{{"ErrorEquals": ["States.ALL"], "Next": "C"}}]}},
               "C": {{"Type": "{caught}"}}"#
        ))
    };
    assert_eq!(input(&states("Succeed")), "{id?: any}");
    assert_eq!(input(&states("Fail")), "{id: any}");
}

#[test]
fn comparisons_and_tests_of_types_say_what_a_value_may_be() {
    let choice = |rules: &str| {
        machine(&format!(
            r#""A": {{"Type": "Choice", "Choices": [{rules}], "Default": "C"}}, "C": {{"Type": "Succeed"}}"#
        ))
    };
    let rule = |test: &str| format!(r#"{{"Variable": "$.a", {test}, "Next": "C"}}"#);
    // The first comparison fails without a value on AWS.
    assert_eq!(input(&choice(&rule(r#""NumericEquals": 1"#))), "{a: number}");
    let both = [rule(r#""IsNull": true"#), rule(r#""StringEquals": "x""#)].join(", ");
    assert_eq!(input(&choice(&both)), "{a: string|null}");
    let both = [rule(r#""IsPresent": true"#), rule(r#""StringEquals": "x""#)].join(", ");
    assert_eq!(input(&choice(&both)), "{a?: string}");
    let any = [rule(r#""IsString": true"#), rule(r#""NumericEquals": 1"#)].join(", ");
    assert_eq!(input(&choice(&any)), "{a: any}");
    // In the specification it does not match.
    let (machine, _) = lowered(&choice(&rule(r#""NumericEquals": 1"#)), Profile::Spec);
    assert_eq!(text_of(&Interface::of(&machine).input), "{a?: number}");
}

#[test]
fn what_only_one_rule_assigns_is_optional() {
    let text = machine(
        r#""A": {"Type": "Choice", "InputPath": "$.in", "Default": "C", "Choices": [
             {"Variable": "$.a", "IsPresent": true, "Assign": {"v.$": "$.b"}, "Next": "C"}]},
           "C": {"Type": "Pass", "Parameters": {"v": 1}, "End": true}"#,
    );
    assert_eq!(input(&text), "{in: {a?: any, b?: any}}");
}

#[test]
fn items_that_each_iteration_reads_have_required_members() {
    let map = |more: &str, body: &str| {
        machine(&format!(
            r#""A": {{"Type": "Map", "ItemsPath": "$.items", {more} "End": true, "Iterator":
                 {{"StartAt": "I", "States": {{"I": {{"Type": "Wait", "SecondsPath": "{body}", "End": true}}}}}}}}"#
        ))
    };
    assert_eq!(input(&map("", "$.delay")), "{items: [{delay: number}]}");
    // A list without items has no iteration.
    let selector = r#""ItemSelector": {"all.$": "$.all", "one.$": "$$.Map.Item.Value"},"#;
    let text = map(selector, "$.all.delay");
    assert_eq!(input(&text), "{all?: {delay?: number}, items: [any]}");
    // The context object has the item, and the input.
    let selector =
        r#""ItemSelector": {"in.$": "$$.Execution.Input.at", "one.$": "$$.Map.Item.Value.id"},"#;
    assert_eq!(input(&map(selector, "$.in")), "{at?: number, items: [{id?: any}]}");
    // Another item may be the one that is read.
    let selector = r#""ItemSelector": {"first.$": "$.items[0]"},"#;
    assert_eq!(input(&map(selector, "$.first.delay")), "{items: [{delay?: number}]}");
}

#[test]
fn branches_of_a_parallel_all_run() {
    let text = machine(
        r#""A": {"Type": "Parallel", "End": true, "Branches": [
             {"StartAt": "B", "States": {"B": {"Type": "Wait", "TimestampPath": "$.at", "End": true}}},
             {"StartAt": "C", "States": {"C": {"Type": "Succeed"}}}]}"#,
    );
    assert_eq!(input(&text), "{at: string}");
}

#[test]
fn expressions_in_jsonata_are_read() {
    let text = jsonata(&format!(
        r#""A": {{{TASK}, "Arguments": {{"id": "{{% $states.input.order.id %}}",
             "sum": "{{% $sum($states.input.items.price) %}}"}},
             "Assign": {{"total": "{{% $states.input.total %}}"}}, "Next": "B"}},
           "B": {{"Type": "Succeed", "Output": "{{% $total.cents + 1 %}}"}}"#
    ));
    // `items` may be missing in the sum.
    let expected = "{items?: {price?: [number]|number}|any, order: {id: any}|array, total: {cents?: number}|any}|array";
    assert_eq!(input(&text), expected);
}

#[test]
fn what_tasks_take_is_noted() {
    let text = machine(&format!(
        r#""A": {{{TASK}, "ResultPath": null, "Next": "B"}},
           "B": {{{TASK}, "Parameters": {{"card": {{"id.$": "$.card"}}}}, "End": true}}"#
    ));
    let input = interface(&text).input;
    assert_eq!(input.note.as_deref(), Some("what the task of `A` takes"));
    let card = &input.object.unwrap().known["card"];
    assert_eq!(card.values.note.as_deref(), Some("`card.id` of what the task of `B` takes"));
}

#[test]
fn operators_of_jsonata_say_what_a_value_may_be() {
    let output = |expression: &str| {
        input(&jsonata(&format!(r#""A": {{"Type": "Succeed", "Output": "{{% {expression} %}}"}}"#)))
    };
    assert_eq!(output("-$states.input.a > 1 and $states.input.b > 1"), "{a?: number, b?: any}|any");
    assert_eq!(
        output("$states.input.a < $states.input.b"),
        "{a?: string|number, b?: string|number}|any"
    );
    let choice = "$states.input.a >= 'x' ? 1 : $states.input.b * 2";
    assert_eq!(output(choice), "{a?: string, b?: any}|any");
    let tested = "$type($states.input.a) = 'number' or $states.input.a * 2 > 1";
    assert_eq!(output(tested), "{a?: any}|any");
    assert_eq!(output("$uppercase($states.input.a)"), "{a?: string}|any");
}

#[test]
fn the_output_tells_where_its_values_come_from() {
    let text = machine(&format!(
        r#""A": {{{TASK}, "ResultPath": "$.paid", "Next": "B"}},
           "B": {{"Type": "Pass", "Parameters": {{"id.$": "$.order.id", "paid.$": "$.paid", "n": 1}},
             "End": true}}"#
    ));
    let output = interface(&text).output;
    let known = output.object.unwrap().known;
    let note = |name: &str| known[name].values.note.clone().unwrap_or_default();
    assert_eq!(note("id"), "`order.id` of the input");
    assert_eq!(note("paid"), "the result of `A`");
    assert_eq!(text_of(&known["n"].values), "number");
    assert!(known.values().all(|member| member.is_required));
    let fails = interface(&machine(r#""A": {"Type": "Fail"}"#));
    assert!(fails.output.is_never);
}

#[test]
fn a_value_that_one_way_writes_into_may_be_no_object() {
    let text = machine(
        r#""A": {"Type": "Choice", "Default": "C", "Choices": [
             {"Variable": "$.b", "IsPresent": true, "Next": "B"}]},
           "B": {"Type": "Pass", "Result": 1, "ResultPath": "$.o.n", "Next": "C"},
           "C": {"Type": "Succeed", "OutputPath": "$.o"}"#,
    );
    assert_eq!(text_of(&interface(&text).output), "any");
}

#[test]
fn the_types_at_a_place_are_those_of_its_stage() {
    let text = machine(&format!(
        r#""A": {{{TASK}, "InputPath": "$.order", "Parameters": {{"id.$": "$.id"}},
             "ResultSelector": {{"key.$": "$.key"}}, "ResultPath": "$.paid", "Comment": "pays",
             "Next": "B"}},
           "B": {{"Type": "Map", "ItemsPath": "$.list", "End": true, "Iterator":
             {{"StartAt": "I", "States": {{"I": {{"Type": "Succeed"}}}}}}}}"#
    ));
    let (machine, sources) = lowered(&text, Profile::Aws);
    let at = |part: &str| {
        let file = machine.states[0].name.span.file;
        let offset = u32::try_from(text.find(part).unwrap()).unwrap();
        let place = Place { file, offset };
        let types = types_at(&machine, &sources, place)?;
        let name = &machine.states[types.state.index()].name.value;
        let (before, after) = (shown(&machine, &types.before), shown(&machine, &types.after));
        Some(format!("{name} {}: {before} -> {after}", types.stage))
    };
    let expected = [
        ("$.order", "A InputPath: the input -> `order` of the input"),
        ("id.$", r#"A Parameters: `order` of the input -> { "id": `order.id` of the input }"#),
        (
            "$.key",
            r#"A ResultSelector: the result of `A` -> { "key": `key` of the result of `A` }"#,
        ),
        (
            r#""ResultPath""#,
            r#"A ResultPath: { "key": `key` of the result of `A` } -> { "paid": { "key": `key` of the result of `A` }, … of the input }"#,
        ),
        (
            "pays",
            r#"A State: the input -> { "paid": { "key": `key` of the result of `A` }, … of the input }"#,
        ),
        ("Succeed", "I State: `list[]` of the input -> `list[]` of the input"),
    ];
    for (part, types) in expected {
        assert_eq!(at(part).as_deref(), Some(types), "{part}");
    }
    assert_eq!(at("StartAt"), None);
}
