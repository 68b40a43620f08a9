//! Signed requests. AWS's own library signs them, and botocore where Python has it.

use std::process::Stdio;
use std::time::{Duration, SystemTime};

use asl_sfn_api::SfnApi;
use aws_credential_types::Credentials;
use aws_sigv4::http_request::{SignableBody, SignableRequest, SigningSettings, sign};
use aws_sigv4::sign::v4;

use crate::server::{Response, Server, request_with};

const BODY: &str = r#"{"maxResults":"1"}"#;
const TARGET: &str = "AWSStepFunctions.ListActivities";

fn with_key(api: SfnApi) -> SfnApi {
    api.credentials("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
}

/// A signed request, as pairs of headers.
struct Signed {
    headers: Vec<(String, String)>,
    body: String,
}

struct Signer {
    key: &'static str,
    secret: &'static str,
    service: &'static str,
    time: SystemTime,
    target: bool,
}

const SIGNER: Signer = Signer {
    key: "AKIDEXAMPLE",
    secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
    service: "states",
    time: SystemTime::UNIX_EPOCH,
    target: true,
};

impl Signer {
    fn now() -> Self {
        Self { time: SystemTime::now(), ..SIGNER }
    }

    fn sign(&self) -> Signed {
        let identity = Credentials::new(self.key, self.secret, None, None, "test").into();
        let parameters = v4::SigningParams::builder()
            .identity(&identity)
            .region("eu-west-1")
            .name(self.service)
            .time(self.time)
            .settings(SigningSettings::default())
            .build()
            .unwrap();
        let mut headers = vec![
            ("host", "api.example.com:8083"),
            ("content-type", "application/x-amz-json-1.0"),
            ("amz-sdk-request", "attempt=1;   max=3"),
        ];
        if self.target {
            headers.push(("x-amz-target", TARGET));
        }
        let uri = "http://api.example.com:8083/";
        let body = SignableBody::Bytes(BODY.as_bytes());
        let request = SignableRequest::new("POST", uri, headers.iter().copied(), body).unwrap();
        let (instructions, _) = sign(request, &parameters.into()).unwrap().into_parts();
        let mut headers: Vec<_> =
            headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let added = instructions.headers();
        headers.extend(added.map(|(name, value)| (name.to_owned(), value.to_owned())));
        Signed { headers, body: BODY.to_owned() }
    }
}

impl Signed {
    /// Replaces a part of a header.
    fn change(mut self, name: &str, from: &str, to: &str) -> Self {
        let header = self.headers.iter_mut().find(|(found, _)| found == name).unwrap();
        assert!(header.1.contains(from), "{header:?}");
        header.1 = header.1.replace(from, to);
        self
    }

    async fn send(&self, server: &Server) -> Response {
        let lines = self.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n"));
        let mut connection = server.connect().await;
        connection.send(request_with(&lines.collect::<String>(), &self.body).as_bytes()).await;
        connection.response().await.unwrap()
    }

    /// The error of the answer.
    async fn kind(&self, server: &Server) -> String {
        let response = self.send(server).await;
        assert_eq!(response.status, 400);
        response.fault().0
    }
}

/// The error of a request whose signature is right: its body is wrong.
const PASSED: &str = "SerializationException";

#[tokio::test]
async fn a_request_that_aws_signed_is_accepted_for_any_host() {
    let server = Server::with(with_key).await;
    assert_eq!(Signer::now().sign().kind(&server).await, PASSED);
}

#[tokio::test]
async fn each_of_several_access_keys_is_accepted() {
    let server = Server::with(|api| with_key(api).credentials("AKIDOTHER", "other")).await;
    assert_eq!(Signer::now().sign().kind(&server).await, PASSED);
    let other = Signer { key: "AKIDOTHER", secret: "other", ..Signer::now() };
    assert_eq!(other.sign().kind(&server).await, PASSED);
    let mixed = Signer { key: "AKIDOTHER", ..Signer::now() };
    assert_eq!(mixed.sign().kind(&server).await, "InvalidSignatureException");
}

#[tokio::test]
async fn a_request_without_a_signature_is_refused() {
    let server = Server::with(with_key).await;
    let response = server.call("ListActivities", "{}").await;
    assert_eq!(
        response.fault(),
        (
            "MissingAuthenticationTokenException".to_owned(),
            "Missing Authentication Token".to_owned()
        )
    );
}

#[tokio::test]
async fn an_unknown_key_and_another_secret_are_refused() {
    let server = Server::with(with_key).await;
    let unknown = Signer { key: "AKIDNOBODY", ..Signer::now() };
    assert_eq!(unknown.sign().kind(&server).await, "UnrecognizedClientException");
    let other = Signer { secret: "other", ..Signer::now() };
    assert_eq!(other.sign().kind(&server).await, "InvalidSignatureException");
}

#[tokio::test]
async fn a_request_that_was_changed_after_it_was_signed_is_refused() {
    let server = Server::with(with_key).await;
    let signed = || Signer::now().sign();
    for changed in [
        Signed { body: "{}".to_owned(), ..signed() },
        signed().change("x-amz-target", "ListActivities", "CreateActivity"),
        signed().change("host", "example.com", "example.org"),
        signed().change("authorization", "eu-west-1", "eu-west-2"),
        signed().change("authorization", "content-type;", ""),
        signed().change("authorization", "Signature=", "Signature=0"),
    ] {
        assert_eq!(changed.kind(&server).await, "InvalidSignatureException");
    }
}

#[tokio::test]
async fn spaces_in_header_values_do_not_change_the_signature() {
    let server = Server::with(with_key).await;
    let signed = Signer::now().sign().change("amz-sdk-request", ";   max", ";      max");
    assert_eq!(signed.kind(&server).await, PASSED);
}

#[tokio::test]
async fn old_and_future_requests_are_refused() {
    let server = Server::with(with_key).await;
    let now = SystemTime::now();
    for (time, kind) in [
        (now - Duration::from_secs(400), "InvalidSignatureException"),
        (now + Duration::from_secs(400), "InvalidSignatureException"),
        (now - Duration::from_secs(200), PASSED),
        (now + Duration::from_secs(200), PASSED),
        (SystemTime::UNIX_EPOCH, "InvalidSignatureException"),
    ] {
        assert_eq!(Signer { time, ..SIGNER }.sign().kind(&server).await, kind);
    }
}

#[tokio::test]
async fn the_operation_must_be_signed() {
    let server = Server::with(with_key).await;
    let mut signed = Signer { target: false, ..Signer::now() }.sign();
    signed.headers.push(("x-amz-target".to_owned(), TARGET.to_owned()));
    let (kind, message) = signed.send(&server).await.fault();
    assert_eq!(kind, "IncompleteSignatureException");
    assert_eq!(message, "'x-amz-target' must be a 'SignedHeader'.");
}

#[tokio::test]
async fn headers_that_are_no_signature_are_refused_with_the_part_that_is_missing() {
    let server = Server::with(with_key).await;
    let signed = || Signer::now().sign();
    for (from, to) in [
        ("AWS4-HMAC-SHA256", "Basic"),
        ("Credential=", "Credentials="),
        ("SignedHeaders=", "Headers="),
        ("Signature=", "Signed="),
        ("/aws4_request", "/aws4"),
        ("/states/aws4_request", ""),
    ] {
        let signed = signed().change("authorization", from, to);
        assert_eq!(signed.kind(&server).await, "IncompleteSignatureException", "{from}");
    }
    let service = Signer { service: "s3", ..Signer::now() };
    assert_eq!(service.sign().kind(&server).await, "InvalidSignatureException");
    for date in ["", "today", "20261123T1415", "99999999T999999Z", "2026112éT141500Z"] {
        let mut signed = signed();
        signed.headers.iter_mut().find(|(name, _)| name == "x-amz-date").unwrap().1 = date.into();
        let kind = signed.kind(&server).await;
        assert!(kind.ends_with("SignatureException"), "{date}: {kind}");
    }
}

/// Calls the server as users of botocore do, with a right and a wrong secret.
const BOTOCORE: &str = r#"
import sys
import botocore.session
from botocore.config import Config
from botocore.exceptions import ClientError

for secret in ["wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "other"]:
    client = botocore.session.Session().create_client(
        "stepfunctions", "us-east-1", endpoint_url=sys.argv[1],
        aws_access_key_id="AKIDEXAMPLE", aws_secret_access_key=secret,
        config=Config(retries={"total_max_attempts": 1}))
    try:
        client.describe_execution(
            executionArn="arn:aws:states:us-east-1:123456789012:execution:a:b")
    except ClientError as error:
        print(error.response["Error"]["Code"])
"#;

#[tokio::test(flavor = "multi_thread")]
async fn botocore_signs_as_the_server_expects() {
    let installed = std::process::Command::new("python3")
        .args(["-c", "import botocore.session"])
        .stderr(Stdio::null())
        .status();
    if !installed.is_ok_and(|status| status.success()) {
        println!("skipped: Python has no botocore");
        return;
    }
    let server = Server::with(with_key).await;
    let address = format!("http://{}", server.address);
    let output = std::process::Command::new("python3").args(["-c", BOTOCORE, &address]).output();
    let printed = String::from_utf8(output.unwrap().stdout).unwrap();
    assert_eq!(printed, "ExecutionDoesNotExist\nInvalidSignatureException\n");
}
