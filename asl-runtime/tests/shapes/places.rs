//! What is known of a place in a type, and what is said of values that do not fit.

use asl_runtime::shape::{Fit, Kinds, Misfit, Shape, Step, Values};
use serde_json::json;

use super::agreement::exact;
use super::types;

types! {
    #[serde(rename_all = "camelCase")]
    struct Order {
        order_id: String,
        cents: u64,
        lines: Vec<Line>,
        #[serde(skip_serializing_if = "Option::is_none")]
        gift: Option<Line>,
        state: State,
    }
    struct Sent {
        delivery: Delivery,
    }
    #[serde(tag = "method", rename_all = "lowercase")]
    enum Delivery {
        Parcel { street: String },
        Pickup { seconds: u32 },
        Letter(Line),
    }
    #[serde(deny_unknown_fields)]
    struct Line {
        sku: String,
        count: u8,
        size: Option<f64>,
    }
    enum State {
        Open,
        Closed(bool),
    }
}

fn message(json: &serde_json::Value) -> (Fit, String) {
    let misfit = Misfit::of(exact(json), Order::READ);
    (misfit.fit, misfit.message().text().to_owned())
}

#[test]
fn kinds_of_places() {
    let at = |path| Kinds::at(Order::WRITTEN, path);
    assert_eq!(at(&[]), Kinds::OBJECT);
    assert_eq!(at(&[Step::Member("orderId")]), Kinds::TEXT);
    assert!(at(&[Step::Member("order_id")]).is_absent());
    let count = at(&[Step::Member("lines"), Step::Item, Step::Member("count")]);
    assert_eq!(count, Kinds::NUMBER);
    // `None` is not written at all.
    let gift = Kinds::OBJECT.or(Kinds::ABSENT);
    assert_eq!(at(&[Step::Member("gift")]), gift);
    assert_eq!(at(&[Step::Member("state")]), Kinds::TEXT.or(Kinds::OBJECT));
    assert_eq!(at(&[Step::Member("cents"), Step::Member("sku")]), Kinds::ABSENT);
}

#[test]
fn tags_leave_other_variants_out() {
    let at = |text, is, member| {
        let path =
            [Step::Member("delivery"), Step::Tagged("method", text, is), Step::Member(member)];
        Kinds::at(Sent::WRITTEN, &path)
    };
    assert_eq!(at("pickup", true, "seconds"), Kinds::NUMBER);
    assert_eq!(at("pickup", true, "street"), Kinds::ABSENT);
    assert_eq!(at("pickup", false, "seconds"), Kinds::ABSENT);
    assert_eq!(at("parcel", false, "seconds"), Kinds::NUMBER.or(Kinds::ABSENT));
    assert_eq!(at("letter", true, "sku"), Kinds::TEXT);
    assert_eq!(at("letter", true, "street"), Kinds::ABSENT);
    assert_eq!(at("other", true, "seconds"), Kinds::NONE);
}

#[test]
fn a_part_that_is_missing_may_be_read_as_null() {
    const GIFT: &[Step<'_>] = &[Step::Member("gift"), Step::OrNull];
    const NOWHERE: &[Step<'_>] = &[Step::Member("order_id"), Step::OrNull];
    let gift = [Step::Member("gift"), Step::OrNull];
    assert_eq!(Kinds::at(Order::WRITTEN, &gift), Kinds::OBJECT.or(Kinds::NULL));
    let there = Step::Only(Kinds::NULL.or(Kinds::ABSENT).others());
    let known = [Step::Member("gift"), there, Step::OrNull];
    assert_eq!(Kinds::at(Order::WRITTEN, &known), Kinds::OBJECT);
    let nowhere = [Step::Member("order_id"), Step::OrNull, Step::Member("x"), Step::OrNull];
    assert_eq!(Kinds::at(Order::WRITTEN, &nowhere), Kinds::NULL);
    let fit = |path: &'static [Step<'static>], wanted| {
        Misfit::of(&Values::At(Order::WRITTEN, path), wanted).fit
    };
    assert_eq!(fit(GIFT, Line::READ), Fit::Sometimes);
    assert_eq!(fit(GIFT, &Values::OneOf(&[Line::READ, &Values::Null])), Fit::Always);
    assert_eq!(fit(NOWHERE, &Values::Text), Fit::Never);
    assert_eq!(fit(NOWHERE, &Values::Null), Fit::Always);
}

#[test]
fn messages_name_what_is_wrong_and_where() {
    let order = json!({
        "orderId": "o", "cents": 5, "state": "Open",
        "lines": [{ "sku": "tea", "count": 1 }],
    });
    assert_eq!(message(&order), (Fit::Always, String::new()));
    let with = |place: &str, json| {
        let mut order = order.clone();
        match json {
            Some(json) => *order.pointer_mut(place).expect("it is there") = json,
            None => drop(order.as_object_mut().expect("an object").remove(place)),
        }
        let (fit, text) = message(&order);
        assert_eq!(fit, Fit::Never, "{text}");
        text
    };
    assert!(with("orderId", None).contains("needs the member `orderId`"));
    let text = with("/cents", Some(json!("5")));
    assert_eq!(text, "needs a whole number, and there is a string at `cents`");
    let text = with("/cents", Some(json!(-1)));
    assert_eq!(text, "does not take a number as large or as small as the one at `cents`");
    let text = with("/lines/0", Some(json!({ "sku": "tea", "count": 1, "cuont": 2 })));
    assert_eq!(text, "does not allow the member `cuont` at `lines[]`");
    let text = with("/lines/0/count", Some(json!(256)));
    assert_eq!(text, "does not take a number as large or as small as the one at `lines[].count`");
    let text = with("/lines/0/count", Some(json!(null)));
    assert_eq!(text, "needs a whole number, and there is `null` at `lines[].count`");
    let text = with("/state", Some(json!("Opne")));
    assert_eq!(text, "has no variant with the name `Opne` at `state`");
}
