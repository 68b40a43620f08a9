//! Tests of definitions in files of Terraform, as people write them.

use crate::compile;
use crate::ir::Machine;
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::options::Options;
use asl_source::source::{Sources, machines_of_template};

fn checked(text: &str, options: &Options) -> (Option<Machine>, Vec<Diagnostic>) {
    let checked = compile::check(&mut Sources::from_text("main.tf", text), options);
    (checked.machine, checked.diagnostics.sorted())
}

/// The codes, places and texts of the findings.
fn found(text: &str, options: &Options) -> Vec<(Code, String)> {
    let sources = Sources::from_text("main.tf", text);
    let (_, findings) = checked(text, options);
    let shown = |found: &Diagnostic| {
        let part = &text[found.span.start as usize..found.span.end as usize];
        (found.code, format!("{} {part}", sources.position(found.span)))
    };
    findings.iter().map(shown).collect()
}

fn resource(definition: &str) -> String {
    format!("resource \"aws_sfn_state_machine\" \"order\" {{\n  definition = {definition}\n}}\n")
}

#[test]
fn a_heredoc_is_a_definition_with_its_places() {
    let text = resource(
        r#"<<-EOF
    {
      "StartAt": "Größe",
      "States": {
        "Größe": { "Type": "Task", "Resource": "${aws_lambda_function.ship["a"].arn}", "Next": "Shipp" },
        "Ship": { "Type": "Succeed" }
      }
    }
  EOF"#,
    );
    let place = "6:96 \"Shipp\"".to_owned();
    assert_eq!(found(&text, &Options::default())[0], (Code::UnknownTarget, place));
    let (machine, findings) = checked(&text.replace("Shipp", "Ship"), &Options::default());
    assert_eq!(findings, []);
    let machine = machine.expect("a machine");
    assert_eq!(machine.tasks[0].resource.value, "${aws_lambda_function.ship.a.arn}");
}

#[test]
fn a_text_in_quotation_marks_has_the_places_of_its_escapes() {
    let text = resource(r#""{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Suceed\"}}}""#);
    let place = r#"2:69 \"Suceed\""#.to_owned();
    assert_eq!(found(&text, &Options::default()), [(Code::UnknownStateType, place)]);
}

/// Local values, references, and what a condition chooses.
const ENCODED: &str = r#"
locals {
  defaults = { TimeoutSeconds = 9 }
  flow = jsonencode({
    StartAt = "Ship" # a comment
    States = {
      Ship = merge(local.defaults, {
        Type     = "Task"
        Resource = aws_lambda_function.ship.arn
        Next     = "Wait",
      })
      "Wait" : { Type = "Wait", Seconds = var.wait, Next = local.last }
      Done = { Type = "Succeed" }
    }
  })
  last = "Done"
}

resource "aws_sfn_state_machine" "order" {
  name       = "order-${var.stage}"
  definition = local.flow
  tags       = { for key, value in var.tags : key => "}" }
}
"#;

#[test]
fn an_encoded_object_is_a_definition_with_its_local_values() {
    let options = Options::default().substitute(vec![("var.wait".to_owned(), "3".to_owned())]);
    // With values all placeholders must have one.
    let place = "9:20 aws_lambda_function.ship.arn".to_owned();
    assert_eq!(found(ENCODED, &options), [(Code::UnknownSubstitution, place)]);
    let arn = "arn:aws:lambda:eu-west-1:123456789012:function:ship".to_owned();
    let values = [("var.wait", "3".to_owned()), ("aws_lambda_function.ship.arn", arn)];
    let values = values.map(|(name, value)| (name.to_owned(), value)).to_vec();
    let (machine, findings) = checked(ENCODED, &Options::default().substitute(values.clone()));
    assert_eq!(findings, []);
    let machine = machine.expect("a machine");
    let names: Vec<&str> = machine.states.iter().map(|state| state.name.value.as_str()).collect();
    assert_eq!(names, ["Ship", "Wait", "Done"]);
    let text = ENCODED.replace("last = \"Done\"", "last = \"Dome\"");
    let place = "16:10 \"Dome\"".to_owned();
    let findings = found(&text, &Options::default().substitute(values));
    assert_eq!(findings[0], (Code::UnknownTarget, place));
}

#[test]
fn a_file_has_several_state_machines() {
    let module = "module \"step_function\" {\n  source = \"x\"\n  definition = local.flow\n}\n";
    let text = format!("{ENCODED}{module}module \"other\" {{ source = \"y\" }}\n");
    let sources = Sources::from_text("main.tf", text.as_str());
    assert_eq!(machines_of_template(&sources), ["order", "step_function"]);
    let (_, findings) = checked(&text, &Options::default());
    assert_eq!(findings[0].code, Code::UnknownResource);
    let (_, findings) = checked("variable \"x\" {}\n", &Options::default());
    assert_eq!(findings[0].code, Code::UnknownResource);
}

#[test]
fn what_cannot_be_known_has_a_hint() {
    for definition in [
        "replace(local.flow, \"a\", \"b\")",
        "var.definition",
        "data.template_file.flow.rendered",
        "templatefile(\"${var.folder}/order.json\", {})",
        "var.fast ? local.one : local.two",
    ] {
        let text = format!("locals {{ round = local.round }}\n{}", resource(definition));
        let place = format!("3:16 {definition}");
        assert_eq!(found(&text, &Options::default()), [(Code::TemplateDefinition, place)]);
    }
    let text = format!("locals {{ round = local.round }}\n{}", resource("local.round"));
    let place = "1:18 local.round".to_owned();
    assert_eq!(found(&text, &Options::default()), [(Code::TemplateDefinition, place)]);
    let text = resource("\"%{ if var.x }{}%{ endif }\"");
    assert_eq!(
        found(&text, &Options::default()),
        [(Code::TemplateDefinition, "2:17 %".to_owned())]
    );
    let sources = &mut Sources::from_text("a.json.tpl", "{\n%{ if x }\n\"StartAt\": \"A\" }");
    let found = compile::check(sources, &Options::default()).diagnostics.sorted();
    assert!(found.iter().any(|found| found.code == Code::TemplateDefinition), "{found:?}");
    // curl's format is no directive.
    let text = "{ \"StartAt\": \"A\", \"Comment\": \"%{http_code}\" \"States\": {} }";
    let sources = &mut Sources::from_text("a.json", text);
    let found = compile::check(sources, &Options::default()).diagnostics.sorted();
    assert!(found.iter().all(|found| found.code != Code::TemplateDefinition), "{found:?}");
    assert!(!found.is_empty(), "no JSON without the comma");
}

#[test]
fn a_value_may_be_encoded_in_a_template() {
    let text = r#"{"StartAt": "A", "States": {"A": {"Type": "Wait", "Seconds": ${ jsonencode( wait ) }, "Next": "B"},
        "B": {"Type": "Pass", "Result": {"tags": ${jsonencode(tags)}, "name": "x-${name}"}, "End": true}}}"#;
    let values = [("wait", "3"), ("tags", "[1, {\"a\": true}]"), ("name", "shop")];
    let values = values.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let sources = &mut Sources::from_text("order.asl.json.tpl", text);
    let checked = compile::check(sources, &Options::default().substitute(values));
    assert_eq!(checked.diagnostics.sorted(), []);
}

#[test]
fn values_may_have_several_lines() {
    let other = r#"
variable "other" {
  wait = (
    var.fast
    ? 1
    : 2
  )
  all = length(var.a
    + var.b)
  tags = { for key, value in var.tags :
    # an odd " and an open (
    key => <<EOT
it's a } text
EOT
  }
}
"#;
    let text = format!(
        "{other}{}",
        resource(
            r#"<<EOF
{ "StartAt": "A", "States": { "A": { "Type": "Pass", "Result": ${jsonencode(
    var.tags # of "}"
  )}, "Next": "Bee" }, "B": { "Type": "Succeed" } } }
EOF"#,
        )
    );
    let values = vec![("var.tags".to_owned(), "[1]".to_owned())];
    let options = Options::default().substitute(values);
    assert_eq!(found(&text, &options)[0], (Code::UnknownTarget, "21:15 \"Bee\"".to_owned()));
    let (machine, findings) = checked(&text.replace("Bee", "B"), &options);
    assert_eq!(findings, []);
    assert_eq!(machine.expect("a machine").states.len(), 2);
}

#[test]
fn faults_of_the_file_are_findings() {
    for (text, place) in [
        ("resource \"a\" \"b\" {\n  x = [1, 2\n}\n", "3:1 }"),
        ("x = <<EOF\nnever ends\n", "2:1 n"),
        ("x = \"a\n\"", "1:7 \n"),
        ("x = {a 1}", "1:8 1"),
        ("= 1", "1:1 ="),
        ("}", "1:1 }"),
    ] {
        let place = place.to_owned();
        assert_eq!(found(text, &Options::default()), [(Code::TemplateDefinition, place)], "{text}");
    }
    for deep in ["[", "(", "!", "{a=", "f(", "a["] {
        let text = format!("x = {}", deep.repeat(10_000));
        assert_eq!(found(&text, &Options::default())[0].0, Code::TemplateDefinition);
    }
}

#[test]
fn local_values_that_name_each_other_stay_small() {
    let line = |n: u32| format!("a{n} = [{}]\n", format!("local.a{}, ", n - 1).repeat(50));
    let lines: String = (1..16).map(line).collect();
    let text = format!(
        "locals {{\na0 = 1\n{lines}}}\n{}",
        resource("jsonencode({ Comment = local.a15 })")
    );
    assert!(checked(&text, &Options::default()).0.is_none());
}
