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

use JobSource::{Answer, OnlyAnswer, Text};
use clusters::CLUSTERS;

/// An operation with its members.
const fn request(
    action: &'static str,
    members: &'static [(&'static str, JobSource)],
) -> JobRequest {
    JobRequest { action, members }
}

/// The job of an action, if it is known.
pub fn job(service: &str, action: &str) -> Option<&'static Job> {
    let mut all = JOBS.iter().chain(CLUSTERS);
    all.find(|job| job.service == service && job.actions.contains(&action))
}

impl Job {
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
        Job {
            service: "sagemaker",
            actions: &[concat!("create", $kind, "Job")],
            look: request(
                concat!("describe", $kind, "Job"),
                &[(concat!($kind, "JobName"), JobSource::Request(concat!("/", $kind, "JobName")))],
            ),
            status: concat!("/", $kind, "JobStatus"),
            done: &["Completed"],
            failed: &["Failed", "Stopped"],
            gone: None,
            result: JobResult::At(""),
            stop: Some(request(
                concat!("stop", $kind, "Job"),
                &[(concat!($kind, "JobName"), JobSource::Request(concat!("/", $kind, "JobName")))],
            )),
        }
    };
}

static JOBS: &[Job] = &[
    Job {
        service: "athena",
        actions: &["startQueryExecution"],
        look: request("getQueryExecution", &[("QueryExecutionId", Answer("/QueryExecutionId"))]),
        status: "/QueryExecution/Status/State",
        done: &["SUCCEEDED"],
        failed: &["FAILED", "CANCELLED"],
        gone: None,
        result: JobResult::At(""),
        stop: Some(request(
            "stopQueryExecution",
            &[("QueryExecutionId", Answer("/QueryExecutionId"))],
        )),
    },
    Job {
        service: "batch",
        actions: &["submitJob"],
        look: request("describeJobs", &[("Jobs", OnlyAnswer("/JobId"))]),
        status: "/Jobs/0/Status",
        done: &["SUCCEEDED"],
        failed: &["FAILED"],
        gone: None,
        result: JobResult::At("/Jobs/0"),
        stop: Some(request(
            "terminateJob",
            &[("JobId", Answer("/JobId")), ("Reason", Text("the state was cancelled"))],
        )),
    },
    Job {
        service: "bedrock",
        actions: &["createModelCustomizationJob"],
        look: request("getModelCustomizationJob", &[("JobIdentifier", Answer("/JobArn"))]),
        status: "/Status",
        done: &["Completed"],
        failed: &["Failed", "Stopped"],
        gone: None,
        result: JobResult::At(""),
        stop: Some(request("stopModelCustomizationJob", &[("JobIdentifier", Answer("/JobArn"))])),
    },
    Job {
        service: "codebuild",
        actions: &["startBuild"],
        look: request("batchGetBuilds", &[("Ids", OnlyAnswer("/Build/Id"))]),
        status: "/Builds/0/BuildStatus",
        done: &["SUCCEEDED"],
        failed: &["FAILED", "FAULT", "TIMED_OUT", "STOPPED"],
        gone: None,
        result: JobResult::Named("Build", "/Builds/0"),
        stop: Some(request("stopBuild", &[("Id", Answer("/Build/Id"))])),
    },
    Job {
        service: "codebuild",
        actions: &["startBuildBatch", "retryBuildBatch"],
        look: request("batchGetBuildBatches", &[("Ids", OnlyAnswer("/BuildBatch/Id"))]),
        status: "/BuildBatches/0/BuildBatchStatus",
        done: &["SUCCEEDED"],
        failed: &["FAILED", "FAULT", "TIMED_OUT", "STOPPED"],
        gone: None,
        result: JobResult::Named("BuildBatch", "/BuildBatches/0"),
        stop: Some(request("stopBuildBatch", &[("Id", Answer("/BuildBatch/Id"))])),
    },
    Job {
        service: "databrew",
        actions: &["startJobRun"],
        look: request(
            "describeJobRun",
            &[("Name", JobSource::Request("/Name")), ("RunId", Answer("/RunId"))],
        ),
        status: "/State",
        done: &["SUCCEEDED"],
        failed: &["FAILED", "STOPPED", "TIMEOUT"],
        gone: None,
        result: JobResult::At(""),
        stop: Some(request(
            "stopJobRun",
            &[("Name", JobSource::Request("/Name")), ("RunId", Answer("/RunId"))],
        )),
    },
    Job {
        service: "ecs",
        actions: &["runTask"],
        look: request(
            "describeTasks",
            &[
                ("Cluster", JobSource::Request("/Cluster")),
                ("Tasks", OnlyAnswer("/Tasks/0/TaskArn")),
            ],
        ),
        status: "/Tasks/0/LastStatus",
        done: &["STOPPED"],
        failed: &[],
        gone: None,
        result: JobResult::Containers("/Tasks/0"),
        stop: Some(request(
            "stopTask",
            &[("Cluster", JobSource::Request("/Cluster")), ("Task", Answer("/Tasks/0/TaskArn"))],
        )),
    },
    Job {
        service: "emr-containers",
        actions: &["startJobRun"],
        look: request(
            "describeJobRun",
            &[("Id", Answer("/Id")), ("VirtualClusterId", Answer("/VirtualClusterId"))],
        ),
        status: "/JobRun/State",
        done: &["COMPLETED"],
        failed: &["FAILED", "CANCELLED"],
        gone: None,
        result: JobResult::At("/JobRun"),
        stop: Some(request(
            "cancelJobRun",
            &[("Id", Answer("/Id")), ("VirtualClusterId", Answer("/VirtualClusterId"))],
        )),
    },
    Job {
        service: "emr-serverless",
        actions: &["startJobRun"],
        look: request(
            "getJobRun",
            &[("ApplicationId", Answer("/ApplicationId")), ("JobRunId", Answer("/JobRunId"))],
        ),
        status: "/JobRun/State",
        done: &["SUCCESS"],
        failed: &["FAILED", "CANCELLED"],
        gone: None,
        result: JobResult::At("/JobRun"),
        stop: Some(request(
            "cancelJobRun",
            &[("ApplicationId", Answer("/ApplicationId")), ("JobRunId", Answer("/JobRunId"))],
        )),
    },
    Job {
        service: "glue",
        actions: &["startJobRun"],
        look: request(
            "getJobRun",
            &[("JobName", JobSource::Request("/JobName")), ("RunId", Answer("/JobRunId"))],
        ),
        status: "/JobRun/JobRunState",
        done: &["SUCCEEDED"],
        failed: &["FAILED", "STOPPED", "TIMEOUT", "ERROR", "EXPIRED"],
        gone: None,
        result: JobResult::At("/JobRun"),
        stop: Some(request(
            "batchStopJobRun",
            &[("JobName", JobSource::Request("/JobName")), ("JobRunIds", OnlyAnswer("/JobRunId"))],
        )),
    },
    Job {
        service: "mediaconvert",
        actions: &["createJob"],
        look: request("getJob", &[("Id", Answer("/Job/Id"))]),
        status: "/Job/Status",
        done: &["COMPLETE"],
        failed: &["ERROR", "CANCELED"],
        gone: None,
        result: JobResult::At(""),
        stop: Some(request("cancelJob", &[("Id", Answer("/Job/Id"))])),
    },
    sagemaker!("HyperParameterTuning"),
    sagemaker!("Labeling"),
    sagemaker!("Processing"),
    sagemaker!("Training"),
    sagemaker!("Transform"),
    Job {
        service: "states",
        actions: &["startExecution"],
        look: request("describeExecution", &[("ExecutionArn", Answer("/ExecutionArn"))]),
        status: "/Status",
        done: &["SUCCEEDED"],
        failed: &["FAILED", "TIMED_OUT", "ABORTED"],
        gone: None,
        result: JobResult::Execution,
        stop: Some(request("stopExecution", &[("ExecutionArn", Answer("/ExecutionArn"))])),
    },
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
