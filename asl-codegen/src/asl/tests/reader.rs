//! Tests of `ReaderConfig`: allowed combinations of fields.

use super::*;

fn reader(config: &str) -> Vec<(Code, String)> {
    let text = with_state(&format!(
        r#""Type": "Map", "Next": "B", "ItemReader": {{"Resource": "arn:aws:states:::s3:getObject", "ReaderConfig": {{{config}}},
            "Parameters": {{"Bucket": "b", "Key": "k"}}}}, "ItemProcessor": {{
            "ProcessorConfig": {{"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}},
            "StartAt": "X", "States": {{"X": {{"Type": "Succeed"}}}}}}"#
    ));
    marked(&text).into_iter().map(|(code, text)| (code, text.to_owned())).collect()
}

#[test]
fn csv_files_need_headers_and_others_have_none() {
    assert_eq!(reader(r#""InputType": "CSV", "CSVHeaderLocation": "FIRST_ROW""#), []);
    assert_eq!(
        reader(r#""InputType": "CSV", "CSVHeaderLocation": "GIVEN", "CSVHeaders": ["a"]"#),
        []
    );
    assert_eq!(reader(r#""InputType": "CSV""#), [(Code::MissingField, "{".to_owned())]);
    assert_eq!(reader(r#""InputType": "PARQUET""#), []);
    assert_eq!(
        reader(r#""InputType": "CSV", "CSVHeaderLocation": "GIVEN""#),
        [(Code::MissingField, "{".to_owned())]
    );
    let json = reader(r#""InputType": "JSON", "CSVHeaderLocation": "FIRST_ROW""#);
    assert_eq!(json, [(Code::FieldNotAllowed, r#""CSVHeaderLocation""#.to_owned())]);
}

#[test]
fn the_input_type_goes_with_manifest_pointer_and_transformation() {
    assert_eq!(reader(r#""InputType": "JSON", "ItemsPointer": "/a""#), []);
    assert_eq!(reader(r#""ManifestType": "S3_INVENTORY""#), []);
    assert_eq!(reader(r#""ManifestType": "ATHENA_DATA", "InputType": "JSONL""#), []);
    assert_eq!(reader(r#""ManifestType": "ATHENA_DATA", "InputType": "PARQUET""#), []);
    let excluded = reader(r#""ManifestType": "S3_INVENTORY", "InputType": "CSV""#);
    assert_eq!(excluded, [(Code::ExclusiveFields, r#""InputType""#.to_owned())]);
    let athena = reader(r#""ManifestType": "ATHENA_DATA", "InputType": "JSON""#);
    assert_eq!(athena, [(Code::FieldNotAllowed, r#""InputType""#.to_owned())]);
    let pointer = reader(r#""InputType": "JSONL", "ItemsPointer": "/a""#);
    assert_eq!(pointer, [(Code::FieldNotAllowed, r#""ItemsPointer""#.to_owned())]);
    assert_eq!(reader(r#""InputType": "JSON", "ItemsPointer": """#), []);
    let relative = reader(r#""InputType": "JSON", "ItemsPointer": "data/items""#);
    assert_eq!(relative, [(Code::PathSyntax, r#""data/items""#.to_owned())]);
    assert_eq!(
        reader(r#""Transformation": "LOAD_AND_FLATTEN""#),
        [(Code::MissingField, "{".to_owned())]
    );
}

#[test]
fn numbers_of_a_map_have_limits_and_come_from_the_data() {
    assert_eq!(reader(r#""InputType": "JSON", "MaxItems": 100000000"#), []);
    assert_eq!(
        reader(r#""InputType": "JSON", "MaxItems": 100000001"#),
        [(Code::OutOfRange, "100000001".to_owned())]
    );
    let context = reader(r#""InputType": "JSON", "MaxItemsPath": "$$.Execution.Input.n""#);
    assert_eq!(context, [(Code::NotAReferencePath, r#""$$.Execution.Input.n""#.to_owned())]);
}

/// A distributed Map with these fields and this configuration of its processor.
fn distributed(fields: &str, config: &str) -> String {
    with_state(&format!(
        r#""Type": "Map", "Next": "B", {fields} "ItemProcessor": {{
            "ProcessorConfig": {{"Mode": "DISTRIBUTED"{config}}},
            "StartAt": "X", "States": {{"X": {{"Type": "Succeed"}}}}}}"#
    ))
}

/// The codes of a definition under both profiles.
fn both(text: &str) -> [Vec<Code>; 2] {
    [Profile::Spec, Profile::Aws].map(|profile| {
        let options = Options::default().profile(profile);
        let checked = compile::check(&mut Sources::from_text("a.json", text), &options);
        checked.diagnostics.sorted().into_iter().map(|found| found.code).collect()
    })
}

const STANDARD: &str = r#", "ExecutionType": "STANDARD""#;

#[test]
fn what_aws_requires_of_a_distributed_map_is_an_error_only_there() {
    let missing = [vec![], vec![Code::MissingField]];
    let fine = [vec![], vec![]];
    assert_eq!(both(&distributed("", "")), missing);
    assert_eq!(both(&distributed("", STANDARD)), fine);
    let writer =
        |fields: &str| both(&distributed(&format!(r#""ResultWriter": {{{fields}}},"#), STANDARD));
    let put = r#""Resource": "arn:aws:states:::s3:putObject""#;
    assert_eq!(writer(&format!(r#"{put}, "Parameters": {{"Bucket": "b"}}"#)), missing);
    assert_eq!(writer(put), missing);
    let prefix = r#""Parameters": {"Bucket": "b", "Prefix.$": "$.p"}"#;
    assert_eq!(writer(&format!("{put}, {prefix}")), fine);
    assert_eq!(writer(r#""WriterConfig": {"Transformation": "FLATTEN"}"#), fine);
    let unknown = [vec![], vec![Code::NoSuchIntegration]];
    let get = r#""Resource": "arn:aws:states:::s3:getObject""#;
    assert_eq!(writer(&format!("{get}, {prefix}")), unknown);
}

#[test]
fn items_come_from_integrations_that_aws_has() {
    let reader = |resource: &str| {
        let fields = format!(
            r#""ItemReader": {{"Resource": "{resource}", "Parameters": {{"Bucket": "b", "Key": "k"}}}},"#
        );
        both(&distributed(&fields, STANDARD))
    };
    for good in [
        "arn:aws:states:::s3:getObject",
        "arn:aws-us-gov:states:::s3:listObjectsV2",
        "arn:${AWS::Partition}:states:::s3:getObject",
        "${Reader}",
    ] {
        assert!(!reader(good)[1].contains(&Code::NoSuchIntegration), "{good}");
    }
    for bad in ["arn:aws:states:::s3:putObject", "arn:aws:states:::dynamodb:scan", "s3:getObject"] {
        assert_eq!(reader(bad), [vec![], vec![Code::NoSuchIntegration]], "{bad}");
    }
}
