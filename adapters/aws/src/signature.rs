//! Signatures of requests: Signature Version 4, by AWS's own package.

use std::time::SystemTime;

use aws_credential_types::Credentials;
use aws_sigv4::http_request::{
    PayloadChecksumKind, PercentEncodingMode, SignableBody, SignableRequest, SigningSettings,
    UriPathNormalizationMode, sign,
};
use aws_sigv4::sign::v4;
use reqwest::header::{HeaderName, HeaderValue};

/// The parts of a request that a signature covers.
pub(crate) struct Signed<'s> {
    pub(crate) method: &'s str,
    pub(crate) url: &'s str,
    pub(crate) headers: &'s [(String, String)],
    pub(crate) body: &'s str,
    /// The name of the service in signatures.
    pub(crate) service: &'s str,
    pub(crate) region: &'s str,
}

/// The headers that sign a request. The error has no secret.
pub(crate) fn headers(
    signed: &Signed<'_>,
    credentials: &Credentials,
    now: SystemTime,
) -> Result<Vec<(HeaderName, HeaderValue)>, String> {
    let mut settings = SigningSettings::default();
    if matches!(signed.service, "s3" | "s3-object-lambda" | "s3express") {
        settings.payload_checksum_kind = PayloadChecksumKind::XAmzSha256;
        settings.percent_encoding_mode = PercentEncodingMode::Single;
        settings.uri_path_normalization_mode = UriPathNormalizationMode::Disabled;
    }
    let identity = credentials.clone().into();
    let parameters = v4::SigningParams::builder()
        .identity(&identity)
        .region(signed.region)
        .name(signed.service)
        .time(now)
        .settings(settings)
        .build()
        .map_err(|error| error.to_string())?
        .into();
    let headers = signed.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let body = SignableBody::Bytes(signed.body.as_bytes());
    let request = SignableRequest::new(signed.method, signed.url, headers, body)
        .map_err(|error| error.to_string())?;
    let (instructions, _) =
        sign(request, &parameters).map_err(|error| error.to_string())?.into_parts();
    let (headers, _) = instructions.into_parts();
    headers
        .into_iter()
        .map(|header| {
            let name = HeaderName::from_bytes(header.name().as_bytes());
            let value = HeaderValue::from_str(header.value());
            let (Ok(name), Ok(mut value)) = (name, value) else {
                return Err("the signature is no header".to_owned());
            };
            value.set_sensitive(true);
            Ok((name, value))
        })
        .collect()
}
