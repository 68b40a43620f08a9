//! The machines that everything here is tried on.

include!(concat!(env!("OUT_DIR"), "/machines.rs"));
