//! The option `machines`: the types of the executions that tasks of the machine start.

use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Context;
use super::types::two_modules_deeper;
use crate::ir::call_target::{CallTarget, Integration};
use crate::ir::{self, Invocation, NodeId};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::options::{Options, machine_of};
use asl_source::span::Span;

/// The nodes that start an execution of a machine of the option, each with its index there.
pub(super) fn started(machine: &ir::Machine, options: &Options) -> HashMap<NodeId, usize> {
    if options.machines.is_empty() {
        return HashMap::new();
    }
    let of_call = |(node, target): (NodeId, CallTarget<'_>)| {
        let names = [target.text, target.own, target.stable];
        let is_named = |name: &str| names.contains(&name);
        let index = options.machines.iter().position(|option| is_named(&option.machine));
        index.map(|index| (node, index))
    };
    starts(machine).filter_map(of_call).collect()
}

/// The nodes that start executions of machines with constant names.
fn starts(machine: &ir::Machine) -> impl Iterator<Item = (NodeId, CallTarget<'_>)> {
    machine.invocations().filter_map(|Invocation { node, task, invoke, .. }| {
        let called = Integration::new(&task.resource.value)?;
        let is_start = (called.service, called.action) == ("states", "startExecution");
        Some((node, CallTarget::new(task, invoke).filter(|_| is_start)?))
    })
}

/// The names in `types` of the values that a machine takes, and of those that it gives.
pub(super) fn values(index: usize) -> [Ident; 2] {
    [format_ident!("INPUT_{index}"), format_ident!("OUTPUT_{index}")]
}

/// The constants of these names.
pub(super) fn constants(context: &Context<'_>) -> Vec<TokenStream> {
    let private = context.names.private();
    let constants = (0..context.options.machines.len()).filter_map(|index| {
        let module = context.module(index)?;
        let (module, [input, output]) = (two_modules_deeper(module.clone()), values(index));
        let of = quote!(&#private::shape::Values<'static>);
        Some(quote! {
            /// The input of the other machine.
            pub const #input: #of = #module::MACHINE.input_values();
            /// The output of the other machine.
            pub const #output: #of = #module::MACHINE.output_values();
        })
    });
    constants.collect()
}

/// Reports names of machines of which the definition starts no execution.
pub(super) fn check(machine: &ir::Machine, options: &Options, diagnostics: &mut Diagnostics) {
    let started = started(machine, options);
    let place = machine.scopes.first().map_or_else(Span::default, |scope| scope.start.span);
    for (index, option) in options.machines.iter().enumerate() {
        if started.values().any(|known| *known == index) {
            continue;
        }
        let name = &option.machine;
        let title =
            format!("the option `machines` names `{name}`, of which no task starts an execution");
        let names: Vec<&str> = starts(machine).map(|(_, target)| target.own).collect();
        let help = match diagnostics.nearest(name, names.iter().copied()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None if names.is_empty() => {
                "no task is `states:startExecution` with a constant `StateMachineArn`".to_owned()
            }
            None => format!("executions are started of {}", names.join(", ")),
        };
        let finding = Diagnostic::new(Code::UnknownTask, place, title).of_entry(machine_of(name));
        diagnostics.push(finding.help(help));
    }
}
