//! URLs of calls, which are below the server for any document and any arguments.

use asl_language::openapi::leaves_path;
use asl_runtime::TaskError;
use url::Url;

use crate::arguments::wrong;
use crate::style::encoded;

/// Maximum number of characters of a path in a message.
const LONGEST_PATH: usize = 200;

/// The URL of a call. `secrets` are query parameters of the credentials.
pub(crate) fn url(
    server: &str,
    path: &str,
    query: &[String],
    secrets: &[(String, String)],
) -> Result<Url, TaskError> {
    let base = base(server)?;
    if !path.starts_with('/') {
        return Err(wrong(format!("the path `{}` does not begin with `/`", shortened(path))));
    }
    if path.split('/').any(leaves_path) {
        return Err(elsewhere(path));
    }
    let mut text = format!("{}{path}", server.trim_end_matches('/'));
    let secrets =
        secrets.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value)));
    let query: Vec<String> = query.iter().cloned().chain(secrets).collect();
    if !query.is_empty() {
        text.push(if path.contains('?') { '&' } else { '?' });
        text.push_str(&query.join("&"));
    }
    let url = Url::parse(&text)
        .map_err(|error| wrong(format!("the path `{}`: {error}", shortened(path))))?;
    // A last check, independent of the parsing above: the call goes to the server, below its path.
    if is_below(&url, &base) { Ok(url) } else { Err(elsewhere(path)) }
}

/// The server's URL, to which a path can be appended.
fn base(server: &str) -> Result<Url, TaskError> {
    let base = Url::parse(server)
        .map_err(|error| wrong(format!("the server `{server}` is no URL: {error}")))?;
    // `https:///x` would be parsed as the host `x`.
    let has_host = server.split_once("://").is_some_and(|(_, rest)| !rest.starts_with('/'));
    if !has_host || !base.has_host() {
        return Err(wrong(format!("the server `{}` has no host", shortened(server))));
    }
    if !base.username().is_empty() || base.password().is_some() {
        return Err(wrong("the server's URL must not have a user's name or password in it"));
    }
    if base.query().is_some() || base.fragment().is_some() {
        return Err(wrong("the server's URL must not have a query or a fragment"));
    }
    Ok(base)
}

fn is_below(url: &Url, base: &Url) -> bool {
    let is_same = url.scheme() == base.scheme()
        && url.host() == base.host()
        && url.port_or_known_default() == base.port_or_known_default()
        && url.username().is_empty()
        && url.password().is_none();
    let rest = url.path().strip_prefix(base.path().trim_end_matches('/'));
    is_same && rest.is_some_and(|rest| rest.starts_with('/'))
}

fn elsewhere(path: &str) -> TaskError {
    wrong(format!("`{}` would lead to another path", shortened(path)))
}

fn shortened(text: &str) -> String {
    let mut shortened: String = text.chars().take(LONGEST_PATH).collect();
    if shortened.len() < text.len() {
        shortened.push('…');
    }
    shortened
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(server: &str, path: &str) -> Result<String, String> {
        let url = url(server, path, &["q=1".to_owned()], &[]);
        url.map(String::from).map_err(|error| error.cause().unwrap_or_default().to_owned())
    }

    #[test]
    fn a_path_is_appended_to_the_server() {
        let rows = [
            ("https://a.example", "/x", "https://a.example/x?q=1"),
            ("https://a.example/v1/", "/x/", "https://a.example/v1/x/?q=1"),
            ("https://a.example/v1", "//b.example/x", "https://a.example/v1//b.example/x?q=1"),
            (
                "https://a.example:8443/v1",
                "/%2e%2ea/...",
                "https://a.example:8443/v1/%2e%2ea/...?q=1",
            ),
            ("https://a.example", "/@b.example:1/x:y", "https://a.example/@b.example:1/x:y?q=1"),
            ("https://a.example", "/x?op=2", "https://a.example/x?op=2&q=1"),
            ("https://a.example/v1/..", "/x", "https://a.example/x?q=1"),
        ];
        for (server, path, expected) in rows {
            assert_eq!(of(server, path).as_deref(), Ok(expected), "{server} {path}");
        }
    }

    #[test]
    fn no_path_leaves_the_server() {
        for path in
            ["", "x", ".b.example/x", "@b.example/x", ":80/x", "\\b.example", "%2f", "?x", "#x"]
        {
            let refused = of("https://a.example", path).unwrap_err();
            assert_eq!(refused, format!("the path `{path}` does not begin with `/`"));
        }
        let parts = ". .. %2e %2E%2e .%2E %2e. %252e%252E %252e. a%2F..%2Fb a%5c..%5Cb ..%2f ..;a=b %2E%2E;x ..\\x \\..\\x a\\..";
        let parts = parts
            .split_whitespace()
            .map(str::to_owned)
            .chain([".\t.".to_owned(), "%2e%09%2e".to_owned()]);
        for part in parts {
            for path in [
                format!("/{part}"),
                format!("/a/{part}"),
                format!("/{part}/b"),
                format!("//{part}//"),
            ] {
                let refused = of("https://a.example/v1", &path).unwrap_err();
                assert!(refused.ends_with("would lead to another path"), "{path}: {refused}");
                assert!(!refused.contains('\t'));
            }
        }
    }

    #[test]
    fn a_server_is_a_host_and_a_path() {
        for server in [
            "https://",
            "https:///x",
            "https:a.example",
            "data:x",
            "//a.example",
            "https://a.example?x=",
            "https://u@a.example",
        ] {
            assert!(of(server, "/b.example/x").is_err(), "{server}");
        }
    }
}
