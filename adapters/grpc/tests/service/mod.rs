//! A gRPC service without generated code: protox compiles the file, and the messages are dynamic.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use asl_runtime::functions::{Description, Function, Rpc};
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor, Value};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::server::{NamedService, UnaryService};
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Code, Request, Response, Status};
use tower_service::Service as TowerService;

const PROTO: &str = include_str!("../../doc/orders.proto");

/// The descriptors, as the compiler stores them in a machine.
fn descriptors() -> &'static [u8] {
    let mut resolver = protox::file::ChainFileResolver::new();
    resolver.add(Orders);
    resolver.add(protox::file::GoogleFileResolver::new());
    let mut compiler = protox::Compiler::with_file_resolver(resolver);
    compiler.include_imports(true).open_file("orders.proto").unwrap();
    Box::leak(compiler.encode_file_descriptor_set().into_boxed_slice())
}

struct Orders;

impl protox::file::FileResolver for Orders {
    fn open_file(&self, name: &str) -> Result<protox::file::File, protox::Error> {
        if name == "orders.proto" {
            protox::file::File::from_source(name, PROTO)
        } else {
            Err(protox::Error::file_not_found(name))
        }
    }
}

/// A function of the service.
pub(crate) fn function(method: &'static str) -> &'static Function {
    let rpc = Rpc { service: "shop.v1.Orders", method, descriptors: descriptors() };
    Box::leak(Box::new(Function {
        name: "f",
        operation: "orders.proto#Orders#x",
        description: Description::Rpc(rpc),
    }))
}

/// A running service. Dropping it ends the service.
pub(crate) struct Service {
    pub(crate) address: SocketAddr,
    seen: Seen,
    server: JoinHandle<()>,
}

/// The requests: the metadata `authorization`, and the message.
type Seen = Arc<Mutex<Vec<(String, DynamicMessage)>>>;

impl Service {
    /// Starts the service at a free port.
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, seen) = (listener.local_addr().unwrap(), Seen::default());
        let routes = Served {
            pool: DescriptorPool::decode(descriptors()).unwrap(),
            seen: Arc::clone(&seen),
        };
        let serving =
            Server::builder().add_service(routes).serve_with_incoming(TcpIncoming::from(listener));
        let server = tokio::spawn(async move { serving.await.unwrap() });
        Self { address, seen, server }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn seen(&self) -> Vec<(String, DynamicMessage)> {
        self.seen.lock().unwrap().clone()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.server.abort();
    }
}

#[derive(Clone)]
struct Served {
    pool: DescriptorPool,
    seen: Seen,
}

impl NamedService for Served {
    const NAME: &'static str = "shop.v1.Orders";
}

impl TowerService<http::Request<tonic::body::Body>> for Served {
    type Response = http::Response<tonic::body::Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<tonic::body::Body>) -> Self::Future {
        let served = self.clone();
        let codec = Dynamic(self.pool.get_message_by_name("shop.v1.FindRequest").unwrap());
        Box::pin(async move { Ok(tonic::server::Grpc::new(codec).unary(served, request).await) })
    }
}

impl UnaryService<DynamicMessage> for Served {
    type Response = DynamicMessage;
    type Future = Pin<Box<dyn Future<Output = Result<Response<DynamicMessage>, Status>> + Send>>;

    fn call(&mut self, request: Request<DynamicMessage>) -> Self::Future {
        let served = self.clone();
        Box::pin(async move { served.find(request).await })
    }
}

impl Served {
    async fn find(
        &self,
        request: Request<DynamicMessage>,
    ) -> Result<Response<DynamicMessage>, Status> {
        let authorization =
            request.metadata().get("authorization").map_or("", |value| value.to_str().unwrap());
        self.seen.lock().unwrap().push((authorization.to_owned(), request.get_ref().clone()));
        let id = request.get_ref().get_field_by_name("id").unwrap().as_i64().unwrap();
        match id {
            404 => return Err(Status::new(Code::NotFound, "there is no order 404")),
            // Never answer: the callers have a deadline.
            408 => std::future::pending().await,
            _ => {}
        }
        let mut order =
            DynamicMessage::new(self.pool.get_message_by_name("shop.v1.Order").unwrap());
        order.set_field_by_name("id", Value::I64(id));
        let label = if id == 413 { vec![b'x'; 300_000] } else { b"label".to_vec() };
        order.set_field_by_name("label", Value::Bytes(label.into()));
        order.set_field_by_name("state", Value::EnumNumber(1));
        let filter = request.get_ref().get_field_by_name("filter").unwrap();
        let lines = filter.as_message().unwrap().get_field_by_name("lines").unwrap().into_owned();
        order.set_field_by_name("lines", lines);
        Ok(Response::new(order))
    }
}

#[derive(Clone)]
struct Dynamic(MessageDescriptor);

impl Codec for Dynamic {
    type Encode = DynamicMessage;
    type Decode = DynamicMessage;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        self.clone()
    }

    fn decoder(&mut self) -> Self {
        self.clone()
    }
}

impl Encoder for Dynamic {
    type Item = DynamicMessage;
    type Error = Status;

    fn encode(&mut self, message: DynamicMessage, to: &mut EncodeBuf<'_>) -> Result<(), Status> {
        prost::Message::encode(&message, to).map_err(|error| Status::internal(error.to_string()))
    }
}

impl Decoder for Dynamic {
    type Item = DynamicMessage;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<DynamicMessage>, Status> {
        DynamicMessage::decode(self.0.clone(), from)
            .map(Some)
            .map_err(|error| Status::internal(error.to_string()))
    }
}
