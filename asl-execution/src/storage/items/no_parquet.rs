//! Parquet files, which cannot be read without the feature `parquet`.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::{Ready, ready};

use crate::storage::{ObjectName, Storage};
use asl_value::value::Value;

use super::ReadError;
use super::error::Fault;

/// A file that cannot exist.
pub(super) struct ParquetFile(Infallible);

impl ParquetFile {
    #[expect(clippy::needless_pass_by_value, reason = "with the feature the file keeps its name")]
    #[inline]
    pub(super) fn open(_: &dyn Storage, name: ObjectName) -> Ready<Result<Self, ReadError>> {
        let problem = "reading Parquet files needs the feature `parquet` of asl-runtime";
        ready(Err(ReadError::in_object(&name, Fault::Whole(problem.to_owned()))))
    }

    #[inline]
    pub(super) fn go_on(
        &mut self,
        _: &dyn Storage,
        _: &mut VecDeque<Value>,
    ) -> Ready<Result<bool, ReadError>> {
        match self.0 {}
    }
}
