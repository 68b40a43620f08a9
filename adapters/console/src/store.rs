//! Stores that a console shows.

use std::pin::Pin;

use asl_durable::{Description, Durable, List, Page, StoredVersion};
use asl_report::Report;
use asl_runtime::value::Text;
use axum::http::StatusCode;

use crate::action::Action;
use crate::problem::Problem;

/// The future answer of a store.
pub type Answer<'s, T> = Pin<Box<dyn Future<Output = Result<T, Problem>> + Send + 's>>;

/// A store that a console shows: [`Durable`], or one that is only read.
pub trait Store: Send + Sync + 'static {
    /// Names of machines that the list offers as filters.
    fn machines(&self) -> Vec<Text>;

    /// The versions of machines in which executions are or were, in the order in which they came.
    fn versions(&self) -> Answer<'_, Vec<StoredVersion>>;

    /// Some executions, in the order of their ids.
    fn list(&self, list: List) -> Answer<'_, Page>;

    /// The description of an execution.
    fn describe(&self, id: Text) -> Answer<'_, Description>;

    /// The report of an execution, with the picture of its machine if there is one.
    fn report(&self, id: Text) -> Answer<'_, Report>;

    /// Performs an action. A store that is only read refuses all of them.
    fn act(&self, action: Action) -> Answer<'_, ()>;

    /// Returns false if the store refuses every action, so that pages need not offer them.
    fn can_act(&self) -> bool {
        true
    }
}

impl Store for Durable {
    fn machines(&self) -> Vec<Text> {
        let mut names: Vec<Text> =
            Durable::machines(self).iter().map(|machine| Text::from(machine.machine)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn versions(&self) -> Answer<'_, Vec<StoredVersion>> {
        Box::pin(async { Ok(Durable::versions(self).await?) })
    }

    fn list(&self, list: List) -> Answer<'_, Page> {
        Box::pin(async { Ok(Durable::list(self, list).await?) })
    }

    fn describe(&self, id: Text) -> Answer<'_, Description> {
        Box::pin(async { Ok(Durable::describe(self, id).await?) })
    }

    fn report(&self, id: Text) -> Answer<'_, Report> {
        Box::pin(async move {
            let version = Durable::describe(self, id.clone()).await?.summary.version;
            let history = self.first_events(id).await?;
            let report = Report::from_history(&history).map_err(|error| {
                Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
            })?;
            Ok(match self.machine(version).and_then(|machine| machine.picture) {
                Some(picture) => report.picture(picture.svg).places(picture.places.iter().copied()),
                None => report,
            })
        })
    }

    fn act(&self, action: Action) -> Answer<'_, ()> {
        Box::pin(async {
            Ok(match action {
                Action::Redrive { id } => self.redrive(id).await.map(|_| ()),
                Action::MoveTo { id, state, data } => self.move_to(id, state, data).await,
                Action::Cancel { id, error, cause } => self.cancel(id, error, cause).await,
                Action::Send { id, event } => self.send(id, event).await,
                Action::Success { token, output } => self.success(&token, output).await,
                Action::Failure { token, error } => self.failure(&token, error).await,
            }?)
        })
    }
}
