//! Emits the errors with which an execution can end, as an enum.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, docs, names};
use crate::ir::{Machine, NodeKind};
use asl_language::error_names::{
    ALL, BRANCH_FAILED, EXCEED_TOLERATED_FAILURE_THRESHOLD, HEARTBEAT_TIMEOUT, ITEM_READER_FAILED,
    NO_CHOICE_MATCHED, PREFIX, QUERY_EVALUATION_ERROR, RESULT_WRITER_FAILED, RUNTIME, TASK_FAILED,
    TIMEOUT, TYPE_MISMATCH,
};
use asl_source::options::Profile;

/// `enum Error`; empty if the definition has no errors of its own.
pub(super) fn error(context: &Context<'_>) -> Option<TokenStream> {
    let machine = context.machine;
    let own = machine.own_errors();
    let fails = machine.nodes.iter().any(|node| matches!(node.kind, NodeKind::Fail(_)));
    let has_own = fails || !own.is_empty() || !context.options.errors.is_empty();
    if context.is_sm4c() || !has_own {
        return None;
    }
    let mut seen = HashSet::new();
    let all = own.into_iter().chain(mentioned(machine)).chain(raised(context));
    let all: Vec<&str> = all.filter(|name| seen.insert(*name)).collect();
    let variants = names::error_variants(&all);
    let docs = all.iter().map(|name| docs::line(&format!("{}.", docs::name(name))));
    Some(quote! {
        /// The failures of an execution by their Error Names: `Error::from(failure)`, or `?` in a
        /// function whose error it is.
        pub enum Error {
            #(#docs #variants(Failure),)*
            /// An error with another name, or with none.
            Other(Failure),
        }

        error_methods! { Error: #(#variants = #all,)* }
    })
}

/// The language's own names that retriers, catchers and Fail states mention, without those that
/// match errors with other names.
fn mentioned(machine: &Machine) -> impl Iterator<Item = &str> {
    let matched = machine.nodes.iter().flat_map(|node| {
        let retried = node.kind.retriers().iter().flat_map(|retrier| &retrier.errors);
        let caught = node.kind.catchers().iter().flat_map(|catcher| &catcher.errors);
        retried.chain(caught).map(|name| name.value.as_str())
    });
    let patterns = [ALL, BRANCH_FAILED, HEARTBEAT_TIMEOUT];
    matched
        .chain(machine.fail_errors())
        .filter(move |name| name.starts_with(PREFIX) && !patterns.contains(name))
}

/// The language's own names that some state can raise.
fn raised(context: &Context<'_>) -> Vec<&'static str> {
    let machine = context.machine;
    let any = |raises: fn(&NodeKind) -> bool| machine.nodes.iter().any(|node| raises(&node.kind));
    let has_tasks = !machine.tasks.is_empty();
    let has_runs = any(|kind| matches!(kind, NodeKind::ForEach(each) if each.run.is_some()));
    // Under AWS's profile it is a `States.Runtime`.
    let unmatched = machine.profile == Profile::Spec
        && any(|kind| matches!(kind, NodeKind::Branch(branch) if branch.default.is_none()));
    let in_jsonata = machine.states.iter().any(|state| state.is_jsonata);
    [
        (TYPE_MISMATCH, context.has_types()),
        (RUNTIME, true),
        (TASK_FAILED, has_tasks),
        (TIMEOUT, has_tasks),
        (NO_CHOICE_MATCHED, unmatched),
        (QUERY_EVALUATION_ERROR, in_jsonata),
        (EXCEED_TOLERATED_FAILURE_THRESHOLD, has_runs),
        (ITEM_READER_FAILED, has_runs),
        (RESULT_WRITER_FAILED, has_runs),
    ]
    .into_iter()
    .filter_map(|(name, is_raised)| is_raised.then_some(name))
    .collect()
}
