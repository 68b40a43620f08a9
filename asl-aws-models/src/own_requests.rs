//! The requests of integrations that have no action of a service, from Step Functions' developer
//! guide.

use crate::integration::OwnRequest;

pub(crate) static API_GATEWAY: OwnRequest = OwnRequest {
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
pub(crate) static HTTP: OwnRequest = OwnRequest {
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

pub(crate) static EKS_CALL: OwnRequest = OwnRequest {
    required: &["CertificateAuthority", "ClusterName", "Endpoint", "Method", "Path"],
    optional: &["QueryParameters", "RequestBody"],
};

pub(crate) static EKS_RUN_JOB: OwnRequest = OwnRequest {
    required: &["CertificateAuthority", "ClusterName", "Endpoint", "Job"],
    optional: &["LogOptions", "Namespace"],
};

pub(crate) static ADD_STEP: OwnRequest =
    OwnRequest { required: &["ClusterId", "Step"], optional: &["ExecutionRoleArn"] };

pub(crate) static CANCEL_STEP: OwnRequest =
    OwnRequest { required: &["ClusterId", "StepId"], optional: &[] };

pub(crate) static CREATE_CLUSTER: OwnRequest = OwnRequest {
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

pub(crate) static FLEET_BY_NAME: OwnRequest =
    OwnRequest { required: &["ClusterId", "InstanceFleet", "InstanceFleetName"], optional: &[] };

pub(crate) static GROUP_BY_NAME: OwnRequest =
    OwnRequest { required: &["ClusterId", "InstanceGroup", "InstanceGroupName"], optional: &[] };

pub(crate) static TERMINATION_PROTECTION: OwnRequest =
    OwnRequest { required: &["ClusterId", "TerminationProtected"], optional: &[] };

pub(crate) static TERMINATE_CLUSTER: OwnRequest =
    OwnRequest { required: &["ClusterId"], optional: &[] };
