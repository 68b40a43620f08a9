//! The machines of all fault tests.

include!(concat!(env!("OUT_DIR"), "/machines.rs"));
