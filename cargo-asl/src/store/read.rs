//! The commands that only read: `list`, `stats` and `verify`.

use std::fmt::Write as _;

use asl_durable::{
    Fault, Inspection, JournalError, List, State, Statistics, StoreError, Summary, Verified,
};
use asl_runtime::Value;
use asl_runtime::json;
use asl_runtime::value::Array;

use crate::arguments::{Filters, FormatArguments, ListArguments, StoreFormat};
use crate::output::{Outcome, Output, remark};
use crate::time;

use super::fail;
use super::table::{Row, Tone, table};

/// Executions that the filters select, and the id to continue after.
pub(super) fn select(
    store: &Inspection,
    filters: &Filters,
    after: &str,
    limit: usize,
) -> (Vec<Summary>, Option<String>) {
    let mut selected: Vec<Summary> = Vec::new();
    let mut list: List = filters.list().after(after);
    loop {
        let page = store.list(&list);
        for summary in page.executions {
            let digits = filters.version.as_deref();
            if digits.is_some_and(|digits| !summary.version.begins_with(digits)) {
                continue;
            }
            if selected.len() == limit {
                let last = selected.last().map(|last| last.id.to_string());
                return (selected, last);
            }
            selected.push(summary);
        }
        let Some(next) = page.next else { return (selected, None) };
        list.after = next;
    }
}

pub(super) fn list(store: &Inspection, arguments: &ListArguments, output: &mut Output) -> Outcome {
    let (executions, next) =
        select(store, &arguments.filters, &arguments.after, arguments.limit.max(1));
    match arguments.format {
        StoreFormat::Json => {
            let executions: Array = executions.iter().map(Summary::to_json).collect();
            let next = next.map_or(Value::Null, Value::from);
            let page = json!({"executions": (executions), "next": (next)});
            output.result(&(page.to_json_string() + "\n"));
        }
        StoreFormat::Human => {
            let rows: Vec<Row> = executions.iter().map(row).collect();
            let titles = ["ID", "VERSION", "STATUS", "STARTED", "AGE", "ENDED", "ERROR"];
            output.result(&table(titles, &rows));
            if let Some(next) = next {
                let next = asl_codegen::diagnostics::printable(&next, 2_048);
                remark(&format!("there are more: continue with --after '{next}'\n"));
            }
        }
    }
    Outcome::Done
}

fn row(summary: &Summary) -> Row {
    let stopped = summary.stopped.map(time::text).unwrap_or_default();
    let cells = [
        summary.id.as_str(),
        &summary.version.to_string(),
        &summary.state.to_string(),
        &time::text(summary.started),
        &time::age_text(summary.started),
        &stopped,
        summary.error.as_deref().unwrap_or_default(),
    ];
    Row::new(cells, tone(summary.state))
}

fn tone(state: State) -> Tone {
    match state {
        State::Running | State::WaitsForMachine => Tone::Plain,
        State::Succeeded => Tone::Good,
        State::Failed | State::TimedOut | State::Aborted => Tone::Bad,
    }
}

pub(super) fn statistics(
    store: &Inspection,
    arguments: &FormatArguments,
    output: &mut Output,
) -> Outcome {
    let figures = store.statistics();
    output.result(&match arguments.format {
        StoreFormat::Human => statistics_text(&figures),
        StoreFormat::Json => statistics_json(&figures).to_json_string() + "\n",
    });
    Outcome::Done
}

fn statistics_text(figures: &Statistics) -> String {
    let rows: Vec<Row> = figures
        .executions
        .iter()
        .map(|of| {
            let (version, state) = (of.version.to_string(), of.state.to_string());
            let count = of.count.to_string();
            Row::new([of.machine.as_str(), &version, &state, &count], tone(of.state))
        })
        .collect();
    let mut text = table(["MACHINE", "VERSION", "STATUS", "COUNT"], &rows);
    let garbage = figures.bytes.saturating_sub(figures.needed_bytes);
    let next = figures.next_timer.map_or("none".to_owned(), time::text);
    let oldest = figures.oldest.as_ref().map_or("none".to_owned(), |oldest| {
        let id = asl_codegen::diagnostics::printable(&oldest.id, 120);
        format!("{id}, since {}", time::text(oldest.started))
    });
    let _ = write!(
        text,
        "\njournal            {} bytes in {} files, about {garbage} of them garbage\n\
         parked executions  {}, {} with a timer; the first fires: {next}\n\
         oldest unfinished  {oldest}\n",
        figures.bytes, figures.files, figures.parked, figures.timers,
    );
    text
}

fn statistics_json(figures: &Statistics) -> Value {
    let executions: Array = figures
        .executions
        .iter()
        .map(|of| {
            json!({
                "machine": (&of.machine),
                "version": (of.version.to_string()),
                "status": (of.state.to_string()),
                "count": (count(of.count)),
            })
        })
        .collect();
    json!({
        "executions": (executions),
        "bytes": (number(figures.bytes)),
        "neededBytes": (number(figures.needed_bytes)),
        "files": (count(figures.files)),
        "parked": (count(figures.parked)),
        "timers": (count(figures.timers)),
        "nextTimer": (figures.next_timer.map_or(Value::Null, time::json)),
        "oldest": (figures.oldest.as_ref().map_or(Value::Null, Summary::to_json)),
    })
}

fn count(count: usize) -> Value {
    number(u64::try_from(count).unwrap_or(u64::MAX))
}

fn number(number: u64) -> Value {
    Value::from(i64::try_from(number).unwrap_or(i64::MAX))
}

pub(super) fn verify(
    store: &Inspection,
    arguments: &FormatArguments,
    output: &mut Output,
) -> Outcome {
    let verified = store.verify();
    match arguments.format {
        StoreFormat::Human => output.result(&verified_text(&verified)),
        StoreFormat::Json => {
            output.result(&(verified_json(&verified).to_json_string() + "\n"));
        }
    }
    for problem in &verified.problems {
        fail(&format!("at {}: {}", problem.position, problem.why));
    }
    if verified.problems.is_empty() { Outcome::Done } else { Outcome::Errors }
}

fn verified_text(verified: &Verified) -> String {
    let mut text = format!(
        "{} executions, {} records, {} bytes: {}\n",
        verified.executions,
        verified.records,
        verified.bytes,
        if verified.problems.is_empty() { "no damage" } else { "damaged" },
    );
    if let Some((file, offset, bytes)) = &verified.unfinished {
        let _ = writeln!(
            text,
            "the last commit is not whole ({bytes} bytes at byte {offset} of {file}): a process is \
             writing it, or was ended while it did; it was never acknowledged"
        );
    }
    text
}

fn verified_json(verified: &Verified) -> Value {
    let problems: Array = verified
        .problems
        .iter()
        .map(|problem| {
            json!({
                "id": (&problem.id),
                "segment": (i64::from(problem.position.segment())),
                "offset": (number(problem.position.offset())),
                "reason": (problem.why.as_str()),
            })
        })
        .collect();
    json!({
        "executions": (count(verified.executions)),
        "records": (count(verified.records)),
        "bytes": (number(verified.bytes)),
        "unfinishedBytes": (verified.unfinished.as_ref().map_or(Value::Null, |it| number(it.2))),
        "problems": (problems),
    })
}

/// The outcome of a verification that could not read the store: damage is its result.
pub(super) fn damage(error: &StoreError, otherwise: Outcome) -> Outcome {
    match error {
        StoreError::Journal(JournalError { fault: Fault::Damaged { .. }, .. })
        | StoreError::Unreadable { .. } => Outcome::Errors,
        StoreError::Journal(_)
        | StoreError::UnknownMachines { .. }
        | StoreError::UnfitData { .. }
        | StoreError::NoThread(_)
        | StoreError::Elsewhere(_) => otherwise,
    }
}
