//! Versions of a machine: for each state of the old one, whether executions that wait there can
//! continue in the new one, and if not, why.
//!
//! [`Machine::compare`] compares compiled machines, `cargo asl diff` definitions, and
//! [`Snapshot::migrate`] moves one execution. States are identified by their names and by the
//! states that contain them, never by numbers.
//!
//! The wait itself must not change: the task and its input, the events, the number of branches, the
//! source of items. Everything else may change and applies from then on: the treatment of a result,
//! transitions, retriers, catchers, limits, and states before and after it.
//!
//! [`Snapshot::migrate`]: crate::execution::Snapshot::migrate

mod outline;
#[doc(hidden)]
pub mod types;

use crate::machine::Machine;

pub use crate::machine::Fingerprint;
pub use asl_language::version::Version;
pub use asl_language::versions::{
    Change, Comparison, NodeOutline, Outline, RetrierOutline, StateComparison, Verdict, WorkOutline,
};
pub(crate) use asl_language::versions::{Changed, Held, Pair, SameChance, changed_nodes};

impl Machine {
    /// Compares this machine with a new version of it.
    ///
    /// ```
    /// use asl_runtime::asl_machine;
    /// use asl_runtime::versions::Verdict;
    ///
    /// asl_machine!("doc/greet.asl.json");
    ///
    /// # fn main() {
    /// let comparison = greet::MACHINE.compare(&greet::MACHINE);
    /// assert!(comparison.all_can_move());
    /// assert!(comparison.states.iter().all(|state| state.verdict == Verdict::Same));
    /// # }
    /// ```
    #[inline]
    pub fn compare(&'static self, new: &'static Self) -> Comparison {
        Outline::new(self).compare(&Outline::new(new))
    }
}
