//! Versions of definitions: their outlines, and what changed since the version that was released,
//! which `asl.lock` in the directory of the package has.

mod outline;

use std::path::{Component, Path, PathBuf};

use asl_language::version::Version;
use asl_language::versions::{Change, Comparison, Outline, StateComparison, Verdict};
use asl_source::diagnostics::{Code, Diagnostic, Diagnostics};
use asl_source::options::Options;
use asl_source::source::{Sources, Span, cannot_read, read_released};

use crate::ir::{self, fingerprint};

pub use asl_language::versions::Released;
pub use outline::outline;

/// The name of the file in the directory of a package.
pub const LOCK: &str = "asl.lock";

/// States that a finding names.
const MOST_STATES: usize = 5;

/// A version that was released, and from which a definition differs.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// The version.
    pub version: Version,
    /// Its outline.
    pub outline: Outline,
}

/// The path of the file in the directory of a package.
pub fn lock(package: &Path) -> PathBuf {
    package.join(LOCK)
}

/// The file in the directory of a package, if there is one.
pub fn existing_lock(package: &Path) -> Option<PathBuf> {
    Some(lock(package)).filter(|lock| lock.is_file())
}

/// The line of a definition without errors, for the file in the directory of a package.
pub fn released(
    machine: &ir::Machine,
    sources: &Sources,
    options: &Options,
    package: &Path,
) -> Released {
    let version = Version::from(fingerprint::of_machine(machine));
    Released::new(&name(sources, options, package), version, &outline(machine, sources, options))
}

/// The versions in a file.
///
/// # Errors
/// If it cannot be read, or if it has lines that are none of such a file.
pub fn all_released(lock: &Path) -> Result<Vec<Released>, Box<Diagnostic>> {
    let Some(text) = read_released(lock)? else { return Ok(Vec::new()) };
    Released::all(&text).map_err(|line| unreadable(lock, &format!("line {}", line.0)))
}

/// The released versions of a definition without errors; none if one of them is this definition, or
/// if it was not released.
///
/// # Errors
/// As [`all_released`].
fn since_release(
    machine: &ir::Machine,
    sources: &Sources,
    options: &Options,
    package: &Path,
) -> Result<Vec<Earlier>, Box<Diagnostic>> {
    let lock = lock(package);
    let name = name(sources, options, package);
    let mut released = all_released(&lock)?;
    released.retain(|released| released.machine == name);
    let version = Version::from(fingerprint::of_machine(machine));
    if released.iter().any(|released| released.version == version) {
        return Ok(Vec::new());
    }
    let earlier = released.into_iter().map(|released| {
        let line = || format!("the line of `{}`", released.shown_machine());
        let outline = released.outline().ok_or_else(|| unreadable(&lock, &line()))?;
        Ok(Earlier { version: released.version, outline })
    });
    earlier.collect()
}

/// Reports a change since the release that executions cannot follow, if the package has such a file.
/// Returns the released versions from which the definition differs.
pub(crate) fn check(
    machine: &ir::Machine,
    sources: &Sources,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Vec<Earlier> {
    let Some(package) = &options.package else { return Vec::new() };
    match since_release(machine, sources, options, package) {
        Ok(versions) if versions.is_empty() => versions,
        Ok(versions) => {
            let now = outline(machine, sources, options);
            let findings =
                versions.iter().filter_map(|earlier| finding(earlier, &now, machine, sources));
            findings.for_each(|finding| diagnostics.push(finding));
            versions
        }
        Err(fault) => {
            diagnostics.push(*fault);
            Vec::new()
        }
    }
}

fn finding(
    earlier: &Earlier,
    now: &Outline,
    machine: &ir::Machine,
    sources: &Sources,
) -> Option<Diagnostic> {
    let comparison = earlier.outline.compare(now);
    if comparison.all_can_move() {
        return None;
    }
    let version = earlier.version;
    let code = Code::UnsafeChange;
    let whole = beginning(machine);
    let finding = match blocking(&comparison.machine) {
        Some(why) => {
            let title = format!("no execution of version {version} can move to this definition");
            Diagnostic::new(code, whole, title).label(why)
        }
        None => of_states(version, &comparison, |state| place(state, machine, sources, whole))?,
    };
    Some(finding.help(format!(
        "keep version {version} until none of its executions is left; then `cargo asl lock` writes the \
         new one to `{LOCK}`"
    )))
}

fn of_states(
    version: Version,
    comparison: &Comparison,
    place: impl Fn(&StateComparison) -> Span,
) -> Option<Diagnostic> {
    let stuck: Vec<&StateComparison> =
        comparison.states.iter().filter(|state| state.verdict == Verdict::Stuck).collect();
    let (first, others) = stuck.split_first()?;
    let more = match others.len() {
        0 => String::new(),
        1 => " or in another state".to_owned(),
        count => format!(" or in {count} other states"),
    };
    let title = format!(
        "executions of version {version} that wait in `{}`{more} cannot move to this definition",
        first.state
    );
    let why = |state: &StateComparison| blocking(&state.changes).unwrap_or_default();
    let finding = Diagnostic::new(Code::UnsafeChange, place(first), title).label(why(first));
    let shown = others.iter().take(MOST_STATES - 1);
    Some(shown.fold(finding, |finding, state| {
        finding.related(place(state), format!("`{}`: {}", state.state, why(state)))
    }))
}

/// The changes that prevent a move, as one text.
fn blocking(changes: &[Change]) -> Option<String> {
    let texts: Vec<String> =
        changes.iter().filter(|change| change.blocks_migration()).map(Change::to_string).collect();
    (!texts.is_empty()).then(|| texts.join("; "))
}

/// The name of a state in the new definition, or the whole definition if the state is gone.
fn place(
    state: &StateComparison,
    machine: &ir::Machine,
    sources: &Sources,
    otherwise: Span,
) -> Span {
    let is_there = |span: Span| {
        let position = sources.position(span);
        state.new == Some((position.line, position.column))
    };
    let spans = machine.states.iter().map(|state| state.name.span);
    spans.into_iter().find(|span| is_there(*span)).unwrap_or(otherwise)
}

/// The beginning of the definition.
pub fn beginning(machine: &ir::Machine) -> Span {
    let file = machine.states.first().map(|state| state.name.span.file).unwrap_or_default();
    Span { file, start: 0, end: 1 }
}

fn unreadable(lock: &Path, line: &str) -> Box<Diagnostic> {
    let what = format!("{line} is none that `cargo asl lock` writes");
    let refused = cannot_read(&lock.display().to_string(), what);
    Box::new(refused.help("take the line from the version that was released, or remove it"))
}

/// The name of a definition in the file.
fn name(sources: &Sources, options: &Options, package: &Path) -> String {
    let path = sources.files.first().and_then(|source| source.path.as_deref());
    let path = path.map(|path| path_from(package, path)).unwrap_or_default();
    Released::name(&path, options.resource.as_deref())
}

/// A path from a directory, with `/` between its parts, if both are given in the same way.
fn path_from(directory: &Path, path: &Path) -> String {
    let parts = |path: &Path| -> Vec<String> {
        let parts = path.components().filter(|part| *part != Component::CurDir);
        parts.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
    };
    let (directory, path) = (parts(directory), parts(path));
    let same = directory.iter().zip(&path).take_while(|(one, other)| one == other).count();
    let up = directory.iter().skip(same).map(|_| "..");
    let down = path.iter().skip(same).map(String::as_str);
    up.chain(down).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_from_the_directory_of_the_package() {
        let cases = [
            ("/a/shop", "/a/shop/machines/order.json", "machines/order.json"),
            ("/a/shop", "/a/shared/./order.json", "../shared/order.json"),
            ("", "machines/order.json", "machines/order.json"),
            ("definitions/released", "definitions/bad/x.json", "../bad/x.json"),
        ];
        for (directory, path, expected) in cases {
            assert_eq!(path_from(Path::new(directory), Path::new(path)), expected);
        }
    }
}
