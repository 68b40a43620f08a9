//! The parts of a `Resource` that calls a service.

/// A call of a service: `arn:aws:states:::aws-sdk:s3:getObject.waitForTaskToken`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resource<'a> {
    /// True if the call goes through the SDK, false for an integration of Step Functions' own.
    pub is_sdk: bool,
    /// The service: `s3`.
    pub service: &'a str,
    /// The action: `getObject`.
    pub action: &'a str,
    /// The pattern with its dot, as written: `.waitForTaskToken`. Empty for none.
    pub pattern: &'a str,
}

/// Reads a `Resource`. `None` if it calls no service: a function, an activity, another URI.
pub fn resource(text: &str) -> Option<Resource<'_>> {
    let mut parts = text.splitn(6, ':');
    let is_states = (parts.next(), parts.nth(1)) == (Some("arn"), Some("states"));
    let (region, account, rest) = (parts.next()?, parts.next()?, parts.next()?);
    let own = rest.strip_prefix("aws-sdk:");
    // Activities have a region and an account. Calls through the SDK may have them.
    if !is_states || own.is_none() && !(region.is_empty() && account.is_empty()) {
        return None;
    }
    let (service, call) = own.unwrap_or(rest).split_once(':')?;
    let dot = call.find('.').unwrap_or(call.len());
    let (action, pattern) = call.split_at(dot);
    Some(Resource { is_sdk: own.is_some(), service, action, pattern })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resource_has_service_action_and_pattern() {
        let found = resource("arn:aws:states:::states:startExecution.sync:2");
        let (service, action) = ("states", "startExecution");
        assert_eq!(found, Some(Resource { is_sdk: false, service, action, pattern: ".sync:2" }));
        for place in ["::", "us-east-1:111111111111:"] {
            let text = format!("arn:aws-cn:states:{place}aws-sdk:s3:getObject");
            let (service, action) = ("s3", "getObject");
            let wanted = Resource { is_sdk: true, service, action, pattern: "" };
            assert_eq!(resource(&text), Some(wanted));
        }
    }

    #[test]
    fn other_resources_call_no_service() {
        for other in [
            "arn:aws:lambda:us-east-1:111111111111:function:Pay",
            "arn:aws:states:us-east-1:111111111111:activity:Approve",
            "task:pay",
            "arn:aws:states:::s3",
        ] {
            assert_eq!(resource(other), None, "{other}");
        }
    }
}
