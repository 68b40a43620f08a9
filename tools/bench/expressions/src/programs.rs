//! The compiled programs.

pub(crate) mod jq {
    include!(concat!(env!("OUT_DIR"), "/jq.rs"));
}

pub(crate) mod jsonata {
    include!(concat!(env!("OUT_DIR"), "/jsonata.rs"));
}
