//! Servers that cannot be used, or only by some ways.

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use asl_durable::{CallError, Durable};
use asl_postgres::Postgres;
use asl_runtime::{Value, json};
use asl_servers::postgres::Server;
use tokio::task::JoinHandle;

use crate::machines::Shop;
use crate::world::{LEASE, PATIENCE, Place, Process, World, connect, count, options};

/// The error of opening the store at an address.
async fn refused(place: &Place, url: &str) -> String {
    let machines = Shop::new(&place.notes, 0).machines();
    let opened = Postgres::open(url, machines, options(Duration::from_secs(1))).await;
    opened.expect_err("it cannot be used").to_string()
}

/// A database that takes no writes for a while, as one that is being promoted, or after a failed
/// change of its settings: calls fail with the reason, and everything continues afterwards.
pub(crate) async fn a_read_only_database_is_an_error(world: Arc<World>) {
    let place = world.place().await;
    let store = place.open().await;
    let sql = place.sql().await;
    let set = async |setting: &str| {
        let database = place.url.rsplit('/').next().expect("a name");
        let statements = format!(
            "set default_transaction_read_only = off; alter database {database} {setting}; \
             select pg_terminate_backend(pid) from pg_stat_activity \
             where datname = '{database}' and pid <> pg_backend_pid()"
        );
        sql.batch_execute(&statements).await.expect("a change");
    };
    set("set default_transaction_read_only = on").await;
    let failed = store.start("three", "read-only", json!({})).await.expect_err("it is refused");
    assert!(failed.to_string().contains("read-only"), "{failed}");
    let text = refused(&place, &place.url).await;
    assert!(text.contains("read-only") && text.contains("25006"), "{text}");
    set("reset default_transaction_read_only").await;
    crate::failures::start(&store, "again").await;
    place.check(&store, &["again".to_owned()]).await;
    // A server that may lose what it has confirmed is no store.
    set("set synchronous_commit = off").await;
    let text = refused(&place, &place.url).await;
    assert!(text.contains("synchronous_commit"), "{text}");
}

/// A server without room for batches: a start waits, and calls behind it are refused with the place.
/// Everything continues when there is room.
pub(crate) async fn a_full_server_is_an_error(world: Arc<World>) {
    let place = world.place().await;
    let store = place.open().await;
    let sql = place.sql().await;
    let client = place.client().await;
    let pause = store.start("pause", "waits", json!({"seconds": 1})).await.expect("it starts");
    let full = "create function no_room() returns trigger language plpgsql as $$ begin \
             raise exception using errcode = 'disk_full', \
                 message = 'could not extend file: No space left on device'; end $$; \
         create trigger no_room before insert on asl_batch \
             for each statement execute function no_room()";
    sql.batch_execute(full).await.expect("a trigger");
    let (starting, text) = starts_without_room(&store, json!({})).await;
    let database = place.url.rsplit('/').next().expect("a name");
    assert!(text.contains(&format!("`postgres://127.0.0.1/{database}#")), "{text}");
    let text = client.describe("three:full").await.expect_err("it is refused").to_string();
    assert!(text.contains("no space left"), "also in other processes: {text}");
    sql.batch_execute("drop trigger no_room on asl_batch").await.expect("a change");
    starting.await.expect("no panic").expect("it is accepted");
    place.check(&store, &["full".to_owned()]).await;
    assert_eq!(store.wait(pause.id).await.expect("it is there"), Ok(json!("rested")));
}

/// Starts an execution that waits for room. Returns the error of the calls behind it.
async fn starts_without_room(store: &Durable, input: Value) -> (JoinHandle<Started>, String) {
    let starting = tokio::spawn({
        let store = store.clone();
        async move { store.start("three", "full", input).await }
    });
    let from = Instant::now();
    loop {
        // A call in the same batch waits with it, and before the start it is unknown.
        let described = tokio::time::timeout(LEASE, store.describe("three:full")).await;
        match described {
            Ok(Err(CallError::Store(error))) => {
                assert!(from.elapsed() < LEASE * 4, "soon: {:?}", from.elapsed());
                assert!(!starting.is_finished(), "what is accepted waits");
                assert!(error.to_string().contains("no space left to write"), "{error}");
                return (starting, error.to_string());
            }
            described => assert!(from.elapsed() < PATIENCE, "{described:?}"),
        }
    }
}

type Started = Result<asl_durable::Started, CallError>;

/// A disk without room below a database, where the machine lets the test make a small one.
pub(crate) async fn a_full_disk_is_an_error(world: Arc<World>) {
    let Some(disk) = SmallDisk::new(&world) else { return };
    let place = world.place().await;
    let (sql, name) = (place.sql().await, place.url.rsplit('/').next().expect("a name"));
    let admin = connect(&place.url.replace(name, "postgres")).await;
    let folder = disk.folder.display();
    let space = format!("create tablespace small location '{folder}'");
    admin.batch_execute(&space).await.expect("a tablespace");
    let store = place.open().await;
    crate::failures::start(&store, "before").await;
    let moved = "alter table asl_batch set tablespace small; \
         create table ballast (bytes text) tablespace small; \
         alter table ballast alter bytes set storage plain";
    sql.batch_execute(moved).await.expect("a change");
    let filled = "insert into ballast select repeat('x', 7000) from generate_series(1, 10000)";
    while sql.batch_execute(filled).await.is_ok() {}
    while sql.batch_execute("insert into ballast values (repeat('x', 7000))").await.is_ok() {}
    // The server cannot compress it.
    let digits = |_| format!("{:016x}", asl_runtime::__engine::random_seed());
    let input = json!({"text": ((0..12_500).map(digits).collect::<String>())});
    let (starting, _) = starts_without_room(&store, input).await;
    sql.batch_execute("drop table ballast").await.expect("there is room");
    starting.await.expect("no panic").expect("it is accepted");
    place.check(&store, &["before".to_owned(), "full".to_owned()]).await;
    store.close(Duration::from_secs(1)).await.expect("it closes");
    sql.batch_execute("drop table asl_batch").await.expect("a change");
    admin.batch_execute("drop tablespace small").await.expect("a change");
    drop(disk);
}

/// A file system in memory, of a few megabytes.
struct SmallDisk {
    folder: PathBuf,
}

impl SmallDisk {
    /// Makes it, or tells why that is not possible.
    fn new(world: &World) -> Option<Self> {
        let folder = world.socket().with_file_name("small");
        std::fs::create_dir_all(&folder).expect("a folder");
        let owner = std::fs::metadata(world.socket()).expect("the data").uid();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size=4m,uid={owner}"), "tmpfs"])
            .arg(&folder)
            .output();
        match mounted {
            Ok(mounted) if mounted.status.success() => Some(Self { folder }),
            Ok(mounted) => {
                let why = String::from_utf8_lossy(&mounted.stderr).trim().to_owned();
                eprintln!("  skipped: a small disk cannot be made: {why}");
                None
            }
            Err(error) => {
                eprintln!("  skipped: no program mount: {error}");
                None
            }
        }
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // If it stays, it ends with the machine.
        drop(Command::new("umount").arg("--lazy").arg(&self.folder).status());
    }
}

/// A server without connections for a store: the opening fails with the reason, and a store that is
/// open continues when there are some again.
pub(crate) async fn too_many_connections_are_an_error(world: Arc<World>) {
    let place = world.place().await;
    let (sql, name) = (place.sql().await, place.url.rsplit('/').next().expect("a name"));
    let limit = async |set: &str, most: i32| {
        let set = format!("{set} role {name} login connection limit {most}");
        sql.batch_execute(&set).await.expect("a change");
    };
    limit("create", 3).await;
    sql.batch_execute(&format!("grant all on schema public to {name}")).await.expect("a change");
    let place = Place { url: place.url.replace("asl@", &format!("{name}@")), ..place };
    let text = refused(&place, &place.url).await;
    assert!(text.contains("too many connections") && text.contains("53300"), "{text}");
    limit("alter", 100).await;
    let store = place.open().await;
    limit("alter", 1).await;
    let ended =
        format!("select pg_terminate_backend(pid) from pg_stat_activity where usename = '{name}'");
    sql.batch_execute(&ended).await.expect("a change");
    let failed = store.start("three", "many", json!({})).await.expect_err("it is refused");
    assert!(failed.to_string().contains("too many connections"), "{failed}");
    limit("alter", 100).await;
    crate::failures::start(&store, "again").await;
    place.check(&store, &["again".to_owned()]).await;
}

/// No connection of a store changes its settings for later transactions, which a pooler would give
/// to others: they are changed within a transaction.
pub(crate) async fn no_session_is_changed(world: Arc<World>) {
    let place = world.place().await;
    let server = Server::start(&world.programs, &["fsync=off", "log_statement=all"]);
    let server = server.expect("the server starts");
    let place = Place { url: server.url(), notes: place.notes };
    let store = place.open().await;
    let client = place.client().await;
    client.start("three", "client", json!({})).await.expect("it starts");
    place.check(&client, &["client".to_owned()]).await;
    store.close(Duration::from_secs(1)).await.expect("it closes");
    let log = std::fs::read_to_string(server.folder().join("server.log")).expect("a log");
    let log = log.to_lowercase();
    assert!(log.contains("set_config('synchronous_commit', 'off', true)"), "it is in the log");
    let session = ["set synchronous_commit", "set session", "'off', false)"];
    assert!(session.iter().all(|words| !log.contains(words)), "a session was changed");
}

/// An address may name a socket, with TLS if the server has it; and a part of a password that is not
/// escaped is not shown.
pub(crate) async fn sockets_can_be_used(world: Arc<World>) {
    let place = world.place().await;
    let database = place.url.rsplit('/').next().expect("a name");
    let folder = world.socket().display().to_string().replace('/', "%2F");
    let url = format!("postgres://asl@{folder}:{}/{database}", world.port);
    let place = Place { url, notes: place.notes };
    let store = place.open().await;
    store.start("three", "socket", json!({})).await.expect("it starts");
    place.check(&store, &["socket".to_owned()]).await;
    let text = refused(&place, &format!("{}?sslmode=require", place.url)).await;
    assert!(text.contains("TLS"), "{text}");
    let text = refused(&place, "postgres://asl:se@cret@127.0.0.1:1/nothing").await;
    assert!(!text.contains("se@") && !text.contains("cret@"), "{text}");
}

/// A host that does not answer leaves time for the next one.
pub(crate) async fn a_dead_host_leaves_time_for_the_next(world: Arc<World>) {
    let place = world.place().await;
    // Nobody accepts its connections, and its queue is full: the system drops all that follow.
    let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
    socket.bind("127.0.0.1:0".parse().expect("an address")).expect("a port");
    let dead = socket.listen(1).expect("it listens");
    let port = dead.local_addr().expect("an address").port();
    let mut waiting = Vec::new();
    for _ in 0..4 {
        let connecting = tokio::net::TcpStream::connect(("127.0.0.1", port));
        waiting.push(tokio::time::timeout(Duration::from_millis(200), connecting).await);
    }
    assert!(waiting.iter().any(Result::is_err), "the queue is full");
    let database = place.url.rsplit('/').next().expect("a name");
    let url = format!("postgres://asl@127.0.0.1:{port},127.0.0.1:{}/{database}", world.port);
    let from = Instant::now();
    let place = Place { url, notes: place.notes };
    let store = place.open().await;
    store.start("three", "next", json!({})).await.expect("it starts");
    place.check(&store, &["next".to_owned()]).await;
    assert!(from.elapsed() < PATIENCE / 2, "{:?}", from.elapsed());
}

/// A connection with TLS needs a certificate of an authority that the system knows.
pub(crate) async fn certificates_are_checked(world: Arc<World>) {
    let place = world.place().await;
    let server = Server::start(&world.programs, &["fsync=off"]).expect("the server starts");
    let folder = server.folder().to_owned();
    let (certificate, key) = (folder.join("authority.pem"), folder.join("key.pem"));
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"])
        .args(["-subj", "/CN=a server of the tests", "-addext", "subjectAltName=DNS:localhost"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .arg("-keyout")
        .arg(&key)
        .arg("-out")
        .arg(&certificate)
        .output();
    let made = match made {
        Ok(made) => made,
        Err(error) => return eprintln!("  skipped: no program openssl: {error}"),
    };
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let sql = connect(&server.url()).await;
    // Copies of the server's user, which nobody else can read.
    let copy = async |from: &Path, name: &str| {
        let text = std::fs::read_to_string(from).expect("a file");
        let lines: Vec<String> = text.lines().map(|line| format!("('{line}')")).collect();
        let file = folder.join("data").join(name).display().to_string();
        let copy = format!("copy (select * from (values {}) t) to '{file}'", lines.join(", "));
        sql.batch_execute(&copy).await.expect("a copy");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        std::fs::set_permissions(file, mode).expect("a change");
    };
    copy(&certificate, "server.crt").await;
    copy(&key, "server.key").await;
    sql.batch_execute("alter system set ssl = on").await.expect("a change");
    sql.batch_execute("select pg_reload_conf()").await.expect("a change");
    let url = server.url().replace("127.0.0.1", "localhost") + "?sslmode=require";
    let from = Instant::now();
    let mut text = refused(&place, &url).await;
    while text.contains("does not support TLS") && from.elapsed() < LEASE * 5 {
        text = refused(&place, &url).await;
    }
    assert!(text.contains("invalid peer certificate"), "{text}");
    let trusted = [("SSL_CERT_FILE", certificate.as_path())];
    let process = Process::start(&url, &place.notes, &trusted);
    let used = "select count(*) from pg_stat_ssl s join pg_stat_activity a using (pid) \
         where s.ssl and a.application_name = 'asl-postgres'";
    assert!(count(&sql, used).await > 2);
    process.close();
    drop(server);
}
