//! The version of a machine.

use std::fmt;

/// A version of a machine: the hash of its definition. It prints as the first eight of its sixteen
/// hexadecimal digits, in messages, tables and logs alike.
///
/// ```
/// use asl_language::version::Version;
///
/// let version = Version::from(0x3f2a_91c0_0000_0007);
/// assert_eq!(version.to_string(), "3f2a91c0");
/// assert!(version.begins_with("3f2a") && version.begins_with("3f2a91c000000007"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Version(u64);

impl Version {
    /// The whole hash.
    pub fn hash(self) -> u64 {
        self.0
    }

    /// Returns true if these are its first hexadecimal digits, of which there is at least one.
    pub fn begins_with(self, digits: &str) -> bool {
        !digits.is_empty() && format!("{:016x}", self.0).starts_with(&digits.to_ascii_lowercase())
    }
}

impl From<u64> for Version {
    fn from(hash: u64) -> Self {
        Self(hash)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Version {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Version {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u64::deserialize(deserializer).map(Self)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:08x}", self.0 >> 32))
    }
}

impl fmt::Debug for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
