//! Signatures of requests: AWS Signature Version 4 with static access keys.
//!
//! HMAC and SHA-256 are those of `hmac-sha256`. The canonical request is short, because all requests
//! are `POST /` without a query. Tests sign with AWS's own `aws-sigv4`.

use std::fmt::{self, Write as _};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use asl_language::calendar::seconds_since_epoch;
use hmac_sha256::{HMAC, Hash};
use hyper::header::{AUTHORIZATION, HeaderMap};
use hyper::http::request::Parts;

use crate::fault::Fault;

const ALGORITHM: &str = "AWS4-HMAC-SHA256";
const SERVICE: &str = "states";
/// Headers that must be signed: the others change nothing about a request.
const SIGNED: [&str; 3] = ["host", "x-amz-date", "x-amz-target"];
/// Greatest difference between the clocks of client and server.
const TOLERANCE: Duration = Duration::from_secs(300);

/// Access keys of clients. Without any, requests need no signature.
#[derive(Clone, Default)]
pub(crate) struct AccessKeys(Vec<AccessKey>);

#[derive(Clone)]
struct AccessKey {
    id: String,
    secret: String,
}

/// Secrets are not printed.
impl fmt::Debug for AccessKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|key| &key.id)).finish()
    }
}

impl AccessKeys {
    pub(crate) fn add(&mut self, id: String, secret: String) {
        self.0.retain(|key| key.id != id);
        self.0.push(AccessKey { id, secret });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Checks the signature of a request, if access keys are required.
    pub(crate) fn verify(&self, head: &Parts, body: &[u8], now: SystemTime) -> Result<(), Fault> {
        if self.is_empty() {
            return Ok(());
        }
        let authorization = Authorization::read(&head.headers)?;
        let secret = self.0.iter().find(|key| key.id == authorization.access_key);
        let secret = &secret.ok_or_else(unknown_key)?.secret;
        let date = single(&head.headers, "x-amz-date").unwrap_or_default();
        check_date(date, authorization.date, now)?;
        let canonical = canonical_request(&head.headers, authorization.signed_headers, body)?;
        let text = format!(
            "{ALGORITHM}\n{date}\n{}\n{}",
            authorization.scope(),
            Hex(&Hash::hash(canonical.as_bytes()))
        );
        let key = authorization.signing_key(secret);
        if HMAC::verify(text, key, &authorization.signature) { Ok(()) } else { Err(mismatch()) }
    }
}

/// The header `authorization`.
struct Authorization<'h> {
    access_key: &'h str,
    /// The day, as `20261123`.
    date: &'h str,
    region: &'h str,
    signed_headers: &'h str,
    signature: [u8; 32],
}

impl<'h> Authorization<'h> {
    fn read(headers: &'h HeaderMap) -> Result<Self, Fault> {
        if !headers.contains_key(AUTHORIZATION) {
            return Err(Fault::new(
                "MissingAuthenticationTokenException",
                "Missing Authentication Token",
            ));
        }
        let header = single(headers, AUTHORIZATION.as_str()).unwrap_or_default();
        let parts = header.strip_prefix(ALGORITHM).ok_or_else(|| {
            incomplete(format_args!("Authorization header requires the algorithm {ALGORITHM}."))
        })?;
        let part = |name: &str| {
            let mut parts = parts.split(',').filter_map(|part| part.trim().split_once('='));
            parts.find(|(found, _)| *found == name).map(|(_, value)| value).ok_or_else(|| {
                incomplete(format_args!("Authorization header requires '{name}' parameter."))
            })
        };
        let credential = part("Credential")?;
        let mut scope = credential.rsplitn(5, '/');
        let (end, service, region, date, access_key) =
            (scope.next(), scope.next(), scope.next(), scope.next(), scope.next());
        let (Some("aws4_request"), Some(service), Some(region), Some(date), Some(access_key)) =
            (end, service, region, date, access_key)
        else {
            return Err(incomplete(format_args!(
                "Credential must have the form KEY/DATE/REGION/{SERVICE}/aws4_request."
            )));
        };
        if service != SERVICE {
            let text = format!("Credential should be scoped to correct service: '{SERVICE}'.");
            return Err(Fault::new("InvalidSignatureException", text));
        }
        let signature = read_hex(part("Signature")?).ok_or_else(mismatch)?;
        Ok(Self { access_key, date, region, signed_headers: part("SignedHeaders")?, signature })
    }

    fn scope(&self) -> impl fmt::Display {
        format!("{}/{}/{SERVICE}/aws4_request", self.date, self.region)
    }

    fn signing_key(&self, secret: &str) -> [u8; 32] {
        let key = HMAC::mac(self.date, format!("AWS4{secret}"));
        let key = HMAC::mac(self.region, key);
        let key = HMAC::mac(SERVICE, key);
        HMAC::mac("aws4_request", key)
    }
}

/// The text whose hash is signed.
fn canonical_request(headers: &HeaderMap, signed: &str, body: &[u8]) -> Result<String, Fault> {
    let names: Vec<_> = signed.split(';').collect();
    if let Some(missing) = SIGNED.iter().find(|required| !names.contains(required)) {
        return Err(incomplete(format_args!("'{missing}' must be a 'SignedHeader'.")));
    }
    let mut text = String::from("POST\n/\n\n");
    for name in names {
        let mut values = String::new();
        for value in headers.get_all(name) {
            let value = value.to_str().map_err(|_| mismatch())?;
            let separator = if values.is_empty() { "" } else { "," };
            let words: Vec<_> = value.split(' ').filter(|word| !word.is_empty()).collect();
            // Writing to a text does not fail.
            let _ = write!(values, "{separator}{}", words.join(" "));
        }
        let _ = writeln!(text, "{name}:{values}");
    }
    let _ = write!(text, "\n{signed}\n{}", Hex(&Hash::hash(body)));
    Ok(text)
}

/// Checks that the date of the request is that of its credential, and about now.
fn check_date(date: &str, day: &str, now: SystemTime) -> Result<(), Fault> {
    let invalid = |text: String| Fault::new("InvalidSignatureException", text);
    let sent = read_date(date).ok_or_else(|| {
        incomplete(format_args!("'X-Amz-Date' must be of the form yyyyMMdd'T'HHmmss'Z'."))
    })?;
    if !date.starts_with(day) || day.len() != 8 {
        return Err(invalid(format!(
            "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from \
             HTTP: '{day}' != '{date}'."
        )));
    }
    let apart = now.duration_since(sent).unwrap_or_else(|early| early.duration());
    if apart > TOLERANCE {
        let seconds = apart.as_secs();
        return Err(invalid(format!(
            "Signature expired: {date} is {seconds} s from the time of this server, more than \
             5 minutes."
        )));
    }
    Ok(())
}

/// Reads `20261123T141500Z`.
fn read_date(date: &str) -> Option<SystemTime> {
    let bytes = date.as_bytes();
    if bytes.len() != 16 || bytes.get(8) != Some(&b'T') || bytes.get(15) != Some(&b'Z') {
        return None;
    }
    let number = |range: std::ops::Range<usize>| {
        let digits = date.get(range)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<i64>().ok())?
    };
    // Months count from 0.
    let seconds = seconds_since_epoch(
        number(0..4)?,
        number(4..6)? - 1,
        number(6..8)?,
        number(9..11)?,
        number(11..13)?,
        number(13..15)?,
    );
    UNIX_EPOCH.checked_add(Duration::from_secs(u64::try_from(seconds).ok()?))
}

/// Bytes as hexadecimal digits.
struct Hex<'b>(&'b [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

fn read_hex(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; 32];
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * index..2 * index + 2)?, 16).ok()?;
    }
    Some(bytes)
}

fn incomplete(why: fmt::Arguments<'_>) -> Fault {
    Fault::new("IncompleteSignatureException", why.to_string())
}

fn unknown_key() -> Fault {
    let text = "The security token included in the request is invalid.";
    Fault::new("UnrecognizedClientException", text)
}

fn mismatch() -> Fault {
    Fault::new(
        "InvalidSignatureException",
        "The request signature we calculated does not match the signature you provided. Check \
         your AWS Secret Access Key and signing method. Consult the service documentation for \
         details.",
    )
}

/// The value of a header that is there once and is text.
pub(crate) fn single<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}
