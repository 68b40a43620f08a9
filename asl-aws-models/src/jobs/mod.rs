//! The jobs that `.sync` tasks wait for: how to look at each, and how to stop it.

mod clusters;

use asl_language::integration::integration;

/// A job that an action starts.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// The service and the actions in Resources.
    pub service: &'static str,
    /// The actions that start it.
    pub actions: &'static [&'static str],
    /// The operation that describes the job.
    pub look: JobRequest,
    /// The place of the status in a description.
    pub status: &'static str,
    /// The statuses of a job that has succeeded.
    pub done: &'static [&'static str],
    /// The statuses of one that has failed.
    pub failed: &'static [&'static str],
    /// The error of looking at what is gone, if that is success.
    pub gone: Option<&'static str>,
    /// The result.
    pub result: JobResult,
    /// The operation that stops the job, if there is one.
    pub stop: Option<JobRequest>,
}

/// The result of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobResult {
    /// The part of the description at this place.
    At(&'static str),
    /// The same under a name.
    Named(&'static str, &'static str),
    /// The description, with the members of the answer of the start.
    WithAnswer,
    /// An execution: `.sync:2` has its documents as data.
    Execution,
    /// A task of ECS, which fails if one of its containers does.
    Containers(&'static str),
}

/// An operation of the same service.
#[derive(Clone, Copy, Debug)]
pub struct JobRequest {
    /// The action.
    pub action: &'static str,
    /// The members, with the sources of their values.
    pub members: &'static [(&'static str, JobSource)],
}

/// The value of a member, by its place (a JSON pointer).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobSource {
    /// In the answer of the start.
    Answer(&'static str),
    /// The same as the only item of an array.
    OnlyAnswer(&'static str),
    /// In the request of the start. It may be absent.
    Request(&'static str),
    /// A text.
    Text(&'static str),
}

use JobSource::{Answer, OnlyAnswer, Request, Text};
use clusters::CLUSTERS;

/// Names of actions, or of statuses.
type Names = &'static [&'static str];

/// The members of a request, with the sources of their values.
type Members = &'static [(&'static str, JobSource)];

/// An operation with its members.
const fn request(action: &'static str, members: Members) -> JobRequest {
    JobRequest { action, members }
}

/// Something that an action of a service starts: its status, and the statuses in which it has
/// succeeded and failed.
const fn started(
    (service, actions): (&'static str, Names),
    look: JobRequest,
    (status, done, failed): (&'static str, Names, Names),
    result: JobResult,
) -> Job {
    Job { service, actions, look, status, done, failed, gone: None, result, stop: None }
}

/// The job of an action, if it is known.
pub fn job(service: &str, action: &str) -> Option<&'static Job> {
    let mut all = JOBS.iter().chain(CLUSTERS);
    all.find(|job| job.service == service && job.actions.contains(&action))
}

impl Job {
    /// The same, with the operation that stops it.
    const fn stopped_by(self, action: &'static str, members: Members) -> Self {
        Self { stop: Some(request(action, members)), ..self }
    }

    /// The same, if it ends by not existing any more.
    const fn until_gone(self) -> Self {
        Self { gone: Some("ResourceNotFoundException"), ..self }
    }

    /// The service in calls through the SDK, which describes the job.
    pub fn sdk_service(&self) -> &'static str {
        let action = self.actions.first().copied().unwrap_or_default();
        let target = integration(self.service, action).and_then(|known| known.target);
        // The actions of EMR are Step Functions' own.
        target.map_or("emr", |(service, _)| service)
    }
}

/// A job of `SageMaker`, whose members have its kind in their names.
macro_rules! sagemaker {
    ($kind:literal) => {
        started(
            ("sagemaker", &[concat!("create", $kind, "Job")]),
            request(
                concat!("describe", $kind, "Job"),
                &[(concat!($kind, "JobName"), Request(concat!("/", $kind, "JobName")))],
            ),
            (concat!("/", $kind, "JobStatus"), &["Completed"], &["Failed", "Stopped"]),
            JobResult::At(""),
        )
        .stopped_by(
            concat!("stop", $kind, "Job"),
            &[(concat!($kind, "JobName"), Request(concat!("/", $kind, "JobName")))],
        )
    };
}

static JOBS: &[Job] = &[
    started(
        ("athena", &["startQueryExecution"]),
        request("getQueryExecution", &[("QueryExecutionId", Answer("/QueryExecutionId"))]),
        ("/QueryExecution/Status/State", &["SUCCEEDED"], &["FAILED", "CANCELLED"]),
        JobResult::At(""),
    )
    .stopped_by("stopQueryExecution", &[("QueryExecutionId", Answer("/QueryExecutionId"))]),
    started(
        ("batch", &["submitJob"]),
        request("describeJobs", &[("Jobs", OnlyAnswer("/JobId"))]),
        ("/Jobs/0/Status", &["SUCCEEDED"], &["FAILED"]),
        JobResult::At("/Jobs/0"),
    )
    .stopped_by(
        "terminateJob",
        &[("JobId", Answer("/JobId")), ("Reason", Text("the state was cancelled"))],
    ),
    started(
        ("bedrock", &["createModelCustomizationJob"]),
        request("getModelCustomizationJob", &[("JobIdentifier", Answer("/JobArn"))]),
        ("/Status", &["Completed"], &["Failed", "Stopped"]),
        JobResult::At(""),
    )
    .stopped_by("stopModelCustomizationJob", &[("JobIdentifier", Answer("/JobArn"))]),
    started(
        ("codebuild", &["startBuild"]),
        request("batchGetBuilds", &[("Ids", OnlyAnswer("/Build/Id"))]),
        ("/Builds/0/BuildStatus", &["SUCCEEDED"], &["FAILED", "FAULT", "TIMED_OUT", "STOPPED"]),
        JobResult::Named("Build", "/Builds/0"),
    )
    .stopped_by("stopBuild", &[("Id", Answer("/Build/Id"))]),
    started(
        ("codebuild", &["startBuildBatch", "retryBuildBatch"]),
        request("batchGetBuildBatches", &[("Ids", OnlyAnswer("/BuildBatch/Id"))]),
        (
            "/BuildBatches/0/BuildBatchStatus",
            &["SUCCEEDED"],
            &["FAILED", "FAULT", "TIMED_OUT", "STOPPED"],
        ),
        JobResult::Named("BuildBatch", "/BuildBatches/0"),
    )
    .stopped_by("stopBuildBatch", &[("Id", Answer("/BuildBatch/Id"))]),
    started(
        ("databrew", &["startJobRun"]),
        request("describeJobRun", &[("Name", Request("/Name")), ("RunId", Answer("/RunId"))]),
        ("/State", &["SUCCEEDED"], &["FAILED", "STOPPED", "TIMEOUT"]),
        JobResult::At(""),
    )
    .stopped_by("stopJobRun", &[("Name", Request("/Name")), ("RunId", Answer("/RunId"))]),
    started(
        ("ecs", &["runTask"]),
        request(
            "describeTasks",
            &[("Cluster", Request("/Cluster")), ("Tasks", OnlyAnswer("/Tasks/0/TaskArn"))],
        ),
        ("/Tasks/0/LastStatus", &["STOPPED"], &[]),
        JobResult::Containers("/Tasks/0"),
    )
    .stopped_by(
        "stopTask",
        &[("Cluster", Request("/Cluster")), ("Task", Answer("/Tasks/0/TaskArn"))],
    ),
    started(
        ("emr-containers", &["startJobRun"]),
        request(
            "describeJobRun",
            &[("Id", Answer("/Id")), ("VirtualClusterId", Answer("/VirtualClusterId"))],
        ),
        ("/JobRun/State", &["COMPLETED"], &["FAILED", "CANCELLED"]),
        JobResult::At("/JobRun"),
    )
    .stopped_by(
        "cancelJobRun",
        &[("Id", Answer("/Id")), ("VirtualClusterId", Answer("/VirtualClusterId"))],
    ),
    started(
        ("emr-serverless", &["startJobRun"]),
        request(
            "getJobRun",
            &[("ApplicationId", Answer("/ApplicationId")), ("JobRunId", Answer("/JobRunId"))],
        ),
        ("/JobRun/State", &["SUCCESS"], &["FAILED", "CANCELLED"]),
        JobResult::At("/JobRun"),
    )
    .stopped_by(
        "cancelJobRun",
        &[("ApplicationId", Answer("/ApplicationId")), ("JobRunId", Answer("/JobRunId"))],
    ),
    started(
        ("glue", &["startJobRun"]),
        request("getJobRun", &[("JobName", Request("/JobName")), ("RunId", Answer("/JobRunId"))]),
        (
            "/JobRun/JobRunState",
            &["SUCCEEDED"],
            &["FAILED", "STOPPED", "TIMEOUT", "ERROR", "EXPIRED"],
        ),
        JobResult::At("/JobRun"),
    )
    .stopped_by(
        "batchStopJobRun",
        &[("JobName", Request("/JobName")), ("JobRunIds", OnlyAnswer("/JobRunId"))],
    ),
    started(
        ("mediaconvert", &["createJob"]),
        request("getJob", &[("Id", Answer("/Job/Id"))]),
        ("/Job/Status", &["COMPLETE"], &["ERROR", "CANCELED"]),
        JobResult::At(""),
    )
    .stopped_by("cancelJob", &[("Id", Answer("/Job/Id"))]),
    sagemaker!("HyperParameterTuning"),
    sagemaker!("Labeling"),
    sagemaker!("Processing"),
    sagemaker!("Training"),
    sagemaker!("Transform"),
    started(
        ("states", &["startExecution"]),
        request("describeExecution", &[("ExecutionArn", Answer("/ExecutionArn"))]),
        ("/Status", &["SUCCEEDED"], &["FAILED", "TIMED_OUT", "ABORTED"]),
        JobResult::Execution,
    )
    .stopped_by("stopExecution", &[("ExecutionArn", Answer("/ExecutionArn"))]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pattern, Shape, Spelling, integrations};

    /// The names of the members of an operation's request.
    fn members(service: &str, action: &str) -> Vec<String> {
        let service = crate::service(service).expect("a service");
        let operation = service.operation(action).unwrap_or_else(|| panic!("no {action}"));
        let Some(Shape::Structure(input)) = operation.input.and_then(|id| service.shape(id)) else {
            panic!("{action} takes nothing")
        };
        input.members.iter().map(|member| member.written(Spelling::Optimized)).collect()
    }

    #[test]
    fn jobs_have_operations_of_the_models() {
        for job in JOBS.iter().chain(CLUSTERS) {
            for action in job.actions {
                let found = integration(job.service, action).expect("an integration");
                assert!(found.patterns.contains(&Pattern::Sync), "{action}");
                let service = job.sdk_service();
                for request in [Some(job.look), job.stop].into_iter().flatten() {
                    let members = members(service, request.action);
                    for (name, _) in request.members {
                        assert!(
                            members.contains(&(*name).to_owned()),
                            "{}: {name}",
                            request.action
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_others_are_known() {
        let others = integrations().iter().filter(|found| {
            found.patterns.contains(&Pattern::Sync) && job(found.service, found.action).is_none()
        });
        let others: Vec<String> =
            others.map(|found| format!("{}:{}", found.service, found.action)).collect();
        // It is a job of Kubernetes, whose API is none of AWS.
        assert_eq!(others, ["eks:runJob"]);
    }
}
