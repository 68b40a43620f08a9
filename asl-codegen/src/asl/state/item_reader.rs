//! `ReaderConfig` of an `ItemReader`: its values, and the combinations of fields that AWS accepts.

use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::field::allowed::{check_fields, report_exclusive, report_needed};
use crate::asl::field::number::{read_computed, read_integer};
use crate::asl::field::paths::read_number_path;
use crate::ir::Computed;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};

/// AWS's limit for `MaxItems`.
const MOST_ITEMS: u32 = 100_000_000;

/// The words of a configuration.
struct Kind {
    input: Option<&'static str>,
    manifest: Option<&'static str>,
    transformation: Option<&'static str>,
    header: Option<&'static str>,
}

/// Checks words and combinations of fields; returns `MaxItemsPath`, or `MaxItems` as an expression.
pub(crate) fn read_reader_config<'a>(
    context: &mut Context<'a>,
    config: &Object<'a>,
) -> Option<Computed> {
    check_fields(context, config);
    let kind = Kind {
        input: config.word(
            "InputType",
            &["CSV", "JSON", "JSONL", "MANIFEST", "PARQUET"],
            context.diagnostics,
        ),
        manifest: config.word(
            "ManifestType",
            &["ATHENA_DATA", "S3_INVENTORY"],
            context.diagnostics,
        ),
        transformation: config.word(
            "Transformation",
            &["NONE", "LOAD_AND_FLATTEN"],
            context.diagnostics,
        ),
        header: config.word("CSVHeaderLocation", &["FIRST_ROW", "GIVEN"], context.diagnostics),
    };
    config.word(
        "CSVDelimiter",
        &["COMMA", "PIPE", "SEMICOLON", "SPACE", "TAB"],
        context.diagnostics,
    );
    check_items_pointer(config, context.diagnostics);
    config.list("CSVHeaders", context.diagnostics);
    check_input_type(context, config, &kind);
    check_headers(context, config, &kind);
    read_integer(context, config, "MaxItems", 0..=MOST_ITEMS);
    read_computed(context, config, "MaxItems", read_number_path)
}

/// `ItemsPointer` is a JSON Pointer (RFC 6901): empty, or names that each follow a `/`.
fn check_items_pointer(config: &Object<'_>, diagnostics: &mut Diagnostics) {
    let Some(pointer) = config.string("ItemsPointer", diagnostics) else { return };
    let text = pointer.value();
    if text.is_empty() || text.starts_with('/') {
        return;
    }
    let title = "`ItemsPointer` must begin with `/`";
    let help = format!("it is a JSON Pointer, not a path: write `/{text}`");
    diagnostics.push(Diagnostic::new(Code::PathSyntax, pointer.span, title).help(help));
}

/// Checks that `InputType` is there where it is needed, and fits the other fields.
fn check_input_type<'a>(context: &mut Context<'a>, config: &Object<'a>, kind: &Kind) {
    let is_there = config.get("InputType").is_some();
    match (kind.manifest, kind.input) {
        (Some("S3_INVENTORY"), _) if is_there => {
            report_exclusive(config, "ManifestType", "InputType", context.diagnostics);
        }
        (Some("ATHENA_DATA"), Some(input @ ("JSON" | "MANIFEST"))) => {
            report_misfit(
                context,
                config,
                "InputType",
                &format!("a manifest of Athena does not list {input} files"),
            );
        }
        _ => {}
    }
    if kind.transformation == Some("LOAD_AND_FLATTEN") && !is_there {
        report_needed(
            config,
            "InputType",
            "`LOAD_AND_FLATTEN` reads the files that are listed",
            context.diagnostics,
        );
    }
    if config.get("ItemsPointer").is_some() && kind.input.is_some_and(|input| input != "JSON") {
        report_misfit(context, config, "ItemsPointer", "only JSON has places to point at");
    }
}

/// Checks that CSV files have headers, and other files have none.
fn check_headers<'a>(context: &mut Context<'a>, config: &Object<'a>, kind: &Kind) {
    match kind.input {
        Some("CSV") if config.get("CSVHeaderLocation").is_none() && kind.manifest.is_none() => {
            report_needed(
                config,
                "CSVHeaderLocation",
                "the columns of CSV files need names",
                context.diagnostics,
            );
        }
        Some("JSON" | "JSONL" | "PARQUET") => {
            report_misfit(context, config, "CSVHeaderLocation", "only CSV files have header rows");
        }
        _ => {}
    }
    if kind.header == Some("GIVEN") && config.get("CSVHeaders").is_none() {
        report_needed(
            config,
            "CSVHeaders",
            "`GIVEN` says that the headers are given",
            context.diagnostics,
        );
    }
}

/// Reports a field that does not go with the others.
fn report_misfit<'a>(context: &mut Context<'a>, config: &Object<'a>, name: &str, why: &str) {
    let Some(member) = config.member(name) else { return };
    let title = format!("`{name}` does not go with the other fields");
    context
        .diagnostics
        .push(Diagnostic::new(Code::FieldNotAllowed, member.key.span, title).label(why));
}
