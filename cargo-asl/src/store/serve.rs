//! `cargo asl store DIR serve`: the console over a store that another process may have open.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use asl_console::{Console, Permission};
use asl_durable::Inspection;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, COOKIE, LOCATION, REFERRER_POLICY, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;

use crate::arguments::StoreServeArguments;
use crate::output::{Outcome, Output, message, remark};

use super::shown::Shown;
use super::{Place, fail};

/// Random bytes of a key.
const KEY: usize = 32;

/// The access of those who know the key. Loopback is open to all users of the machine, so the
/// address alone does not suffice.
struct Access {
    /// Name of the cookie. Cookies are shared by all ports of a host.
    cookie: String,
    key: String,
    permission: Permission,
}

impl Access {
    fn new(port: u16, permission: Permission) -> Result<Self, String> {
        let mut bytes = [0; KEY];
        getrandom::getrandom(&mut bytes)
            .map_err(|error| format!("the system gives no random numbers: {error}"))?;
        let key = bytes.iter().fold(String::new(), |mut key, byte| {
            // A String takes every text.
            let _ = write!(key, "{byte:02x}");
            key
        });
        Ok(Self { cookie: format!("asl-console-{port}"), key, permission })
    }

    /// The permission of a request, by its cookies.
    fn permission(&self, request: &Parts) -> Permission {
        let lines = request.headers.get_all(COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut cookies = lines.flat_map(|line| line.split(';')).map(str::trim);
        let is_known = cookies.any(|cookie| {
            cookie
                .split_once('=')
                .is_some_and(|(name, value)| name == self.cookie && self.is_key(value))
        });
        if is_known { self.permission } else { Permission::None }
    }

    /// Compares all bytes, so that the time does not tell how many are equal.
    fn is_key(&self, given: &str) -> bool {
        let (given, key) = (given.as_bytes(), self.key.as_bytes());
        let differing = given.iter().zip(key).fold(0, |bits, (a, b)| bits | (a ^ b));
        given.len() == key.len() && differing == 0
    }

    /// Returns true if the query of an address has the key.
    fn is_in(&self, address: &Uri) -> bool {
        let mut parts = address.query().unwrap_or_default().split('&');
        parts.any(|part| part.strip_prefix("token=").is_some_and(|given| self.is_key(given)))
    }
}

/// Replaces the key in the address by a cookie, so that it stays in no history and no bookmark.
async fn enter(State(access): State<Arc<Access>>, request: Request, next: Next) -> Response {
    if !access.is_in(request.uri()) {
        return next.run(request).await;
    }
    let Access { cookie, key, .. } = &*access;
    let headers = [
        (SET_COOKIE, format!("{cookie}={key}; Path=/; HttpOnly; SameSite=Strict")),
        (LOCATION, "/executions".to_owned()),
        (CACHE_CONTROL, "no-store".to_owned()),
        (REFERRER_POLICY, "no-referrer".to_owned()),
    ];
    (StatusCode::SEE_OTHER, headers).into_response()
}

pub(super) fn run(
    place: &Place,
    store: Inspection,
    arguments: &StoreServeArguments,
    output: &mut Output,
) -> Outcome {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return fail(&format!("cannot start a runtime: {error}")),
    };
    let served = runtime.block_on(async {
        match place {
            Place::Directory(directory) => {
                serve(Console::new(Shown::new(directory, store)), arguments, output).await
            }
            Place::Database(_) => {
                drop(store);
                let shared = place.open_shared().await.map_err(|error| error.to_string())?;
                serve(Console::new(shared), arguments, output).await
            }
        }
    });
    // A request that waits for the process must not delay the end.
    runtime.shutdown_background();
    served.map_or_else(|error| fail(&error), |()| Outcome::Done)
}

async fn serve(
    mut console: Console,
    arguments: &StoreServeArguments,
    output: &mut Output,
) -> Result<(), String> {
    let StoreServeArguments { listen, redact, read_only } = arguments;
    for path in redact {
        console = console.redact(path).map_err(|error| error.to_string())?;
    }
    let bound = async { TcpListener::bind(listen).await.and_then(|it| Ok((it.local_addr()?, it))) };
    let (address, listener) =
        bound.await.map_err(|error| format!("cannot listen at {listen}: {error}"))?;
    let permission = if *read_only { Permission::Read } else { Permission::Act };
    let access = Arc::new(Access::new(address.port(), permission)?);
    if !address.ip().is_loopback() {
        message(&format!(
            "warning: other machines can reach {address}; the key and all data go over the network \
             without encryption\n"
        ));
    }
    output.result(&format!("http://{}/?token={}\n", visited(address), access.key));
    // The address is of use now. A fault of the stream counts at the end.
    let _ = io::stdout().lock().flush();
    remark("Ctrl-C ends it\n");
    let served = axum::serve(listener, router(console, address, access));
    tokio::select! {
        served = served => served.map_err(|error| format!("cannot serve: {error}")),
        ended = tokio::signal::ctrl_c() => {
            ended.map_err(|error| format!("cannot wait for Ctrl-C: {error}"))
        }
    }
}

fn router(console: Console, address: SocketAddr, access: Arc<Access>) -> Router {
    let granting = Arc::clone(&access);
    let console = console.authorize(move |request| granting.permission(request));
    let console = match hosts(address) {
        Some(hosts) => console.hosts(hosts),
        None => console,
    };
    console.router().layer(from_fn_with_state(access, enter))
}

/// The hosts that requests may name; all if it listens at all addresses of the machine, whose names
/// are not known.
fn hosts(address: SocketAddr) -> Option<Vec<String>> {
    if address.ip().is_unspecified() {
        return None;
    }
    let mut hosts = vec![address.to_string()];
    if address.ip().is_loopback() {
        hosts.push(format!("localhost:{}", address.port()));
    }
    if address.port() == 80 {
        let short = hosts.iter().filter_map(|host| host.strip_suffix(":80").map(str::to_owned));
        hosts.extend(short.collect::<Vec<_>>());
    }
    Some(hosts)
}

/// The address for a browser on this machine.
fn visited(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}
