//! Base64, hashes and hexadecimal digits.

use base64::alphabet;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};
use base64::engine::{DecodePaddingMode, Engine};
use hmac_sha512::sha384;
use sha1_smol::Sha1;

/// Decodes as AWS does: padding may be missing, and trailing bits are ignored.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Encodes bytes as Base64 (RFC 4648, with padding).
pub fn to_base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Returns true for Base64 as RFC 4648 has it, with padding.
pub fn is_base64(text: &str) -> bool {
    STANDARD.decode(text).is_ok()
}

/// Decodes Base64 without the blanks in it.
pub fn from_base64(text: &str) -> Option<Vec<u8>> {
    let text: String = text.split_ascii_whitespace().collect();
    LENIENT.decode(text).ok()
}

/// Returns the hash of bytes in lower-case hexadecimal digits, or `None` for an algorithm that AWS
/// does not know.
#[inline]
pub fn digest(bytes: &[u8], algorithm: &str) -> Option<String> {
    Some(match algorithm {
        "MD5" => hexadecimal(&md5::compute(bytes).0),
        "SHA-1" => hexadecimal(&Sha1::from(bytes).digest().bytes()),
        "SHA-256" => hexadecimal(&hmac_sha256::Hash::hash(bytes)),
        "SHA-384" => hexadecimal(&sha384::Hash::hash(bytes)),
        "SHA-512" => hexadecimal(&hmac_sha512::Hash::hash(bytes)),
        _ => return None,
    })
}

/// Returns bytes as lower-case hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] =
        ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];
    let digit = |number: u8| DIGITS.get(usize::from(number)).copied().unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
