//! Roles that calls assume, for states with `Credentials`.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use asl_runtime::error::names;
use asl_runtime::{TaskError, Value};
use aws_credential_types::Credentials;

use crate::client::{Client, End};
use crate::resource::{Call, table};
use crate::timestamp;

/// Credentials that end sooner than this are asked for anew.
const MARGIN: Duration = Duration::from_secs(300);

/// Maximum number of roles whose credentials are kept. Roles can come from data.
const MOST_ROLES: usize = 256;

/// The name of the sessions of roles.
const SESSION: &str = "asl-aws";

/// The credentials of roles, until they expire.
#[derive(Default)]
pub(crate) struct Roles(Mutex<BTreeMap<String, Credentials>>);

/// Credentials are not printed.
impl fmt::Debug for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Roles(..)")
    }
}

impl Roles {
    /// The credentials of a role, which STS gives to the client.
    pub(crate) async fn credentials(
        &self,
        client: &Client,
        role: &str,
    ) -> Result<Credentials, TaskError> {
        if let Some(known) = self.known(role) {
            return Ok(known);
        }
        let credentials = Box::pin(assume(client, role)).await?;
        let mut roles = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if roles.len() >= MOST_ROLES {
            roles.clear();
        }
        roles.insert(role.to_owned(), credentials.clone());
        Ok(credentials)
    }

    fn known(&self, role: &str) -> Option<Credentials> {
        let roles = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = roles.get(role)?;
        let end = known.expiry()?.checked_sub(MARGIN)?;
        (SystemTime::now() < end).then(|| known.clone())
    }
}

async fn assume(client: &Client, role: &str) -> Result<Credentials, TaskError> {
    let refused = |cause: String| {
        let cause = format!("The role {} cannot be assumed: {cause}", asl_http::printable(role));
        TaskError::new(names::TASK_FAILED, cause)
    };
    let resource = "arn:aws:states:::aws-sdk:sts:assumeRole";
    let problem = |problem: crate::problem::Problem| problem.into_task_error(resource);
    let table = table("sts").map_err(problem)?;
    let call = Call::of_sdk(&table, "assumeRole").map_err(problem)?;
    let request =
        Value::object([("RoleArn", Value::from(role)), ("RoleSessionName", Value::from(SESSION))]);
    let answer = client.send(&call, "", &request).await.map_err(|end| match end {
        End::Problem(problem) => refused(problem.to_string()),
        End::Failed(error) => {
            refused(format!("{}: {}", error.error(), error.cause().unwrap_or_default()))
        }
    })?;
    let text = |name: &str| answer.at(["Credentials", name]).and_then(Value::as_str);
    let (Some(id), Some(secret)) = (text("AccessKeyId"), text("SecretAccessKey")) else {
        return Err(refused("STS answered without credentials".to_owned()));
    };
    let expiry = text("Expiration").and_then(timestamp::read).and_then(system_time);
    let token = text("SessionToken").map(str::to_owned);
    Ok(Credentials::new(id, secret, token, expiry, "AssumeRole"))
}

fn system_time(moment: asl_language::timestamp::Moment) -> Option<SystemTime> {
    let seconds = u64::try_from(moment.seconds).ok()?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}
