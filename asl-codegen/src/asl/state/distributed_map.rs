//! The fields of a distributed Map: the reader of its items, batches, tolerated failures, and the
//! writer of its results. ASL (today's edition): "Map State".

use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::field::allowed::{check_fields, report_needed};
use crate::asl::field::flow::{read_input_value, read_parameters};
use crate::asl::field::number::{is_computed, read_computed, read_count};
use crate::asl::field::paths::read_number_path;
use crate::asl::field::table::ObjectKind;
use crate::asl::state::item_reader::read_reader_config;
use crate::ir::{Batch, Computed, Limit, Literal, MapRun, Store};
use crate::read::literal::{distinct, literal_of};
use crate::read::object::StringField;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::options::Profile;
use asl_source::source::placeholder::next_placeholder;
use asl_source::source::{Json, Node};
use asl_source::span::Spanned;

/// The mode of a Map's iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Within the execution of the Map.
    Inline,
    /// Each as a child execution.
    Distributed { express: bool },
}

/// Fields that an inline Map must not have by the specification, and that it ignores at AWS.
const ONLY_DISTRIBUTED: [&str; 3] = ["ItemReader", "ItemBatcher", "ResultWriter"];

/// Fields that an inline Map may have and ignores.
const IDLE_INLINE: [&str; 5] = [
    "Label",
    "ToleratedFailureCount",
    "ToleratedFailureCountPath",
    "ToleratedFailurePercentage",
    "ToleratedFailurePercentagePath",
];

/// AWS's limit for a `Label`, in characters.
const LONGEST_LABEL: usize = 40;

/// AWS's limit for the input of a child execution, in bytes.
const MOST_BYTES: u32 = 262_144;

/// The integrations that read items.
const READERS: &[&str] = &["s3:getObject", "s3:listObjectsV2"];

/// The integrations that write results.
const WRITERS: &[&str] = &["s3:putObject"];

/// Reads the fields of a distributed Map; checks that an inline Map has none of them.
pub(crate) fn read_map_run<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
    mode: Mode,
) -> Option<Box<MapRun>> {
    let label = read_label(object, context.diagnostics);
    let reader =
        object.get("ItemReader").and_then(|node| read_item_reader(context, node, object.state));
    let (reader, max_items) = reader.unzip();
    let run = MapRun {
        express: mode == Mode::Distributed { express: true },
        label,
        tolerated_count: read_count(
            context,
            object,
            "ToleratedFailureCount",
            0..=u32::MAX,
            read_number_path,
        ),
        tolerated_percentage: read_tolerated_percentage(context, object),
        batch: object.get("ItemBatcher").and_then(|node| read_batch(context, node, object.state)),
        reader,
        max_items: max_items.flatten(),
        writer: object
            .get("ResultWriter")
            .and_then(|node| read_result_writer(context, node, object.state)),
    };
    if mode != Mode::Inline {
        return Some(Box::new(run));
    }
    report_not_inline(object, context);
    None
}

/// Reports the fields of a distributed Map. AWS accepts them all in an inline Map.
fn report_not_inline(object: &Object<'_>, context: &mut Context<'_>) {
    let help = "for child executions, add `\"ProcessorConfig\": { \"Mode\": \"DISTRIBUTED\", \"ExecutionType\": \"STANDARD\" }`";
    for member in object.members {
        let name = member.key.value.as_str();
        let is_only_distributed = ONLY_DISTRIBUTED.contains(&name);
        let diagnostic = if is_only_distributed && context.options.profile == Profile::Spec {
            let title = format!("only a distributed Map can have `{name}`");
            Diagnostic::new(Code::FieldNotAllowed, member.key.span, title)
        } else if is_only_distributed || IDLE_INLINE.contains(&name) {
            let title = format!("`{name}` has no effect in an inline Map");
            Diagnostic::new(Code::IdleInline, member.key.span, title)
        } else {
            continue;
        };
        context.diagnostics.push(diagnostic.label("this Map runs inline").help(help));
    }
}

fn read_label(object: &Object<'_>, diagnostics: &mut Diagnostics) -> Option<Spanned<String>> {
    let label = object.string("Label", diagnostics)?;
    let text = label.value();
    let is_odd =
        |c: char| c.is_control() || c.is_whitespace() || "?*<>{}[]:;,\\|^~$#%&`\"".contains(c);
    let problem = match text.chars().find(|c| is_odd(*c)) {
        Some(odd) => format!("{odd:?} cannot stand in a label"),
        None if text.is_empty() => "a label needs a character".to_owned(),
        None if text.chars().count() > LONGEST_LABEL => {
            format!("a label has at most {LONGEST_LABEL} characters")
        }
        None => return Some(label.spanned()),
    };
    diagnostics
        .push(Diagnostic::new(Code::BadLabel, label.span, "this is no `Label`").label(problem));
    None
}

fn read_tolerated_percentage<'a>(
    context: &mut Context<'a>,
    object: &Object<'a>,
) -> Option<Limit<f64>> {
    const NAME: &str = "ToleratedFailurePercentage";
    if let Some(computed) = read_computed(context, object, NAME, read_number_path) {
        return Some(Limit::At(computed));
    }
    if is_computed(context, object, NAME) {
        return None;
    }
    let allowed = "allowed are 0 to 100";
    object.number(NAME, 0.0..=100.0, allowed, context.diagnostics).map(Limit::Fixed)
}

fn read_batch<'a>(context: &mut Context<'a>, node: &'a Node, state: &'a str) -> Option<Batch> {
    let object = Object::read(node, ObjectKind::ItemBatcher, state, context.diagnostics)?;
    check_fields(context, &object);
    let batch = Batch {
        items: read_count(context, &object, "MaxItemsPerBatch", 1..=u32::MAX, read_number_path),
        bytes: read_count(
            context,
            &object,
            "MaxInputBytesPerBatch",
            1..=MOST_BYTES,
            read_number_path,
        ),
        input: read_input_value(context, &object, "BatchInput"),
    };
    let limits = [
        "MaxItemsPerBatch",
        "MaxItemsPerBatchPath",
        "MaxInputBytesPerBatch",
        "MaxInputBytesPerBatchPath",
    ];
    if limits.iter().all(|name| object.get(name).is_none()) {
        let title = format!("{} does not say how large a batch is", object.name());
        context.diagnostics.push(
            Diagnostic::new(Code::MissingOneOf, object.head, title)
                .label("`MaxItemsPerBatch` or `MaxInputBytesPerBatch` is needed"),
        );
    }
    Some(batch)
}

fn read_item_reader<'a>(
    context: &mut Context<'a>,
    node: &'a Node,
    state: &'a str,
) -> Option<(Store, Option<Computed>)> {
    let object = Object::read(node, ObjectKind::ItemReader, state, context.diagnostics)?;
    check_fields(context, &object);
    let resource = object.required_string("Resource", context.diagnostics);
    let resource = resource.map(|text| read_resource(context, text, READERS));
    let config = object
        .get("ReaderConfig")
        .and_then(|node| Object::read(node, ObjectKind::ReaderConfig, state, context.diagnostics));
    let max_items = config.as_ref().and_then(|config| read_reader_config(context, config));
    let config = config.map_or(Literal::Object(Vec::new()), |config| constants(context, &config));
    let parameters = read_parameters(context, &object);
    Some((Store { resource: resource.unwrap_or_default(), config, parameters }, max_items))
}

/// The fields of a configuration but those that are expressions.
fn constants(context: &Context<'_>, config: &Object<'_>) -> Literal {
    let members = distinct(config.members)
        .filter(|member| !is_computed(context, config, &member.key.value))
        .map(|member| (member.key.value.clone(), literal_of(&member.value)));
    Literal::Object(members.collect())
}

fn read_result_writer<'a>(
    context: &mut Context<'a>,
    node: &'a Node,
    state: &'a str,
) -> Option<Store> {
    let object = Object::read(node, ObjectKind::ResultWriter, state, context.diagnostics)?;
    check_fields(context, &object);
    if let Some(config) = object
        .get("WriterConfig")
        .and_then(|node| Object::read(node, ObjectKind::WriterConfig, state, context.diagnostics))
    {
        check_fields(context, &config);
        config.word("Transformation", &["NONE", "COMPACT", "FLATTEN"], context.diagnostics);
        config.word("OutputType", &["JSON", "JSONL"], context.diagnostics);
    }
    let config = object.get("WriterConfig").map_or(Literal::Object(Vec::new()), literal_of);
    let resource = object.string("Resource", context.diagnostics);
    let resource = resource.map(|text| read_resource(context, text, WRITERS));
    check_prefix(context, &object);
    let parameters = read_parameters(context, &object);
    Some(Store { resource: resource.unwrap_or_default(), config, parameters })
}

/// Reads the resource of a reader or writer. Step Functions knows few of them.
fn read_resource(context: &mut Context<'_>, text: StringField<'_>, known: &[&str]) -> String {
    let resource = text.value();
    let is_known = resource.split_once(":states:::").is_some_and(|(_, name)| known.contains(&name));
    // Part of the name may be known at deployment.
    let is_open = next_placeholder(resource, 0).is_some();
    if context.options.profile == Profile::Aws && !is_known && !is_open {
        let wanted: Vec<_> =
            known.iter().map(|name| format!("`arn:aws:states:::{name}`")).collect();
        let title = format!("Step Functions cannot read or write items by `{resource}`");
        context.diagnostics.push(
            Diagnostic::new(Code::NoSuchIntegration, text.span, title)
                .label(format!("allowed here: {}", wanted.join(", "))),
        );
    }
    resource.to_owned()
}

/// Reports a writer without the `Prefix` that AWS requires. Values that an expression computes are
/// not known yet.
fn check_prefix(context: &mut Context<'_>, object: &Object<'_>) {
    let fields = object.get("Parameters").or_else(|| object.get("Arguments"));
    let has_prefix = match fields.map(|fields| &fields.value) {
        Some(Json::Object(members)) => {
            members.iter().any(|member| matches!(member.key.value.as_str(), "Prefix" | "Prefix.$"))
        }
        Some(_) => true,
        None => !object.has("Resource"),
    };
    if context.options.profile == Profile::Aws && !has_prefix {
        let why = "AWS needs `Bucket` and `Prefix` to name the files of the results";
        report_needed(object, "Prefix", why, context.diagnostics);
    }
}
