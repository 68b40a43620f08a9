//! An HTTP server on loopback, for one test.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// A received request.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) method: String,
    pub(crate) target: String,
    pub(crate) headers: hyper::HeaderMap,
    pub(crate) body: String,
}

/// A running server. Dropping it ends the server.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    seen: Arc<Mutex<Vec<Seen>>>,
    _connections: JoinSet<()>,
}

type Answer = Response<Full<Bytes>>;

impl Server {
    /// Answers each request.
    pub(crate) async fn start(answer: impl Fn(&Seen) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let mut connections = JoinSet::new();
        connections.spawn(accept(listener, Arc::clone(&seen), Arc::new(answer)));
        Self { address, seen, _connections: connections }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

async fn accept(
    listener: TcpListener,
    seen: Arc<Mutex<Vec<Seen>>>,
    answer: Arc<dyn Fn(&Seen) -> Answer + Send + Sync>,
) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let (seen, answer) = (Arc::clone(&seen), Arc::clone(&answer));
        let service = service_fn(move |request: Request<Incoming>| {
            let (seen, answer) = (Arc::clone(&seen), Arc::clone(&answer));
            async move {
                let (parts, body) = request.into_parts();
                let body = body.collect().await.unwrap().to_bytes();
                let request = Seen {
                    method: parts.method.to_string(),
                    target: parts.uri.to_string(),
                    headers: parts.headers,
                    body: String::from_utf8(body.to_vec()).unwrap(),
                };
                let answer = answer(&request);
                seen.lock().unwrap().push(request);
                Ok::<_, Infallible>(answer)
            }
        });
        connections.spawn(async move {
            // Clients may disconnect.
            let _ = hyper::server::conn::http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}
