//! The pages: HTML from the server. Scripts only refresh them.

pub(crate) mod assets;
pub(crate) mod data;
pub(crate) mod execution;
pub(crate) mod forms;
pub(crate) mod list;
pub(crate) mod tasks;
pub(crate) mod versions;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use asl_runtime::history::timestamp;
use axum::Extension;
use axum::extract::rejection::NestedPathRejection;
use axum::extract::{NestedPath, State};
use axum::http::header::{CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::console::Shared;
use crate::html::Html;
use crate::permission::Permission;
use crate::problem::Problem;

/// The parts of a request that a page needs.
pub(crate) type Asked = (State<Shared>, Extension<Permission>, Uri, HeaderMap);

/// Leads to the list. The location is relative to the address of the console, which the browser
/// resolves without its last segment.
pub(crate) async fn home(nested: Result<NestedPath, NestedPathRejection>) -> Response {
    let path = nested.as_ref().map(NestedPath::as_str).unwrap_or_default();
    let segment = path.rsplit('/').next().unwrap_or_default();
    let slash = if segment.is_empty() { "" } else { "/" };
    see_other(&format!("./{segment}{slash}executions"))
}

pub(crate) async fn not_found() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "the console has no such page")
}

/// Leads the browser to another page.
fn see_other(address: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, address)]).into_response()
}

/// The parts of a page.
#[derive(Default)]
struct Page<'p> {
    title: &'p str,
    /// Permission of the reader; without one there are no links.
    permission: Option<Permission>,
    has_report: bool,
    content: Html,
}

/// A page of the console.
fn page(page: &Page<'_>) -> Html {
    let Page { title, permission, has_report, content } = page;
    let mut html = Html::default();
    html.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        .raw("<meta name=\"color-scheme\" content=\"light dark\">")
        .raw("<title>")
        .text(title)
        .raw(" · Console</title>")
        .raw("<link rel=\"icon\" href=\"data:,\">")
        .raw("<link rel=\"stylesheet\" href=\"console.css\">")
        .raw("<script src=\"console.js\" defer></script>");
    if *has_report {
        html.raw("<link rel=\"stylesheet\" href=\"report.css\">")
            .raw("<script src=\"report.js\" defer></script>");
    }
    html.raw("</head><body>").raw("<a class=\"skip\" href=\"#main\">Skip to the content</a>");
    if let Some(permission) = permission {
        html.raw("<header><nav aria-label=\"Console\"><a href=\"executions\">Executions</a>")
            .raw("<a href=\"versions\">Versions</a>");
        if *permission == Permission::Act {
            html.raw("<a href=\"tasks\">Report on a task</a>");
        }
        html.raw("</nav><span id=\"permission\">")
            .raw(if *permission == Permission::Act { "You may act" } else { "Read only" })
            .raw("</span></header>");
    }
    html.raw("<main id=\"main\">").part(content).raw("</main></body></html>\n");
    html
}

/// The page as an answer. A browser that has it already gets no content.
fn answer(request: &HeaderMap, html: Html) -> Response {
    let html = html.into_string();
    let mut hasher = DefaultHasher::new();
    html.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    if request.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response();
    }
    ([(CONTENT_TYPE, "text/html; charset=utf-8"), (ETAG, tag.as_str())], html).into_response()
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status();
        let title = status.canonical_reason().unwrap_or("Refused");
        let mut content = Html::default();
        content.raw("<h1>").text(title).raw("</h1><p role=\"alert\" id=\"problem\">");
        content.text(sentence(&self.to_string())).raw("</p>");
        content.raw("<p><a href=\"executions\">All executions</a></p>");
        let html = page(&Page { title, content, ..Page::default() }).into_string();
        (status, [(CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response()
    }
}

/// The text with an upper-case letter at its beginning and a full stop.
fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(char::to_uppercase);
    let stop = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    first.into_iter().flatten().chain(characters).chain(stop.chars()).collect()
}

/// Writes a time, in UTC.
fn write_time(html: &mut Html, time: SystemTime) {
    let millis = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let stamp = timestamp(u64::try_from(millis).unwrap_or(u64::MAX));
    let stamp = stamp.as_str().unwrap_or_default();
    let shown = stamp.get(..19).unwrap_or(stamp).replace('T', " ");
    html.raw("<time").attribute("datetime", stamp).raw(">").text(shown).raw("</time>");
}

/// A duration with two units at most, such as `2 h 5 min`.
fn duration(duration: Duration) -> String {
    let millis = duration.as_millis();
    let seconds = duration.as_secs();
    if millis < 1_000 {
        return format!("{millis} ms");
    }
    if seconds < 60 {
        return format!("{seconds}.{} s", millis % 1_000 / 100);
    }
    let (large, small, large_unit, small_unit) = if seconds < 3_600 {
        (seconds / 60, seconds % 60, "min", "s")
    } else if seconds < 86_400 {
        (seconds / 3_600, seconds % 3_600 / 60, "h", "min")
    } else {
        (seconds / 86_400, seconds % 86_400 / 3_600, "d", "h")
    };
    if small == 0 {
        return format!("{large} {large_unit}");
    }
    format!("{large} {large_unit} {small} {small_unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_two_units_at_most() {
        let shown = |millis| duration(Duration::from_millis(millis));
        let all = [0, 999, 1_250, 59_999, 60_000, 7_505_000, 90_000_000, 864_000_000].map(shown);
        assert_eq!(
            all,
            ["0 ms", "999 ms", "1.2 s", "59.9 s", "1 min", "2 h 5 min", "1 d 1 h", "10 d"]
        );
    }

    #[test]
    fn a_problem_is_a_sentence() {
        assert_eq!(sentence("no execution"), "No execution.");
        assert_eq!(sentence("é?"), "É?");
        assert_eq!(sentence(""), ".");
    }
}
