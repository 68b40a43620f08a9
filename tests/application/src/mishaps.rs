//! Errors of the agency, in all the forms that Rust code has.

use std::error::Error;

use anyhow::Context;
use asl_runtime::{TaskContext, TaskError, Value};

use crate::machines::{GatewayError, mishaps};

/// Fails as its input says.
#[derive(Debug)]
pub struct Mishaps;

fn by_anyhow() -> anyhow::Result<Value> {
    Err(GatewayError::Busy).context("while paying")
}

fn by_eyre() -> eyre::Result<Value> {
    eyre::bail!("by eyre")
}

fn by_box() -> Result<Value, Box<dyn Error + Send + Sync>> {
    Err("by box".into())
}

fn by_string() -> Result<Value, String> {
    Err("by string".to_owned())
}

impl mishaps::Tasks for Mishaps {
    async fn fail_as_told(&self, _: &TaskContext, kind: Value) -> Result<Value, TaskError> {
        match kind.as_str() {
            Some("anyhow") => Ok(by_anyhow()?),
            Some("eyre") => Ok(by_eyre()?),
            Some("box") => Ok(by_box()?),
            Some("string") => Ok(by_string()?),
            Some("std") => Ok("12 a".parse::<i64>()?.into()),
            Some("own") => Err(GatewayError::Busy)?,
            Some("task") => Err(TaskError::new("Named", "by a task error")),
            _ => Ok(kind),
        }
    }
}
