//! Redrives an execution: a worker finds where it failed, and another run continues there.

use asl_runtime::__engine::ClientError;
use temporalio_common::protos::temporal::api::enums::v1::{
    WorkflowIdConflictPolicy, WorkflowIdReusePolicy,
};
use temporalio_common::protos::temporal::api::workflowservice::v1::StartWorkflowExecutionRequest;
use tonic::Code;

use super::service::Service;
use super::{Answer, commands, payload};
use crate::describe::{ExecutionStatus, Started};
use crate::wire::{ASK_AGAIN, Chunk, REDRIVE};

/// The reason why an execution that runs is not redriven.
const RUNS: &str = "it has not ended";

impl Service {
    pub(crate) fn redrive_workflow<'a>(&'a self, id: &'a str) -> Answer<'a, Started> {
        Box::pin(async move {
            let refused = |why: &str| ClientError::Redrive(why.to_owned());
            let found = self.describe_workflow(id).await?;
            let found = found.ok_or_else(|| ClientError::NotFound(format!("execution `{id}`")))?;
            match found.status {
                ExecutionStatus::Running => return Err(refused(RUNS)),
                ExecutionStatus::Succeeded => return Err(refused("it has succeeded")),
                ExecutionStatus::Failed
                | ExecutionStatus::TimedOut
                | ExecutionStatus::Aborted
                | ExecutionStatus::Terminated => {}
            }
            let mut answer = self.where_it_failed(id, &found.run).await;
            // A terminated execution may be in the memory of a worker, which drops it.
            if matches!(&answer, Err(ClientError::Redrive(why)) if why.contains(ASK_AGAIN)) {
                answer = self.where_it_failed(id, &found.run).await;
            }
            let (chunk, snapshot, redrive) = answer?;
            let now = self.describe_workflow(id).await?;
            if now.is_none_or(|now| now.run != found.run) {
                return Err(refused("it was redriven by another client"));
            }
            let arguments = commands::arguments(Chunk { snapshot, redrive, ..chunk });
            let request = StartWorkflowExecutionRequest {
                // A second request for the same run is answered as the first.
                request_id: format!("redrive-{}", found.run),
                workflow_id_reuse_policy: WorkflowIdReusePolicy::AllowDuplicateFailedOnly.into(),
                workflow_id_conflict_policy: WorkflowIdConflictPolicy::Fail.into(),
                ..self.start_request(&found.machine, id, arguments)
            };
            match self.request_start(request).await? {
                Ok(answer) => Ok(Started { run: answer.run_id, is_new: answer.started }),
                Err(status) if status.code() == Code::AlreadyExists => Err(refused(RUNS)),
                Err(status) => Err(self.refused(&status)),
            }
        })
    }

    /// The data with which another run continues.
    async fn where_it_failed(
        &self,
        id: &str,
        run: &str,
    ) -> Result<(Chunk, String, String), ClientError> {
        let answer = match self.query(id, run, REDRIVE).await {
            // The worker has refused the query.
            Err(ClientError::Refused(code, why)) if code == i32::from(Code::InvalidArgument) => {
                return Err(ClientError::Redrive(why));
            }
            answer => answer?,
        };
        let answer = answer.first().ok_or("the worker has not answered".to_owned());
        answer.and_then(payload::read).map_err(ClientError::Redrive)
    }
}
