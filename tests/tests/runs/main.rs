//! Machines that run: in process, on virtual time, in a durable store and in scenarios.

mod built;
mod called;
mod distributed;
mod durable;
mod durable_core;
mod edited_table;
mod executions;
mod failures;
mod guide_testing;
mod inspected;
mod kept_data;
mod mocked_services;
mod regressions;
mod scenarios;
mod scenarios_on_tokio;
mod seed;
mod services;
mod sharing;
mod single_states;
mod sm4c;
mod sm4c_detached;
mod task_errors;
mod tasks_from;
mod typed;
mod variables;
mod versions;
