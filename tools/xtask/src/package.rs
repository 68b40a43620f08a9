//! `cargo xtask package`: packages what is for users, in the order of their dependencies, and
//! builds from the packages alone.
//!
//! The workspace hides what a package lacks: files outside of its folder, features that another
//! member turns on, versions of paths. So everything is unpacked below `target/packages`, where
//! cargo sees no workspace of ours, and the dependencies among the packages come from there.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use asl_conformance::print;
use asl_conformance::problem::{Problem, Result};
use asl_conformance::{process, workspace};

use crate::source;

/// Options of the command.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Checks the command line in place of building and running it
    #[arg(long, conflicts_with = "all")]
    quick: bool,
    /// Checks each package with all its features, too
    #[arg(long)]
    all: bool,
}

impl Arguments {
    /// The options of `cargo xtask test`.
    pub(crate) const fn of_test(quick: bool) -> Self {
        Self { quick, all: false }
    }
}

/// A package that is unpacked.
struct Unpacked {
    name: String,
    folder: PathBuf,
}

/// The fields that a manifest of a package needs besides those that cargo demands.
const FIELDS: [&str; 8] = [
    "categories",
    "description",
    "documentation",
    "edition",
    "keywords",
    "license",
    "readme",
    "rust-version",
];

/// The files that each package needs.
const FILES: [&str; 3] = ["LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// The programs of the application, and their outputs.
const PROGRAMS: [(&str, &str); 2] = [
    (
        "shop",
        r#"{"total":1250,"address":"Kiel","receipt":{"key":"KEY","cents":1250},"parcel":{"to":"Kiel"}}"#,
    ),
    ("built", r#"{"total":1250,"address":"Kiel","receipt":1250,"parcel":"Kiel"}"#),
];

/// Makes the packages, and builds from them.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let from = Instant::now();
    let packages = unpack()?;
    let mut faults: Vec<String> = Vec::new();
    for package in &packages {
        faults.extend(lacks(package)?);
    }
    let folder = folder();
    write_workspace(&folder, &packages)?;
    let built = faults.is_empty() && build(&folder, arguments)?;
    if built {
        faults.extend(run_application(&folder, &packages)?);
        if !arguments.quick {
            faults.extend(run_command_line(&folder)?);
        }
    }
    for fault in &faults {
        print::line(&format!("package: {fault}"));
    }
    let (count, seconds) = (packages.len(), from.elapsed().as_secs());
    print::line(&format!("package: {count} packages in {seconds} s"));
    Ok(if built && faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn folder() -> PathBuf {
    workspace::target().join("packages")
}

/// Packages the libraries and the command line, and unpacks them.
fn unpack() -> Result<Vec<Unpacked>> {
    let packages = source::packages_for_users()?;
    let names: Vec<String> = packages.into_iter().map(|package| package.name).collect();
    let mut cargo = process::cargo(&["package", "--no-verify", "--allow-dirty", "--quiet"]);
    cargo.args(names.iter().flat_map(|name| ["--package", name.as_str()]));
    let done = process::announced(&mut cargo)?;
    if !done.success() {
        return Err(Problem::new("cargo package failed"));
    }
    fs::create_dir_all(folder()).map_err(|error| Problem::at(&folder(), &error))?;
    names.into_iter().map(unpack_one).collect()
}

/// Unpacks a package in the place of its last one. Equal files keep their times, as in the package
/// all times are equal: cargo would otherwise build again or not at all.
fn unpack_one(name: String) -> Result<Unpacked> {
    let versioned = format!("{name}-{}", env!("CARGO_PKG_VERSION"));
    let file = workspace::target().join("package").join(format!("{versioned}.crate"));
    let fresh = folder().join("unpacked");
    remove(&fresh)?;
    fs::create_dir_all(&fresh).map_err(|error| Problem::at(&fresh, &error))?;
    process::output(Command::new("tar").arg("-xzmf").arg(&file).arg("-C").arg(&fresh))?;
    let to = folder().join(&name);
    replace(&fresh.join(&versioned), &to)?;
    remove(&fresh)?;
    Ok(Unpacked { name, folder: to })
}

fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| Problem::at(folder, &error))?;
    }
    Ok(())
}

/// Makes a folder equal to another one, and leaves equal files alone.
fn replace(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).map_err(|error| Problem::at(to, &error))?;
    for gone in workspace::entries(to)? {
        let source = from.join(gone.file_name().unwrap_or_default());
        if !source.exists() && gone.is_dir() {
            remove(&gone)?;
        } else if !source.exists() {
            fs::remove_file(&gone).map_err(|error| Problem::at(&gone, &error))?;
        }
    }
    for path in workspace::entries(from)? {
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            replace(&path, &target)?;
        } else {
            workspace::copy_file(&path, &target)?;
        }
    }
    Ok(())
}

/// The files and fields that a package lacks.
fn lacks(package: &Unpacked) -> Result<Vec<String>> {
    let name = &package.name;
    let manifest = workspace::read(&package.folder.join("Cargo.toml"))?;
    let fields = FIELDS.iter().filter(|field| {
        !manifest.lines().any(|line| {
            line.strip_prefix(**field).is_some_and(|rest| rest.trim_start().starts_with('='))
        })
    });
    let files = FILES
        .iter()
        .filter(|file| !fs::metadata(package.folder.join(file)).is_ok_and(|found| found.len() > 0));
    Ok(fields
        .map(|field| format!("{name}: its manifest has no `{field}`"))
        .chain(files.map(|file| format!("{name}: the package has no {file}")))
        .collect())
}

/// Writes a workspace of the packages, with the versions of our lock file.
fn write_workspace(folder: &Path, packages: &[Unpacked]) -> Result<()> {
    let members: Vec<String> =
        packages.iter().map(|package| format!("\"{}\"", package.name)).collect();
    // The profile is ours, so that dependencies from the registry are not built twice.
    let text = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{}]\n\n[profile.dev]\ndebug = \"line-tables-only\"\n\n{}",
        members.join(", "),
        patches(packages)
    );
    workspace::write(&folder.join("Cargo.toml"), &text)?;
    workspace::copy_file(&workspace::root().join("Cargo.lock"), &folder.join("Cargo.lock"))
}

/// The table that has cargo take the packages from their folders.
fn patches(packages: &[Unpacked]) -> String {
    let mut text = String::from("[patch.crates-io]\n");
    for package in packages {
        let Unpacked { name, folder } = package;
        let _ = writeln!(text, "{name} = {{ path = {:?} }}", folder.display().to_string());
    }
    text
}

/// Builds or checks the command line with its own features, and checks all packages with all of
/// them.
fn build(folder: &Path, arguments: &Arguments) -> Result<bool> {
    let command = if arguments.quick { "check" } else { "build" };
    let mut commands = vec![vec![command, "--package", "cargo-asl"]];
    if arguments.all {
        commands.push(vec!["check", "--workspace", "--all-features"]);
    }
    for command in commands {
        let mut cargo = process::cargo(&command);
        cargo.current_dir(folder).env("CARGO_TARGET_DIR", workspace::target());
        if !process::announced(&mut cargo)?.success() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Builds a user's application, and runs its programs and its tests. Its manifest and its files are
/// those of the guide.
fn run_application(folder: &Path, packages: &[Unpacked]) -> Result<Vec<String>> {
    let application = folder.join("shop");
    let guide = workspace::root().join("tests/guide");
    for (from, to) in [
        ("first/build.rs", "build.rs"),
        ("first/main.rs", "src/main.rs"),
        ("first/built.rs", "src/bin/built.rs"),
        ("first/tests.rs", "tests/order.rs"),
        ("machines/order.asl.json", "machines/order.asl.json"),
    ] {
        workspace::copy_file(&guide.join(from), &application.join(to))?;
    }
    // Cargo would take the application for a member of this project's workspace.
    let manifest = workspace::read(&guide.join("first/Cargo.toml"))?;
    workspace::write(&application.join("Cargo.toml"), &format!("{manifest}\n[workspace]\n"))?;
    let config = folder.join("patch.toml");
    workspace::write(
        &config,
        &format!("profile.dev.debug = \"line-tables-only\"\n\n{}", patches(packages)),
    )?;
    let cargo = |arguments: &[&str]| {
        let mut cargo = process::cargo(&["--config", &config.display().to_string()]);
        cargo.args(arguments).current_dir(&application);
        cargo.env("CARGO_TARGET_DIR", workspace::target());
        cargo
    };
    let mut faults = Vec::new();
    for (program, expected) in PROGRAMS {
        let output = process::output(&mut cargo(&["run", "--quiet", "--bin", program]))?;
        if without_key(output.trim_end()) != expected {
            faults.push(format!("the program `{program}` printed {output}"));
        }
    }
    process::output(&mut cargo(&["test", "--quiet"]))?;
    Ok(faults)
}

/// Lets `cargo asl` check and run the application's definition.
fn run_command_line(folder: &Path) -> Result<Vec<String>> {
    let application = folder.join("shop");
    let command = workspace::target().join("debug").join("cargo-asl");
    process::output(
        Command::new(&command).args(["asl", "check"]).arg(application.join("machines")),
    )?;
    // Compiles a program with the packages of the folder.
    process::output(
        Command::new(&command)
            .args(["asl", "run", "machines/order.asl.json", "--virtual", "--cache"])
            .arg(workspace::target().join("asl-cache"))
            .args(["--task", "Charge card=cat", "--task", "Ship=cat", "--until", "Ship"])
            .current_dir(&application),
    )?;
    let page = process::output(Command::new(&command).args(["asl", "explain", "ASL0401"]))?;
    let fault = format!("`cargo asl explain ASL0401` printed {page}");
    Ok(if page.contains("ASL0401") { Vec::new() } else { vec![fault] })
}

/// A program's output without the random part of its execution's name.
fn without_key(output: &str) -> String {
    let parts = output.split_once("\"key\":\"").and_then(|(before, rest)| {
        let (_, behind) = rest.split_once("#0\"")?;
        Some(format!("{before}\"key\":\"KEY\"{behind}"))
    });
    parts.unwrap_or_else(|| output.to_owned())
}
