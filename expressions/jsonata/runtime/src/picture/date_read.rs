//! Text → milliseconds since 1970 by a picture.

use std::collections::{BTreeSet, HashMap, HashSet};

use asl_language::calendar::{MONTHS, days_since_epoch};
use asl_language::jsonata::picture::{Grouping, IntegerPicture, Marker, Part, Primary, check_read};

use super::DatePicture;
use super::components::Moment;
use super::date_write::DAYS;
use super::decimal::parse_int;
use super::integer::read_integer;
use super::words::lengths_of_words;
use crate::{Cx, Fault};

/// The values of components.
type Components = HashMap<char, f64>;

/// Reads a time. `None`: the text does not fit the picture. `now` gives what the picture lacks.
pub(crate) fn read_date(
    cx: &Cx,
    text: &str,
    picture: &DatePicture,
    now: i64,
) -> Result<Option<f64>, Fault> {
    let parts = picture.parts()?;
    parts.iter().try_for_each(check_read).map_err(Fault::of_picture)?;
    let Some(pieces) = fit(cx, text, parts)? else { return Ok(None) };
    let mut components = Components::new();
    for (part, piece) in parts.iter().zip(pieces) {
        if let Part::Marker(marker) = part
            && let Some(value) = value_of(marker, piece)?
        {
            components.insert(marker.component, value);
        }
    }
    let is_literal = |part: &Part| matches!(part, Part::Literal(_));
    if parts.iter().all(is_literal) {
        return Ok(None);
    }
    time_of(components, now).map(Some)
}

/// A part of a picture that was found in the text: where it starts, and the ends that are still to
/// be tried, the best last.
struct Found {
    start: usize,
    ends: Vec<usize>,
}

/// Cuts a text into one piece for each part. Each part takes as much as it can; `None`: the parts
/// do not fit. A place where the rest of the parts did not fit is not tried again, so the work is
/// at most the number of parts times the square of the length.
fn fit<'t>(cx: &Cx, text: &'t str, parts: &[Part]) -> Result<Option<Vec<&'t str>>, Fault> {
    let (mut found, mut failed, mut at) = (Vec::<Found>::new(), HashSet::new(), 0);
    loop {
        let index = found.len();
        if index == parts.len() && at == text.len() {
            let ends = found.iter().skip(1).map(|next| next.start).chain([text.len()]);
            let pieces = found.iter().zip(ends);
            let pieces = pieces.map(|(part, end)| text.get(part.start..end).unwrap_or_default());
            return Ok(Some(pieces.collect()));
        }
        if let Some(part) = parts.get(index).filter(|_| !failed.contains(&(index, at))) {
            let mut ends = ends_of(part, text.get(at..).unwrap_or_default());
            cx.spend(1 + u64::try_from(ends.len()).unwrap_or(u64::MAX))?;
            for end in &mut ends {
                *end += at;
            }
            found.push(Found { start: at, ends });
        }
        match next_end(&mut found, &mut failed) {
            Some(end) => at = end,
            None => return Ok(None),
        }
    }
}

/// The next end to be tried, of the last part that has one. Parts without one have failed where
/// they start.
fn next_end(found: &mut Vec<Found>, failed: &mut HashSet<(usize, usize)>) -> Option<usize> {
    loop {
        let last = found.last_mut()?;
        if let Some(end) = last.ends.pop() {
            return Some(end);
        }
        let start = last.start;
        found.pop();
        failed.insert((found.len(), start));
    }
}

/// The lengths that a part can take of a text, the longest last.
fn ends_of(part: &Part, text: &str) -> Vec<usize> {
    let marker = match part {
        Part::Literal(literal) => return literal_end(literal, text).into_iter().collect(),
        Part::Marker(marker) => marker,
    };
    if matches!(marker.component, 'Z' | 'z') {
        return zone_ends(marker, text);
    }
    if marker.component == 'f' {
        return runs(text, |c| c.is_ascii_digit());
    }
    let letters = |c: char| c.is_ascii_alphabetic();
    match &marker.number {
        None => runs(text, letters),
        Some(picture) => match &picture.primary {
            Primary::Letters => runs(text, letters),
            Primary::Roman => runs(text, |c| "mdclxvi".contains(c.to_ascii_lowercase())),
            Primary::Words => words_ends(text),
            Primary::Decimal(decimal) => {
                let is_digit = |c| decimal.value_of(c).is_some();
                let ends = match marker.digits_read {
                    Some(count) => run_of(text, count, is_digit).into_iter().collect(),
                    None => runs(text, is_digit),
                };
                if picture.is_ordinal { ordinal_ends(&ends, text) } else { ends }
            }
            Primary::Sequence(_) => Vec::new(),
        },
    }
}

/// The length of a literal, whose case does not matter.
fn literal_end(literal: &str, text: &str) -> Option<usize> {
    let mut rest = text.chars();
    for wanted in literal.chars() {
        let found = rest.next()?;
        if !wanted.to_uppercase().eq(found.to_uppercase()) {
            return None;
        }
    }
    Some(text.len() - rest.as_str().len())
}

/// The lengths of one character of a kind, two, and so on.
fn runs(text: &str, is_kind: impl Fn(char) -> bool) -> Vec<usize> {
    let run = text.char_indices().take_while(|(_, c)| is_kind(*c));
    run.map(|(at, c)| at + c.len_utf8()).collect()
}

/// The length of so many characters of a kind.
fn run_of(text: &str, count: usize, is_kind: impl Fn(char) -> bool) -> Option<usize> {
    let mut run = text.chars();
    for _ in 0..count {
        run.next().filter(|c| is_kind(*c))?;
    }
    Some(text.len() - run.as_str().len())
}

/// The lengths of digits with the suffix of an ordinal number.
fn ordinal_ends(ends: &[usize], text: &str) -> Vec<usize> {
    let is_suffix = |end: &usize| {
        let suffix = text.get(*end..*end + 2).unwrap_or_default().to_ascii_lowercase();
        matches!(suffix.as_str(), "th" | "st" | "nd" | "rd")
    };
    ends.iter().filter(|end| is_suffix(end)).map(|end| end + 2).collect()
}

/// The lengths of words of numbers.
fn words_ends(text: &str) -> Vec<usize> {
    let (mut ends, mut next) = (BTreeSet::new(), vec![0]);
    while let Some(start) = next.pop() {
        for length in lengths_of_words(text.get(start..).unwrap_or_default()) {
            if ends.insert(start + length) {
                next.push(start + length);
            }
        }
    }
    ends.into_iter().collect()
}

/// The separator of hours and minutes of a time zone.
fn zone_separator(marker: &Marker) -> Option<char> {
    match marker.number.as_ref().and_then(IntegerPicture::decimal)?.grouping {
        Grouping::Regular(_, separator) => Some(separator),
        Grouping::At(_) => None,
    }
}

/// The lengths of a time zone such as `GMT+01:00`.
fn zone_ends(marker: &Marker, text: &str) -> Vec<usize> {
    let prefix = if marker.component == 'z' { 3 } else { 0 };
    let is_prefixed = text.get(..prefix).is_some_and(|start| start.eq_ignore_ascii_case("GMT"));
    let rest = text.get(prefix..).unwrap_or_default();
    if (prefix > 0 && !is_prefixed) || !rest.starts_with(['+', '-']) {
        return Vec::new();
    }
    let start = prefix + 1;
    let hours: Vec<usize> = runs(rest.get(1..).unwrap_or_default(), |c| c.is_ascii_digit())
        .into_iter()
        .map(|end| start + end)
        .collect();
    let Some(separator) = zone_separator(marker) else { return hours };
    let mut ends = Vec::new();
    for end in hours {
        let Some(minutes) = text.get(end..).and_then(|rest| rest.strip_prefix(separator)) else {
            continue;
        };
        let start = text.len() - minutes.len();
        ends.extend(runs(minutes, |c| c.is_ascii_digit()).into_iter().map(|end| start + end));
    }
    ends
}

/// The value of a component's piece of text; `None`: an unknown name.
fn value_of(marker: &Marker, piece: &str) -> Result<Option<f64>, Fault> {
    if matches!(marker.component, 'Z' | 'z') {
        return Ok(Some(zone_of(marker, piece)));
    }
    if marker.component == 'f' {
        return Ok(Some(milliseconds(piece)));
    }
    if let Some(picture) = &marker.number {
        return read_integer(picture, piece).map(Some);
    }
    let names: &[&str] = match marker.component {
        'P' => &["am", "pm"],
        'F' => &DAYS,
        _ => &MONTHS,
    };
    let first = usize::from(marker.component != 'P');
    let most = marker.most.filter(|_| marker.component != 'P').unwrap_or(usize::MAX);
    // As in jsonata-js, whatever case the picture has; only `am` and `pm` are read in upper case.
    let piece = match marker.component {
        'P' if piece == "AM" => "am",
        'P' if piece == "PM" => "pm",
        _ => piece,
    };
    let index = names.iter().position(|name| name.chars().take(most).eq(piece.chars()));
    Ok(index.and_then(|index| u32::try_from(index + first).ok()).map(f64::from))
}

/// The whole milliseconds of the digits of a fraction, whatever width the picture has.
fn milliseconds(digits: &str) -> f64 {
    let first = digits.chars().chain(['0'; 3]).take(3);
    first
        .filter_map(|digit| digit.to_digit(10))
        .fold(0.0, |number, digit| number * 10.0 + f64::from(digit))
}

/// The minutes of a time zone.
fn zone_of(marker: &Marker, piece: &str) -> f64 {
    let text = piece.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let sign = if text.starts_with('-') { -1.0 } else { 1.0 };
    let digits = text.get(1..).unwrap_or_default();
    let (hours, minutes) = match zone_separator(marker).and_then(|c| digits.split_once(c)) {
        Some(parts) => parts,
        None => digits.split_at(if digits.len() <= 2 { digits.len() } else { 2 }),
    };
    let minutes = if minutes.is_empty() { 0.0 } else { parse_int(minutes) };
    sign * (parse_int(hours) * 60.0 + minutes)
}

/// The time of components. What is missing before the first one is taken from now, and what is
/// missing behind the last one is the least value; a gap between them is an error.
fn time_of(mut components: Components, now: i64) -> Result<f64, Fault> {
    let date = date_components(&components);
    let time = if is_type(&components, "PHhmsf", "Hmsf") || !is_type(&components, "PHhmsf", "Phmsf")
    {
        "Hmsf"
    } else {
        "Phmsf"
    };
    fill(&mut components, &format!("{date}{time}"), now)?;
    if matches!(date, "XxwF" | "XWF") {
        // As in jsonata-js, dates by weeks cannot be read.
        return Err(Fault::new("D3136"));
    }
    let value = |component: char| components.get(&component).copied().unwrap_or(0.0);
    let hour = match time {
        "Phmsf" if (12.0..13.0).contains(&value('h')) => value('P') * 12.0,
        "Phmsf" => value('h') + value('P') * 12.0,
        _ => value('H'),
    };
    let (month, day) = match date {
        "Yd" => (0.0, value('d')),
        _ => ((value('M') - 1.0).max(0.0), value('D')),
    };
    let year = value('Y');
    // JavaScript's `Date.UTC` takes years below 100 for years of the last century.
    let year = if (0.0..100.0).contains(&year) { year + 1900.0 } else { year };
    let zone = components.get(&'Z').or(components.get(&'z')).copied().unwrap_or(0.0);
    let minutes = hour * 60.0 + value('m') - zone;
    let days = days_of(year, month, day);
    Ok(days * 86_400_000.0 + minutes * 60_000.0 + value('s') * 1000.0 + value('f'))
}

/// The components of the date that a picture has some of.
fn date_components(components: &Components) -> &'static str {
    const ALL: &str = "YXMxWwdD";
    if is_type(components, ALL, "YMD") {
        "YMD"
    } else if is_type(components, ALL, "Yd") {
        "Yd"
    } else if is_type(components, ALL, "Xxw") {
        "XxwF"
    } else if is_type(components, ALL, "XW") {
        "XWF"
    } else {
        "YMD"
    }
}

/// True if there are some of these components, and of `all` no others.
fn is_type(components: &Components, all: &str, wanted: &str) -> bool {
    let mut found = all.chars().filter(|component| components.contains_key(component)).peekable();
    found.peek().is_some() && found.all(|component| wanted.contains(component))
}

/// Fills in what is missing.
fn fill(components: &mut Components, all: &str, now: i64) -> Result<(), Fault> {
    #[expect(clippy::cast_precision_loss, reason = "times of now are below 2^53")]
    let moment = Moment::from_millis(now as f64);
    let (mut has_begun, mut has_ended) = (false, false);
    for component in all.chars() {
        if components.contains_key(&component) {
            has_begun = true;
            if has_ended {
                return Err(Fault::new("D3136"));
            }
            continue;
        }
        let value = if has_begun {
            has_ended = true;
            i64::from("MDd".contains(component))
        } else {
            moment.and_then(|moment| moment.component(component)).unwrap_or(0)
        };
        #[expect(clippy::cast_precision_loss, reason = "components are small")]
        components.insert(component, value as f64);
    }
    Ok(())
}

/// The days since 1970; NaN if JavaScript has no such date.
fn days_of(year: f64, month: f64, day: f64) -> f64 {
    let parts = [year, month, day];
    if parts.iter().any(|part| part.is_nan() || part.abs() > 1e9) {
        return f64::NAN;
    }
    #[expect(clippy::cast_possible_truncation, reason = "the sizes are checked")]
    let [year, month, day] = parts.map(|part| part as i64);
    #[expect(clippy::cast_precision_loss, reason = "days of these years are below 2^53")]
    let days = days_since_epoch(year, month, day) as f64;
    days
}
