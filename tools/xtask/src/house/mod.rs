//! `cargo xtask house`: sizes, structure and wording of the library code, held against limits.
//!
//! Library code is the `src` folders of the packages that users depend on or install, without
//! tests. Generated files are left out of the number of lines and of repeated runs.
//! `tools/xtask/house.txt` lists the limits that are not met, each with the figure that is
//! accepted and the reason.

mod docs;
mod features;
mod figures;
mod functions;
mod limits;
mod methods;
mod paths;
mod phrases;
mod rare;
mod repeats;

use std::process::ExitCode;

use asl_conformance::problem::Result;
use asl_conformance::{print, workspace};

use self::figures::Figures;
use self::limits::Whole;
use crate::source::{self, SourceFile};

/// The options of `cargo xtask house`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only this package, with a row for each of its top-level modules
    #[arg(long, visible_alias = "crate", value_name = "NAME")]
    package: Option<String>,
    /// Only files whose path contains this text
    #[arg(long, value_name = "TEXT", default_value = "")]
    path: String,
    /// Print the place of everything that is beyond a limit
    #[arg(long)]
    list: bool,
}

/// A file with its package, as the checks need it.
pub(crate) struct Place {
    pub(crate) package: String,
    /// The path below the workspace's root.
    pub(crate) shown: String,
    pub(crate) file: SourceFile,
}

/// Prints the figures; fails if one is beyond its limit and beyond the accepted figure.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let places = places(arguments)?;
    print::line(figures::HEADER);
    let group = |place: &Place| match &arguments.package {
        None => place.package.clone(),
        Some(_) => place.file.module().into_iter().next().unwrap_or_else(|| "lib".to_owned()),
    };
    let mut groups: Vec<_> = places.iter().map(group).collect();
    groups.sort();
    groups.dedup();
    for name in &groups {
        let figures = Figures::of(places.iter().filter(|place| group(place) == *name));
        print::line(&figures.row(name));
    }
    let total = Figures::of(places.iter());
    print::line(&total.row("all"));
    let is_whole = arguments.package.is_none() && arguments.path.is_empty();
    let repeats = repeats::find(&places);
    let papers = limits::PAPERS.iter().map(|(_, file, _)| bytes_of(file)).collect::<Result<_>>()?;
    let paths = paths::find()?;
    let features = if is_whole { features::find()? } else { Vec::new() };
    let rare = if is_whole { rare::find(&places) } else { Vec::new() };
    let whole = Whole {
        repeats: repeats.len(),
        root_folders: root_folders()?,
        missing_paths: paths.len(),
        tests_only: features.len(),
        rare: rare.len(),
        papers,
    };
    let problems = limits::show(&total, is_whole.then_some(&whole))?;
    if arguments.list {
        total.list();
        for repeat in repeats {
            print::line(&repeat.to_string());
        }
        for path in paths {
            print::line(&path.to_string());
        }
        for package in features {
            print::line(&package.to_string());
        }
        for function in rare {
            print::line(&function);
        }
    }
    Ok(if problems == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn places(arguments: &Arguments) -> Result<Vec<Place>> {
    let mut places = Vec::new();
    for package in source::packages()? {
        let is_wanted = match &arguments.package {
            None => package.is_library(),
            Some(only) => *only == package.name,
        };
        if !is_wanted {
            continue;
        }
        for file in package.files()? {
            let shown = package.folder.join("src").join(&file.path).display().to_string();
            if shown.contains(&arguments.path) {
                places.push(Place { package: package.name.clone(), shown, file });
            }
        }
    }
    Ok(places)
}

/// The size of a file below the workspace's root.
fn bytes_of(file: &str) -> Result<usize> {
    Ok(workspace::read(&workspace::root().join(file))?.len())
}

/// The number of folders at the root that a visitor sees.
fn root_folders() -> Result<usize> {
    let entries = workspace::entries(workspace::root())?;
    let is_seen = |name: &str| !name.starts_with('.') && !name.starts_with("target");
    let folders = entries.iter().filter(|path| path.is_dir());
    let names = folders.filter_map(|path| path.file_name()?.to_str());
    Ok(names.filter(|name| is_seen(name)).count())
}
