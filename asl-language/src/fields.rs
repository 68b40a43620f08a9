//! The fields of both languages, each with its sense in one sentence: for editors.

/// The sense of a field of the States Language.
///
/// ```
/// let sense = asl_language::fields::asl("ResultPath").expect("it is a field");
/// assert!(sense.starts_with("Where the result is put into the input"));
/// ```
pub fn asl(name: &str) -> Option<&'static str> {
    find(ASL, name)
}

/// The sense of an attribute of State Machines For Cloud.
pub fn sm4c(name: &str) -> Option<&'static str> {
    find(SM4C, name)
}

fn find(table: &'static [(&str, &str)], name: &str) -> Option<&'static str> {
    table.iter().find(|(known, _)| *known == name).map(|(_, sense)| *sense)
}

/// The fields of the States Language, choice operators left out.
pub const ASL: &[(&str, &str)] = &[
    ("StartAt", "The name of the state that runs first."),
    ("States", "The states by their names."),
    ("Version", "The version of the States Language, `1.0`."),
    ("$schema", "The JSON Schema that editors read; it has no effect here."),
    ("Comment", "A text for readers."),
    ("QueryLanguage", "The language of paths and expressions: `JSONPath` or `JSONata`."),
    ("Type", "The type of the state: Pass, Task, Choice, Wait, Succeed, Fail, Parallel or Map."),
    ("Next", "The name of the state that runs next."),
    ("End", "`true`: the machine, or the branch, ends after this state."),
    ("InputPath", "The part of the input that the state works on; `null` for an empty object."),
    ("OutputPath", "The part of the data that is passed on; `null` for an empty object."),
    (
        "ResultPath",
        "Where the result is put into the input; `$` replaces the input, `null` discards the result.",
    ),
    (
        "Parameters",
        "The effective input: a template, in which a key that ends in `.$` has a path or an intrinsic function.",
    ),
    ("ResultSelector", "A template over the result, before `ResultPath`."),
    ("Result", "The fixed result of the state; without it the result is the input."),
    ("Retry", "Retriers: the errors after which the state is tried again, and how often."),
    ("Catch", "Catchers: the states that follow an error. They are asked when no retrier is left."),
    ("Resource", "What performs the work: the ARN of a function, an activity or an integration."),
    (
        "TimeoutSeconds",
        "The time in seconds after which the state or the machine fails with `States.Timeout`.",
    ),
    (
        "TimeoutSecondsPath",
        "A path to the time in seconds after which the task fails with `States.Timeout`.",
    ),
    ("HeartbeatSeconds", "The longest time in seconds without a heartbeat of the task."),
    (
        "HeartbeatSecondsPath",
        "A path to the longest time in seconds without a heartbeat of the task.",
    ),
    ("Credentials", "The role with which the task is called."),
    ("Choices", "The rules, asked in order; the first one that holds decides."),
    ("Default", "The state that runs next if no rule holds; without it the state then fails."),
    ("Variable", "The path of the value that is compared."),
    ("Condition", "An expression; the rule holds if its value is `true`."),
    ("And", "Rules that must all hold."),
    ("Or", "Rules of which one must hold."),
    ("Not", "A rule that must not hold."),
    ("Seconds", "The time to wait in seconds."),
    ("SecondsPath", "A path to the time to wait in seconds."),
    ("Timestamp", "The time until which to wait, such as `2026-03-14T01:59:00Z`."),
    ("TimestampPath", "A path to the time until which to wait."),
    ("Error", "The name of the error that the state ends with."),
    ("Cause", "A text for people about the error."),
    ("ErrorPath", "A path or an intrinsic function that gives the name of the error."),
    ("CausePath", "A path or an intrinsic function that gives the text about the error."),
    (
        "Branches",
        "Machines that run at the same time on the same input; the result is the array of their outputs.",
    ),
    (
        "ErrorEquals",
        "The names of the errors that this entry is for; `States.ALL` is for any, alone and last.",
    ),
    ("IntervalSeconds", "The seconds before the first retry; 1 by default."),
    ("MaxAttempts", "The largest number of retries; 3 by default, 0 for none."),
    ("BackoffRate", "The factor from one delay to the next; 2.0 by default."),
    ("MaxDelaySeconds", "The longest delay in seconds."),
    ("JitterStrategy", "`FULL`: each delay is a random part of itself; `NONE` is the default."),
    ("Assign", "Variables and their values, which later states read as `$name`."),
    ("Output", "The output of the state, as an expression or a template of expressions."),
    ("Arguments", "What the task or the branches are given, as a template of expressions."),
    ("Items", "The items of the Map: an array, or an expression that gives one."),
    ("ItemsPath", "The path of the array of items; by default the whole input."),
    ("Iterator", "The machine that runs for each item: the older name of `ItemProcessor`."),
    ("ItemProcessor", "The machine that runs for each item."),
    ("ItemSelector", "A template for the input of each run; `$$.Map.Item.Value` is the item."),
    ("ItemBatcher", "Puts several items into one run."),
    ("ItemReader", "Reads the items from a file or a service."),
    ("ResultWriter", "Writes the results to files instead of passing them on."),
    ("Label", "A short name of the Map in the names of its child executions."),
    ("MaxConcurrency", "The largest number of runs at the same time; 0 for no limit."),
    ("MaxConcurrencyPath", "A path to the largest number of runs at the same time."),
    ("ToleratedFailureCount", "The number of items that may fail before the Map fails."),
    (
        "ToleratedFailureCountPath",
        "A path to the number of items that may fail before the Map fails.",
    ),
    (
        "ToleratedFailurePercentage",
        "The share of items in percent that may fail before the Map fails.",
    ),
    (
        "ToleratedFailurePercentagePath",
        "A path to the share of items in percent that may fail before the Map fails.",
    ),
    ("MaxItemsPerBatch", "The largest number of items in one run."),
    ("MaxItemsPerBatchPath", "A path to the largest number of items in one run."),
    ("MaxInputBytesPerBatch", "The largest size of the input of one run, in bytes."),
    ("MaxInputBytesPerBatchPath", "A path to the largest size of the input of one run, in bytes."),
    ("BatchInput", "Data that every run gets beside its items."),
    ("ReaderConfig", "The form of the items that are read."),
    ("InputType", "The format: CSV, JSON, JSONL, MANIFEST or PARQUET."),
    ("CSVHeaderLocation", "Where the names of columns are: `FIRST_ROW` or `GIVEN`."),
    ("CSVHeaders", "The names of columns, with `CSVHeaderLocation` `GIVEN`."),
    ("CSVDelimiter", "The sign between columns: COMMA, PIPE, SEMICOLON, SPACE or TAB."),
    ("MaxItems", "The largest number of items that are read."),
    ("MaxItemsPath", "A path to the largest number of items that are read."),
    (
        "Transformation",
        "The change of items on the way: `NONE`, and of read ones `LOAD_AND_FLATTEN`, of written ones `COMPACT` or `FLATTEN`.",
    ),
    ("ManifestType", "The kind of manifest: `ATHENA_DATA` or `S3_INVENTORY`."),
    ("ItemsPointer", "A JSON pointer to the array of items in the file."),
    ("WriterConfig", "The form of the results that are written."),
    ("OutputType", "The format of written results: `JSON` or `JSONL`."),
    ("ProcessorConfig", "How the runs are executed."),
    (
        "Mode",
        "`INLINE`: within this execution; `DISTRIBUTED`: each run is an execution of its own.",
    ),
    ("ExecutionType", "The kind of child executions: `STANDARD` or `EXPRESS`."),
];

/// The attributes of State Machines For Cloud.
pub const SM4C: &[(&str, &str)] = &[
    ("name", "The name, by which other parts of the definition refer to it."),
    ("description", "A text for readers."),
    ("version", "The version of the machine."),
    (
        "timeout",
        "The time-out: of the machine an object with `duration` and `action`, elsewhere a timespan.",
    ),
    ("execTimeout", "An older name of the machine's `timeout`."),
    (
        "events",
        "The events: of the machine their definitions, of a group the names of those that it waits for.",
    ),
    ("functions", "The functions that actions invoke, or a file of them."),
    ("retries", "The retry policies, or a file of them."),
    ("states", "The states; the one with `start` is first."),
    ("duration", "A timespan, such as `PT30S`."),
    ("action", "What is done: an action, such as a call of a function."),
    ("start", "`true` for the state in which the machine begins."),
    ("transitions", "The ways out of the state, asked in order."),
    ("inputFilter", "A jq expression over the data before the state's work."),
    ("enterAction", "The action on entry of the state."),
    (
        "enterResultHandler",
        "A jq expression that merges the result of the enter action (`$value`) into the data.",
    ),
    ("exitAction", "The action on every exit of the state."),
    (
        "exitResultHandler",
        "A jq expression that merges the result of the exit action (`$value`) into the data.",
    ),
    ("nextState", "The name of the state that follows; without it the machine ends."),
    ("condition", "A jq expression; it holds if its only output is `true`."),
    ("eventGroups", "The groups of events of which one must have arrived."),
    ("resultHandler", "A jq expression that merges the result (`$value`) into the data."),
    ("source", "The source that an event must have, ignoring case."),
    ("type", "The type: of an action what it does, of an event or a function its kind."),
    ("correlation", "Attributes by which an event is assigned to an execution."),
    ("contextAttributeName", "The name of the attribute of the event."),
    ("contextAttributeValue", "The value that the attribute must have."),
    ("operation", "What the function calls: a file with a document, `#`, and the operation in it."),
    ("maxAttempts", "The largest number of retries."),
    ("delay", "The time before a retry, or of a delay, as a timespan."),
    ("maxDelay", "The longest delay, as a timespan."),
    ("increment", "The time that is added to each delay, as a timespan."),
    ("multiplier", "The factor from one delay to the next."),
    ("jitter", "The random part of each delay."),
    ("retryPolicy", "The name of the retry policy."),
    ("input", "The items: an array, or a jq expression that gives one."),
    ("maxParallel", "The largest number of items at the same time."),
    ("expression", "A jq expression that gives the data."),
    ("functionName", "The name of the function that is called."),
    ("subflowName", "The name of the machine that is called."),
    ("arguments", "The arguments of the call, with jq expressions in `${ … }`."),
    ("waitForCompletion", "`true`: the machine waits for the end of the call, and has its result."),
    ("actions", "The actions, in order or at the same time."),
    (
        "completionType",
        "The actions that must have ended: all (`and`), one (`xor`) or some of them (`n_of_m`).",
    ),
    ("n", "The number of actions that must have ended, with `n_of_m`."),
    ("event", "The name of the event that is sent."),
    ("contextAttributes", "Attributes of the event beside its data."),
    ("errorHandlers", "What follows an error of the action, asked in order."),
];
