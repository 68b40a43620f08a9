//! A connection to the server that is made again when it is lost.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use asl_durable::{Fault, JournalError, StoreError};
use futures_util::future::try_join_all;
use tokio::sync::mpsc;
use tokio::time::error::Elapsed;
use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Config, NoTls, Row, Socket, Statement};

use crate::failure::Failure;

/// Shortest and longest time of an attempt to connect.
const SHORTEST_GREETING: Duration = Duration::from_secs(1);
const LONGEST_GREETING: Duration = Duration::from_secs(5);
/// Shortest time after which a statement counts as lost.
const PATIENCE: Duration = Duration::from_secs(5);
/// First pause between attempts; it doubles with each.
const PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

/// A parameter of a statement.
pub(crate) type Parameter<'p> = &'p (dyn ToSql + Sync);

/// The address of a database.
pub(crate) struct Target {
    config: Config,
    /// The address for messages: without user and password.
    name: String,
    /// Maximum time of a statement; after it the connection counts as lost.
    patience: Duration,
    /// Maximum time until a connection can be used. A server that is ending may accept it, and
    /// never answer.
    greeting: Duration,
}

/// The number of parts of the time for a connection: one for each host, and one for what follows. A
/// host that does not answer must leave time for the others.
fn parts(config: &Config) -> u32 {
    let hosts = config.get_hosts().len().max(config.get_hostaddrs().len());
    u32::try_from(hosts).unwrap_or(u32::MAX).saturating_add(1)
}

impl Target {
    /// Reads an address, such as `postgres://user@host/database`.
    /// All times are limited by that of a lease.
    pub(crate) fn parse(url: &str, lease: Duration) -> Result<Self, StoreError> {
        let patience = lease.max(PATIENCE);
        let greeting = (lease / 2).clamp(SHORTEST_GREETING, LONGEST_GREETING);
        let mut config: Config = url.parse().map_err(|error: tokio_postgres::Error| {
            // The message does not repeat the address, which may hold a password.
            let error = Failure::of(&error).to_string();
            let fault = Fault::Io { doing: "read the address", error };
            StoreError::Journal(JournalError { path: "postgres://..".to_owned(), fault })
        })?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(greeting / parts(&config));
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(patience);
        }
        if config.get_application_name().is_none() {
            config.application_name("asl-postgres");
        }
        let host = config.get_hosts().first().map_or_else(String::new, |host| match host {
            // An `@` that is not escaped makes a part of the password a part of the name.
            Host::Tcp(name) => name.rsplit('@').next().unwrap_or_default().to_owned(),
            #[cfg(unix)]
            Host::Unix(path) => path.display().to_string(),
        });
        let database = config.get_dbname().or(config.get_user()).unwrap_or_default();
        let name = format!("postgres://{host}/{database}");
        Ok(Self { config, name, patience, greeting })
    }

    /// The address for messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Maximum time of a statement.
    pub(crate) fn patience(&self) -> Duration {
        self.patience
    }

    /// Connects. Notifications go to the sender.
    pub(crate) async fn connect(
        &self,
        notes: Option<mpsc::UnboundedSender<Note>>,
    ) -> Result<Client, Failure> {
        if self.config.get_ssl_mode() == SslMode::Disable {
            return self.connect_with(NoTls, notes).await;
        }
        #[cfg(feature = "tls")]
        return self.connect_with(crate::tls::Tls::new(&self.config)?, notes).await;
        #[cfg(not(feature = "tls"))]
        self.connect_with(NoTls, notes).await
    }

    async fn connect_with<T>(
        &self,
        tls: T,
        notes: Option<mpsc::UnboundedSender<Note>>,
    ) -> Result<Client, Failure>
    where
        T: MakeTlsConnect<Socket>,
        T::Stream: Send + 'static,
    {
        let connecting = timeout(self.greeting, self.config.connect(tls)).await;
        let connecting = connecting.map_err(|_| Failure::Away("it does not answer".to_owned()))?;
        let (client, mut connection) = connecting.map_err(|error| Failure::of(&error))?;
        drop(tokio::spawn(async move {
            loop {
                let message = std::future::poll_fn(|cx| connection.poll_message(cx)).await;
                match message {
                    Some(Ok(AsyncMessage::Notification(note))) => {
                        let note = Note {
                            channel: note.channel().to_owned(),
                            payload: note.payload().to_owned(),
                        };
                        // The receiver may be gone.
                        drop(notes.as_ref().map(|notes| notes.send(note)));
                    }
                    Some(Ok(_)) => {}
                    // The calls that are in progress fail.
                    Some(Err(_)) | None => return,
                }
            }
        }));
        Ok(client)
    }
}

/// A notification.
pub(crate) struct Note {
    pub(crate) channel: String,
    pub(crate) payload: String,
}

/// A connection that is made again when it is lost.
pub(crate) struct Link {
    target: Arc<Target>,
    client: Option<Client>,
    statements: HashMap<&'static str, Statement>,
    /// Statements that each new connection begins with.
    first: &'static str,
    notes: Option<mpsc::UnboundedSender<Note>>,
}

impl Link {
    pub(crate) fn new(target: Arc<Target>) -> Self {
        Self { target, client: None, statements: HashMap::new(), first: "", notes: None }
    }

    /// A connection that begins with these statements.
    pub(crate) fn beginning(target: Arc<Target>, first: &'static str) -> Self {
        Self { first, ..Self::new(target) }
    }

    /// A connection that begins with these statements, and whose notifications go to this sender.
    pub(crate) fn listening(
        target: Arc<Target>,
        first: &'static str,
        notes: mpsc::UnboundedSender<Note>,
    ) -> Self {
        Self { first, notes: Some(notes), ..Self::new(target) }
    }

    /// Returns true if it is connected, as far as it knows.
    pub(crate) fn is_connected(&self) -> bool {
        self.client.as_ref().is_some_and(|client| !client.is_closed())
    }

    async fn client(&mut self) -> Result<&Client, Failure> {
        if !self.is_connected() {
            self.statements.clear();
            self.client = None;
        }
        if self.client.is_none() {
            let client = self.target.connect(self.notes.clone()).await?;
            if !self.first.is_empty() {
                client.batch_execute(self.first).await.map_err(|error| Failure::of(&error))?;
            }
            self.client = Some(client);
        }
        self.client.as_ref().ok_or_else(|| Failure::Away("it is not connected".to_owned()))
    }

    /// Makes one call. After [`Failure::Away`] it is unknown if it had an effect.
    pub(crate) async fn query(
        &mut self,
        sql: &'static str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<Row>, Failure> {
        let called = timeout(self.target.patience, self.call(sql, parameters)).await;
        self.judge(called)
    }

    /// The result of calls that may have taken too long. A connection without an answer counts as
    /// lost: later calls would wait behind the one that it is busy with.
    fn judge<T>(&mut self, called: Result<Result<T, Failure>, Elapsed>) -> Result<T, Failure> {
        let result = called.unwrap_or_else(|_| Err(Failure::Away("it does not answer".to_owned())));
        if matches!(result, Err(Failure::Away(_))) {
            self.client = None;
        }
        result
    }

    async fn call(
        &mut self,
        sql: &'static str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<Row>, Failure> {
        let statement = self.statement(sql).await?;
        let rows = self.client().await?.query(&statement, parameters).await;
        rows.map_err(|error| Failure::of(&error))
    }

    async fn statement(&mut self, sql: &'static str) -> Result<Statement, Failure> {
        let known = self.statements.get(sql).filter(|_| self.is_connected()).cloned();
        if let Some(statement) = known {
            return Ok(statement);
        }
        let prepared = self.client().await?.prepare(sql).await;
        let statement = prepared.map_err(|error| Failure::of(&error))?;
        self.statements.insert(sql, statement.clone());
        Ok(statement)
    }

    /// Runs statements without parameters.
    pub(crate) async fn run(&mut self, sql: &str) -> Result<(), Failure> {
        let run = timeout(self.target.patience, async {
            let run = self.client().await?.batch_execute(sql).await;
            run.map_err(|error| Failure::of(&error))
        });
        let run = run.await;
        self.judge(run)
    }

    /// Prepares statements, all at once: the server compares them with the tables.
    pub(crate) async fn prepare(
        &mut self,
        statements: impl Iterator<Item = &'static str>,
    ) -> Result<(), Failure> {
        let prepared = timeout(self.target.patience, async {
            let client = self.client().await?;
            let prepared = try_join_all(statements.map(|sql| async move {
                let statement = client.prepare(sql).await.map_err(|error| Failure::of(&error))?;
                Ok::<_, Failure>((sql, statement))
            }));
            self.statements = prepared.await?.into_iter().collect();
            Ok(())
        });
        let prepared = prepared.await;
        self.judge(prepared)
    }

    /// Makes a call that may be repeated, until the server has answered it or the time is up.
    pub(crate) async fn persist(
        &mut self,
        sql: &'static str,
        parameters: &[Parameter<'_>],
        deadline: Instant,
    ) -> Result<Vec<Row>, Failure> {
        let (mut pause, mut is_unknown) = (PAUSE, false);
        loop {
            let result = match self.query(sql, parameters).await {
                // An attempt before may have had an effect.
                Err(Failure::Full(error)) if is_unknown => Err(Failure::Away(error)),
                result => result,
            };
            if !matches!(result, Err(Failure::Away(_))) || Instant::now() + pause >= deadline {
                return result;
            }
            is_unknown = true;
            sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }
}
