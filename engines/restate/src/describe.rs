//! Descriptions of executions: the rows of Restate's tables of invocations and journals, read
//! through its admin interface.

use std::time::{Duration, SystemTime};

use asl_runtime::versions::Version;
use asl_runtime::{Failure, Value};

use crate::ClientError;
use crate::client::{Address, Client, done};
use crate::payload::Payload;
use crate::wire::Begin;

/// The description of an execution. See [`Client::describe`].
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Description {
    /// Its invocation, which [`cancel`](crate::cancel) takes.
    pub invocation: String,
    /// Version of its machine. `None` before a process starts it.
    pub version: Option<Version>,
    /// Its input. `None` if Restate no longer has its journal.
    pub input: Option<Value>,
    /// Time at which Restate accepted it.
    pub started: SystemTime,
    /// End time, if it has ended.
    pub stopped: Option<SystemTime>,
    /// Its output or its failure, if it has ended.
    pub end: Option<Result<Value, Failure>>,
}

impl Client {
    /// The description of the execution with this key. `admin` is the address of Restate's admin
    /// interface. `None` if there is no such execution: Restate removes executions some time after
    /// their end, by default after one day.
    ///
    /// Restate has no index of keys: it searches all executions that it has.
    ///
    /// # Errors
    /// The server is unreachable.
    pub async fn describe(
        &self,
        admin: &str,
        machine: &str,
        key: &str,
    ) -> Result<Option<Description>, ClientError> {
        let admin = Address::of(admin)?;
        let sql = format!(
            "SELECT id, CAST(created_at AS BIGINT) AS started, CAST(completed_at AS BIGINT) AS \
             stopped FROM sys_invocation WHERE target_service_name = {} AND target_service_key = {} \
             AND target_handler_name = 'run'",
            quoted(machine),
            quoted(key),
        );
        let rows = query(&admin, &sql).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let time = |name: &str| row.get(name).and_then(Value::as_i64).and_then(time);
        let id = row.get("id").and_then(Value::as_str);
        let (Some(id), Some(started)) = (id, time("started")) else {
            return Err(ClientError::Refused(200, format!("an execution without an id: {row}")));
        };
        let stopped = time("stopped");
        let (input, version) = beginning(&admin, id).await?;
        let end = match stopped {
            Some(_) => Some(self.end(machine, key).await?),
            None => None,
        };
        let invocation = id.to_owned();
        Ok(Some(Description { invocation, version, input, started, stopped, end }))
    }

    /// The end of an execution that has ended.
    async fn end(&self, machine: &str, key: &str) -> Result<Result<Value, Failure>, ClientError> {
        match self.wait(machine, key).await {
            Ok(output) => Ok(Ok(output)),
            Err(ClientError::Failed(failure)) => Ok(Err(failure)),
            Err(error) => Err(error),
        }
    }
}

/// The input and the version in the first entries of an invocation's journal.
async fn beginning(
    admin: &Address,
    id: &str,
) -> Result<(Option<Value>, Option<Version>), ClientError> {
    let sql = format!(
        "SELECT index, entry_json FROM sys_journal WHERE id = {} AND index IN (0, 2)",
        quoted(id)
    );
    let (mut input, mut version) = (None, None);
    for row in query(admin, &sql).await? {
        let text = row.get("entry_json").and_then(Value::as_str).unwrap_or_default();
        let Ok(entry) = Value::from_json_str(text) else { continue };
        if let Some(payload) = entry.at(["Command", "Input", "payload"]).and_then(bytes) {
            input = payload.value().ok();
        }
        let begun = entry.at(["Notification", "Completion", "Run", "result", "Success"]);
        if let Some(payload) = begun.and_then(bytes) {
            version = payload.read::<Begin>().ok().map(|begin| Version::from(begin.hash));
        }
    }
    Ok((input, version))
}

/// The rows that a query selects.
async fn query(admin: &Address, sql: &str) -> Result<Vec<Value>, ClientError> {
    let body = Value::object([("query", Value::text(sql))]);
    let answer = done(admin.ask("POST", "/query", Some(&body)).await?)?;
    let rows = answer.get("rows").and_then(Value::as_array);
    rows.map(|rows| rows.iter().cloned().collect())
        .ok_or_else(|| ClientError::Refused(200, format!("an answer without rows: {answer}")))
}

/// A literal of SQL.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Bytes that Restate writes as an array of numbers.
fn bytes(numbers: &Value) -> Option<Payload> {
    let byte = |number: &Value| number.as_i64().and_then(|number| u8::try_from(number).ok());
    let bytes: Option<Vec<u8>> = numbers.as_array()?.iter().map(byte).collect();
    bytes.map(Payload::from)
}

/// A time in milliseconds since 1970.
fn time(millis: i64) -> Option<SystemTime> {
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_millis(u64::try_from(millis).ok()?))
}

#[cfg(test)]
mod tests {
    use asl_runtime::json;

    use super::*;

    #[test]
    fn keys_cannot_end_a_literal() {
        assert_eq!(quoted("it's' OR '1'='1"), "'it''s'' OR ''1''=''1'");
    }

    #[test]
    fn only_bytes_are_a_payload() {
        let payload = bytes(&json!([123, 125])).expect("bytes");
        assert_eq!(payload.value(), Ok(json!({})));
        for numbers in [json!([256]), json!([-1]), json!(["a"]), json!("a")] {
            assert!(bytes(&numbers).is_none(), "{numbers}");
        }
    }
}
