//! Every definition in `definitions/good` compiles to the Rust code beside it, which this test
//! compares, and which `built.rs` builds. `ASL_BLESS=1` rewrites the goldens.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, reason = "a test may")]

use std::path::{Path, PathBuf};
use std::{env, fs};

use asl_codegen::compile::check_file;
use asl_codegen::options::{Options, TaskOption};
use asl_codegen::{compile, pretty::pretty};
use quote::quote;

/// The definitions, in order.
fn definitions() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("definitions/good");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| {
        path.extension().is_some_and(|extension| extension == "json" || extension == "yaml")
    });
    paths.sort();
    paths
}

fn code(path: &Path) -> String {
    code_with(path, &Options::default().visibility(quote!(pub)))
}

fn code_with(path: &Path, options: &Options) -> String {
    let base = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut sources, mut checked) =
        check_file(path.strip_prefix(base).expect("within the package"), base, options);
    assert!(!checked.diagnostics.has_errors(), "{}: {:?}", path.display(), checked.diagnostics);
    let machine = checked.machine.as_mut().expect("no errors");
    // Paths are shown relative to the working directory, which depends on the way of running tests.
    for source in &mut sources.files {
        let path = source.path.as_ref().expect("a file");
        source.shown = path.file_name().expect("a file").to_string_lossy().into_owned();
    }
    machine.source.clone_from(&sources.files[0].shown);
    pretty(compile::emit(machine, &sources, options)).expect("Rust")
}

#[test]
fn definitions_compile_to_their_goldens() {
    let bless = env::var_os("ASL_BLESS").is_some();
    let mut differing = Vec::new();
    for path in definitions() {
        let golden = path.with_extension("").with_extension("rs");
        let code = code(&path);
        if bless {
            fs::write(&golden, &code).expect("the golden can be written");
        }
        if fs::read_to_string(&golden).unwrap_or_default() != code {
            differing.push(golden.display().to_string());
        }
    }
    assert!(differing.is_empty(), "run the tests with ASL_BLESS=1 and review: {differing:#?}");
}

/// `mod states` of the machine that `runs/typed_states.rs` compiles.
#[test]
fn typed_state_functions_are_those_of_their_golden() {
    let types = [
        ("check", quote!(Order), quote!(Order)),
        ("charge", quote!(Charge), quote!(Payment)),
        ("charge_again", quote!(Charge), quote!(Payment)),
        ("ship", quote!(Payment), quote!(Parcel)),
        ("weigh", quote!(Parcel), quote!(u32)),
        ("print", quote!(Label), quote!(Printed)),
    ];
    let tasks = types.into_iter().map(|(task, input, output)| TaskOption {
        task: task.to_owned(),
        method: None,
        types: Some((input, output)),
    });
    let options = Options::default()
        .input(quote!(Order))
        .output(quote!(Printed))
        .tasks(tasks.collect::<Vec<_>>());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("definitions");
    let code = code_with(&folder.join("typed_states.asl.json"), &options);
    let (_, rest) = code.split_once("    pub mod states {\n").expect("the module");
    let (module, _) = rest.split_once("\n    }\n").expect("its end");
    let lines = module.lines().map(|line| line.strip_prefix("    ").unwrap_or(line));
    let module = format!("pub mod states {{\n{}\n}}\n", lines.collect::<Vec<_>>().join("\n"));
    let golden = folder.join("typed_states.rs");
    if env::var_os("ASL_BLESS").is_some() {
        fs::write(&golden, &module).expect("the golden can be written");
    }
    assert!(
        fs::read_to_string(&golden).unwrap_or_default() == module,
        "run the tests with ASL_BLESS=1 and review {}",
        golden.display()
    );
}

#[test]
fn the_same_definition_gives_the_same_code() {
    for path in definitions() {
        assert_eq!(code(&path), code(&path), "{}", path.display());
    }
}

/// Each block of Rust in the page is a part of the golden that its first line names.
#[test]
fn the_page_about_emitted_code_shows_goldens() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("the file can be read");
    // Blocks are indented less than the code that they show.
    let flat = |text: &str| text.lines().map(str::trim_start).collect::<Vec<_>>().join("\n");
    let page = read("docs/internals/emitted-code.md");
    let blocks: Vec<&str> =
        page.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(blocks.len() > 5, "{blocks:?}");
    for block in blocks {
        let (golden, code) = block.split_once('\n').expect("a golden's path and code");
        let golden = golden.strip_prefix("// ").expect("a golden's path");
        assert!(flat(&read(golden)).contains(&flat(code)), "not in {golden}:\n{code}");
    }
}
