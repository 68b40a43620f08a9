//! Writes the results of a Map's items to files in AWS's layout: ASL's `ResultWriter`.

use std::sync::Arc;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::storage::{ObjectName, Storage};
use asl_value::value::{Text, Value, to_value};

use super::ReadError;

/// Destination and format of results: the fields of a `ResultWriter`.
#[derive(Clone, PartialEq, Debug)]
pub struct ResultTarget {
    /// The bucket.
    pub bucket: Text,
    /// The prefix of the keys.
    pub prefix: Text,
    /// The part of each child execution that is written.
    pub transformation: Transformation,
    /// Layout of the files.
    pub output: OutputType,
}

/// The part of a child execution that is written: `WriterConfig.Transformation`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Transformation {
    /// All its data.
    #[default]
    None,
    /// Its output.
    Compact,
    /// Its output; if that is an array, its items one by one.
    Flatten,
}

/// Layout of result files: `WriterConfig.OutputType`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OutputType {
    /// One JSON array.
    #[default]
    Json,
    /// One JSON text per line.
    JsonLines,
}

/// Status of a child execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ChildStatus {
    /// It ended with an output.
    Succeeded,
    /// It ended with an error.
    Failed,
    /// Its machine timed out.
    TimedOut,
    /// It was aborted.
    Aborted,
    /// It never started.
    Pending,
}

/// A child execution of a Map, with the member names of AWS's result files.
#[derive(Clone, PartialEq, Debug)]
pub struct ChildExecution {
    /// Its ARN.
    pub execution_arn: Text,
    /// Its name.
    pub name: Text,
    /// The ARN of its machine.
    pub state_machine_arn: Text,
    /// Status.
    pub status: ChildStatus,
    /// Its input.
    pub input: Value,
    /// Its output, if it succeeded.
    pub output: Value,
    /// Name of its error, if it failed.
    pub error: Option<Text>,
    /// The cause, if it failed.
    pub cause: Option<Text>,
    /// Start time, as a timestamp.
    pub start: Text,
    /// End time, as a timestamp.
    pub stop: Text,
}

impl ResultTarget {
    /// Converts the evaluated `Parameters` and the `WriterConfig` of a `ResultWriter`; the latter
    /// is null if there is none.
    pub fn from_fields(parameters: &Value, config: &Value) -> Result<Self, ReadError> {
        let text =
            |fields: &Value, name: &str| fields.get(name).and_then(Value::as_str).map(Text::from);
        let bucket = text(parameters, "Bucket");
        let bucket = bucket
            .ok_or_else(|| ReadError::new("The field 'Bucket' is required but was missing"))?;
        let transformation = match text(config, "Transformation").as_deref() {
            None | Some("NONE") => Transformation::None,
            Some("COMPACT") => Transformation::Compact,
            Some("FLATTEN") => Transformation::Flatten,
            Some(other) => {
                return Err(ReadError::new(format!("Transformation `{other}` is not supported")));
            }
        };
        let output = match text(config, "OutputType").as_deref() {
            None | Some("JSON") => OutputType::Json,
            Some("JSONL") => OutputType::JsonLines,
            Some(other) => {
                return Err(ReadError::new(format!("OutputType `{other}` is not supported")));
            }
        };
        let prefix = text(parameters, "Prefix").unwrap_or_default();
        Ok(Self { bucket, prefix, transformation, output })
    }
}

/// The three groups of result files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum ResultGroup {
    /// Child executions that failed, timed out or were aborted.
    Failed,
    /// Child executions that never started.
    Pending,
    /// Child executions that succeeded.
    Succeeded,
}

/// A result file: its entry in the manifest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultFile {
    /// The group of its children.
    pub group: ResultGroup,
    /// The object's key.
    pub key: Text,
    /// Bytes.
    pub size: u64,
}

/// The folder with the result files of one Map Run. Each file is written as a whole; if it is
/// written again after a restart, it is the same.
pub struct ResultFolder {
    storage: Arc<dyn Storage>,
    target: ResultTarget,
    /// Its key, with a slash at the end.
    key: String,
    map_run_arn: Text,
}

impl ResultFolder {
    /// The folder of a Map Run. `id` is the folder's name below the prefix; AWS uses a UUID.
    pub fn new(
        storage: Arc<dyn Storage>,
        target: ResultTarget,
        map_run_arn: impl Into<Text>,
        id: &str,
    ) -> Self {
        let prefix = target.prefix.trim_end_matches('/');
        let key = if prefix.is_empty() { format!("{id}/") } else { format!("{prefix}/{id}/") };
        Self { storage, target, key, map_run_arn: map_run_arn.into() }
    }

    /// Writes a file of results, such as `SUCCEEDED_0.json`. `number` counts the files of this
    /// group.
    pub async fn write_results(
        &self,
        group: ResultGroup,
        number: u32,
        children: &[ChildExecution],
    ) -> Result<ResultFile, ReadError> {
        let entries = children.iter().flat_map(|child| self.target.transformation.entries(child));
        let text = self.target.output.text(entries);
        let key =
            format!("{}{}_{number}.{}", self.key, group.name(), self.target.output.extension());
        let (key, size) = (Text::from(key), u64::try_from(text.len()).unwrap_or(u64::MAX));
        self.write(key.clone(), text).await?;
        Ok(ResultFile { group, key, size })
    }

    /// Writes the manifest after all result files. Returns the result of the Map state.
    pub async fn write_manifest(&self, files: &[ResultFile]) -> Result<Value, ReadError> {
        let groups =
            [ResultGroup::Failed, ResultGroup::Pending, ResultGroup::Succeeded].map(|group| {
                let files =
                    files.iter().filter(|file| file.group == group).map(ResultFile::to_value);
                (group.name(), files.collect::<Value>())
            });
        let manifest = Value::object([
            ("DestinationBucket", Value::String(self.target.bucket.clone())),
            ("MapRunArn", Value::String(self.map_run_arn.clone())),
            ("ResultFiles", Value::object(groups)),
        ]);
        let key = Text::from(format!("{}manifest.json", self.key));
        self.write(key.clone(), manifest.to_json_string().into_bytes()).await?;
        let bucket = Value::String(self.target.bucket.clone());
        let details = Value::object([("Bucket", bucket), ("Key", Value::String(key))]);
        let map_run_arn = Value::String(self.map_run_arn.clone());
        Ok(Value::object([("MapRunArn", map_run_arn), ("ResultWriterDetails", details)]))
    }

    async fn write(&self, key: Text, text: Vec<u8>) -> Result<(), ReadError> {
        let name = ObjectName::new(self.target.bucket.clone(), key);
        let mut writer = self.storage.write(&name).await?;
        writer.write(text).await?;
        Ok(writer.finish().await?)
    }
}

impl ResultGroup {
    #[inline]
    fn name(self) -> &'static str {
        match self {
            Self::Failed => "FAILED",
            Self::Pending => "PENDING",
            Self::Succeeded => "SUCCEEDED",
        }
    }
}

impl From<ChildStatus> for ResultGroup {
    fn from(status: ChildStatus) -> Self {
        match status {
            ChildStatus::Failed | ChildStatus::TimedOut | ChildStatus::Aborted => Self::Failed,
            ChildStatus::Pending => Self::Pending,
            ChildStatus::Succeeded => Self::Succeeded,
        }
    }
}

impl ResultFile {
    #[inline]
    fn to_value(&self) -> Value {
        Value::object([
            ("Key", Value::String(self.key.clone())),
            ("Size", Value::of_count(self.size)),
        ])
    }
}

/// An entry in a list of results.
pub(crate) enum ResultEntry<'a> {
    /// A child execution with all its data.
    Execution(&'a ChildExecution),
    /// An output, or one of its items.
    Output(&'a Value),
}

impl Transformation {
    /// The entries of a child execution in a list of results. Children that did not succeed are
    /// always written in full.
    pub(crate) fn entries(self, child: &ChildExecution) -> impl Iterator<Item = ResultEntry<'_>> {
        let none = [].iter();
        let (whole, items) = match (self, child.status, &child.output) {
            (Self::Flatten, ChildStatus::Succeeded, Value::Array(items)) => (None, items.iter()),
            (Self::Flatten | Self::Compact, ChildStatus::Succeeded, output) => {
                (Some(ResultEntry::Output(output)), none)
            }
            (_, _, _) => (Some(ResultEntry::Execution(child)), none),
        };
        whole.into_iter().chain(items.map(ResultEntry::Output))
    }
}

impl ResultEntry<'_> {
    pub(crate) fn to_value(&self) -> Value {
        match self {
            Self::Execution(child) => to_value(*child)
                .unwrap_or_else(|error| unreachable!("every member can be written: {error}")),
            Self::Output(output) => (*output).clone(),
        }
    }

    /// Adds the JSON text to a file. This is most of the work of a file, so it makes no value.
    #[inline]
    fn write(&self, file: &mut Vec<u8>) {
        match self {
            Self::Execution(child) => serde_json::to_writer(file, *child)
                .unwrap_or_else(|error| unreachable!("every member can be written: {error}")),
            Self::Output(output) => file.extend(output.to_json_string().into_bytes()),
        }
    }
}

impl OutputType {
    fn text<'a>(self, entries: impl Iterator<Item = ResultEntry<'a>>) -> Vec<u8> {
        let (begin, between, end) = match self {
            Self::Json => ("[", ",", "]"),
            Self::JsonLines => ("", "\n", "\n"),
        };
        let mut file = begin.as_bytes().to_vec();
        for (number, entry) in entries.enumerate() {
            file.extend_from_slice(if number == 0 { b"" } else { between.as_bytes() });
            entry.write(&mut file);
        }
        file.extend_from_slice(end.as_bytes());
        file
    }

    #[inline]
    fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::JsonLines => "jsonl",
        }
    }
}

impl ChildStatus {
    /// AWS's name of it.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Succeeded => "SUCCEEDED",
            Self::Failed => "FAILED",
            Self::TimedOut => "TIMED_OUT",
            Self::Aborted => "ABORTED",
            Self::Pending => "PENDING",
        }
    }
}

/// AWS's format, with input and output as JSON texts.
impl Serialize for ChildExecution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let included = Included { included: true };
        let mut members = serializer.serialize_map(None)?;
        members.serialize_entry("ExecutionArn", self.execution_arn.as_str())?;
        members.serialize_entry("Input", &self.input.to_json_string())?;
        members.serialize_entry("InputDetails", &included)?;
        members.serialize_entry("Name", self.name.as_str())?;
        members.serialize_entry("StateMachineArn", self.state_machine_arn.as_str())?;
        members.serialize_entry("Status", self.status.text())?;
        for (name, text) in [("Error", &self.error), ("Cause", &self.cause)] {
            if let Some(text) = text {
                members.serialize_entry(name, text.as_str())?;
            }
        }
        if self.status == ChildStatus::Succeeded {
            members.serialize_entry("Output", &self.output.to_json_string())?;
            members.serialize_entry("OutputDetails", &included)?;
        }
        if self.status != ChildStatus::Pending {
            members.serialize_entry("RedriveCount", &0)?;
            members.serialize_entry("RedriveStatus", "NOT_REDRIVABLE")?;
            members.serialize_entry("StartDate", self.start.as_str())?;
            members.serialize_entry("StopDate", self.stop.as_str())?;
        }
        members.end()
    }
}

#[derive(Serialize)]
struct Included {
    #[serde(rename = "Included")]
    included: bool,
}

impl std::fmt::Debug for ResultFolder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ResultFolder").field("key", &self.key).finish_non_exhaustive()
    }
}
