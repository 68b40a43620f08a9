//! The fields of both languages, each with its sense in one sentence and the JSON that it takes: for
//! editors.

use self::Takes::{Any, Boolean, Fields, List, Number, Object, Text, TextOrNull, Texts, Word};

/// A field of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// Its sense.
    pub sense: &'static str,
    /// The JSON that it takes.
    pub takes: Takes,
}

/// The JSON that a field takes, expressions left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Any.
    Any,
    /// An object with any members.
    Object,
    /// An object with fields of its own, or several.
    Fields,
    /// A text.
    Text,
    /// A text or `null`.
    TextOrNull,
    /// One of some words.
    Word(&'static [&'static str]),
    /// An array of any items.
    List,
    /// An array of texts.
    Texts,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
}

/// The field of the States Language with a name.
///
/// ```
/// let field = asl_language::fields::asl("ResultPath").expect("it is a field");
/// assert!(field.sense.starts_with("Where the result is put into the input"));
/// ```
pub fn asl(name: &str) -> Option<&'static Field> {
    ASL.iter().find(|field| field.name == name)
}

/// The attribute of State Machines For Cloud with a name.
pub fn sm4c(name: &str) -> Option<&'static Field> {
    SM4C.iter().find(|field| field.name == name)
}

const fn field(name: &'static str, takes: Takes, sense: &'static str) -> Field {
    Field { name, sense, takes }
}

/// The fields of the States Language, choice operators left out.
pub const ASL: &[Field] = &[
    field("StartAt", Text, "The name of the state that runs first."),
    field("States", Fields, "The states by their names."),
    field("Version", Word(&["1.0"]), "The version of the States Language, `1.0`."),
    field("$schema", Text, "The JSON Schema that editors read; it has no effect here."),
    field("Comment", Text, "A text for readers."),
    field(
        "QueryLanguage",
        Word(&["JSONPath", "JSONata"]),
        "The language of paths and expressions: `JSONPath` or `JSONata`.",
    ),
    field(
        "Type",
        Word(&["Pass", "Task", "Choice", "Wait", "Succeed", "Fail", "Parallel", "Map"]),
        "The type of the state: Pass, Task, Choice, Wait, Succeed, Fail, Parallel or Map.",
    ),
    field("Next", Text, "The name of the state that runs next."),
    field("End", Boolean, "`true`: the machine, or the branch, ends after this state."),
    field("InputPath", TextOrNull, "The part of the input to work on; `null` for an empty object."),
    field("OutputPath", TextOrNull, "The part of the data to pass on; `null` for an empty object."),
    field(
        "ResultPath",
        TextOrNull,
        "Where the result is put into the input; `$` replaces the input, `null` discards the result.",
    ),
    field(
        "Parameters",
        Any,
        "The effective input: a template, in which a key that ends in `.$` has a path or an intrinsic function.",
    ),
    field("ResultSelector", Any, "A template over the result, before `ResultPath`."),
    field("Result", Any, "The fixed result of the state; without it the result is the input."),
    field("Retry", Fields, "Retriers: errors after which the state is tried again, and how often."),
    field("Catch", Fields, "Catchers: states that follow an error for which no retrier is left."),
    field("Resource", Text, "The ARN of the function, activity or integration that does the work."),
    field(
        "TimeoutSeconds",
        Number,
        "The time in seconds after which the state or the machine fails with `States.Timeout`.",
    ),
    field(
        "TimeoutSecondsPath",
        Text,
        "A path to the time in seconds after which the task fails with `States.Timeout`.",
    ),
    field("HeartbeatSeconds", Number, "The longest time in seconds without a heartbeat."),
    field(
        "HeartbeatSecondsPath",
        Text,
        "A path to the longest time in seconds without a heartbeat.",
    ),
    field("Credentials", Object, "The role with which the task is called."),
    field("Choices", Fields, "The rules, asked in order; the first one that holds decides."),
    field("Default", Text, "The next state if no rule holds; without it the Choice then fails."),
    field("Variable", Text, "The path of the value that is compared."),
    field("Condition", Boolean, "An expression; the rule holds if its value is `true`."),
    field("And", Fields, "Rules that must all hold."),
    field("Or", Fields, "Rules of which one must hold."),
    field("Not", Fields, "A rule that must not hold."),
    field("Seconds", Number, "The time to wait in seconds."),
    field("SecondsPath", Text, "A path to the time to wait in seconds."),
    field("Timestamp", Text, "The time until which to wait, such as `2026-03-14T01:59:00Z`."),
    field("TimestampPath", Text, "A path to the time until which to wait."),
    field("Error", Text, "The name of the error that the state ends with."),
    field("Cause", Text, "A text for people about the error."),
    field("ErrorPath", Text, "A path or an intrinsic function that gives the name of the error."),
    field("CausePath", Text, "A path or an intrinsic function that gives the text for people."),
    field(
        "Branches",
        Fields,
        "Machines that run at the same time on the same input; the result is the array of their outputs.",
    ),
    field(
        "ErrorEquals",
        Texts,
        "The names of the errors that this entry is for; `States.ALL` is for any, alone and last.",
    ),
    field("IntervalSeconds", Number, "The seconds before the first retry; 1 by default."),
    field("MaxAttempts", Number, "The largest number of retries; 3 by default, 0 for none."),
    field("BackoffRate", Number, "The factor from one delay to the next; 2.0 by default."),
    field("MaxDelaySeconds", Number, "The longest delay in seconds."),
    field(
        "JitterStrategy",
        Word(&["FULL", "NONE"]),
        "`FULL`: each delay is a random part of itself; `NONE` is the default.",
    ),
    field("Assign", Object, "Variables and their values, which later states read as `$name`."),
    field("Output", Any, "The output of the state, as an expression or a template of expressions."),
    field("Arguments", Any, "What the task or branches are given, as a template of expressions."),
    field("Items", List, "The items of the Map: an array, or an expression that gives one."),
    field("ItemsPath", Text, "The path of the array of items; by default the whole input."),
    field("Iterator", Fields, "The older name of `ItemProcessor`: what runs for each item."),
    field("ItemProcessor", Fields, "The machine that runs for each item."),
    field("ItemSelector", Any, "A template for each run's input; `$$.Map.Item.Value` is the item."),
    field("ItemBatcher", Fields, "Puts several items into one run."),
    field("ItemReader", Fields, "Reads the items from a file or a service."),
    field("ResultWriter", Fields, "Writes the results to files instead of passing them on."),
    field("Label", Text, "A short name of the Map in the names of its child executions."),
    field("MaxConcurrency", Number, "The largest number of runs at the same time; 0 for no limit."),
    field("MaxConcurrencyPath", Text, "A path to the largest number of runs at the same time."),
    field("ToleratedFailureCount", Number, "How many items may fail before the Map fails."),
    field("ToleratedFailureCountPath", Text, "A path to the number of items that may fail."),
    field("ToleratedFailurePercentage", Number, "The percentage of items that may fail."),
    field(
        "ToleratedFailurePercentagePath",
        Text,
        "A path to the percentage of items that may fail.",
    ),
    field("MaxItemsPerBatch", Number, "The largest number of items in one run."),
    field("MaxItemsPerBatchPath", Text, "A path to the largest number of items in one run."),
    field("MaxInputBytesPerBatch", Number, "The largest size of the input of one run, in bytes."),
    field(
        "MaxInputBytesPerBatchPath",
        Text,
        "A path to the largest size in bytes of one run's input.",
    ),
    field("BatchInput", Any, "Data that every run gets beside its items."),
    field("ReaderConfig", Fields, "The form of the items that are read."),
    field(
        "InputType",
        Word(&["CSV", "JSON", "JSONL", "MANIFEST", "PARQUET"]),
        "The format: CSV, JSON, JSONL, MANIFEST or PARQUET.",
    ),
    field(
        "CSVHeaderLocation",
        Word(&["FIRST_ROW", "GIVEN"]),
        "Where the names of columns are: `FIRST_ROW` or `GIVEN`.",
    ),
    field("CSVHeaders", List, "The names of columns, with `CSVHeaderLocation` `GIVEN`."),
    field(
        "CSVDelimiter",
        Word(&["COMMA", "PIPE", "SEMICOLON", "SPACE", "TAB"]),
        "The sign between columns: COMMA, PIPE, SEMICOLON, SPACE or TAB.",
    ),
    field("MaxItems", Number, "The largest number of items that are read."),
    field("MaxItemsPath", Text, "A path to the largest number of items that are read."),
    field(
        "Transformation",
        Word(&["COMPACT", "FLATTEN", "LOAD_AND_FLATTEN", "NONE"]),
        "The change of items on the way: `NONE`, and of read ones `LOAD_AND_FLATTEN`, of written ones `COMPACT` or `FLATTEN`.",
    ),
    field(
        "ManifestType",
        Word(&["ATHENA_DATA", "S3_INVENTORY"]),
        "The kind of manifest: `ATHENA_DATA` or `S3_INVENTORY`.",
    ),
    field("ItemsPointer", Text, "A JSON pointer to the array of items in the file."),
    field("WriterConfig", Fields, "The form of the results that are written."),
    field(
        "OutputType",
        Word(&["JSON", "JSONL"]),
        "The format of written results: `JSON` or `JSONL`.",
    ),
    field("ProcessorConfig", Fields, "How the runs are executed."),
    field(
        "Mode",
        Word(&["INLINE", "DISTRIBUTED"]),
        "`INLINE`: within this execution; `DISTRIBUTED`: each run is an execution of its own.",
    ),
    field(
        "ExecutionType",
        Word(&["STANDARD", "EXPRESS"]),
        "The kind of child executions: `STANDARD` or `EXPRESS`.",
    ),
];

/// The attributes of State Machines For Cloud.
pub const SM4C: &[Field] = &[
    field("name", Text, "The name, by which other parts of the definition refer to it."),
    field("description", Text, "A text for readers."),
    field("version", Text, "The version of the machine."),
    field(
        "timeout",
        Text,
        "The time-out: of the machine an object with `duration` and `action`, elsewhere a timespan.",
    ),
    field("execTimeout", Text, "An older name of the machine's `timeout`."),
    field(
        "events",
        Fields,
        "The events: of the machine their definitions, of a group the names of those that it waits for.",
    ),
    field("functions", Fields, "The functions that actions invoke, or a file of them."),
    field("retries", Fields, "The retry policies, or a file of them."),
    field("states", Fields, "The states; the one with `start` is first."),
    field("duration", Text, "A timespan, such as `PT30S`."),
    field("action", Fields, "What is done: an action, such as a call of a function."),
    field("start", Boolean, "`true` for the state in which the machine begins."),
    field("transitions", Fields, "The ways out of the state, asked in order."),
    field("inputFilter", Text, "A jq expression over the data before the state's work."),
    field("enterAction", Fields, "The action on entry of the state."),
    field(
        "enterResultHandler",
        Text,
        "A jq expression that merges the result of the enter action (`$value`) into the data.",
    ),
    field("exitAction", Fields, "The action on every exit of the state."),
    field(
        "exitResultHandler",
        Text,
        "A jq expression that merges the result of the exit action (`$value`) into the data.",
    ),
    field("nextState", Text, "The name of the state that follows; without it the machine ends."),
    field("condition", Text, "A jq expression; it holds if its only output is `true`."),
    field("eventGroups", Fields, "The groups of events of which one must have arrived."),
    field("resultHandler", Text, "A jq expression that merges a result (`$value`) into the data."),
    field("source", Text, "The source that an event must have, ignoring case."),
    field("type", Text, "The type: of an action what it does, of an event or a function its kind."),
    field("correlation", Fields, "Attributes by which an event is assigned to an execution."),
    field("contextAttributeName", Text, "The name of the attribute of the event."),
    field("contextAttributeValue", Text, "The value that the attribute must have."),
    field(
        "operation",
        Text,
        "What the function calls: a file with a document, `#`, and the operation in it.",
    ),
    field("maxAttempts", Number, "The largest number of retries."),
    field("delay", Text, "The time before a retry, or of a delay, as a timespan."),
    field("maxDelay", Text, "The longest delay, as a timespan."),
    field("increment", Text, "The time that is added to each delay, as a timespan."),
    field("multiplier", Number, "The factor from one delay to the next."),
    field("jitter", Any, "The random part of each delay."),
    field("retryPolicy", Text, "The name of the retry policy."),
    field("input", Text, "A jq expression that gives the array of items."),
    field("maxParallel", Number, "The largest number of items at the same time."),
    field("expression", Text, "A jq expression that gives the data."),
    field("functionName", Text, "The name of the function that is called."),
    field("subflowName", Text, "The name of the machine that is called."),
    field("arguments", Object, "The arguments of the call, with jq expressions in `${ … }`."),
    field("waitForCompletion", Boolean, "`true`: the machine waits for the call's result."),
    field("actions", Fields, "The actions, in order or at the same time."),
    field(
        "completionType",
        Word(&["and", "xor", "n_of_m"]),
        "The actions that must have ended: all (`and`), one (`xor`) or some of them (`n_of_m`).",
    ),
    field("n", Number, "The number of actions that must have ended, with `n_of_m`."),
    field("event", Text, "The name of the event that is sent."),
    field("contextAttributes", Object, "Attributes of the event beside its data."),
    field("errorHandlers", Fields, "What follows an error of the action, asked in order."),
];
