//! Machines on Restate beside bare handlers with as many `ctx.run`: throughput, latency and CPU
//! time of the same run, on the server that the variable `ASL_RESTATE_SERVER` names
//! (`cargo xtask bench --restate` installs one). `--seconds N`: how long each round takes.
#![expect(clippy::print_stdout, clippy::expect_used, reason = "a bench")]

use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use asl_restate::{Machines, Options, register};
use asl_runtime::{TaskContext, TaskError, Value, asl_machine, json};
use asl_servers::restate::{Server, free_port};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper_util::rt::TokioIo;
use restate_sdk::prelude::{Endpoint, HttpServer};
use tokio::net::{TcpListener, TcpStream};

asl_machine!("benches/one.asl.json");
asl_machine!("benches/three.asl.json");

struct Work;

type Answer = Result<Value, TaskError>;

impl one::Tasks for Work {
    async fn work(&self, _cx: &TaskContext, input: Value) -> Answer {
        Ok(input)
    }
}

impl three::Tasks for Work {
    async fn work(&self, _cx: &TaskContext, input: Value) -> Answer {
        Ok(input)
    }
}

mod bare {
    use restate_sdk::prelude::{Context, ContextSideEffects, HandlerResult, RunFuture};

    /// What is compared with: the same work in as many durable steps, without a machine.
    pub(crate) struct Bare;

    #[restate_sdk::service]
    impl Bare {
        #[handler]
        async fn one(&self, ctx: Context<'_>, input: String) -> HandlerResult<String> {
            Ok(ctx.run(|| async { Ok(input) }).name("work").await?)
        }

        #[handler]
        async fn three(&self, ctx: Context<'_>, input: String) -> HandlerResult<String> {
            let mut data = input;
            for _ in 0..3 {
                data = ctx.run(|| async { Ok(data) }).name("work").await?;
            }
            Ok(data)
        }
    }
}

/// Clients at once, where throughput is measured.
const CLIENTS: u32 = 32;
/// Requests one after the other, where latency is.
const REQUESTS: u32 = 200;
/// Each is measured so often; the best counts, because others share the machine.
const ROUNDS: u32 = 3;

/// The measurement: a label, and the path of a request with its number.
type Target = (&'static str, fn(u64) -> String);

const TARGETS: [Target; 4] = [
    ("bare handler, 1 ctx.run", |_| "/Bare/one".to_owned()),
    ("machine, 1 task", |number| format!("/one/{number}/run")),
    ("bare handler, 3 ctx.run", |_| "/Bare/three".to_owned()),
    ("machine, 3 tasks", |number| format!("/three/{number}/run")),
];

/// The result.
#[derive(Clone, Copy, Default)]
struct Figures {
    /// Requests a second with many clients.
    throughput: f64,
    /// Milliseconds of CPU time of server and service for one of them.
    cpu: f64,
    /// Milliseconds of the middle request with one client, and of the 99th of a hundred.
    median: f64,
    late: f64,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let words: Vec<&str> =
        arguments.iter().map(String::as_str).filter(|word| *word != "--bench").collect();
    if let ["serve", port] = words.as_slice() {
        runtime.block_on(serve(port.parse().expect("a port")));
        return ExitCode::SUCCESS;
    }
    let seconds = match words.as_slice() {
        ["--seconds", seconds] => seconds.parse().expect("a number"),
        _ => 5,
    };
    let Some(program) = std::env::var_os("ASL_RESTATE_SERVER") else {
        println!("skipped: ASL_RESTATE_SERVER has no path of a Restate server");
        return ExitCode::SUCCESS;
    };
    runtime.block_on(measure(Path::new(&program), Duration::from_secs(seconds)));
    ExitCode::SUCCESS
}

async fn serve(port: u16) {
    let machines = Machines::new()
        .options(Options::default())
        .register(one::machine(Work))
        .register(three::machine(Work));
    let endpoint =
        machines.bind(Endpoint::builder().bind(bare::Bare)).expect("they are sound").build();
    let listener = TcpListener::bind(("127.0.0.1", port)).await.expect("the port is free");
    HttpServer::new(endpoint).serve_with_cancel(listener, std::future::pending::<()>()).await;
}

/// The service in a process of its own; it ends with this.
struct Service(Child);

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn measure(program: &Path, round: Duration) {
    let server = Server::start(program).expect("the server starts");
    let port = free_port().expect("a port");
    let mut command = Command::new(std::env::current_exe().expect("we have a file"));
    let service = Service(
        command.args(["serve", &port.to_string()]).stdin(Stdio::null()).spawn().expect("it starts"),
    );
    while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    register(&server.admin(), &format!("http://127.0.0.1:{port}")).await.expect("it is registered");
    let address = server.ingress().trim_start_matches("http://").to_owned();
    let processes = [server.id().unwrap_or(0), service.0.id()];
    let numbers = Arc::new(AtomicU64::new(0));
    let mut best = [Figures::default(); TARGETS.len()];
    for _ in 0..ROUNDS {
        for ((_, path), best) in TARGETS.iter().zip(&mut best) {
            let found = figures(&address, *path, &numbers, processes, round).await;
            if found.throughput > best.throughput {
                (best.throughput, best.cpu) = (found.throughput, found.cpu);
            }
            if best.median == 0.0 || found.median < best.median {
                (best.median, best.late) = (found.median, found.late);
            }
        }
    }
    print(&best, round);
}

fn print(best: &[Figures; 4], round: Duration) {
    println!(
        "Restate {}, best of {ROUNDS} rounds of {} s with {CLIENTS} clients; latency of {REQUESTS} requests one by one",
        asl_servers::restate::VERSION,
        round.as_secs()
    );
    println!(
        "{:26} {:>10} {:>14} {:>12} {:>12}",
        "", "requests/s", "CPU ms/request", "median ms", "99th ms"
    );
    for ((label, _), Figures { throughput, cpu, median, late }) in TARGETS.iter().zip(best) {
        println!("{label:26} {throughput:>10.0} {cpu:>14.2} {median:>12.2} {late:>12.2}");
    }
    for (bare, machine, steps) in [(best[0], best[1], 1), (best[2], best[3], 3)] {
        println!(
            "{steps} task{}: {:.2} of the bare handler's throughput, {:.2} x its CPU, {:.2} x its latency",
            if steps == 1 { "" } else { "s" },
            machine.throughput / bare.throughput,
            machine.cpu / bare.cpu,
            machine.median / bare.median
        );
    }
}

async fn figures(
    address: &str,
    path: fn(u64) -> String,
    numbers: &Arc<AtomicU64>,
    processes: [u32; 2],
    round: Duration,
) -> Figures {
    let (from, cpu) = (Instant::now(), cpu_seconds(processes));
    let clients: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let (address, numbers) = (address.to_owned(), Arc::clone(numbers));
            tokio::spawn(async move {
                let mut client = Client::connect(&address).await;
                let mut done = 0_u32;
                while from.elapsed() < round {
                    client.request(&path(numbers.fetch_add(1, Ordering::Relaxed))).await;
                    done += 1;
                }
                done
            })
        })
        .collect();
    let mut done = 0;
    for client in clients {
        done += client.await.expect("it ends");
    }
    let throughput = f64::from(done) / from.elapsed().as_secs_f64();
    let cpu = (cpu_seconds(processes) - cpu) * 1_000.0 / f64::from(done.max(1));
    let mut client = Client::connect(address).await;
    let mut times = Vec::new();
    for _ in 0..REQUESTS {
        let from = Instant::now();
        client.request(&path(numbers.fetch_add(1, Ordering::Relaxed))).await;
        times.push(from.elapsed().as_secs_f64() * 1_000.0);
    }
    times.sort_by(f64::total_cmp);
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
    Figures { throughput, cpu, median: at(50), late: at(99) }
}

/// CPU time that processes have used, where the system tells it.
fn cpu_seconds(processes: [u32; 2]) -> f64 {
    let used = |process: &u32| -> Option<f64> {
        let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name before may have anything in it.
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
        // Linux counts in hundredths of a second for programs.
        Some(ticks / 100.0)
    };
    processes.iter().filter_map(used).sum()
}

/// A connection that is kept.
struct Client(hyper::client::conn::http1::SendRequest<Full<Bytes>>, String);

impl Client {
    async fn connect(address: &str) -> Self {
        let stream = TcpStream::connect(address).await.expect("the server is there");
        let (sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
            .await
            .expect("it speaks HTTP");
        tokio::spawn(connection);
        Self(sender, address.to_owned())
    }

    async fn request(&mut self, path: &str) {
        if self.0.ready().await.is_err() {
            // The server may close a connection between two requests.
            *self = Self::connect(&self.1.clone()).await;
        }
        let body = Full::new(Bytes::from(json!("data").to_json_string()));
        let request = hyper::Request::post(path)
            .header("host", &self.1)
            .header("content-type", "application/json");
        let answer =
            self.0.send_request(request.body(body).expect("a request")).await.expect("an answer");
        let status = answer.status();
        let text = answer.into_body().collect().await.expect("an answer").to_bytes();
        assert!(status.is_success() && text == "\"data\"".as_bytes(), "{status}: {text:?}");
    }
}
