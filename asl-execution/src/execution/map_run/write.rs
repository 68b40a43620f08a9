//! Results of children before they are in a store. They are gathered into files, which are written
//! one at a time.

use serde::{Deserialize, Serialize};

use crate::execution::Outcome;
use crate::storage::items::{ChildExecution, ChildStatus, ResultFile, ResultGroup};
use asl_value::error::{Failed, Failure, names};
use asl_value::value::{Text, Value};

/// Bytes of JSON text at which a file is written. At most twice as much is kept in memory.
const FILE: u64 = 1 << 20;

/// Results that are not in the store yet.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct Writer {
    pub(in crate::execution) succeeded: Gathered,
    pub(in crate::execution) failed: Gathered,
    pub(in crate::execution) writing: Option<Writing>,
    pub(in crate::execution) files: Vec<ResultFile>,
    /// The result of the Map, once the manifest is written.
    pub(in crate::execution) result: Option<Value>,
}

/// Results for the next file of a group.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct Gathered {
    pub(in crate::execution) children: Vec<Finished>,
    pub(in crate::execution) bytes: u64,
    /// Files of this group so far.
    pub(in crate::execution) files: u32,
}

/// The write in progress.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct Writing {
    pub(in crate::execution) serial: u64,
    pub(in crate::execution) content: Content,
}

/// The content of a write.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::execution) enum Content {
    File(ResultGroup, u32, Vec<Finished>),
    Manifest,
}

/// A child that has ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::execution) struct Finished {
    pub(in crate::execution) index: u32,
    pub(in crate::execution) status: ChildStatus,
    pub(in crate::execution) input: Value,
    pub(in crate::execution) output: Value,
    pub(in crate::execution) error: Option<Text>,
    pub(in crate::execution) cause: Option<Text>,
    /// Milliseconds since 1970.
    pub(in crate::execution) start: u64,
    pub(in crate::execution) stop: u64,
}

impl Writer {
    /// Returns true if so many results wait to be written that no child may add more.
    pub(in crate::execution) fn is_full(&self) -> bool {
        self.writing.is_some() && (self.succeeded.is_file() || self.failed.is_file())
    }

    pub(in crate::execution) fn serial(&self) -> Option<u64> {
        self.writing.as_ref().map(|writing| writing.serial)
    }

    pub(in crate::execution) fn add(&mut self, child: Finished) {
        let group = match ResultGroup::from(child.status) {
            ResultGroup::Succeeded => &mut self.succeeded,
            ResultGroup::Failed | ResultGroup::Pending => &mut self.failed,
        };
        group.bytes = group.bytes.saturating_add(child.size());
        group.children.push(child);
    }

    /// Prepares for a redrive: results of failed children, and those being written, are written
    /// again.
    #[inline]
    pub(in crate::execution) fn revive(&mut self, is_more: bool) {
        let Some(Writing { content, .. }) = self.writing.take() else {
            return self.forget_failed(is_more);
        };
        if let Content::File(ResultGroup::Succeeded, number, children) = content {
            let bytes = children.iter().fold(0, |sum: u64, child| sum.saturating_add(child.size()));
            let later = std::mem::replace(&mut self.succeeded.children, children);
            self.succeeded.children.extend(later);
            self.succeeded.bytes = self.succeeded.bytes.saturating_add(bytes);
            self.succeeded.files = number;
        }
        self.forget_failed(is_more);
    }

    #[inline]
    fn forget_failed(&mut self, is_more: bool) {
        self.failed.children.clear();
        self.failed.bytes = 0;
        self.files.retain(|file| file.group == ResultGroup::Succeeded);
        if is_more {
            self.result = None;
        }
    }

    /// Returns the next write: files that are large enough, at the end all others, then the
    /// manifest.
    pub(in crate::execution) fn next(&mut self, is_last: bool) -> Option<Content> {
        if self.writing.is_some() || self.result.is_some() {
            return None;
        }
        for (group, gathered) in
            [(ResultGroup::Succeeded, &mut self.succeeded), (ResultGroup::Failed, &mut self.failed)]
        {
            if gathered.is_file() || (is_last && !gathered.children.is_empty()) {
                let number = gathered.files;
                gathered.files = gathered.files.saturating_add(1);
                gathered.bytes = 0;
                return Some(Content::File(group, number, std::mem::take(&mut gathered.children)));
            }
        }
        is_last.then_some(Content::Manifest)
    }
}

impl Gathered {
    fn is_file(&self) -> bool {
        self.bytes >= FILE
    }
}

impl Finished {
    /// Approximate bytes in a file.
    fn size(&self) -> u64 {
        self.input.size().saturating_add(self.output.size()).saturating_add(512)
    }

    /// The entry in a result file, under these names: its own, its ARN, and that of its machine.
    pub(in crate::execution) fn description(
        &self,
        (name, execution_arn, state_machine_arn): (Text, Text, Text),
        start: &mut Timestamp,
        stop: &mut Timestamp,
    ) -> ChildExecution {
        ChildExecution {
            execution_arn,
            name,
            state_machine_arn,
            status: self.status,
            input: self.input.clone(),
            output: self.output.clone(),
            error: self.error.clone(),
            cause: self.cause.clone(),
            start: start.text(self.start),
            stop: stop.text(self.stop),
        }
    }
}

/// The last timestamp that was written: many children begin or end in the same millisecond.
#[derive(Default)]
pub(in crate::execution) struct Timestamp {
    millis: u64,
    text: Text,
}

impl Timestamp {
    fn text(&mut self, millis: u64) -> Text {
        if self.text.is_empty() || self.millis != millis {
            let text = crate::history::timestamp(millis).as_str().map(Text::from);
            *self = Self { millis, text: text.unwrap_or_default() };
        }
        self.text.clone()
    }
}

impl Writer {
    pub(super) fn answered(&mut self, outcome: Outcome) -> Result<(), Failed> {
        let answer = match outcome {
            Outcome::Done(answer) => answer,
            Outcome::Failed(error) => return Err(error.into_failure()),
            Outcome::Items(..)
            | Outcome::Members(..)
            | Outcome::TimedOut
            | Outcome::HeartbeatMissed => {
                let cause = "the engine did not say what it wrote";
                return Err(Box::new(Failure::new(names::RESULT_WRITER_FAILED, cause)));
            }
        };
        match self.writing.take().map(|writing| writing.content) {
            Some(Content::Manifest) => self.result = Some(answer),
            Some(Content::File(group, ..)) => {
                let key =
                    answer.get("Key").and_then(Value::as_str).map(Text::from).unwrap_or_default();
                let size = answer
                    .get("Size")
                    .and_then(Value::as_i64)
                    .and_then(|size| u64::try_from(size).ok());
                self.files.push(ResultFile { group, key, size: size.unwrap_or_default() });
            }
            None => {}
        }
        Ok(())
    }
}
