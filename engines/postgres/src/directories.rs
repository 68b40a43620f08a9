//! The files of shards in directories, for programs that work on those.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::time::Duration;

use asl_durable::StoreError;
use asl_durable::shard::{Disk as _, DiskFile as _};
use tokio::runtime::Builder;

use crate::batch::Held;
use crate::disk::ShardDisk;
use crate::leases::Leases;
use crate::link::Link;
use crate::store::Postgres;
use crate::tables::Journals;
use crate::tools::{self, RealTables};

/// End of the names of the files that have records.
const LOG: &str = ".log";
/// Maximum bytes that are read at once.
const PIECE: u64 = 4 << 20;
/// Maximum bytes that are appended to a file: they are one batch.
const MOST_ADDED: u64 = 256 << 20;
/// Maximum time of the work on one shard. After it others may take the shard, and what was appended
/// is refused.
const LEASE: Duration = Duration::from_secs(600);

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
        let mut link = Link::new(real.target());
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        let mut results = Vec::new();
        let mut work = || {
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
                let failed = |error: io::Error| format!("shard {shard}: {error}");
                let sizes = copy_out(&disk, &directory).map_err(failed)?;
                if !sizes.is_empty() {
                    results.push(change(&directory)?);
                    copy_back(&disk, &directory, &sizes).map_err(failed)?;
                }
                fs::remove_dir_all(&directory).map_err(failed)?;
            }
            Ok(())
        };
        let worked = work();
        // If the server is away, the leases end by themselves.
        drop(runtime.block_on(leases.leave(&mut link)));
        worked.map(|()| results)
    }
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
            let to = if before.is_some() { disk.open(&name)? } else { disk.create(&name)? };
            to.write_at(&added, before.unwrap_or(0))?;
        }
    }
    Ok(())
}
