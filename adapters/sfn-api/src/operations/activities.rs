//! Activities, and the work of their workers.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::time::seconds;
use super::{Empty, Tag, tags};
use crate::arn::check_name;
use crate::fault::Fault;
use crate::page::PageRequest;
use crate::registry::{Activity, Contents};
use crate::service::SfnApi;

/// Maximum time that a request for work waits, as at AWS. Clients repeat it.
const LONG_POLL: Duration = Duration::from_secs(60);

#[derive(Deserialize)]
pub(super) struct CreateActivity {
    name: String,
    #[serde(default)]
    tags: Vec<Tag>,
    #[serde(rename = "encryptionConfiguration")]
    encryption: Option<Value>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreatedActivity {
    activity_arn: String,
    creation_date: f64,
}

/// Creates an activity. If it exists with the same encryption, the answer is that of its creation,
/// and its tags stay as they are.
pub(super) async fn create(
    api: &SfnApi,
    request: CreateActivity,
) -> Result<CreatedActivity, Fault> {
    let CreateActivity { name, tags, encryption } = request;
    check_name(&name)?;
    let is_default = |encryption: &Value| encryption.get("type") == Some(&"AWS_OWNED_KEY".into());
    let is_encrypted = encryption.is_some_and(|encryption| !is_default(&encryption));
    let before = api.registry.contents().activities.get(&name).map(|activity| activity.created);
    if is_encrypted && before.is_some() {
        return Err(Fault::new(
            "ActivityAlreadyExists",
            format!(
                "Activity Already Exists with another encryption: '{}'",
                api.scope.activity(&name)
            ),
        ));
    }
    if is_encrypted {
        return Err(Fault::new(
            "InvalidEncryptionConfiguration",
            "this server encrypts nothing: leave out encryptionConfiguration, or set its type to \
             AWS_OWNED_KEY",
        ));
    }
    let activity_arn = api.scope.activity(&name);
    if let Some(before) = before {
        return Ok(CreatedActivity { activity_arn, creation_date: seconds(before) });
    }
    let tags: BTreeMap<_, _> = tags.into_iter().map(|tag| (tag.key, tag.value)).collect();
    tags::check(&tags, &activity_arn)?;
    let change = |contents: &mut Contents| {
        let created = SystemTime::now();
        let activity = contents.activities.entry(name).or_insert(Activity { created, tags });
        Ok(activity.created)
    };
    let created = api.registry.change(change).await?;
    Ok(CreatedActivity { activity_arn, creation_date: seconds(created) })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NamedActivity {
    activity_arn: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DescribedActivity {
    activity_arn: String,
    name: String,
    creation_date: f64,
}

impl DescribedActivity {
    fn new(api: &SfnApi, name: &str, activity: &Activity) -> Self {
        Self {
            activity_arn: api.scope.activity(name),
            name: name.into(),
            creation_date: seconds(activity.created),
        }
    }
}

pub(super) fn describe(api: &SfnApi, request: &NamedActivity) -> Result<DescribedActivity, Fault> {
    let name = api.scope.read_activity(&request.activity_arn)?;
    let contents = api.registry.contents();
    let activity = contents.activities.get(name);
    let activity = activity.ok_or_else(|| does_not_exist(&request.activity_arn))?;
    Ok(DescribedActivity::new(api, name, activity))
}

/// Deletes an activity. Deleting one that does not exist succeeds, as at AWS.
pub(super) async fn delete(api: &SfnApi, request: NamedActivity) -> Result<Empty, Fault> {
    let name = api.scope.read_activity(&request.activity_arn)?;
    if api.registry.contents().activities.contains_key(name) {
        let change = |contents: &mut Contents| {
            contents.activities.remove(name);
            Ok(())
        };
        api.registry.change(change).await?;
    }
    Ok(Empty {})
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListActivities {
    max_results: Option<u32>,
    next_token: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListedActivities {
    activities: Vec<DescribedActivity>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_token: Option<String>,
}

/// Lists activities in the order of their names.
pub(super) fn list(api: &SfnApi, request: &ListActivities) -> Result<ListedActivities, Fault> {
    let next_token = request.next_token.as_deref();
    let page = PageRequest::read(
        &api.registry.contents().page_secret,
        &["ListActivities"],
        request.max_results,
        next_token,
    )?;
    let contents = api.registry.contents();
    let (on_page, next_token) = page.cut(
        &contents.activities,
        |(name, _)| (*name).clone(),
        |(name, _), after| name.as_str() > after,
    );
    let activities = on_page.into_iter();
    let activities = activities.map(|(name, one)| DescribedActivity::new(api, name, one)).collect();
    Ok(ListedActivities { activities, next_token })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GetActivityTask {
    activity_arn: String,
    #[serde(default)]
    worker_name: String,
}

/// Work, or nulls if there was none in time.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ActivityTask {
    task_token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<String>,
}

/// Waits for work.
pub(super) async fn get_task(
    api: &SfnApi,
    request: GetActivityTask,
) -> Result<ActivityTask, Fault> {
    let GetActivityTask { activity_arn, worker_name } = request;
    let name = api.scope.read_activity(&activity_arn)?;
    if !api.registry.contents().activities.contains_key(name) {
        return Err(does_not_exist(&activity_arn));
    }
    let work = api.backend.next_activity(activity_arn.into(), worker_name.into());
    let Ok(work) = tokio::time::timeout(LONG_POLL, work).await else {
        return Ok(ActivityTask { task_token: None, input: None });
    };
    let (token, input) = work?;
    Ok(ActivityTask { task_token: Some(token.into()), input: Some(input.to_json_string()) })
}

fn does_not_exist(arn: &str) -> Fault {
    Fault::new("ActivityDoesNotExist", format!("Activity Does Not Exist: '{arn}'"))
}
