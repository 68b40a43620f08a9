//! Which field may stand where, and since when: the field table of the language as data.

/// Where fields stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Machine,
    Branch,
    /// What a Map does for each item.
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

impl Place {
    /// As people call it, without an article.
    pub(crate) fn noun(self) -> &'static str {
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

use Place::{
    Branch, Catcher, Choice, Fail, InnerRule, ItemBatcher, ItemReader, Machine, Map, Parallel,
    Pass, Processor, ProcessorConfig, ReaderConfig, ResultWriter, Retrier, Rule, Succeed, Task,
    Wait, WriterConfig,
};

/// One field: where it may stand in what this compiler covers, in the rest of today's edition, and
/// only in states whose query language is JSONata.
pub(crate) struct Field {
    /// Its name.
    pub(crate) name: &'static str,
    covered: &'static [Place],
    today: &'static [Place],
    jsonata: &'static [Place],
}

const fn field(
    name: &'static str,
    covered: &'static [Place],
    today: &'static [Place],
    jsonata: &'static [Place],
) -> Field {
    Field { name, covered, today, jsonata }
}

const STATES: &[Place] = &[Pass, Task, Choice, Wait, Succeed, Fail, Parallel, Map];

/// The table. Comments are data of nobody, so they may stand wherever today's edition has them.
/// `QueryLanguage` is covered as far as it says `JSONPath`, which changes nothing.
#[rustfmt::skip]
pub(crate) const FIELDS: &[Field] = &[
    field("StartAt", &[Machine, Branch, Processor], &[], &[]),
    field("States", &[Machine, Branch, Processor], &[], &[]),
    field("Version", &[Machine], &[], &[]),
    field("Comment", &[Machine, Branch, Processor, ProcessorConfig, ItemBatcher, ItemReader, ReaderConfig, ResultWriter, WriterConfig, Pass, Task, Choice, Wait, Succeed, Fail, Parallel, Map, Retrier, Catcher, Rule, InnerRule], &[], &[]),
    field("QueryLanguage", &[Machine, Pass, Task, Choice, Wait, Succeed, Fail, Parallel, Map], &[], &[]),
    field("Type", STATES, &[], &[]),
    field("Next", &[Pass, Task, Wait, Parallel, Map, Catcher, Rule], &[], &[]),
    field("End", &[Pass, Task, Wait, Parallel, Map], &[], &[]),
    field("InputPath", &[Pass, Task, Choice, Wait, Succeed, Parallel, Map], &[], &[]),
    field("OutputPath", &[Pass, Task, Choice, Wait, Succeed, Parallel, Map], &[], &[]),
    field("ResultPath", &[Pass, Task, Parallel, Map, Catcher], &[], &[]),
    field("Parameters", &[Pass, Task, Parallel, Map, ItemReader, ResultWriter], &[], &[]),
    field("ResultSelector", &[Task, Parallel, Map], &[], &[]),
    field("Result", &[Pass], &[], &[]),
    field("Retry", &[Task, Parallel, Map], &[], &[]),
    field("Catch", &[Task, Parallel, Map], &[], &[]),
    field("Resource", &[Task, ItemReader, ResultWriter], &[], &[]),
    field("TimeoutSeconds", &[Machine, Task], &[], &[]),
    field("TimeoutSecondsPath", &[Task], &[], &[]),
    field("HeartbeatSeconds", &[Task], &[], &[]),
    field("HeartbeatSecondsPath", &[Task], &[], &[]),
    field("Credentials", &[Task], &[], &[]),
    field("Choices", &[Choice], &[], &[]),
    field("Default", &[Choice], &[], &[]),
    field("Variable", &[Rule, InnerRule], &[], &[]),
    field("Condition", &[], &[], &[Rule]),
    field("Seconds", &[Wait], &[], &[]),
    field("SecondsPath", &[Wait], &[], &[]),
    field("Timestamp", &[Wait], &[], &[]),
    field("TimestampPath", &[Wait], &[], &[]),
    field("Error", &[Fail], &[], &[]),
    field("Cause", &[Fail], &[], &[]),
    field("ErrorPath", &[Fail], &[], &[]),
    field("CausePath", &[Fail], &[], &[]),
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
    field("ItemsPath", &[Map], &[], &[]),
    field("Iterator", &[Map], &[], &[]),
    field("ItemProcessor", &[Map], &[], &[]),
    field("ItemSelector", &[Map], &[], &[]),
    field("ItemBatcher", &[Map], &[], &[]),
    field("ItemReader", &[Map], &[], &[]),
    field("ResultWriter", &[Map], &[], &[]),
    field("Label", &[Map], &[], &[]),
    field("MaxConcurrency", &[Map], &[], &[]),
    field("MaxConcurrencyPath", &[Map], &[], &[]),
    field("ToleratedFailureCount", &[Map], &[], &[]),
    field("ToleratedFailureCountPath", &[Map], &[], &[]),
    field("ToleratedFailurePercentage", &[Map], &[], &[]),
    field("ToleratedFailurePercentagePath", &[Map], &[], &[]),
    field("MaxItemsPerBatch", &[ItemBatcher], &[], &[]),
    field("MaxItemsPerBatchPath", &[ItemBatcher], &[], &[]),
    field("MaxInputBytesPerBatch", &[ItemBatcher], &[], &[]),
    field("MaxInputBytesPerBatchPath", &[ItemBatcher], &[], &[]),
    field("BatchInput", &[ItemBatcher], &[], &[]),
    field("ReaderConfig", &[ItemReader], &[], &[]),
    field("InputType", &[ReaderConfig], &[], &[]),
    field("CSVHeaderLocation", &[ReaderConfig], &[], &[]),
    field("CSVHeaders", &[ReaderConfig], &[], &[]),
    field("CSVDelimiter", &[ReaderConfig], &[], &[]),
    field("MaxItems", &[ReaderConfig], &[], &[]),
    field("MaxItemsPath", &[ReaderConfig], &[], &[]),
    field("Transformation", &[ReaderConfig, WriterConfig], &[], &[]),
    field("ManifestType", &[ReaderConfig], &[], &[]),
    field("ItemsPointer", &[ReaderConfig], &[], &[]),
    field("WriterConfig", &[ResultWriter], &[], &[]),
    field("OutputType", &[WriterConfig], &[], &[]),
    field("ProcessorConfig", &[Processor], &[], &[]),
    field("Mode", &[ProcessorConfig], &[], &[]),
    field("ExecutionType", &[ProcessorConfig], &[], &[]),
];

/// Pairs of fields that exclude each other; a Wait's four forms are counted by themselves.
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

/// What the table says of a field at a place.
pub(crate) enum Standing {
    /// Read by this compiler.
    Covered,
    /// Part of today's edition that this compiler does not have yet.
    NotYet,
    /// Only where the query language is JSONata.
    OnlyJsonata,
    /// A field of other places.
    Elsewhere(&'static Field),
    /// No field of the language.
    Unknown,
}

impl Field {
    /// Every place it may stand at.
    pub(crate) fn places(&self) -> impl Iterator<Item = Place> {
        self.covered.iter().chain(self.today).chain(self.jsonata).copied()
    }
}

/// Looks a field up.
pub(crate) fn standing(name: &str, place: Place) -> Standing {
    let Some(field) = FIELDS.iter().find(|field| field.name == name) else {
        return Standing::Unknown;
    };
    if field.covered.contains(&place) {
        return Standing::Covered;
    }
    if field.today.contains(&place) {
        return Standing::NotYet;
    }
    if field.jsonata.contains(&place) {
        return Standing::OnlyJsonata;
    }
    Standing::Elsewhere(field)
}
