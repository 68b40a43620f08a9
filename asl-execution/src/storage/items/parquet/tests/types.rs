//! The values of each type.

use super::*;

/// The items of a file with one optional column, whose second value is null.
fn one(of: &str, column: Column<'_>, values: usize) -> Vec<Value> {
    let definitions: Vec<i16> = (0..=values).map(|at| i16::from(at != 1)).collect();
    let writer = Writer::new(&format!("message m {{ optional {of}; }}"), Compression::SNAPPY);
    let file = writer.group(&[(column, Some(&definitions), None)]).bytes();
    let items = items(file).unwrap();
    assert_eq!(items[1], json!({"v": null}), "{of}");
    let kept = items.into_iter().enumerate().filter(|(at, _)| *at != 1);
    kept.map(|(_, item)| item.get("v").cloned().unwrap()).collect()
}

#[test]
fn numbers_and_texts_become_those_of_json() {
    assert_eq!(one("boolean v", Column::Bools(&[true, false]), 2), [json!(true), json!(false)]);
    assert_eq!(one("int32 v", Column::Ints(&[-1, i32::MAX]), 2), [json!(-1), json!(2_147_483_647)]);
    assert_eq!(one("int32 v (INT_8)", Column::Ints(&[-1]), 1), [json!(-1)]);
    assert_eq!(one("int32 v (UINT_32)", Column::Ints(&[-1]), 1), [json!(4_294_967_295_i64)]);
    let long = Column::Longs(&[i64::MIN, i64::MAX]);
    assert_eq!(one("int64 v", long, 2), [json!((i64::MIN)), json!((i64::MAX))]);
    assert_eq!(
        one("int64 v (UINT_64)", Column::Longs(&[-1]), 1),
        [json!(18_446_744_073_709_552_000.0)]
    );
    let floats = Column::Floats(&[0.1, 3.0, f32::NAN]);
    assert_eq!(one("float v", floats, 3), [json!(0.1), json!(3), json!(null)]);
    let doubles = Column::Doubles(&[0.1, 1e300, f64::INFINITY]);
    assert_eq!(one("double v", doubles, 3), [json!(0.1), json!(1e300), json!(null)]);
    let texts: &[&[u8]] = &["ä".as_bytes(), b""];
    assert_eq!(one("binary v (UTF8)", Column::Bytes(texts), 2), [json!("ä"), json!("")]);
    assert_eq!(one("binary v (JSON)", Column::Bytes(&[b"{}"]), 1), [json!("{}")]);
    assert_eq!(one("binary v", Column::Bytes(&[&[0, 255]]), 1), [json!("AP8=")]);
    let fixed = "fixed_len_byte_array(3) v";
    assert_eq!(one(fixed, Column::Fixed(&[b"abc"]), 1), [json!("YWJj")]);
    let uuid: &[u8] = &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255];
    assert_eq!(
        one("fixed_len_byte_array(16) v (UUID)", Column::Fixed(&[uuid]), 1),
        [json!("00010203-0405-0607-0809-0a0b0c0d0eff")]
    );
}

#[test]
fn decimals_stay_exact() {
    let decimals = Column::Ints(&[12_345, -7, 0]);
    assert_eq!(
        one("int32 v (DECIMAL(9,2))", decimals, 3),
        [json!("123.45"), json!("-0.07"), json!("0.00")]
    );
    assert_eq!(one("int64 v (DECIMAL(18,0))", Column::Longs(&[-120]), 1), [json!("-120")]);
    let bytes: &[u8] = &[0x0f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
    assert_eq!(
        one("binary v (DECIMAL(38,4))", Column::Bytes(&[bytes, &[0xff]]), 2),
        [json!("29514790517935282.5855"), json!("-0.0001")]
    );
}

#[test]
fn dates_and_times_are_converted() {
    assert_eq!(
        one("int32 v (DATE)", Column::Ints(&[0, 20_784, -1]), 3),
        [json!("1970-01-01"), json!("2026-11-27"), json!("1969-12-31")]
    );
    assert_eq!(
        one("int32 v (TIME_MILLIS)", Column::Ints(&[3_723_004]), 1),
        [json!("01:02:03.004")]
    );
    let nanos = "int64 v (TIME(NANOS,true))";
    assert_eq!(one(nanos, Column::Longs(&[3_723_000_000_005]), 1), [json!("01:02:03.000000005")]);
    let time = 1_795_000_000_123_i64;
    let timestamps = [
        ("int64 v (TIMESTAMP_MILLIS)", time),
        ("int64 v (TIMESTAMP_MICROS)", time * 1_000 + 999),
        ("int64 v (TIMESTAMP(NANOS,true))", time * 1_000_000 + 999_999),
    ];
    for (of, value) in timestamps {
        assert_eq!(one(of, Column::Longs(&[value]), 1), [json!((time))], "{of}");
    }
    // The day 2,440,588 is that of 1970-01-01; two words of nanoseconds are before it.
    let int96 = [[1_000_000, 0, 2_440_588], [0, 0, 2_440_589]];
    assert_eq!(one("int96 v", Column::Int96(&int96), 2), [json!(1), json!(86_400_000)]);
}

#[test]
fn groups_lists_and_maps_nest() {
    let schema = "message m {
        required group person {
            optional binary name (UTF8);
            optional group seen { optional int64 at (TIMESTAMP(NANOS,true)); }
        }
        optional group tags (LIST) { repeated group list { optional binary element (UTF8); } }
        required group counts (MAP) {
            repeated group key_value { required binary key (UTF8); optional int32 value; }
        }
        repeated int32 plain;
        optional group older (LIST) { repeated int32 element; }
        optional group old (LIST) { repeated group array { required int64 t (TIMESTAMP_MILLIS); } }
        required group days (MAP) {
            repeated group key_value { required int32 key (DATE); required boolean value; }
        }
    }";
    let file = Writer::new(schema, Compression::SNAPPY)
        .group(&[
            (Column::Bytes(&[b"Ada"]), Some(&[1, 0]), None),
            (Column::Longs(&[5_000_000]), Some(&[2, 1]), None),
            // ["a", null] and an absent list
            (Column::Bytes(&[b"a"]), Some(&[3, 2, 0]), Some(&[0, 1, 0])),
            (Column::Bytes(&[b"x", b"y"]), Some(&[1, 1, 0]), Some(&[0, 1, 0])),
            (Column::Ints(&[7]), Some(&[2, 1, 0]), Some(&[0, 1, 0])),
            (Column::Ints(&[1, 2]), Some(&[0, 1, 1]), Some(&[0, 0, 1])),
            (Column::Ints(&[3, 4]), Some(&[2, 2, 0]), Some(&[0, 1, 0])),
            (Column::Longs(&[9, 10]), Some(&[2, 2, 1]), Some(&[0, 1, 0])),
            (Column::Ints(&[1]), Some(&[1, 0]), Some(&[0, 0])),
            (Column::Bools(&[true]), Some(&[1, 0]), Some(&[0, 0])),
        ])
        .bytes();
    let expected = [
        json!({
            "person": {"name": "Ada", "seen": {"at": 5}}, "tags": ["a", null],
            "counts": {"x": 7, "y": null}, "plain": [], "older": [3, 4],
            "old": [{"t": 9}, {"t": 10}],
            "days": {"1970-01-02": true},
        }),
        json!({
            "person": {"name": null, "seen": {"at": null}}, "tags": null, "counts": {},
            "plain": [1, 2], "older": null, "old": [], "days": {},
        }),
    ];
    assert_eq!(items(file), Ok(expected.to_vec()));
}
