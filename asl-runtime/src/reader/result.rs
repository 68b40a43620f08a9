//! What became of a Map's items, written to files as AWS lays them out: ASL's `ResultWriter`.

use std::sync::Arc;

use crate::storage::{ObjectName, ObjectWriter, Storage};
use crate::value::{Array, Items, Text, Value};

use super::ReadError;

/// Bytes that are handed to the storage at once.
const PIECE: usize = 256 * 1024;

/// Where results are written to, and how: the fields of a `ResultWriter`.
#[derive(Clone, PartialEq, Debug)]
pub struct ResultTarget {
    /// The bucket.
    pub bucket: Text,
    /// What the keys begin with.
    pub prefix: Text,
    /// What is written of each child execution.
    pub transformation: Transformation,
    /// How the files are laid out.
    pub output: OutputType,
    /// Bytes after which the next file is begun; AWS's limit is 5 GB.
    pub file_size: u64,
}

/// What is written of a child execution: `WriterConfig.Transformation`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Transformation {
    /// All that is known of it.
    #[default]
    None,
    /// Its output.
    Compact,
    /// Its output, and if that is an array, the items of it.
    Flatten,
}

/// How result files are laid out: `WriterConfig.OutputType`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OutputType {
    /// One JSON array.
    #[default]
    Json,
    /// A JSON text a line.
    JsonLines,
}

/// How a child execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChildStatus {
    /// With an output.
    Succeeded,
    /// With an error.
    Failed,
    /// By its machine's time-out.
    TimedOut,
    /// It was stopped.
    Aborted,
    /// It never began.
    Pending,
}

/// A child execution of a Map, in the names that AWS's result files have.
#[derive(Clone, PartialEq, Debug)]
pub struct ChildExecution {
    /// Its ARN.
    pub execution_arn: Text,
    /// Its name.
    pub name: Text,
    /// The ARN of its machine.
    pub state_machine_arn: Text,
    /// How it ended.
    pub status: ChildStatus,
    /// Its input.
    pub input: Value,
    /// Its output, if it succeeded.
    pub output: Value,
    /// The name of its error, if it failed.
    pub error: Option<Text>,
    /// The cause, if it failed.
    pub cause: Option<Text>,
    /// When it began, as a timestamp.
    pub start: Text,
    /// When it ended, as a timestamp.
    pub stop: Text,
}

impl ResultTarget {
    /// From the fields of a `ResultWriter`: its evaluated `Parameters` and its `WriterConfig`, null if it has none.
    pub fn from_fields(parameters: &Value, config: &Value) -> Result<Self, ReadError> {
        let text = |fields: &Value, name: &str| fields.get(name).and_then(Value::as_str).map(Text::from);
        let bucket = text(parameters, "Bucket");
        let bucket = bucket.ok_or_else(|| ReadError::new("The field 'Bucket' is required but was missing"))?;
        let transformation = match text(config, "Transformation").as_deref() {
            None | Some("NONE") => Transformation::None,
            Some("COMPACT") => Transformation::Compact,
            Some("FLATTEN") => Transformation::Flatten,
            Some(other) => return Err(ReadError::new(format!("Transformation `{other}` is not supported"))),
        };
        let output = match text(config, "OutputType").as_deref() {
            None | Some("JSON") => OutputType::Json,
            Some("JSONL") => OutputType::JsonLines,
            Some(other) => return Err(ReadError::new(format!("OutputType `{other}` is not supported"))),
        };
        let prefix = text(parameters, "Prefix").unwrap_or_default();
        Ok(Self { bucket, prefix, transformation, output, file_size: 5_000_000_000 })
    }
}

/// Writes result files. They appear, with the manifest last, when it is [finished](Self::finish); dropped before, it leaves nothing
/// behind.
pub struct ResultFiles {
    storage: Arc<dyn Storage>,
    target: ResultTarget,
    /// The folder of this Map Run, with its slash at the end.
    folder: String,
    map_run_arn: Text,
    files: [Vec<ResultFile>; 3],
}

/// The groups of files, in the order of the manifest.
const GROUPS: [&str; 3] = ["FAILED", "PENDING", "SUCCEEDED"];

/// A file in the making.
struct ResultFile {
    name: ObjectName,
    writer: Box<dyn ObjectWriter>,
    /// What is not written yet.
    text: String,
    /// Bytes in all.
    size: u64,
}

impl ResultFiles {
    /// Begins to write the results of a Map Run. `id` is what AWS has a UUID for: the name of the folder below the prefix.
    pub fn new(storage: Arc<dyn Storage>, target: ResultTarget, map_run_arn: impl Into<Text>, id: &str) -> Self {
        let prefix = target.prefix.trim_end_matches('/');
        let folder = if prefix.is_empty() { format!("{id}/") } else { format!("{prefix}/{id}/") };
        Self { storage, target, folder, map_run_arn: map_run_arn.into(), files: Default::default() }
    }

    /// Adds what became of a child execution. Results stand in the order in which they are added.
    pub async fn add(&mut self, child: &ChildExecution) -> Result<(), ReadError> {
        let group = match child.status {
            ChildStatus::Failed | ChildStatus::TimedOut | ChildStatus::Aborted => 0,
            ChildStatus::Pending => 1,
            ChildStatus::Succeeded => 2,
        };
        for entry in self.target.transformation.entries(child) {
            self.entry(group, &entry).await?;
        }
        Ok(())
    }

    async fn entry(&mut self, group: usize, entry: &Value) -> Result<(), ReadError> {
        let files = self.files.get(group).map_or(0, Vec::len);
        let last = self.files.get_mut(group).and_then(|files| files.last_mut());
        if let Some(last) = last.filter(|last| last.size < self.target.file_size) {
            return last.add(entry, self.target.output).await;
        }
        let mut file = self.begin(group, files).await?;
        file.add(entry, self.target.output).await?;
        if let Some(files) = self.files.get_mut(group) {
            files.push(file);
        }
        Ok(())
    }

    async fn begin(&self, group: usize, number: usize) -> Result<ResultFile, ReadError> {
        let (group, extension) = (GROUPS.get(group).copied().unwrap_or_default(), self.target.output.extension());
        let key = format!("{}{group}_{number}.{extension}", self.folder);
        let name = ObjectName::new(self.target.bucket.clone(), key);
        let writer = self.storage.write(&name).await?;
        Ok(ResultFile { name, writer, text: String::new(), size: 0 })
    }

    /// Completes the files and writes the manifest. The answer is what the Map state then has for a result.
    pub async fn finish(self) -> Result<Value, ReadError> {
        let output = self.target.output;
        let mut groups = Vec::new();
        for (group, files) in GROUPS.into_iter().zip(self.files) {
            let mut told = Items::default();
            for file in files {
                told.push(file.finish(output).await?);
            }
            groups.push((group, Value::Array(Array::from(told))));
        }
        let manifest = Value::object([
            ("DestinationBucket", Value::String(self.target.bucket.clone())),
            ("MapRunArn", Value::String(self.map_run_arn.clone())),
            ("ResultFiles", groups.into_iter().collect()),
        ]);
        let key = Text::from(format!("{}manifest.json", self.folder));
        let name = ObjectName::new(self.target.bucket.clone(), key.clone());
        let mut writer = self.storage.write(&name).await?;
        writer.write(manifest.to_json_string().into_bytes()).await?;
        writer.finish().await?;
        let details = Value::object([("Bucket", Value::String(self.target.bucket)), ("Key", Value::String(key))]);
        Ok(Value::object([("MapRunArn", Value::String(self.map_run_arn)), ("ResultWriterDetails", details)]))
    }
}

impl ResultFile {
    async fn add(&mut self, entry: &Value, output: OutputType) -> Result<(), ReadError> {
        let between = match (output, self.size) {
            (OutputType::Json, 0) => "[",
            (OutputType::Json, _) => ",",
            (OutputType::JsonLines, 0) => "",
            (OutputType::JsonLines, _) => "\n",
        };
        self.write(between);
        self.write(&entry.to_json_string());
        if self.text.len() < PIECE {
            return Ok(());
        }
        Ok(self.writer.write(std::mem::take(&mut self.text).into_bytes()).await?)
    }

    fn write(&mut self, text: &str) {
        self.text.push_str(text);
        self.size = self.size.saturating_add(u64::try_from(text.len()).unwrap_or(u64::MAX));
    }

    /// Completes the file; its entry in the manifest.
    async fn finish(mut self, output: OutputType) -> Result<Value, ReadError> {
        self.write(match output {
            OutputType::Json => "]",
            OutputType::JsonLines => "\n",
        });
        self.writer.write(self.text.into_bytes()).await?;
        self.writer.finish().await?;
        Ok(Value::object([("Key", Value::String(self.name.key)), ("Size", Value::from(self.size))]))
    }
}

impl Transformation {
    /// What stands for a child execution in a list of results. What did not succeed is told in full.
    pub fn entries(self, child: &ChildExecution) -> Vec<Value> {
        match (self, child.status, &child.output) {
            (Self::Flatten, ChildStatus::Succeeded, Value::Array(items)) => items.iter().cloned().collect(),
            (Self::Flatten | Self::Compact, ChildStatus::Succeeded, output) => vec![output.clone()],
            (_, _, _) => vec![child.to_value()],
        }
    }
}

impl OutputType {
    fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::JsonLines => "jsonl",
        }
    }
}

impl ChildStatus {
    fn text(self) -> &'static str {
        match self {
            Self::Succeeded => "SUCCEEDED",
            Self::Failed => "FAILED",
            Self::TimedOut => "TIMED_OUT",
            Self::Aborted => "ABORTED",
            Self::Pending => "PENDING",
        }
    }
}

impl ChildExecution {
    /// As AWS writes it: input and output as JSON texts.
    fn to_value(&self) -> Value {
        let included = || Value::object([("Included", Value::Bool(true))]);
        let mut value = Value::object([
            ("ExecutionArn", Value::String(self.execution_arn.clone())),
            ("Input", Value::from(self.input.to_json_string())),
            ("InputDetails", included()),
            ("Name", Value::String(self.name.clone())),
            ("StateMachineArn", Value::String(self.state_machine_arn.clone())),
            ("Status", Value::text(self.status.text())),
        ]);
        let texts = [("Error", self.error.as_ref()), ("Cause", self.cause.as_ref())];
        for (name, text) in texts {
            if let Some(text) = text {
                value.insert(name, text.clone());
            }
        }
        if self.status == ChildStatus::Succeeded {
            value.insert("Output", self.output.to_json_string());
            value.insert("OutputDetails", included());
        }
        if self.status != ChildStatus::Pending {
            value.insert("RedriveCount", 0);
            value.insert("RedriveStatus", "NOT_REDRIVABLE");
            value.insert("StartDate", self.start.clone());
            value.insert("StopDate", self.stop.clone());
        }
        value
    }
}

impl std::fmt::Debug for ResultFiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ResultFiles").field("folder", &self.folder).finish_non_exhaustive()
    }
}
