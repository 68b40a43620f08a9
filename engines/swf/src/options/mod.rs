//! The options of a decider.

mod activity;
mod check;
mod child;
mod error;
mod note;
mod secret;

use std::collections::BTreeMap;

use asl_runtime::execution::EventOptions;
use asl_runtime::value::Text;

pub use activity::{ActivityLimits, ActivityOptions};
pub use child::ChildOptions;
pub use error::OptionError;
pub use note::Note;
pub use secret::Secret;

pub(crate) use check::check;
#[cfg(feature = "worker")]
pub(crate) use check::{check_id, check_length};

/// The mapping of a machine to Amazon SWF. An option that is left out has a default that suits a
/// domain in which activity types and workflow types are registered with defaults of their own.
/// [`Decider::new`](crate::Decider::new) checks all of it.
///
/// ```
/// use asl_swf::{ActivityOptions, DeciderOptions};
///
/// let mut options = DeciderOptions { activity_version: "2.0".into(), ..DeciderOptions::default() };
/// let slow = ActivityOptions { task_list: Some("warehouse".into()), ..ActivityOptions::default() };
/// options.activities.insert("arn:aws:states:us-east-1:123456789012:activity:Pack".into(), slow);
/// ```
#[derive(Clone, Debug)]
pub struct DeciderOptions {
    /// The name of the workflow type whose histories are decided; the machine's own name by
    /// default.
    pub workflow_name: Option<Text>,
    /// The version of that type; any if not given.
    pub workflow_version: Option<Text>,
    /// The version of activity types that have none of their own in
    /// [`activities`](Self::activities).
    pub activity_version: Text,
    /// The task list of activities that have none of their own; by default the one of their type.
    pub task_list: Option<Text>,
    /// The time limits of activities where neither the definition nor
    /// [`activities`](Self::activities) gives one. Its `schedule_to_start` does not hold for
    /// activities of the States Language (`..:activity:..`).
    pub limits: ActivityLimits,
    /// The options of single Resources, by the Resource as the definition has it.
    pub activities: BTreeMap<Text, ActivityOptions>,
    /// Has Amazon SWF itself call Lambda functions, under the role that the execution was started
    /// with. By default a Lambda function is an activity like any other Resource.
    pub lambda: bool,
    /// The options of children that have none of their own in [`children`](Self::children).
    pub child: ChildOptions,
    /// The options of single children, by the name of their workflow type.
    pub children: BTreeMap<Text, ChildOptions>,
    /// The target of the events of `sendEvent`.
    pub event_target: EventTarget,
    /// The target of single events, by their names.
    pub event_targets: BTreeMap<Text, EventTarget>,
    /// SM4C: the machine's dealings with events that come as signals.
    pub events: EventOptions,
    /// The states that leave a marker in the history when they are entered.
    pub markers: Markers,
    /// The `details` of those markers, made of the state's input; none by default.
    pub marker_details: Option<Note>,
    /// The `control` of timers, made of the timer's id; none by default.
    pub timer_control: Option<Note>,
    /// The `details` of `CancelWorkflowExecution`; none by default.
    pub cancel_details: Option<Text>,
    /// Events after which the next decision leaves a checkpoint: markers with all that a decider
    /// needs, so that it reads no further back. 0, the default, means none.
    pub checkpoints: u64,
    /// Events after which the execution is continued as a new run as soon as possible; 0 means
    /// 10,000.
    pub continue_after: u64,
    /// Secret that task tokens and randomness are made of, with the run id. Without one, whoever
    /// knows the workflow id and the run id can make the tokens of the run; only the permission to
    /// signal it then keeps others from reporting. All deciders of a workflow type must have the
    /// same one, and keep it as long as runs are open.
    pub secret: Option<Secret>,
}

impl Default for DeciderOptions {
    fn default() -> Self {
        Self {
            workflow_name: None,
            workflow_version: None,
            activity_version: Text::new_static("1.0"),
            task_list: None,
            limits: ActivityLimits::default(),
            activities: BTreeMap::new(),
            lambda: false,
            child: ChildOptions::default(),
            children: BTreeMap::new(),
            event_target: EventTarget::default(),
            event_targets: BTreeMap::new(),
            events: EventOptions::default(),
            markers: Markers::default(),
            marker_details: None,
            timer_control: None,
            cancel_details: None,
            checkpoints: 0,
            continue_after: 0,
            secret: None,
        }
    }
}

/// The target of an event of `sendEvent`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum EventTarget {
    /// An activity, which hands the event on: the method of the machine's `Tasks`.
    #[default]
    Activity,
    /// The execution with this workflow id, by a signal of the event's name with the event as
    /// `CloudEvents` has it.
    Workflow(Text),
    /// The same; the workflow id is the value of this context attribute of the event.
    Attribute(Text),
    /// The same, to the execution that has started this one.
    Parent,
}

/// The states that leave a marker in the history when they are entered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Markers {
    /// None.
    #[default]
    None,
    /// All.
    All,
    /// Those with these names.
    States(Vec<Text>),
}
