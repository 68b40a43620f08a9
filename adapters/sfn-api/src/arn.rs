//! Names of resources: `arn:aws:states:REGION:ACCOUNT:KIND:NAME`.

use std::fmt::{self, Write as _};

use crate::fault::Fault;

/// Bytes of most ARNs, so that writing one takes memory once.
const MOST_ARNS: usize = 160;

/// Account and region of a server's resources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Scope {
    pub(crate) region: String,
    pub(crate) account: String,
}

/// A resource that an ARN names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Resource<'a> {
    /// `stateMachine:NAME`, `stateMachine:NAME:QUALIFIER`, `stateMachine:NAME/LABEL`.
    StateMachine(StateMachine<'a>),
    /// `execution:MACHINE:NAME`, `execution:MACHINE/LABEL:NAME`, `express:MACHINE:NAME:ID`.
    Execution(Execution<'a>),
    /// `mapRun:MACHINE/LABEL:ID`.
    MapRun(MapRun<'a>),
    /// `activity:NAME`.
    Activity(&'a str),
}

/// A state machine, or a version or an alias of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StateMachine<'a> {
    pub(crate) name: &'a str,
    /// Label of the distributed Map whose child executions the resource stands for.
    pub(crate) label: Option<&'a str>,
    pub(crate) qualifier: Option<Qualifier<'a>>,
}

/// The part after the name of a state machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Qualifier<'a> {
    /// Number of a published version.
    Version(u64),
    /// Name of an alias.
    Alias(&'a str),
}

/// An execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Execution<'a> {
    pub(crate) machine: &'a str,
    /// Label of the distributed Map that started it.
    pub(crate) label: Option<&'a str>,
    pub(crate) name: &'a str,
    /// Id of an execution of an Express state machine, whose names may be used again.
    pub(crate) express: Option<&'a str>,
}

/// A Map Run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MapRun<'a> {
    pub(crate) machine: &'a str,
    pub(crate) label: &'a str,
    pub(crate) id: &'a str,
}

impl Scope {
    /// ARN of a state machine.
    pub(crate) fn state_machine(&self, name: &str) -> String {
        self.arn(format_args!("stateMachine:{name}"))
    }

    /// ARN of a version or an alias of a state machine.
    pub(crate) fn qualified(&self, name: &str, qualifier: impl fmt::Display) -> String {
        self.arn(format_args!("stateMachine:{name}:{qualifier}"))
    }

    /// ARN of the role of state machines that no client created.
    pub(crate) fn role(&self) -> String {
        format!("arn:aws:iam::{}:role/asl", self.account)
    }

    /// ARN of an execution of a Standard state machine.
    pub(crate) fn execution(&self, machine: &str, name: &str) -> String {
        self.arn(format_args!("execution:{machine}:{name}"))
    }

    /// ARN of an execution of an Express state machine.
    pub(crate) fn express(&self, machine: &str, name: &str, id: &str) -> String {
        self.arn(format_args!("express:{machine}:{name}:{id}"))
    }

    /// ARN of an activity.
    pub(crate) fn activity(&self, name: &str) -> String {
        self.arn(format_args!("activity:{name}"))
    }

    fn arn(&self, rest: fmt::Arguments<'_>) -> String {
        let mut arn = String::with_capacity(MOST_ARNS);
        // Writing to a text does not fail.
        let _ = write!(arn, "arn:aws:states:{}:{}:{rest}", self.region, self.account);
        arn
    }

    /// Reads the ARN of any resource.
    pub(crate) fn read<'a>(&self, arn: &'a str) -> Result<Resource<'a>, Fault> {
        let (kind, rest) = self.resource(arn)?;
        let resource = match kind {
            "stateMachine" => read_state_machine(rest).map(Resource::StateMachine),
            "execution" => read_execution(rest).map(Resource::Execution),
            "express" => read_express(rest).map(Resource::Execution),
            "mapRun" => read_map_run(rest).map(Resource::MapRun),
            "activity" => is_name(rest).then_some(Resource::Activity(rest)),
            _ => return Err(wrong_kind(kind)),
        };
        resource.ok_or_else(|| invalid(format_args!("Invalid resource `{kind}:{rest}`: {arn}")))
    }

    /// Reads the ARN of a state machine, a version or an alias.
    pub(crate) fn read_state_machine<'a>(&self, arn: &'a str) -> Result<StateMachine<'a>, Fault> {
        let resource = self.read(arn)?;
        let Resource::StateMachine(machine) = resource else {
            return Err(wrong_kind(resource.kind()));
        };
        Ok(machine)
    }

    /// Reads the ARN of an execution.
    pub(crate) fn read_execution<'a>(&self, arn: &'a str) -> Result<Execution<'a>, Fault> {
        let resource = self.read(arn)?;
        let Resource::Execution(execution) = resource else {
            return Err(wrong_kind(resource.kind()));
        };
        Ok(execution)
    }

    /// Reads the ARN of a Map Run.
    pub(crate) fn read_map_run<'a>(&self, arn: &'a str) -> Result<MapRun<'a>, Fault> {
        let resource = self.read(arn)?;
        let Resource::MapRun(map_run) = resource else { return Err(wrong_kind(resource.kind())) };
        Ok(map_run)
    }

    /// Reads the ARN of an activity: its name.
    pub(crate) fn read_activity<'a>(&self, arn: &'a str) -> Result<&'a str, Fault> {
        let resource = self.read(arn)?;
        let Resource::Activity(name) = resource else { return Err(wrong_kind(resource.kind())) };
        Ok(name)
    }

    /// Kind and name of the resource of this server that an ARN names.
    fn resource<'a>(&self, arn: &'a str) -> Result<(&'a str, &'a str), Fault> {
        let mut parts = arn.splitn(7, ':');
        if parts.next() != Some("arn") {
            return Err(invalid(format_args!("Invalid ARN prefix: {arn}")));
        }
        let expected = [
            ("partition", "aws"),
            ("service", "states"),
            ("region", self.region.as_str()),
            ("account", self.account.as_str()),
        ];
        for (part, expected) in expected {
            let found = parts.next().unwrap_or_default();
            if found != expected {
                return Err(invalid(format_args!(
                    "Invalid {part} `{found}`, this server's is `{expected}`: {arn}"
                )));
            }
        }
        let (Some(kind), Some(rest)) = (parts.next(), parts.next()) else {
            return Err(invalid(format_args!("Missing resource: {arn}")));
        };
        Ok((kind, rest))
    }
}

impl Resource<'_> {
    fn kind(self) -> &'static str {
        match self {
            Self::StateMachine(_) => "stateMachine",
            Self::Execution(Execution { express: None, .. }) => "execution",
            Self::Execution(Execution { express: Some(_), .. }) => "express",
            Self::MapRun(_) => "mapRun",
            Self::Activity(_) => "activity",
        }
    }
}

fn read_state_machine(rest: &str) -> Option<StateMachine<'_>> {
    let (name, qualifier) = match rest.split_once(':') {
        Some((name, qualifier)) => (name, Some(read_qualifier(qualifier)?)),
        None => (rest, None),
    };
    let (name, label) = read_label(name)?;
    Some(StateMachine { name, label, qualifier })
}

/// A version's number, or else the name of an alias, which is never a number.
fn read_qualifier(qualifier: &str) -> Option<Qualifier<'_>> {
    if qualifier.bytes().all(|byte| byte.is_ascii_digit()) {
        return qualifier.parse().ok().map(Qualifier::Version);
    }
    is_name(qualifier).then_some(Qualifier::Alias(qualifier))
}

fn read_execution(rest: &str) -> Option<Execution<'_>> {
    let (machine, name) = rest.split_once(':')?;
    let (machine, label) = read_label(machine)?;
    is_name(name).then_some(Execution { machine, label, name, express: None })
}

fn read_express(rest: &str) -> Option<Execution<'_>> {
    let (execution, id) = rest.rsplit_once(':')?;
    let execution = read_execution(execution)?;
    is_name(id).then_some(Execution { express: Some(id), ..execution })
}

fn read_map_run(rest: &str) -> Option<MapRun<'_>> {
    let (machine, id) = rest.split_once(':')?;
    let (machine, label) = read_label(machine)?;
    is_name(id).then_some(MapRun { machine, label: label?, id })
}

/// `NAME` or `NAME/LABEL`.
fn read_label(name: &str) -> Option<(&str, Option<&str>)> {
    let (name, label) = match name.split_once('/') {
        Some((name, label)) => (name, Some(label)),
        None => (name, None),
    };
    (is_name(name) && label.is_none_or(is_name)).then_some((name, label))
}

/// Checks the name of a new resource.
pub(crate) fn check_name(name: &str) -> Result<(), Fault> {
    if is_name(name) && name.encode_utf16().count() <= 80 {
        return Ok(());
    }
    Err(Fault::new("InvalidName", format!("Invalid Name: '{name}'")))
}

/// Checks the ARN of a role: `arn:PARTITION:iam::ACCOUNT:role/NAME`.
pub(crate) fn check_role(arn: &str) -> Result<(), Fault> {
    let parts: Vec<_> = arn.splitn(6, ':').collect();
    if let ["arn", partition, "iam", "", account, role] = parts[..]
        && !partition.is_empty()
        && account.len() == 12
        && account.bytes().all(|byte| byte.is_ascii_digit())
        && role.strip_prefix("role/").is_some_and(|name| !name.is_empty())
    {
        return Ok(());
    }
    Err(Fault::new("InvalidArn", format!("Invalid Role Arn: '{arn}'")))
}

/// The characters that names may have: no white space, brackets, wildcards, control characters and
/// what has a meaning in ARNs and URLs.
fn is_name(name: &str) -> bool {
    let allowed = |c: char| {
        !c.is_whitespace()
            && !c.is_control()
            && !matches!(c, '\u{fffe}' | '\u{ffff}')
            && !r##"<>{}[]?*"#%\^|~`$&,;:/"##.contains(c)
    };
    !name.is_empty() && name.chars().all(allowed)
}

fn wrong_kind(kind: &str) -> Fault {
    invalid(format_args!("Resource type not valid in this context: {kind}"))
}

fn invalid(why: fmt::Arguments<'_>) -> Fault {
    Fault::new("InvalidArn", format!("Invalid Arn: '{why}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PREFIX: &str = "arn:aws:states:us-east-1:123456789012:";

    fn scope() -> Scope {
        Scope { region: "us-east-1".into(), account: "123456789012".into() }
    }

    fn message(arn: &str) -> String {
        scope().read(arn).unwrap_err().message().to_owned()
    }

    #[test]
    fn arns_of_each_kind_are_read_as_they_were_written() {
        let machine = |name, label, qualifier| {
            Resource::StateMachine(StateMachine { name, label, qualifier })
        };
        let execution = |label, express| {
            Resource::Execution(Execution { machine: "order", label, name: "run", express })
        };
        let map_run = Resource::MapRun(MapRun { machine: "order", label: "each", id: "7" });
        let scope = scope();
        for (arn, resource) in [
            (scope.state_machine("order"), machine("order", None, None)),
            (scope.qualified("order", 12), machine("order", None, Some(Qualifier::Version(12)))),
            (
                scope.qualified("order", "prod"),
                machine("order", None, Some(Qualifier::Alias("prod"))),
            ),
            (scope.state_machine("order/each"), machine("order", Some("each"), None)),
            (scope.execution("order", "run"), execution(None, None)),
            (scope.execution("order/each", "run"), execution(Some("each"), None)),
            (scope.express("order", "run", "7"), execution(None, Some("7"))),
            (scope.arn(format_args!("mapRun:order/each:7")), map_run),
            (scope.activity("pack"), Resource::Activity("pack")),
        ] {
            assert_eq!(scope.read(&arn), Ok(resource), "{arn}");
        }
    }

    #[test]
    fn a_text_that_is_no_arn_is_refused_in_the_words_of_aws() {
        assert_eq!(message("not-an-arn"), "Invalid Arn: 'Invalid ARN prefix: not-an-arn'");
        assert_eq!(message(""), "Invalid Arn: 'Invalid ARN prefix: '");
    }

    #[test]
    fn resources_of_other_servers_are_refused_with_the_part_that_differs() {
        assert_eq!(
            message("arn:aws:states:eu-west-1:123456789012:activity:a"),
            "Invalid Arn: 'Invalid region `eu-west-1`, this server's is `us-east-1`: \
             arn:aws:states:eu-west-1:123456789012:activity:a'"
        );
        for arn in [
            "arn:aws-cn:states:us-east-1:123456789012:activity:a",
            "arn:aws:lambda:us-east-1:123456789012:function:a",
            "arn:aws:states:us-east-1:1:activity:a",
            "arn:aws:states:us-east-1:123456789012",
            "arn:aws:states:us-east-1:123456789012:activity",
            "arn",
        ] {
            assert_eq!(scope().read(arn).unwrap_err().kind(), "InvalidArn", "{arn}");
        }
    }

    #[test]
    fn a_resource_of_another_kind_is_refused() {
        let scope = scope();
        let fault = scope.read_state_machine(&scope.execution("order", "run")).unwrap_err();
        assert_eq!(
            fault.message(),
            "Invalid Arn: 'Resource type not valid in this context: execution'"
        );
        assert!(scope.read_execution(&scope.activity("pack")).is_err());
        assert!(scope.read_map_run(&scope.state_machine("order")).is_err());
        assert!(scope.read_activity(&scope.express("order", "run", "7")).is_err());
    }

    #[test]
    fn resources_with_missing_or_surplus_parts_are_refused() {
        for rest in [
            "stateMachine:",
            "stateMachine:a:",
            "stateMachine:a:1:2",
            "stateMachine:a/",
            "stateMachine:a/b/c",
            "stateMachine:a b",
            "stateMachine:a:99999999999999999999",
            "execution:a",
            "execution:a:",
            "execution::b",
            "execution:a:b:c",
            "express:a:b",
            "mapRun:a:b",
            "mapRun:a/b",
            "activity:",
            "activity:a:b",
            "table:a",
        ] {
            let arn = format!("{PREFIX}{rest}");
            assert_eq!(scope().read(&arn).unwrap_err().kind(), "InvalidArn", "{arn}");
        }
    }

    #[test]
    fn names_have_at_most_80_characters_and_none_with_a_meaning() {
        assert_eq!(check_name("order-1_A.b"), Ok(()));
        assert_eq!(check_name(&"é".repeat(80)), Ok(()));
        let fault = check_name("a b").unwrap_err();
        assert_eq!((fault.kind(), fault.message()), ("InvalidName", "Invalid Name: 'a b'"));
        let long = "a".repeat(81);
        for name in ["", &long, "a:b", "a/b", "a*", "a\u{7f}", "a\u{fffe}", "a\\b", "a{b}"] {
            assert!(check_name(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn roles_are_those_of_an_account() {
        for arn in ["arn:aws:iam::123456789012:role/a", "arn:aws-cn:iam::123456789012:role/a/b:c"] {
            assert_eq!(check_role(arn), Ok(()));
        }
        for arn in [
            "",
            "a",
            "arn:aws:iam::123456789012:role/",
            "arn:aws:iam::123456789012:user/a",
            "arn:aws:iam::12345678901:role/a",
            "arn:aws:iam:us-east-1:123456789012:role/a",
            "arn:aws:states::123456789012:role/a",
        ] {
            let message = format!("Invalid Role Arn: '{arn}'");
            assert_eq!(check_role(arn), Err(Fault::new("InvalidArn", message)));
        }
    }
}
