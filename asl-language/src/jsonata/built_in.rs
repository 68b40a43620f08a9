//! The ids of built-ins, and what is known of each before a run.

use super::signature::Types;

macro_rules! built_in_ids {
    ($($id:ident $function:literal,)*) => {
        /// A built-in.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum BuiltInId {
            $(#[doc = concat!("`", $function, "`")] $id,)*
        }

        impl BuiltInId {
            /// The name of the function in Rust that implements it.
            pub const fn function(self) -> &'static str {
                match self { $(Self::$id => $function,)* }
            }

            /// True if the result is a number or a Boolean value of all items of an array.
            pub const fn is_aggregate(self) -> bool {
                matches!(
                    self,
                    Self::Sum | Self::Average | Self::Count | Self::Exists | Self::Max | Self::Min
                )
            }
        }
    };
}

built_in_ids! {
    String "string",
    Length "length",
    Substring "substring",
    SubstringBefore "substring_before",
    SubstringAfter "substring_after",
    Lowercase "lowercase",
    Uppercase "uppercase",
    Trim "trim",
    Pad "pad",
    Contains "contains",
    MatchPattern "match_pattern",
    Replace "replace",
    Split "split",
    Join "join",
    Base64Encode "base64_encode",
    Base64Decode "base64_decode",
    EncodeUrlComponent "encode_url_component",
    EncodeUrl "encode_url",
    DecodeUrlComponent "decode_url_component",
    DecodeUrl "decode_url",
    Number "number",
    Abs "abs",
    Floor "floor",
    Ceil "ceil",
    Round "round",
    Sqrt "sqrt",
    Power "power",
    FormatNumber "format_number",
    FormatBase "format_base",
    FormatInteger "format_integer",
    ParseInteger "parse_integer",
    Sum "sum",
    Max "max",
    Min "min",
    Average "average",
    Boolean "boolean",
    Not "not",
    Exists "exists",
    Count "count",
    Append "append",
    Sort "sort",
    Reverse "reverse",
    Shuffle "shuffle",
    Distinct "distinct",
    Zip "zip",
    Keys "keys",
    Lookup "lookup",
    Spread "spread",
    Merge "merge",
    Each "each",
    Clone "clone",
    TypeOf "type_of",
    Error "error",
    Assert "assert",
    Now "now",
    Millis "millis",
    FromMillis "from_millis",
    ToMillis "to_millis",
    Map "map",
    Filter "filter",
    Single "single",
    Reduce "reduce",
    Sift "sift",
    Partition "partition",
    Range "range",
    Hash "hash",
    Random "random",
    Uuid "uuid",
    Parse "parse",
}

/// The result of a built-in that ends without an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultShape {
    /// Any value.
    Any,
    /// A value of these types.
    One(Types),
    /// The same, or undefined.
    Maybe(Types),
    /// The same; undefined only if an argument is, or if there is none.
    IfGiven(Types),
    /// An array of such items, or undefined.
    Array(Types),
    /// A sequence of such items.
    Sequence(Types),
    /// A sequence of items of the first argument.
    Items,
    /// The results of the function that is the second argument.
    Mapped,
    /// The last result of that function, or where it begins.
    Reduced,
}

/// The type of Rust in which compiled code has the result of a built-in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Representation {
    /// An item of any type.
    Item,
    /// A number that was computed, not one of data with all its digits.
    Number,
    /// The same, or undefined.
    MaybeNumber,
    /// A Boolean value.
    Truth,
    /// The same, or undefined.
    MaybeTruth,
    /// A part of a text, which is not copied.
    Text,
}
