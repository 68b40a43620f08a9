//! Compiled jq programs. A separate crate measures them, because only they need jaq.

use crate::compile::expressions::{COUNT, check_millis};
use crate::problem::Result;
use crate::process;
use crate::report::Expressions;

/// Builds and runs that crate, then measures the cost of compiling expressions.
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
