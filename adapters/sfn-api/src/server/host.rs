//! The host that a request names.
//!
//! A site whose name resolves to this machine is of the same origin for its visitors' browsers, and
//! could send requests to a server on loopback that requires no signature. But it names its own
//! host.

use std::net::IpAddr;

use hyper::StatusCode;
use hyper::header::HOST;
use hyper::http::request::Parts;
use hyper::http::uri::Authority;

use super::response::Refusal;

/// Prefix that clients put before the host for `StartSyncExecution` and `TestState`.
const SYNC: &str = "sync-";

/// Refuses requests that do not name exactly one host.
pub(super) fn read(head: &Parts) -> Result<Authority, Refusal> {
    let mut hosts = head.headers.get_all(HOST).iter();
    let header = match (hosts.next(), hosts.next()) {
        (Some(host), None) => host,
        (None, _) => return Err(bad("the request has no header `Host`")),
        (Some(_), Some(_)) => return Err(bad("the request has more than one header `Host`")),
    };
    let host = match head.uri.authority() {
        Some(authority) => Ok(authority.clone()),
        None => Authority::try_from(header.as_bytes()),
    };
    // `Host` is a host and a port (RFC 9110, 7.2): a reader of another form may take what
    // is before the `@` for the host.
    host.ok()
        .filter(|host| !host.as_str().contains('@'))
        .ok_or_else(|| bad("the header `Host` names no host"))
}

/// Refuses hosts that are not this machine.
pub(super) fn check_loopback(host: &Authority) -> Result<(), Refusal> {
    let name = host.host();
    let name = name.strip_prefix(SYNC).unwrap_or(name).to_ascii_lowercase();
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(&name);
    let is_loopback = match address.parse::<IpAddr>() {
        Ok(address) => address.is_loopback(),
        Err(_) => name == "localhost" || name.ends_with(".localhost"),
    };
    if is_loopback {
        return Ok(());
    }
    Err(Refusal::new(
        StatusCode::MISDIRECTED_REQUEST,
        "AccessDeniedException",
        format!(
            "this server requires no access key and so answers as the host `localhost` or \
             `127.0.0.1` only, not as `{host}`"
        ),
    ))
}

fn bad(message: &str) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, "ValidationException", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_loopback(host: &str) -> bool {
        check_loopback(&Authority::try_from(host).unwrap()).is_ok()
    }

    #[test]
    fn names_and_addresses_of_this_machine_are_accepted() {
        for host in [
            "localhost",
            "LocalHost:8083",
            "127.0.0.1:8083",
            "127.1.2.3",
            "[::1]:8083",
            "sync-localhost:8083",
            "sync-127.0.0.1:8083",
            "states.localhost",
        ] {
            assert!(is_loopback(host), "{host}");
        }
    }

    #[test]
    fn a_host_has_no_user_information() {
        let read = |uri: &str, host: &str| {
            let request = hyper::Request::post(uri).header(HOST, host).body(()).unwrap();
            read(&request.into_parts().0).is_ok()
        };
        assert!(read("/", "localhost:8083") && read("http://localhost/", "localhost"));
        for host in ["user@localhost", "example.com@localhost:8083", "@localhost", "a:b@127.0.0.1"]
        {
            assert!(!read("/", host), "{host}");
            assert!(!read(&format!("http://{host}/"), "localhost"), "{host}");
        }
    }

    #[test]
    fn other_hosts_are_refused() {
        for host in [
            "example.com",
            "localhost.example.com",
            "127.0.0.1.example.com",
            "evillocalhost",
            "0.0.0.0:8083",
            "10.0.0.1",
            "[::]",
            "2130706433",
            "user@example.com",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
