//! The files of shards in directories, for programs that work on those.

use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use asl_durable::shard::{Disk as _, DiskFile as _, ExecutionRow};
use asl_durable::{Durable, StoreError};
use tokio::runtime::Builder;

use crate::batch::Held;
use crate::disk::ShardDisk;
use crate::leases::Leases;
use crate::link::{Link, Target};
use crate::store::Postgres;
use crate::tables::Journals;
use crate::tools::{self, RealTables};

/// End of the names of the files that have records.
const LOG: &str = ".log";
/// Maximum bytes that are read at once.
const PIECE: u64 = 4 << 20;
/// Maximum bytes that are appended to a file: they are one batch.
const MOST_ADDED: u64 = 256 << 20;
/// The lease, which is renewed at a third: after a signal that ends this process others take the
/// shard when it is over.
const LEASE: Duration = Duration::from_secs(10);
/// Bytes of the header of a file, which is a batch of its own.
const HEADER: usize = 64;

impl Postgres {
    /// Copies the files of each shard of a store to the empty directory `folder`, lets `change` work
    /// on them as on a store on disk, and writes what it has appended. Other processes wait meanwhile.
    ///
    /// # Errors
    /// A process with machines has the store open, the database cannot be reached, or `change` fails
    /// or does not only append. What it has appended to earlier shards stays.
    #[doc(hidden)]
    pub fn in_directories<T>(
        url: &str,
        folder: &Path,
        mut change: impl FnMut(&Path) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let text = |error: StoreError| error.to_string();
        let shards = tools::unowned(url).map_err(text)?;
        let real = RealTables::connect(url).map_err(text)?;
        let program = "cargo asl store".to_owned();
        let leases = Leases::new(real.process().to_owned(), LEASE, program, Vec::new(), true);
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        let mut link = Link::new(real.target());
        let (working, ended) = channel::<()>();
        thread::scope(|scope| {
            let (working, leases, target) = (working, &leases, real.target());
            scope.spawn(move || keep(leases, target, &ended));
            let mut results = Vec::new();
            for shard in 0..shards {
                let taken = runtime.block_on(async {
                    leases.renew(&mut link).await?;
                    leases.take(&mut link, &[shard]).await
                });
                let taken = taken.map_err(|failure| failure.to_string())?;
                let Some((shard, epoch)) = taken.first().copied() else {
                    return Err(format!("another process has taken shard {shard}: end it"));
                };
                let disk = ShardDisk::new(real.journals(), Held { shard, epoch });
                let directory = folder.join(shard.to_string());
                let changed = change_one(&disk, &directory, &mut change);
                results.extend(changed.map_err(|error| format!("shard {shard}: {error}"))?);
            }
            drop(working);
            Ok(results)
        })
    }
}

/// Renews the leases until the end of the work, and gives them back. If the server is away, they end
/// by themselves.
fn keep(leases: &Leases, target: Arc<Target>, ended: &Receiver<()>) {
    let Ok(runtime) = Builder::new_current_thread().enable_all().build() else { return };
    let mut link = Link::new(target);
    while ended.recv_timeout(LEASE / 3) == Err(RecvTimeoutError::Timeout) {
        // What is appended after the end of a lease is refused if another process has the shard.
        drop(runtime.block_on(leases.renew(&mut link)));
    }
    drop(runtime.block_on(leases.leave(&mut link)));
}

/// Lets `change` work on the files of a shard, and writes what it has appended, with the rows of the
/// executions that it has changed.
fn change_one<T>(
    disk: &ShardDisk<Journals>,
    directory: &Path,
    change: &mut impl FnMut(&Path) -> Result<T, String>,
) -> Result<Option<T>, Box<dyn Error>> {
    let sizes = copy_out(disk, directory)?;
    let mut result = None;
    if !sizes.is_empty() {
        let before: HashSet<ExecutionRow> = Durable::inspect(directory)?.rows().collect();
        result = Some(change(directory)?);
        let after = Durable::inspect(directory)?;
        disk.put_rows(after.rows().filter(|row| !before.contains(row)).collect());
        copy_back(disk, directory, &sizes)?;
    }
    fs::remove_dir_all(directory)?;
    Ok(result)
}

/// Copies the files to a directory. Returns their names and sizes.
fn copy_out(disk: &ShardDisk<Journals>, directory: &Path) -> io::Result<BTreeMap<String, u64>> {
    fs::create_dir(directory)?;
    let mut sizes = BTreeMap::new();
    for name in disk.list()?.into_iter().filter(|name| name.ends_with(LOG)) {
        let (from, mut to) = (disk.open(&name)?, File::create(directory.join(&name))?);
        let size = from.size()?;
        let mut at = 0;
        while at < size {
            let mut piece = vec![0; usize::try_from(PIECE.min(size - at)).unwrap_or(0)];
            let count = from.read_at(&mut piece, at)?;
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            to.write_all(piece.get(..count).unwrap_or_default())?;
            at = at.saturating_add(u64::try_from(count).unwrap_or(0));
        }
        sizes.insert(name, size);
    }
    Ok(sizes)
}

/// Writes what was appended to the files of a directory, and the files that are new.
fn copy_back(
    disk: &ShardDisk<Journals>,
    directory: &Path,
    sizes: &BTreeMap<String, u64>,
) -> io::Result<()> {
    let mut names = Vec::new();
    for entry in fs::read_dir(directory)? {
        names.extend(entry?.file_name().into_string().ok().filter(|name| name.ends_with(LOG)));
    }
    names.sort_unstable();
    if let Some(gone) = sizes.keys().find(|name| !names.contains(name)) {
        return Err(io::Error::other(format!("the program has removed `{gone}`")));
    }
    for name in names {
        let before = sizes.get(&name).copied();
        let mut from = File::open(directory.join(&name))?;
        let Some(count) = from.metadata()?.len().checked_sub(before.unwrap_or(0)) else {
            return Err(io::Error::other(format!("the program has shortened `{name}`")));
        };
        if count > MOST_ADDED {
            return Err(io::Error::other(format!(
                "the program has appended {count} bytes to `{name}`, and at most {MOST_ADDED} are \
                 written: let a process with the machines open the store instead"
            )));
        }
        from.seek(SeekFrom::Start(before.unwrap_or(0)))?;
        let mut added = Vec::new();
        from.read_to_end(&mut added)?;
        if !added.is_empty() {
            let Some(before) = before else {
                let (header, rest) = added.split_at(HEADER.min(added.len()));
                let to = disk.create(&name)?;
                to.write_at(header, 0)?;
                to.write_at(rest, HEADER as u64)?;
                continue;
            };
            disk.open(&name)?.write_at(&added, before)?;
        }
    }
    Ok(())
}
