//! The path of the definition.
//!
//! A path is taken from the package's directory, one that begins with `./` from the directory of
//! the file with the macro. The file must lie in the package, symbolic links resolved: building a
//! package reads nothing but the package. The option `outside = true` lifts this.

use std::path::{Component, Path, PathBuf};
use std::{env, fs};

use proc_macro2::Span;

use crate::parser::Fault;

/// The directory that the path is relative to.
pub(crate) fn base(definition: &str, place: Span, outside: bool) -> Result<PathBuf, Fault> {
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let package = package
        .ok_or_else(|| Fault::new(place, "CARGO_MANIFEST_DIR is not set: build with Cargo"))?;
    let base = if definition.starts_with("./") { directory_of(place)? } else { package.clone() };
    if !outside && leaves(&base.join(definition), &package) {
        let message = format!(
            "`{definition}` lies outside of the package; if that is meant, say so with the option `outside = true`"
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
            "the file with this macro has no place on disk: name the definition from the package's directory",
        )
    })
}

/// True if a file lies outside of a directory. One that does not exist is judged by its path alone;
/// that it is missing is said when it is read.
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
