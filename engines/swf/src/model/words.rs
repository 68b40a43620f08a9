//! The form of an enumeration of Amazon SWF: a variant for each known value, and others are kept.

/// Declares an enumeration with these values.
macro_rules! words {
    ($(#[$doc:meta])* $Name:ident { $($Variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum $Name {
            $(
                #[doc = concat!("`", $word, "`.")]
                $Variant,
            )*
            /// An unknown value.
            Other(String),
        }

        impl $Name {
            /// The text of the value.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$Variant => $word,)*
                    Self::Other(word) => word,
                }
            }
        }

        impl From<String> for $Name {
            fn from(word: String) -> Self {
                match word.as_str() {
                    $($word => Self::$Variant,)*
                    _ => Self::Other(word),
                }
            }
        }

        impl From<&str> for $Name {
            fn from(word: &str) -> Self {
                Self::from(word.to_owned())
            }
        }

        impl std::fmt::Display for $Name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $Name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $Name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <String as serde::Deserialize>::deserialize(deserializer).map(Self::from)
            }
        }
    };
}

pub(super) use words;
