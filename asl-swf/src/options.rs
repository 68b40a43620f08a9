//! What a decider is told besides its machine.

use std::collections::BTreeMap;

use asl_runtime::execution::EventOptions;
use asl_runtime::value::Text;

use crate::model::ChildPolicy;

/// How a decider maps a machine to Amazon SWF. What is left out has a default that suits a domain in which activity types and workflow
/// types are registered with defaults of their own.
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
    /// The name of the workflow type whose histories are decided; the machine's own name by default.
    pub workflow_name: Option<Text>,
    /// Its version; any if not given.
    pub workflow_version: Option<Text>,
    /// The version of activity types that have none of their own in [`activities`](Self::activities).
    pub activity_version: Text,
    /// Where tasks of activities are polled that say nothing else; by default what their type was registered with.
    pub task_list: Option<Text>,
    /// Seconds that an activity may wait for a worker; by default any time. Lambda functions and activities of the States Language
    /// (`..:activity:..`) are not meant.
    pub schedule_to_start: Option<u32>,
    /// What is special to single Resources, by the Resource as the definition has it.
    pub activities: BTreeMap<Text, ActivityOptions>,
    /// Has Amazon SWF itself call Lambda functions, under the role that the execution was started with. By default a Lambda function is
    /// an activity like any other Resource.
    pub lambda: bool,
    /// How children are started that say nothing else in [`children`](Self::children).
    pub child: ChildOptions,
    /// What is special to children, by the name of their workflow type.
    pub children: BTreeMap<Text, ChildOptions>,
    /// Where the events of `sendEvent` go.
    pub event_target: EventTarget,
    /// The same for single events, by their names.
    pub event_targets: BTreeMap<Text, EventTarget>,
    /// SM4C: how the machine deals with events that come as signals.
    pub events: EventOptions,
    /// The states that leave a marker in the history when they are entered.
    pub markers: Markers,
    /// From so many events on, the execution is continued as a new run as soon as that is possible; 0 means 10,000.
    pub continue_after: u64,
}

impl Default for DeciderOptions {
    fn default() -> Self {
        Self {
            workflow_name: None,
            workflow_version: None,
            activity_version: Text::new_static("1.0"),
            task_list: None,
            schedule_to_start: None,
            activities: BTreeMap::new(),
            lambda: false,
            child: ChildOptions::default(),
            children: BTreeMap::new(),
            event_target: EventTarget::default(),
            event_targets: BTreeMap::new(),
            events: EventOptions::default(),
            markers: Markers::default(),
            continue_after: 0,
        }
    }
}

/// What is special to the activities of one Resource.
#[derive(Clone, Debug, Default)]
pub struct ActivityOptions {
    /// The name of its activity type, or of its Lambda function; by default derived from the Resource, see
    /// [`Decider::activity_types`](crate::Decider::activity_types).
    pub name: Option<Text>,
    /// The version of its activity type.
    pub version: Option<Text>,
    /// Where its tasks are polled.
    pub task_list: Option<Text>,
    /// Seconds that it may wait for a worker.
    pub schedule_to_start: Option<u32>,
    /// Tasks with higher ones are handed out first.
    pub priority: Option<i32>,
    /// Whether Amazon SWF itself calls the Lambda function.
    pub lambda: Option<bool>,
}

/// How a child is started.
#[derive(Clone, Debug)]
pub struct ChildOptions {
    /// The version of its workflow type.
    pub version: Text,
    /// Where its decision tasks are polled; by default what its type was registered with.
    pub task_list: Option<Text>,
    /// Seconds for the whole of it; by default what its type was registered with.
    pub execution_timeout: Option<u32>,
    /// Seconds for one decision; by default what its type was registered with.
    pub decision_timeout: Option<u32>,
    /// What becomes of its own children when it is terminated or times out; by default what its type was registered with.
    pub policy: Option<ChildPolicy>,
    /// The role its Lambda functions are called with; by default that of the parent.
    pub lambda_role: Option<Text>,
    /// Words it can be found by.
    pub tags: Vec<Text>,
}

impl Default for ChildOptions {
    fn default() -> Self {
        Self {
            version: Text::new_static("1.0"),
            task_list: None,
            execution_timeout: None,
            decision_timeout: None,
            policy: None,
            lambda_role: None,
            tags: Vec::new(),
        }
    }
}

/// Where an event of `sendEvent` goes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum EventTarget {
    /// To an activity, which hands it on: the method of the machine's `Tasks`.
    #[default]
    Activity,
    /// To the execution with this workflow id, as a signal of the event's name with the event as `CloudEvents` has it.
    Workflow(Text),
    /// The same; the workflow id is the value of this context attribute of the event.
    Attribute(Text),
    /// The same, to the execution that has started this one.
    Parent,
}

/// Which states leave a marker in the history when they are entered.
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
