//! Versions of machines that were released, as text: `asl.lock`, which `cargo asl lock` writes and
//! the compiler compares definitions with.
//!
//! A line of the file is one version, with single spaces between its parts: the name of the machine,
//! the sixteen digits of its hash, the number of this format, and its outline (`text.rs`). Places in
//! the file of the definition are left out, so that a line changes only if the version does. Lines
//! that begin with `#` are comments.

use std::fmt;

use super::Outline;
use super::text::{Places, encoded, read, written};
use crate::openapi::decode_percent;
use crate::version::Version;

/// Number of the format.
const FORMAT: &str = "1";

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Released {
    /// The name of the machine in the file: see [`Released::name`].
    pub machine: String,
    /// Its hash.
    pub version: Version,
    /// The text of its outline.
    outline: String,
}

/// The first line, from 1, that is none of such a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable(pub usize);

impl Released {
    /// The line of a version.
    pub fn new(machine: &str, version: Version, outline: &Outline) -> Self {
        Self { machine: machine.to_owned(), version, outline: written(outline, Places::LeftOut) }
    }

    /// The name of a machine in the file: the path of the definition from the directory of the
    /// package, with `/` between its parts, and the name of the machine in a template.
    pub fn name(path: &str, resource: Option<&str>) -> String {
        match resource {
            Some(resource) => format!("{}#{}", encoded(path), encoded(resource)),
            None => encoded(path),
        }
    }

    /// The name of the machine as users know it.
    pub fn shown_machine(&self) -> String {
        decode_percent(&self.machine)
    }

    /// All versions of a file.
    ///
    /// # Errors
    /// If a line is not of this form.
    pub fn all(text: &str) -> Result<Vec<Self>, Unreadable> {
        let lines = (1..).zip(text.lines());
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        lines.map(|(number, line)| Self::of(line).ok_or(Unreadable(number))).collect()
    }

    fn of(line: &str) -> Option<Self> {
        let (machine, rest) = line.split_once(' ')?;
        let (hash, rest) = rest.split_once(' ')?;
        let (format, outline) = rest.split_once(' ')?;
        if machine.is_empty() || hash.len() != 16 || format != FORMAT {
            return None;
        }
        let version = Version::from(u64::from_str_radix(hash, 16).ok()?);
        Some(Self { machine: machine.to_owned(), version, outline: outline.to_owned() })
    }

    /// The outline, without places; `None` if its text was changed by hand.
    pub fn outline(&self) -> Option<Outline> {
        read(&self.outline, self.shown_machine(), Places::LeftOut)
    }
}

impl fmt::Display for Released {
    /// The line, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { machine, version, outline } = self;
        write!(f, "{machine} {:016x} {FORMAT} {outline}", version.hash())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NodeOutline, RetrierOutline, WorkOutline};
    use super::*;
    use crate::fingerprint::Fingerprint;
    use crate::transition::Cause;

    fn outline() -> Outline {
        let node = |state: &str, work| NodeOutline {
            state: state.to_owned(),
            state_kind: "Task".to_owned(),
            scope: 3,
            place: (0, 0),
            work,
            print: Fingerprint { call: 1, input: u64::MAX, limits: 0, output: 7, errors: 9 },
            exits: vec![(Cause::Catch(2), None), (Cause::Next, Some(4))],
            retry: vec![RetrierOutline {
                errors: vec!["States.ALL".to_owned(), "a,b:c;d e%".to_owned()],
                interval_seconds: 1,
                max_attempts: 99,
                backoff_rate: 1.1,
                max_delay_seconds: None,
                jitter: true,
            }],
            catch: vec![String::new(), "A, B".to_owned()],
            action: Some("`ü` (call)".to_owned()),
        };
        let works = [
            WorkOutline::Plain,
            WorkOutline::Task { resource: "arn:aws:states:::sns publish".to_owned() },
            WorkOutline::Wait,
            WorkOutline::Fork(vec![1, 2]),
            WorkOutline::Fork(vec![]),
            WorkOutline::ForEach { body: 5, window: None },
            WorkOutline::ForEach { body: 5, window: Some(0) },
            WorkOutline::Await,
        ];
        Outline {
            source: "machines/a b.json#Order".to_owned(),
            is_sm4c: false,
            uses_context: true,
            uses_random: false,
            is_aws: true,
            has_quotas: true,
            time_limit: Some(60_000),
            start: u32::MAX,
            on_timeout: None,
            nodes: works.into_iter().map(|work| node("Pay; then: \"go\",\n", work)).collect(),
        }
    }

    #[test]
    fn lines_are_read_as_they_were_written() {
        let name = Released::name("machines/a b.json", Some("Order"));
        let released = Released::new(&name, Version::from(0x3f), &outline());
        let text = format!("# a comment\n{released}\n\n{released}\n");
        let read = Released::all(&text).unwrap();
        assert_eq!(read, [released.clone(), released]);
        assert_eq!(read.first().and_then(Released::outline), Some(outline()));
        assert!(
            text.contains("\nmachines/a%20b.json#Order 000000000000003f 1 caq,60000,"),
            "{text}"
        );
    }

    #[test]
    fn the_text_of_a_store_has_places_too() {
        let mut outline = outline();
        for (number, node) in (1..).zip(&mut outline.nodes) {
            node.place = (number, 7);
        }
        let text = outline.to_text().unwrap();
        assert_eq!(Outline::from_text(&text), Some(outline));
        let (_, rest) = text.split_once(' ').and_then(|(_, rest)| rest.split_once(' ')).unwrap();
        let read = |rest: &str| Outline::from_text(&format!("2 {} {rest}", rest.len()));
        assert!(read(rest).is_some());
        for (part, other) in
            [(" caq,", " caz,"), (";1,7", ";1"), (",1.1,", ",NaN,"), (",1,States", ",2,States")]
        {
            let changed = rest.replacen(part, other, 1);
            assert!(changed != rest && read(&changed).is_none(), "{part}");
        }
        for length in [rest.len() - 1, rest.len() + 1] {
            assert_eq!(Outline::from_text(&format!("2 {length} {rest}")), None);
        }
    }

    #[test]
    fn other_lines_are_refused_with_their_numbers() {
        let released = Released::new("a", Version::from(1), &outline());
        for bad in ["<<<<<<< HEAD", "a 3f 1 x", "a 000000000000003f 2 x", "a zz00000000000000 1 x"]
        {
            let text = format!("{released}\n{bad}\n");
            assert_eq!(Released::all(&text), Err(Unreadable(2)), "{bad}");
        }
        let line = released.to_string();
        for (part, other) in
            [("caq,", "caq"), ("task,", "test,"), (";Task;", ";"), (":3,2,-", ":9,2,-")]
        {
            let changed = line.replacen(part, other, 1);
            assert_ne!(changed, line);
            let read = Released::all(&changed).unwrap();
            assert_eq!(read.first().and_then(Released::outline), None, "{part}");
        }
    }
}
