//! A bookshop's orders: the machine, its tasks, and the play around them, on whatever performs
//! Amazon SWF's actions.

pub mod play;
mod shop;

use asl_runtime::asl_machine;
use asl_swf::{Decider, DeciderOptions, Markers, OptionError};

pub use shop::Shop;

asl_machine!("shop.asl.json", name = orders);

/// The decider of the orders. A marker shows in the history when the goods are prepared.
///
/// # Errors
/// An option that Amazon SWF would not take.
pub fn decider() -> Result<Decider, OptionError> {
    let markers = Markers::States(vec!["Prepare".into()]);
    Decider::new(&orders::MACHINE, DeciderOptions { markers, ..DeciderOptions::default() })
}
