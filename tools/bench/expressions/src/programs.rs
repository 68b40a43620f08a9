//! The compiled programs.

include!(concat!(env!("OUT_DIR"), "/programs.rs"));
