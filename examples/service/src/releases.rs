//! Releases of the machine, for `deploy.sh`. A real program has one definition, which its developers
//! change, and each build of it is a release. Here all are in one program, so that the script needs no
//! builds; each process uses one of them.

use std::sync::Arc;

use asl_runtime::TypedMachine;

use crate::order::{self, Confirmation, Order};
use crate::shop::Shop;

macro_rules! release {
    ($name:ident, $path:literal) => {
        mod $name {
            asl_runtime::asl_machine! {
                pub(crate) $path,
                input = crate::order::Order,
                output = crate::order::Confirmation,
                tasks_from = crate::order::order,
            }
        }
    };
}

// Another cause of a failure.
release!(second, "machines/2/order.asl.json");
// A new state.
release!(third, "machines/3/order.asl.json");
// Another name of a task.
release!(fourth, "machines/4/order.asl.json");

/// The machine of a release.
pub(crate) fn machine(
    release: u8,
    shop: Arc<Shop>,
) -> Result<TypedMachine<Order, Confirmation>, String> {
    Ok(match release {
        1 => order::order::machine(shop),
        2 => second::order::machine(shop),
        3 => third::order::machine(shop),
        4 => fourth::order::machine(shop),
        _ => return Err(format!("there is no release {release}")),
    })
}
