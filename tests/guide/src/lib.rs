//! The code of README and guide.
//!
//! A Rust block of a page is an excerpt of a file of this package or of an example: its paragraphs
//! stand there in the same order, with any indentation. So it compiles, is formatted, and what can
//! run without a service runs. `blocks` checks that, and other kinds of blocks.

#[cfg(test)]
mod blocks;
#[cfg(test)]
mod imports;
#[cfg(test)]
mod llms;
