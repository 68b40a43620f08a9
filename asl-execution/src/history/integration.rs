//! The kind of task of a Resource, which determines AWS's events and messages.

/// The kinds of tasks in AWS's histories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Integration {
    /// A Lambda function, named by its ARN.
    Lambda,
    /// An activity, named by its ARN.
    Activity,
    /// A service integration, and any other Resource.
    Service,
}

/// The parts of a Resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Resource {
    pub(crate) integration: Integration,
    /// As written.
    pub(crate) arn: &'static str,
    /// `sqs` of `arn:aws:states:::sqs:sendMessage`.
    pub(crate) service: &'static str,
    /// `sendMessage` of `arn:aws:states:::sqs:sendMessage`.
    pub(crate) action: &'static str,
    /// The region, if the ARN names one.
    pub(crate) region: Option<&'static str>,
}

impl Resource {
    pub(crate) fn new(arn: &'static str) -> Self {
        let mut parts = arn.splitn(6, ':');
        let mut part = || parts.next().unwrap_or_default();
        let (scheme, _partition, service, region, _account, rest) =
            (part(), part(), part(), part(), part(), part());
        let region = Some(region).filter(|region| !region.is_empty());
        let plain =
            Self { integration: Integration::Service, arn, service: "", action: arn, region: None };
        if scheme != "arn" || rest.is_empty() {
            return plain;
        }
        let (integration, service, action) = match service {
            "lambda" if rest.starts_with("function:") => (Integration::Lambda, service, rest),
            "states" if rest.starts_with("activity:") => (Integration::Activity, service, rest),
            "states" => match split_action(rest) {
                Some((service, action)) => (Integration::Service, service, action),
                None => (Integration::Service, service, rest),
            },
            service => (Integration::Service, service, rest),
        };
        Self { integration, arn, service, action, region }
    }

    /// The name of the task in the cause of `States.DataLimitExceeded`: the ARN of a Lambda
    /// function, the name of a service.
    pub(crate) fn spoken(&self) -> &'static str {
        match self.integration {
            Integration::Service if !self.service.is_empty() => self.service,
            Integration::Service | Integration::Lambda | Integration::Activity => self.arn,
        }
    }
}

/// Service and action of `sqs:sendMessage`. The version in `.sync:2` belongs to the action.
fn split_action(rest: &str) -> Option<(&str, &str)> {
    let unversioned =
        rest.strip_suffix(":2").filter(|rest| rest.strip_suffix(".sync").is_some()).unwrap_or(rest);
    let (service, _) = unversioned.rsplit_once(':')?;
    Some((service, rest.get(service.len() + 1..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_are_classified_by_their_arn() {
        let parts = |arn| {
            let Resource { integration, service, action, region, .. } = Resource::new(arn);
            (integration, service, action, region)
        };
        let lambda = "arn:aws:lambda:us-east-1:123456789012:function:Pay";
        assert_eq!(
            parts(lambda),
            (Integration::Lambda, "lambda", "function:Pay", Some("us-east-1"))
        );
        let activity = "arn:aws:states:eu-west-1:123456789012:activity:Pay";
        assert_eq!(
            parts(activity),
            (Integration::Activity, "states", "activity:Pay", Some("eu-west-1"))
        );
        assert_eq!(
            parts("arn:aws:states:::sqs:sendMessage"),
            (Integration::Service, "sqs", "sendMessage", None)
        );
        let sdk = "arn:aws:states:::aws-sdk:dynamodb:putItem";
        assert_eq!(parts(sdk), (Integration::Service, "aws-sdk:dynamodb", "putItem", None));
        let nested = "arn:aws:states:::states:startExecution.sync:2";
        assert_eq!(parts(nested), (Integration::Service, "states", "startExecution.sync:2", None));
        assert_eq!(parts("arn:aws:states:::foo:2"), (Integration::Service, "foo", "2", None));
        let swf = "arn:aws:swf:us-east-1:123456789012:task:HelloWorld";
        assert_eq!(parts(swf), (Integration::Service, "swf", "task:HelloWorld", Some("us-east-1")));
        assert_eq!(
            parts("https://example.com/pay"),
            (Integration::Service, "", "https://example.com/pay", None)
        );
    }
}
