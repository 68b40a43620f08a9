//! Error names in retriers and catchers: `States.ALL` alone and last, names that exist, entries
//! that can match. ASL: "Errors", "Appendix A".

use std::collections::{HashMap, HashSet};

use super::raises::Raises;
use crate::ir::{Machine, Node, NodeKind, Retrier};
use asl_language::error_names::{
    ALL, BRANCH_FAILED, NAMES, PREFIX, RUNTIME, TYPE_MISMATCH, is_predefined,
};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics, nearest};
use asl_source::options::Profile;
use asl_source::span::{Span, Spanned};

const TIMEOUT: &str = "States.Timeout";
const HEARTBEAT_TIMEOUT: &str = "States.HeartbeatTimeout";
const TASK_FAILED: &str = "States.TaskFailed";

/// A retrier or catcher, reduced to its error names.
struct Entry<'a> {
    errors: &'a [Spanned<String>],
    span: Span,
}

/// The entries of a state's `Retry` or `Catch`.
struct List<'a> {
    node: &'a Node,
    /// `retrier` or `catcher`.
    noun: &'static str,
    /// The errors that the machine's own Fail states end with.
    own: &'a HashSet<&'a str>,
    raises: &'a Raises,
    profile: Profile,
}

/// Checks all lists.
pub(super) fn check(machine: &Machine, diagnostics: &mut Diagnostics) {
    let own = &machine.fail_errors().collect::<HashSet<_>>();
    let (raises, profile) = (&Raises::new(machine), machine.profile);
    for node in &machine.nodes {
        let (retry, catch) = (node.kind.retriers(), node.kind.catchers());
        idle(retry, node, diagnostics);
        let retriers =
            retry.iter().map(|retrier| Entry { errors: &retrier.errors, span: retrier.span });
        List { node, noun: "retrier", own, raises, profile }
            .check(&retriers.collect::<Vec<_>>(), diagnostics);
        let catchers =
            catch.iter().map(|catcher| Entry { errors: &catcher.errors, span: catcher.span });
        List { node, noun: "catcher", own, raises, profile }
            .check(&catchers.collect::<Vec<_>>(), diagnostics);
    }
}

/// Reports retriers that never retry, unless they keep errors from a later retrier.
fn idle(retry: &[Retrier], node: &Node, diagnostics: &mut Diagnostics) {
    let Some(last) = retry.last().filter(|last| last.max_attempts == 0 && !last.errors.is_empty())
    else {
        return;
    };
    let span = last.errors.first().map_or(node.span, |name| name.span);
    diagnostics.push(
        Diagnostic::new(Code::RetriesNothing, span, "this retrier never retries")
            .label("its `MaxAttempts` is 0, and no retrier follows it")
            .help("remove it, or give the number of retries"),
    );
}

impl List<'_> {
    fn check(&self, entries: &[Entry<'_>], diagnostics: &mut Diagnostics) {
        let mut covered = HashMap::new();
        for (index, entry) in entries.iter().enumerate() {
            all_alone(entry, diagnostics);
            if index + 1 < entries.len() {
                all_last(entry, self.noun, diagnostics);
            }
            for name in entry.errors {
                known(name, self.own, diagnostics);
            }
            self.useless(entry, &covered, diagnostics);
            for name in entry.errors {
                covered.entry(name.value.as_str()).or_insert(entry.span);
            }
        }
    }

    /// Reports names that never reach an entry. `covered` holds the names of the entries before it.
    fn useless(
        &self,
        entry: &Entry<'_>,
        covered: &HashMap<&str, Span>,
        diagnostics: &mut Diagnostics,
    ) {
        let useless =
            entry.errors.iter().filter_map(|name| Some((name, self.why(&name.value, covered)?)));
        let useless: Vec<_> = useless.collect();
        let whole = useless.len() == entry.errors.len();
        for (name, why) in useless {
            let noun = self.noun;
            let title = if whole {
                format!("this {noun} can never match")
            } else {
                format!("this {noun} never sees `{}`", name.value)
            };
            let diagnostic = Diagnostic::new(Code::NeverMatches, name.span, title);
            diagnostics.push(match why {
                Why::TakenBy(span) => diagnostic
                    .label(format!("`{}` never comes this far", name.value))
                    .related(span, format!("this {noun} takes it first")),
                Why::NotHere(reason) => diagnostic.label(reason),
            });
        }
    }

    fn why(&self, name: &str, covered: &HashMap<&str, Span>) -> Option<Why> {
        if name == RUNTIME && self.profile == Profile::Aws {
            return Some(Why::NotHere("nothing catches this error: it always ends the execution"));
        }
        if let Some(span) = self.taken_by(name, covered) {
            return Some(Why::TakenBy(span));
        }
        let keeps_names = name == BRANCH_FAILED && self.profile == Profile::Aws;
        let unknown_at_aws =
            keeps_names.then_some("AWS reports the error of a branch by its own name");
        let reason = self.raises.never(self.node, name).or(unknown_at_aws)?;
        (!self.own.contains(name)).then_some(Why::NotHere(reason))
    }

    /// The span of the entry that takes every error of a name before this one. Entries after
    /// `States.ALL` are not reported again: a misplaced `States.ALL` has been.
    fn taken_by(&self, name: &str, covered: &HashMap<&str, Span>) -> Option<Span> {
        let is_task = matches!(self.node.kind, NodeKind::Invoke(_));
        let is_own = name != TYPE_MISMATCH && !name.starts_with(PREFIX);
        let wider = match name {
            _ if is_task && is_own => covered.get(TASK_FAILED),
            HEARTBEAT_TIMEOUT if is_task => covered.get(TIMEOUT),
            _ => None,
        };
        covered.get(name).or(wider).copied().filter(|_| name != ALL)
    }
}

/// The reason for which a name never reaches an entry.
enum Why {
    TakenBy(Span),
    NotHere(&'static str),
}

fn all_of<'a>(entry: &Entry<'a>) -> Option<&'a Spanned<String>> {
    entry.errors.iter().find(|name| name.value == ALL)
}

fn all_alone(entry: &Entry<'_>, diagnostics: &mut Diagnostics) {
    let Some(all) = all_of(entry).filter(|_| entry.errors.len() > 1) else { return };
    diagnostics.push(
        Diagnostic::new(Code::AllNotAlone, all.span, format!("`{ALL}` must stand alone"))
            .label("there are other names beside it")
            .help(format!(
                "`{ALL}` matches every error: remove the others, or move it to an entry of its own"
            )),
    );
}

fn all_last(entry: &Entry<'_>, noun: &str, diagnostics: &mut Diagnostics) {
    let Some(all) = all_of(entry) else { return };
    diagnostics.push(
        Diagnostic::new(Code::AllNotLast, all.span, format!("`{ALL}` must be in the last {noun}"))
            .label(format!("no {noun} after this one could ever match")),
    );
}

/// Reports `States.` names that the language does not have. Other names are the tasks' own.
fn known(name: &Spanned<String>, own: &HashSet<&str>, diagnostics: &mut Diagnostics) {
    let text = name.value.as_str();
    if !text.starts_with(PREFIX) || is_predefined(text) || own.contains(text) {
        return;
    }
    let diagnostic = Diagnostic::new(
        Code::UnknownStatesError,
        name.span,
        format!("the language has no error `{text}`"),
    );
    if text == "States.OutputMatchFailure" {
        let help = "a `ResultPath` that does not fit is `States.ResultPathMatchFailure`";
        diagnostics.push(diagnostic.label("never raised").help(help));
        return;
    }
    diagnostics.push(match nearest(text, NAMES) {
        Some(nearest) => diagnostic.label(format!("did you mean `{nearest}`?")),
        None => diagnostic.label("names that begin with `States.` belong to the language"),
    });
}
