//! `cargo asl new`: a project with a definition, its tasks and a test.

use std::io::Write as _;
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
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let name = name.as_ref();
    if let Err(fault) = checked(name) {
        message(&format!(
            "error: `{}` cannot be the name of a package: {fault}\n",
            printable(name, 80)
        ));
        return Outcome::Failed;
    }
    if let Err(error) = make(folder) {
        let exists = folder.symlink_metadata().is_ok();
        message(&if exists {
            format!("error: `{shown}` exists already; choose another name\n")
        } else {
            format!("error: cannot make the folder `{shown}`: {error}\n")
        });
        return Outcome::Failed;
    }
    for (file, text) in files(name, arguments.language, &Runtime::locate(Engine::InProcess)) {
        let path = folder.join(file);
        let shown = printable(&path.display().to_string(), 1_000);
        if let Err(error) = write(&path, &text) {
            message(&format!("error: cannot write `{shown}`: {error}\n"));
            return Outcome::Failed;
        }
        output.result(&format!("{shown}\n"));
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
    if RESERVED.contains(&name)
        || matches!(name.replace('-', "_").as_str(), "asl_runtime" | "asl_testing" | "tokio")
    {
        return Err("it is the name of something else");
    }
    let is_keyword = syn::parse_str::<syn::Ident>(&name.replace('-', "_")).is_err();
    if is_keyword { Err("it is a keyword of Rust") } else { Ok(()) }
}

/// The files with their texts.
fn files(name: &str, language: NewLanguage, runtime: &Runtime) -> Vec<(String, String)> {
    let (definition, machine) = match language {
        NewLanguage::Asl => ("order.asl.json", include_str!("template/order.asl.json")),
        NewLanguage::Jsonata => ("order.asl.json", include_str!("template/order.jsonata.json")),
        NewLanguage::Sm4c => ("order.sm4c.json", include_str!("template/order.sm4c.json")),
    };
    let features = match language {
        NewLanguage::Asl => "",
        NewLanguage::Jsonata => ", features = [\"jsonata\"]",
        NewLanguage::Sm4c => ", features = [\"sm4c\"]",
    };
    let (tasks, charge, ship) = match language {
        NewLanguage::Asl | NewLanguage::Jsonata => ("Tasks", "Charge card", "Ship"),
        NewLanguage::Sm4c => ("Functions", "chargeCard", "ship"),
    };
    let fill = |text: &str| {
        text.replace("{name}", name)
            .replace("{definition}", definition)
            .replace("{runtime}", &(runtime.requirement("asl-runtime") + features))
            .replace("{testing}", &runtime.requirement("asl-testing"))
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

/// Makes the folder of the project, which nothing else may have made: neither a folder nor a link.
fn make(folder: &Path) -> io::Result<()> {
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::create_dir(folder)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::File::create_new(path)?.write_all(text.as_bytes())
}
