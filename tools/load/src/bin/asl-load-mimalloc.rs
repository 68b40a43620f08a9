//! `asl-load` with another allocator. Its process is a measured server only: client and other
//! servers are the same for both.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    asl_load::main()
}
