//! The versions of machines in a store, and moves from one to another.

use asl_runtime::value::{Text, Value};
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

    /// Moves an execution by hand to a state of its machine, with this input: where a new version
    /// changed what it waits for, or where it cannot continue by itself. What it waits for is dropped,
    /// its variables stay, and the state is entered as any other. A running execution moves to the
    /// version that was registered last, whatever changed. One that failed resumes there. In SM4C the
    /// input is the data of the whole execution.
    ///
    /// # Errors
    /// No execution has this id, it has succeeded, or its machine has no such state at its top level.
    pub async fn move_to(
        &self,
        id: impl Into<Text>,
        state: impl Into<Text>,
        data: impl Into<Value>,
    ) -> Result<(), CallError> {
        let (id, state, data) = (id.into(), state.into(), data.into());
        self.done(Request::MoveTo { id, state, data }).await
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
