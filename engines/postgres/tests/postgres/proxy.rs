//! A network between a process and the server that fails: connections are cut at random moments, so
//! that it is unknown whether the server has received a statement, and whether it was committed.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// A proxy of the server on a port of its own.
pub(crate) struct Proxy {
    pub(crate) port: u16,
    network: Arc<Network>,
}

#[derive(Default)]
struct Network {
    /// One of so many messages is lost with its connection; 0 for none.
    lossy: AtomicU64,
    /// Nothing passes, and nobody notices.
    is_cut: AtomicBool,
    losses: AtomicU64,
    /// The reply to the next message with this text is lost with its connection.
    unanswered: Mutex<Option<String>>,
}

impl Proxy {
    pub(crate) async fn begin(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let network = Arc::<Network>::default();
        let shared = Arc::clone(&network);
        drop(tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let Ok(far) = TcpStream::connect(("127.0.0.1", server)).await else { continue };
                drop(tokio::spawn(pass(near, far, Arc::clone(&shared))));
            }
        }));
        Self { port, network }
    }

    /// Loses one of so many messages.
    pub(crate) fn lose(&self, one_of: u64) {
        self.network.lossy.store(one_of, Ordering::Relaxed);
    }

    /// Loses the reply to the next message with this text.
    pub(crate) fn lose_reply_to(&self, text: &str) {
        *self.network.unanswered.lock().expect("nobody panics with it") = Some(text.to_owned());
    }

    /// Cuts the network, or repairs it.
    pub(crate) fn cut(&self, is_cut: bool) {
        self.network.is_cut.store(is_cut, Ordering::Relaxed);
    }

    /// Number of messages that were lost.
    pub(crate) fn losses(&self) -> u64 {
        self.network.losses.load(Ordering::Relaxed)
    }
}

impl Network {
    /// Returns true if the reply to this message is to be lost.
    fn is_unanswered(&self, message: &[u8]) -> bool {
        let mut unanswered = self.unanswered.lock().expect("nobody panics with it");
        let found = unanswered
            .take_if(|text| message.windows(text.len()).any(|part| part == text.as_bytes()));
        found.is_some()
    }
}

/// Passes messages on, in both directions, until one is lost.
async fn pass(mut near: TcpStream, mut far: TcpStream, network: Arc<Network>) {
    let (mut requests, mut replies) = (vec![0; 64 << 10], vec![0; 64 << 10]);
    loop {
        let (read, is_request) = tokio::select! {
            read = near.read(&mut requests) => (read, true),
            read = far.read(&mut replies) => (read, false),
        };
        let Ok(count @ 1..) = read else { return };
        while network.is_cut.load(Ordering::Relaxed) {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let lossy = network.lossy.load(Ordering::Relaxed);
        if lossy > 0 && asl_runtime::__engine::random_seed().is_multiple_of(lossy) {
            network.losses.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let passed = if is_request {
            let is_unanswered = network.is_unanswered(&requests[..count]);
            let passed = far.write_all(&requests[..count]).await;
            if is_unanswered {
                // The reply comes after the commit.
                drop(far.read(&mut replies).await);
                network.losses.fetch_add(1, Ordering::Relaxed);
                return;
            }
            passed
        } else {
            near.write_all(&replies[..count]).await
        };
        if passed.is_err() {
            return;
        }
    }
}
