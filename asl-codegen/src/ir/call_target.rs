//! Targets of calls that are named by a literal: the function of `lambda:invoke`, the table of
//! `dynamodb:putItem`, the queue of `sqs:sendMessage`.

use super::{Expr, Invoke, Literal, Task};

/// The resource that a call names, as parts of the definition's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CallTarget<'m> {
    /// As written: a name, a name with an alias, an ARN, a URL.
    pub(crate) text: &'m str,
    /// The resource's own name, without account, region, alias and version.
    pub(crate) own: &'m str,
    /// The own name without the suffix that a deployment tool generates.
    pub(crate) stable: &'m str,
}

/// A Resource `arn:aws:states:::service:action`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Integration<'m> {
    /// `dynamodb`, `aws-sdk:dynamodb`.
    pub(crate) service: &'m str,
    /// `sendMessage`.
    pub(crate) action: &'m str,
    /// `waitForTaskToken`, `sync`, `sync:2`; empty if the service's response is the result.
    pub(crate) wait: &'m str,
}

impl<'m> Integration<'m> {
    /// The integration of a Resource, if it is one.
    pub(crate) fn new(resource: &'m str) -> Option<Self> {
        let mut parts = resource.splitn(6, ':');
        if (parts.next(), parts.nth(1)) != (Some("arn"), Some("states")) {
            return None;
        }
        let rest = parts.nth(2)?;
        let (service, _) =
            split_version(rest).0.rsplit_once(':').filter(|(service, _)| !is_kind(service))?;
        let action = rest.get(service.len() + 1..)?;
        let (action, wait) = action.split_once('.').unwrap_or((action, ""));
        Some(Self { service, action, wait })
    }

    /// True for `lambda:invoke`, whose request has the payload of a function and whose response is
    /// an envelope.
    pub(crate) fn has_envelope(self) -> bool {
        (self.service, self.action) == ("lambda", "invoke")
    }

    /// The fields of the request that can name what is called, the most specific first.
    fn fields(self) -> impl Iterator<Item = &'static str> {
        let service = self.service.strip_prefix("aws-sdk:").unwrap_or(self.service);
        FIELDS.iter().filter(move |(known, _)| *known == service).map(|(_, field)| *field)
    }
}

/// Splits the version off `startExecution.sync:2`, which belongs to the action.
pub(crate) fn split_version(resource: &str) -> (&str, &str) {
    match resource.strip_suffix(":2") {
        Some(text) if text.strip_suffix(".sync").is_some() => (text, ":2"),
        _ => (resource, ""),
    }
}

/// Services, and the fields of their requests that name what they are called for.
const FIELDS: &[(&str, &str)] = &[
    ("batch", "JobName"),
    ("bedrock", "ModelId"),
    ("cloudformation", "StackSetName"),
    ("codebuild", "ProjectName"),
    ("dynamodb", "TableName"),
    ("ecs", "TaskDefinition"),
    ("events", "EventBusName"),
    ("eventbridge", "EventBusName"),
    ("glue", "JobName"),
    ("glue", "Name"),
    ("lambda", "FunctionName"),
    ("s3", "Bucket"),
    ("sfn", "StateMachineArn"),
    ("sns", "TopicArn"),
    ("sqs", "QueueUrl"),
    ("states", "StateMachineArn"),
];

/// A part of a request: computed or constant.
#[derive(Clone, Copy)]
enum Part<'m> {
    Computed(&'m Expr),
    Constant(&'m Literal),
}

impl<'m> Part<'m> {
    fn new(expression: &'m Expr) -> Self {
        if let Expr::Literal(literal) = expression {
            Self::Constant(literal)
        } else {
            Self::Computed(expression)
        }
    }

    fn member(self, name: &str) -> Option<Self> {
        match self {
            Self::Constant(Literal::Object(members)) => {
                members.iter().find(|(key, _)| key == name).map(|(_, value)| Self::Constant(value))
            }
            Self::Computed(Expr::Object(members)) => {
                members.iter().find(|(key, _)| key == name).map(|(_, value)| Self::new(value))
            }
            Self::Computed(_) | Self::Constant(_) => None,
        }
    }

    fn items(self) -> Vec<Self> {
        match self {
            Self::Constant(Literal::Array(items)) => items.iter().map(Self::Constant).collect(),
            Self::Computed(Expr::Array(items)) => items.iter().map(Self::new).collect(),
            Self::Computed(_) | Self::Constant(_) => Vec::new(),
        }
    }

    fn text(self) -> Option<&'m str> {
        if let Self::Constant(Literal::String(text)) = self { Some(text) } else { None }
    }
}

impl<'m> CallTarget<'m> {
    /// The target of a call: a literal in its request, or a Resource that is a function or an
    /// activity itself.
    pub(crate) fn new(task: &'m Task, invoke: &'m Invoke) -> Option<Self> {
        let resource = task.resource.value.as_str();
        let Some(integration) = Integration::new(resource) else {
            return is_own_resource(resource).then(|| Self::named(resource, "")).flatten();
        };
        let request = Part::new(invoke.input.template.as_ref()?);
        integration.fields().find_map(|field| {
            let text = request.member(field).and_then(Part::text);
            Self::named(text.or_else(|| of_entries(request, field))?, field)
        })
    }

    /// The target that the text of a field names; `None` if its name has no letters or digits.
    fn named(text: &'m str, field: &str) -> Option<Self> {
        let own = own_name(text)?;
        let stable = stable_name(own, field == "Bucket");
        stable.contains(|c: char| c.is_ascii_alphanumeric()).then_some(Self { text, own, stable })
    }
}

/// The value of a field that all `Entries` of a request have in common.
fn of_entries<'m>(request: Part<'m>, field: &str) -> Option<&'m str> {
    let entries = request.member("Entries")?.items();
    let mut texts = entries.iter().map(|entry| entry.member(field).and_then(Part::text));
    let first = texts.next()??;
    texts.all(|text| text == Some(first)).then_some(first)
}

/// True for the ARN of a function or an activity.
fn is_own_resource(resource: &str) -> bool {
    let parts = split(resource, ':');
    parts.first() == Some(&"arn") && parts.iter().any(|part| is_kind(part))
}

/// The last parts of the ARN of a function or an activity before its own name.
pub(crate) fn before_own_name(resource: &str, most: usize) -> Vec<&str> {
    let mut parts = split(resource, ':');
    let end = parts.iter().position(|part| is_kind(part)).map_or(0, |kind| kind + 1);
    parts.truncate(end);
    parts.drain(..end.saturating_sub(most));
    parts
}

/// True for the part of an ARN after which its resource's own name follows.
fn is_kind(part: &str) -> bool {
    matches!(part, "function" | "activity" | "stateMachine")
}

/// The own name in a name, a name with an alias or a version, an ARN or a URL.
fn own_name(text: &str) -> Option<&str> {
    if text.contains("://") {
        return split(text, '/').into_iter().rfind(|part| !part.is_empty());
    }
    let parts = split(text, ':');
    let named = match parts.iter().position(|part| is_kind(part)) {
        Some(kind) => parts.get(kind + 1),
        None if parts.first() == Some(&"arn") => parts.get(5),
        None => parts.first(),
    };
    split(named?, '/').into_iter().next_back()
}

/// The parts between marks. A mark in `${AWS::Region}` does not count.
fn split(text: &str, mark: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut is_placeholder) = (0, false);
    for (at, character) in text.char_indices() {
        match character {
            '{' if text.get(..at).is_some_and(|before| before.ends_with('$')) => {
                is_placeholder = true;
            }
            '}' => is_placeholder = false,
            _ if character == mark && !is_placeholder => {
                parts.extend(text.get(start..at));
                start = at + mark.len_utf8();
            }
            _ => {}
        }
    }
    parts.extend(text.get(start..));
    parts
}

/// A name without the suffixes of `CloudFormation` (`Stack-Name-1A2B3C4D5E6F`) and of the CDK
/// (`Name1A2B3C4D`), or the name in a placeholder. What is left is never empty.
fn stable_name(own: &str, is_bucket: bool) -> &str {
    let placeholder = own.strip_prefix("${").and_then(|own| own.strip_suffix('}'));
    if let Some(name) = placeholder.filter(|name| !name.contains(['$', '}'])) {
        return name;
    }
    let name = match own.rsplit_once('-') {
        // A physical id begins with the name of its stack. Capitals alone are no words anyway.
        Some((name, suffix))
            if is_physical_suffix(suffix, is_bucket)
                && (name.contains('-') || !suffix.contains(|c: char| c.is_ascii_lowercase())) =>
        {
            name
        }
        _ => own,
    };
    let is_hash = |suffix: &str| {
        suffix.bytes().all(|c| matches!(c, b'0'..=b'9' | b'A'..=b'F'))
            && suffix.bytes().any(|c| c.is_ascii_digit())
            && suffix.bytes().any(|c| c.is_ascii_uppercase())
    };
    match name.len().checked_sub(8).and_then(|at| name.split_at_checked(at)) {
        Some((logical, suffix))
            if is_hash(suffix) && logical.ends_with(|c: char| c.is_ascii_alphanumeric()) =>
        {
            logical
        }
        _ => name,
    }
}

/// True for the last part of a physical id: 12 or 13 letters and digits. Words with a number at
/// their end (`OrderPlaced01`) are none. Only ids of buckets have no capitals.
fn is_physical_suffix(suffix: &str, is_bucket: bool) -> bool {
    let has = |is: fn(&char) -> bool| suffix.chars().any(|c| is(&c));
    let digit = suffix.find(|c: char| c.is_ascii_digit());
    let is_mixed = digit
        .and_then(|at| suffix.get(at..))
        .is_some_and(|rest| rest.contains(|c: char| c.is_ascii_alphabetic()));
    matches!(suffix.len(), 12 | 13)
        && suffix.bytes().all(|c| c.is_ascii_alphanumeric())
        && (has(char::is_ascii_uppercase) || is_bucket)
        && digit.is_some()
        && (is_mixed || !has(char::is_ascii_lowercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integrations_are_split_into_their_parts() {
        for (rest, expected) in [
            ("lambda:invoke", ("lambda", "invoke", "")),
            ("sqs:sendMessage.waitForTaskToken", ("sqs", "sendMessage", "waitForTaskToken")),
            ("states:startExecution.sync:2", ("states", "startExecution", "sync:2")),
            ("aws-sdk:dynamodb:putItem", ("aws-sdk:dynamodb", "putItem", "")),
        ] {
            let resource = format!("arn:aws:states:::{rest}");
            let (service, action, wait) = expected;
            let expected = Integration { service, action, wait };
            assert_eq!(Integration::new(&resource), Some(expected));
        }
        for other in [
            "arn:aws:lambda:us-east-1:123456789012:function:Pay",
            "arn:aws:states:us-east-1:123456789012:activity:Pay",
            "task:pay",
            "",
        ] {
            assert_eq!(Integration::new(other), None, "{other}");
        }
    }

    #[test]
    fn own_names_are_found_in_every_form() {
        for (text, own) in [
            ("ReserveFlight", "ReserveFlight"),
            ("ReserveFlight:prod", "ReserveFlight"),
            ("123456789012:function:ReserveFlight", "ReserveFlight"),
            ("arn:aws:lambda:eu-west-1:123456789012:function:ReserveFlight", "ReserveFlight"),
            ("arn:aws:lambda:eu-west-1:123456789012:function:Reserve:$LATEST", "Reserve"),
            (
                "arn:aws:lambda:${AWS::Region}:${AWS::AccountId}:function:${Stage}-pay",
                "${Stage}-pay",
            ),
            ("${ReserveFlightArn}", "${ReserveFlightArn}"),
            ("arn:aws:dynamodb:eu-west-1:123456789012:table/Orders", "Orders"),
            ("arn:aws:sns:eu-west-1:123456789012:order-events", "order-events"),
            ("https://sqs.eu-west-1.amazonaws.com/123456789012/orders", "orders"),
            ("https://sqs.${AWS::Region}.amazonaws.com/${AWS::AccountId}/orders/", "orders"),
            ("arn:aws:states:eu-west-1:123456789012:stateMachine:Ship:7", "Ship"),
            ("arn:aws:s3:::results", "results"),
            ("arn:aws:events:eu-west-1:123456789012:event-bus/shop", "shop"),
            ("arn:aws:ecs:eu-west-1:123456789012:task-definition/report:7", "report"),
        ] {
            assert_eq!(own_name(text), Some(own), "{text}");
        }
    }

    #[test]
    fn suffixes_of_deployment_tools_are_left_out() {
        for (own, stable) in [
            ("ReserveFlight1A2B3C4D", "ReserveFlight"),
            ("Saga-ReserveFlight-1A2B3C4D5E6F", "Saga-ReserveFlight"),
            ("ReserveFlight-1A2B3C4D5E6F", "ReserveFlight"),
            ("${ReserveFlight}", "ReserveFlight"),
            ("${Stage}-${Name}", "${Stage}-${Name}"),
            ("Saga-ReserveFlight1A2B3C4D-bURHFStl0ZL3", "Saga-ReserveFlight"),
            ("MapStack-MessagesTable05B58A27-12YI1A00B0RE6", "MapStack-MessagesTable"),
            // Names that only resemble them.
            ("Orders20240131", "Orders20240131"),
            ("ReserveDEADBEEF", "ReserveDEADBEEF"),
            ("1A2B3C4D", "1A2B3C4D"),
            ("reserve-1A2B3C4D", "reserve-1A2B3C4D"),
            ("shop-Order2Placed1", "shop-Order2Placed1"),
            ("shop-on-OrderPlaced01", "shop-on-OrderPlaced01"),
            ("shop-on-ReserveFlight", "shop-on-ReserveFlight"),
            ("shop-results-udjwa1ue57pt", "shop-results-udjwa1ue57pt"),
            ("é1A2B3C4D", "é1A2B3C4D"),
            ("", ""),
        ] {
            assert_eq!(stable_name(own, false), stable, "{own}");
        }
        assert_eq!(stable_name("shop-results-udjwa1ue57pt", true), "shop-results");
    }
}
