//! The partition in Resources of Step Functions, which deployment tools know.

use asl_source::source::placeholder::{Placeholder, next_placeholder};
use asl_source::source::{Json, Member, Node};

/// Fills `aws` into `arn:${AWS::Partition}:states:::..` of a template, unless the user gives a value.
/// Otherwise these would be no calls of services.
pub(super) fn fill(node: &mut Node, is_given: &dyn Fn(&str) -> bool) {
    match &mut node.value {
        Json::Object(members) => {
            for Member { key, value } in members {
                if let ("Resource", Json::String(text)) = (key.value.as_str(), &mut value.value)
                    && let Some(open) = open_partition(&text.value)
                    && !is_given(open.name)
                {
                    let place = open.start..open.end;
                    text.value.replace_range(place, "aws");
                    // Findings are about the whole Resource.
                    text.escapes.clear();
                }
                fill(value, is_given);
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| fill(item, is_given)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

/// The placeholder that is the partition of a Resource of Step Functions.
pub(crate) fn open_partition(resource: &str) -> Option<Placeholder<'_>> {
    let found = next_placeholder(resource, 0)?;
    let (before, behind) = (resource.get(..found.start)?, resource.get(found.end..)?);
    (before == "arn:" && behind.starts_with(":states:::")).then_some(found)
}
