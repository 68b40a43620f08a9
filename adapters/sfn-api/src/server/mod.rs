//! The HTTP server: accepts connections, reads requests and writes answers.
//!
//! Memory is bounded: the number of connections, the size of heads and bodies, the number of large
//! bodies at a time, and the time that a client takes for each. Clients that send nothing keep no
//! others out: the time for the first request of a connection is short, and shorter if few more
//! connections are possible.

mod body;
mod client;
mod host;
mod limit;
mod request;
mod response;

use std::convert::Infallible;
use std::fmt;
use std::future::{pending, poll_fn};
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulConnection, GracefulShutdown};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutWriter;

use crate::operations;
use crate::service::SfnApi;
use crate::signature::AccessKeys;
use body::Bodies;
use client::{Client, ClientStream};
use response::RequestIds;

/// Maximum bytes of a request's head.
const LARGEST_HEAD: usize = 32 << 10;
/// Maximum number of a request's headers.
const HEADERS: usize = 64;
/// Time for a head, counted from the end of the answer before.
const HEAD_TIMEOUT: Duration = Duration::from_secs(60);
/// Time for the head of a connection's first request.
const FIRST_TIMEOUT: Duration = Duration::from_secs(10);
/// The same if three quarters of the possible connections are open.
const BUSY_TIMEOUT: Duration = Duration::from_secs(1);
/// Time in which a client reads no byte of an answer.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// Time for open requests when the server stops.
const GRACE: Duration = Duration::from_secs(10);
/// Pause after the system refuses a connection, because files of the process are used up.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// A server that cannot serve.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServeError {
    /// The address.
    pub address: String,
    /// The reason.
    pub why: String,
}

impl ServeError {
    fn new(address: impl fmt::Display, why: impl fmt::Display) -> Self {
        Self { address: address.to_string(), why: why.to_string() }
    }
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot serve at {}: {}", self.address, self.why)
    }
}

asl_runtime::__readable_error!(ServeError);

impl SfnApi {
    /// Serves the API at an address until the future is dropped.
    ///
    /// # Errors
    /// The address cannot be used, or other machines reach it and no access key is required.
    pub async fn serve(self, address: SocketAddr) -> Result<(), ServeError> {
        check_address(address, &self.access_keys)?;
        let listener =
            TcpListener::bind(address).await.map_err(|error| ServeError::new(address, error))?;
        self.serve_on(listener).await
    }

    /// Serves the API on a listener until the future is dropped, which closes all connections.
    ///
    /// # Errors
    /// Other machines reach the listener, and no access key is required.
    pub async fn serve_on(self, listener: TcpListener) -> Result<(), ServeError> {
        self.serve_until(listener, pending()).await
    }

    /// Serves the API on a listener until `stop` ends, then answers the requests that are open, for
    /// at most ten seconds.
    ///
    /// # Errors
    /// Other machines reach the listener, and no access key is required.
    ///
    /// ```
    /// use asl_durable::{Durable, Options};
    /// use asl_sfn_api::SfnApi;
    /// use tokio::net::TcpListener;
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let directory = std::env::temp_dir().join(format!("sfn-api-doc-{}", std::process::id()));
    /// # let machines = Vec::<asl_runtime::Compiled>::new();
    /// let store = Durable::open(&directory, machines, Options::default()).await?;
    /// let listener = TcpListener::bind("127.0.0.1:0").await?;
    /// let api = SfnApi::new(store).credentials("AKIDEXAMPLE", "secret");
    /// # let stop = async {};
    /// // A program passes a future that ends at Ctrl-C.
    /// api.serve_until(listener, stop).await?;
    /// # std::fs::remove_dir_all(directory)?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn serve_until(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()>,
    ) -> Result<(), ServeError> {
        operations::continue_deletions(&self);
        serve(self, listener, stop).await
    }
}

/// A running server, as its connections share it.
struct Server {
    api: SfnApi,
    bodies: Bodies,
    ids: RequestIds,
    /// Closed when the server stops.
    running: Semaphore,
}

/// Refuses an address that other machines reach while everybody may send requests.
fn check_address(address: SocketAddr, keys: &AccessKeys) -> Result<(), ServeError> {
    if keys.is_empty() && !address.ip().is_loopback() {
        return Err(ServeError::new(
            address,
            "other machines reach this address, and no access key is required: set one with \
             `SfnApi::credentials`, or use a loopback address",
        ));
    }
    Ok(())
}

/// Accepts connections until `stop` ends, then waits some seconds for the requests that are open.
/// Dropping the future closes all connections.
async fn serve(
    api: SfnApi,
    listener: TcpListener,
    stop: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let address = listener.local_addr().map_err(|error| ServeError::new("a listener", error))?;
    check_address(address, &api.access_keys)?;
    let server = Arc::new(Server {
        api,
        bodies: Bodies::new(),
        ids: RequestIds::new(),
        running: Semaphore::new(0),
    });
    let most = limit::connections();
    let open = Arc::new(Semaphore::new(most));
    let graceful = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    let mut stop = pin!(stop);
    while let Some(accepted) = unless(stop.as_mut(), accept(&listener, &open)).await {
        while connections.try_join_next().is_some() {}
        let (stream, permit) = accepted;
        let service = Arc::clone(&server);
        // Answers are small: they must not wait for the acknowledgement of the answer before.
        let _ = stream.set_nodelay(true);
        let stream = ClientStream::new(stream);
        let client = Arc::clone(stream.client());
        // Its state is large: a task and a function that take it have it several times.
        let connection = Box::pin(graceful.watch(connection(service, stream)));
        let is_busy = open.available_permits() < most / 4;
        connections.spawn(async move {
            let late = pin!(is_late(client, if is_busy { BUSY_TIMEOUT } else { FIRST_TIMEOUT }));
            // A client that goes away needs no answer.
            let _ = unless(late, connection).await;
            drop(permit);
        });
    }
    drop(listener);
    server.running.close();
    // Connections that are still open after this time are closed when the set is dropped.
    let _ = timeout(GRACE, graceful.shutdown()).await;
    Ok(())
}

/// The next connection, when one is allowed.
async fn accept(
    listener: &TcpListener,
    open: &Arc<Semaphore>,
) -> (TcpStream, Option<OwnedSemaphorePermit>) {
    // The semaphore is never closed.
    let permit = Arc::clone(open).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, permit),
            // The connection failed before it was accepted, or files are used up: without a pause
            // the loop would only repeat the error.
            Err(_) => sleep(ACCEPT_PAUSE).await,
        }
    }
}

/// Output of a future, or nothing if `stop` ends before.
async fn unless<T>(
    mut stop: Pin<&mut impl Future<Output = ()>>,
    future: impl Future<Output = T>,
) -> Option<T> {
    let mut future = pin!(future);
    poll_fn(|context| match stop.as_mut().poll(context) {
        Poll::Ready(()) => Poll::Ready(None),
        Poll::Pending => future.as_mut().poll(context).map(Some),
    })
    .await
}

/// Ends if the first request of a connection has not begun after this time.
async fn is_late(client: Arc<Client>, patience: Duration) {
    if timeout(patience, client.first_request()).await.is_ok() {
        pending::<()>().await;
    }
}

/// Answers the requests of a connection.
fn connection(
    server: Arc<Server>,
    stream: ClientStream,
) -> impl GracefulConnection<Error = hyper::Error> {
    let client = Arc::clone(stream.client());
    let mut stream = TimeoutWriter::new(stream);
    stream.set_timeout(Some(WRITE_TIMEOUT));
    let service = service_fn(move |request| {
        let (server, client) = (Arc::clone(&server), Arc::clone(&client));
        client.note_request();
        async move { Ok::<_, Infallible>(request::answer(&server, &client, request).await) }
    });
    hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .half_close(true)
        .header_read_timeout(HEAD_TIMEOUT)
        .max_headers(HEADERS)
        .max_header_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
}
