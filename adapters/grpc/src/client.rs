//! The client of gRPC methods.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use asl_http::{Fault, HttpOptions, SetupError};
use asl_runtime::functions::{Description, Function, Host, Rpc};
use asl_runtime::{TaskContext, TaskError, Value};
use http::uri::PathAndQuery;
use prost_reflect::{DescriptorPool, DynamicMessage, MethodDescriptor};
use tonic::Request;
use tonic::metadata::{Ascii, MetadataKey, MetadataMap, MetadataValue};
use tonic::transport::Channel;

use crate::codec::Dynamic;
use crate::connect::Connector;
use crate::message;
use crate::status;

/// Options of a client.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// Permitted addresses, time-outs and limits. gRPC has no redirects.
    pub http: HttpOptions,
    /// The server of all services, such as `https://orders.example:443`, which a `.proto` file does
    /// not contain.
    pub server: Option<String>,
    /// Servers of single services, by the service's full name, such as `shop.v1.Orders`.
    pub servers: Vec<(String, String)>,
}

impl Options {
    asl_runtime::__setters! {
        http: HttpOptions,
        server: impl Into<String> => Some,
        servers: impl Into<Vec<(String, String)>>,
    }
}

/// Calls methods of gRPC services. Clones are cheap and share their connections, which live as long
/// as the tokio runtime on which they were opened.
#[derive(Clone)]
pub struct Client(Arc<Inner>);

struct Inner {
    options: Options,
    connector: Connector,
    /// Channels by server.
    channels: Mutex<HashMap<String, Channel>>,
    /// Descriptor pools by the address of their bytes, which are statics.
    pools: Mutex<HashMap<usize, DescriptorPool>>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("options", &self.0.options).finish_non_exhaustive()
    }
}

impl Client {
    /// A client that trusts the system's certificates.
    pub fn new(options: Options) -> Result<Self, SetupError> {
        let connector = Connector::new(&options.http)?;
        Ok(Self(Arc::new(Inner {
            options,
            connector,
            channels: Mutex::default(),
            pools: Mutex::default(),
        })))
    }

    /// Calls a method. The crate's documentation lists the errors.
    pub async fn call(
        &self,
        function: &'static Function,
        arguments: &Value,
    ) -> Result<Value, TaskError> {
        let Description::Rpc(rpc) = &function.description else {
            let cause = format!("`{}` is no method of a gRPC service", function.name);
            return Err(TaskError::new("Grpc.Arguments", cause));
        };
        let method = self.0.method(rpc)?;
        let message = message::from_value(rpc, method.input(), arguments)?;
        let bytes = prost::Message::encoded_len(&message);
        let most = self.0.options.http.longest_body;
        if bytes > most {
            return Err(status::refused(rpc, &Fault::LongRequest { bytes, most }));
        }
        let metadata = self.metadata(function).await?;
        let sent = self.send(rpc, &method, message, metadata);
        let answered = tokio::time::timeout(self.0.options.http.timeout, sent).await;
        let answer = answered.unwrap_or_else(|_| Err(status::late(rpc)))?;
        message::to_value(rpc, &answer, self.0.options.http.longest_body)
    }

    async fn send(
        &self,
        rpc: &Rpc,
        method: &MethodDescriptor,
        message: DynamicMessage,
        metadata: MetadataMap,
    ) -> Result<DynamicMessage, TaskError> {
        let options = &self.0.options;
        let own = options
            .servers
            .iter()
            .find(|(service, _)| service == rpc.service)
            .map(|(_, server)| server);
        let server = own.or(options.server.as_ref()).ok_or_else(|| {
            TaskError::new(
                "Grpc.Refused",
                format!("the client knows no server for `{}`: give it one", rpc.service),
            )
        })?;
        let (channel, origin) = self.0.channel(rpc, server)?;
        let most = options.http.longest_body;
        let mut grpc = tonic::client::Grpc::with_origin(channel, origin)
            .max_decoding_message_size(most)
            .max_encoding_message_size(most);
        grpc.ready().await.map_err(|error| status::broken(rpc, &error))?;
        let path = PathAndQuery::try_from(format!("/{}/{}", rpc.service, rpc.method));
        let path = path.map_err(|error| TaskError::new("Grpc.Arguments", error.to_string()))?;
        let mut request = Request::from_parts(metadata, tonic::Extensions::default(), message);
        request.set_timeout(options.http.timeout);
        let answer = grpc.unary(request, path, Dynamic::of(method.output())).await;
        answer.map(tonic::Response::into_inner).map_err(|error| status::error(rpc, &error))
    }

    /// The credentials of a function.
    async fn metadata(&self, function: &Function) -> Result<MetadataMap, TaskError> {
        let mut metadata = MetadataMap::new();
        let Some(connections) = &self.0.options.http.connections else { return Ok(metadata) };
        for (name, value) in connections.credentials(function.operation).await?.headers {
            let wrong = || {
                TaskError::new(
                    "Grpc.Arguments",
                    format!("the connection's header `{name}` is no text in one line"),
                )
            };
            let key = MetadataKey::<Ascii>::from_bytes(name.as_bytes()).map_err(|_| wrong())?;
            let mut value =
                MetadataValue::<Ascii>::try_from(value.as_str()).map_err(|_| wrong())?;
            value.set_sensitive(true);
            metadata.insert(key, value);
        }
        Ok(metadata)
    }
}

impl Inner {
    /// The method, from the descriptors that the compiler stored in the machine.
    fn method(&self, rpc: &Rpc) -> Result<MethodDescriptor, TaskError> {
        let mut pools = self.pools.lock().unwrap_or_else(PoisonError::into_inner);
        let place = rpc.descriptors.as_ptr().addr();
        let pool = match pools.get(&place) {
            Some(pool) => pool.clone(),
            None => {
                let pool = DescriptorPool::decode(rpc.descriptors).map_err(|error| {
                    TaskError::new(
                        "Grpc.Arguments",
                        format!("the descriptors of `{}`: {error}", rpc.service),
                    )
                })?;
                pools.insert(place, pool.clone());
                pool
            }
        };
        let service = pool.get_service_by_name(rpc.service);
        let method = service
            .and_then(|service| service.methods().find(|method| method.name() == rpc.method));
        method.ok_or_else(|| {
            TaskError::new(
                "Grpc.Arguments",
                format!("the descriptors of `{}` have no `{}`", rpc.service, rpc.method),
            )
        })
    }

    /// The channel to a server, and the server's authority.
    fn channel(&self, rpc: &Rpc, server: &str) -> Result<(Channel, http::Uri), TaskError> {
        let origin: http::Uri = server.parse().map_err(|error| {
            TaskError::new("Grpc.Refused", format!("the server `{server}` is no URL: {error}"))
        })?;
        let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(channel) = channels.get(server) {
            return Ok((channel.clone(), origin));
        }
        let channel =
            self.connector.channel(&origin).map_err(|fault| status::refused(rpc, &fault))?;
        channels.insert(server.to_owned(), channel.clone());
        Ok((channel, origin))
    }
}

impl Host for Client {
    fn serves(&self, function: &Function) -> bool {
        matches!(function.description, Description::Rpc(_))
    }

    async fn call(
        &self,
        function: &'static Function,
        _cx: &TaskContext,
        arguments: Value,
    ) -> Result<Value, TaskError> {
        self.call(function, &arguments).await
    }
}
