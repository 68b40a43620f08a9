//! Reports on tasks by their tokens.

use axum::Extension;
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;

use super::{Asked, Page, answer, forms, page};
use crate::action::Kind;
use crate::html::Html;
use crate::permission::Permission;
use crate::problem::Problem;

/// The query of the page.
#[derive(Deserialize)]
struct Address {
    /// The action that was just performed.
    done: Option<Kind>,
}

pub(crate) async fn show(
    (State(console), Extension(permission), uri, headers): Asked,
) -> Result<Response, Problem> {
    if permission < Permission::Act {
        return Err(Problem::forbidden("you have no permission to act on executions"));
    }
    let Query(Address { done }) =
        Query::try_from_uri(&uri).map_err(|error| Problem::bad_request(error.body_text()))?;
    let mut content = Html::default();
    content.raw("<h1>Report on a task</h1>");
    forms::write_confirmation(&mut content, done);
    if console.store.can_act() {
        content.raw("<p>A task that waits for a report is completed with its token.</p>");
        content.raw("<div id=\"reports\">");
        forms::write_reports(&mut content, "");
        content.raw("</div>");
    } else {
        content.raw("<p>This store is only read: nothing can be reported.</p>");
    }
    let permission = Some(permission);
    let html = page(&Page { title: "Report on a task", permission, content, ..Page::default() });
    Ok(answer(&headers, html))
}
