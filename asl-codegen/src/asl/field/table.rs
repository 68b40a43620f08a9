//! The fields of the language, and the kinds of objects that have them, as data.

use crate::asl::query_language::QueryLanguage;
use crate::read::object::Kind;

/// The kinds of objects that have fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ObjectKind {
    Machine,
    Branch,
    /// The work of a Map for each item.
    Processor,
    ProcessorConfig,
    ItemBatcher,
    ItemReader,
    ReaderConfig,
    ResultWriter,
    WriterConfig,
    Pass,
    Task,
    Choice,
    Wait,
    Succeed,
    Fail,
    Parallel,
    Map,
    Retrier,
    Catcher,
    Rule,
    /// A rule inside `And`, `Or` or `Not`.
    InnerRule,
}

impl Kind for ObjectKind {
    const NULL_IS_ABSENT: bool = false;

    fn noun(self) -> String {
        format!("a {}", self.word())
    }

    fn describe(self, state: &str) -> String {
        match self {
            Self::Machine => "the machine".to_owned(),
            Self::Branch => format!("a branch of `{state}`"),
            Self::Processor => format!("the processor of `{state}`"),
            Self::Retrier
            | Self::Catcher
            | Self::Rule
            | Self::InnerRule
            | Self::ProcessorConfig
            | Self::ItemBatcher
            | Self::ItemReader
            | Self::ReaderConfig
            | Self::ResultWriter
            | Self::WriterConfig => format!("a {} of `{state}`", self.word()),
            Self::Pass
            | Self::Task
            | Self::Choice
            | Self::Wait
            | Self::Succeed
            | Self::Fail
            | Self::Parallel
            | Self::Map => format!("`{state}`"),
        }
    }

    fn is_variant(_: &str, _: &str) -> bool {
        false
    }
}

impl ObjectKind {
    /// The path of such an object in its state, with a slash. Rules and catchers are numbered
    /// besides.
    pub(crate) fn path(self) -> &'static str {
        match self {
            Self::ItemBatcher => "ItemBatcher/",
            Self::ItemReader => "ItemReader/",
            Self::ReaderConfig => "ItemReader/ReaderConfig/",
            Self::ResultWriter => "ResultWriter/",
            Self::WriterConfig => "ResultWriter/WriterConfig/",
            Self::Rule | Self::InnerRule => "Choices/",
            Self::Catcher => "Catch/",
            Self::Retrier => "Retry/",
            Self::Processor => "ItemProcessor/",
            Self::ProcessorConfig => "ItemProcessor/ProcessorConfig/",
            Self::Branch => "Branches/",
            Self::Machine
            | Self::Pass
            | Self::Task
            | Self::Choice
            | Self::Wait
            | Self::Succeed
            | Self::Fail
            | Self::Parallel
            | Self::Map => "",
        }
    }

    /// The kind without an article.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Machine => "machine",
            Self::Branch => "branch",
            Self::Processor => "processor",
            Self::ProcessorConfig => "processor configuration",
            Self::ItemBatcher => "batcher",
            Self::ItemReader => "reader",
            Self::ReaderConfig => "reader configuration",
            Self::ResultWriter => "result writer",
            Self::WriterConfig => "writer configuration",
            Self::Pass => "Pass state",
            Self::Task => "Task state",
            Self::Choice => "Choice state",
            Self::Wait => "Wait state",
            Self::Succeed => "Succeed state",
            Self::Fail => "Fail state",
            Self::Parallel => "Parallel state",
            Self::Map => "Map state",
            Self::Retrier => "retrier",
            Self::Catcher => "catcher",
            Self::Rule => "choice rule",
            Self::InnerRule => "nested choice rule",
        }
    }
}

use ObjectKind::{
    Branch, Catcher, Choice, Fail, InnerRule, ItemBatcher, ItemReader, Machine, Map, Parallel,
    Pass, Processor, ProcessorConfig, ReaderConfig, ResultWriter, Retrier, Rule, Succeed, Task,
    Wait, WriterConfig,
};

/// One field, and the kinds of objects that may have it.
pub(crate) struct Field {
    pub(crate) name: &'static str,
    /// In both query languages.
    both: &'static [ObjectKind],
    /// Only where the query language is JSONPath.
    jsonpath: &'static [ObjectKind],
    /// Only where the query language is JSONata.
    jsonata: &'static [ObjectKind],
}

const fn field(
    name: &'static str,
    both: &'static [ObjectKind],
    jsonpath: &'static [ObjectKind],
    jsonata: &'static [ObjectKind],
) -> Field {
    Field { name, both, jsonpath, jsonata }
}

pub(super) const STATES: &[ObjectKind] = &[Pass, Task, Choice, Wait, Succeed, Fail, Parallel, Map];

/// All fields. `Comment` may stand wherever today's edition has it.
#[rustfmt::skip]
pub(crate) const FIELDS: &[Field] = &[
    field("StartAt", &[Machine, Branch, Processor], &[], &[]),
    field("States", &[Machine, Branch, Processor], &[], &[]),
    field("Version", &[Machine], &[], &[]),
    // Not of the language: editors read it.
    field("$schema", &[Machine], &[], &[]),
    field("Comment", &[Machine, Branch, Processor, ProcessorConfig, ItemBatcher, ItemReader, ReaderConfig, ResultWriter, WriterConfig, Pass, Task, Choice, Wait, Succeed, Fail, Parallel, Map, Retrier, Catcher, Rule, InnerRule], &[], &[]),
    field("QueryLanguage", &[Machine, Pass, Task, Choice, Wait, Succeed, Fail, Parallel, Map], &[], &[]),
    field("Type", STATES, &[], &[]),
    field("Next", &[Pass, Task, Wait, Parallel, Map, Catcher, Rule], &[], &[]),
    field("End", &[Pass, Task, Wait, Parallel, Map], &[], &[]),
    field("InputPath", &[], &[Pass, Task, Choice, Wait, Succeed, Parallel, Map], &[]),
    field("OutputPath", &[], &[Pass, Task, Choice, Wait, Succeed, Parallel, Map], &[]),
    field("ResultPath", &[], &[Pass, Task, Parallel, Map, Catcher], &[]),
    field("Parameters", &[], &[Pass, Task, Parallel, Map, ItemReader, ResultWriter], &[]),
    field("ResultSelector", &[], &[Task, Parallel, Map], &[]),
    field("Result", &[], &[Pass], &[]),
    field("Retry", &[Task, Parallel, Map], &[], &[]),
    field("Catch", &[Task, Parallel, Map], &[], &[]),
    field("Resource", &[Task, ItemReader, ResultWriter], &[], &[]),
    field("TimeoutSeconds", &[Machine, Task], &[], &[]),
    field("TimeoutSecondsPath", &[], &[Task], &[]),
    field("HeartbeatSeconds", &[Task], &[], &[]),
    field("HeartbeatSecondsPath", &[], &[Task], &[]),
    field("Credentials", &[Task], &[], &[]),
    field("Choices", &[Choice], &[], &[]),
    field("Default", &[Choice], &[], &[]),
    field("Variable", &[], &[Rule, InnerRule], &[]),
    field("Condition", &[], &[], &[Rule]),
    field("Seconds", &[Wait], &[], &[]),
    field("SecondsPath", &[], &[Wait], &[]),
    field("Timestamp", &[Wait], &[], &[]),
    field("TimestampPath", &[], &[Wait], &[]),
    field("Error", &[Fail], &[], &[]),
    field("Cause", &[Fail], &[], &[]),
    field("ErrorPath", &[], &[Fail], &[]),
    field("CausePath", &[], &[Fail], &[]),
    field("Branches", &[Parallel], &[], &[]),
    field("ErrorEquals", &[Retrier, Catcher], &[], &[]),
    field("IntervalSeconds", &[Retrier], &[], &[]),
    field("MaxAttempts", &[Retrier], &[], &[]),
    field("BackoffRate", &[Retrier], &[], &[]),
    field("MaxDelaySeconds", &[Retrier], &[], &[]),
    field("JitterStrategy", &[Retrier], &[], &[]),
    field("Assign", &[Pass, Task, Choice, Wait, Parallel, Map, Catcher, Rule], &[], &[]),
    field("Output", &[], &[], &[Pass, Task, Choice, Wait, Succeed, Parallel, Map, Catcher, Rule]),
    field("Arguments", &[], &[], &[Task, Parallel, ItemReader, ResultWriter]),
    field("Items", &[], &[], &[Map]),
    field("ItemsPath", &[], &[Map], &[]),
    field("Iterator", &[Map], &[], &[]),
    field("ItemProcessor", &[Map], &[], &[]),
    field("ItemSelector", &[Map], &[], &[]),
    field("ItemBatcher", &[Map], &[], &[]),
    field("ItemReader", &[Map], &[], &[]),
    field("ResultWriter", &[Map], &[], &[]),
    field("Label", &[Map], &[], &[]),
    field("MaxConcurrency", &[Map], &[], &[]),
    field("MaxConcurrencyPath", &[], &[Map], &[]),
    field("ToleratedFailureCount", &[Map], &[], &[]),
    field("ToleratedFailureCountPath", &[], &[Map], &[]),
    field("ToleratedFailurePercentage", &[Map], &[], &[]),
    field("ToleratedFailurePercentagePath", &[], &[Map], &[]),
    field("MaxItemsPerBatch", &[ItemBatcher], &[], &[]),
    field("MaxItemsPerBatchPath", &[], &[ItemBatcher], &[]),
    field("MaxInputBytesPerBatch", &[ItemBatcher], &[], &[]),
    field("MaxInputBytesPerBatchPath", &[], &[ItemBatcher], &[]),
    field("BatchInput", &[ItemBatcher], &[], &[]),
    field("ReaderConfig", &[ItemReader], &[], &[]),
    field("InputType", &[ReaderConfig], &[], &[]),
    field("CSVHeaderLocation", &[ReaderConfig], &[], &[]),
    field("CSVHeaders", &[ReaderConfig], &[], &[]),
    field("CSVDelimiter", &[ReaderConfig], &[], &[]),
    field("MaxItems", &[ReaderConfig], &[], &[]),
    field("MaxItemsPath", &[], &[ReaderConfig], &[]),
    field("Transformation", &[ReaderConfig, WriterConfig], &[], &[]),
    field("ManifestType", &[ReaderConfig], &[], &[]),
    field("ItemsPointer", &[ReaderConfig], &[], &[]),
    field("WriterConfig", &[ResultWriter], &[], &[]),
    field("OutputType", &[WriterConfig], &[], &[]),
    field("ProcessorConfig", &[Processor], &[], &[]),
    field("Mode", &[ProcessorConfig], &[], &[]),
    field("ExecutionType", &[ProcessorConfig], &[], &[]),
];

/// Pairs of fields that exclude each other, except the four forms of a Wait.
pub(crate) const EXCLUSIVE: &[(&str, &str)] = &[
    ("TimeoutSeconds", "TimeoutSecondsPath"),
    ("HeartbeatSeconds", "HeartbeatSecondsPath"),
    ("Error", "ErrorPath"),
    ("Cause", "CausePath"),
    ("ItemProcessor", "Iterator"),
    ("ItemSelector", "Parameters"),
    ("MaxConcurrency", "MaxConcurrencyPath"),
    ("ToleratedFailureCount", "ToleratedFailureCountPath"),
    ("ToleratedFailurePercentage", "ToleratedFailurePercentagePath"),
    ("MaxItemsPerBatch", "MaxItemsPerBatchPath"),
    ("MaxInputBytesPerBatch", "MaxInputBytesPerBatchPath"),
    ("MaxItems", "MaxItemsPath"),
];

/// The relation of a field to a kind of object.
pub(crate) enum Standing {
    /// A field in both query languages.
    Both,
    /// A field in one query language.
    Only(QueryLanguage),
    /// A field of other kinds of objects.
    Elsewhere(&'static Field),
    /// No field of the language.
    Unknown,
}

impl Field {
    /// Every kind of object that may have it.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = ObjectKind> {
        self.both.iter().chain(self.jsonpath).chain(self.jsonata).copied()
    }
}

/// Looks up a field.
pub(crate) fn standing(name: &str, kind: ObjectKind) -> Standing {
    match FIELDS.iter().find(|field| field.name == name) {
        None => Standing::Unknown,
        Some(field) if field.both.contains(&kind) => Standing::Both,
        Some(field) if field.jsonpath.contains(&kind) => Standing::Only(QueryLanguage::JsonPath),
        Some(field) if field.jsonata.contains(&kind) => Standing::Only(QueryLanguage::Jsonata),
        Some(field) => Standing::Elsewhere(field),
    }
}
