//! `cargo xtask api`: the public API of each package for users, as text files that a change of it
//! changes too.
//!
//! The text is made from the sources: items that are reachable from `lib.rs` through `pub mod` and
//! `pub use`, without those that are hidden from the documentation. Features do not matter: all
//! items are listed, with their conditions.

mod crate_items;
mod listing;

use std::process::ExitCode;

use asl_conformance::problem::Result;
use asl_conformance::{print, workspace};

use self::crate_items::CrateItems;
use crate::{difference, source};

/// The options of `cargo xtask api`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only this package
    #[arg(long, value_name = "NAME")]
    package: Option<String>,
    /// Write the files instead of comparing them
    #[arg(long)]
    bless: bool,
}

/// Compares each package's public items with `docs/internals/api/PACKAGE.txt`.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut changed = 0;
    for package in source::packages_for_users()? {
        let root = workspace::root().join(&package.folder).join("src/lib.rs");
        let is_asked = arguments.package.as_ref().is_none_or(|only| *only == package.name);
        if !is_asked || !root.is_file() {
            continue;
        }
        let text = listing::of_crate(&CrateItems::read(&root)?);
        let file = format!("docs/internals/api/{}.txt", package.name);
        let path = workspace::root().join(&file);
        if arguments.bless {
            workspace::write(&path, &text)?;
            continue;
        }
        let known = if path.is_file() { workspace::read(&path)? } else { String::new() };
        if known != text {
            changed += 1;
            print::line(&difference::show(&file, &known, &text));
        }
    }
    if changed == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    print::line(&format!("api: {changed} files differ; `cargo xtask api --bless` writes them"));
    Ok(ExitCode::FAILURE)
}

#[cfg(test)]
mod tests {
    use asl_conformance::workspace;

    /// Each is `#[non_exhaustive]`, so that an option more breaks no program. Data of a service's
    /// API (`asl_swf::model`) and groups that are complete (`asl_swf::ActivityLimits`,
    /// `asl_swf::worker::Backoff`) are written as struct expressions; their names do not end in
    /// `Options`.
    #[test]
    fn structs_of_options_may_get_more_fields() {
        let folder = workspace::root().join("docs/internals/api");
        let mut open = Vec::new();
        for path in workspace::files(&folder, "txt").unwrap() {
            let text = workspace::read(&path).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            for (at, line) in lines.iter().enumerate() {
                let Some(name) = line.strip_prefix("pub struct ") else { continue };
                let name = name.split(|c: char| !c.is_alphanumeric()).next().unwrap();
                let attributes = lines[..at].iter().rev().take_while(|line| line.starts_with('#'));
                let is_open = !attributes.clone().any(|line| *line == "#[non_exhaustive]");
                let has_fields = lines.get(at + 1).is_some_and(|line| line.contains("pub "));
                if name.ends_with("Options") && is_open && has_fields {
                    open.push(format!("{}: {name}", path.file_stem().unwrap().to_string_lossy()));
                }
            }
        }
        assert_eq!(open, Vec::<String>::new());
    }

    #[test]
    fn the_first_page_of_the_runtime_has_some_forty_items() {
        let path = workspace::root().join("docs/internals/api/asl-runtime.txt");
        let text = workspace::read(&path).unwrap();
        let root = text.split("\n// crate::").next().unwrap();
        let items = root.lines().filter(|line| {
            ["pub use ", "pub struct ", "pub enum ", "pub trait ", "pub type ", "pub fn "]
                .iter()
                .any(|start| line.starts_with(start))
        });
        let modules = text.lines().filter(|line| {
            line.strip_prefix("// crate::").is_some_and(|name| !name.contains("::"))
        });
        let macros = 5;
        let count = items.count() + modules.count() + macros;
        assert!((20..=45).contains(&count), "{count}");
    }
}
