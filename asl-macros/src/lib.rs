//! `asl_machine!`: arguments in, tokens and diagnostics out. Use it through `asl_runtime`.
