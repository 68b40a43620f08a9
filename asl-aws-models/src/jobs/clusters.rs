//! Clusters and applications that `.sync` tasks wait for, as [`JOBS`](super) has jobs. None
//! is deleted or stopped when its state is cancelled, as at AWS; a step of EMR is.

use super::{Job, JobRequest, JobResult, JobSource, request};

use JobSource::{Answer, OnlyAnswer};

/// Something that an action starts, and that is not stopped.
const fn lasting(
    name: (&'static str, &'static [&'static str]),
    look: JobRequest,
    status: (&'static str, &'static [&'static str], &'static [&'static str]),
    result: JobResult,
) -> Job {
    let (service, actions) = name;
    let (status, done, failed) = status;
    Job { service, actions, look, status, done, failed, gone: None, result, stop: None }
}

/// The same, if it ends by not existing any more.
const fn deleted(job: Job) -> Job {
    Job { gone: Some("ResourceNotFoundException"), ..job }
}

/// A resource of EKS that is created.
macro_rules! eks_creates {
    ($action:literal, $look:literal, $members:expr, $kind:literal, $failed:expr) => {
        lasting(
            ("eks", &[$action]),
            request($look, $members),
            (concat!("/", $kind, "/Status"), &["ACTIVE"], $failed),
            JobResult::At(""),
        )
    };
}

/// A resource of EKS that is deleted.
macro_rules! eks_deletes {
    ($action:literal, $look:literal, $members:expr, $kind:literal) => {
        deleted(lasting(
            ("eks", &[$action]),
            request($look, $members),
            (concat!("/", $kind, "/Status"), &[], &["FAILED", "DELETE_FAILED"]),
            JobResult::At(""),
        ))
    };
}

/// An application of EMR Serverless, by its id in the request or the answer.
const fn application(
    action: &'static [&'static str],
    members: &'static [(&'static str, JobSource)],
    done: &'static [&'static str],
    failed: &'static [&'static str],
) -> Job {
    lasting(
        ("emr-serverless", action),
        request("getApplication", members),
        ("/Application/State", done, failed),
        JobResult::At("/Application"),
    )
}

/// A cluster of EMR, by its id in the request or the answer.
const fn cluster(
    action: &'static [&'static str],
    members: &'static [(&'static str, JobSource)],
    done: &'static [&'static str],
    failed: &'static [&'static str],
) -> Job {
    lasting(
        ("elasticmapreduce", action),
        request("describeCluster", members),
        ("/Cluster/Status/State", done, failed),
        JobResult::WithAnswer,
    )
}

const APPLICATION: &[(&str, JobSource)] =
    &[("ApplicationId", JobSource::Request("/ApplicationId"))];
const NODEGROUP: &[(&str, JobSource)] = &[
    ("ClusterName", JobSource::Request("/ClusterName")),
    ("NodegroupName", JobSource::Request("/NodegroupName")),
];
const FARGATE_PROFILE: &[(&str, JobSource)] = &[
    ("ClusterName", JobSource::Request("/ClusterName")),
    ("FargateProfileName", JobSource::Request("/FargateProfileName")),
];
const CLUSTER: &[(&str, JobSource)] = &[("Name", JobSource::Request("/Name"))];
const STEP: &[(&str, JobSource)] =
    &[("ClusterId", JobSource::Request("/ClusterId")), ("StepId", Answer("/StepId"))];

pub(super) static CLUSTERS: &[Job] = &[
    eks_creates!("createCluster", "describeCluster", CLUSTER, "Cluster", &["FAILED", "DELETING"]),
    eks_creates!(
        "createFargateProfile",
        "describeFargateProfile",
        FARGATE_PROFILE,
        "FargateProfile",
        &["CREATE_FAILED", "DELETING", "DELETE_FAILED"]
    ),
    eks_creates!(
        "createNodegroup",
        "describeNodegroup",
        NODEGROUP,
        "Nodegroup",
        &["CREATE_FAILED", "DELETING", "DELETE_FAILED", "DEGRADED"]
    ),
    eks_deletes!("deleteCluster", "describeCluster", CLUSTER, "Cluster"),
    eks_deletes!(
        "deleteFargateProfile",
        "describeFargateProfile",
        FARGATE_PROFILE,
        "FargateProfile"
    ),
    eks_deletes!("deleteNodegroup", "describeNodegroup", NODEGROUP, "Nodegroup"),
    Job {
        stop: Some(request(
            "cancelSteps",
            &[("ClusterId", JobSource::Request("/ClusterId")), ("StepIds", OnlyAnswer("/StepId"))],
        )),
        ..lasting(
            ("elasticmapreduce", &["addStep"]),
            request("describeStep", STEP),
            ("/Step/Status/State", &["COMPLETED"], &["CANCELLED", "FAILED", "INTERRUPTED"]),
            JobResult::WithAnswer,
        )
    },
    cluster(
        &["createCluster"],
        &[("ClusterId", Answer("/ClusterId"))],
        &["WAITING"],
        &["TERMINATING", "TERMINATED", "TERMINATED_WITH_ERRORS"],
    ),
    cluster(
        &["terminateCluster"],
        &[("ClusterId", JobSource::Request("/ClusterId"))],
        &["TERMINATED", "TERMINATED_WITH_ERRORS"],
        &[],
    ),
    deleted(lasting(
        ("emr-containers", &["deleteVirtualCluster"]),
        request("describeVirtualCluster", &[("Id", Answer("/Id"))]),
        ("/VirtualCluster/State", &["TERMINATED"], &["ARRESTED"]),
        JobResult::At("/VirtualCluster"),
    )),
    lasting(
        ("emr-serverless", &["cancelJobRun"]),
        request(
            "getJobRun",
            &[("ApplicationId", Answer("/ApplicationId")), ("JobRunId", Answer("/JobRunId"))],
        ),
        ("/JobRun/State", &["CANCELLED"], &["SUCCESS", "FAILED"]),
        JobResult::At("/JobRun"),
    ),
    application(
        &["createApplication"],
        &[("ApplicationId", Answer("/ApplicationId"))],
        &["CREATED", "STARTING", "STARTED"],
        &["TERMINATED"],
    ),
    deleted(application(&["deleteApplication"], APPLICATION, &["TERMINATED"], &[])),
    application(&["startApplication"], APPLICATION, &["STARTED"], &["STOPPED", "TERMINATED"]),
    application(&["stopApplication"], APPLICATION, &["CREATED", "STOPPED"], &["TERMINATED"]),
];
