//! `ReaderConfig`: how an `ItemReader` reads, and which of its fields go together, as AWS has it.

use crate::asl::context::Context;
use crate::asl::object::Object;
use crate::diagnostics::{Code, Diagnostic};
use crate::expr::jsonpath::Path;

/// AWS's limit for `MaxItems`.
const MOST_ITEMS: u32 = 100_000_000;

/// What it reads from, where it says so.
struct Kind {
    input: Option<&'static str>,
    manifest: Option<&'static str>,
    transformation: Option<&'static str>,
    header: Option<&'static str>,
}

impl<'a> Context<'a> {
    /// Looks for words that no reader knows and for fields that do not go together; `MaxItemsPath`.
    pub(crate) fn reader_config(&mut self, config: &Object<'a>) -> Option<Path> {
        self.check_fields(config);
        self.comment(config);
        let kind = Kind {
            input: self.word(config, "InputType", &["CSV", "JSON", "JSONL", "MANIFEST", "PARQUET"]),
            manifest: self.word(config, "ManifestType", &["ATHENA_DATA", "S3_INVENTORY"]),
            transformation: self.word(config, "Transformation", &["NONE", "LOAD_AND_FLATTEN"]),
            header: self.word(config, "CSVHeaderLocation", &["FIRST_ROW", "GIVEN"]),
        };
        if let (Some("PARQUET"), Some(node)) = (kind.input, config.get("InputType")) {
            self.not_yet(node.span, "the input type `PARQUET`");
        }
        self.word(config, "CSVDelimiter", &["COMMA", "PIPE", "SEMICOLON", "SPACE", "TAB"]);
        self.items_pointer(config);
        self.list(config, "CSVHeaders");
        self.input_type(config, &kind);
        self.headers(config, &kind);
        self.integer(config, "MaxItems", 0..=MOST_ITEMS);
        let path = self.string(config, "MaxItemsPath")?;
        self.number_path(path, "MaxItemsPath")
    }

    /// `ItemsPointer` is a JSON Pointer (RFC 6901): empty, or names that each follow a `/`.
    fn items_pointer(&mut self, config: &Object<'a>) {
        let Some(pointer) = self.string(config, "ItemsPointer") else { return };
        let text = &pointer.text.value;
        if text.is_empty() || text.starts_with('/') {
            return;
        }
        let title = "`ItemsPointer` must begin with `/`";
        let help = format!("it is a JSON Pointer, not a path: write `/{text}`");
        self.diagnostics.push(Diagnostic::new(Code::PathSyntax, pointer.span, title).help(help));
    }

    /// Whether `InputType` is there where it is needed, and of use to what stands beside it.
    fn input_type(&mut self, config: &Object<'a>, kind: &Kind) {
        let is_there = config.get("InputType").is_some();
        match (kind.manifest, kind.input) {
            (Some("S3_INVENTORY"), _) if is_there => {
                self.exclude(config, "ManifestType", "InputType");
            }
            (Some("ATHENA_DATA"), Some(input @ ("JSON" | "MANIFEST"))) => {
                self.misfit(
                    config,
                    "InputType",
                    &format!("a manifest of Athena does not list {input} files"),
                );
            }
            _ => {}
        }
        if kind.transformation == Some("LOAD_AND_FLATTEN") && !is_there {
            self.needed(config, "InputType", "`LOAD_AND_FLATTEN` reads the files that are listed");
        }
        if config.get("ItemsPointer").is_some() && kind.input.is_some_and(|input| input != "JSON") {
            self.misfit(config, "ItemsPointer", "only JSON has places to point at");
        }
    }

    /// Whether the headers of CSV files are said, and of nothing else.
    fn headers(&mut self, config: &Object<'a>, kind: &Kind) {
        match kind.input {
            Some("CSV") if config.get("CSVHeaderLocation").is_none() && kind.manifest.is_none() => {
                self.needed(config, "CSVHeaderLocation", "the columns of CSV files need names");
            }
            Some("JSON" | "JSONL" | "PARQUET") => {
                self.misfit(config, "CSVHeaderLocation", "only CSV files have header rows");
            }
            _ => {}
        }
        if kind.header == Some("GIVEN") && config.get("CSVHeaders").is_none() {
            self.needed(config, "CSVHeaders", "`GIVEN` says that the headers are given");
        }
    }

    /// Reports a field that is missing beside others.
    fn needed(&mut self, config: &Object<'a>, name: &str, why: &str) {
        let title = format!("{} has no `{name}`", config.name());
        self.diagnostics.push(Diagnostic::new(Code::MissingField, config.head, title).label(why));
    }

    /// Reports a field, if it is there, that does not go with the others.
    fn misfit(&mut self, config: &Object<'a>, name: &str, why: &str) {
        let Some(member) = config.member(name) else { return };
        let title = format!("`{name}` does not go with the other fields");
        self.diagnostics
            .push(Diagnostic::new(Code::FieldNotAllowed, member.key.span, title).label(why));
    }
}
