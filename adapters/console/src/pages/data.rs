//! Data of executions on a page: JSON on many lines, of bounded size.

use std::fmt::{self, Write};

use asl_runtime::Value;

use crate::html::Html;
use crate::permission::Permission;
use crate::tokens::withhold;

/// Maximum bytes of a value on a page.
const LARGEST: usize = 64 * 1024;

/// Text that ends at a limit.
struct Bounded {
    text: String,
    is_cut: bool,
}

impl Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let free = LARGEST - self.text.len();
        if text.len() <= free {
            self.text.push_str(text);
            return Ok(());
        }
        let fits = |(at, character): &(usize, char)| at + character.len_utf8() <= free;
        self.text.extend(text.char_indices().take_while(fits).map(|(_, character)| character));
        self.is_cut = true;
        Err(fmt::Error)
    }
}

/// A value with its id and its heading.
pub(super) struct Shown<'v> {
    pub(super) id: &'static str,
    pub(super) heading: &'static str,
    pub(super) value: &'v Value,
    pub(super) is_open: bool,
}

/// Writes a value under a heading, which opens and closes it.
pub(super) fn write_value(html: &mut Html, shown: &Shown<'_>, permission: Permission) {
    let Shown { id, heading, value, is_open } = *shown;
    let mut bounded = Bounded { text: String::new(), is_cut: false };
    // The error says that it is cut.
    let _ = write!(bounded, "{value:#}");
    html.raw("<details class=\"data\"").attribute("id", format_args!("{id}-details"));
    html.raw(if is_open { " open" } else { "" });
    html.raw("><summary>").raw(heading).raw("</summary><pre").attribute("id", id);
    html.raw(" tabindex=\"0\">");
    write_text(html, &bounded.text, permission);
    html.raw("</pre>");
    if bounded.is_cut {
        html.raw("<p>");
        html.text(format_args!("Only the first {} KiB are shown.", LARGEST / 1024)).raw("</p>");
    }
    html.raw("</details>");
}

/// Writes a text of an execution, without the secrets of task tokens for those who may not act.
pub(super) fn write_text(html: &mut Html, text: &str, permission: Permission) {
    match permission {
        Permission::Act => html.text(text),
        Permission::None | Permission::Read => html.text(withhold(text)),
    };
}
