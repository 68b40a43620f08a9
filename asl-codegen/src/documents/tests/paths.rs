//! Paths and servers of documents, which must not lead elsewhere.

use super::Beside;

/// The findings about the operation `a` at a path of a server.
fn findings(test: usize, server: &str, path: &str) -> Vec<String> {
    let names: Vec<&str> =
        path.split('{').skip(1).filter_map(|part| part.split('}').next()).collect();
    let parameter =
        |name: &&str| format!(r#"{{"name": "{name}", "in": "path", "required": true}}"#);
    let parameters: Vec<String> = names.iter().map(parameter).collect();
    let document = format!(
        r#"{{"openapi": "3.0.0", "servers": [{{"url": "{server}"}}], "paths": {{"{path}": {{"get": {{"operationId": "a",
        "parameters": [{}]}}}}}}}}"#,
        parameters.join(",")
    );
    Beside::new(&format!("path-{test}"), &[("a.json", &document)]).findings("a.json#a", "null")
}

#[test]
fn a_path_must_begin_with_a_slash() {
    for (test, path) in
        ["x", ".evil.example/x", "@evil.example/x", ":80/x", "%2fx", ""].into_iter().enumerate()
    {
        let found = findings(test, "https://a.example", path);
        assert_eq!(found, [format!("error[ASL2152]: the path `{path}` does not begin with `/`")]);
    }
}

#[test]
fn a_path_must_not_lead_to_another() {
    let parts = [
        "..",
        ".",
        "%2e%2e",
        "%2E%2e",
        ".%2E",
        "%2e",
        "%252e%252E",
        "..;x=y",
        "%2e%2e;",
        "a%2f..%2Fb",
        "%2e%2e%5C",
    ];
    for (test, part) in parts.into_iter().enumerate() {
        for path in [format!("/ok/{part}/etc"), format!("/{part}"), format!("/{part}/{{name}}")] {
            let found = findings(100 + test, "https://a.example/v1", &path);
            let found: Vec<_> =
                found.into_iter().filter(|found| !found.starts_with("error[ASL2154]")).collect();
            assert_eq!(
                found,
                [format!("error[ASL2152]: the path has the part `{part}`")],
                "{path}"
            );
        }
    }
    for (test, path) in ["/a\\\\..\\\\b", "/.\\t./b", "/\\u0085"].into_iter().enumerate() {
        let found = findings(200 + test, "https://a.example/v1", path);
        assert_eq!(
            found,
            ["error[ASL2152]: a path with a backslash or a control character"],
            "{path}"
        );
    }
    let sound = ["/", "/a.b/..c/...", "/a:b@c", "//a", "/%2e%2ea", "/a;b=..c"];
    for (test, path) in sound.into_iter().enumerate() {
        assert_eq!(findings(300 + test, "https://a.example/v1", path), [""; 0], "{path}");
    }
}

#[test]
fn a_path_can_be_appended_to_a_server() {
    let servers = [
        ("https://a.example?x=", "the server's URL has a query or a fragment"),
        ("https://a.example/#", "the server's URL has a query or a fragment"),
        ("https://u:p@a.example", "the server's URL has a user's name or password"),
        ("https:///v1", "the server's URL has no host"),
        ("https://a.example\\\\b", "the server's URL has a backslash or a control character"),
    ];
    for (test, (server, title)) in servers.into_iter().enumerate() {
        assert_eq!(findings(400 + test, server, "/x"), [format!("error[ASL2152]: {title}")]);
    }
}
