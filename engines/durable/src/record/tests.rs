//! Tests of records.

use asl_runtime::json;

use super::*;

#[test]
fn heads_are_read_as_they_were_written() {
    for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
        let mut out = vec![7];
        Record::begin(&mut out, Kind::Input, number, Position::from_bits(9), 1_700_000_000_000);
        out.extend_from_slice(b"body");
        let record = Record::read(&out).expect("it was written");
        assert_eq!(
            (record.kind, record.number, record.now),
            (Kind::Input, number, 1_700_000_000_000)
        );
        assert_eq!(
            (record.previous.map(Position::to_bits), record.body),
            (Some(9), b"body".as_slice())
        );
        for end in 0..out.len() - 4 {
            assert!(Record::read(&out[..end]).is_none(), "cut at {end}");
        }
    }
}

#[test]
fn bodies_are_read_as_they_were_written() {
    let mut out = Vec::new();
    for (parent, label) in [(Some((7, 1)), "l"), (Some((7, 1)), ""), (None, "l"), (None, "")] {
        out.clear();
        let (version, digest) = (3, u64::MAX);
        StartHead { version, digest, parent, id: "a:b", label, json: b"" }.write(&mut out);
        out.extend_from_slice(b"{}");
        let start = StartHead::read(&out).expect("it was written");
        assert_eq!((start.version, start.digest, start.parent), (version, digest, parent));
        assert_eq!((start.id, start.label), ("a:b", label));
        assert_eq!(start.json, b"{}");
    }
    out.clear();
    let texts = vec![(7, "{}".to_owned()), (u64::MAX, String::new())];
    write_types(&mut out, &texts);
    assert_eq!(read_types(&out), Some(texts));
    for end in 0..out.len() {
        assert_eq!(read_types(&out[..end]), None, "cut at {end}");
    }
    out = vec![1];
    write_bundled(&mut out, b"one");
    write_bundled(&mut out, b"");
    let records = vec![b"one".as_slice(), b""];
    assert_eq!(read_bundle(&out), Some(Bundle { is_complete: true, records }));
    assert_eq!(read_bundle(&[0, 5, 1]), None);
    // Ten bytes of seven bits hold more than 64 bits.
    assert_eq!(Reader(&[0xff; 12]).number(), None);
    assert_eq!(Reader(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2]).number(), None);
}

#[test]
fn start_bodies_have_the_text_of_serde() {
    let inputs = [
        json!(null),
        json!([]),
        json!({"a \"b\" \\ \u{7}\u{7f}\u{2028}é": [1, -2, 0.1, 1e300, i64::MIN, i64::MAX, true]}),
        json!({"deep": [[{"x": {"": []}}]], "text": "x".repeat(300)}),
    ];
    let empty = Text::default();
    let set = Text::from("arn:\"\n");
    let others = EventOptions::default().keep(true);
    for (number, input) in inputs.into_iter().enumerate() {
        for (seed, name) in [(0, ""), (u64::MAX, "order-7"), (1, "q\"\\\u{1}ü")] {
            for options in 0..16 {
                let given = |bit: u32| if options >> bit & 1 == 1 { &set } else { &empty };
                let body = StartBody {
                    name: Text::from(name),
                    input: input.clone(),
                    seed,
                    role_arn: given(0).clone(),
                    machine_id: given(1).clone(),
                    events: if options & 8 == 8 { others } else { EventOptions::default() },
                    parent: Text::default(),
                    trace_header: given(2).clone(),
                };
                let (mut text, mut written, mut expected) = (Vec::new(), vec![b'x'], vec![b'x']);
                input.append_json(&mut text);
                body.append_json(&text, &mut written);
                write_json(&mut expected, &body);
                assert_eq!(written, expected, "input {number}, {name:?}, options {options}");
            }
        }
    }
}
