//! The connection of a client as hyper reads and writes it.
//!
//! A client may end its half of the connection and wait for its answers. A client that has gone
//! looks the same until it is written to. So the end of its half counts only where it matters: a
//! poll must not take work that no worker would do.

use std::future::pending;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::Notify;

/// The state of a connection that its requests share.
pub(super) struct Client {
    read: OwnedReadHalf,
    /// Notified when the head of the first request has arrived.
    first_request: Notify,
}

impl Client {
    pub(super) fn note_request(&self) {
        self.first_request.notify_one();
    }

    /// Waits for the first request.
    pub(super) async fn first_request(&self) {
        self.first_request.notified().await;
    }

    /// Waits until the client has ended its half of the connection.
    pub(super) async fn end(&self) {
        match self.stream().peek(&mut [0]).await {
            Ok(0) | Err(_) => {}
            // It has sent its next request already, and so waits for answers.
            Ok(_) => pending().await,
        }
    }

    fn stream(&self) -> &TcpStream {
        self.read.as_ref()
    }
}

/// The stream of a connection.
pub(super) struct ClientStream {
    client: Arc<Client>,
    write: OwnedWriteHalf,
}

impl ClientStream {
    pub(super) fn new(stream: TcpStream) -> Self {
        let (read, write) = stream.into_split();
        Self { client: Arc::new(Client { read, first_request: Notify::new() }), write }
    }

    /// The state of the connection.
    pub(super) fn client(&self) -> &Arc<Client> {
        &self.client
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let stream = self.client.stream();
        loop {
            ready!(stream.poll_read_ready(context))?;
            match stream.try_read(buffer.initialize_unfilled()) {
                Ok(read) => {
                    buffer.advance(read);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.write).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.write).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.write).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.write).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.write.is_write_vectored()
    }
}
