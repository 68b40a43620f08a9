//! One execution.

use asl_durable::{Description, State as Status, Summary, Waits, WaitsFor};
use asl_runtime::Value;
use asl_runtime::error::Failure;
use asl_runtime::value::Text;
use axum::Extension;
use axum::extract::{Query, State};
use axum::http::Uri;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::data::{self, write_text, write_value};
use super::list::write_status;
use super::{Asked, Page, answer, duration, forms, page, write_time};
use crate::action::Kind;
use crate::console::{Console, Shared};
use crate::filter::report_address;
use crate::html::Html;
use crate::permission::Permission;
use crate::problem::Problem;
use crate::report::{self, Redacted};

/// The query of the page.
#[derive(Deserialize)]
struct Address {
    id: Text,
    /// The action that was just performed.
    done: Option<Kind>,
}

pub(crate) async fn show(
    (State(console), Extension(permission), uri, headers): Asked,
) -> Result<Response, Problem> {
    let Address { id, done } = read(&uri)?;
    let description = console.store.describe(id).await?;
    let report = console.reports.data(&*console.store, &description, permission).await;
    let shown = Shown::new(&console, &description, report.as_deref());
    let id = description.summary.id.as_str();
    let mut content = Html::default();
    content.raw("<h1>").text(id).raw("</h1>");
    forms::write_confirmation(&mut content, done);
    content.raw("<div id=\"summary\" data-live>");
    write_summary(&mut content, &description);
    if let Some(failure) = &description.failure {
        write_failure(&mut content, failure, shown.cause.as_deref(), permission);
    }
    write_waits(&mut content, &description.waits);
    content.raw("</div>");
    if permission == Permission::Act && console.store.can_act() {
        content.raw("<div id=\"actions\" data-live>");
        forms::write_actions(&mut content, &description);
        content.raw("</div>");
    }
    content.raw("<div id=\"data\" data-live>");
    // The report shows them too.
    let is_open = report.is_err();
    for (id, heading, value) in
        [("input", "Input", &shown.input), ("output", "Output", &shown.output)]
    {
        if let Some(value) = value {
            write_value(&mut content, &data::Shown { id, heading, value, is_open }, permission);
        }
    }
    content.raw("</div>");
    write_report(&mut content, id, report.as_ref().err());
    let permission = Some(permission);
    let html = page(&Page { title: id, permission, has_report: report.is_ok(), content });
    Ok(answer(&headers, html))
}

/// Writes the element that the script of reports fills, or the reason why there is no report.
fn write_report(html: &mut Html, id: &str, problem: Option<&Problem>) {
    match problem {
        None => {
            html.raw("<section id=\"report\" aria-label=\"Report\"><div id=\"asl-report\"");
            html.attribute("data-source", report_address(id)).raw("><noscript>");
            html.raw("The report needs JavaScript.</noscript></div></section>");
        }
        Some(problem) => {
            html.raw("<p class=\"empty\" id=\"no-report\">There is no report: ");
            html.text(problem).raw(".</p>");
        }
    }
}

/// The data of the report.
pub(crate) async fn report(
    State(console): State<Shared>,
    Extension(permission): Extension<Permission>,
    uri: Uri,
) -> Result<Response, Problem> {
    let description = console.store.describe(read(&uri)?.id).await?;
    let data = console.reports.data(&*console.store, &description, permission).await?;
    Ok(([(CONTENT_TYPE, "application/json")], data.to_string()).into_response())
}

fn read(uri: &Uri) -> Result<Address, Problem> {
    let read = Query::try_from_uri(uri).map(|Query(address)| address);
    read.map_err(|error| Problem::bad_request(error.body_text()))
}

/// The data of an execution that the page shows.
#[derive(Default)]
struct Shown {
    input: Option<Value>,
    output: Option<Value>,
    cause: Option<String>,
}

impl Shown {
    /// All data, or those of the report if some are redacted.
    fn new(console: &Console, description: &Description, report: Result<&str, &Problem>) -> Self {
        if !console.reports.are_redacted() {
            let cause = description.failure.as_ref().and_then(Failure::cause);
            return Self {
                input: Some(description.input.clone()),
                output: description.output.clone(),
                cause: cause.map(str::to_owned),
            };
        }
        let Redacted { input, output, cause } = report.map(report::read).unwrap_or_default();
        let value = |text: String| {
            Value::from_json_str(&text).unwrap_or_else(|_| Value::text(text.clone()))
        };
        Self { input: input.map(value), output: output.map(value), cause }
    }
}

fn write_summary(html: &mut Html, description: &Description) {
    let Summary { machine, version, state, started, stopped, .. } = &description.summary;
    html.raw("<dl class=\"facts\"><div><dt>Status</dt><dd id=\"status\">");
    write_status(html, *state);
    html.raw("</dd></div><div><dt>Machine</dt><dd>").text(machine).raw(" <code>");
    html.text(version).raw("</code></dd></div><div><dt>Name</dt><dd>").text(&description.name);
    html.raw("</dd></div><div><dt>Started (UTC)</dt><dd>");
    write_time(html, *started);
    html.raw("</dd></div>");
    if let Some(stopped) = stopped {
        html.raw("<div><dt>Ended (UTC)</dt><dd>");
        write_time(html, *stopped);
        html.raw("</dd></div><div><dt>Took</dt><dd>");
        html.text(duration(stopped.duration_since(*started).unwrap_or_default()));
        html.raw("</dd></div>");
    }
    if description.is_parked {
        html.raw("<div><dt>Parked</dt><dd>on disk, not in memory</dd></div>");
    }
    html.raw("</dl>");
    if *state == Status::WaitsForMachine {
        html.raw("<p>The process of the store has not registered this version of the machine: ");
        html.raw("the execution continues when it does.</p>");
    }
}

fn write_failure(html: &mut Html, failure: &Failure, cause: Option<&str>, permission: Permission) {
    html.raw("<section id=\"failure\"><h2>Failure</h2><dl class=\"facts\"><div><dt>Error</dt><dd>");
    html.text(failure.error().unwrap_or("none")).raw("</dd></div>");
    if let Some(occurrence) = failure.occurrence() {
        html.raw("<div><dt>Place</dt><dd>").text(occurrence).raw("</dd></div>");
    }
    html.raw("</dl>");
    if let Some(cause) = cause {
        html.raw("<pre id=\"cause\" tabindex=\"0\">");
        write_text(html, cause, permission);
        html.raw("</pre>");
    }
    html.raw("</section>");
}

fn write_waits(html: &mut Html, waits: &[Waits]) {
    /// Waits on a page.
    const MOST: usize = 200;
    if waits.is_empty() {
        return;
    }
    html.raw("<section id=\"waits\"><h2>Waits for</h2><div class=\"wide\"><table><thead><tr>");
    for heading in ["State", "Wait", "Operation", "Until (UTC)"] {
        html.raw("<th scope=\"col\">").raw(heading).raw("</th>");
    }
    html.raw("</tr></thead><tbody>");
    for wait in waits.iter().take(MOST) {
        html.raw("<tr><td>").text(wait.state).raw("</td><td>").raw(kind(wait.what));
        html.raw("</td><td><code>").text(&wait.operation).raw("</code></td><td>");
        if let Some(until) = wait.until {
            write_time(html, until);
        }
        html.raw("</td></tr>");
    }
    html.raw("</tbody></table></div>");
    if waits.len() > MOST {
        html.raw("<p>").text(waits.len() - MOST).raw(" more are not shown.</p>");
    }
    html.raw("</section>");
}

fn kind(what: WaitsFor) -> &'static str {
    match what {
        WaitsFor::Task => "a task",
        WaitsFor::Report => "a report with the task's token",
        WaitsFor::Time => "a time",
        WaitsFor::Retry => "the next attempt",
        WaitsFor::Event => "an event",
        WaitsFor::Storage => "a storage",
    }
}
