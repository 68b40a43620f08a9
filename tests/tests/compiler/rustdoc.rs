//! The documentation of modules: rustdoc itself renders it, and the picture arrives as it was drawn.
#![allow(clippy::expect_used, clippy::panic, reason = "a test may")]

use std::fs;
use std::path::Path;
use std::process::Command;

use asl_codegen::options::{Options, Profile};
use asl_codegen::source::Sources;
use asl_codegen::{compile, diagram};
use asl_tests::golden;
use quote::quote;
use syn::{Attribute, File, Item};

/// The picture of a definition, and the attributes of its module with the option `diagram`.
fn module(name: &str, text: String) -> (String, Vec<Attribute>) {
    let options = Options::default().diagram(true).profile(Profile::Spec);
    let mut sources = Sources::from_text(name, text);
    let machine = compile::check(&mut sources, &options).machine.expect("no errors");
    let code: File = syn::parse2(compile::emit(&machine, &sources, &options)).expect("Rust");
    let module = code
        .items
        .into_iter()
        .find_map(|item| if let Item::Mod(module) = item { Some(module) } else { None });
    let attributes = module.expect("a module").attrs.into_iter();
    let docs = attributes.filter(|attribute| attribute.path().is_ident("doc")).collect();
    (diagram::svg(&machine), docs)
}

/// The page of an empty module with these attributes; rustdoc's warnings are errors.
fn page(name: &str, attributes: &[Attribute]) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("rustdoc-{name}"));
    fs::create_dir_all(&folder).expect("a folder");
    let source = folder.join("lib.rs");
    let code = quote!(#![doc = "A machine."] #(#attributes)* pub mod machine {});
    fs::write(&source, code.to_string()).expect("written");
    let rustdoc = std::env::var_os("RUSTDOC").unwrap_or_else(|| "rustdoc".into());
    let output = Command::new(rustdoc)
        .args(["--edition", "2024", "--crate-name", "machines", "-D", "warnings", "-o"])
        .args([&folder, &source])
        .output()
        .expect("rustdoc starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::read_to_string(folder.join("machines/machine/index.html")).expect("a page")
}

#[test]
fn the_page_of_a_module_has_its_picture_transitions_and_tasks() {
    let definition = golden::path("../examples/order/order.asl.json");
    let (picture, attributes) =
        module("order.asl.json", fs::read_to_string(definition).expect("a definition"));
    let page = page("order", &attributes);
    // rustdoc trims the ends of lines.
    assert!(page.contains(picture.trim_end()), "{page}");
    let text = |html: &str| html.replace("<code>", "").replace("</code>", "");
    assert!(
        text(&page).contains(
            "<li>Charge card → How does it travel?; catch States.ALL: Release stock</li>"
        ),
        "{page}"
    );
    assert!(text(&page).contains("<li>charge_card: Charge card</li>"), "{page}");
}

#[test]
fn names_do_not_change_the_page() {
    let names = [
        "</div></svg><script>alert(1)</script>",
        "a\n\n# heading\n\n```\nfn main() { panic!() }\n```",
        "`code` [link](http://x) ![i](http://x) <b onclick='x'>",
        "```rust",
    ];
    for (number, name) in names.into_iter().enumerate() {
        let text = serde_json::json!({
            "Comment": name, "StartAt": name,
            "States": {name: {"Type": "Choice", "Default": "Last", "Choices": [
                {"Variable": "$.a", "StringEquals": name, "Next": "Last"}]},
                "Last": {"Type": "Fail", "Error": name, "Cause": name}}
        });
        let (picture, attributes) = module("names.asl.json", text.to_string());
        let page = page(&format!("names-{number}"), &attributes);
        assert!(page.contains(picture.trim_end()), "{page}");
        let plain = page.replace(picture.trim_end(), "");
        for part in
            ["<script>alert", "onclick='x'>", "<h2 id=\"heading\"", "http://x\"", "rust-example"]
        {
            assert!(!plain.contains(part), "{part}: {plain}");
        }
    }
}

#[test]
fn large_machines_are_named_instead_of_drawn() {
    let state =
        |number: usize| format!(r#""S{number}": {{"Type": "Pass", "Next": "S{}"}}"#, number + 1);
    let states: Vec<String> = (0..300).map(state).collect();
    let text = format!(
        r#"{{"StartAt": "S0", "States": {{{}, "S300": {{"Type": "Succeed"}}}}}}"#,
        states.join(", ")
    );
    let (_, attributes) = module("large.asl.json", text);
    let page = page("large", &attributes);
    assert!(page.contains("A picture of these 301 states is too large"), "{page}");
    assert!(!page.contains("<svg class=\"asl-diagram\""), "{page}");
}
