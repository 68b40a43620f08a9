//! The service and the action of a call through the SDK.

use asl_aws_models::{Operation, Service, ShapeId, sdk_name_of, service_names};

use super::Call;
use crate::check::not_recognized;
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};

/// Services whose models Step Functions does not call.
const NO_SERVICES: [&str; 3] = ["cloudsearchdomain", "iotjobsdataplane", "mediastoredata"];

/// Services that AWS has ended, and whose models are gone. Their calls were valid.
const ENDED: [&str; 33] = [
    "alexaforbusiness",
    "backupstorage",
    "codestar",
    "elasticinference",
    "elastictranscoder",
    "evidently",
    "finspace",
    "finspacedata",
    "gamesparks",
    "honeycode",
    "iot1clickdevices",
    "iot1clickprojects",
    "iotanalytics",
    "iotevents",
    "ioteventsdata",
    "iotfleethub",
    "lookoutmetrics",
    "lookoutvision",
    "macie",
    "mobile",
    "nimble",
    "opsworks",
    "opsworkscm",
    "panorama",
    "privatenetworks",
    "qldb",
    "qldbsession",
    "robomaker",
    "sagemakeredge",
    "simspaceweaver",
    "sms",
    "tnb",
    "worklink",
];

/// Actions that Step Functions does not call.
const NO_ACTIONS: [(&str, &str); 6] = [
    ("bedrockruntime", "converseStream"),
    ("cloudwatchlogs", "startLiveTail"),
    ("kinesis", "subscribeToShard"),
    ("lambda", "invokeWithResponseStream"),
    ("s3", "selectObjectContent"),
    ("sts", "assumeRole"),
];

/// The request of the operation, if it has one. `None` for an unknown action, which is reported.
#[expect(clippy::option_option, reason = "an operation without a request is known, too")]
pub(super) fn find(
    call: &Call<'_>,
    resource: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Option<ShapeId>> {
    let wanted = call.resource.action;
    let Some(service) = call.service.as_deref() else {
        if !ENDED.contains(&call.resource.service) {
            let finding = unknown_service(call, diagnostics);
            diagnostics.push(finding.said_by_aws(not_recognized(resource)));
        }
        return None;
    };
    let operation = service.operation(wanted);
    if let Some(finding) = refused(call, service, operation.as_ref(), diagnostics) {
        diagnostics.push(finding.said_by_aws(not_recognized(resource)));
        return None;
    }
    operation.map(|operation| operation.input)
}

fn unknown_service(call: &Call<'_>, diagnostics: &mut Diagnostics) -> Diagnostic {
    let name = call.resource.service;
    if let Some(named) = sdk_name_of(name) {
        let title = format!("Step Functions does not call a service `{name}`");
        return Diagnostic::new(Code::NoSuchIntegration, call.span, title)
            .label(format!("it calls this service `{named}`"));
    }
    let title = format!("AWS's models have no service `{name}`");
    let finding = Diagnostic::new(Code::UnknownCall, call.span, title);
    match diagnostics.nearest(name, service_names()) {
        Some(nearest) => finding.label(format!("did you mean `{nearest}`?")),
        None => finding
            .label("unknown, or newer than this compiler")
            .help("a service has the name of its package in AWS's SDK for Java 2"),
    }
}

/// The finding about an action that cannot be called.
fn refused(
    call: &Call<'_>,
    service: &Service,
    operation: Option<&Operation<'_>>,
    diagnostics: &mut Diagnostics,
) -> Option<Diagnostic> {
    let (name, wanted) = (service.name(), call.resource.action);
    let title = format!("Step Functions cannot call `{}`", call.name());
    if NO_SERVICES.contains(&name) || NO_ACTIONS.contains(&(name, wanted)) {
        let finding = Diagnostic::new(Code::NoSuchIntegration, call.span, title);
        return Some(finding.label("AWS has it, but not for Step Functions"));
    }
    let Some(operation) = operation else {
        let title = format!("AWS's models have no action `{wanted}` of `{name}`");
        let actions: Vec<_> = service.operations().map(|found| found.action()).collect();
        let nearest = diagnostics.nearest(wanted, actions.iter().map(String::as_str));
        let finding = Diagnostic::new(Code::UnknownCall, call.span, title);
        return Some(finding.did_you_mean(nearest, "unknown, or newer than this compiler"));
    };
    operation.streams().then(|| {
        Diagnostic::new(Code::UnknownCall, call.span, title)
            .label("it answers with a stream, for which Step Functions has no integration")
    })
}
