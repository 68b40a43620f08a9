//! Folders of the workspace.

use std::path::{Path, PathBuf};

/// The workspace's folder.
pub(crate) fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package)
}

/// The folder for inputs that fail, under Cargo's target folder.
pub(crate) fn findings() -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    root().join(target).join("fuzz")
}
