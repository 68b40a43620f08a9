//! The page: data as JSON, the script and the styles, in one HTML file without any request.

mod gaps;
mod trim;

#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac_sha256::Hash;
use serde::Serialize;

use crate::compare::{self, Comparison, Difference};
use crate::run::Run;
use trim::Kept;

/// The script of the page, as a file of its own for pages with a content policy. It fills the
/// element with the id `asl-report`, from the JSON of [`Report::data`](crate::Report::data) in the
/// element `asl-report-data`, or from the address in the first element's attribute `data-source`,
/// which it reads again every two seconds while the execution runs. It uses no `eval`, no
/// handlers in attributes and no HTML made of data.
///
/// ```
/// let page = format!(
///     "<main id=\"asl-report\" data-source=\"/executions/7/report.json\"></main>\
///      <link rel=\"stylesheet\" href=\"/report.css\"><script src=\"/report.js\" defer></script>"
/// );
/// # assert!(asl_report::SCRIPT.contains("asl-report") && page.contains("data-source"));
/// ```
pub const SCRIPT: &str = include_str!("page.js");

/// The styles of the page. Everything is below the element `asl-report`.
pub const STYLE: &str = include_str!("page.css");

/// The data of the page.
#[derive(Serialize)]
struct Data<'p> {
    picture: Option<&'p str>,
    runs: Vec<Kept>,
    /// Indices of the visits that correspond, of two runs.
    pairs: Vec<[usize; 2]>,
    differences: Vec<Difference>,
}

/// The data as JSON that may stand in a script element: `<`, `>`, `&` and the line ends of
/// JavaScript are escaped.
pub(crate) fn data(picture: Option<&str>, run: Run, other: Option<Run>) -> String {
    let mut runs = vec![run];
    runs.extend(other);
    let mut runs: Vec<Kept> = runs.into_iter().map(trim::trim).collect();
    let Comparison { pairs, differences } = match runs.as_slice() {
        [first, second] => compare::compare(&first.run, &second.run),
        _ => Comparison::default(),
    };
    for kept in &mut runs {
        kept.run.gaps = gaps::gaps(&kept.run);
    }
    let data = Data { picture, runs, pairs, differences };
    // Maps with keys that are no texts, and failing writers, are what this cannot write.
    let json = serde_json::to_string(&data).unwrap_or_default();
    let mut safe = String::with_capacity(json.len() + json.len() / 16);
    for character in json.chars() {
        match character {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                // Writing to a string cannot fail.
                let _ = write!(safe, "\\u{:04x}", u32::from(character));
            }
            character => safe.push(character),
        }
    }
    safe
}

/// The page with this data. The script names it.
pub(crate) fn html(data: &str) -> String {
    let (script, style) = (SCRIPT.trim_end(), STYLE.trim_end());
    let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(Hash::hash(text.as_bytes())));
    format!(
        "<!DOCTYPE html>\n\
         <html lang=\"en\">\n\
         <head>\n\
         <meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         script-src {}; style-src {}; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Run report</title>\n\
         <style>{style}</style>\n\
         </head>\n\
         <body>\n\
         <main id=\"asl-report\"><noscript>This report needs JavaScript.</noscript></main>\n\
         <script type=\"application/json\" id=\"asl-report-data\">{data}</script>\n\
         <script>{script}</script>\n\
         </body>\n\
         </html>\n",
        hash(script),
        hash(style),
    )
}
