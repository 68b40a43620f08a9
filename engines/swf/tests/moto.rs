//! Amazon SWF as emulated by moto's server, through the real SDK, if the variable `ASL_MOTO` has
//! its address (`cargo xtask test` starts one). It supports 7 of the 13 decisions; the double tests
//! those that it lacks or gets wrong.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stderr,
    reason = "tests"
)]

mod scenario;

use std::sync::Arc;
use std::time::Duration;

use asl_swf::aws::AwsSwf;
use asl_swf::aws::config::{Credentials, Region};

/// A client for the server, if there is one.
fn moto() -> Option<Arc<AwsSwf>> {
    let Ok(address) = std::env::var("ASL_MOTO") else {
        eprintln!("skipped: ASL_MOTO has no address of a moto server");
        return None;
    };
    let credentials = Credentials::new("test", "test", None, None, "test");
    let settings =
        AwsSwf::settings().region(Region::new("us-east-1")).credentials_provider(credentials);
    Some(Arc::new(AwsSwf::new(settings.endpoint_url(format!("http://{address}")).build())))
}

#[tokio::test]
async fn an_order_goes_through() {
    let Some(swf) = moto() else { return };
    scenario::an_order_goes_through(swf).await;
}

#[tokio::test]
async fn a_retry_backs_off() {
    let Some(swf) = moto() else { return };
    scenario::a_retry_backs_off(swf).await;
}

#[tokio::test]
async fn an_error_fails_the_execution() {
    let Some(swf) = moto() else { return };
    scenario::an_error_fails_the_execution(swf).await;
}

#[tokio::test]
async fn an_error_is_caught() {
    let Some(swf) = moto() else { return };
    scenario::an_error_is_caught(swf).await;
}

#[tokio::test]
async fn a_silent_worker_is_given_up() {
    let Some(swf) = moto() else { return };
    scenario::a_silent_worker_is_given_up(swf).await;
}

#[tokio::test]
async fn a_signal_ends_a_task() {
    let Some(swf) = moto() else { return };
    scenario::a_signal_ends_a_task(swf).await;
}

#[tokio::test]
async fn deciders_are_killed() {
    let Some(swf) = moto() else { return };
    scenario::deciders_are_killed(swf, &[150, 700, 400, 1_100].map(Duration::from_millis)).await;
}
