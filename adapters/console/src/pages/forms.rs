//! The forms of actions, and their targets.

use asl_durable::{Description, State as Status, WaitsFor};
use axum::Extension;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, State};
use axum::response::Response;

use super::see_other;
use crate::action::{self, Kind};
use crate::console::Shared;
use crate::filter::execution_address;
use crate::html::Html;
use crate::permission::Permission;
use crate::problem::Problem;

/// Performs the action of a form, and leads to the page of the execution.
pub(crate) async fn perform(
    kind: Kind,
    State(console): State<Shared>,
    Extension(_): Extension<Permission>,
    form: Result<Form<action::Form>, FormRejection>,
) -> Result<Response, Problem> {
    let Form(form) = form.map_err(|error| Problem::new(error.status(), error.body_text()))?;
    console.store.act(form.action(kind)?).await?;
    let page = if form.id.is_empty() {
        format!("tasks?done={}", kind.name())
    } else {
        format!("{}&done={}", execution_address(&form.id), kind.name())
    };
    Ok(see_other(&page))
}

/// Writes that an action was just performed.
pub(super) fn write_confirmation(html: &mut Html, done: Option<Kind>) {
    if let Some(kind) = done {
        html.raw("<p role=\"status\" id=\"done\">").raw(kind.confirmation()).raw("</p>");
    }
}

/// Writes the forms that the status of an execution allows.
pub(super) fn write_actions(html: &mut Html, description: &Description) {
    let id = description.summary.id.as_str();
    let waits_for = |what| description.waits.iter().any(|waits| waits.what == what);
    match description.summary.state {
        Status::Running | Status::WaitsForMachine => {
            html.raw("<section><h2>Actions</h2>");
            if waits_for(WaitsFor::Event) {
                write_send(html, id);
            }
            if waits_for(WaitsFor::Report) {
                write_reports(html, id);
            }
            write_move(html, id);
            write_cancel(html, id);
            html.raw("</section>");
        }
        Status::Failed | Status::TimedOut | Status::Aborted => {
            html.raw("<section><h2>Actions</h2>");
            begin(html, Kind::Redrive, id);
            html.raw("<p>Resumes the execution at the states where it failed.</p>");
            end(html, "Redrive");
            write_move(html, id);
            html.raw("</section>");
        }
        Status::Succeeded => {}
    }
}

fn write_move(html: &mut Html, id: &str) {
    html.raw("<details id=\"move-details\"><summary>Move the execution to a state</summary>");
    begin(html, Kind::Move, id);
    html.raw("<p>It drops what it waits for, and continues at this state with this input.</p>")
        .raw("<label>State <input name=\"state\" required></label>")
        .raw("<label>Input as JSON <textarea name=\"data\" rows=\"4\" spellcheck=\"false\">")
        .raw("{}</textarea></label>");
    end(html, "Move");
    html.raw("</details>");
}

fn write_cancel(html: &mut Html, id: &str) {
    html.raw("<details id=\"cancel-details\"><summary>Cancel the execution</summary>");
    begin(html, Kind::Cancel, id);
    html.raw("<label>Error (optional) <input name=\"error\" maxlength=\"256\"></label>")
        .raw("<label>Cause (optional) <input name=\"cause\" maxlength=\"4096\"></label>");
    end(html, "Cancel the execution");
    html.raw("</details>");
}

fn write_send(html: &mut Html, id: &str) {
    html.raw("<details id=\"send-details\"><summary>Send an event</summary>");
    begin(html, Kind::Send, id);
    html.raw("<label>Name <input name=\"name\"></label>")
        .raw("<label>Type, as the definition has it <input name=\"type\"></label>")
        .raw("<label>Source (optional) <input name=\"source\"></label>")
        .raw("<label>Id (optional) <input name=\"event_id\"></label>")
        .raw("<label>Data as JSON <textarea name=\"data\" rows=\"4\" ")
        .raw("spellcheck=\"false\"></textarea></label>");
    end(html, "Send");
    html.raw("</details>");
}

/// Writes the forms for reports on tasks.
pub(super) fn write_reports(html: &mut Html, id: &str) {
    const TOKEN: &str = "<label>Task token <input name=\"token\" required autocomplete=\"off\" \
                         spellcheck=\"false\"></label>";
    html.raw("<details id=\"success-details\"><summary>Report success of a task</summary>");
    begin(html, Kind::TaskSuccess, id);
    html.raw(TOKEN)
        .raw("<label>Output as JSON <textarea name=\"output\" rows=\"4\" spellcheck=\"false\">")
        .raw("{}</textarea></label>");
    end(html, "Report success");
    html.raw("</details>");
    html.raw("<details id=\"failure-details\"><summary>Report failure of a task</summary>");
    begin(html, Kind::TaskFailure, id);
    html.raw(TOKEN)
        .raw("<label>Error <input name=\"error\" required maxlength=\"256\"></label>")
        .raw("<label>Cause (optional) <input name=\"cause\" maxlength=\"4096\"></label>");
    end(html, "Report failure");
    html.raw("</details>");
}

fn begin(html: &mut Html, kind: Kind, id: &str) {
    html.raw("<form method=\"post\"").attribute("action", kind.name());
    html.attribute("id", format_args!("{}-form", kind.name())).raw(">");
    html.raw("<input type=\"hidden\" name=\"id\"").attribute("value", id).raw(">");
}

fn end(html: &mut Html, label: &'static str) {
    html.raw("<button type=\"submit\">").raw(label).raw("</button></form>");
}
