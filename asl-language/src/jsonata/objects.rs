//! Objects, types and errors.

use super::signature::Types;
use super::{BuiltIn, BuiltInId, ResultShape, built_in};

pub(super) const BUILT_INS: &[BuiltIn] = &[
    built_in("keys", BuiltInId::Keys, "<x-:a<s>>", &["object"])
        .says("The keys of the object, or of all objects in the array, without duplicates.")
        .gives(ResultShape::Sequence(Types::STRING))
        .example("$keys([{\"a\": 1}, {\"b\": 2, \"a\": 3}])", "null", r#"["a", "b"]"#),
    built_in("lookup", BuiltInId::Lookup, "<x-s:x>", &["object", "key"])
        .says("The value of a key in the object, or the values in an array of objects.")
        .example("$lookup(prices, \"pen\")", r#"{"prices": {"pen": 2}}"#, "2"),
    built_in("spread", BuiltInId::Spread, "<x-:a<o>>", &["object"])
        .says("An object of its own for each member.")
        .example("$spread({\"a\": 1, \"b\": 2})", "null", r#"[{"a": 1}, {"b": 2}]"#),
    built_in("merge", BuiltInId::Merge, "<a<o>:o>", &["array"])
        .says("One object with the members of all; of equal keys, the last value.")
        .gives(ResultShape::Maybe(Types::OBJECT))
        .fused()
        .example("$merge([{\"a\": 1}, {\"b\": 2}, {\"a\": 3}])", "null", r#"{"a": 3, "b": 2}"#),
    built_in("each", BuiltInId::Each, "<o-f:a>", &["object", "function"])
        .says("The results of a function of value, key and object, without undefined ones.")
        .gives(ResultShape::Mapped)
        .example("$each({\"a\": 1}, function($value, $key) { $key & $value })", "null", r#""a1""#),
    built_in("clone", BuiltInId::Clone, "<(oa)-:o>", &["value"])
        .says("A copy of an object or an array.")
        .example("$clone({\"a\": 1})", "null", r#"{"a": 1}"#),
    built_in("type", BuiltInId::TypeOf, "<x:s>", &["value"])
        .says("The name of the value's type, such as \"string\"; undefined has none.")
        .gives(ResultShape::IfGiven(Types::STRING))
        .example("[$type(1), $type(null), $type([])]", "null", r#"["number", "null", "array"]"#),
    built_in("error", BuiltInId::Error, "<s?:x>", &["message"])
        .says("Fails with the message.")
        .example("1 = 1 ? \"right\" : $error(\"wrong\")", "null", r#""right""#),
    built_in("assert", BuiltInId::Assert, "<bs?:x>", &["condition", "message"])
        .says("Fails with the message if the condition is false; else undefined.")
        .example_without_result("$assert(1 = 1, \"numbers are broken\")", "null"),
];
