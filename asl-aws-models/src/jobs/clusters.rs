//! Clusters and applications that `.sync` tasks wait for, as [`JOBS`](super) has jobs. None
//! is deleted or stopped when its state is cancelled, as at AWS; a step of EMR is.

use super::{Job, JobResult, JobSource, Members, request, started};

use JobSource::{Answer, OnlyAnswer, Request};

/// A resource of EKS that is created.
macro_rules! eks_creates {
    ($action:literal, $look:literal, $members:expr, $kind:literal, $failed:expr) => {
        started(
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
        started(
            ("eks", &[$action]),
            request($look, $members),
            (concat!("/", $kind, "/Status"), &[], &["FAILED", "DELETE_FAILED"]),
            JobResult::At(""),
        )
        .until_gone()
    };
}

/// An application of EMR Serverless, by its id in the request or the answer.
const fn application(
    action: &'static [&'static str],
    members: Members,
    done: &'static [&'static str],
    failed: &'static [&'static str],
) -> Job {
    started(
        ("emr-serverless", action),
        request("getApplication", members),
        ("/Application/State", done, failed),
        JobResult::At("/Application"),
    )
}

/// A cluster of EMR, by its id in the request or the answer.
const fn cluster(
    action: &'static [&'static str],
    members: Members,
    done: &'static [&'static str],
    failed: &'static [&'static str],
) -> Job {
    started(
        ("elasticmapreduce", action),
        request("describeCluster", members),
        ("/Cluster/Status/State", done, failed),
        JobResult::WithAnswer,
    )
}

const APPLICATION: Members = &[("ApplicationId", Request("/ApplicationId"))];
const NODEGROUP: Members =
    &[("ClusterName", Request("/ClusterName")), ("NodegroupName", Request("/NodegroupName"))];
const FARGATE_PROFILE: Members = &[
    ("ClusterName", Request("/ClusterName")),
    ("FargateProfileName", Request("/FargateProfileName")),
];
const CLUSTER: Members = &[("Name", Request("/Name"))];
const STEP: Members = &[("ClusterId", Request("/ClusterId")), ("StepId", Answer("/StepId"))];

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
    started(
        ("elasticmapreduce", &["addStep"]),
        request("describeStep", STEP),
        ("/Step/Status/State", &["COMPLETED"], &["CANCELLED", "FAILED", "INTERRUPTED"]),
        JobResult::WithAnswer,
    )
    .stopped_by(
        "cancelSteps",
        &[("ClusterId", Request("/ClusterId")), ("StepIds", OnlyAnswer("/StepId"))],
    ),
    cluster(
        &["createCluster"],
        &[("ClusterId", Answer("/ClusterId"))],
        &["WAITING"],
        &["TERMINATING", "TERMINATED", "TERMINATED_WITH_ERRORS"],
    ),
    cluster(
        &["terminateCluster"],
        &[("ClusterId", Request("/ClusterId"))],
        &["TERMINATED", "TERMINATED_WITH_ERRORS"],
        &[],
    ),
    started(
        ("emr-containers", &["deleteVirtualCluster"]),
        request("describeVirtualCluster", &[("Id", Answer("/Id"))]),
        ("/VirtualCluster/State", &["TERMINATED"], &["ARRESTED"]),
        JobResult::At("/VirtualCluster"),
    )
    .until_gone(),
    started(
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
    application(&["deleteApplication"], APPLICATION, &["TERMINATED"], &[]).until_gone(),
    application(&["startApplication"], APPLICATION, &["STARTED"], &["STOPPED", "TERMINATED"]),
    application(&["stopApplication"], APPLICATION, &["CREATED", "STOPPED"], &["TERMINATED"]),
];
