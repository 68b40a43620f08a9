//! The requests of integrations that have no action of a service, from Step Functions' developer
//! guide.

use super::OwnRequest;

pub(super) static API_GATEWAY: OwnRequest = OwnRequest {
    required: &["ApiEndpoint", "Method"],
    optional: &[
        "AllowNullValues",
        "AuthType",
        "Headers",
        "NullQueryParameters",
        "Path",
        "QueryParameters",
        "RequestBody",
        "Stage",
    ],
};

/// Either `Authentication` or `InvocationConfig` has the connection.
pub(super) static HTTP: OwnRequest = OwnRequest {
    required: &["ApiEndpoint", "Method"],
    optional: &[
        "Authentication",
        "Headers",
        "InvocationConfig",
        "QueryParameters",
        "RequestBody",
        "Transform",
    ],
};

pub(super) static EKS_CALL: OwnRequest = OwnRequest {
    required: &["CertificateAuthority", "ClusterName", "Endpoint", "Method", "Path"],
    optional: &["QueryParameters", "RequestBody"],
};

pub(super) static EKS_RUN_JOB: OwnRequest = OwnRequest {
    required: &["CertificateAuthority", "ClusterName", "Endpoint", "Job"],
    optional: &["LogOptions", "Namespace"],
};

pub(super) static ADD_STEP: OwnRequest =
    OwnRequest { required: &["ClusterId", "Step"], optional: &["ExecutionRoleArn"] };

pub(super) static CANCEL_STEP: OwnRequest =
    OwnRequest { required: &["ClusterId", "StepId"], optional: &[] };

pub(super) static CREATE_CLUSTER: OwnRequest = OwnRequest {
    required: &["Instances", "Name"],
    optional: &[
        "AdditionalInfo",
        "AmiVersion",
        "Applications",
        "AutoScalingRole",
        "AutoTerminationPolicy",
        "BootstrapActions",
        "Configurations",
        "CustomAmiId",
        "EbsRootVolumeIops",
        "EbsRootVolumeSize",
        "EbsRootVolumeThroughput",
        "JobFlowRole",
        "KerberosAttributes",
        "LogEncryptionKmsKeyId",
        "LogUri",
        "ManagedScalingPolicy",
        "NewSupportedProducts",
        "OSReleaseLabel",
        "PlacementGroupConfigs",
        "ReleaseLabel",
        "RepoUpgradeOnBoot",
        "ScaleDownBehavior",
        "SecurityConfiguration",
        "ServiceRole",
        "StepConcurrencyLevel",
        "SupportedProducts",
        "Tags",
        "VisibleToAllUsers",
    ],
};

pub(super) static FLEET_BY_NAME: OwnRequest =
    OwnRequest { required: &["ClusterId", "InstanceFleet", "InstanceFleetName"], optional: &[] };

pub(super) static GROUP_BY_NAME: OwnRequest =
    OwnRequest { required: &["ClusterId", "InstanceGroup", "InstanceGroupName"], optional: &[] };

pub(super) static TERMINATION_PROTECTION: OwnRequest =
    OwnRequest { required: &["ClusterId", "TerminationProtected"], optional: &[] };

pub(super) static TERMINATE_CLUSTER: OwnRequest =
    OwnRequest { required: &["ClusterId"], optional: &[] };

/// `invokeModel` of Bedrock takes these besides, for bodies in S3.
pub(super) static INVOKE_MODEL: OwnRequest =
    OwnRequest { required: &[], optional: &["Input", "Output"] };
