//! `cargo asl new`: a project with a definition, its tasks and a test.

use std::path::Path;
use std::{fs, io};

use asl_codegen::diagnostics::printable;

use crate::arguments::{NewArguments, NewLanguage};
use crate::cache::{Engine, Runtime};
use crate::output::{Outcome, Output, message, remark};

/// Makes the project; lists its files.
pub(crate) fn run(arguments: &NewArguments, output: &mut Output) -> Outcome {
    let folder = &arguments.path;
    let shown = printable(&folder.display().to_string(), 400);
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if let Err(fault) = checked(name) {
        message(&format!(
            "error: `{}` cannot be the name of a package: {fault}\n",
            printable(name, 80)
        ));
        return Outcome::Failed;
    }
    if folder.exists() {
        message(&format!("error: `{shown}` exists already; choose another name\n"));
        return Outcome::Failed;
    }
    for (file, text) in
        files(name, arguments.language, &Runtime::locate(Engine::InProcess).requirement())
    {
        let path = folder.join(file);
        if let Err(error) = write(&path, &text) {
            message(&format!("error: cannot write {}: {error}\n", path.display()));
            return Outcome::Failed;
        }
        output.result(&format!("{}\n", printable(&path.display().to_string(), 1_000)));
    }
    remark(&format!("next: `cd {shown}`, then `cargo run` and `cargo test`\n"));
    Outcome::Done
}

/// Refuses names that Cargo or rustc refuse.
fn checked(name: &str) -> Result<(), &'static str> {
    const RESERVED: [&str; 9] =
        ["test", "core", "std", "alloc", "proc_macro", "build", "deps", "examples", "incremental"];
    if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return Err("it must begin with a letter from a to z");
    }
    if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_') {
        return Err("it may have letters from a to z, digits, `-` and `_` only");
    }
    // These are dependencies of the project.
    if RESERVED.contains(&name) || matches!(name, "asl-runtime" | "asl_runtime" | "tokio") {
        return Err("it is the name of something else");
    }
    let is_keyword = syn::parse_str::<syn::Ident>(&name.replace('-', "_")).is_err();
    if is_keyword { Err("it is a keyword of Rust") } else { Ok(()) }
}

/// The files with their texts.
fn files(name: &str, language: NewLanguage, runtime: &str) -> Vec<(String, String)> {
    let (definition, machine) = match language {
        NewLanguage::Asl => ("order.asl.json", include_str!("template/order.asl.json")),
        NewLanguage::Jsonata => ("order.asl.json", include_str!("template/order.jsonata.json")),
        NewLanguage::Sm4c => ("order.sm4c.json", include_str!("template/order.sm4c.json")),
    };
    let (tasks, charge, ship) = match language {
        NewLanguage::Asl | NewLanguage::Jsonata => ("Tasks", "Charge card", "Ship"),
        NewLanguage::Sm4c => ("Functions", "chargeCard", "ship"),
    };
    let fill = |text: &str| {
        text.replace("{name}", name)
            .replace("{definition}", definition)
            .replace("{runtime}", runtime)
            .replace("{trait}", tasks)
            .replace("{charge}", charge)
            .replace("{ship}", ship)
    };
    vec![
        ("Cargo.toml".to_owned(), fill(include_str!("template/Cargo.toml.txt"))),
        (".gitignore".to_owned(), "/target\n".to_owned()),
        ("README.md".to_owned(), fill(include_str!("template/README.md.txt"))),
        (format!("machines/{definition}"), machine.to_owned()),
        ("src/main.rs".to_owned(), fill(include_str!("template/main.rs.txt"))),
        ("tests/order.rs".to_owned(), fill(include_str!("template/test.rs.txt"))),
    ]
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}
