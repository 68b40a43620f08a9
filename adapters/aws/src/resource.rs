//! The call that a Resource names: a service, an operation, and the spelling of its names.

use std::sync::Arc;

use asl_aws_models::{Operation, Resource, Service, Spelling, integration, job, sdk_name_of};

use crate::emr;
use crate::problem::Problem;

/// The names of errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Naming {
    /// `DynamoDb.ResourceNotFoundException`, as the SDK integrations have them.
    Sdk,
    /// `DynamoDB.ResourceNotFoundException`, as the optimized integrations have them.
    Optimized {
        /// The text before the dot.
        prefix: &'static str,
    },
}

/// An operation of a service, and how a definition writes it.
#[derive(Debug)]
pub(crate) struct Call<'s> {
    pub(crate) service: &'s Service,
    pub(crate) operation: Operation<'s>,
    pub(crate) spelling: Spelling,
    pub(crate) naming: Naming,
}

impl<'s> Call<'s> {
    /// The call of an operation. The prefix is that of an optimized integration.
    pub(crate) fn new(
        service: &'s Service,
        action: &str,
        prefix: Option<&'static str>,
    ) -> Result<Self, Problem> {
        match prefix {
            Some(prefix) => Self::optimized(service, action, prefix),
            None => Self::of_sdk(service, action),
        }
    }

    /// The call of an operation with the names of the SDK integrations.
    pub(crate) fn of_sdk(service: &'s Service, action: &str) -> Result<Self, Problem> {
        let operation = operation(service, action)?;
        Ok(Self { service, operation, spelling: Spelling::Sdk, naming: Naming::Sdk })
    }

    /// The call of an operation with the names of the optimized integrations.
    pub(crate) fn optimized(
        service: &'s Service,
        action: &str,
        prefix: &'static str,
    ) -> Result<Self, Problem> {
        let operation = operation(service, action)?;
        let naming = Naming::Optimized { prefix };
        Ok(Self { service, operation, spelling: Spelling::Optimized, naming })
    }

    /// The text before the dot in the names of errors.
    pub(crate) fn prefix(&self) -> &'s str {
        match self.naming {
            Naming::Sdk => self.service.error_prefix(),
            Naming::Optimized { prefix } => prefix,
        }
    }
}

fn operation<'s>(service: &'s Service, action: &str) -> Result<Operation<'s>, Problem> {
    service.operation(action).ok_or_else(|| {
        Problem::new(format!("the service `{}` has no action `{action}`", service.name()))
    })
}

/// The target of a Resource.
#[derive(Debug)]
pub(crate) enum Target<'r> {
    /// The function with this ARN.
    Function,
    /// `lambda:invoke`.
    Lambda,
    /// `http:invoke`.
    Http,
    /// `apigateway:invoke`.
    ApiGateway,
    /// An operation of a service.
    Service {
        read: Resource<'r>,
        name: &'static str,
        action: String,
        /// The text before the dot in errors of an optimized integration.
        prefix: Option<&'static str>,
    },
}

impl<'r> Target<'r> {
    /// Reads a Resource.
    pub(crate) fn read(resource: &'r str) -> Result<Self, Problem> {
        if resource.contains(":lambda:") && resource.contains(":function:") {
            return Ok(Self::Function);
        }
        if next_placeholder(resource) {
            return Err(Problem::new(
                "its Resource has a placeholder `${..}`, which must have a value before it runs",
            ));
        }
        let Some(read) = asl_aws_models::resource(resource) else {
            return Err(Problem::new("it is no call of an AWS service"));
        };
        match (read.is_sdk, read.service, read.action) {
            (false, "http", "invoke") => return Ok(Self::Http),
            (false, "lambda", "invoke") => return Ok(Self::Lambda),
            (false, "apigateway", "invoke") => return Ok(Self::ApiGateway),
            _ => {}
        }
        let (name, action, prefix) =
            if read.is_sdk { of_sdk(&read)? } else { of_integration(&read)? };
        check_pattern(&read)?;
        Ok(Self::Service { read, name, action, prefix })
    }
}

/// True if a text has a placeholder of a template.
fn next_placeholder(text: &str) -> bool {
    text.split_once("${").is_some_and(|(_, rest)| rest.contains('}'))
}

fn check_pattern(read: &Resource<'_>) -> Result<(), Problem> {
    match read.pattern {
        "" | ".waitForTaskToken" => Ok(()),
        ".sync" | ".sync:2" if !read.is_sdk && job(read.service, read.action).is_some() => Ok(()),
        ".sync" | ".sync:2" => Err(Problem::new(format!(
            "`asl-aws` cannot wait for the job of `{}:{}{}`: write its method",
            read.service, read.action, read.pattern
        ))),
        other => Err(Problem::new(format!("there is no pattern `{other}`"))),
    }
}

type Found = (&'static str, String, Option<&'static str>);

fn of_sdk(resource: &Resource<'_>) -> Result<Found, Problem> {
    let name = resource.service;
    let known = asl_aws_models::service_names().find(|known| *known == name);
    let known = known.ok_or_else(|| {
        let own =
            sdk_name_of(name).map_or_else(String::new, |name| format!("; its name is `{name}`"));
        Problem::new(format!("there is no AWS service `{name}`{own}"))
    })?;
    Ok((known, resource.action.to_owned(), None))
}

fn of_integration(resource: &Resource<'_>) -> Result<Found, Problem> {
    let Resource { service, action, .. } = *resource;
    let Some(found) = integration(service, action) else {
        return Err(Problem::new(format!(
            "Step Functions has no integration `{service}:{action}` of its own; \
             calls through the SDK begin with `aws-sdk:`"
        )));
    };
    let own = emr::operation(service, action).map(|operation| (emr::SERVICE, operation));
    match found.target.or(own) {
        Some((service, action)) => Ok((service, action.to_owned(), Some(found.error_prefix))),
        None => Err(Problem::new(format!(
            "`{service}:{action}` is a request of Step Functions' own, which `asl-aws` does not \
             perform: write its method"
        ))),
    }
}

/// The operations of a service.
pub(crate) fn table(name: &str) -> Result<Arc<Service>, Problem> {
    asl_aws_models::service(name)
        .ok_or_else(|| Problem::new(format!("there is no AWS service `{name}`")))
}
