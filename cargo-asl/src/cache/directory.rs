//! The directory of the cache, and the removal of unused programs.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{Engine, Problem, SOURCE};

/// The environment variable with the directory.
const VARIABLE: &str = "CARGO_ASL_CACHE";
/// Maximum number of programs for each runtime.
const MOST: usize = 200;
/// Time without use after which a program or a runtime is removed.
const LONGEST: Duration = Duration::from_secs(60 * 60 * 24 * 60);
/// Time after its last use in which nothing is removed for its size or number: a command may be
/// about to start the program.
pub(super) const IN_USE: Duration = Duration::from_secs(60 * 60);

/// The directory, if none is given: `CARGO_ASL_CACHE`, or `asl` in cargo's home, beside the
/// registry's cache.
pub(crate) fn default_directory() -> Result<PathBuf, Problem> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(directory) = variable(VARIABLE) {
        return Ok(PathBuf::from(directory));
    }
    let cargo = variable("CARGO_HOME").map(PathBuf::from);
    let cargo = cargo.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    cargo.map(|cargo| cargo.join("asl")).ok_or_else(|| {
        Problem::new("there is no home for compiled programs; name a directory with `--cache DIR`")
    })
}

/// Records that a file was used now. A cache that cannot be written to still works.
pub(super) fn mark_used(file: &Path) {
    if let Ok(file) = File::options().append(true).open(file) {
        let _ = file.set_modified(SystemTime::now());
    }
}

/// Removes programs that were not used for long, and those beyond the maximum number. What cannot
/// be removed now, because it runs, is removed later.
pub(super) fn remove_old(programs: &Path) {
    let mut found: Vec<(SystemTime, PathBuf)> = folders(programs)
        .into_iter()
        .filter_map(|folder| Some((used(&folder.join(SOURCE))?, folder)))
        .collect();
    found.sort_unstable_by(|(one, _), (other, _)| other.cmp(one));
    for (at, (used, folder)) in found.iter().enumerate() {
        if (at >= MOST && is_unused_for(IN_USE, *used)) || is_unused_for(LONGEST, *used) {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// Removes the runtimes of other compilers and versions that were not used for long.
pub(super) fn remove_old_runtimes(cache: &Path) {
    for folder in keys(cache) {
        if runtime_used(&folder).is_some_and(|used| is_unused_for(LONGEST, used)) {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// The folders of runtimes in a cache. Their names are hashes, so nothing else is taken for one.
pub(super) fn keys(cache: &Path) -> Vec<PathBuf> {
    let is_key = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.len() == 16 && name.bytes().all(|c| c.is_ascii_hexdigit()))
    };
    folders(cache).into_iter().filter(is_key).collect()
}

/// The time when a runtime was used last, for any engine, or one of its programs.
pub(super) fn runtime_used(key: &Path) -> Option<SystemTime> {
    let records = Engine::ALL.iter().filter_map(|engine| used(&key.join(engine.record())));
    let programs = folders(&key.join("programs"));
    records.chain(programs.iter().filter_map(|folder| program_used(folder))).max()
}

/// The time when a program was used last, or when the folder of a new one was made.
pub(super) fn program_used(folder: &Path) -> Option<SystemTime> {
    used(&folder.join(SOURCE)).or_else(|| used(folder))
}

pub(super) fn folders(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

fn used(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).ok()?.modified().ok()
}

/// True if the last use is longer ago than this.
pub(super) fn is_unused_for(longest: Duration, used: SystemTime) -> bool {
    SystemTime::now().duration_since(used).is_ok_and(|since| since > longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_that_are_old_or_too_many_are_removed() {
        let directory = std::env::temp_dir().join(format!("asl-cache-{}", std::process::id()));
        let now = SystemTime::now();
        for number in 0..MOST + 2 {
            let folder = directory.join(number.to_string());
            fs::create_dir_all(&folder).unwrap();
            let file = File::create(folder.join(SOURCE)).unwrap();
            let hours = Duration::from_secs(IN_USE.as_secs() * number as u64);
            let age = if number == 0 { LONGEST * 2 } else { hours };
            file.set_modified(now - age).unwrap();
        }
        remove_old(&directory);
        let left = folders(&directory);
        assert_eq!(left.len(), MOST);
        for gone in ["0".to_owned(), (MOST + 1).to_string()] {
            assert!(!directory.join(gone).exists());
        }
        fs::remove_dir_all(directory).unwrap();
    }
}
