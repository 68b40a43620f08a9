//! All names that emitted code uses, for one glob import: those of the prelude, so that it compiles
//! without one, and ours. `docs/internals/emitted-code.md` is the contract.

pub use std::boxed::Box;
pub use std::clone::Clone;
pub use std::cmp::{Eq, PartialEq};
pub use std::convert::{From, Into};
pub use std::default::Default;
pub use std::error::Error as StdError;
pub use std::fmt::{Debug, Display, Formatter, Result as FmtResult};
pub use std::future::Future;
pub use std::hash::Hash;
pub use std::marker::{Copy, Send, Sync};
pub use std::option::Option::{self, None, Some};
pub use std::result::Result::{self, Err, Ok};
pub use std::sync::Arc;
pub use std::{compile_error, concat, env, include, include_bytes, include_str};

#[cfg(feature = "macros")]
pub use crate::__asl_machine_for as asl_machine_for;
#[cfg(feature = "macros")]
pub use asl_macros::asl_machine as asl_machine_of;
#[cfg(all(feature = "jq", feature = "macros"))]
pub use asl_macros::jq as jq_of;
#[cfg(all(feature = "jsonata", feature = "macros"))]
pub use asl_macros::jsonata as jsonata_of;

#[cfg(feature = "jq")]
pub use crate::__asl_has_feature as needs_jq;
#[cfg(feature = "jsonata")]
pub use crate::__asl_has_feature as needs_jsonata;
#[cfg(feature = "rfc9535")]
pub use crate::__asl_has_feature as needs_patterns;
#[cfg(not(feature = "jq"))]
pub use std::compile_error as needs_jq;
#[cfg(not(feature = "jsonata"))]
pub use std::compile_error as needs_jsonata;
#[cfg(not(feature = "rfc9535"))]
pub use std::compile_error as needs_patterns;

pub use crate::__asl_error_methods as error_methods;
pub use crate::__asl_shared_tasks as shared_tasks;
pub use crate::__asl_state_methods as state_methods;
pub use crate::__asl_tasks_from as tasks_from;
#[cfg(feature = "tokio")]
pub use crate::engine::in_process::{Handle, Run as Running, RunOptions, TypedRun};
pub use crate::functions::{self as described, Host, Hosted};
pub use crate::task::context::TaskContext;
pub use crate::task::envelope::{envelope, payload};
pub use crate::task::shared::{calls_alike, has_task, shared_input, shared_output};
pub use crate::task::state_run::{StateInput, StateOutput, StateRun, run_state, run_typed_state};
pub use crate::task::type_checks::{
    ReadIfPossible, ReadRequired, TaskChecks, TypeChecks, WrittenOnly,
};
pub use crate::task::typed::{from_input, from_value, to_output};
pub use crate::task::{Compiled, MachineInput, RunInput, StateEngine, Typed, TypedMachine};
pub use crate::task::{TaskFuture, TaskSet, task_seconds, with_error_names};
pub use asl_execution::data::choice::{
    Order, boolean_is, booleans_are, is_boolean, is_null, is_number, is_string, is_timestamp,
    number_is, numbers_are, string_is, string_matches, strings_are, time_is, times_are,
};
pub use asl_execution::data::context_object::{
    assign, assign_checked, assigned, check_assigned, context, entered_time, execution_id,
    execution_input, execution_name, if_assigned, item_index, item_key, item_source, item_value,
    machine_id, retry_count, role_arn, start_time, task_context, task_token,
};
#[cfg(feature = "jq")]
pub use asl_execution::data::jq::{
    holds, holds_alone, holds_if_any, merge, merge_at_most_one, merge_if_any, one, one_or_array,
    one_or_empty,
};
#[cfg(feature = "jsonata")]
pub use asl_execution::data::jsonata as evaluate;
#[cfg(feature = "rfc9535")]
pub use asl_execution::data::path::{Extent, Pattern, matches};
pub use asl_execution::data::path::{
    Search, Seg, compared, found, gather, item, item_or_null, length, member, members, variable,
    whole,
};
pub use asl_execution::data::template::{
    append, array, object, put, put_at, put_constant, put_within, shallow, within,
};
pub use asl_execution::data::time::{
    Moment, any_seconds, any_timestamp, any_until, seconds, timestamp, until,
};
pub use asl_execution::event::Event;
pub use asl_execution::machine::for_each::{
    Batch, EachRow, Item, Run, RunRow, StoreRow, distribute, integer, items, items_or_members,
    iterate, not_negative, percentage, positive, window,
};
pub use asl_execution::machine::inspect::{Stage, note};
pub use asl_execution::machine::route::{
    after_exit, take, to_caught, to_default, to_event, to_next, to_rule, to_timer,
};
pub use asl_execution::machine::sm4c::{
    ActionRow, AwaitRow, CallRow, EventRow, ForkRow, GroupRow, HandlerRow, Jitter, Join, RetryRow,
    Sm4cNode, Sm4cRow, Work, elements, event_of, fired, leave_for, leaving,
};
pub use asl_execution::machine::{
    Call, Catcher, Cause, Cx, Effect, Flow, Form, Kind, Limits, Machine, MachineTypes, Next, Node,
    NodeId, Picture, Profile, Retrier, StateKind, Step, TaskRow, TaskTypes, Transition, TypeRow,
    Uses, Wait, advance, flow, joined_rows,
};
pub use asl_execution::storage::items::{open_items, write_results};
use asl_value::error::names;
pub use asl_value::error::{ErrorName, Failed, Failure, TaskError, error_name};
pub use asl_value::expression::ExpressionLimits;
pub use asl_value::shape::{self, NoShape, ShapeOf};
pub use asl_value::value::{Array, Entry, Object, Text, Value};

/// The name of a node's state.
pub fn state_name(machine: &'static Machine, node: NodeId) -> &'static str {
    machine.nodes.get(node.0 as usize).map_or("", |row| row.state)
}

/// The failure of a Fail state. Its cause is not changed.
#[cold]
pub fn fail(error: Option<&'static str>, cause: Option<&'static str>) -> Failed {
    Box::new(Failure {
        error: error.map(Text::new_static),
        cause: cause.map(Text::new_static),
        ..Failure::default()
    })
}

/// The failure of a Fail state with computed fields. A value that is not a string becomes JSON
/// text.
#[cold]
pub fn fail_with(error: Option<Value>, cause: Option<Value>) -> Failed {
    let text =
        |value: Value| value.as_str().map_or_else(|| value.to_json_string().into(), Text::new);
    Box::new(Failure { error: error.map(text), cause: cause.map(text), ..Failure::default() })
}

/// No choice rule matches, and there is no `Default`.
#[cold]
pub fn no_choice_matched() -> Failed {
    let cause = "No choice rule matches the input, and the state has no Default.";
    Box::new(Failure { unplaced: true, ..Failure::new(names::NO_CHOICE_MATCHED, cause) })
}

/// The same failure in AWS's words.
#[cold]
pub fn no_next_state() -> Failed {
    Failure::runtime_unplaced(
        "Failed to transition out of the state. The state does not point to a next state.",
    )
}

/// The failure for a number that is not a node of this machine, or not a possible one: the snapshot
/// is of another machine.
#[cold]
pub fn no_such_node(machine: &'static Machine, node: NodeId) -> Next {
    Err(Failure::runtime(format!(
        "machine `{}` has no step {} that could go on here",
        machine.name, node.0
    )))
}

/// The failure for a node without items: the snapshot is of another machine.
#[cold]
pub fn no_such_item(machine: &'static Machine, node: NodeId) -> Result<Value, Failed> {
    no_such_node(machine, node).map(|_| Value::Null)
}

/// The failure for a task that a machine does not have.
#[cold]
pub fn no_such_task(machine: &'static Machine, task: u32) -> TaskFuture {
    let cause = format!("machine `{}` has no task {task}", machine.name);
    Box::pin(std::future::ready(Err(TaskError::new(names::RUNTIME, cause))))
}

/// The event that SM4C's `sendEvent` publishes.
pub fn sent_event(cx: &TaskContext, input: &Value) -> Event {
    Event::sent(input, cx.idempotency_key(), || format!("urn:execution:{}", cx.execution_id()))
}

/// Performs the call of a service without a method of its own through the services of its machine.
pub fn call_service(
    cx: &TaskContext,
    input: Value,
) -> impl Future<Output = Result<Value, TaskError>> + Send {
    crate::task::service_calls::call_service(cx, input)
}

/// Performs a task without a method of its own through the services of its run.
#[cfg(feature = "tokio")]
pub fn serve(
    cx: &TaskContext,
    input: Value,
) -> impl Future<Output = Result<Value, TaskError>> + Send {
    crate::services::serve(cx, input)
}

/// Without tokio there are no services.
#[cfg(not(feature = "tokio"))]
pub fn serve(cx: &TaskContext, _: Value) -> impl Future<Output = Result<Value, TaskError>> + Send {
    let cause = format!("`{}` has no method of its own in `Tasks`", cx.resource());
    std::future::ready(Err(TaskError::unnamed(cause)))
}

/// The intrinsic functions.
pub mod intrinsics {
    pub use asl_execution::data::intrinsics::*;
}

/// Names that the code of jq programs uses: the prelude's and ours. `docs/internals/jq-code.md` is
/// the contract.
#[cfg(feature = "jq")]
pub mod jq {
    pub use std::mem::take;
    pub use std::ops::{Fn, FnMut};
    pub use std::option::Option::{self, None, Some};
    pub use std::result::Result::{self, Err, Ok};
    pub use std::vec::Vec;
    pub use std::{clone::Clone, iter::IntoIterator, iter::Iterator};

    pub use asl_jq::access::{field, field_if, index, item, iterate, iterate_if, slice};
    pub use asl_jq::collect::{entry, members};
    pub use asl_jq::control::{
        array, attempt, caught, check_depth, collect, collected, interpolated, limit, object,
        object_of, optional, range, recurse, stop, stopped, unlabelled,
    };
    pub use asl_jq::fold::{Entries, Joined, State, Sum};
    pub use asl_jq::operators::{
        add, add_to, divide, equal, grow, is_kind, is_true, key, less, less_or_equal, modulo,
        multiply, negate, subtract,
    };
    pub use asl_jq::paths::{EmitPath, PathFilter, Trail};
    pub use asl_jq::program::variable;
    pub use asl_jq::{Cx, Emit, Exit, Filter, Flow, Program, native, paths, sort, taking};
    pub use asl_value::shape::{self, NoShape, ShapeOf};
    pub use asl_value::value::{Array, Entry, Object, Text, Value};
}

/// Names for the code of JSONata programs, those of the prelude included.
#[cfg(feature = "jsonata")]
pub mod jsonata {
    pub use std::clone::Clone;
    pub use std::convert::From;
    pub use std::ops::{Fn, FnMut};
    pub use std::option::Option::{self, None, Some};
    pub use std::result::Result::{self, Err, Ok};
    pub use std::sync::{Arc, LazyLock};
    pub use std::vec::Vec;

    pub use asl_execution::data::jsonata::Field;
    pub use asl_jsonata::construct::Part;
    pub use asl_jsonata::program::variable;
    pub use asl_jsonata::recursion::{self, Depth, Returned};
    pub use asl_jsonata::regex::Regex;
    pub use asl_jsonata::tuple::Tuple;
    pub use asl_jsonata::view::{Found, Made};
    pub use asl_jsonata::{
        Cx, Fault, Function, Item, Outcome, Program, Slot, Tail, View, call, construct, functions,
        group, operators, order, path, picture, regex, transform, tuple,
    };
    pub use asl_language::jsonata::signature::Signature;
    pub use asl_value::value::{Text, Value};
}
