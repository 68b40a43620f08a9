//! Tests of templates: the forms that deployment tools write.

use std::fs;

use crate::compile;
use crate::ir::Machine;
use crate::tests::with;
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::options::Options;
use asl_source::source::Sources;

fn checked(name: &str, text: &str, options: &Options) -> (Option<Machine>, Vec<Diagnostic>) {
    let checked = compile::check(&mut Sources::from_text(name, text), options);
    (checked.machine, checked.diagnostics.sorted())
}

fn machine(name: &str, text: &str) -> Machine {
    let (machine, diagnostics) = checked(name, text, &Options::default());
    assert_eq!(diagnostics, [], "{text}");
    machine.expect("a machine without findings")
}

/// The parts of a text that findings point at, with their codes.
fn marked<'t>(name: &str, text: &'t str) -> Vec<(Code, &'t str)> {
    let (_, found) = checked(name, text, &Options::default());
    found
        .iter()
        .map(|found| (found.code, &text[found.span.start as usize..found.span.end as usize]))
        .collect()
}

/// A template of the CDK, with a definition that `Fn::Join` puts together.
fn cdk(next: &str) -> String {
    r#"{ "Resources": {
        "Ship8B1A2C3D": { "Type": "AWS::Lambda::Function" },
        "OrderMachine": {
            "Type": "AWS::StepFunctions::StateMachine",
            "Properties": { "DefinitionString": { "Fn::Join": ["", [
                "{\"StartAt\":\"Größe \\\"A\\\"\",\"States\":{\"Größe \\\"A\\\"\":{\"Type\":\"Task\",\"Resource\":\"",
                { "Fn::GetAtt": ["Ship8B1A2C3D", "Arn"] },
                "\",\"Next\":\"NEXT\"},\"B\":{\"Type\":\"Succeed\"}}}"
            ]] } }
        }
    } }"#
    .replace("NEXT", next)
}

#[test]
fn joined_texts_of_the_cdk_are_read_with_their_places() {
    let machine = machine("app.template.json", &cdk("B"));
    assert_eq!(machine.states[0].name.value, "Größe \"A\"");
    assert_eq!(machine.tasks[0].resource.value, "${Ship8B1A2C3D.Arn}");
    let text = cdk("Bee");
    assert_eq!(marked("app.template.json", &text), [(Code::UnknownTarget, r#"\"Bee\""#)]);
    let text = cdk("B").replace("Succeed", "Suceed");
    assert_eq!(marked("app.template.json", &text), [(Code::UnknownStateType, r#"\"Suceed\""#)]);
    let text = cdk("B").replace(r#"{\"Type\":\"Succeed\"}"#, r#"{\"Type\":\"Succeed\",}"#);
    assert_eq!(marked("app.template.json", &text), [(Code::JsonSyntax, ",")]);
}

/// A template of SAM with a definition as an object.
const SAM: &str = "\
AWSTemplateFormatVersion: '2010-09-09'
Transform: AWS::Serverless-2016-10-31
Resources:
  Ship:
    Type: AWS::Serverless::Function
    Properties: { CodeUri: !If [IsProduction, ship/, ship-test/] }
  OrderMachine:
    Type: AWS::Serverless::StateMachine
    Properties:
      Definition:
        StartAt: Ship
        States:
          Ship:
            Type: Task
            Resource: !GetAtt Ship.Arn
            Next: Done
          Done: { Type: Succeed }
";

#[test]
fn definitions_of_sam_are_read_with_functions_as_placeholders() {
    assert_eq!(machine("template.yaml", SAM).tasks[0].resource.value, "${Ship.Arn}");
    for function in ["Fn::GetAtt: [Ship, Arn]", "Fn::GetAtt: Ship.Arn", "Fn::Sub: '${Ship.Arn}'"] {
        let text = SAM.replace("!GetAtt Ship.Arn", &format!("{{ {function} }}"));
        assert_eq!(machine("template.yaml", &text).tasks[0].resource.value, "${Ship.Arn}");
    }
    let text = SAM.replace("Next: Done", "Next: Doen");
    assert_eq!(marked("template.yaml", &text), [(Code::UnknownTarget, "Doen")]);
}

#[test]
fn the_partition_of_a_call_is_filled_in() {
    let text = SAM.replace("!GetAtt Ship.Arn", "!Sub 'arn:${AWS::Partition}:states:::sns:publish'");
    let resource = |options: &Options| {
        let (machine, found) = checked("template.yaml", &text, options);
        assert!(found.iter().all(|found| found.code != Code::UnknownCall), "{found:?}");
        machine.expect("a machine").tasks[0].resource.value.clone()
    };
    assert_eq!(resource(&Options::default()), "arn:aws:states:::sns:publish");
    let values = [("AWS::Partition".to_owned(), "aws-cn".to_owned())];
    let options = Options::default().substitute(values.to_vec());
    assert_eq!(resource(&options), "arn:aws-cn:states:::sns:publish");
}

#[test]
fn the_partition_of_a_file_of_values_is_filled_in() {
    let package = std::env::temp_dir().join(format!("asl-partition-{}", std::process::id()));
    fs::create_dir_all(&package).unwrap();
    let text = SAM.replace("!GetAtt Ship.Arn", "!Sub 'arn:${AWS::Partition}:states:::sns:publish'");
    fs::write(package.join("template.yaml"), text).unwrap();
    fs::write(package.join("values.json"), r#"{"AWS::Partition": "aws-us-gov"}"#).unwrap();
    let options = with(Options::default(), |options| {
        options.substitute_file = Some("values.json".to_owned());
    });
    let (_, checked) = compile::check_file(&package.join("template.yaml"), &package, &options);
    fs::remove_dir_all(package).unwrap();
    let machine = checked.machine.expect("a machine");
    assert_eq!(machine.tasks[0].resource.value, "arn:aws-us-gov:states:::sns:publish");
}

#[test]
fn a_text_of_yaml_is_read_with_its_places() {
    let text = "\
Resources:
  Order:
    Type: AWS::StepFunctions::StateMachine
    Properties:
      DefinitionString: !Sub |
        { \"StartAt\": \"Ship\", \"States\": {
            \"Ship\": { \"Type\": \"Task\", \"Resource\": \"${Ship.Arn}\", \"Next\": \"Doen\" },
            \"Done\": { \"Type\": \"Succeed\" } } }
";
    assert_eq!(marked("template.yml", text), [(Code::UnknownTarget, "\"Doen\"")]);
    let text = "\
Resources:
  Order:
    Type: AWS::StepFunctions::StateMachine
    Properties:
      DefinitionString:
        Fn::Sub:
          - |
            { \"StartAt\": \"Ship\", \"States\": {
                \"Ship\": { \"Type\": \"Task\", \"Resource\": \"${Ship}\", \"Next\": \"Doen\" },
                \"Done\": { \"Type\": \"Succeed\" } } }
          - Ship: !GetAtt Ship.Arn
";
    assert_eq!(marked("template.yml", text), [(Code::UnknownTarget, "\"Doen\"")]);
}

#[test]
fn a_template_without_the_wanted_machine_is_an_error() {
    let two = r#"{"Resources": {
        "A": {"Type": "AWS::Serverless::StateMachine", "Properties": {"Definition": {"StartAt": "S", "States": {"S": {"Type": "Succeed"}}}}},
        "B": {"Type": "AWS::Serverless::StateMachine", "Properties": {"DefinitionUri": {"Bucket": "b"}}},
        "C": {"Type": "AWS::Serverless::StateMachine"}}}"#;
    let with = |resource: Option<&str>| {
        let options =
            with(Options::default(), |options| options.resource = resource.map(str::to_owned));
        let (machine, found) = checked("t.json", two, &options);
        let found = found.iter().map(|found| (found.code, found.title.clone()));
        (machine.is_some(), found.collect::<Vec<_>>())
    };
    let error = |code: Code, title: &str| (false, vec![(code, title.to_owned())]);
    assert_eq!(with(Some("A")), (true, Vec::new()));
    assert_eq!(with(None), error(Code::UnknownResource, "this template has 3 state machines"));
    assert_eq!(
        with(Some("D")),
        error(Code::UnknownResource, "this template has no state machine `D`")
    );
    assert_eq!(
        with(Some("B")),
        error(Code::TemplateDefinition, "`DefinitionUri` is an object, and a text is expected")
    );
    assert_eq!(
        with(Some("C")),
        error(Code::TemplateDefinition, "the state machine `C` has no definition")
    );
    let (_, found) = checked(
        "t.json",
        r#"{"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}"#,
        &super::with(Options::default(), |options| options.resource = Some("A".to_owned())),
    );
    assert_eq!(found[0].code, Code::UnknownResource);
}
