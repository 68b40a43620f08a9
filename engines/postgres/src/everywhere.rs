//! The reply that the replies of all shards make.

use std::collections::BTreeMap;

use asl_durable::shard::{Reply, Request, merge_pages};
use asl_durable::{CallError, Compacted, Migrated, StoredVersion};

use crate::inbox::elsewhere;

/// Maximum number of values that do not fit their types, as in one shard.
const MOST_UNFIT: usize = 1_000;

/// One reply of those of all shards.
pub(crate) fn merge(request: &Request, replies: Vec<Reply>) -> Result<Reply, CallError> {
    if let Request::List(list) = request {
        let mut pages = Vec::new();
        for reply in replies {
            let Reply::Page(page) = reply else { return Err(different()) };
            pages.push(page);
        }
        return Ok(Reply::Page(merge_pages(pages, list)));
    }
    let mut merged: Option<Reply> = None;
    for reply in replies {
        merged = Some(match (merged, reply) {
            (None, reply) => reply,
            (Some(Reply::Purged(one)), Reply::Purged(other)) => Reply::Purged(one + other),
            (Some(Reply::Compacted(one)), Reply::Compacted(other)) => Reply::Compacted(Compacted {
                before: one.before.saturating_add(other.before),
                after: one.after.saturating_add(other.after),
            }),
            (Some(Reply::Migrated(mut one)), Reply::Migrated(Migrated { moved, stayed })) => {
                one.moved += moved;
                one.stayed.extend(stayed);
                Reply::Migrated(one)
            }
            (Some(Reply::Unfit(mut one)), Reply::Unfit(other)) => {
                one.extend(other);
                one.truncate(MOST_UNFIT);
                Reply::Unfit(one)
            }
            (Some(Reply::Versions(one)), Reply::Versions(other)) => {
                Reply::Versions(merge_versions(one, other))
            }
            (Some(_), _) => return Err(different()),
        });
    }
    merged.ok_or_else(|| elsewhere("the store has no shards"))
}

fn different() -> CallError {
    elsewhere("the shards gave replies of different kinds")
}

/// The versions of two lists, each once, in the order in which they came.
fn merge_versions(one: Vec<StoredVersion>, other: Vec<StoredVersion>) -> Vec<StoredVersion> {
    let mut places = BTreeMap::new();
    let mut merged: Vec<StoredVersion> = Vec::new();
    for version in one.into_iter().chain(other) {
        let key = (version.machine.clone(), version.version.to_string());
        let place = *places.entry(key).or_insert(merged.len());
        let Some(known) = merged.get_mut(place) else {
            merged.push(version);
            continue;
        };
        known.executions += version.executions;
        known.unfinished += version.unfinished;
        if version.since.is_some_and(|since| known.since.is_none_or(|known| since < known)) {
            known.since = version.since;
            known.program = version.program;
        }
        if known.definition.is_empty() {
            known.definition = version.definition;
        }
        if known.outline.is_none() {
            known.outline = version.outline;
        }
    }
    merged.sort_by_key(|version| version.since);
    merged
}
