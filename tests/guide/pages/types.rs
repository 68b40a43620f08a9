//! The code of `docs/guide/types.md`.

use asl_runtime::shape::{Kinds, Presence, ShapeOf, Step, Values};
use asl_runtime::{Shape, asl_machine};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Shape)]
#[serde(rename_all = "camelCase")]
struct Order {
    order_id: String,
    lines: Vec<Line>,
    #[serde(default)]
    gift: bool,
}

#[derive(Serialize, Deserialize, Shape)]
struct Line {
    sku: String,
    count: u8,
}

#[derive(Serialize, Deserialize, Shape)]
struct Payment {
    #[serde(with = "cents")]
    #[shape(as = String)] // "12.50"
    amount: i64,
    #[shape(any)]
    note: foreign::Note,
}

mod foreign {
    #[derive(serde::Serialize, serde::Deserialize)]
    pub(super) struct Note(String);
}

mod cents {
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(cents: &i64, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&format_args!("{}.{:02}", cents / 100, cents % 100))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
        let text = String::deserialize(from)?.replace('.', "");
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[expect(dead_code, reason = "its shape is what matters")]
struct Price(i64);

impl Shape for Price {
    const WRITTEN: &'static Values<'static> = &Values::Text;
    const READ: &'static Values<'static> = &Values::Text;
}

#[derive(Serialize, Deserialize, Shape)]
#[serde(rename_all = "camelCase")]
struct Charge {
    order_id: String,
    lines: Vec<Line>,
}

asl_machine! {
    "machines/charge.asl.json",
    input = Order,
    output = String,
    tasks = { charge_card: fn(Charge) -> Payment },
}

#[test]
fn shapes_say_what_serde_does() {
    let count = [Step::Member("lines"), Step::Item, Step::Member("count")];
    assert_eq!(Kinds::at(Order::WRITTEN, &count), Kinds::NUMBER);
    assert!(Kinds::at(Order::WRITTEN, &[Step::Member("order_id")]).is_absent());
    let gift = [Step::Member("gift")];
    assert_eq!(Kinds::at(Order::WRITTEN, &gift), Kinds::BOOLEAN);
    assert_eq!(Kinds::at(Order::READ, &gift), Kinds::BOOLEAN.or(Kinds::ABSENT));
    assert_eq!(Kinds::at(Payment::READ, &[Step::Member("amount")]), Kinds::TEXT);
    assert_eq!(Kinds::at(Payment::READ, &[Step::Member("note")]), Kinds::UNKNOWN);
    assert_eq!(ShapeOf::<Price>::PRESENCE, Presence::Always);
}
