//! Commands of the server, and ways to Rust, in a package.

use std::fs;

use serde_json::{Value, json};

use crate::process::{Package, Server};

const ORDER: &str = r#"{ "StartAt": "Charge card", "States": {
  "Charge card": { "Type": "Task", "TimeoutSeconds": 9, "End": true,
    "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:ChargeCard" }
} }
"#;

/// Two machines: the second one has a method of the same name.
const MAIN: &str = r#"//! Ä program.
asl_runtime::asl_machine!("machines/order.asl.json");
asl_runtime::asl_machine! { "./other.asl.json" }

impl other::Tasks for Shop {
    async fn charge_card(&self) {}
}

impl crate::order::Tasks for Shop {
    async fn charge_card(&self) {}
}
"#;

fn package(test: &str) -> Package {
    let package = Package::new(test);
    let path = package.path();
    for folder in ["machines", "src"] {
        fs::create_dir_all(path.join(folder)).expect("a folder");
    }
    let manifest = "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    for (name, text) in [
        ("Cargo.toml", manifest),
        ("machines/order.asl.json", ORDER),
        ("src/other.asl.json", ORDER),
        ("src/main.rs", MAIN),
        ("machines/order.asl-test.yaml", "cases: {}\n"),
        ("machines/wrong.asl.json", "{}"),
    ] {
        fs::write(path.join(name), text).expect("written");
    }
    package
}

fn at(package: &Package, name: &str, line: u32, character: u32) -> Value {
    let place = json!({ "line": line, "character": character });
    json!({ "textDocument": { "uri": package.uri(name) }, "position": place })
}

#[test]
fn a_task_leads_to_its_method_and_a_macro_to_its_definition() {
    let package = package("ways");
    let mut server = Server::start(&package);
    server.open(&package, "machines/order.asl.json");
    let method = json!([{ "uri": package.uri("src/main.rs"), "range": {
        "start": { "line": 9, "character": 13 }, "end": { "line": 9, "character": 24 } } }]);
    // At the `Resource`, and at the name of the state.
    let resource = at(&package, "machines/order.asl.json", 2, 30);
    assert_eq!(server.ask("textDocument/definition", resource), method);
    let state = at(&package, "machines/order.asl.json", 1, 5);
    assert_eq!(server.ask("textDocument/implementation", state.clone()), method);
    let declared = server.ask("textDocument/definition", state);
    assert_eq!(declared[0]["uri"], package.uri("machines/order.asl.json"));

    server.open(&package, "src/main.rs");
    let document = json!({ "textDocument": { "uri": package.uri("src/main.rs") } });
    let links = server.ask("textDocument/documentLink", document);
    let targets = [&links[0]["target"], &links[1]["target"]];
    let files = ["machines/order.asl.json", "src/other.asl.json"].map(|name| package.uri(name));
    assert_eq!(targets, [&json!(files[0]), &json!(files[1])]);
    let found = server.ask("textDocument/definition", at(&package, "src/main.rs", 1, 40));
    assert_eq!(found[0]["uri"], files[0]);
    server.end();
}

fn command(server: &mut Server, name: &str, argument: &Value) -> Result<Value, String> {
    server.try_ask("workspace/executeCommand", json!({ "command": name, "arguments": [argument] }))
}

#[test]
fn commands_run_test_draw_and_explain() {
    let package = package("commands");
    let mut server = Server::start(&package);
    let page = command(&mut server, "asl.explain", &json!({ "code": "asl0401" })).expect("a page");
    assert!(page["markdown"].as_str().expect("a text").starts_with("# ASL0401"), "{page}");
    let refused = command(&mut server, "asl.explain", &json!({ "code": "ASL9999" }));
    assert_eq!(refused, Err("there is no such code or error name".to_owned()));

    let order = json!({ "uri": package.uri("machines/order.asl.json") });
    assert_eq!(
        command(&mut server, "asl.report", &order),
        Err("this definition was not run yet".to_owned())
    );
    assert_eq!(command(&mut server, "asl.graph", &order), Err("it is not open".to_owned()));
    server.open(&package, "machines/order.asl.json");
    let drawn = command(&mut server, "asl.graph", &order).expect("a picture");
    let file = drawn["uri"].as_str().and_then(|uri| uri.strip_prefix("file://")).expect("a file");
    assert!(fs::read_to_string(file).expect("a picture").contains("data-path=\"Charge card\""));
    fs::remove_file(file).expect("it is there");

    // A definition with errors is not compiled, and a file without cases has nothing to run.
    let wrong = json!({ "uri": package.uri("machines/wrong.asl.json"), "input": { "total": 1 } });
    let ran = command(&mut server, "asl.run", &wrong).expect("a result");
    assert_eq!(ran["exitCode"], 1, "{ran}");
    assert!(ran["messages"].as_str().expect("a text").contains("ASL0202"), "{ran}");
    let tested = command(&mut server, "asl.test", &order).expect("a result");
    assert_eq!(tested["exitCode"], 2, "{tested}");
    assert!(
        tested["messages"].as_str().expect("a text").contains("there are no cases"),
        "{tested}"
    );

    let change = json!([{ "text": ORDER.replace('9', "8") }]);
    let document = json!({ "uri": package.uri("machines/order.asl.json"), "version": 2 });
    let params = json!({ "textDocument": document, "contentChanges": change });
    server.tell("textDocument/didChange", params);
    assert_eq!(
        command(&mut server, "asl.run", &order),
        Err("the file has changes that are not saved".to_owned())
    );
    server.end();
}
