//! A bookshop's orders: the machine, its tasks, and a demonstration on Amazon SWF or a replacement.

pub mod play;
mod shop;

use asl_runtime::asl_machine;
use asl_swf::{Decider, DeciderOptions, Markers, OptionError};

pub use shop::Shop;

asl_machine!("shop.asl.json", name = orders);

/// The decider of the orders. A marker in the history shows when the goods are prepared.
///
/// # Errors
/// An option that Amazon SWF would refuse.
pub fn decider() -> Result<Decider, OptionError> {
    let markers = Markers::States(vec!["Prepare".into()]);
    Decider::new(&orders::MACHINE, DeciderOptions::default().markers(markers))
}
