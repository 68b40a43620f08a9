//! The check of all options against the limits of Amazon SWF, and against the machine.

use std::collections::HashSet;

use asl_runtime::machine::Machine;

use crate::limits::{LONGEST_NAME, LONGEST_TEXT, LONGEST_TIME};
use crate::model::{ChildPolicy, Timeout};
use crate::options::{
    ActivityLimits, ActivityOptions, ChildOptions, DeciderOptions, EventTarget, Markers, Note,
    OptionError, check_filled, check_id, check_length,
};

use super::resource::{resources, states};

/// Maximum length of versions and names of Lambda functions, in characters.
const LONGEST_VERSION: usize = 64;
/// Maximum length of a role, in characters.
const LONGEST_ROLE: usize = 1_600;
/// Maximum number of tags.
const MOST_TAGS: usize = 5;

type Checked = Result<(), OptionError>;

/// Checks the options of a decider for this machine.
pub(super) fn check_options(machine: &'static Machine, options: &DeciderOptions) -> Checked {
    check_name("workflow_name", options.workflow_name.as_deref().unwrap_or(machine.name))?;
    options
        .workflow_version
        .as_deref()
        .map_or(Ok(()), |version| check_version("workflow_version", version))?;
    check_version("activity_version", &options.activity_version)?;
    options.task_list.as_deref().map_or(Ok(()), |list| check_id("task_list", list))?;
    limits("limits", &options.limits)?;
    let known: HashSet<&str> = resources(machine).collect();
    for (resource, own) in &options.activities {
        let place = format!("activities[\"{resource}\"]");
        if !known.contains(resource.as_str()) {
            let problem = format!("the machine `{}` has no such Resource", machine.name);
            return Err(OptionError::new(place, problem));
        }
        activity(&place, own)?;
    }
    child("child", &options.child)?;
    for (name, own) in &options.children {
        child(&format!("children[\"{name}\"]"), own)?;
    }
    target("event_target", &options.event_target)?;
    for (name, own) in &options.event_targets {
        target(&format!("event_targets[\"{name}\"]"), own)?;
    }
    markers(machine, &options.markers)?;
    note("marker_details", options.marker_details.as_ref(), LONGEST_TEXT)?;
    note("timer_control", options.timer_control.as_ref(), LONGEST_TEXT)?;
    check_length(
        "cancel_details",
        options.cancel_details.as_deref().unwrap_or_default(),
        LONGEST_TEXT,
    )
}

fn activity(place: &str, own: &ActivityOptions) -> Checked {
    own.name.as_deref().map_or(Ok(()), |name| check_name(&format!("{place}.name"), name))?;
    if let (Some(name), Some(true)) = (&own.name, own.lambda) {
        check_length(&format!("{place}.name"), name, LONGEST_VERSION)?;
    }
    own.version
        .as_deref()
        .map_or(Ok(()), |version| check_version(&format!("{place}.version"), version))?;
    own.task_list
        .as_deref()
        .map_or(Ok(()), |list| check_id(&format!("{place}.task_list"), list))?;
    limits(&format!("{place}.limits"), &own.limits)?;
    note(&format!("{place}.control"), own.control.as_ref(), LONGEST_TEXT)?;
    match &own.id {
        Some(Note::Text(id)) => check_id(&format!("{place}.id"), id),
        Some(Note::Made(_)) | None => Ok(()),
    }
}

fn child(place: &str, own: &ChildOptions) -> Checked {
    check_version(&format!("{place}.version"), &own.version)?;
    own.task_list
        .as_deref()
        .map_or(Ok(()), |list| check_id(&format!("{place}.task_list"), list))?;
    let seconds = |seconds: Option<u32>| seconds.map(|seconds| Timeout::Seconds(seconds.into()));
    time(&format!("{place}.execution_timeout"), seconds(own.execution_timeout))?;
    time(&format!("{place}.decision_timeout"), seconds(own.decision_timeout))?;
    if let Some(ChildPolicy::Other(word)) = &own.policy {
        let problem = format!("`{word}` is none of TERMINATE, REQUEST_CANCEL and ABANDON");
        return Err(OptionError::new(format!("{place}.policy"), problem));
    }
    if let Some(role) = &own.lambda_role {
        check_filled(&format!("{place}.lambda_role"), role)?;
        check_length(&format!("{place}.lambda_role"), role, LONGEST_ROLE)?;
    }
    if own.tags.len() > MOST_TAGS {
        let problem = format!("there are {} tags; Amazon SWF takes {MOST_TAGS}", own.tags.len());
        return Err(OptionError::new(format!("{place}.tags"), problem));
    }
    for tag in &own.tags {
        if let Note::Text(text) = tag {
            check_filled(&format!("{place}.tags"), text)?;
        }
        note(&format!("{place}.tags"), Some(tag), LONGEST_NAME)?;
    }
    note(&format!("{place}.control"), own.control.as_ref(), LONGEST_TEXT)
}

fn target(place: &str, target: &EventTarget) -> Checked {
    match target {
        EventTarget::Activity | EventTarget::Parent => Ok(()),
        EventTarget::Workflow(id) => check_id(place, id),
        EventTarget::Attribute(name) => check_filled(place, name),
    }
}

fn markers(machine: &'static Machine, markers: &Markers) -> Checked {
    let Markers::States(names) = markers else { return Ok(()) };
    let known: HashSet<&str> = states(machine).collect();
    match names.iter().find(|name| !known.contains(name.as_str())) {
        Some(name) => {
            let problem = format!("the machine `{}` has no state `{name}`", machine.name);
            Err(OptionError::new("markers", problem))
        }
        None => Ok(()),
    }
}

fn limits(place: &str, limits: &ActivityLimits) -> Checked {
    time(&format!("{place}.schedule_to_start"), limits.schedule_to_start)?;
    time(&format!("{place}.schedule_to_close"), limits.schedule_to_close)?;
    time(&format!("{place}.start_to_close"), limits.start_to_close)?;
    time(&format!("{place}.heartbeat"), limits.heartbeat)
}

fn time(place: &str, timeout: Option<Timeout>) -> Checked {
    match timeout {
        Some(Timeout::Seconds(seconds)) if seconds > LONGEST_TIME => {
            let problem =
                format!("{seconds} seconds are too many; Amazon SWF takes {LONGEST_TIME}");
            Err(OptionError::new(place, problem))
        }
        Some(Timeout::Seconds(_) | Timeout::Unlimited) | None => Ok(()),
    }
}

fn note(place: &str, note: Option<&Note>, longest: usize) -> Checked {
    match note {
        Some(Note::Text(text)) => check_length(place, text, longest),
        Some(Note::Made(_)) | None => Ok(()),
    }
}

/// A name of a type.
fn check_name(place: &str, name: &str) -> Checked {
    check_id(place, name)
}

/// A version of a type.
fn check_version(place: &str, version: &str) -> Checked {
    check_id(place, version)?;
    check_length(place, version, LONGEST_VERSION)
}
