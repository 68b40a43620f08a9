//! The intrinsic functions of the States Language: one record for each, from which the compiler
//! takes its table and the guide its page. ASL: "Intrinsic Functions".

use std::ops::RangeInclusive;

use Kind::{Any, Array, Boolean, Number, Object, Text};

/// An intrinsic function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum Function {
    Format,
    StringToJson,
    JsonToString,
    Array,
    ArrayPartition,
    ArrayContains,
    ArrayRange,
    ArrayGetItem,
    ArrayLength,
    ArrayUnique,
    Base64Encode,
    Base64Decode,
    Hash,
    JsonMerge,
    MathRandom,
    MathAdd,
    StringSplit,
    Uuid,
}

/// The kind of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Any value.
    Any,
    /// A string.
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// The record of an intrinsic function.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Intrinsic {
    /// The function.
    pub function: Function,
    /// Name and parameters, such as `States.MathRandom(first, end[, seed])`.
    pub signature: &'static str,
    /// The name of the runtime's function in `asl_runtime::__private::intrinsics`.
    pub native: &'static str,
    /// The kinds of the first arguments. Further ones may be of any kind.
    pub takes: &'static [Kind],
    /// The kind of the result.
    pub makes: Kind,
    /// One line of documentation.
    pub summary: &'static str,
    /// Calls with their results.
    pub examples: &'static [Example],
}

/// A call, its input and its output; the last two are JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// The text of the call.
    pub call: &'static str,
    /// The input that its paths read.
    pub input: &'static str,
    /// The output.
    pub output: &'static str,
}

/// All intrinsic functions, by name.
pub const INTRINSICS: &[Intrinsic] = &[
    Intrinsic {
        function: Function::Array,
        signature: "States.Array(v, ..)",
        native: "array",
        takes: &[],
        makes: Array,
        summary: "an array of its arguments",
        examples: &[example("States.Array($.a, 2, 'x')", r#"{"a": 1}"#, r#"[1, 2, "x"]"#)],
    },
    Intrinsic {
        function: Function::ArrayContains,
        signature: "States.ArrayContains(array, v)",
        native: "array_contains",
        takes: &[Array, Any],
        makes: Boolean,
        summary: "`true` if an item equals `v`, or has its text: `true` is in `[\"true\"]`",
        examples: &[
            example("States.ArrayContains($, 2)", "[1, 2]", "true"),
            example("States.ArrayContains($, true)", r#"["true"]"#, "true"),
        ],
    },
    Intrinsic {
        function: Function::ArrayGetItem,
        signature: "States.ArrayGetItem(array, index)",
        native: "array_get_item",
        takes: &[Array, Number],
        makes: Any,
        summary: "the item at the index, from 0; `null` of an empty array",
        examples: &[
            example("States.ArrayGetItem($, 1)", r#"["a", "b"]"#, r#""b""#),
            example("States.ArrayGetItem($, 1)", "[]", "null"),
        ],
    },
    Intrinsic {
        function: Function::ArrayLength,
        signature: "States.ArrayLength(array)",
        native: "array_length",
        takes: &[Array],
        makes: Number,
        summary: "the number of items",
        examples: &[example("States.ArrayLength($)", r#"["a", "b"]"#, "2")],
    },
    Intrinsic {
        function: Function::ArrayPartition,
        signature: "States.ArrayPartition(array, size)",
        native: "array_partition",
        takes: &[Array, Number],
        makes: Array,
        summary: "groups of `size` items; the last may be smaller",
        examples: &[example("States.ArrayPartition($, 2)", "[1, 2, 3]", "[[1, 2], [3]]")],
    },
    Intrinsic {
        function: Function::ArrayRange,
        signature: "States.ArrayRange(first, last, step)",
        native: "array_range",
        takes: &[Number, Number, Number],
        makes: Array,
        summary: "the integers from `first` to `last`, at most 1,000; `[]` if the step leads away",
        examples: &[
            example("States.ArrayRange(1, 6, 2)", "{}", "[1, 3, 5]"),
            example("States.ArrayRange(1, $.last, -1)", r#"{"last": 6}"#, "[]"),
        ],
    },
    Intrinsic {
        function: Function::ArrayUnique,
        signature: "States.ArrayUnique(array)",
        native: "array_unique",
        takes: &[Array],
        makes: Array,
        summary: "each item once, in the order of a Java `HashSet`",
        examples: &[example("States.ArrayUnique($)", r#"["b", "a", "b"]"#, r#"["a", "b"]"#)],
    },
    Intrinsic {
        function: Function::Base64Decode,
        signature: "States.Base64Decode(text)",
        native: "base64_decode",
        takes: &[Text],
        makes: Text,
        summary: "the decoded text; blanks are skipped, padding may be missing",
        examples: &[example("States.Base64Decode($)", r#""w6k""#, r#""é""#)],
    },
    Intrinsic {
        function: Function::Base64Encode,
        signature: "States.Base64Encode(text)",
        native: "base64_encode",
        takes: &[Text],
        makes: Text,
        summary: "Base64 with padding",
        examples: &[example("States.Base64Encode($)", r#""é""#, r#""w6k=""#)],
    },
    Intrinsic {
        function: Function::Format,
        signature: "States.Format(template, v, ..)",
        native: "format",
        takes: &[Text],
        makes: Text,
        summary: "the template with its `{}` replaced",
        examples: &[example("States.Format('{} of {}', $.n, 3)", r#"{"n": 2}"#, r#""2 of 3""#)],
    },
    Intrinsic {
        function: Function::Hash,
        signature: "States.Hash(text, algorithm)",
        native: "hash",
        takes: &[Text, Text],
        makes: Text,
        summary: "hexadecimal digits; `MD5`, `SHA-1`, `SHA-256`, `SHA-384`, `SHA-512`",
        examples: &[example(
            "States.Hash($, 'SHA-1')",
            r#""input data""#,
            r#""aaff4a450a104cd177d28d18d74485e8cae074b7""#,
        )],
    },
    Intrinsic {
        function: Function::JsonMerge,
        signature: "States.JsonMerge(a, b, false)",
        native: "json_merge",
        takes: &[Object, Object, Boolean],
        makes: Object,
        summary: "the members of both objects, of `b` where both have one; first those of `b`",
        examples: &[example(
            "States.JsonMerge($.a, $.b, false)",
            r#"{"a": {"x": 1, "y": 1}, "b": {"y": 2}}"#,
            r#"{"y": 2, "x": 1}"#,
        )],
    },
    Intrinsic {
        function: Function::JsonToString,
        signature: "States.JsonToString(v)",
        native: "json_to_string",
        takes: &[Any],
        makes: Text,
        summary: "JSON text without blanks",
        examples: &[example("States.JsonToString($)", r#"{"a": [1, 2]}"#, r#""{\"a\":[1,2]}""#)],
    },
    Intrinsic {
        function: Function::MathAdd,
        signature: "States.MathAdd(a, b)",
        native: "math_add",
        takes: &[Number, Number],
        makes: Number,
        summary: "the sum; fractions are rounded before, halves up",
        examples: &[
            example("States.MathAdd($, -1)", "7", "6"),
            example("States.MathAdd(1.5, 1.51)", "{}", "4"),
            example("States.MathAdd(-1.5, 0)", "{}", "-1"),
        ],
    },
    Intrinsic {
        function: Function::MathRandom,
        signature: "States.MathRandom(first, end[, seed])",
        native: "math_random",
        takes: &[Number, Number, Number],
        makes: Number,
        summary: "an integer from `first` to before `end`",
        examples: &[example("States.MathRandom(7, 8)", "{}", "7")],
    },
    Intrinsic {
        function: Function::StringSplit,
        signature: "States.StringSplit(text, characters)",
        native: "string_split",
        takes: &[Text, Text],
        makes: Array,
        summary: "the pieces between any of the characters, without empty ones",
        examples: &[example("States.StringSplit($, ',;')", r#""a,b;;c""#, r#"["a", "b", "c"]"#)],
    },
    Intrinsic {
        function: Function::StringToJson,
        signature: "States.StringToJson(text)",
        native: "string_to_json",
        takes: &[Text],
        makes: Any,
        summary: "the value of a JSON text; `null` of a blank text",
        examples: &[
            example("States.StringToJson($)", r#""{\"a\": [1]}""#, r#"{"a": [1]}"#),
            example("States.StringToJson($)", r#"" ""#, "null"),
        ],
    },
    Intrinsic {
        function: Function::Uuid,
        signature: "States.UUID()",
        native: "uuid",
        takes: &[],
        makes: Text,
        summary: "a UUID of version 4; arguments are ignored (ASL1907)",
        examples: &[example(
            "States.ArrayLength(States.StringSplit(States.UUID(), '-'))",
            "{}",
            "5",
        )],
    },
];

const fn example(call: &'static str, input: &'static str, output: &'static str) -> Example {
    Example { call, input, output }
}

impl Intrinsic {
    /// Finds the function of this name, such as `States.Hash`.
    pub fn find(name: &str) -> Option<&'static Self> {
        INTRINSICS.iter().find(|intrinsic| intrinsic.name() == name)
    }

    /// Returns the record of a function.
    pub fn of(function: Function) -> &'static Self {
        let found = INTRINSICS.iter().find(|intrinsic| intrinsic.function == function);
        found.unwrap_or_else(|| unreachable!("the table has all functions"))
    }

    /// The name, as definitions write it.
    pub fn name(&self) -> &'static str {
        self.signature.split_once('(').map_or(self.signature, |(name, _)| name)
    }

    /// The numbers of arguments that it takes. In the signature, brackets mark an optional
    /// parameter, and `..` any number of further ones.
    pub fn arity(&self) -> RangeInclusive<usize> {
        let most = if self.signature.contains("..") { usize::MAX } else { self.takes.len() };
        self.takes.len() - self.signature.matches('[').count()..=most
    }

    /// The kind that the argument at an index must have.
    pub fn kind_of(&self, index: usize) -> Kind {
        self.takes.get(index).copied().unwrap_or(Any)
    }
}

impl Kind {
    /// The kind in words, with an article.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Any => "anything",
            Self::Text => "a string",
            Self::Number => "a number",
            Self::Boolean => "`true` or `false`",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_by_name() {
        assert!(INTRINSICS.is_sorted_by_key(Intrinsic::name));
        for intrinsic in INTRINSICS {
            assert_eq!(Intrinsic::find(intrinsic.name()), Some(intrinsic));
            assert_eq!(Intrinsic::of(intrinsic.function), intrinsic);
        }
        assert_eq!(Intrinsic::find("States.Nothing"), None);
    }

    #[test]
    fn every_function_has_a_summary_and_an_example() {
        for intrinsic in INTRINSICS {
            assert!(!intrinsic.summary.is_empty(), "{}", intrinsic.signature);
            let calls = |example: &Example| example.call.contains(intrinsic.name());
            assert!(intrinsic.examples.iter().any(calls), "{}", intrinsic.signature);
        }
    }

    #[test]
    fn the_arity_counts_optional_and_further_arguments() {
        let arity = |name| Intrinsic::find(name).unwrap().arity();
        assert_eq!(arity("States.UUID"), 0..=0);
        assert_eq!(arity("States.MathRandom"), 2..=3);
        assert_eq!(arity("States.Format"), 1..=usize::MAX);
        assert_eq!(arity("States.JsonMerge"), 3..=3);
    }
}
