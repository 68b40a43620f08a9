//! The size of the cache: its limit, and the removal of all of it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::Problem;
use super::directory::{IN_USE, folders, is_unused_for, keys, program_used, runtime_used};
use super::lock::Lock;

/// The environment variable with the limit, in megabytes.
const VARIABLE: &str = "CARGO_ASL_CACHE_LIMIT";
/// The limit without it, in bytes: a runtime in both profiles, with the store, has about half.
const LIMIT: u64 = 1_000 * MEGABYTE;
const MEGABYTE: u64 = 1_000_000;

/// The limit of the cache in bytes.
pub(super) fn limit() -> Result<u64, Problem> {
    let Some(text) = std::env::var_os(VARIABLE).filter(|text| !text.is_empty()) else {
        return Ok(LIMIT);
    };
    let number = text.to_str().and_then(|text| text.trim().parse::<u64>().ok());
    let megabytes = number.ok_or_else(|| {
        Problem::new(format!("`{VARIABLE}` is a number of megabytes, such as 1000"))
    })?;
    Ok(megabytes.saturating_mul(MEGABYTE))
}

/// A part of the cache that can be removed: a program, or a runtime with its programs.
struct Part {
    used: Option<SystemTime>,
    bytes: u64,
}

/// Removes what was used least recently, until the cache is within a limit. What is in use is kept,
/// and the folder of one program with its runtime.
pub(super) fn shrink(cache: &Path, kept: &Path, limit: u64) {
    let mut parts: BTreeMap<PathBuf, Part> = BTreeMap::new();
    for key in keys(cache) {
        let mut programs = 0;
        for folder in folders(&key.join("programs")) {
            let bytes = size(&folder);
            programs += bytes;
            parts.insert(folder.clone(), Part { used: program_used(&folder), bytes });
        }
        let bytes = size(&key).saturating_sub(programs);
        parts.insert(key.clone(), Part { used: runtime_used(&key), bytes });
    }
    let mut total: u64 = parts.values().map(|part| part.bytes).sum();
    let mut oldest: Vec<(Option<SystemTime>, PathBuf)> = parts
        .iter()
        .filter(|(_, part)| part.used.is_none_or(|used| is_unused_for(IN_USE, used)))
        .map(|(path, part)| (part.used, path.clone()))
        .collect();
    oldest.sort();
    for (_, path) in oldest {
        if total <= limit {
            return;
        }
        if kept.starts_with(&path) || !parts.contains_key(&path) || !remove(&path) {
            continue;
        }
        // A runtime is removed with its programs.
        parts.retain(|part, Part { bytes, .. }| {
            let is_removed = part.starts_with(&path);
            total = total.saturating_sub(if is_removed { *bytes } else { 0 });
            !is_removed
        });
    }
}

/// The parts that were removed from a cache.
#[derive(Debug, Default)]
pub(crate) struct Removed {
    /// Number of runtimes.
    pub(crate) runtimes: usize,
    /// Number of programs.
    pub(crate) programs: usize,
    /// Their size.
    pub(crate) bytes: u64,
    /// Folders that were not removed, because another command builds there, or the system refuses.
    pub(crate) left: Vec<PathBuf>,
}

/// Removes all runtimes and programs from a cache, and the cache if nothing else is in it.
pub(crate) fn clean(cache: &Path) -> Removed {
    let mut removed = Removed::default();
    for key in keys(cache) {
        let (programs, bytes) = (folders(&key.join("programs")).len(), size(&key));
        if remove(&key) {
            removed.runtimes += 1;
            removed.programs += programs;
            removed.bytes += bytes;
        } else {
            removed.left.push(key);
        }
    }
    // It fails if something else is in it.
    let _ = fs::remove_dir(cache);
    removed
}

/// Removes a folder, unless another command builds in it.
fn remove(folder: &Path) -> bool {
    let Some(_lock) = Lock::try_acquire(&folder.join("lock")) else { return false };
    fs::remove_dir_all(folder).is_ok()
}

/// Bytes of the files below a folder. A link counts as itself.
fn size(folder: &Path) -> u64 {
    let (mut bytes, mut open) = (0_u64, vec![folder.to_owned()]);
    while let Some(directory) = open.pop() {
        let Ok(entries) = fs::read_dir(directory) else { continue };
        for entry in entries.flatten() {
            match entry.metadata() {
                Ok(metadata) if metadata.is_dir() => open.push(entry.path()),
                Ok(metadata) => bytes = bytes.saturating_add(metadata.len()),
                Err(_) => {}
            }
        }
    }
    bytes
}

/// A size as people read it.
pub(crate) fn shown_size(bytes: u64) -> String {
    if bytes < MEGABYTE {
        return format!("{} kB", bytes.div_ceil(1_000));
    }
    format!("{} MB", bytes.div_ceil(MEGABYTE))
}

#[cfg(test)]
mod tests {
    use super::super::SOURCE;
    use super::*;
    use crate::cache::sources::Engine;

    /// A cache with two runtimes, and two programs in each. Parts are older from the first to the
    /// last.
    fn cache(name: &str) -> (PathBuf, Vec<PathBuf>) {
        let cache = std::env::temp_dir().join(format!("asl-size-{name}-{}", std::process::id()));
        let mut parts = Vec::new();
        for key in ["00000000000000a1", "00000000000000b2"] {
            let key = cache.join(key);
            fs::create_dir_all(key.join("target")).expect("a folder");
            fs::write(key.join("target/library"), [0; 1_000]).expect("a file");
            parts.push(key.clone());
            fs::write(key.join(Engine::Durable.record()), "").expect("a file");
            for program in ["one", "two"] {
                let folder = key.join("programs").join(program);
                fs::create_dir_all(&folder).expect("a folder");
                fs::write(folder.join(SOURCE), [0; 100]).expect("a file");
                parts.push(folder);
            }
        }
        for (age, part) in (1..).zip(&parts) {
            let [source, record] = [SOURCE, Engine::Durable.record()].map(|name| part.join(name));
            let file = if source.exists() { source } else { record };
            let file = fs::File::options().append(true).open(file).expect("it is there");
            file.set_modified(SystemTime::now() - IN_USE * age).expect("a time");
        }
        (cache, parts)
    }

    #[test]
    fn what_was_used_least_recently_is_removed_first() {
        let (cache, parts) = cache("limit");
        let there = || parts.iter().map(|part| part.exists()).collect::<Vec<_>>();
        shrink(&cache, &parts[1], 2_400);
        assert_eq!(there(), [true; 6]);
        shrink(&cache, &parts[1], 2_350);
        assert_eq!(there(), [true, true, true, true, true, false]);
        // The other runtime is older than the second program of this one.
        shrink(&cache, &parts[1], 1_200);
        assert_eq!(there(), [true, true, true, false, false, false]);
        shrink(&cache, &parts[1], 0);
        assert_eq!(there(), [true, true, false, false, false, false]);
        fs::remove_dir_all(cache).expect("it is there");
    }

    #[test]
    fn programs_in_use_are_kept_with_their_runtimes() {
        let (cache, parts) = cache("in-use");
        let there = || parts.iter().map(|part| part.exists()).collect::<Vec<_>>();
        let new = fs::File::options().append(true).open(parts[5].join(SOURCE));
        new.expect("it is there").set_modified(SystemTime::now()).expect("a time");
        shrink(&cache, &parts[1], 0);
        assert_eq!(there(), [true, true, false, true, false, true]);
        fs::remove_dir_all(cache).expect("it is there");
    }

    #[test]
    fn everything_that_nobody_builds_is_cleaned_and_nothing_else() {
        let (cache, parts) = cache("clean");
        let own = cache.join("notes.txt");
        fs::write(&own, "mine").expect("a file");
        let lock = Lock::try_acquire(&parts[3].join("lock")).expect("nobody holds it");
        let removed = clean(&cache);
        assert_eq!((removed.runtimes, removed.programs, removed.bytes), (1, 2, 1_200));
        assert_eq!(removed.left, [parts[3].clone()]);
        drop(lock);
        assert_eq!(clean(&cache).runtimes, 1);
        assert!(own.exists());
        fs::remove_file(own).expect("it is there");
        clean(&cache);
        assert!(!cache.exists());
    }

    #[test]
    fn sizes_are_rounded_up() {
        assert_eq!([0, 1, 999_001].map(shown_size), ["0 kB", "1 kB", "1000 kB"]);
        assert_eq!([1_000_000, 427_100_000].map(shown_size), ["1 MB", "428 MB"]);
    }
}
