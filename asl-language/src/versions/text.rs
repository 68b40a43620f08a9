//! Outlines as text: what a store keeps of each version, and the lines of `asl.lock`.
//!
//! A head and one part for each node, with single spaces between them. Lists have `,` between their
//! items, lists of lists have `:` before each, and names are percent-encoded.

use std::fmt::Write as _;
use std::str::FromStr;

use super::cause::{cause_of, number_of};
use super::{NodeOutline, Outline, RetrierOutline, WorkOutline};
use crate::fingerprint::Fingerprint;
use crate::openapi::decode_percent;
use crate::transition::Cause;

/// Number of the format that stores keep.
const FORMAT: &str = "2";

/// Maximum bytes of an outline's text.
const LONGEST: usize = 8 << 20;

/// The places of states in the file of the definition: kept or left out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Places {
    Kept,
    LeftOut,
}

impl Outline {
    /// The outline as text, which later releases read too: the number of the format, the length of
    /// what follows, the source, and the rest; `None` if it has more than 8 MiB.
    #[inline]
    pub fn to_text(&self) -> Option<String> {
        let rest = format!("{} {}", encoded(&self.source), written(self, Places::Kept));
        (rest.len() <= LONGEST).then(|| format!("{FORMAT} {} {rest}", rest.len()))
    }

    /// Reads text by [`Outline::to_text`]; `None` if it is not of this format.
    #[inline]
    pub fn from_text(text: &str) -> Option<Self> {
        let rest = text.strip_prefix(FORMAT)?.strip_prefix(' ')?;
        let (length, rest) = rest.split_once(' ')?;
        if length.parse() != Ok(rest.len()) || rest.len() > LONGEST {
            return None;
        }
        let (source, rest) = rest.split_once(' ')?;
        read(rest, decode_percent(source), Places::Kept)
    }
}

/// All of an outline but its source.
#[inline]
pub(super) fn written(outline: &Outline, places: Places) -> String {
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
        if places == Places::Kept {
            let (line, column) = node.place;
            // Writing to a String cannot fail.
            let _ = write!(text, ";{line},{column}");
        }
    }
    text
}

/// Reads what [`written`] has made.
#[inline]
pub(super) fn read(text: &str, source: String, places: Places) -> Option<Outline> {
    let mut parts = text.split(' ');
    let mut head = parts.next()?.split(',');
    let flags = head.next().filter(|flags| flags.chars().all(|flag| "scraq".contains(flag)))?;
    let outline = Outline {
        source,
        is_sm4c: flags.contains('s'),
        uses_context: flags.contains('c'),
        uses_random: flags.contains('r'),
        is_aws: flags.contains('a'),
        has_quotas: flags.contains('q'),
        time_limit: optional(head.next()?)?,
        start: head.next()?.parse().ok()?,
        on_timeout: optional(head.next()?)?,
        nodes: parts.map(|part| node(part, places)).collect::<Option<Vec<_>>>()?,
    };
    head.next().is_none().then_some(outline)
}

#[inline]
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

#[inline]
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

#[inline]
fn node(text: &str, places: Places) -> Option<NodeOutline> {
    let mut parts = text.split(';');
    let mut node = NodeOutline {
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
    if places == Places::Kept {
        let (line, column) = parts.next()?.split_once(',')?;
        node.place = (line.parse().ok()?, column.parse().ok()?);
    }
    parts.next().is_none().then_some(node)
}

#[inline]
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

#[inline]
fn retrier(text: &str) -> Option<RetrierOutline> {
    let mut parts = text.split(',');
    Some(RetrierOutline {
        interval_seconds: parts.next()?.parse().ok()?,
        max_attempts: parts.next()?.parse().ok()?,
        backoff_rate: parts.next()?.parse().ok().filter(|rate: &f64| rate.is_finite())?,
        max_delay_seconds: optional(parts.next()?)?,
        jitter: parts.next()?.parse().ok().filter(|jitter: &u8| *jitter < 2)? == 1,
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
#[inline]
pub(super) fn encoded(text: &str) -> String {
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
