//! Dates and times → text by a picture.

use std::sync::LazyLock;

use asl_language::calendar::MONTHS;
use asl_language::jsonata::picture::{Case, Grouping, IntegerPicture, Marker, Part};

use super::DatePicture;
use super::components::Moment;
use super::decimal::parse_int;
use super::integer::{in_case, write_integer};
use crate::{Cx, Fault, Item};

pub(super) const DAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// The picture of ISO 8601.
static ISO: LazyLock<DatePicture> =
    LazyLock::new(|| DatePicture::new("[Y0001]-[M01]-[D01]T[H01]:[m01]:[s01].[f001][Z01:01t]"));

/// The distance from UTC: both numbers have the same sign.
#[derive(Clone, Copy)]
struct Zone {
    hours: i64,
    minutes: i64,
}

/// Writes a time in milliseconds since 1970 by a picture, in a time zone such as `+0530`. A time
/// that JavaScript has no date for is written as `NaN` in each place.
pub(crate) fn write_date(
    cx: &Cx,
    millis: f64,
    picture: Option<&DatePicture>,
    zone: Option<&str>,
) -> Result<String, Fault> {
    let zone = read_zone(cx, zone)?;
    let parts = picture.unwrap_or(&ISO).parts()?;
    let moment = Moment::from_millis(millis + zone.millis());
    // Most parts are a literal of one character, or a number of two digits.
    let mut text = String::with_capacity(2 * parts.len() + 2);
    for part in parts {
        match part {
            Part::Literal(literal) => text.push_str(literal),
            Part::Marker(marker) => write_marker(cx, moment.as_ref(), marker, zone, &mut text)?,
        }
    }
    Ok(text)
}

/// Reads hours and minutes in four digits. Step Functions was measured to read `utc`, too.
fn read_zone(cx: &Cx, zone: Option<&str>) -> Result<Zone, Fault> {
    cx.read_text(zone.map_or(0, str::len))?;
    let is_utc = |zone: &str| cx.is_aws() && zone.eq_ignore_ascii_case("utc");
    let Some(zone) = zone.filter(|zone| !is_utc(zone)) else {
        return Ok(Zone { hours: 0, minutes: 0 });
    };
    let number = parse_int(zone);
    if number.is_nan() || number.abs() > 9999.0 {
        return Err(Fault::new("D3134").value(Item::text(zone)));
    }
    let number = whole(number);
    Ok(Zone { hours: number / 100, minutes: number % 100 })
}

#[expect(clippy::cast_possible_truncation, reason = "it has four digits")]
fn whole(number: f64) -> i64 {
    number as i64
}

#[expect(clippy::cast_precision_loss, reason = "no component is beyond 2^53")]
fn float(number: i64) -> f64 {
    number as f64
}

impl Zone {
    fn millis(self) -> f64 {
        float((self.hours * 60 + self.minutes) * 60_000)
    }

    /// Hours and minutes in four digits.
    fn number(self) -> i64 {
        self.hours * 100 + self.minutes
    }
}

fn write_marker(
    cx: &Cx,
    moment: Option<&Moment>,
    marker: &Marker,
    zone: Zone,
    out: &mut String,
) -> Result<(), Fault> {
    let word = match marker.component {
        'C' | 'E' => Some("ISO"),
        'P' => Some(half_of_day(moment, marker)),
        'Z' | 'z' => {
            out.push_str(&write_zone(cx, marker, zone)?);
            return Ok(());
        }
        _ => None,
    };
    if let Some(word) = word {
        out.push_str(word);
        return Ok(());
    }
    let number = moment.and_then(|moment| moment.component(marker.component));
    if marker.name.is_some() {
        out.push_str(&write_name(marker, number)?);
        return Ok(());
    }
    let (Some(picture), Some(number)) = (&marker.number, number) else {
        out.push_str("NaN");
        return Ok(());
    };
    let power = marker
        .year_digits
        .and_then(|digits| 10_i64.checked_pow(u32::try_from(digits).unwrap_or(u32::MAX)));
    write_integer(picture, cx, float(power.map_or(number, |power| number % power)), out)
}

/// The half of the day, in upper case if the marker is `[PN]`.
fn half_of_day(moment: Option<&Moment>, marker: &Marker) -> &'static str {
    match (moment.is_some_and(Moment::is_afternoon), marker.name) {
        (true, Some(Case::Upper)) => "PM",
        (true, _) => "pm",
        (false, Some(Case::Upper)) => "AM",
        (false, _) => "am",
    }
}

/// Writes the name of a month or of a day of the week.
fn write_name(marker: &Marker, number: Option<i64>) -> Result<String, Fault> {
    let names: &[&str] = match marker.component {
        'M' | 'x' => &MONTHS,
        'F' => &DAYS,
        _ => return Err(Fault::of_picture(marker.no_name())),
    };
    let index = number.and_then(|number| usize::try_from(number - 1).ok());
    let name = index.and_then(|index| names.get(index)).copied().unwrap_or("NaN");
    let name = marker.name.map_or(name.to_owned(), |case| in_case(name.to_owned(), case));
    Ok(name.chars().take(marker.most.unwrap_or(usize::MAX)).collect())
}

/// Writes a time zone such as `+05:30`.
fn write_zone(cx: &Cx, marker: &Marker, zone: Zone) -> Result<String, Fault> {
    if zone.number() == 0 && marker.is_traditional {
        return Ok("Z".to_owned());
    }
    let prefix = if marker.component == 'z' { "GMT" } else { "" };
    let sign = if zone.number() >= 0 { "+" } else { "" };
    let decimal = marker.number.as_ref().and_then(IntegerPicture::decimal);
    let (Some(picture), Some(decimal)) = (&marker.number, decimal) else {
        return Err(Fault::new("D3134"));
    };
    let is_regular = matches!(decimal.grouping, Grouping::Regular(..));
    let written = |number: i64| {
        let mut text = String::new();
        write_integer(picture, cx, float(number), &mut text).map(|()| text)
    };
    let digits = match decimal.mandatory {
        _ if is_regular => written(zone.number())?,
        1 | 2 => {
            let sign = if zone.hours == 0 && zone.minutes < 0 { "-" } else { "" };
            let hours = written(zone.hours)?;
            let minutes = match zone.minutes {
                0 => String::new(),
                minutes => format!(":{:02}", minutes.abs()),
            };
            format!("{sign}{hours}{minutes}")
        }
        3 | 4 => written(zone.number())?,
        digits => {
            let digits = i64::try_from(digits).unwrap_or(i64::MAX);
            return Err(Fault::new("D3134").value(float(digits)));
        }
    };
    Ok(format!("{prefix}{sign}{digits}"))
}
