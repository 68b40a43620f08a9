//! Versions of machines that were released, as text: `asl.lock`, which `cargo asl lock` writes and
//! the compiler compares definitions with.
//!
//! A line of the file is one version, with single spaces between its parts: the name of the machine,
//! the sixteen digits of its hash, the number of this format, a head, and one part for each node.
//! Lists have `,` between their items, lists of lists have `:` before each, and names are
//! percent-encoded. Places in the file of the definition are left out, so that a line changes only if
//! the version does. Lines that begin with `#` are comments.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use super::cause::{cause_of, number_of};
use super::{NodeOutline, Outline, RetrierOutline, WorkOutline};
use crate::fingerprint::Fingerprint;
use crate::openapi::decode_percent;
use crate::transition::Cause;
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
        Self { machine: machine.to_owned(), version, outline: written(outline) }
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
        let mut parts = self.outline.split(' ');
        let mut head = parts.next()?.split(',');
        let flags = head.next()?;
        let outline = Outline {
            source: self.shown_machine(),
            is_sm4c: flags.contains('s'),
            uses_context: flags.contains('c'),
            uses_random: flags.contains('r'),
            is_aws: flags.contains('a'),
            has_quotas: flags.contains('q'),
            time_limit: optional(head.next()?)?,
            start: head.next()?.parse().ok()?,
            on_timeout: optional(head.next()?)?,
            nodes: parts.map(node).collect::<Option<Vec<_>>>()?,
        };
        head.next().is_none().then_some(outline)
    }
}

impl fmt::Display for Released {
    /// The line, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { machine, version, outline } = self;
        write!(f, "{machine} {:016x} {FORMAT} {outline}", version.hash())
    }
}

fn written(outline: &Outline) -> String {
    let flags = [
        (outline.is_sm4c, 's'),
        (outline.uses_context, 'c'),
        (outline.uses_random, 'r'),
        (outline.is_aws, 'a'),
        (outline.has_quotas, 'q'),
    ];
    let flags: String = flags.into_iter().filter(|(is, _)| *is).map(|(_, flag)| flag).collect();
    let (limit, timeout) = (or_dash(outline.time_limit), or_dash(outline.on_timeout));
    let mut text = format!("{flags},{limit},{},{timeout}", outline.start);
    for node in &outline.nodes {
        text.push(' ');
        write_node(node, &mut text);
    }
    text
}

fn write_node(node: &NodeOutline, text: &mut String) {
    let NodeOutline {
        state,
        state_kind,
        scope,
        place: _,
        work,
        print,
        exits,
        retry,
        catch,
        action,
    } = node;
    let Fingerprint { call, input, limits, output, errors } = print;
    let exits = exits.iter().map(|(cause, to)| {
        let (kind, number) = number_of(*cause);
        format!(":{kind},{number},{}", or_dash(*to))
    });
    let parts = [
        encoded(state),
        encoded(state_kind),
        scope.to_string(),
        written_work(work),
        format!("{call:x},{input:x},{limits:x},{output:x},{errors:x}"),
        exits.collect(),
        retry.iter().map(written_retrier).collect(),
        catch.iter().fold(String::new(), |text, errors| text + ":" + &encoded(errors)),
        action.as_ref().map(|action| format!(":{}", encoded(action))).unwrap_or_default(),
    ];
    text.push_str(&parts.join(";"));
}

fn written_work(work: &WorkOutline) -> String {
    match work {
        WorkOutline::Plain => "plain".to_owned(),
        WorkOutline::Task { resource } => format!("task,{}", encoded(resource)),
        WorkOutline::Wait => "wait".to_owned(),
        WorkOutline::Fork(starts) => {
            starts.iter().fold("fork".to_owned(), |text, start| format!("{text},{start}"))
        }
        WorkOutline::ForEach { body, window } => format!("each,{body},{}", or_dash(*window)),
        WorkOutline::Await => "await".to_owned(),
    }
}

fn written_retrier(retrier: &RetrierOutline) -> String {
    let RetrierOutline {
        errors,
        interval_seconds,
        max_attempts,
        backoff_rate,
        max_delay_seconds,
        jitter,
    } = retrier;
    let longest = or_dash(*max_delay_seconds);
    let jitter = u8::from(*jitter);
    let text = format!(":{interval_seconds},{max_attempts},{backoff_rate:?},{longest},{jitter}");
    errors.iter().fold(text, |text, error| format!("{text},{}", encoded(error)))
}

fn node(text: &str) -> Option<NodeOutline> {
    let mut parts = text.split(';');
    let node = NodeOutline {
        state: decode_percent(parts.next()?),
        state_kind: decode_percent(parts.next()?),
        scope: parts.next()?.parse().ok()?,
        place: (0, 0),
        work: work(parts.next()?)?,
        print: print(parts.next()?)?,
        exits: items(parts.next()?)?.map(exit).collect::<Option<Vec<_>>>()?,
        retry: items(parts.next()?)?.map(retrier).collect::<Option<Vec<_>>>()?,
        catch: items(parts.next()?)?.map(decode_percent).collect(),
        action: items(parts.next()?)?.map(decode_percent).next(),
    };
    parts.next().is_none().then_some(node)
}

fn work(text: &str) -> Option<WorkOutline> {
    let mut parts = text.split(',');
    let work = match parts.next()? {
        "plain" => WorkOutline::Plain,
        "task" => WorkOutline::Task { resource: decode_percent(parts.next()?) },
        "wait" => WorkOutline::Wait,
        "fork" => {
            let starts = parts.by_ref().map(|start| start.parse().ok());
            WorkOutline::Fork(starts.collect::<Option<Vec<_>>>()?)
        }
        "each" => {
            let body = parts.next()?.parse().ok()?;
            WorkOutline::ForEach { body, window: optional(parts.next()?)? }
        }
        "await" => WorkOutline::Await,
        _ => return None,
    };
    parts.next().is_none().then_some(work)
}

fn print(text: &str) -> Option<Fingerprint> {
    let numbers = text.split(',').map(|number| u64::from_str_radix(number, 16).ok());
    let numbers = numbers.collect::<Option<Vec<_>>>()?;
    let [call, input, limits, output, errors] = *numbers.as_slice() else { return None };
    Some(Fingerprint { call, input, limits, output, errors })
}

fn exit(text: &str) -> Option<(Cause, Option<u32>)> {
    let mut parts = text.split(',');
    let cause = cause_of(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?)?;
    let to = optional(parts.next()?)?;
    parts.next().is_none().then_some((cause, to))
}

fn retrier(text: &str) -> Option<RetrierOutline> {
    let mut parts = text.split(',');
    Some(RetrierOutline {
        interval_seconds: parts.next()?.parse().ok()?,
        max_attempts: parts.next()?.parse().ok()?,
        backoff_rate: parts.next()?.parse().ok()?,
        max_delay_seconds: optional(parts.next()?)?,
        jitter: parts.next()?.parse::<u8>().ok()? == 1,
        errors: parts.map(decode_percent).collect(),
    })
}

/// The items of a list, each of which begins with `:`.
fn items(text: &str) -> Option<impl Iterator<Item = &str>> {
    let list = if text.is_empty() { None } else { Some(text.strip_prefix(':')?.split(':')) };
    Some(list.into_iter().flatten())
}

/// A number, or `-` for none.
#[expect(clippy::option_option, reason = "none is a value here, and there may be no value")]
fn optional<N: FromStr>(text: &str) -> Option<Option<N>> {
    if text == "-" { Some(None) } else { text.parse().ok().map(Some) }
}

fn or_dash(number: Option<impl ToString>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| number.to_string())
}

/// A text in which nothing separates parts.
fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_alphanumeric() || "-_./$@".contains(character) {
            encoded.push(character);
            continue;
        }
        for byte in character.encode_utf8(&mut [0; 4]).bytes() {
            // Writing to a String cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

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
