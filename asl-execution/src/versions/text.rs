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

    use crate::machine::Fingerprint;

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

    use crate::machine::Cause;

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

    fn number_of(cause: Cause) -> (u8, u32) {
        match cause {
            Cause::Next => (0, 0),
            Cause::Choice(number) => (1, number),
            Cause::Default => (2, 0),
            Cause::Catch(number) => (3, number),
            Cause::Condition(number) => (4, number),
            Cause::NoCondition => (5, 0),
            Cause::Event(number) => (6, number),
            Cause::Timer => (7, 0),
        }
    }

    fn cause_of(kind: u8, number: u32) -> Option<Cause> {
        Some(match kind {
            0 => Cause::Next,
            1 => Cause::Choice(number),
            2 => Cause::Default,
            3 => Cause::Catch(number),
            4 => Cause::Condition(number),
            5 => Cause::NoCondition,
            6 => Cause::Event(number),
            7 => Cause::Timer,
            _ => return None,
        })
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn each_cause_has_its_number() {
            for (kind, number) in (0..8).flat_map(|kind| [(kind, 0), (kind, 7)]) {
                let cause = cause_of(kind, number).unwrap();
                assert_eq!(cause_of(number_of(cause).0, number_of(cause).1), Some(cause));
            }
            assert_eq!(cause_of(8, 0), None);
        }
    }
}
