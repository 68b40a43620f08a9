//! `swf [--moto | --endpoint URL]`: the orders of a bookshop on Amazon SWF, or on a replacement of
//! it.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line program talks to its user"
)]

use std::env;
use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use asl_servers::emulator::Emulator;
use asl_swf::aws::AwsSwf;
use asl_swf::aws::config::{Credentials, Region};
use asl_swf_double::{Double, Live};
use swf::play::{self, End, Play};
use tokio::runtime::Builder;

const USAGE: &str = "\
usage: swf [--moto | --endpoint URL]

  without options  on a double of Amazon SWF in memory, on a clock that does not wait
  --moto           on moto's server, which is installed into target/tools with Python's pip, and started on loopback
  --endpoint URL   on a server that is there: moto's, or Amazon SWF's own
                   (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION)";

/// Seconds for which a parcel is delayed: an hour of a virtual clock.
const HOUR: u64 = 3_600;

fn main() -> ExitCode {
    let given: Vec<String> = env::args().skip(1).collect();
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    let done = match given.as_slice() {
        [] => on_the_double(),
        ["--moto"] => on_moto(),
        ["--endpoint", url] => on(url),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(ends) => summary(&ends),
        Err(error) => {
            eprintln!("swf: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns true if every order ended as expected.
fn summary(ends: &[End]) -> ExitCode {
    for End { order, status, text, events } in ends {
        println!("{order}  {status:9}  {events:>3} events  {text}");
    }
    let expected = |end: &&End| end.status == expected(&end.order);
    let good = ends.iter().filter(expected).count();
    println!("{good} of {} orders ended as they should", ends.len());
    if good == ends.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn expected(order: &str) -> &'static str {
    match order {
        "order-3" => "FAILED",
        "order-5" => "CANCELED",
        _ => "COMPLETED",
    }
}

fn on_the_double() -> Result<Vec<End>, Box<dyn Error>> {
    println!("on the double; its clock does not wait");
    let from = Instant::now();
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build()?;
    let play = Play::new(HOUR).with_a_change_of_mind();
    let ends = runtime.block_on(async {
        let swf = Arc::new(Live::new(Double::new()));
        play::run(swf, &play, |line| println!("{line}")).await
    })?;
    println!("more than an hour of orders took {} ms", from.elapsed().as_millis());
    Ok(ends)
}

fn on_moto() -> Result<Vec<End>, Box<dyn Error>> {
    println!("moto's server is installed into target/tools if it is not there");
    let moto = Emulator::moto()?;
    println!("it listens at {}", moto.address());
    on(&format!("http://{}", moto.address()))
}

fn on(url: &str) -> Result<Vec<End>, Box<dyn Error>> {
    let variable =
        |name: &str, default: &str| env::var(name).unwrap_or_else(|_| default.to_owned());
    let (key, secret) =
        (variable("AWS_ACCESS_KEY_ID", "test"), variable("AWS_SECRET_ACCESS_KEY", "test"));
    let credentials =
        Credentials::new(key, secret, env::var("AWS_SESSION_TOKEN").ok(), None, "environment");
    let region = Region::new(variable("AWS_REGION", "us-east-1"));
    let settings =
        AwsSwf::settings().region(region).credentials_provider(credentials).endpoint_url(url);
    let swf = Arc::new(AwsSwf::new(settings.build()));
    // moto has no RequestCancelWorkflowExecution, so no order is cancelled here.
    let play = Play::new(2);
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(play::run(swf, &play, |line| println!("{line}")))
}
