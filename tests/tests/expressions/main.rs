//! Paths, intrinsic functions, jq and JSONata, compiled and run.

mod filters;
mod intrinsics;
mod jq_built_ins;
mod jq_limits;
mod jq_macro;
mod jsonata_built_ins;
mod jsonata_continued;
mod jsonata_functions;
mod jsonata_macro;
mod jsonata_replay;
mod jsonata_states;
mod rfc9535;
