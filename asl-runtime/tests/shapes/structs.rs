//! Structs, with parameters too.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use super::agreement::{agree, agree_in_part};
use super::types;

types! {
    #[serde(rename_all = "camelCase")]
    struct Order {
        order_id: String,
        cents: u64,
        lines: Vec<Line>,
        note: Option<String>,
        tags: BTreeMap<String, i32>,
    }
    pub(super) struct Line {
        pub(super) sku: String,
        pub(super) count: u8,
    }
    #[serde(deny_unknown_fields)]
    struct Strict {
        a: i32,
        b: (u8, bool),
        c: Option<Line>,
    }
    struct Aliased {
        #[serde(alias = "sea", alias = "see")]
        c: Option<Line>,
        #[serde(alias = "Z", rename = "zed")]
        z: bool,
    }
    struct Unit;
    struct Wrapped(u16);
    struct Pair(u8, String);
    struct Empty {}
    struct Page<T> {
        items: Vec<T>,
        next: Option<T>,
        #[serde(skip)]
        of: PhantomData<T>,
    }
    struct Named<A, B = bool> {
        first: A,
        second: Page<B>,
    }
    struct Grid<T, const N: usize>
    where
        [T; N]: serde::Serialize + serde::de::DeserializeOwned,
    {
        cells: [T; N],
    }
    #[serde(bound = "T: serde::Serialize + serde::de::DeserializeOwned")]
    struct Bounded<T> {
        value: T,
    }
}

pub(super) fn line() -> Line {
    Line { sku: "tea".into(), count: 3 }
}

#[test]
fn a_struct_with_names_of_another_case() {
    let order = Order {
        order_id: "o".into(),
        cents: 5,
        lines: vec![line(), line()],
        note: None,
        tags: [("x".into(), 4)].into(),
    };
    agree(&[order.clone(), Order { note: Some("n".into()), ..order }]);
    agree(&[line()]);
}

#[test]
fn a_struct_that_denies_unknown_members() {
    let strict = Strict { a: 1, b: (2, true), c: None };
    agree(&[strict.clone(), Strict { c: Some(line()), ..strict }]);
}

/// A member under two of its names is refused, which no shape foresees.
#[test]
fn a_struct_whose_members_have_several_names() {
    agree_in_part(&[Aliased { c: None, z: true }, Aliased { c: Some(line()), z: false }]);
}

#[test]
fn structs_without_names() {
    agree(&[Unit]);
    agree(&[Wrapped(5)]);
    agree(&[Pair(1, "x".into())]);
    agree(&[Empty {}]);
}

#[test]
fn structs_with_parameters() {
    let page = |next| Page { items: vec![1_u8], next, of: PhantomData };
    agree(&[page(None), page(Some(3))]);
    let second = Page { items: vec![true], next: None, of: PhantomData };
    agree(&[Named { first: line(), second: second.clone() }]);
    agree(&[Named { first: Some(1_i8), second }]);
    agree(&[Grid { cells: [1_i16, 2, 3] }]);
    agree(&[Bounded { value: vec![line()] }]);
}
