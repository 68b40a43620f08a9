//! Headless Chromium for tests of the pages that this project makes, and for screenshots of them.
//!
//! [`program`] finds or installs Chromium, [`Page`] drives it with the `DevTools` protocol over a
//! pipe: there is no port and no driver program, and Chromium ends when its pipe closes, also if
//! the test is killed. The protocol is JSON, so that this is less code than the generated bindings
//! of a library, which are some 60,000 lines to compile.
//!
//! No page can reach a network here: everything except loopback goes to a proxy that refuses and
//! records it (`trap`).

mod input;
pub mod monaco;
mod page;
mod pipe;
mod process;
pub mod program;
mod trap;

pub use input::{Key, Modifier};
pub use page::{Page, Scheme, page_of_test};
