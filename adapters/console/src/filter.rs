//! The filter of the list, which is the query of its address.

use std::time::SystemTime;

use asl_durable::{List, State};
use asl_language::timestamp::age;
use axum::extract::Query;
use axum::http::Uri;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;

use crate::problem::Problem;

/// All statuses, in the order of the form.
pub(crate) const STATES: [State; 6] = [
    State::Running,
    State::Failed,
    State::TimedOut,
    State::Aborted,
    State::Succeeded,
    State::WaitsForMachine,
];

/// The fields of the form, as they are in the address.
#[derive(Clone, Default, PartialEq, Eq, Debug, Deserialize)]
#[serde(default)]
pub(crate) struct Filter {
    /// Name of the machine.
    pub(crate) machine: String,
    /// Status, as in [`State`]'s text.
    pub(crate) status: String,
    /// Error Name.
    pub(crate) error: String,
    /// Text in the id.
    pub(crate) text: String,
    /// Started within this time before now, such as `15m`.
    pub(crate) newer: String,
    /// Started longer ago than this.
    pub(crate) older: String,
    /// Id of the last execution of the part before.
    pub(crate) after: String,
    /// Number of the page within the part, from 0.
    pub(crate) page: usize,
}

impl Filter {
    /// Reads the query of an address.
    pub(crate) fn read(uri: &Uri) -> Result<Self, Problem> {
        Query::<Self>::try_from_uri(uri)
            .map(|Query(filter)| filter)
            .map_err(|error| Problem::bad_request(error.body_text()))
    }

    /// The filter of the store.
    pub(crate) fn list(&self, now: SystemTime, limit: usize) -> Result<List, Problem> {
        let mut list = List::default().after(self.after.as_str()).limit(limit);
        if !self.machine.is_empty() {
            list = list.machine(self.machine.as_str());
        }
        if !self.status.is_empty() {
            list = list.state(state(&self.status)?);
        }
        if !self.error.is_empty() {
            list = list.error(self.error.as_str());
        }
        if !self.text.is_empty() {
            list = list.text(self.text.as_str());
        }
        if let Some(time) = before(now, &self.newer)? {
            list = list.started_since(time);
        }
        if let Some(time) = before(now, &self.older)? {
            list = list.started_before(time);
        }
        Ok(list)
    }

    /// Returns true if it leaves out no execution.
    pub(crate) fn is_empty(&self) -> bool {
        let Self { machine, status, error, text, newer, older, after: _, page: _ } = self;
        [machine, status, error, text, newer, older].iter().all(|field| field.is_empty())
    }

    /// The same filter on another page.
    pub(crate) fn on(&self, after: &str, page: usize) -> Self {
        Self { after: after.to_owned(), page, ..self.clone() }
    }

    /// The address of the list, relative to every page of the console.
    pub(crate) fn address(&self) -> String {
        let fields = [
            ("machine", &self.machine),
            ("status", &self.status),
            ("error", &self.error),
            ("text", &self.text),
            ("newer", &self.newer),
            ("older", &self.older),
            ("after", &self.after),
        ];
        let mut query: Vec<String> = fields
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| format!("{name}={}", encode(value)))
            .collect();
        if self.page > 0 {
            query.push(format!("page={}", self.page));
        }
        if query.is_empty() {
            return "executions".to_owned();
        }
        format!("executions?{}", query.join("&"))
    }
}

/// The address of an execution's page.
pub(crate) fn execution_address(id: &str) -> String {
    format!("execution?id={}", encode(id))
}

/// The address of the data of an execution's report.
pub(crate) fn report_address(id: &str) -> String {
    format!("report.json?id={}", encode(id))
}

/// A value within a query.
fn encode(value: &str) -> String {
    utf8_percent_encode(value, NON_ALPHANUMERIC).to_string()
}

fn state(text: &str) -> Result<State, Problem> {
    STATES.into_iter().find(|state| state.to_string() == text).ok_or_else(|| {
        let known: Vec<String> = STATES.iter().map(ToString::to_string).collect();
        Problem::bad_request(format!(
            "`{text}` is no status of an execution: the statuses are {}",
            known.join(", ")
        ))
    })
}

/// The time that is so long before now. `90s`, `15m`, `2h` and `7d` are such durations.
fn before(now: SystemTime, text: &str) -> Result<Option<SystemTime>, Problem> {
    if text.is_empty() {
        return Ok(None);
    }
    let time = age(text).map(|age| now.checked_sub(age));
    match time {
        // Before the first time of the system there are no executions.
        Some(time) => {
            Ok(Some(time.map_or(SystemTime::UNIX_EPOCH, |time| time.max(SystemTime::UNIX_EPOCH))))
        }
        None => Err(Problem::bad_request(format!(
            "`{text}` is no duration: it is a whole number with s, m, h or d, such as 15m"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_it_was_written() {
        let filter = Filter {
            machine: "a&b=c".to_owned(),
            status: "FAILED".to_owned(),
            error: "My Error+".to_owned(),
            text: "é/?#".to_owned(),
            newer: "1h".to_owned(),
            after: "x:y".to_owned(),
            page: 3,
            ..Filter::default()
        };
        let uri: Uri = format!("/{}", filter.address()).parse().expect("an address");
        assert_eq!(Filter::read(&uri), Ok(filter));
        assert_eq!(Filter::default().address(), "executions");
    }

    #[test]
    fn faulty_fields_are_refused() {
        let now = SystemTime::now();
        for (query, expected) in [
            ("status=GONE", "`GONE` is no status"),
            ("newer=h", "`h` is no duration"),
            ("older=5y", "`5y` is no duration"),
            ("newer=99999999999999999999d", "is no duration"),
            ("page=x", "invalid digit"),
        ] {
            let uri: Uri = format!("/executions?{query}").parse().expect("an address");
            let problem = Filter::read(&uri).and_then(|filter| filter.list(now, 1)).unwrap_err();
            assert!(problem.to_string().contains(expected), "{query}: {problem}");
        }
        let uri: Uri = "/executions?newer=99999999999999d".parse().expect("an address");
        let list = Filter::read(&uri).and_then(|filter| filter.list(now, 1)).expect("long ago");
        assert_eq!(list.started_since, Some(SystemTime::UNIX_EPOCH));
    }
}
