//! The options about the calls of services.

use super::Builder;
use asl_source::options::{MachineOption, MachineTypes, ServiceMethods};

impl Builder {
    /// The performer of calls of services that have no method; default: nothing, so that each
    /// needs one.
    #[must_use]
    pub fn services(mut self, services: ServiceMethods) -> Self {
        self.options.services = services;
        self
    }

    /// The generated module of a machine of which tasks start executions (`crate::ship`). The types
    /// of its input and output are those of the tasks. The machine is named as in
    /// `StateMachineArn`.
    #[must_use]
    pub fn machine(mut self, machine: &str, module: &str) -> Self {
        match self.rust_type(module) {
            Some(module) => self.with_machine(machine, MachineTypes::Module(module)),
            None => self,
        }
    }

    /// The folder with the schemas of such a machine.
    #[must_use]
    pub fn machine_schemas(self, machine: &str, folder: &str) -> Self {
        self.with_machine(machine, MachineTypes::Schemas(folder.to_owned()))
    }

    fn with_machine(mut self, machine: &str, types: MachineTypes) -> Self {
        self.options.machines.push(MachineOption { machine: machine.to_owned(), types });
        self
    }
}
