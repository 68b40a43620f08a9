//! Texts by pictures, there and back.

use asl_language::jsonata::picture::{IntegerPicture, Symbols};

use super::{
    DatePicture, NumberPicture, read_date, read_integer, read_iso_date, write_date, write_integer,
    write_number,
};
use crate::{Cx, Fault};

/// 2023-11-14T22:13:20Z
const NOW: i64 = 1_700_000_000_000;

fn cx() -> Cx {
    Cx::new(NOW, 0)
}

fn code<T: std::fmt::Debug>(result: Result<T, Fault>) -> &'static str {
    result.unwrap_err().code().unwrap()
}

fn format_number(number: f64, picture: &str, symbols: &[(&str, &str)]) -> Result<String, Fault> {
    let mut all = Symbols::default();
    for (name, value) in symbols {
        all.set(name, value);
    }
    let fixed = |number: f64, places: usize| format!("{number:.places$}");
    write_number(&cx(), number, &NumberPicture::with(picture, all), fixed)
}

fn format_integer(number: f64, picture: &str) -> Result<String, Fault> {
    let picture = IntegerPicture::read(picture).map_err(Fault::of_picture)?;
    let mut text = String::new();
    write_integer(&picture, &cx(), number, &mut text).map(|()| text)
}

fn parse_integer(text: &str, picture: &str) -> f64 {
    read_integer(&IntegerPicture::read(picture).unwrap(), text).unwrap()
}

fn from_millis(millis: f64, picture: &str, zone: &str) -> Result<String, Fault> {
    write_date(&cx(), millis, Some(&DatePicture::new(picture)), Some(zone))
}

fn to_millis(text: &str, picture: &str) -> Result<Option<f64>, Fault> {
    read_date(&cx(), text, &DatePicture::new(picture), NOW)
}

/// The time that a text stands for, in ISO 8601.
fn time(text: &str, picture: &str) -> String {
    let millis = to_millis(text, picture).unwrap().unwrap_or(f64::NAN);
    write_date(&cx(), millis, None, None).unwrap()
}

#[test]
fn numbers_are_written_by_their_pictures() {
    for (number, picture, expected) in [
        (0.0, "#,##0.00", "0.00"),
        (1_234_567.891, "#,##0.00", "1,234,567.89"),
        (1_234_567.0, "#,##,##0", "12,34,567"),
        (0.5, "#", "0"),
        (0.25, "#.0", ".2"),
        (-3.5, "0.0;(0.0)", "(3.5)"),
        (-3.5, "0.0", "-3.5"),
        (0.123, "0%", "12%"),
        (0.123, "0.0‰", "123.0‰"),
        (5.0, "EUR 000", "EUR 005"),
        (1.5, "0.0x;n0.0", "1.5x"),
        (1_234_567.0, "0.000e00", "1.235e06"),
        (1.0 / 0.0, "a0b", "aInfinityb"),
        (-1.0 / 0.0, "a0b", "-aInfinityb"),
        (f64::NAN, "0", "NaN"),
        (1e21, "#,##0", "1,000,000,000,000,000,000,000"),
        (1.123_456, "0.00,00,00", "1.12,34,56"),
        (1.1, "0.0##,#", "1.1"),
    ] {
        assert_eq!(format_number(number, picture, &[]).unwrap(), expected, "{picture}");
    }
}

#[test]
fn symbols_of_numbers_can_be_changed() {
    let german = [("decimal-separator", ","), ("grouping-separator", ".")];
    assert_eq!(format_number(12_345.5, "#.##0,00", &german).unwrap(), "12.345,50");
    assert_eq!(format_number(-1.0, "0", &[("minus-sign", "−")]).unwrap(), "−1");
    assert_eq!(format_number(120.0, "٠٠٠٠", &[("zero-digit", "٠")]).unwrap(), "٠١٢٠");
    assert_eq!(format_number(1.5, "0|0.0", &[("pattern-separator", "|")]).unwrap(), "2");
    assert_eq!(format_number(1.0, "0", &[("unknown", "x"), ("zero-digit", "")]).unwrap(), "1");
}

#[test]
fn the_last_rule_that_a_picture_breaks_is_reported() {
    for (picture, expected) in [
        ("#;#;#", "D3080"),
        ("0.0.0", "D3081"),
        ("0%%", "D3082"),
        ("0‰‰", "D3083"),
        ("0%‰", "D3084"),
        (".", "D3085"),
        ("0 0", "D3086"),
        ("x", "D3086"),
        ("", "D3086"),
        ("0,.0", "D3087"),
        ("0.,0", "D3087"),
        ("0,", "D3088"),
        ("0,,0", "D3089"),
        ("0#", "D3090"),
        ("0.#0", "D3091"),
        ("0e0%", "D3092"),
        ("0e", "D3093"),
        ("0e#", "D3093"),
        ("0%% 0#", "D3090"),
        ("0;0#", "D3090"),
    ] {
        assert_eq!(code(format_number(1.0, picture, &[])), expected, "{picture}");
    }
}

#[test]
fn whole_numbers_are_written_and_read() {
    for (number, picture, text) in [
        (7.0, "0000", "0007"),
        (0.0, "00", "00"),
        (120.0, "00", "120"),
        (9_007_199_254_740_991.0, "00000000000000000000", "00009007199254740991"),
        (7.0, "000000000000000000000", "000000000000000000007"),
        (-7.0, "0", "-7"),
        (1_234_567.0, "#,##0", "1,234,567"),
        (1_234_567.0, "#,##,###0", "1,23,4567"),
        (12.0, "#:###,##0", "12"),
        (112.0, "0;o", "112th"),
        (22.0, "0;o", "22nd"),
        (1999.0, "I", "MCMXCIX"),
        (4.0, "i", "iv"),
        (702.0, "A", "ZZ"),
        (703.0, "a", "aaa"),
        (1_001_101.0, "w", "one million, one thousand, one hundred and one"),
        (40.0, "Ww;o", "Fortieth"),
        (1_000_000.0, "w;o", "one millionth"),
        (99.0, "W", "NINETY-NINE"),
        (1234.0, "٠", "١٢٣٤"),
    ] {
        assert_eq!(format_integer(number, picture).unwrap(), text, "{picture}");
        let read = parse_integer(text, picture);
        assert!((read.abs() - number.abs()).abs() < 0.5, "{text} as {picture}: {read}");
    }
    assert_eq!(format_integer(-1.5, "0").unwrap(), "-2");
    assert_eq!(format_integer(0.0, "w").unwrap(), "zero");
    assert_eq!(format_integer(1.0 / 0.0, "A").unwrap(), "Infinity");
}

#[test]
fn what_is_no_whole_number_is_nan() {
    for (text, picture) in [("abc", "0"), ("", "0"), ("one potato", "w"), ("XYZ", "I")] {
        assert!(parse_integer(text, picture).is_nan(), "{text}");
    }
    assert!((parse_integer("12abc", "0") - 12.0).abs() < 0.1);
    assert!((parse_integer("one thousand two hundred", "w") - 1200.0).abs() < 0.1);
}

#[test]
fn pictures_of_whole_numbers_have_their_errors() {
    assert_eq!(code(format_integer(1.0, "0٠")), "D3131");
    assert_eq!(code(format_integer(1.0, "#")), "D3130");
    assert_eq!(code(format_integer(1.0, "α")), "D3130");
    assert!(format_integer(1e300, "I").is_err());
    assert!(format_integer(1e300, "w").is_ok() && format_integer(1e300, "A").is_ok());
}

#[test]
fn times_are_written_by_their_pictures() {
    // 2018-03-04T15:06:07.089Z
    let millis = 1_520_175_967_089.0;
    for (picture, zone, expected) in [
        ("[Y]-[M]-[D] [H]:[m]:[s].[f]", "0", "2018-3-4 15:06:07.89"),
        ("[D1o] of [MNn], [FN] [h]:[m][P]", "0", "4th of March, SUNDAY 3:06pm"),
        ("[Yw], [Y,2-2], [YI]", "0", "two thousand and eighteen, 18, MMXVIII"),
        ("[MNn,3-3] [FNn,*-2] [d001]", "0", "Mar Su 063"),
        ("week [W] of [X], [w] of [xNn]", "0", "week 9 of 2018, 1 of March"),
        ("[H01][m01] [Z] [z] [Z0] [Z0101t]", "+0530", "2036 +05:30 GMT+05:30 +5:30 +0530"),
        ("[H01]:[m01][Z01:01]", "-0330", "11:36-03:30"),
        ("[Z0] [Z]", "-0030", "-0:30 -00:30"),
        ("[Z01:01t]", "+0000", "Z"),
        ("[[x]] [C] [E]", "0", "[x] ISO ISO"),
        ("[ Y 0001 ]", "0", "2018"),
    ] {
        assert_eq!(from_millis(millis, picture, zone).unwrap(), expected, "{picture}");
    }
    assert_eq!(write_date(&cx(), -1.0, None, None).unwrap(), "1969-12-31T23:59:59.999Z");
    assert_eq!(write_date(&cx(), 1e300, Some(&DatePicture::new("[Y]")), None).unwrap(), "NaN");
}

#[test]
fn pictures_of_times_have_their_errors() {
    for (picture, zone, expected) in [
        ("[Y", "0", "D3135"),
        ("[q]", "0", "D3132"),
        ("[]", "0", "D3132"),
        ("[YN]", "0", "D3133"),
        ("[Z00000]", "0", "D3134"),
        ("[Y#]", "0", "D3130"),
        ("[Y0٠]", "0", "D3131"),
        ("[Z]", "east", "D3134"),
    ] {
        assert_eq!(code(from_millis(0.0, picture, zone)), expected, "{picture}");
    }
    assert!(from_millis(0.0, "[Y,999999999999]", "0").is_err());
}

#[test]
fn times_are_read_by_their_pictures() {
    for (text, picture, expected) in [
        ("2020-02-29", "[Y]-[M]-[D]", "2020-02-29T00:00:00.000Z"),
        ("20200229", "[Y0001][M01][D01]", "2020-02-29T00:00:00.000Z"),
        ("20240101123849", "[Y0000][M00][D00][H00][m00][s00]", "2024-01-01T12:38:49.000Z"),
        ("2018--180", "[Y]--[d]", "2018-06-29T00:00:00.000Z"),
        ("2018-180 7h", "[Y]-[d] [H]h", "2018-06-29T07:00:00.000Z"),
        ("Mon, TWELFTH November 2018", "[FNn,*-3], [DWwo] [MNn] [Y]", "2018-11-12T00:00:00.000Z"),
        ("12:05 AM 1/2/2003", "[h]:[m] [P] [D]/[M]/[Y]", "2003-02-01T00:05:00.000Z"),
        ("12:05 pm 1/2/2003", "[h]:[m] [P] [D]/[M]/[Y]", "2003-02-01T12:05:00.000Z"),
        ("13:45", "[H]:[m]", "2023-11-14T13:45:00.000Z"),
        ("3 May", "[D] [MNn]", "2023-05-03T00:00:00.000Z"),
        ("2020-09-09 08:00 +02:00", "[Y]-[M]-[D] [H]:[m] [Z]", "2020-09-09T06:00:00.000Z"),
        ("2020-09-09 08:00 GMT-05:30", "[Y]-[M]-[D] [H]:[m] [z]", "2020-09-09T13:30:00.000Z"),
        ("2020-09-09 08:00 GMT-5", "[Y]-[M]-[D] [H]:[m] [z01]", "2020-09-09T13:00:00.000Z"),
        ("2020-09-09 08:00 +0530", "[Y]-[M]-[D] [H]:[m] [Z0001]", "2020-09-09T02:30:00.000Z"),
        ("nineteen hundred and eighty-four", "[Yw]", "1984-01-01T00:00:00.000Z"),
        ("2020-02-30", "[Y]-[M]-[D]", "2020-03-01T00:00:00.000Z"),
        ("5 March 2020", "[D] [MN] [Y]", "2020-03-05T00:00:00.000Z"),
        ("5 Mar 2020", "[D] [Mn,3-3] [Y]", "2020-03-05T00:00:00.000Z"),
        ("FRIDAY 5 3 2020", "[FN] [D] [M] [Y]", "2020-03-05T00:00:00.000Z"),
        ("5 3 2020 PM 3", "[D] [M] [Y] [P] [h]", "2020-03-05T15:00:00.000Z"),
    ] {
        assert_eq!(time(text, picture), expected, "{text}");
    }
    for (text, picture) in [("x", "[Y]"), ("2020-", "[Y]-[M]"), ("a", "a"), ("", "")] {
        assert_eq!(to_millis(text, picture).unwrap(), None, "{text}");
    }
}

#[test]
fn times_with_gaps_cannot_be_read() {
    for (text, picture, expected) in [
        ("2018-22", "[Y]-[D]", "D3136"),
        // Names are read as they are, whatever case the picture has.
        ("5 MARCH 2020", "[D] [MN] [Y]", "D3136"),
        ("5 MARCH 2020", "[D] [MNn] [Y]", "D3136"),
        ("5 mar 2020", "[D] [Mn,3-3] [Y]", "D3136"),
        ("5 3 2020 Pm 3", "[D] [M] [Y] [PNn] [h]", "D3136"),
        ("3 may 2018", "[D] [MNn] [Y]", "D3136"),
        ("5-22 23:59", "[M]-[D] [m]:[s]", "D3136"),
        ("2018-32-5", "[X]-[W]-[F1]", "D3136"),
        ("2018", "[YN]", "D3133"),
        ("ISO", "[E]", "D3133"),
        ("1", "[D#]", "D3130"),
    ] {
        assert_eq!(code(to_millis(text, picture)), expected, "{picture}");
    }
}

#[test]
fn iso_times_are_read_as_in_javascript() {
    for (text, millis) in [
        ("2018", 1_514_764_800_000.0),
        ("2018-02", 1_517_443_200_000.0),
        ("2018-02-03", 1_517_616_000_000.0),
        ("2018-02-31", 1_520_035_200_000.0),
        ("2017-10-30T15:28:34Z", 1_509_377_314_000.0),
        ("2017-10-30T15:28:34.1239+01:00", 1_509_373_714_123.0),
        ("2017-10-30T15:28:34.5-0100", 1_509_380_914_500.0),
        ("2017-10-30T24:00:00Z", 1_509_408_000_000.0),
        ("0001-01-01T00:00:00Z", -62_135_596_800_000.0),
    ] {
        assert!((read_iso_date(text).unwrap() - millis).abs() < 0.5, "{text}");
    }
    for text in [
        "",
        "foo",
        "01-02-2018",
        "2018-02-03 11:15:33",
        "2018-13",
        "2018-00-01",
        "2018-1-1",
        "2018-01-01T25:00:00",
        "2018-01-01T10:00",
        "2018-01-01T10:00:00.Z",
        "2018-01-01Zx",
        "é018",
    ] {
        assert_eq!(code(read_iso_date(text)), "D3110", "{text}");
    }
}

#[test]
fn hostile_pictures_end_soon() {
    let many = "[D][w][D1o][Dw]".repeat(200);
    assert_eq!(to_millis(&"one ".repeat(500), &many).ok().flatten(), None);
    let zeros = "0".repeat(100_000);
    assert!(format_number(1.5, &format!("{zeros}.{zeros}e{zeros}"), &[]).is_ok());
    assert!(format_integer(1.0, &zeros).is_ok());
    assert!(to_millis(&zeros, &"[Y]".repeat(1_000)).is_ok());
}
