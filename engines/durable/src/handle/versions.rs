//! The versions of machines in a store, and moves from one to another.

use asl_runtime::value::Text;
use asl_runtime::versions::Version;

use super::super::{CallError, Migrated, Reply, Request, StoredVersion};
use super::Durable;

impl Durable {
    /// The versions of machines in which executions are or were, in the order in which they came.
    ///
    /// # Errors
    /// The store is closed or failed.
    pub async fn versions(&self) -> Result<Vec<StoredVersion>, CallError> {
        let Reply::Versions(versions) = self.ask(Request::Versions).await? else {
            unreachable!("each question has its answer")
        };
        Ok(versions)
    }

    /// Moves an execution to the version of its machine that was registered last; see
    /// [`asl_runtime::versions`]. Its open operations continue.
    ///
    /// # Errors
    /// No execution has this id, it has ended, or that version differs where the execution is: the
    /// error says in what.
    pub async fn migrate(&self, id: impl Into<Text>) -> Result<(), CallError> {
        self.done(Request::Migrate(id.into(), None)).await
    }

    /// Moves all unfinished executions of a machine that are in this version, or in any version but
    /// the last.
    ///
    /// # Errors
    /// The machine is not registered. Executions that cannot be moved are not an error: they are in
    /// the result, with the reasons.
    pub async fn migrate_all(
        &self,
        machine: impl Into<Text>,
        from: Option<Version>,
    ) -> Result<Migrated, CallError> {
        let asked =
            self.ask(Request::MigrateAll { machine: machine.into(), from, to: None }).await?;
        let Reply::Migrated(migrated) = asked else { unreachable!("each question has its answer") };
        Ok(migrated)
    }
}
