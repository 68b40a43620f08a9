//! Compiled jq programs: a crate of its own measures them, because it needs jaq and nothing else
//! does.

use crate::compile::expressions::{COUNT, check_millis};
use crate::problem::Result;
use crate::process;
use crate::report::Expressions;

/// Builds and runs that crate, then measures what compiling expressions costs.
pub(crate) fn measure() -> Result<Expressions> {
    let manifest = process::workspace().join("tools/bench/expressions/Cargo.toml");
    let mut cargo = process::cargo(&["run", "--quiet", "--release", "--manifest-path"]);
    cargo.arg(manifest).arg("--target-dir").arg(process::scratch()?.join("expressions"));
    let speed = String::from_utf8_lossy(&process::run(&mut cargo)?).into_owned();
    Ok(Expressions { speed, count: COUNT, check_millis: check_millis()? })
}

impl Expressions {
    /// The figures as text.
    pub(crate) fn text(&self) -> String {
        let Self { speed, count, check_millis } = self;
        format!(
            "{speed}\n{count} expressions in one crate: {check_millis:.2} ms of `cargo check` for each\n\n"
        )
    }
}
