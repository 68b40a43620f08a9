//! What a distributed Map has besides: where its items come from, how they are handed out, what is
//! put up with, and where the results go. ASL (today's edition): "Map State".

use crate::asl::context::Context;
use crate::asl::field::table::Place;
use crate::asl::object::Object;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Batch, Limit, Literal, MapRun, Store};
use crate::source::{Json, Node};

/// How a Map runs its iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Within its own execution.
    Inline,
    /// Each as an execution of its own.
    Distributed { express: bool },
}

/// Fields without which an inline Map would do something else.
const ONLY_DISTRIBUTED: [&str; 3] = ["ItemReader", "ItemBatcher", "ResultWriter"];

/// Fields that an inline Map may have and does not heed.
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

impl<'a> Context<'a> {
    /// What a Map says besides; nothing where it runs inline.
    pub(crate) fn map_run(&mut self, object: &Object<'a>, mode: Mode) -> Option<Box<MapRun>> {
        let label = self.label(object);
        let reader = object.get("ItemReader").and_then(|node| self.reader(node, object.state));
        let (reader, max_items) = reader.unzip();
        let run = MapRun {
            express: mode == Mode::Distributed { express: true },
            label,
            tolerated_count: self.count(
                object,
                "ToleratedFailureCount",
                "ToleratedFailureCountPath",
                0..=u32::MAX,
            ),
            tolerated_percentage: self.tolerated_percentage(object),
            batch: object.get("ItemBatcher").and_then(|node| self.batch(node, object.state)),
            reader,
            max_items: max_items.flatten(),
            writer: object.get("ResultWriter").and_then(|node| self.writer(node, object.state)),
        };
        if mode != Mode::Inline {
            return Some(Box::new(run));
        }
        self.not_inline(object);
        None
    }

    fn not_inline(&mut self, object: &Object<'a>) {
        let help = "for child executions, add `\"ProcessorConfig\": { \"Mode\": \"DISTRIBUTED\", \"ExecutionType\": \"STANDARD\" }`";
        for member in object.members {
            let name = member.key.value.as_str();
            let diagnostic = if ONLY_DISTRIBUTED.contains(&name) {
                let title = format!("only a distributed Map can have `{name}`");
                Diagnostic::new(Code::FieldNotAllowed, member.key.span, title)
            } else if IDLE_INLINE.contains(&name) {
                let title = format!("`{name}` has no effect in an inline Map");
                Diagnostic::new(Code::IdleInline, member.key.span, title)
            } else {
                continue;
            };
            self.diagnostics.push(diagnostic.label("this Map runs inline").help(help));
        }
    }

    fn label(&mut self, object: &Object<'a>) -> Option<String> {
        let label = self.string(object, "Label")?;
        let text = &label.text.value;
        let is_odd =
            |c: char| c.is_control() || c.is_whitespace() || "?*<>{}[]:;,\\|^~$#%&`\"".contains(c);
        let problem = match text.chars().find(|c| is_odd(*c)) {
            Some(odd) => format!("{odd:?} cannot stand in a label"),
            None if text.is_empty() => "a label needs a character".to_owned(),
            None if text.chars().count() > LONGEST_LABEL => {
                format!("a label has at most {LONGEST_LABEL} characters")
            }
            None => return Some(text.clone()),
        };
        self.diagnostics
            .push(Diagnostic::new(Code::BadLabel, label.span, "this is no `Label`").label(problem));
        None
    }

    /// A number of the definition, or where the data has it.
    fn count(
        &mut self,
        object: &Object<'a>,
        name: &'static str,
        path_name: &'static str,
        range: std::ops::RangeInclusive<u32>,
    ) -> Option<Limit<u32>> {
        if let Some(path) = self.string(object, path_name) {
            return self.number_path(path, path_name).map(Limit::At);
        }
        self.integer(object, name, range).map(|number| Limit::Fixed(number.value))
    }

    fn tolerated_percentage(&mut self, object: &Object<'a>) -> Option<Limit<f64>> {
        const PATH: &str = "ToleratedFailurePercentagePath";
        if let Some(path) = self.string(object, PATH) {
            return self.number_path(path, PATH).map(Limit::At);
        }
        let node = object.get("ToleratedFailurePercentage")?;
        let Json::Number(text) = &node.value else {
            self.wrong_type(node, "`ToleratedFailurePercentage`", "a number");
            return None;
        };
        let number = self.binary64(node.span, text);
        if (0.0..=100.0).contains(&number) {
            return Some(Limit::Fixed(number));
        }
        let title = "`ToleratedFailurePercentage` is out of range";
        self.diagnostics.push(
            Diagnostic::new(Code::OutOfRange, node.span, title).label("allowed are 0 to 100"),
        );
        None
    }

    fn batch(&mut self, node: &'a Node, state: &'a str) -> Option<Batch> {
        let object = self.object(node, Place::ItemBatcher, state)?;
        self.check_fields(&object);
        self.comment(&object);
        let batch = Batch {
            items: self.count(&object, "MaxItemsPerBatch", "MaxItemsPerBatchPath", 1..=u32::MAX),
            bytes: self.count(
                &object,
                "MaxInputBytesPerBatch",
                "MaxInputBytesPerBatchPath",
                1..=MOST_BYTES,
            ),
            input: self.template(&object, "BatchInput"),
        };
        let limits = [
            "MaxItemsPerBatch",
            "MaxItemsPerBatchPath",
            "MaxInputBytesPerBatch",
            "MaxInputBytesPerBatchPath",
        ];
        if limits.iter().all(|name| object.get(name).is_none()) {
            let title = format!("{} does not say how large a batch is", object.name());
            self.diagnostics.push(
                Diagnostic::new(Code::MissingOneOf, object.head, title)
                    .label("`MaxItemsPerBatch` or `MaxInputBytesPerBatch` is needed"),
            );
        }
        Some(batch)
    }

    fn reader(
        &mut self,
        node: &'a Node,
        state: &'a str,
    ) -> Option<(Store, Option<crate::expr::jsonpath::Path>)> {
        let object = self.object(node, Place::ItemReader, state)?;
        self.check_fields(&object);
        self.comment(&object);
        let resource =
            self.required_string(&object, "Resource").map(|text| text.text.value.clone());
        let config = object
            .get("ReaderConfig")
            .and_then(|node| self.object(node, Place::ReaderConfig, state));
        let max_items = config.as_ref().and_then(|config| self.reader_config(config));
        let config = object
            .get("ReaderConfig")
            .map_or(Literal::Object(Vec::new()), |node| self.literal(node));
        let parameters = self.template(&object, "Parameters");
        Some((Store { resource: resource.unwrap_or_default(), config, parameters }, max_items))
    }

    fn writer(&mut self, node: &'a Node, state: &'a str) -> Option<Store> {
        let object = self.object(node, Place::ResultWriter, state)?;
        self.check_fields(&object);
        self.comment(&object);
        if let Some(config) = object
            .get("WriterConfig")
            .and_then(|node| self.object(node, Place::WriterConfig, state))
        {
            self.check_fields(&config);
            self.comment(&config);
            self.word(&config, "Transformation", &["NONE", "COMPACT", "FLATTEN"]);
            self.word(&config, "OutputType", &["JSON", "JSONL"]);
        }
        let config = object
            .get("WriterConfig")
            .map_or(Literal::Object(Vec::new()), |node| self.literal(node));
        let resource = self.string(&object, "Resource").map(|text| text.text.value.clone());
        let parameters = self.template(&object, "Parameters");
        Some(Store { resource: resource.unwrap_or_default(), config, parameters })
    }
}
