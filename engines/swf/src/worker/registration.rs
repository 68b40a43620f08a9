//! What must be known to Amazon SWF before a machine can run there: its workflow type and its
//! activity types.

use crate::decide::Decider;
use crate::model::{ChildPolicy, TaskList, Timeout};
use crate::service::{RegisterActivityType, RegisterWorkflowType, Swf, SwfErrorKind, SwfResult};

/// Makes the types of a machine known, with defaults that stand wherever the decider says nothing
/// else. What is known already stays as it is: types of Amazon SWF do not change; a new version is
/// another type.
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
    /// The domain; it must be there.
    pub domain: String,
    /// The version of the workflow type, where the decider has none of its own. `1.0` by default.
    pub version: String,
    /// Where decision tasks go.
    pub decisions: String,
    /// Where activity tasks go.
    pub activities: String,
    /// How long an execution may take. A year by default, which is the service's longest.
    pub execution_timeout: Timeout,
    /// How long a decision may take; then another decider is asked. 30 s by default.
    pub decision_timeout: Timeout,
    /// What becomes of children when an execution is ended from outside. They are asked to cancel
    /// themselves by default.
    pub child_policy: ChildPolicy,
    /// The role that Lambda functions are invoked with.
    pub lambda_role: Option<String>,
}

impl Registration {
    /// The defaults, for this domain and these task lists.
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

    /// The decider gives every task the limits of its state; otherwise it has none.
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

/// What is there already is as good.
fn known(registered: SwfResult<()>) -> SwfResult<()> {
    match registered {
        Err(error) if error.kind() == SwfErrorKind::AlreadyThere => Ok(()),
        registered => registered,
    }
}
