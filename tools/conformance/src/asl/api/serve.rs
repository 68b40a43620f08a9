//! Serves machines by the Step Functions API, in generated crates.

use std::error::Error;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

use asl_durable::{Durable, Options};
use asl_runtime::Compiled;
use asl_runtime::storage::Memory;
use asl_sfn_api::SfnApi;
use tokio::net::TcpListener;

/// Serves machines until standard input is closed. Prints the address when it is ready.
pub(crate) fn serve(
    machines: Vec<Compiled>,
    storage: Memory,
    folder: &Path,
    opened: impl FnOnce(&Durable),
) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let options = Options::default().storage(storage).socket(false);
        let store = Durable::open(folder, machines, options).await?;
        opened(&store);
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
        writeln!(std::io::stdout(), "http://{}", listener.local_addr()?)?;
        let api = SfnApi::new(store.clone()).account("111111111111");
        let serving = tokio::spawn(api.serve_on(listener));
        tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new())).await??;
        serving.abort();
        store.close(Duration::ZERO).await?;
        Ok(())
    })
}
