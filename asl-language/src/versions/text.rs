//! Outlines as text, for stores that keep the outline of each version.

use super::Outline;

/// Version of the text.
const VERSION: u32 = 1;

/// Maximum bytes of an outline's text.
const LONGEST: usize = 16 << 20;

impl Outline {
    /// The outline as text, which later releases read too; `None` if it has more than 16 MiB.
    #[inline]
    pub fn to_text(&self) -> Option<String> {
        let text = serde_json::to_string(&(VERSION, self)).ok()?;
        (text.len() <= LONGEST).then_some(text)
    }

    /// Reads text by [`Outline::to_text`]; `None` if it is not of this version.
    #[inline]
    pub fn from_text(text: &str) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let (version, outline): (u32, Self) = serde_json::from_str(text).ok()?;
        (version == VERSION).then_some(outline)
    }
}

/// The numbers of a fingerprint.
pub(super) mod print {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::fingerprint::Fingerprint;

    pub(in super::super) fn serialize<S: Serializer>(
        print: &Fingerprint,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let Fingerprint { call, input, limits, output, errors } = print;
        [call, input, limits, output, errors].serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Fingerprint, D::Error> {
        let [call, input, limits, output, errors] = <[u64; 5]>::deserialize(deserializer)?;
        Ok(Fingerprint { call, input, limits, output, errors })
    }
}

/// Exits: the number of the cause's kind, its own number, and the target.
pub(super) mod exits {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::super::cause::{cause_of, number_of};
    use crate::transition::Cause;

    type Exits = Vec<(Cause, Option<u32>)>;

    pub(in super::super) fn serialize<S: Serializer>(
        exits: &Exits,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let numbers = exits.iter().map(|(cause, to)| {
            let (kind, number) = number_of(*cause);
            (kind, number, *to)
        });
        numbers.collect::<Vec<_>>().serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Exits, D::Error> {
        let numbers = Vec::<(u8, u32, Option<u32>)>::deserialize(deserializer)?;
        let exits = numbers.into_iter().map(|(kind, number, to)| {
            let cause = cause_of(kind, number);
            cause
                .map(|cause| (cause, to))
                .ok_or_else(|| D::Error::custom("no cause of a transition"))
        });
        exits.collect()
    }
}
