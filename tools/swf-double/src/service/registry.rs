//! Domains and the types that are registered in them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use asl_swf::model::{ActivityType, ChildPolicy, TaskList, Timeout, WorkflowType};
use asl_swf::service::{RegisterActivityType, RegisterDomain, RegisterWorkflowType};

use super::check;
use super::run::{RunKey, Settings};
use super::{Queue, Service};
use crate::fault::{Fault, Outcome};

/// A domain: its types, open executions and queues.
#[derive(Default)]
pub(super) struct Domain {
    pub(super) workflow_types: BTreeMap<WorkflowType, Registered<RegisterWorkflowType>>,
    pub(super) activity_types: BTreeMap<ActivityType, Registered<RegisterActivityType>>,
    /// Open runs by their workflow ids.
    pub(super) open: BTreeMap<String, RunKey>,
    pub(super) decision_tasks: BTreeMap<String, Queue>,
    pub(super) activity_tasks: BTreeMap<String, Queue>,
}

/// A type as it was registered.
#[derive(Clone)]
pub(super) struct Registered<T> {
    pub(super) defaults: T,
    pub(super) deprecated: bool,
}

/// What an execution is started with instead of its type's defaults.
#[derive(Clone, Default)]
pub(super) struct Overrides {
    pub(super) execution_timeout: Option<Timeout>,
    pub(super) task_timeout: Option<Timeout>,
    pub(super) task_list: Option<TaskList>,
    pub(super) task_priority: Option<String>,
    pub(super) child_policy: Option<ChildPolicy>,
    pub(super) tag_list: Vec<String>,
    pub(super) lambda_role: Option<String>,
}

/// Why an execution cannot be started: the word of the causes `WORKFLOW_TYPE_…` and `DEFAULT_…`.
pub(super) type Cause = &'static str;

impl Service {
    /// Makes a domain.
    pub(crate) fn register_domain(&mut self, request: &RegisterDomain) -> Outcome<()> {
        check::id("name", &request.name)?;
        match self.domains.entry(request.name.clone()) {
            Entry::Occupied(_) => Err(Fault::new("DomainAlreadyExistsFault", &request.name)),
            Entry::Vacant(place) => {
                place.insert(Domain::default());
                Ok(())
            }
        }
    }

    /// Makes a workflow type known.
    pub(crate) fn register_workflow_type(&mut self, request: RegisterWorkflowType) -> Outcome<()> {
        check::type_name(&request.name, &request.version)?;
        check::execution_timeout(request.default_execution_start_to_close_timeout)?;
        check::timeouts(&[request.default_task_start_to_close_timeout])?;
        check::task_list(request.default_task_list.as_ref())?;
        check::priority(request.default_task_priority.as_deref())?;
        let key = WorkflowType::new(&request.name, &request.version);
        let domain = self.domain_mut(&request.domain)?;
        register(&mut domain.workflow_types, key, request)
    }

    /// Makes an activity type known.
    pub(crate) fn register_activity_type(&mut self, request: RegisterActivityType) -> Outcome<()> {
        check::type_name(&request.name, &request.version)?;
        check::timeouts(&[
            request.default_task_heartbeat_timeout,
            request.default_task_schedule_to_close_timeout,
            request.default_task_schedule_to_start_timeout,
            request.default_task_start_to_close_timeout,
        ])?;
        check::task_list(request.default_task_list.as_ref())?;
        check::priority(request.default_task_priority.as_deref())?;
        let key = ActivityType::new(&request.name, &request.version);
        let domain = self.domain_mut(&request.domain)?;
        register(&mut domain.activity_types, key, request)
    }

    /// No execution of this type is started any more.
    pub(crate) fn deprecate_workflow_type(
        &mut self,
        domain: &str,
        workflow_type: &WorkflowType,
    ) -> Outcome<()> {
        deprecate(self.domain_mut(domain)?.workflow_types.get_mut(workflow_type))
    }

    /// No task of this type is scheduled any more.
    pub(crate) fn deprecate_activity_type(
        &mut self,
        domain: &str,
        activity_type: &ActivityType,
    ) -> Outcome<()> {
        deprecate(self.domain_mut(domain)?.activity_types.get_mut(activity_type))
    }

    /// A domain that there is.
    pub(super) fn known_domain(&self, name: &str) -> Outcome<&Domain> {
        self.domains.get(name).ok_or_else(|| unknown_domain(name))
    }

    pub(super) fn domain_mut(&mut self, name: &str) -> Outcome<&mut Domain> {
        self.domains.get_mut(name).ok_or_else(|| unknown_domain(name))
    }

    /// What an execution of this type is started with, or the cause why it is not.
    pub(super) fn settings(
        &self,
        domain: &str,
        workflow_type: &WorkflowType,
        given: Overrides,
    ) -> Result<Settings, Cause> {
        let registered =
            self.domains.get(domain).and_then(|domain| domain.workflow_types.get(workflow_type));
        let registered = registered.ok_or("WORKFLOW_TYPE_DOES_NOT_EXIST")?;
        if registered.deprecated {
            return Err("WORKFLOW_TYPE_DEPRECATED");
        }
        let defaults = &registered.defaults;
        Ok(Settings {
            execution_timeout: given
                .execution_timeout
                .or(defaults.default_execution_start_to_close_timeout)
                .ok_or("DEFAULT_EXECUTION_START_TO_CLOSE_TIMEOUT_UNDEFINED")?,
            task_timeout: given
                .task_timeout
                .or(defaults.default_task_start_to_close_timeout)
                .ok_or("DEFAULT_TASK_START_TO_CLOSE_TIMEOUT_UNDEFINED")?,
            task_list: given
                .task_list
                .or_else(|| defaults.default_task_list.clone())
                .ok_or("DEFAULT_TASK_LIST_UNDEFINED")?,
            task_priority: given.task_priority.or_else(|| defaults.default_task_priority.clone()),
            child_policy: given
                .child_policy
                .or_else(|| defaults.default_child_policy.clone())
                .ok_or("DEFAULT_CHILD_POLICY_UNDEFINED")?,
            tag_list: given.tag_list,
            lambda_role: given.lambda_role.or_else(|| defaults.default_lambda_role.clone()),
        })
    }
}

fn unknown_domain(name: &str) -> Fault {
    Fault::unknown(format!("Unknown domain: {name}"))
}

fn register<K: Ord, T>(types: &mut BTreeMap<K, Registered<T>>, key: K, defaults: T) -> Outcome<()> {
    match types.entry(key) {
        Entry::Occupied(_) => {
            Err(Fault::new("TypeAlreadyExistsFault", "the type is registered already"))
        }
        Entry::Vacant(place) => {
            place.insert(Registered { defaults, deprecated: false });
            Ok(())
        }
    }
}

fn deprecate<T>(registered: Option<&mut Registered<T>>) -> Outcome<()> {
    let registered = registered.ok_or_else(|| Fault::unknown("Unknown type"))?;
    if registered.deprecated {
        return Err(Fault::new("TypeDeprecatedFault", "the type is deprecated already"));
    }
    registered.deprecated = true;
    Ok(())
}
