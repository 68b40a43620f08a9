//! The options of a decider.

mod activity;
mod check;
mod child;
mod error;
mod note;
mod secret;

use std::collections::BTreeMap;

use asl_runtime::execution::EventOptions;
use asl_runtime::history::ObserverHandle;
use asl_runtime::value::Text;

pub use activity::{ActivityLimits, ActivityOptions};
pub use child::ChildOptions;
pub use error::OptionError;
pub use note::Note;
pub use secret::Secret;

pub(crate) use check::{check_filled, check_id, check_length};

/// The mapping of a machine to Amazon SWF. An option that is left out has a default that suits a
/// domain in which activity types and workflow types are registered with defaults of their own.
/// [`Decider::new`](crate::Decider::new) checks all of it.
///
/// ```
/// use asl_swf::{ActivityOptions, DeciderOptions};
///
/// let pack = "arn:aws:states:us-east-1:123456789012:activity:Pack";
/// let slow = ActivityOptions::default().task_list("warehouse");
/// let options =
///     DeciderOptions::default().activity_version("2.0").activities([(pack.into(), slow)]);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DeciderOptions {
    /// Name of the workflow type. By default the machine's name.
    pub workflow_name: Option<Text>,
    /// Version of that type. By default any.
    pub workflow_version: Option<Text>,
    /// Version of activity types without one in [`activities`](Self::activities).
    pub activity_version: Text,
    /// Task list of activities without one of their own. By default that of their type.
    pub task_list: Option<Text>,
    /// Time limits of activities without one in the definition or in
    /// [`activities`](Self::activities). `schedule_to_start` does not apply to activities of the
    /// States Language (`..:activity:..`).
    pub limits: ActivityLimits,
    /// The options of single Resources, by the Resource as the definition has it.
    pub activities: BTreeMap<Text, ActivityOptions>,
    /// If true, Amazon SWF calls Lambda functions, with the role of the execution. By default a
    /// Lambda function is an activity like other Resources.
    pub lambda: bool,
    /// The options of children that have none of their own in [`children`](Self::children).
    pub child: ChildOptions,
    /// The options of single children, by the name of their workflow type.
    pub children: BTreeMap<Text, ChildOptions>,
    /// The target of the events of `sendEvent`.
    pub event_target: EventTarget,
    /// The target of single events, by their names.
    pub event_targets: BTreeMap<Text, EventTarget>,
    /// SM4C: the treatment of events that arrive as signals.
    pub events: EventOptions,
    /// Receives the machine's events. A worker reports them when the service has accepted the
    /// decisions that they led to.
    pub observer: Option<ObserverHandle>,
    /// The states that record a marker when they are entered.
    pub markers: Markers,
    /// The `details` of those markers, made of the state's input; none by default.
    pub marker_details: Option<Note>,
    /// The `control` of timers, made of the timer's id; none by default.
    pub timer_control: Option<Note>,
    /// The `details` of `CancelWorkflowExecution`; none by default.
    pub cancel_details: Option<Text>,
    /// Number of events after which the next decision records a checkpoint: markers with the
    /// decider's state, so that later decisions read only the events after them. 0, the default,
    /// disables checkpoints.
    pub checkpoints: u64,
    /// Number of events after which the execution continues in a new run as soon as possible. 0
    /// means 10,000.
    pub continue_after: u64,
    /// Secret from which task tokens and randomness are derived, with the run id. Without one, the
    /// tokens of a run can be computed from its workflow id and run id, and only the permission to
    /// signal it protects against forged reports. All deciders of a workflow type need the same
    /// secret, as long as runs are open.
    pub secret: Option<Secret>,
}

impl DeciderOptions {
    asl_runtime::__setters! {
        workflow_name: impl Into<Text> => Some,
        workflow_version: impl Into<Text> => Some,
        activity_version: impl Into<Text>,
        task_list: impl Into<Text> => Some,
        limits: ActivityLimits,
        activities: impl Into<BTreeMap<Text, ActivityOptions>>,
        lambda: bool,
        child: ChildOptions,
        children: impl Into<BTreeMap<Text, ChildOptions>>,
        event_target: EventTarget,
        event_targets: impl Into<BTreeMap<Text, EventTarget>>,
        events: EventOptions,
        markers: Markers,
        marker_details: impl Into<Note> => Some,
        timer_control: impl Into<Note> => Some,
        cancel_details: impl Into<Text> => Some,
        checkpoints: u64,
        continue_after: u64,
        secret: Secret,
    }

    asl_runtime::__observer!("Events are reported when Amazon SWF has accepted the decision.");
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
            observer: None,
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
    /// An activity, whose worker calls the method of the machine's `Tasks`.
    #[default]
    Activity,
    /// The execution with this workflow id: a signal with the event's name, and the event in
    /// `CloudEvents` form as input.
    Workflow(Text),
    /// As above; the workflow id is the value of this context attribute of the event.
    Attribute(Text),
    /// As above, to the parent execution.
    Parent,
}

/// The states that record a marker when they are entered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Markers {
    /// No states.
    #[default]
    None,
    /// All states.
    All,
    /// The states with these names.
    States(Vec<Text>),
}
