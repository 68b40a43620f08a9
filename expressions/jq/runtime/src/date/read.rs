//! `strptime`'s directives, as the GNU C library reads them.

use super::write::NAMES;
use asl_language::calendar::{DateTime, days_before_month, month_and_day, weekday};

/// The fields that have been read.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each of them is independent of the others, as directives come in any order"
)]
struct Reading {
    time: DateTime,
    century: Option<i64>,
    /// The year has two digits.
    is_short_year: bool,
    is_pm: bool,
    is_twelve_hours: bool,
    has_weekday: bool,
    has_month: bool,
    has_day: bool,
    has_day_of_year: bool,
    /// The number of the week, and whether weeks begin on Monday.
    week: Option<(i64, bool)>,
    /// Something of the date was read: the day of the week is to be found.
    wants_day: bool,
}

/// The values that C leaves in fields that were not read.
const UNREAD: DateTime = DateTime {
    year: 1900,
    month: 0,
    day: 0,
    hour: 0,
    minute: 0,
    second: 0,
    weekday: 8,
    day_of_year: 367,
};

/// Reads a time, and returns the rest of the text.
#[inline]
pub(super) fn time<'t>(text: &'t str, format: &str) -> Option<(DateTime, &'t str)> {
    let mut reading = Reading {
        time: UNREAD,
        century: None,
        is_short_year: false,
        is_pm: false,
        is_twelve_hours: false,
        has_weekday: false,
        has_month: false,
        has_day: false,
        has_day_of_year: false,
        week: None,
        wants_day: false,
    };
    let rest = reading.read(text, format)?;
    reading.complete();
    Some((reading.time, rest))
}

fn is_space(character: char) -> bool {
    character.is_ascii_whitespace() || character == '\u{b}'
}

/// A number of so many digits at most; spaces may precede it. No digit is taken that would
/// make it too large.
fn number(text: &str, least: i64, most: i64, digits: usize) -> Option<(i64, &str)> {
    let mut rest = text.trim_start_matches(' ');
    let mut value = 0;
    for place in 0..digits {
        let digit = rest.chars().next().and_then(|digit| digit.to_digit(10));
        match digit {
            Some(digit) if place == 0 || value * 10 <= most => {
                value = value * 10 + i64::from(digit);
            }
            _ if place == 0 => return None,
            _ => break,
        }
        rest = rest.get(1..)?;
    }
    (least..=most).contains(&value).then_some((value, rest))
}

/// One of some names, or the first three letters of one.
fn name<'t>(text: &'t str, names: &[&str]) -> Option<(i64, &'t str)> {
    let begins =
        |name: &str| text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    for (place, name) in (0..).zip(names) {
        let short = name.get(..3).unwrap_or(name);
        let length = if begins(name) { name.len() } else { short.len() };
        if begins(short) {
            return Some((place, text.get(length..)?));
        }
    }
    None
}

impl Reading {
    #[inline]
    fn read<'t>(&mut self, text: &'t str, format: &str) -> Option<&'t str> {
        let mut text = text;
        let mut format = format.chars();
        while let Some(wanted) = format.next() {
            if is_space(wanted) {
                text = text.trim_start_matches(is_space);
            } else if wanted == '%' {
                let mut letter = format.find(|flag| !"_-0^#".contains(*flag))?;
                if letter == 'E' || letter == 'O' {
                    letter = format.next()?;
                }
                text = self.directive(text, letter)?;
            } else {
                text = text.strip_prefix(wanted)?;
            }
        }
        Some(text)
    }

    #[inline]
    fn directive<'t>(&mut self, text: &'t str, letter: char) -> Option<&'t str> {
        match letter {
            '%' => text.strip_prefix('%'),
            'n' | 't' => Some(text.trim_start_matches(is_space)),
            'c' => self.read(text, "%a %b %e %H:%M:%S %Y"),
            'D' | 'x' => self.read(text, "%m/%d/%y"),
            'F' => self.read(text, "%Y-%m-%d"),
            'r' => self.read(text, "%I:%M:%S %p"),
            'R' => self.read(text, "%H:%M"),
            'T' | 'X' => self.read(text, "%H:%M:%S"),
            'Z' => {
                Some(text.trim_start_matches(is_space).trim_start_matches(|other| !is_space(other)))
            }
            'z' => offset(text),
            'a' | 'A' | 'b' | 'B' | 'h' | 'p' => self.name(text, letter),
            's' => self.seconds(text),
            'C' | 'd' | 'e' | 'm' | 'y' | 'Y' => self.date(text, letter),
            'H' | 'k' | 'I' | 'l' | 'M' | 'S' => self.time_of_day(text, letter),
            'g' | 'G' | 'j' | 'u' | 'U' | 'V' | 'w' | 'W' => self.week(text, letter),
            _ => None,
        }
    }

    fn name<'t>(&mut self, text: &'t str, letter: char) -> Option<&'t str> {
        let (weekdays, months) = NAMES;
        Some(match letter {
            'a' | 'A' => {
                let (weekday, rest) = name(text, weekdays)?;
                self.time.weekday = weekday;
                self.has_weekday = true;
                rest
            }
            'p' => {
                let (half, rest) = text.split_at_checked(2)?;
                self.is_pm = half.eq_ignore_ascii_case("PM");
                if !self.is_pm && !half.eq_ignore_ascii_case("AM") {
                    return None;
                }
                rest
            }
            _ => {
                let (month, rest) = name(text, months)?;
                self.time.month = month;
                self.has_month = true;
                self.wants_day = true;
                rest
            }
        })
    }

    fn date<'t>(&mut self, text: &'t str, letter: char) -> Option<&'t str> {
        self.wants_day = true;
        let (least, most, digits) = match letter {
            'd' | 'e' => (1, 31, 2),
            'm' => (1, 12, 2),
            'Y' => (0, 9999, 4),
            _ => (0, 99, 2),
        };
        let (value, rest) = number(text, least, most, digits)?;
        match letter {
            'C' => self.century = Some(value),
            'm' => {
                self.time.month = value - 1;
                self.has_month = true;
            }
            'y' => {
                self.time.year = value + if value >= 69 { 1900 } else { 2000 };
                self.is_short_year = true;
            }
            'Y' => {
                self.time.year = value;
                self.century = None;
                self.is_short_year = false;
            }
            _ => {
                self.time.day = value;
                self.has_day = true;
            }
        }
        Some(rest)
    }

    fn time_of_day<'t>(&mut self, text: &'t str, letter: char) -> Option<&'t str> {
        let (least, most) = match letter {
            'H' | 'k' => (0, 23),
            'I' | 'l' => (1, 12),
            'M' => (0, 59),
            _ => (0, 61),
        };
        let (value, rest) = number(text, least, most, 2)?;
        match letter {
            'M' => self.time.minute = value,
            'S' => self.time.second = value,
            _ => {
                self.is_twelve_hours = matches!(letter, 'I' | 'l');
                self.time.hour = if self.is_twelve_hours { value % 12 } else { value };
            }
        }
        Some(rest)
    }

    fn week<'t>(&mut self, text: &'t str, letter: char) -> Option<&'t str> {
        let (least, most, digits) = match letter {
            'g' => (0, 99, 2),
            'G' => (0, 9999, 4),
            'j' => (1, 366, 3),
            'u' => (1, 7, 1),
            'w' => (0, 6, 1),
            _ => (0, 53, 2),
        };
        let (value, rest) = number(text, least, most, digits)?;
        match letter {
            'j' => {
                self.time.day_of_year = value - 1;
                self.has_day_of_year = true;
            }
            'u' | 'w' => {
                self.time.weekday = value % 7;
                self.has_weekday = true;
            }
            'U' | 'W' => self.week = Some((value, letter == 'W')),
            // Weeks of ISO 8601 are read, and count for nothing.
            _ => {}
        }
        Some(rest)
    }

    fn seconds<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let digits =
            text.len() - text.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
        let (seconds, rest) = text.split_at(digits);
        self.time = DateTime::from_seconds(seconds.parse().ok()?)?;
        self.has_weekday = true;
        self.has_day_of_year = true;
        Some(rest)
    }

    /// Fills in what follows from what was read.
    fn complete(&mut self) {
        let time = &mut self.time;
        if self.is_twelve_hours && self.is_pm {
            time.hour += 12;
        }
        if let Some(century) = self.century {
            time.year = century * 100 + if self.is_short_year { time.year % 100 } else { 0 };
        }
        if self.wants_day && !self.has_weekday {
            if !(self.has_month && self.has_day) && self.has_day_of_year {
                self.find_month_and_day();
            }
            let time = &mut self.time;
            time.weekday = weekday(time.year, time.month, time.day);
        }
        if self.wants_day && !self.has_day_of_year {
            let time = &mut self.time;
            time.day_of_year = days_before_month(time.year, time.month) + time.day - 1;
        }
        if let Some((week, is_from_monday)) = self.week.filter(|_| self.has_weekday) {
            self.find_day_of_week(week, i64::from(is_from_monday));
        }
    }

    fn find_month_and_day(&mut self) {
        let time = &mut self.time;
        let (month, day) = month_and_day(time.year, time.day_of_year);
        if !self.has_month {
            time.month = month;
        }
        if !self.has_day {
            time.day = day;
        }
    }

    /// The day from the number of its week and its day in it.
    fn find_day_of_week(&mut self, week: i64, first: i64) {
        if !self.has_day_of_year {
            let january = weekday(self.time.year, 0, 1);
            let in_week = (self.time.weekday - first + 7) % 7;
            self.time.day_of_year = (7 - (january - first)) % 7 + (week - 1) * 7 + in_week;
        }
        if !self.has_day || !self.has_month {
            self.find_month_and_day();
        }
    }
}

/// `Z`, `+02`, `+0200`, `+02:00`: read, and counts for nothing.
fn offset(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(' ');
    if let Some(rest) = text.strip_prefix('Z') {
        return Some(rest);
    }
    let text = text.strip_prefix(['+', '-'])?;
    let (_, rest) = two_digits(text)?;
    match two_digits(rest.strip_prefix(':').unwrap_or(rest)) {
        Some((minutes, rest)) => (minutes < 60).then_some(rest),
        None => Some(rest),
    }
}

fn two_digits(text: &str) -> Option<(u32, &str)> {
    let (digits, rest) = text.split_at_checked(2)?;
    digits
        .bytes()
        .all(|digit| digit.is_ascii_digit())
        .then(|| digits.parse().ok())
        .flatten()
        .zip(Some(rest))
}
