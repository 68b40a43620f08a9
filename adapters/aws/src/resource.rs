//! The call that a Resource names: a service, an operation, and the spelling of its names.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use asl_aws_models::{Operation, Resource, Service, Spelling, integration, sdk_name_of};

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

/// The service, the action and the prefix of errors that a Resource names. The prefix is that of an
/// optimized integration.
pub(crate) fn target(
    resource: &Resource<'_>,
) -> Result<(&'static str, String, Option<&'static str>), Problem> {
    let Resource { service, action, .. } = *resource;
    if resource.is_sdk {
        let known = asl_aws_models::service_names().find(|name| *name == service);
        let known = known.ok_or_else(|| {
            let own = sdk_name_of(service)
                .map_or_else(String::new, |name| format!("; its name is `{name}`"));
            Problem::new(format!("there is no AWS service `{service}`{own}"))
        })?;
        return Ok((known, action.to_owned(), None));
    }
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

/// The tables of the services that were called, because unpacking one takes milliseconds.
#[derive(Debug, Default)]
pub(crate) struct Tables(Mutex<BTreeMap<&'static str, Arc<Service>>>);

impl Tables {
    pub(crate) fn service(&self, name: &'static str) -> Result<Arc<Service>, Problem> {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(service) = tables.get(name) {
            return Ok(Arc::clone(service));
        }
        let service = asl_aws_models::service(name)
            .ok_or_else(|| Problem::new(format!("there is no AWS service `{name}`")))?;
        let service = Arc::new(service);
        tables.insert(name, Arc::clone(&service));
        Ok(service)
    }
}
