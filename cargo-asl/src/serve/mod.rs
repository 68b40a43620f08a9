//! `cargo asl serve`: the API of AWS Step Functions over definitions that are compiled when clients
//! create them.

mod calls;
mod compiler;
mod machines;
mod nested;
mod private;
mod slots;
mod version;

use std::fs::{File, TryLockError};
use std::path::Path;

use asl_sfn_api::SfnApi;
use tokio::net::TcpListener;
#[cfg(unix)]
use tokio::signal::unix::SignalKind;

use crate::arguments::ServeArguments;
use crate::definition;
use crate::mocks::{self, Cases};
use crate::output::{Outcome, Output, message, remark};
use crate::tasks::Sources;

use compiler::{Compiled, Compiler};
use machines::Machines;

/// Serves until an interrupt.
pub(crate) fn run(arguments: &ServeArguments, output: &mut Output) -> Outcome {
    let compiler = Compiler::new(arguments.compile.clone(), arguments.cache.clone());
    let given = match given(arguments, &compiler) {
        Ok(given) => given,
        Err(outcome) => return outcome,
    };
    let served = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())
        .and_then(|runtime| {
            let served = runtime.block_on(serve(arguments, compiler, given, output));
            // Threads that wait for tasks must not delay the end.
            runtime.shutdown_background();
            served
        });
    match served {
        Ok(()) => Outcome::Done,
        Err(problem) => Outcome::failed(&problem),
    }
}

/// The machines of the files on the command line.
fn given(arguments: &ServeArguments, compiler: &Compiler) -> Result<Vec<Compiled>, Outcome> {
    let (files, mut outcome) = definition::files(&arguments.files);
    let mut given: Vec<Compiled> = Vec::new();
    for file in files {
        match definition::checked(&file, &compiler.options()) {
            Ok((machine, mut sources)) => {
                let (mock, cases) = (arguments.mock.as_deref(), Cases::Of(Some(&machine.name)));
                let checked = (&machine, &compiler.options());
                if let Err(worse) = mocks::check(mock, cases, checked, &mut sources) {
                    outcome = outcome.max(worse);
                }
                let compiled = compiler.emit(machine, &sources);
                if given.iter().any(|other| other.name == compiled.name) {
                    message(&format!("error: two files define a machine `{}`\n", compiled.name));
                    outcome = Outcome::Failed;
                }
                given.push(compiled);
            }
            Err(worse) => outcome = outcome.max(worse),
        }
    }
    if outcome == Outcome::Done { Ok(given) } else { Err(outcome) }
}

async fn serve(
    arguments: &ServeArguments,
    compiler: Compiler,
    given: Vec<Compiled>,
    output: &mut Output,
) -> Result<(), String> {
    let _lock = lock(&arguments.store)?;
    let sources = Sources::named_by(&arguments.tasks, "the definition".to_owned(), None)?;
    let mock = arguments.mock.as_ref().map(|file| {
        let file = std::path::absolute(file).map_err(|error| error.to_string())?;
        file.to_str().map(str::to_owned).ok_or("the name of the mock file is not UTF-8".to_owned())
    });
    let directory = arguments.store.join("versions");
    let machines = Machines::open(directory, compiler, sources, mock.transpose()?)?;
    for compiled in given {
        machines.register(compiled).await?;
    }
    let registry = arguments.store.join("registry.json");
    let api = SfnApi::with_backend(machines.clone()).registry(registry);
    let mut api = api.map_err(|error| error.to_string())?;
    if let Some((id, secret)) = arguments.required_key()? {
        api = api.credentials(id, secret);
    }
    machines.set_api(api.clone());
    machines.resume()?;
    let listener = TcpListener::bind(arguments.listen)
        .await
        .map_err(|error| format!("cannot serve at {}: {error}", arguments.listen))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    output.result(&format!("http://{address}\n"));
    remark("Ctrl-C ends\n");
    let idle = tokio::spawn(machines.clone().close_idle());
    let served = api.serve_until(listener, interrupted()).await;
    idle.abort();
    machines.close().await;
    machines.stop_commands();
    served.map_err(|error| error.to_string())
}

/// Waits for Ctrl-C or the signal with which systems end services.
async fn interrupted() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    if let Ok(mut terminate) = tokio::signal::unix::signal(SignalKind::terminate()) {
        tokio::select! {
            _ = interrupted => {}
            _ = terminate.recv() => {}
        }
        return;
    }
    // Without a handler, the signal ends the process at once.
    let _ = interrupted.await;
}

/// Locks the directory against other servers, until the file is closed.
fn lock(directory: &Path) -> Result<File, String> {
    let at = |error: &dyn std::fmt::Display| format!("`{}`: {error}", directory.display());
    private::create_directory(directory).map_err(|error| at(&error))?;
    let mut options = File::options();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(directory.join("lock"));
    let file = file.map_err(|error| at(&error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(at(&"another `cargo asl serve` uses it; end it, or name another with `--store`"))
        }
        Err(TryLockError::Error(error)) => Err(at(&error)),
    }
}
