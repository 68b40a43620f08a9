//! The jobs that `.sync` tasks wait for: how to look at each, and how to stop it.

/// A job that an action starts.
#[derive(Debug)]
pub(super) struct Job {
    /// The service and the actions in Resources.
    pub(super) service: &'static str,
    pub(super) actions: &'static [&'static str],
    /// The operation that describes the job.
    pub(super) look: Request,
    /// The place of the status in a description.
    pub(super) status: &'static str,
    /// The statuses of a job that has succeeded.
    pub(super) done: &'static [&'static str],
    /// The statuses of one that has failed.
    pub(super) failed: &'static [&'static str],
    /// The error of looking at what is gone, if that is success.
    pub(super) gone: Option<&'static str>,
    /// The result.
    pub(super) result: Outcome,
    /// The operation that stops the job, if there is one.
    pub(super) stop: Option<Request>,
}

/// The result of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
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
pub(super) struct Request {
    pub(super) action: &'static str,
    pub(super) members: &'static [(&'static str, Source)],
}

/// The value of a member, by its place (a JSON pointer).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// In the answer of the start.
    Answer(&'static str),
    /// The same as the only item of an array.
    OnlyAnswer(&'static str),
    /// In the request of the start. It may be absent.
    Request(&'static str),
    /// A text.
    Text(&'static str),
}

use super::clusters::CLUSTERS;
use Source::{Answer, OnlyAnswer, Text};

/// An operation with its members.
pub(super) const fn request(
    action: &'static str,
    members: &'static [(&'static str, Source)],
) -> Request {
    Request { action, members }
}

/// The job of an action, if it is known.
pub(super) fn job(service: &str, action: &str) -> Option<&'static Job> {
    let mut all = JOBS.iter().chain(CLUSTERS);
    all.find(|job| job.service == service && job.actions.contains(&action))
}

/// A job of `SageMaker`, whose members have its kind in their names.
macro_rules! sagemaker {
    ($kind:literal) => {
        Job {
            service: "sagemaker",
            actions: &[concat!("create", $kind, "Job")],
            look: request(
                concat!("describe", $kind, "Job"),
                &[(concat!($kind, "JobName"), Source::Request(concat!("/", $kind, "JobName")))],
            ),
            status: concat!("/", $kind, "JobStatus"),
            done: &["Completed"],
            failed: &["Failed", "Stopped"],
            gone: None,
            result: Outcome::At(""),
            stop: Some(request(
                concat!("stop", $kind, "Job"),
                &[(concat!($kind, "JobName"), Source::Request(concat!("/", $kind, "JobName")))],
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
        result: Outcome::At(""),
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
        result: Outcome::At("/Jobs/0"),
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
        result: Outcome::At(""),
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
        result: Outcome::Named("Build", "/Builds/0"),
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
        result: Outcome::Named("BuildBatch", "/BuildBatches/0"),
        stop: Some(request("stopBuildBatch", &[("Id", Answer("/BuildBatch/Id"))])),
    },
    Job {
        service: "databrew",
        actions: &["startJobRun"],
        look: request(
            "describeJobRun",
            &[("Name", Source::Request("/Name")), ("RunId", Answer("/RunId"))],
        ),
        status: "/State",
        done: &["SUCCEEDED"],
        failed: &["FAILED", "STOPPED", "TIMEOUT"],
        gone: None,
        result: Outcome::At(""),
        stop: Some(request(
            "stopJobRun",
            &[("Name", Source::Request("/Name")), ("RunId", Answer("/RunId"))],
        )),
    },
    Job {
        service: "ecs",
        actions: &["runTask"],
        look: request(
            "describeTasks",
            &[("Cluster", Source::Request("/Cluster")), ("Tasks", OnlyAnswer("/Tasks/0/TaskArn"))],
        ),
        status: "/Tasks/0/LastStatus",
        done: &["STOPPED"],
        failed: &[],
        gone: None,
        result: Outcome::Containers("/Tasks/0"),
        stop: Some(request(
            "stopTask",
            &[("Cluster", Source::Request("/Cluster")), ("Task", Answer("/Tasks/0/TaskArn"))],
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
        result: Outcome::At("/JobRun"),
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
        result: Outcome::At("/JobRun"),
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
            &[("JobName", Source::Request("/JobName")), ("RunId", Answer("/JobRunId"))],
        ),
        status: "/JobRun/JobRunState",
        done: &["SUCCEEDED"],
        failed: &["FAILED", "STOPPED", "TIMEOUT", "ERROR", "EXPIRED"],
        gone: None,
        result: Outcome::At("/JobRun"),
        stop: Some(request(
            "batchStopJobRun",
            &[("JobName", Source::Request("/JobName")), ("JobRunIds", OnlyAnswer("/JobRunId"))],
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
        result: Outcome::At(""),
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
        result: Outcome::Execution,
        stop: Some(request("stopExecution", &[("ExecutionArn", Answer("/ExecutionArn"))])),
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use asl_aws_models::{Pattern, Shape, Spelling, integration, integrations};

    /// The names of the members of an operation's request.
    fn members(service: &str, action: &str) -> Vec<String> {
        let service = asl_aws_models::service(service).expect("a service");
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
                let (service, _) = found.target.unwrap_or(("emr", ""));
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
