//! `asl-load`, with the allocator of the system.

use std::process::ExitCode;

fn main() -> ExitCode {
    asl_load::main()
}
