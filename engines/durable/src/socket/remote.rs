//! The tool's side of the socket.

use std::fmt;
use std::path::Path;
#[cfg(unix)]
use std::{
    io::{BufRead, BufReader, Read, Write},
    os::unix::net::UnixStream,
    time::Duration,
};

use asl_runtime::value::Value;

use super::super::{FirstEvents, HistoryPage, HistoryRange};
#[cfg(feature = "messages")]
use super::Ask;
use super::SOCKET;
#[cfg(any(unix, feature = "messages"))]
use super::protocol;
#[cfg(unix)]
use super::protocol::{Answer, LONGEST_ANSWER};
use super::protocol::{Call, VERSION};

/// Maximum time to wait for an answer: that of a compaction that blocks the store.
#[cfg(unix)]
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection to the process that has a store open, through the socket in its directory. Calls
/// block the thread.
///
/// ```
/// # use std::time::Duration;
/// use asl_durable::{Durable, Options, Remote};
/// # use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
/// # asl_machine!("doc/greet.asl.json"); // -> mod greet
/// # struct Polite;
/// # impl greet::Tasks for Polite {
/// #     async fn greet(&self, _: &TaskContext, _: Value) -> Result<Value, TaskError> {
/// #         Ok(json!("Hello!"))
/// #     }
/// # }
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # tokio::runtime::Builder::new_multi_thread().enable_time().build()?.block_on(async {
/// # let directory = std::env::temp_dir().join(format!("asl-remote-{}", std::process::id()));
/// let store = Durable::open(&directory, [greet::machine(Polite)], Options::default()).await?;
/// let started = store.start("greet", "ada", json!({"name": "Ada"})).await?;
/// # let _ = store.wait(started.id.clone()).await?;
/// # #[cfg(unix)] {
///
/// let mut remote = Remote::connect(&directory)?; // here or in another process of the same user
/// assert_eq!(remote.describe(&started.id)?.at(["status"]), Some(&json!("SUCCEEDED")));
/// let refused = remote.cancel(&started.id, "Operator.Stop", "maintenance").unwrap_err();
/// assert_eq!(refused.to_string(), "the execution `greet:ada` has ended: SUCCEEDED");
/// # }
/// # store.close(Duration::from_secs(10)).await?;
/// # std::fs::remove_dir_all(&directory)?;
/// # Ok(())
/// # })
/// # }
/// ```
pub struct Remote {
    way: Way,
}

/// The way of calls to the process.
enum Way {
    #[cfg(unix)]
    Socket(BufReader<UnixStream>),
    #[cfg(feature = "messages")]
    Router(Ask),
}

impl fmt::Debug for Remote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Remote").finish_non_exhaustive()
    }
}

/// Reason why a call through the socket of a store failed.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RemoteError {
    /// The socket cannot be reached.
    Unreachable {
        /// Path of the socket.
        path: String,
        /// The reason, and what to do.
        why: String,
    },
    /// The connection failed during a call. The call may have had its effect.
    Interrupted(String),
    /// The store refused the call, with this message.
    Refused(String),
}

impl fmt::Display for RemoteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable { path, why } => write!(f, "cannot reach `{path}`: {why}"),
            Self::Interrupted(why) => {
                write!(f, "the connection to the store failed, perhaps after the call: {why}")
            }
            Self::Refused(message) => f.write_str(message),
        }
    }
}

asl_runtime::__readable_error!(RemoteError);

impl Remote {
    /// Connects to the process that has the store in this directory open.
    ///
    /// # Errors
    /// No process has it open, or it has no socket: see
    /// [`Options::socket`](crate::Options::socket).
    #[cfg(unix)]
    pub fn connect(directory: impl AsRef<Path>) -> Result<Self, RemoteError> {
        let directory = directory.as_ref();
        let stream = super::with_path(directory, |path| UnixStream::connect(path))
            .and_then(|stream| {
                stream.set_read_timeout(Some(PATIENCE))?;
                stream.set_write_timeout(Some(PATIENCE))?;
                Ok(stream)
            })
            .map_err(|error| unreachable(directory, &error))?;
        Ok(Self { way: Way::Socket(BufReader::new(stream)) })
    }

    /// As on Unix, where there are such sockets.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(unix))]
    pub fn connect(directory: impl AsRef<Path>) -> Result<Self, RemoteError> {
        let path = directory.as_ref().join(SOCKET).display().to_string();
        let why = "stores have sockets only on Unix: end the process, and work on its directory";
        Err(RemoteError::Unreachable { path, why: why.to_owned() })
    }

    /// A connection whose calls this function answers.
    #[cfg(feature = "messages")]
    #[doc(hidden)]
    pub fn routed(ask: Ask) -> Self {
        Self { way: Way::Router(ask) }
    }

    /// The execution as [`Description::to_json`](crate::Description::to_json) writes it.
    ///
    /// # Errors
    /// As for [`Durable::describe`](crate::Durable::describe), or the connection failed.
    pub fn describe(&mut self, id: &str) -> Result<Value, RemoteError> {
        self.call(Call { name: "describe".into(), id: id.into(), ..Call::default() })
    }

    /// The list of [`Durable::check`](crate::Durable::check), each as
    /// [`UnfitData::to_json`](crate::UnfitData::to_json) writes it.
    ///
    /// # Errors
    /// The store failed, or the connection.
    pub fn check(&mut self) -> Result<Value, RemoteError> {
        self.call(Call { name: "check".into(), ..Call::default() })
    }

    /// See [`Durable::history`](crate::Durable::history).
    ///
    /// # Errors
    /// As there, or the connection failed.
    pub fn history(&mut self, id: &str) -> Result<Value, RemoteError> {
        self.call(Call { name: "history".into(), id: id.into(), ..Call::default() })
    }

    /// See [`Durable::history_page`](crate::Durable::history_page).
    ///
    /// # Errors
    /// As there, or the connection failed.
    pub fn history_page(
        &mut self,
        id: &str,
        range: &HistoryRange,
    ) -> Result<HistoryPage, RemoteError> {
        let HistoryRange { reverse, after, limit } = *range;
        let (name, id) = ("history-page".into(), id.into());
        let answer = self.call(Call { name, id, reverse, after, limit, ..Call::default() })?;
        let events = answer.at(["events"]).and_then(|events| events.as_array());
        let events = events.map(|events| events.iter().cloned().collect()).unwrap_or_default();
        Ok(HistoryPage { events, next: answer.at(["next"]).and_then(Value::as_u64) })
    }

    /// The first events of an execution as JSON, for reports.
    ///
    /// # Errors
    /// As for [`Remote::history_page`].
    #[doc(hidden)]
    pub fn first_events(&mut self, id: &str) -> Result<String, RemoteError> {
        let (mut first, mut range) = (FirstEvents::new(), Some(HistoryRange::default()));
        while let Some(wanted) = range {
            let page = self.history_page(id, &wanted)?;
            range = first.add(&wanted, &page);
        }
        Ok(first.into_text())
    }

    /// See [`Durable::redrive`](crate::Durable::redrive).
    ///
    /// # Errors
    /// As there, or the connection failed.
    pub fn redrive(&mut self, id: &str) -> Result<(), RemoteError> {
        self.call(Call { name: "redrive".into(), id: id.into(), ..Call::default() }).map(drop)
    }

    /// See [`Durable::move_to`](crate::Durable::move_to).
    ///
    /// # Errors
    /// As there, or the connection failed.
    pub fn move_to(&mut self, id: &str, state: &str, data: Value) -> Result<(), RemoteError> {
        let (name, id, state) = ("move".into(), id.into(), state.into());
        self.call(Call { name, id, state, output: data, ..Call::default() }).map(drop)
    }

    /// See [`Durable::cancel`](crate::Durable::cancel).
    ///
    /// # Errors
    /// As there, or the connection failed.
    pub fn cancel(&mut self, id: &str, error: &str, cause: &str) -> Result<(), RemoteError> {
        let (name, id, error, cause) = ("cancel".into(), id.into(), error.into(), cause.into());
        self.call(Call { name, id, error, cause, ..Call::default() }).map(drop)
    }

    /// See [`Durable::purge`](crate::Durable::purge).
    ///
    /// # Errors
    /// As there, or the connection failed.
    pub fn purge(&mut self, id: &str) -> Result<(), RemoteError> {
        self.call(Call { name: "purge".into(), id: id.into(), ..Call::default() }).map(drop)
    }

    /// See [`Durable::success`](crate::Durable::success).
    ///
    /// # Errors
    /// As there, or the connection failed.
    pub fn success(&mut self, token: &str, output: Value) -> Result<(), RemoteError> {
        let (name, token) = ("success".into(), token.into());
        self.call(Call { name, token, output, ..Call::default() }).map(drop)
    }

    /// See [`Durable::failure`](crate::Durable::failure).
    ///
    /// # Errors
    /// As there, or the connection failed.
    pub fn failure(&mut self, token: &str, error: &str, cause: &str) -> Result<(), RemoteError> {
        let (name, token, error) = ("failure".into(), token.into(), error.into());
        self.call(Call { name, token, error, cause: cause.into(), ..Call::default() }).map(drop)
    }

    fn call(&mut self, call: Call) -> Result<Value, RemoteError> {
        let call = Call { version: VERSION, ..call };
        match &mut self.way {
            #[cfg(unix)]
            Way::Socket(reader) => exchange(reader, &call),
            #[cfg(feature = "messages")]
            Way::Router(ask) => protocol::request(call)
                .and_then(|request| protocol::answer(ask(request)))
                .map_err(RemoteError::Refused),
        }
    }
}

/// Makes a call through a socket.
#[cfg(unix)]
fn exchange(reader: &mut BufReader<UnixStream>, call: &Call) -> Result<Value, RemoteError> {
    let interrupted = |error: &dyn fmt::Display| RemoteError::Interrupted(error.to_string());
    let mut line = serde_json::to_vec(call).map_err(|error| interrupted(&error))?;
    line.push(b'\n');
    reader.get_mut().write_all(&line).map_err(|error| interrupted(&error))?;
    line.clear();
    let read = reader.by_ref().take(LONGEST_ANSWER).read_until(b'\n', &mut line);
    read.map_err(|error| interrupted(&error))?;
    if line.last() != Some(&b'\n') {
        return Err(interrupted(&"the answer is not whole: the process may have ended"));
    }
    let Answer { version, result, error } =
        protocol::read(&line).map_err(|error| interrupted(&error))?;
    match error {
        Some(error) => Err(RemoteError::Refused(error)),
        None if version != VERSION => {
            Err(interrupted(&"the process speaks another version of the protocol"))
        }
        None => Ok(result.unwrap_or_default()),
    }
}

/// The reason for which a socket cannot be reached, and what to do.
#[cfg(unix)]
fn unreachable(directory: &Path, error: &std::io::Error) -> RemoteError {
    use std::io::ErrorKind;

    #[expect(clippy::wildcard_enum_match_arm, reason = "the system has many more kinds")]
    let why = match error.kind() {
        ErrorKind::NotFound => match directory.metadata().map(|it| super::check_directory(&it)) {
            Ok(Err(why)) => why.to_owned(),
            Ok(Ok(())) | Err(_) => "no process has the store open, or it was opened without the \
                 option `socket`"
                .to_owned(),
        },
        ErrorKind::ConnectionRefused => "the process that had the store open has ended".to_owned(),
        _ => error.to_string(),
    };
    RemoteError::Unreachable { path: directory.join(SOCKET).display().to_string(), why }
}
