//! Amazon SWF's data model: events, decisions and tasks, as Rust types and as the JSON of its API
//! (version 2012-01-25).
//!
//! Reading is lenient: unknown fields are skipped, and unknown enumeration values and event types
//! are kept. Writing produces exactly the API's JSON.
//!
//! ```
//! use asl_swf::model::{Event, EventAttributes};
//!
//! let text = r#"{"eventId": 7, "eventTimestamp": 1326593394.566, "eventType": "TimerFired",
//!     "timerFiredEventAttributes": {"timerId": "Wait#1", "startedEventId": 5}}"#;
//! let event: Event = serde_json::from_str(text)?;
//! let EventAttributes::TimerFired(fired) = &event.attributes else { unreachable!("it says `TimerFired`") };
//! assert_eq!(fired.timer_id, "Wait#1");
//! # Ok::<(), serde_json::Error>(())
//! ```

pub mod decision;
mod enums;
pub mod event;
mod task;
mod time;
mod words;

pub use decision::Decision;
pub use enums::{
    ActivityTaskTimeoutType, CancelTimerFailedCause, CancelWorkflowExecutionFailedCause,
    ChildPolicy, CompleteWorkflowExecutionFailedCause, ContinueAsNewWorkflowExecutionFailedCause,
    DecisionTaskTimeoutType, FailWorkflowExecutionFailedCause, LambdaFunctionTimeoutType,
    RecordMarkerFailedCause, RequestCancelActivityTaskFailedCause,
    RequestCancelExternalWorkflowExecutionFailedCause, ScheduleActivityTaskFailedCause,
    ScheduleLambdaFunctionFailedCause, SignalExternalWorkflowExecutionFailedCause,
    StartChildWorkflowExecutionFailedCause, StartLambdaFunctionFailedCause, StartTimerFailedCause,
    WorkflowExecutionCancelRequestedCause, WorkflowExecutionTerminatedCause,
    WorkflowExecutionTimeoutType,
};
pub use event::{Event, EventAttributes};
pub use task::{
    ActivityTask, ActivityType, DecisionTask, History, TaskList, WorkflowExecution, WorkflowType,
};
pub use time::{Timeout, Timestamp};
