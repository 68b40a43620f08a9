//! Calls of AWS's services, compared with AWS's models: the action, the request, the names of
//! errors. What AWS was measured to refuse is an error, unless it may be newer than the models; what
//! it probably refuses is a warning.

mod action;
mod errors;
mod request;
mod value;

use std::sync::Arc;

use asl_aws_models::{Service, ShapeId, Spelling, service};
use asl_language::integration::{Integration, Resource, integration, resource};

use crate::asl::Object;
use crate::asl::context::Context;
use crate::asl::substitute::open_partition;
use crate::check::not_recognized;
use crate::ir::Invoke;
use asl_source::diagnostics::{Code, Diagnostic};
use asl_source::options::Profile;
use asl_source::source::placeholder::next_placeholder;
use asl_source::span::Span;

/// The call of a state.
struct Call<'a> {
    resource: Resource<'a>,
    /// The span of the `Resource`.
    span: Span,
    /// Step Functions' own integration, if it is one.
    integration: Option<&'static Integration>,
    /// The service with the operation that takes the request.
    service: Option<Arc<Service>>,
    /// The request of that operation.
    input: Option<ShapeId>,
}

impl Call<'_> {
    /// The action in messages: `dynamodb:getItem`.
    fn name(&self) -> String {
        format!("{}:{}", self.resource.service, self.resource.action)
    }

    fn spelling(&self) -> Spelling {
        if self.resource.is_sdk { Spelling::Sdk } else { Spelling::Optimized }
    }

    /// The text before the dot in the names of its errors.
    fn error_prefix(&self) -> &str {
        match (self.integration, &self.service) {
            (Some(own), _) => own.error_prefix,
            (None, Some(service)) => service.error_prefix(),
            (None, None) => "",
        }
    }
}

/// Checks the call of a Task.
pub(crate) fn check_call<'a>(context: &mut Context<'a>, object: &Object<'a>, invoke: &Invoke) {
    if context.options.profile != Profile::Aws {
        return;
    }
    let text = object.get("Resource").and_then(|node| Some((node.as_str()?, node.span)));
    let Some((text, span)) = text else { return };
    let read = resource(text);
    let called = read.map_or([""; 2], |resource| [resource.service, resource.action]);
    let in_call = || called.iter().find_map(|part| next_placeholder(part, 0));
    if let Some(placeholder) = open_partition(text).or_else(in_call) {
        let title = format!("`${{{}}}` hides the call of {}", placeholder.name, object.name());
        context.diagnostics.push(
            Diagnostic::new(Code::UnknownCall, span, title)
                .label("this is not compared with AWS's models")
                .help("give it a value by the option `substitute` or `substitute_file`")
                .said_by_aws(not_recognized(text)),
        );
        return;
    }
    let Some(resource) = read else { return };
    let mut call = Call { resource, span, integration: None, service: None, input: None };
    if !find(context, &mut call, text) {
        return;
    }
    request::check(context, object, &call);
    errors::check(context, &call, invoke);
}

/// Finds the operation of a call. False for an unknown action, which is reported.
fn find(context: &mut Context<'_>, call: &mut Call<'_>, text: &str) -> bool {
    let Resource { is_sdk, service: name, action: wanted, .. } = call.resource;
    if is_sdk {
        call.service = service(name);
        let found = action::find(call, text, context.diagnostics);
        call.input = found.flatten();
        return found.is_some();
    }
    // `check::resource` reports unknown ones.
    let Some(own) = integration(name, wanted) else { return false };
    call.integration = Some(own);
    if let Some((name, action)) = own.target {
        call.service = service(name);
        let operation = call.service.as_deref().and_then(|service| service.operation(action));
        call.input = operation.and_then(|operation| operation.input);
    }
    true
}
