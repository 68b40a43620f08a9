//! The path of the definition.
//!
//! A path is relative to the package's directory, or to the directory of the file with the macro if
//! it begins with `./`. With symbolic links resolved, the file must be inside the package, because
//! a package should be built from its own files only. The option `outside = true` removes this
//! restriction.

use std::path::{Component, Path, PathBuf};
use std::{env, fs};

use proc_macro2::Span;

use asl_codegen::arguments::Fault;

/// The directory to which the path is relative.
pub(crate) fn base(definition: &str, place: Span, outside: bool) -> Result<PathBuf, Fault> {
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let package = package
        .ok_or_else(|| Fault::new(place, "CARGO_MANIFEST_DIR is not set: build with Cargo"))?;
    let base = if definition.starts_with("./") { directory_of(place)? } else { package.clone() };
    if !outside && leaves(&base.join(definition), &package) {
        let message = format!(
            "`{definition}` is outside of the package; to allow that, set the option \
             `outside = true`"
        );
        return Err(Fault::new(place, message));
    }
    Ok(base)
}

/// The directory of the file with the macro.
fn directory_of(place: Span) -> Result<PathBuf, Fault> {
    let file = place
        .unwrap()
        .local_file()
        .and_then(|file| env::current_dir().ok().map(|here| here.join(file)));
    file.as_deref().and_then(Path::parent).map(Path::to_owned).ok_or_else(|| {
        Fault::new(
            place,
            "the file with this macro is not on disk: use a path that is relative to the \
             package's directory",
        )
    })
}

/// Returns true if a file is outside of a directory. A file that does not exist is judged by its
/// path alone; reading it will report that it is missing.
fn leaves(file: &Path, directory: &Path) -> bool {
    match (fs::canonicalize(file), fs::canonicalize(directory)) {
        (Ok(file), Ok(directory)) => !file.starts_with(directory),
        (Err(_), _) | (_, Err(_)) => !normal(file).starts_with(normal(directory)),
    }
}

/// The path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => normal.push(part),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_climb_out_of_the_package_leave_it() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let outside = |path: &str| leaves(&package.join(path), package);
        assert!(!outside("Cargo.toml"));
        assert!(!outside("src/../Cargo.toml"));
        assert!(!outside("missing.json"));
        assert!(!outside("src/../missing.json"));
        assert!(outside("../Cargo.toml"));
        assert!(outside("../missing.json"));
        assert!(outside("src/../../missing.json"));
        assert!(outside("/etc"));
    }
}
