//! The store's side of the socket.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::protocol::{self, LONGEST_REQUEST};
use super::{Ask, SOCKET, check_directory, with_path};

/// Maximum number of connections at a time; more are closed.
const CONNECTIONS: usize = 8;

/// Maximum times of a connection.
#[derive(Clone, Copy)]
struct Patience {
    /// For the next bytes.
    bytes: Duration,
    /// For a whole request, since the answer to the one before.
    request: Duration,
}

const PATIENCE: Patience =
    Patience { bytes: Duration::from_secs(10), request: Duration::from_secs(60) };

/// The socket of an open store. It is removed when this is dropped.
pub(in super::super) struct Listener {
    directory: PathBuf,
    is_over: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Listener {
    /// Opens the socket. The caller has the lock of the store, so a socket that is there belongs to
    /// a process that has ended. Returns `None` if there can be no socket: the store works without
    /// it.
    pub(in super::super) fn open(directory: &Path, ask: Ask) -> Option<Self> {
        let socket = listen(directory).ok()?;
        let is_over = Arc::<AtomicBool>::default();
        let flag = Arc::clone(&is_over);
        let builder = thread::Builder::new().name("asl-durable-socket".into());
        let thread = builder.spawn(move || serve(&socket, &ask, &flag)).ok();
        let listener = Self { directory: directory.to_owned(), is_over, thread };
        // Without the thread there are no answers; dropping the listener removes the socket.
        Some(listener).filter(|listener| listener.thread.is_some())
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        let woken = with_path(&self.directory, |path| UnixStream::connect(path));
        // If the file was removed by someone, the thread waits until the process ends.
        let thread = self.thread.take().filter(|_| woken.is_ok());
        drop(fs::remove_file(self.directory.join(SOCKET)));
        if let Some(thread) = thread {
            // It does not panic, and there would be nothing to do.
            let _ = thread.join();
        }
    }
}

fn listen(directory: &Path) -> io::Result<UnixListener> {
    check_directory(&directory.metadata()?).map_err(io::Error::other)?;
    let path = directory.join(SOCKET);
    match path.symlink_metadata() {
        Ok(found) if found.file_type().is_socket() => fs::remove_file(&path)?,
        Ok(_) => return Err(io::ErrorKind::AlreadyExists.into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let socket = with_path(directory, |path| UnixListener::bind(path))?;
    // Other users cannot enter the directory in between.
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
    Ok(socket)
}

/// Accepts connections until the store is closed.
fn serve(socket: &UnixListener, ask: &Ask, is_over: &AtomicBool) {
    let open = Arc::<AtomicUsize>::default();
    for stream in socket.incoming() {
        if is_over.load(Ordering::Acquire) {
            return;
        }
        let Ok(stream) = stream else {
            // Such as too many open files: without a pause this would be a busy loop.
            thread::sleep(Duration::from_millis(100));
            continue;
        };
        if open.fetch_add(1, Ordering::AcqRel) >= CONNECTIONS {
            open.fetch_sub(1, Ordering::AcqRel);
            continue;
        }
        let (ask, count) = (Arc::clone(ask), Arc::clone(&open));
        let builder = thread::Builder::new().name("asl-durable-call".into());
        let spawned = builder.spawn(move || {
            // The caller is gone, or sends nothing any more.
            let _ = converse(&stream, &ask, PATIENCE);
            count.fetch_sub(1, Ordering::AcqRel);
        });
        if spawned.is_err() {
            open.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

/// Answers the requests of one connection.
fn converse(stream: &UnixStream, ask: &Ask, patience: Patience) -> io::Result<()> {
    stream.set_read_timeout(Some(patience.bytes))?;
    stream.set_write_timeout(Some(patience.bytes))?;
    let mut reader = BufReader::new(Timed { stream, until: Instant::now() });
    let mut line = Vec::new();
    loop {
        line.clear();
        reader.get_mut().until = Instant::now() + patience.request;
        let read = reader.by_ref().take(LONGEST_REQUEST).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        let is_whole = line.last() == Some(&b'\n');
        let result = if is_whole {
            protocol::read_call(&line).and_then(|request| protocol::answer(ask(request)))
        } else {
            Err(format!("the request is not a line of at most {LONGEST_REQUEST} bytes"))
        };
        let mut text = serde_json::to_vec(&protocol::Answer::new(result))?;
        text.push(b'\n');
        (&mut &*stream).write_all(&text)?;
        if !is_whole {
            return Ok(());
        }
    }
}

/// A connection that is read up to a moment.
struct Timed<'s> {
    stream: &'s UnixStream,
    until: Instant,
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if Instant::now() >= self.until {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_that_comes_byte_by_byte_has_an_end() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let writer = thread::spawn(move || while theirs.write_all(b"{").is_ok() {});
        let ask: Ask = Arc::new(|_| panic!("there is no whole request"));
        let (bytes, request) = (Duration::from_secs(10), Duration::from_millis(5));
        let ended = converse(&ours, &ask, Patience { bytes, request });
        assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::TimedOut);
        drop(ours);
        writer.join().unwrap();
    }
}
