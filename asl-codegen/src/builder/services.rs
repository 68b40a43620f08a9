//! The option about the calls of services.

use super::Builder;
use asl_source::options::ServiceMethods;

impl Builder {
    /// The performer of calls of services that have no method; default: nothing, so that each
    /// needs one.
    #[must_use]
    pub fn services(mut self, services: ServiceMethods) -> Self {
        self.options.services = services;
        self
    }
}
