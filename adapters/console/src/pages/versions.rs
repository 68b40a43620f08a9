//! The versions of machines in which executions are or were.

use asl_durable::StoredVersion;
use asl_runtime::Value;
use asl_runtime::value::Array;
use axum::Extension;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::{Asked, Page, answer, page, write_time};
use crate::console::Shared;
use crate::html::Html;
use crate::problem::Problem;

pub(crate) async fn show(
    (State(console), Extension(permission), _, headers): Asked,
) -> Result<Response, Problem> {
    let versions = console.store.versions().await?;
    let mut content = Html::default();
    content.raw("<h1>Versions</h1><div id=\"versions\" data-live>");
    if versions.is_empty() {
        content.raw("<p class=\"empty\">The store has no executions yet.</p>");
    } else {
        write_table(&mut content, &versions);
    }
    content.raw("</div>");
    let permission = Some(permission);
    let html = page(&Page { title: "Versions", permission, content, ..Page::default() });
    Ok(answer(&headers, html))
}

/// The same as JSON.
pub(crate) async fn json(State(console): State<Shared>) -> Result<Response, Problem> {
    let versions = console.store.versions().await?;
    let all: Array = versions.iter().map(StoredVersion::to_json).collect();
    let text = Value::from(all).to_json_string();
    Ok(([(CONTENT_TYPE, "application/json")], text).into_response())
}

fn write_table(html: &mut Html, versions: &[StoredVersion]) {
    html.raw("<div class=\"wide\"><table><thead><tr>");
    for heading in ["Machine", "Version", "Since (UTC)", "Program", "Unfinished", "Executions"] {
        html.raw("<th scope=\"col\">").raw(heading).raw("</th>");
    }
    html.raw("</tr></thead><tbody>");
    for stored in versions {
        html.raw("<tr").attribute("data-version", stored.version).raw("><td>");
        html.text(&stored.machine).raw("</td><td><code>").text(stored.version);
        html.raw("</code></td><td>");
        if let Some(since) = stored.since {
            write_time(html, since);
        }
        html.raw("</td><td>").text(&stored.program).raw("</td><td>").text(stored.unfinished);
        html.raw("</td><td>").text(stored.executions).raw("</td></tr>");
    }
    html.raw("</tbody></table></div>");
}
