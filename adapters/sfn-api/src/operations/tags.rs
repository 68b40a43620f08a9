//! Tags of state machines and activities.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Empty, Tag};
use crate::arn::Resource;
use crate::fault::Fault;
use crate::registry::Contents;
use crate::service::SfnApi;

/// Maximum number of tags of a resource, as at AWS.
const MOST_TAGS: usize = 50;

/// `TagResource`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TagResource {
    resource_arn: String,
    tags: Vec<Tag>,
}

/// `UntagResource`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct UntagResource {
    resource_arn: String,
    tag_keys: Vec<String>,
}

/// `ListTagsForResource`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListTags {
    resource_arn: String,
}

#[derive(Serialize)]
pub(super) struct ListedTags {
    tags: Vec<Tag>,
}

pub(super) async fn tag(api: &SfnApi, request: TagResource) -> Result<Empty, Fault> {
    let (resource, arn) = (api.scope.read(&request.resource_arn)?, &request.resource_arn);
    api.registry
        .change(|contents| {
            let tags = tags_of(contents, resource, arn)?;
            tags.extend(request.tags.into_iter().map(|tag| (tag.key, tag.value)));
            check(tags, arn)?;
            Ok(Empty {})
        })
        .await
}

pub(super) async fn untag(api: &SfnApi, request: UntagResource) -> Result<Empty, Fault> {
    let (resource, arn) = (api.scope.read(&request.resource_arn)?, &request.resource_arn);
    api.registry
        .change(|contents| {
            let tags = tags_of(contents, resource, arn)?;
            tags.retain(|key, _| !request.tag_keys.contains(key));
            Ok(Empty {})
        })
        .await
}

pub(super) fn list(api: &SfnApi, request: &ListTags) -> Result<ListedTags, Fault> {
    let arn = &request.resource_arn;
    let mut contents = Contents::clone(&api.registry.contents());
    let tags = tags_of(&mut contents, api.scope.read(arn)?, arn)?;
    let tag = |(key, value): (&String, &String)| Tag { key: key.clone(), value: value.clone() };
    Ok(ListedTags { tags: tags.iter().map(tag).collect() })
}

/// Checks the tags of a resource.
pub(super) fn check(tags: &BTreeMap<String, String>, arn: &str) -> Result<(), Fault> {
    if tags.len() > MOST_TAGS {
        return Err(Fault::new(
            "TooManyTags",
            format!("a resource has at most {MOST_TAGS} tags: {arn}"),
        ));
    }
    Ok(())
}

/// The tags of a resource. Versions and aliases have none, as recorded.
fn tags_of<'c>(
    contents: &'c mut Contents,
    resource: Resource<'_>,
    arn: &str,
) -> Result<&'c mut BTreeMap<String, String>, Fault> {
    let tags = match resource {
        Resource::StateMachine(machine) if machine.qualifier.is_none() => {
            contents.machines.get_mut(machine.name).map(|machine| &mut machine.tags)
        }
        Resource::Activity(name) => {
            contents.activities.get_mut(name).map(|activity| &mut activity.tags)
        }
        Resource::StateMachine(_) | Resource::Execution(_) | Resource::MapRun(_) => None,
    };
    tags.ok_or_else(|| Fault::new("ResourceNotFound", format!("Resource not found: '{arn}'")))
}
