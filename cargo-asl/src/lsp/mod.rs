//! `cargo asl lsp`: the language server, with the machines of the packages that are open.

mod job;
mod methods;

use std::path::Path;

use asl_lsp::{Host, Machine};

use crate::arguments::LspArguments;
use crate::explain;
use crate::format;
use crate::output::{Outcome, message};
use crate::package;
use crate::pages::PAGES;
use crate::test;

/// Serves the client at standard input and output.
pub(crate) fn run(_: &LspArguments) -> Outcome {
    let host = Host {
        machines,
        test_file: test::findings,
        code: |code| {
            let is_it = |(id, _): &&(&str, &str)| id.eq_ignore_ascii_case(code);
            PAGES.iter().find(is_it).map(|(_, page)| (*page).to_owned())
        },
        error_name: explain::error_name,
        format: |source| format::format(source).ok(),
        run: job::run,
        methods: methods::find,
    };
    let was_asked = asl_lsp::serve_stdio(host).unwrap_or_else(|error| {
        message(&format!("error: {error}\n"));
        false
    });
    if was_asked { Outcome::Done } else { Outcome::Failed }
}

/// The machines of all packages in a folder. What cannot be understood there is said by `cargo asl
/// check`; here it leaves definitions with the default options.
fn machines(folder: &Path) -> Vec<Machine> {
    // The packages are those around the working directory.
    if std::env::set_current_dir(folder).is_err() {
        return Vec::new();
    }
    let found = package::machines(true).unwrap_or_default();
    let machine = |machine: package::Machine| Machine {
        definition: machine.base.join(machine.definition),
        options: machine.options,
        ignores_unused: machine.ignores_unused,
    };
    found.list.into_iter().map(machine).collect()
}
