//! Registration of a machine's workflow type and activity types, which Amazon SWF requires before a
//! run.

use crate::decide::Decider;
use crate::model::{ChildPolicy, TaskList, Timeout};
use crate::service::{RegisterActivityType, RegisterWorkflowType, Swf, SwfErrorKind, SwfResult};

/// Registers the types of a machine, with defaults for everything that the decider leaves open.
/// Registered types stay unchanged, as types of Amazon SWF always do: a new version is another
/// type.
///
/// ```
/// # use asl_runtime::asl_machine;
/// # use asl_swf::{Decider, DeciderOptions, Swf};
/// use asl_swf::worker::Registration;
///
/// # asl_machine!("doc/order.asl.json");
/// # async fn register(swf: &impl Swf) -> Result<(), Box<dyn std::error::Error>> {
/// let decider = Decider::new(&order::MACHINE, DeciderOptions::default())?;
/// Registration::new("shop", "orders", "order-work").register(swf, &decider).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Registration {
    /// The domain, which must exist.
    pub domain: String,
    /// Version of the workflow type, unless the decider has one. By default `1.0`.
    pub version: String,
    /// Task list of decision tasks.
    pub decisions: String,
    /// Task list of activity tasks.
    pub activities: String,
    /// Time-out of executions. By default one year, the service's maximum.
    pub execution_timeout: Timeout,
    /// Time-out of decision tasks, after which another decider gets the task. By default 30 s.
    pub decision_timeout: Timeout,
    /// Policy for children of an execution that is terminated or times out. By default their
    /// cancellation is requested.
    pub child_policy: ChildPolicy,
    /// Role for Lambda functions.
    pub lambda_role: Option<String>,
}

impl Registration {
    /// A registration with defaults for a domain and task lists.
    pub fn new(
        domain: impl Into<String>,
        decisions: impl Into<String>,
        activities: impl Into<String>,
    ) -> Self {
        Self {
            domain: domain.into(),
            version: "1.0".to_owned(),
            decisions: decisions.into(),
            activities: activities.into(),
            execution_timeout: Timeout::Seconds(365 * 24 * 3_600),
            decision_timeout: Timeout::Seconds(30),
            child_policy: ChildPolicy::RequestCancel,
            lambda_role: None,
        }
    }

    /// Registers the workflow type and the activity types of a machine.
    ///
    /// # Errors
    /// The service cannot be reached, or does not let us do this. What was registered before stays.
    pub async fn register<S: Swf>(&self, swf: &S, decider: &Decider) -> SwfResult<()> {
        known(swf.register_workflow_type(self.workflow(decider)).await)?;
        for (_, kind) in decider.activity_types() {
            known(swf.register_activity_type(self.activity(&kind.name, &kind.version)).await)?;
        }
        Ok(())
    }

    fn workflow(&self, decider: &Decider) -> RegisterWorkflowType {
        let version = decider.options().workflow_version.as_deref().unwrap_or(&self.version);
        RegisterWorkflowType {
            domain: self.domain.clone(),
            name: decider.workflow_name().to_owned(),
            version: version.to_owned(),
            description: None,
            default_task_start_to_close_timeout: Some(self.decision_timeout),
            default_execution_start_to_close_timeout: Some(self.execution_timeout),
            default_task_list: Some(TaskList::new(self.decisions.as_str())),
            default_task_priority: None,
            default_child_policy: Some(self.child_policy.clone()),
            default_lambda_role: self.lambda_role.clone(),
        }
    }

    /// The decider sets the limits of each task; the type itself has none.
    fn activity(&self, name: &str, version: &str) -> RegisterActivityType {
        let unlimited = Some(Timeout::Unlimited);
        RegisterActivityType {
            domain: self.domain.clone(),
            name: name.to_owned(),
            version: version.to_owned(),
            description: None,
            default_task_start_to_close_timeout: unlimited,
            default_task_heartbeat_timeout: unlimited,
            default_task_list: Some(TaskList::new(self.activities.as_str())),
            default_task_priority: None,
            default_task_schedule_to_start_timeout: unlimited,
            default_task_schedule_to_close_timeout: unlimited,
        }
    }
}

/// An existing type is as good.
fn known(registered: SwfResult<()>) -> SwfResult<()> {
    match registered {
        Err(error) if error.kind() == SwfErrorKind::AlreadyThere => Ok(()),
        registered => registered,
    }
}
