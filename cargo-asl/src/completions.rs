//! `cargo asl completions` and `cargo asl man`: scripts for shells and pages of the manual, made
//! from the command line itself.

use std::fs;
use std::path::Path;

use clap::Args as _;
use clap_complete::Shell;

use crate::arguments::{Arguments, CompletionsArguments, ManArguments};
use crate::output::{Outcome, Output, message};

/// The name of the program that Cargo runs for `cargo asl`.
const PROGRAM: &str = "cargo-asl";

/// Prints the script for a shell.
pub(crate) fn run(arguments: &CompletionsArguments, output: &mut Output) -> Outcome {
    let mut script = Vec::new();
    // `clap_complete` 4.6 finds no subcommands in bash if there is a hyphen in the name.
    let name = if arguments.shell == Shell::Bash { "cargo_asl" } else { PROGRAM };
    clap_complete::generate(arguments.shell, &mut command(), name, &mut script);
    output.result(&String::from_utf8_lossy(&script));
    output.result(for_cargo(arguments.shell));
    Outcome::Done
}

/// Writes the pages of the manual, one for each command; prints the first one without a directory.
pub(crate) fn man(arguments: &ManArguments, output: &mut Output) -> Outcome {
    let mut command = command().bin_name("cargo asl").disable_help_subcommand(true);
    command.build();
    let Some(directory) = &arguments.directory else {
        let (_, page) = page(&command);
        output.result(&page);
        return Outcome::Done;
    };
    let pages = std::iter::once(&command).chain(command.get_subcommands()).map(page);
    for (name, page) in pages {
        if let Err(error) = write(directory, &name, &page) {
            let shown = directory.join(name);
            message(&format!("error: cannot write {}: {error}\n", shown.display()));
            return Outcome::Failed;
        }
    }
    Outcome::Done
}

/// The command line as that of the program, without Cargo before it.
fn command() -> clap::Command {
    Arguments::augment_args(clap::Command::new(PROGRAM))
}

fn page(command: &clap::Command) -> (String, String) {
    let page = clap_mangen::Man::new(command.clone());
    let mut text = Vec::new();
    // Writing to a Vec cannot fail.
    let _ = page.render(&mut text);
    (page.get_filename(), String::from_utf8_lossy(&text).into_owned())
}

fn write(directory: &Path, name: &str, page: &str) -> std::io::Result<()> {
    fs::create_dir_all(directory)?;
    fs::write(directory.join(name), page)
}

/// The part that completes `cargo asl …`, which shells see as arguments of `cargo`.
fn for_cargo(shell: Shell) -> &'static str {
    match shell {
        Shell::Bash => BASH,
        Shell::Fish => FISH,
        // Cargo's own script for zsh calls `_cargo-asl`, which the script defines. PowerShell and
        // Elvish have one completer per command, and that of `cargo` is not ours to replace.
        Shell::Zsh | Shell::PowerShell | Shell::Elvish | _ => "",
    }
}

/// Completes `cargo asl …` as `cargo-asl …`, and leaves everything else to the earlier completion of
/// `cargo`.
const BASH: &str = r#"
complete -F _cargo_asl -o bashdefault -o default cargo-asl

_cargo_asl_of_cargo() {
    local at=1
    [[ "${COMP_WORDS[1]}" == +* ]] && at=2
    if [[ "${COMP_WORDS[at]}" == asl && $COMP_CWORD -gt $at ]]; then
        COMP_WORDS=(cargo-asl "${COMP_WORDS[@]:at+1}")
        COMP_CWORD=$((COMP_CWORD - at))
        _cargo_asl cargo-asl "$2" "${COMP_WORDS[COMP_CWORD-1]}"
    elif [[ -n "$_cargo_asl_before" ]]; then
        "$_cargo_asl_before" "$@"
    fi
}

# Cargo's own completion is loaded on first use.
declare -F _comp_load >/dev/null && _comp_load cargo 2>/dev/null
declare -F __load_completion >/dev/null && __load_completion cargo 2>/dev/null
_cargo_asl_before=$(complete -p cargo 2>/dev/null | sed -n 's/.*-F \([^ ]*\).*/\1/p')
[[ "$_cargo_asl_before" == _cargo_asl_of_cargo ]] && _cargo_asl_before=
complete -F _cargo_asl_of_cargo -o bashdefault -o default cargo
"#;

/// Completes `cargo asl …` as `cargo-asl …`.
const FISH: &str = r"
function __cargo_asl_of_cargo
    set -l words (commandline -opc)
    set -l at (contains -i -- asl $words)
    or return
    complete -C (string join ' ' -- cargo-asl (string escape -- $words[(math $at + 1)..-1]) (commandline -ct))
end

complete -c cargo -n '__fish_seen_subcommand_from asl' -f -a '(__cargo_asl_of_cargo)'
";
