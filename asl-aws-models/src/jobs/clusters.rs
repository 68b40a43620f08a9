//! Clusters and applications that `.sync` tasks wait for, as [`JOBS`](super) has jobs. None
//! is deleted or stopped when its state is cancelled, as at AWS; a step of EMR is.

use super::{Job, JobResult, JobSource, Members, Names, request, started};

use JobSource::{Answer, OnlyAnswer, Request};

/// A resource of EKS that is created or deleted.
macro_rules! eks {
    ($does:literal, $kind:literal, $members:expr, $done:expr, $failed:expr) => {
        started(
            ("eks", &[concat!($does, $kind)]),
            request(concat!("describe", $kind), $members),
            (concat!("/", $kind, "/Status"), $done, $failed),
            JobResult::At(""),
        )
    };
}

/// An application of EMR Serverless, by its id in the request or the answer.
const fn application(action: Names, members: Members, done: Names, failed: Names) -> Job {
    started(
        ("emr-serverless", action),
        request("getApplication", members),
        ("/Application/State", done, failed),
        JobResult::At("/Application"),
    )
}

/// A cluster of EMR, by its id in the request or the answer.
const fn cluster(action: Names, members: Members, done: Names, failed: Names) -> Job {
    started(
        ("elasticmapreduce", action),
        request("describeCluster", members),
        ("/Cluster/Status/State", done, failed),
        JobResult::WithAnswer,
    )
}

const NOT_CREATED: Names = &["CREATE_FAILED", "DELETING", "DELETE_FAILED"];
const DEGRADED: Names = &["CREATE_FAILED", "DELETING", "DELETE_FAILED", "DEGRADED"];
const NOT_DELETED: Names = &["FAILED", "DELETE_FAILED"];
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
    eks!("create", "Cluster", CLUSTER, &["ACTIVE"], &["FAILED", "DELETING"]),
    eks!("create", "FargateProfile", FARGATE_PROFILE, &["ACTIVE"], NOT_CREATED),
    eks!("create", "Nodegroup", NODEGROUP, &["ACTIVE"], DEGRADED),
    eks!("delete", "Cluster", CLUSTER, &[], NOT_DELETED).until_gone(),
    eks!("delete", "FargateProfile", FARGATE_PROFILE, &[], NOT_DELETED).until_gone(),
    eks!("delete", "Nodegroup", NODEGROUP, &[], NOT_DELETED).until_gone(),
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
