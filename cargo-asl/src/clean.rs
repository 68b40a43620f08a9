//! `cargo asl clean`: removes compiled programs and runtimes.

use crate::arguments::CleanArguments;
use crate::cache::{self, Removed, shown_size};
use crate::check::counted;
use crate::output::{Outcome, message, remark};

/// Removes everything from the cache.
pub(crate) fn run(arguments: &CleanArguments) -> Outcome {
    let directory = match arguments.cache.clone().map_or_else(cache::default_directory, Ok) {
        Ok(directory) => directory,
        Err(problem) => return Outcome::failed(&problem.to_string()),
    };
    let Removed { runtimes, programs, bytes, left } = cache::clean(&directory);
    remark(&format!(
        "removed {}, {}, {} from `{}`\n",
        counted(runtimes, "runtime"),
        counted(programs, "program"),
        shown_size(bytes),
        directory.display()
    ));
    for folder in &left {
        let shown = folder.display();
        message(&format!("error: `{shown}` is in use, or cannot be removed\n"));
    }
    if left.is_empty() { Outcome::Done } else { Outcome::Failed }
}
