//! Enums in all representations.

use super::agreement::{agree, agree_in_part};
use super::structs::{Line, line};
use super::types;

types! {
    enum External {
        A,
        B(u32),
        C { x: f64, y: Option<bool> },
        D(u8, u8),
        #[serde(alias = "F")]
        E,
        #[serde(skip)]
        Hidden,
    }
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Internal {
        UnitOne,
        New(Line),
        #[serde(alias = "built")]
        Struct { v: i64 },
    }
    #[serde(tag = "type", deny_unknown_fields)]
    enum InternalStrict {
        Unit,
        New(Known),
        Struct { v: i64 },
    }
    #[serde(deny_unknown_fields)]
    struct Known {
        k: bool,
    }
    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        Unit,
        New(String),
        Tuple(u8, bool),
        Struct { v: Vec<u8> },
        Maybe(Option<u8>),
    }
    #[serde(tag = "t", content = "c", deny_unknown_fields)]
    enum AdjacentStrict {
        Unit,
        Struct { v: Vec<u8> },
    }
    #[serde(untagged)]
    enum Untagged {
        Number(i32),
        Text(String),
        List(Vec<i32>),
        Struct { k: bool },
        Unit,
    }
    #[serde(rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "kebab-case")]
    enum Renamed {
        OneThing,
        #[serde(rename = "two")]
        SecondThing { long_name: u8, #[serde(rename = "X")] other_name: u8 },
        #[serde(rename_all = "PascalCase")]
        ThirdThing { long_name: u8 },
    }
    enum WithOther {
        Known,
        #[serde(other)]
        Unknown,
    }
    #[serde(tag = "type")]
    enum TaggedWithOther {
        Known { a: u8 },
        #[serde(other)]
        Unknown,
    }
    enum PartlyUntagged {
        Tagged(u8),
        #[serde(untagged)]
        Bare { a: u8 },
    }
    #[serde(tag = "type")]
    struct Tagged {
        a: u8,
    }
    #[serde(tag = "type")]
    enum Nested {
        Inner(Internal2),
        Boxed(Box<Line>),
    }
    #[serde(tag = "type")]
    enum OfUnit {
        Unit(()),
    }
    #[serde(tag = "kind")]
    enum Internal2 {
        A { a: u8 },
        B,
    }
    enum Generic<T, E> {
        Good(T),
        Bad { error: E },
    }
    #[serde(untagged)]
    enum Either<A, B> {
        Left(A),
        Right(B),
    }
}

#[test]
fn externally_tagged() {
    let all = [
        External::A,
        External::B(7),
        External::C { x: 1.5, y: None },
        External::D(1, 2),
        External::E,
    ];
    agree(&all);
    agree(&[all.to_vec()]);
    agree(&[Generic::Good(3_u8), Generic::Bad { error: External::Hidden }][..1]);
    agree(&[Generic::<Line, External>::Bad { error: External::A }]);
}

#[test]
fn internally_tagged() {
    agree(&[Internal::UnitOne, Internal::New(line()), Internal::Struct { v: -4 }]);
    let known = || InternalStrict::New(Known { k: true });
    agree_in_part(&[InternalStrict::Unit, known(), InternalStrict::Struct { v: 1 }]);
    agree(&[Nested::Inner(Internal2::A { a: 1 }), Nested::Boxed(Box::new(line()))]);
    agree(&[Nested::Inner(Internal2::B)]);
    agree(&[Tagged { a: 1 }]);
    agree_in_part(&[OfUnit::Unit(())]);
}

#[test]
fn adjacently_tagged() {
    agree(&[
        Adjacent::Unit,
        Adjacent::New("n".into()),
        Adjacent::Tuple(1, true),
        Adjacent::Struct { v: vec![1] },
        Adjacent::Maybe(None),
        Adjacent::Maybe(Some(3)),
    ]);
    agree_in_part(&[AdjacentStrict::Unit, AdjacentStrict::Struct { v: vec![1] }]);
}

#[test]
fn untagged() {
    agree(&[
        Untagged::Number(1),
        Untagged::Text("s".into()),
        Untagged::List(vec![1, 2]),
        Untagged::Struct { k: true },
        Untagged::Unit,
    ]);
    agree(&[Either::Left(line()), Either::Right(External::A)]);
    agree(&[PartlyUntagged::Tagged(1), PartlyUntagged::Bare { a: 2 }]);
}

#[test]
fn names_of_variants_and_their_fields() {
    agree(&[
        Renamed::OneThing,
        Renamed::SecondThing { long_name: 1, other_name: 2 },
        Renamed::ThirdThing { long_name: 3 },
    ]);
}

#[test]
fn a_variant_for_all_other_names() {
    agree_in_part(&[WithOther::Known, WithOther::Unknown]);
    agree_in_part(&[TaggedWithOther::Known { a: 1 }, TaggedWithOther::Unknown]);
}
