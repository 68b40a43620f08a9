//! Random damage.

use crate::journal::mutate::{Tally, mutations};

#[test]
fn damage_is_detected_or_harmless() {
    let tally = mutations(0, 6_000).unwrap_or_else(|unnoticed| panic!("{unnoticed}"));
    assert_eq!(tally.total(), 6_000);
    let Tally { detected, harmless, shorter } = tally;
    assert!(detected > 3_000 && harmless > 100 && shorter > 10, "{tally:?}");
}
