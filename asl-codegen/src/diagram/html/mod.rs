//! One HTML page with the picture of a machine, which can be moved and enlarged. It contains all it
//! needs, and its content policy forbids requests.

use super::svg::{escape, svg};
use crate::ir;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The picture of [`svg`] as a page of its own: wheel, buttons, mouse and keys move and enlarge it.
pub fn html(machine: &ir::Machine) -> String {
    of(machine, &svg(machine))
}

/// The page of a picture.
pub(super) fn of(machine: &ir::Machine, picture: &str) -> String {
    let title = escape(&super::drawing::title(machine));
    format!(
        "<!DOCTYPE html>\n\
         <html lang=\"en\">\n\
         <head>\n\
         <meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n\
         <style>\n{STYLE}</style>\n\
         </head>\n\
         <body>\n\
         <header>\n\
         <h1>{title}</h1>\n\
         <div role=\"toolbar\" aria-label=\"Size of the picture\">\n\
         <button id=\"smaller\" aria-label=\"Smaller\">−</button>\n\
         <output id=\"size\">100 %</output>\n\
         <button id=\"larger\" aria-label=\"Larger\">+</button>\n\
         <button id=\"fit\">Fit</button>\n\
         <button id=\"whole\">100 %</button>\n\
         </div>\n\
         </header>\n\
         <main id=\"view\" tabindex=\"0\" aria-label=\"Picture; arrow keys move it, + and - change its size\">\n\
         {picture}</main>\n\
         <script>\n{SCRIPT}</script>\n\
         </body>\n\
         </html>\n"
    )
}
