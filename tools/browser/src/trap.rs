//! A proxy on loopback that refuses every connection and records what it asked for. All
//! that a page requests from outside of this machine goes there, also what the protocol does not
//! show, such as requests of workers.

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use asl_conformance::problem::{Problem, Result};

/// Chromium connects to its search engine for each new page, and has no option against it. The
/// protocol shows all requests of pages, so a page cannot hide one behind this.
const SEARCH_ENGINE: &str = "CONNECT www.google.com:443 HTTP/1.1";
/// Maximum time for the first line of a request.
const PATIENCE: Duration = Duration::from_secs(5);

/// The proxy; dropping it ends it.
pub(crate) struct Trap {
    address: SocketAddr,
    caught: Arc<Mutex<Vec<String>>>,
    is_done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Trap {
    pub(crate) fn new() -> Result<Self> {
        let problem = |error| Problem::new(format!("there is no free port: {error}"));
        let listener = TcpListener::bind("127.0.0.1:0").map_err(problem)?;
        let address = listener.local_addr().map_err(problem)?;
        let (caught, is_done) = (Arc::default(), Arc::new(AtomicBool::new(false)));
        let (list, flag) = (Arc::clone(&caught), Arc::clone(&is_done));
        let thread = std::thread::spawn(move || serve(&listener, &list, &flag));
        Ok(Self { address, caught, is_done, thread: Some(thread) })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// The first line of each request: its method and target.
    pub(crate) fn caught(&self) -> Vec<String> {
        self.caught.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Trap {
    fn drop(&mut self) {
        self.is_done.store(true, Ordering::SeqCst);
        // The thread waits for a connection.
        let _ = TcpStream::connect(self.address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn serve(listener: &TcpListener, caught: &Mutex<Vec<String>>, is_done: &AtomicBool) {
    for connection in listener.incoming() {
        if is_done.load(Ordering::SeqCst) {
            return;
        }
        let Ok(connection) = connection else { continue };
        let mut line = String::new();
        let _ = connection.set_read_timeout(Some(PATIENCE));
        let _ = BufReader::new(connection).read_line(&mut line);
        let line = line.trim_end();
        // Chromium opens connections in advance, without a request.
        if !line.is_empty() && line != SEARCH_ENGINE {
            caught.lock().unwrap_or_else(PoisonError::into_inner).push(line.to_owned());
        }
    }
}
