//! serde's attributes of fields and of types, and those of the derive.

use std::borrow::Cow;
use std::collections::BTreeMap;

use asl_runtime::shape::{Kinds, NoShape, Shape, ShapeOf, Step, Values};
use serde_json::Value as Json;

use super::agreement::{agree, agree_in_part};
use super::structs::{Line, line};
use super::types;

types! {
    struct Fields {
        #[serde(default)]
        may_lack: u8,
        #[serde(default = "seven")]
        seven: u8,
        #[serde(skip)]
        hidden: u8,
        #[serde(skip_serializing, default)]
        read_only: u8,
        #[serde(skip_deserializing)]
        write_only: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        gift: Option<Line>,
        #[serde(rename(serialize = "out", deserialize = "in"))]
        both: Option<u8>,
    }
    #[serde(default)]
    struct AllDefaults {
        a: u8,
        b: String,
    }
    struct Flat {
        id: u32,
        #[serde(flatten)]
        line: Line,
        #[serde(flatten)]
        rest: BTreeMap<String, Json>,
    }
    struct FlatOption {
        id: u32,
        #[serde(flatten)]
        line: Option<Line>,
        inner: Transparent,
    }
    struct FlatEnum {
        id: u32,
        #[serde(flatten)]
        kind: Kind,
    }
    #[serde(tag = "kind")]
    enum Kind {
        Small { size: u8 },
        Large,
    }
    #[serde(deny_unknown_fields)]
    struct FlatStrict {
        id: u32,
        #[serde(flatten)]
        line: Line,
    }
    #[serde(deny_unknown_fields)]
    struct InnerStrict {
        a: u8,
    }
    struct FlatOfStrict {
        id: u32,
        #[serde(flatten)]
        inner: InnerStrict,
    }
    #[serde(transparent)]
    struct Transparent {
        inner: Option<u8>,
    }
    #[serde(from = "u8", into = "String")]
    struct FromInto(u8);
    #[serde(try_from = "i32", into = "i32")]
    struct Even(i32);
    struct ByFunctions {
        #[serde(with = "as_text")]
        #[shape(as = String)]
        number: u8,
        #[serde(with = "as_text")]
        #[shape(any)]
        unknown: u8,
    }
    #[shape(as = Vec<u8>)]
    #[serde(from = "Vec<u8>", into = "Vec<u8>")]
    struct Said(Vec<u8>);
}

fn seven() -> u8 {
    7
}

impl Default for AllDefaults {
    fn default() -> Self {
        Self { a: 1, b: String::new() }
    }
}

impl From<u8> for FromInto {
    fn from(number: u8) -> Self {
        Self(number)
    }
}

impl From<FromInto> for String {
    fn from(from: FromInto) -> Self {
        from.0.to_string()
    }
}

impl TryFrom<i32> for Even {
    type Error = String;

    fn try_from(number: i32) -> Result<Self, String> {
        if number % 2 == 0 { Ok(Self(number)) } else { Err("odd".into()) }
    }
}

impl From<Even> for i32 {
    fn from(even: Even) -> Self {
        even.0
    }
}

impl From<Vec<u8>> for Said {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl From<Said> for Vec<u8> {
    fn from(said: Said) -> Self {
        said.0
    }
}

mod as_text {
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(number: &u8, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(u8::try_from(text.len()).unwrap_or(u8::MAX))
    }
}

#[test]
fn fields_that_need_not_be_there() {
    let fields = Fields {
        may_lack: 1,
        seven: seven(),
        hidden: 0,
        read_only: 2,
        write_only: 3,
        gift: None,
        both: None,
    };
    agree(&[fields.clone(), Fields { gift: Some(line()), both: Some(1), ..fields }]);
    agree(&[AllDefaults::default()]);
}

#[test]
fn flattened_fields() {
    let rest = [("q".to_owned(), Json::from(4))].into();
    agree(&[Flat { id: 4, line: line(), rest }]);
    let flat = |line, inner| FlatOption { id: 4, line, inner: Transparent { inner } };
    agree(&[flat(None, None), flat(Some(line()), Some(1))]);
    agree(&[
        FlatEnum { id: 1, kind: Kind::Small { size: 1 } },
        FlatEnum { id: 1, kind: Kind::Large },
    ]);
    agree_in_part(&[FlatStrict { id: 1, line: line() }]);
    agree(&[FlatOfStrict { id: 1, inner: InnerStrict { a: 1 } }]);
}

#[test]
fn types_that_are_others_in_json() {
    agree(&[Transparent { inner: None }, Transparent { inner: Some(4) }]);
    agree(&[FromInto(4)]);
    agree_in_part(&[Even(2)]);
    agree(&[Said(vec![1])]);
}

#[test]
fn what_functions_write_is_what_the_attribute_says() {
    agree_in_part(&[ByFunctions { number: 1, unknown: 2 }]);
    let kinds = |name| Kinds::at(ByFunctions::WRITTEN, name);
    assert_eq!(kinds(&[Step::Member("number")]), Kinds::TEXT);
    assert_eq!(kinds(&[Step::Member("unknown")]), Kinds::UNKNOWN);
}

#[derive(serde::Serialize, serde::Deserialize, asl_runtime::Shape)]
struct Borrowed<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    inner: Option<Box<Borrowed<'a>>>,
}

#[test]
fn a_type_that_borrows() {
    let path = &[Step::Member("inner"), Step::Member("inner"), Step::Member("name")];
    assert_eq!(Kinds::at(Borrowed::WRITTEN, path), Kinds::TEXT.or(Kinds::ABSENT));
}

struct Foreign;

#[test]
fn a_type_without_a_shape_is_any() {
    const SHAPES: [&Values<'static>; 3] =
        [ShapeOf::<Foreign>::WRITTEN, ShapeOf::<Vec<Foreign>>::READ, ShapeOf::<fn()>::WRITTEN];
    assert!(SHAPES.iter().all(|values| matches!(values, Values::Any)));
}
