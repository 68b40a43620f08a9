//! Attributes of CNCF Serverless Workflow, the language that SM4C comes from: they have no effect
//! in SM4C. Each has a hint at its replacement.

use super::attributes::ObjectKind;
use asl_source::source::Member;

/// The kind of object with an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Home {
    Anywhere,
    Machine,
    Timeout,
    State,
    Transition,
    Action,
}

/// Attributes and what to write instead.
const HINTS: &[(Home, &str, &str)] = &[
    (Home::Machine, "start", "the first state has `\"start\": true`"),
    (Home::Machine, "expressionLang", "remove it: expressions are always in jq"),
    (Home::Machine, "keepActive", "remove it: a machine ends with a state that has no transitions"),
    (Home::Machine, "timeouts", "write `\"timeout\": { \"duration\": \"PT1H\" }`"),
    (
        Home::Machine,
        "errors",
        "errors have no list: conditions of `errorHandlers` look at the error",
    ),
    (Home::Machine, "autoRetries", "remove it: an error handler with a `retryPolicy` retries"),
    (Home::Machine, "specVersion", "remove it: SM4C has no versions"),
    (Home::Machine, "dataInputSchema", "remove it: the input is not checked against a schema"),
    (Home::Machine, "dataOutputSchema", "remove it: the output is not checked against a schema"),
    (Home::Machine, "constants", "write constants into the expressions"),
    (
        Home::Machine,
        "secrets",
        "whatever performs the functions has the secrets, not the definition",
    ),
    (Home::Machine, "auth", "whatever performs the functions authenticates, not the definition"),
    (Home::Timeout, "interrupt", "remove it: when the time has passed, the run is always ended"),
    (Home::Timeout, "runBefore", "write what is to be done as the time-out's `action`"),
    (
        Home::State,
        "type",
        "a state has no type: what it does is its `enterAction`, where it leads are its `transitions`",
    ),
    (Home::State, "end", "remove it: a state without `transitions` ends the machine"),
    (Home::State, "transition", "write `\"transitions\": [{ \"nextState\": \"…\" }]`"),
    (Home::State, "onEvents", "write transitions with `eventGroups`"),
    (Home::State, "eventConditions", "write transitions with `eventGroups`"),
    (
        Home::State,
        "exclusive",
        "several `eventGroups` are all waited for; of the names in one group any is enough",
    ),
    (Home::State, "dataConditions", "write transitions with a `condition` each"),
    (Home::State, "conditions", "write transitions with a `condition` each"),
    (
        Home::State,
        "defaultCondition",
        "write a last transition with `\"condition\": \"${ true }\"`",
    ),
    (Home::State, "default", "write a last transition with `\"condition\": \"${ true }\"`"),
    (
        Home::State,
        "actions",
        "write an `enterAction` of type `sequence` or `parallel` with these `actions`",
    ),
    (
        Home::State,
        "branches",
        "write an `enterAction` of type `parallel`; each branch is one of its `actions`",
    ),
    (Home::State, "actionMode", "write an `enterAction` of type `sequence` or `parallel`"),
    (Home::State, "data", "write an `enterAction` of type `injectData` with an `expression`"),
    (Home::State, "duration", "write an `enterAction` of type `delay` with a `timeout`"),
    (Home::State, "inputCollection", "write an `enterAction` of type `forEach` with an `input`"),
    (Home::State, "iterationParam", "remove it: in the action of a `forEach` `.` is the element"),
    (
        Home::State,
        "outputCollection",
        "write an `enterResultHandler`: `$value` is the array of results",
    ),
    (Home::State, "stateDataFilter", "write an `inputFilter`, and handlers for results"),
    (
        Home::State,
        "workflowId",
        "write an `enterAction` of type `invokeSubflow` with a `subflowName`",
    ),
    (Home::State, "timeouts", "write a transition with a `timeout`"),
    (Home::Transition, "eventRef", "write `\"eventGroups\": [{ \"events\": [\"…\"] }]`"),
    (Home::Transition, "transition", "write `\"nextState\": \"…\"`"),
    (Home::Transition, "end", "write a `nextState` without transitions of its own"),
    (Home::Transition, "produceEvents", "write an `action` of type `sendEvent`"),
    (
        Home::Action,
        "functionRef",
        "write `\"type\": \"invokeFunction\"` with `functionName` and `arguments`",
    ),
    (Home::Action, "refName", "write `\"functionName\": \"…\"`"),
    (Home::Action, "subFlowRef", "write `\"type\": \"invokeSubflow\"` with a `subflowName`"),
    (Home::Action, "workflowId", "write `\"subflowName\": \"…\"`"),
    (Home::Action, "eventRef", "write `\"type\": \"sendEvent\"` with an `event`"),
    (Home::Action, "sleep", "write an action of type `delay`"),
    (Home::Action, "duration", "write `timeout`"),
    (Home::Action, "numCompleted", "write `n`"),
    (Home::Action, "branches", "write `actions`"),
    (Home::Action, "invoke", "write `waitForCompletion`: `true` is sync, `false` is async"),
    (Home::Action, "onParentComplete", "remove it: a detached subflow continues"),
    (Home::Action, "iterationParam", "remove it: in the action of a `forEach` `.` is the element"),
    (Home::Action, "inputCollection", "write `input`"),
    (Home::Action, "outputCollection", "write a result handler: `$value` is the array of results"),
    (Home::Action, "batchSize", "write `maxParallel`"),
    (Home::Action, "mode", "actions of type `sequence` and `parallel` are what the mode says"),
    (Home::Action, "data", "write `expression`"),
    (Home::Anywhere, "eventRefs", "write `\"eventGroups\": [{ \"events\": [\"…\"] }]`"),
    (Home::Anywhere, "triggerEventRef", "write an action of type `sendEvent`"),
    (Home::Anywhere, "produceEventRef", "write an action of type `sendEvent`"),
    (Home::Anywhere, "consumeEventRef", "write a transition with `eventGroups`"),
    (Home::Anywhere, "resultEventRef", "write a transition with `eventGroups`"),
    (Home::Anywhere, "produceEvents", "write an action of type `sendEvent`"),
    (
        Home::Anywhere,
        "onErrors",
        "write `errorHandlers` of the action, and a conditional transition after it",
    ),
    (Home::Anywhere, "errorRef", "write an error handler with a `condition` on the error"),
    (Home::Anywhere, "errorRefs", "write an error handler with a `condition` on the error"),
    (Home::Anywhere, "retryRef", "write `\"errorHandlers\": [{ \"retryPolicy\": \"…\" }]`"),
    (
        Home::Anywhere,
        "retryableErrors",
        "write an error handler with a `condition` and a `retryPolicy`",
    ),
    (
        Home::Anywhere,
        "nonRetryableErrors",
        "write an error handler with a `condition` and a `retryPolicy`",
    ),
    (Home::Anywhere, "actionDataFilter", "write a result handler: `$value` is the result"),
    (
        Home::Anywhere,
        "eventDataFilter",
        "write the `resultHandler` of an event group: `$value` is the event",
    ),
    (Home::Anywhere, "toStateData", "write a result handler: `$value` is the result"),
    (
        Home::Anywhere,
        "compensatedBy",
        "SM4C has no compensation: undo things in states of their own",
    ),
    (
        Home::Anywhere,
        "usedForCompensation",
        "SM4C has no compensation: undo things in states of their own",
    ),
    (Home::Anywhere, "compensate", "SM4C has no compensation: undo things in states of their own"),
    (Home::Anywhere, "metadata", "keep it in another file"),
    (Home::Anywhere, "eventTimeout", "write a transition with a `timeout`"),
    (Home::Anywhere, "waitForEvents", "write transitions with `eventGroups`"),
    (
        Home::Anywhere,
        "actionExecTimeout",
        "functions and subflows that are waited for have a `timeout`",
    ),
    (
        Home::Anywhere,
        "stateExecTimeout",
        "functions and subflows that are waited for have a `timeout`",
    ),
    (
        Home::Anywhere,
        "workflowExecTimeout",
        "write `\"timeout\": { \"duration\": \"PT1H\" }` of the machine",
    ),
    (Home::Anywhere, "continueAs", "write an action of type `invokeSubflow`"),
    (Home::Anywhere, "terminate", "a state without `transitions` ends the machine"),
];

/// The replacement of an attribute; `None`: it is not of that language, or not in this kind of
/// object.
pub(super) fn hint(entity: ObjectKind, member: &Member) -> Option<&'static str> {
    let home = home(entity);
    let found = HINTS
        .iter()
        .find(|(at, name, _)| (*at == home || *at == Home::Anywhere) && *name == member.key.value);
    found.map(|(.., hint)| *hint)
}

fn home(entity: ObjectKind) -> Home {
    match entity {
        ObjectKind::Machine => Home::Machine,
        ObjectKind::Timeout => Home::Timeout,
        ObjectKind::State => Home::State,
        ObjectKind::Transition => Home::Transition,
        ObjectKind::AnyAction | ObjectKind::Action(_) => Home::Action,
        ObjectKind::EventGroup
        | ObjectKind::Event
        | ObjectKind::Correlation
        | ObjectKind::Function
        | ObjectKind::Policy
        | ObjectKind::ErrorHandler => Home::Anywhere,
    }
}
