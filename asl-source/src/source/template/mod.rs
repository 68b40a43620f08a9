//! State machines in the templates of `CloudFormation`, SAM and the CDK, and in files of Terraform.
//!
//! A template is a document with `Resources`. The definition of a state machine is an object
//! (`Definition`), a text (`DefinitionString`), which functions such as `Fn::Join` may put together,
//! or a file (`DefinitionUri`). What is known only at deployment becomes `${Name}`: a `Ref` the name
//! of its resource, a `Fn::GetAtt` its resource and attribute.

mod embedded;
mod functions;

use super::tree;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, nearest, printable};
use crate::source::{FileId, Node, Sources, Span, Spanned};

/// The type of a resource that is a state machine.
pub(super) const STATE_MACHINE: &str = "AWS::StepFunctions::StateMachine";

/// The types of resources that are state machines.
const TYPES: [&str; 2] = [STATE_MACHINE, "AWS::Serverless::StateMachine"];

/// The properties that hold a definition.
const DEFINITIONS: [&str; 4] =
    ["Definition", "DefinitionString", "DefinitionUri", "DefinitionS3Location"];

/// The property without a value that the reader of Terraform's files makes of a definition that is
/// known only when Terraform runs.
pub(super) const KNOWN_LATER: &str = "definition";

/// A state machine of a template.
#[derive(Debug)]
struct Resource<'t> {
    name: &'t Spanned<String>,
    properties: Option<&'t Node>,
}

/// The names of the state machines in the template that is the first of `sources`; empty if it is
/// no template.
///
/// ```
/// use asl_codegen::source::{Sources, machines_of_template};
///
/// let template = r#"{ "Resources": {
///     "Orders": { "Type": "AWS::SQS::Queue" },
///     "Order": { "Type": "AWS::Serverless::StateMachine", "Properties": {} }
/// } }"#;
/// assert_eq!(machines_of_template(&Sources::from_text("template.json", template)), ["Order"]);
/// ```
pub fn machines_of_template(sources: &Sources) -> Vec<String> {
    // The compiler reads it again, and reports what cannot be read.
    let tree = tree::parse(sources, FileId(0), &mut Diagnostics::default());
    let machines = tree.as_ref().and_then(machines).unwrap_or_default();
    machines.into_iter().map(|machine| machine.name.value.clone()).collect()
}

/// The definition in a document: the document itself, or the one of a template's state machine.
/// `None`: there is none, which is reported.
pub fn definition(
    tree: Node,
    wanted: Option<&str>,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Node> {
    let Some(machines) = machines(&tree) else {
        let Some(wanted) = wanted else { return Some(tree) };
        let title = format!("this is no template, so it has no resource `{}`", shown(wanted));
        diagnostics.push(
            Diagnostic::new(Code::UnknownResource, tree.span.first_byte(), title)
                .of_entry(wanted)
                .help("remove the option `resource`"),
        );
        return None;
    };
    let machine = chosen(&machines, wanted, tree.span, diagnostics)?;
    machine.definition(sources, diagnostics)
}

/// The state machines of a template; `None`: the document is no template.
fn machines(tree: &Node) -> Option<Vec<Resource<'_>>> {
    if tree.get("StartAt").is_some() {
        return None;
    }
    let resources = tree.get("Resources")?.as_object()?;
    let machines = resources.iter().filter_map(|member| {
        let kind = member.value.get("Type")?.as_str()?;
        let resource = Resource { name: &member.key, properties: member.value.get("Properties") };
        TYPES.contains(&kind).then_some(resource)
    });
    Some(machines.collect())
}

/// The state machine with a name, or the only one.
fn chosen<'r, 't>(
    machines: &'r [Resource<'t>],
    wanted: Option<&str>,
    template: Span,
    diagnostics: &mut Diagnostics,
) -> Option<&'r Resource<'t>> {
    let names = || machines.iter().map(|machine| machine.name.value.as_str());
    let diagnostic = match (wanted, machines) {
        (None, [only]) => return Some(only),
        (None, []) => unknown(template, "this template has no state machine".to_owned())
            .help(format!("a state machine is a resource of the type `{}`", TYPES.join("` or `"))),
        (None, _) => {
            let title = format!("this template has {} state machines", machines.len());
            let names: Vec<String> = names().take(20).map(shown).collect();
            unknown(template, title)
                .help(format!("set the option `resource` to one of `{}`", names.join("`, `")))
        }
        (Some(wanted), _) => {
            let found = machines.iter().find(|machine| machine.name.value == wanted);
            if found.is_some() {
                return found;
            }
            let title = format!("this template has no state machine `{}`", shown(wanted));
            unknown(template, title).of_entry(wanted).did_you_mean(
                nearest(wanted, names()),
                format!("there are {} state machines", machines.len()),
            )
        }
    };
    diagnostics.push(diagnostic);
    None
}

fn unknown(template: Span, title: String) -> Diagnostic {
    Diagnostic::new(Code::UnknownResource, template.first_byte(), title)
}

fn shown(name: &str) -> String {
    printable(name, 80)
}

impl Resource<'_> {
    fn definition(&self, sources: &mut Sources, diagnostics: &mut Diagnostics) -> Option<Node> {
        let later = self.properties.and_then(|properties| properties.member(KNOWN_LATER));
        if let Some(later) = later.filter(|member| member.value.is_null()) {
            diagnostics.push(known_later(later.value.span));
            return None;
        }
        let found = DEFINITIONS.iter().find_map(|name| {
            let member = self.properties?.member(name)?;
            Some((*name, member))
        });
        let Some((property, member)) = found else {
            let title =
                format!("the state machine `{}` has no definition", shown(&self.name.value));
            diagnostics.push(
                Diagnostic::new(Code::TemplateDefinition, self.name.span, title)
                    .label(format!("expected one of `{}`", DEFINITIONS.join("`, `"))),
            );
            return None;
        };
        let value = &member.value;
        match property {
            "Definition" => Some(functions::without_functions(value)),
            "DefinitionString" => match functions::text_of(value) {
                Some(text) => embedded::parse(&text, value.span, diagnostics),
                None => {
                    diagnostics.push(not_text(member.key.span, property, value));
                    None
                }
            },
            _ => match value.as_str() {
                Some(path) => included(path, value.span, sources, diagnostics),
                None => {
                    diagnostics.push(not_text(member.key.span, property, value).help(
                        "only files are read while a program is built: name one by its path",
                    ));
                    None
                }
            },
        }
    }
}

/// A definition that Terraform computes.
fn known_later(place: Span) -> Diagnostic {
    let title = "this definition is known only when Terraform runs".to_owned();
    Diagnostic::new(Code::TemplateDefinition, place, title)
        .label("expected a text, a heredoc, `jsonencode({..})`, `file(..)` or `templatefile(..)`")
        .help("or print it with `terraform show -json`, and name that file")
}

fn not_text(place: Span, property: &str, value: &Node) -> Diagnostic {
    let title = format!("`{property}` is {}, and a text is expected", value.kind());
    Diagnostic::new(Code::TemplateDefinition, place, title)
}

/// A definition in a file of its own.
fn included(
    path: &str,
    place: Span,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Option<Node> {
    match sources.include(path, place.file, place) {
        Ok(file) => tree::parse_definition(sources, file, diagnostics),
        Err(diagnostic) => {
            diagnostics.push(*diagnostic);
            None
        }
    }
}
