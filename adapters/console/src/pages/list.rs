//! The list of executions.

use asl_durable::{State as Status, Summary};
use axum::Extension;
use axum::extract::State;
use axum::response::Response;

use super::{Asked, Page, answer, duration, page, write_time};
use crate::console::Shared;
use crate::filter::{Filter, STATES, execution_address};
use crate::html::Html;
use crate::problem::Problem;
use crate::search::{Found, IN_A_PART, search};

/// The times that the form offers.
const TIMES: [(&str, &str); 6] = [
    ("5m", "5 minutes"),
    ("1h", "an hour"),
    ("6h", "6 hours"),
    ("1d", "a day"),
    ("7d", "a week"),
    ("30d", "30 days"),
];

pub(crate) async fn show(
    (State(console), Extension(permission), uri, headers): Asked,
) -> Result<Response, Problem> {
    let filter = Filter::read(&uri)?;
    let found = search(&*console.store, &filter).await?;
    let mut content = Html::default();
    content.raw("<h1>Executions</h1>");
    write_form(&mut content, &console, &filter);
    content.raw("<div id=\"executions\" data-live>");
    write_count(&mut content, &found);
    write_table(&mut content, &filter, &found);
    write_pages(&mut content, &filter, &found);
    content.raw("</div>");
    let permission = Some(permission);
    let html = page(&Page { title: "Executions", permission, content, ..Page::default() });
    Ok(answer(&headers, html))
}

fn write_form(html: &mut Html, console: &Shared, filter: &Filter) {
    html.raw("<form id=\"filter\" role=\"search\" action=\"executions\" method=\"get\">");
    html.raw("<label>Id contains <input type=\"search\" name=\"text\" id=\"filter-text\"")
        .attribute("value", &filter.text)
        .raw("></label>");
    html.raw("<label>Machine <select name=\"machine\" id=\"filter-machine\">");
    let mut machines: Vec<String> =
        console.store.machines().iter().map(ToString::to_string).collect();
    if !filter.machine.is_empty() && !machines.contains(&filter.machine) {
        machines.push(filter.machine.clone());
    }
    write_option(html, "", "all", &filter.machine);
    for machine in &machines {
        write_option(html, machine, machine, &filter.machine);
    }
    html.raw("</select></label><label>Status <select name=\"status\" id=\"filter-status\">");
    write_option(html, "", "all", &filter.status);
    for state in STATES {
        write_option(html, &state.to_string(), status_word(state), &filter.status);
    }
    html.raw("</select></label>");
    html.raw("<label>Error <input name=\"error\" id=\"filter-error\"")
        .attribute("value", &filter.error)
        .raw("></label>");
    for (name, label, value) in
        [("newer", "Started within", &filter.newer), ("older", "Started before", &filter.older)]
    {
        html.raw("<label>").raw(label).raw(" <select").attribute("name", name);
        html.attribute("id", format_args!("filter-{name}")).raw(">");
        write_option(html, "", "any time", value);
        for (time, words) in TIMES {
            write_option(html, time, words, value);
        }
        if !value.is_empty() && TIMES.iter().all(|(time, _)| time != value) {
            write_option(html, value, value, value);
        }
        html.raw("</select></label>");
    }
    html.raw("<button type=\"submit\" id=\"filter-submit\">Filter</button>");
    if !filter.is_empty() {
        html.raw("<a href=\"executions\">Clear</a>");
    }
    html.raw("</form>");
}

fn write_option(html: &mut Html, value: &str, label: &str, chosen: &str) {
    html.raw("<option").attribute("value", value);
    if value == chosen {
        html.raw(" selected");
    }
    html.raw(">").text(label).raw("</option>");
}

fn write_count(html: &mut Html, found: &Found) {
    html.raw("<p id=\"count\" aria-live=\"polite\">");
    match found.count {
        0 => html.raw("No executions."),
        1 => html.raw("1 execution."),
        count => {
            let first = found.first() + 1;
            let last = found.first() + found.executions.len();
            html.text(format_args!("{first} to {last} of {count} executions, the newest first."))
        }
    };
    if found.next_part.is_some() {
        html.text(format_args!(
            " These are {IN_A_PART} in the order of their ids; there are more."
        ));
    }
    html.raw("</p>");
}

fn write_table(html: &mut Html, filter: &Filter, found: &Found) {
    if found.executions.is_empty() {
        let hint = if filter.is_empty() {
            "The store has no executions yet."
        } else {
            "No execution fits the filter."
        };
        html.raw("<p class=\"empty\">").raw(hint).raw("</p>");
        return;
    }
    html.raw("<div class=\"wide\"><table><thead><tr>");
    for heading in ["Status", "Execution", "Machine", "Version", "Started (UTC)", "Took", "Error"] {
        html.raw("<th scope=\"col\">").raw(heading).raw("</th>");
    }
    html.raw("</tr></thead><tbody>");
    for summary in &found.executions {
        write_row(html, summary);
    }
    html.raw("</tbody></table></div>");
}

fn write_row(html: &mut Html, summary: &Summary) {
    html.raw("<tr").attribute("data-id", &summary.id).raw("><td>");
    write_status(html, summary.state);
    html.raw("</td><td><a").attribute("href", execution_address(&summary.id)).raw(">");
    html.text(&summary.id).raw("</a></td><td>").text(&summary.machine);
    html.raw("</td><td><code>").text(summary.version).raw("</code></td><td>");
    write_time(html, summary.started);
    html.raw("</td><td>");
    if let Some(stopped) = summary.stopped {
        html.text(duration(stopped.duration_since(summary.started).unwrap_or_default()));
    }
    html.raw("</td><td>").text(summary.error.as_deref().unwrap_or_default()).raw("</td></tr>");
}

fn write_pages(html: &mut Html, filter: &Filter, found: &Found) {
    if found.pages() == 1 && found.next_part.is_none() && filter.after.is_empty() {
        return;
    }
    html.raw("<nav id=\"pages\" aria-label=\"Pages\">");
    if !filter.after.is_empty() {
        write_link(html, &filter.on("", 0), None, "First part");
    }
    if found.page > 0 {
        write_link(html, &filter.on(&filter.after, found.page - 1), Some("prev"), "Newer");
    }
    html.raw("<span>Page ").text(found.page + 1).raw(" of ").text(found.pages()).raw("</span>");
    if found.page + 1 < found.pages() {
        write_link(html, &filter.on(&filter.after, found.page + 1), Some("next"), "Older");
    }
    if let Some(after) = &found.next_part {
        write_link(html, &filter.on(after, 0), None, "Next part");
    }
    html.raw("</nav>");
}

fn write_link(html: &mut Html, filter: &Filter, relation: Option<&str>, label: &'static str) {
    html.raw("<a").attribute("href", filter.address());
    if let Some(relation) = relation {
        html.attribute("rel", relation);
    }
    html.raw(">").raw(label).raw("</a>");
}

/// Writes a status: a word, with a sign and a colour.
pub(super) fn write_status(html: &mut Html, state: Status) {
    let (class, sign) = match state {
        Status::Running => ("running", "▶"),
        Status::WaitsForMachine => ("waiting", "…"),
        Status::Succeeded => ("succeeded", "✓"),
        Status::Failed => ("failed", "✕"),
        Status::TimedOut => ("failed", "⏱"),
        Status::Aborted => ("aborted", "■"),
    };
    html.raw("<span").attribute("class", format_args!("status {class}"));
    html.attribute("data-status", state).raw("><span aria-hidden=\"true\">").raw(sign);
    html.raw("</span> ").raw(status_word(state)).raw("</span>");
}

/// The status in words.
fn status_word(state: Status) -> &'static str {
    match state {
        Status::Running => "running",
        Status::WaitsForMachine => "waits for machine",
        Status::Succeeded => "succeeded",
        Status::Failed => "failed",
        Status::TimedOut => "timed out",
        Status::Aborted => "aborted",
    }
}
