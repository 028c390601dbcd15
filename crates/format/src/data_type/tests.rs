#![expect(clippy::unwrap_used, reason = "tests")]

use super::*;

#[test]
fn plain_values_go_round() {
    fn check<T: ParquetValueType>(values: &[T], sizes: &[usize]) {
        for value in values {
            let plain = value.to_plain();
            assert_eq!(T::from_plain(plain.data()).as_ref(), Some(value));
        }
        for size in 0..20 {
            assert_eq!(
                T::from_plain(&vec![1; size]).is_some(),
                sizes.contains(&size),
                "{size}"
            );
        }
    }
    let any: Vec<usize> = (0..20).collect();
    check(&[true, false], &[1]);
    check(&[0, i32::MIN, i32::MAX], &[4]);
    check(&[0, i64::MIN, i64::MAX], &[8]);
    check(&[0.0, f32::NEG_INFINITY, -1.5], &[4]);
    check(&[0.0, f64::NEG_INFINITY, -1.5], &[8]);
    check(&[Int96::from(vec![1, 2, u32::MAX])], &[12]);
    check(&[ByteArray::from(""), ByteArray::from("é")], &any);
    check(&[FixedLenByteArray::from(vec![0xff; 7])], &any);
}

#[test]
fn int96_counts_from_the_epoch() {
    let check = |day: u32, nanos: u64, seconds: i64, rest: i64| {
        let value = Int96::from(vec![nanos as u32, (nanos >> 32) as u32, day]);
        assert_eq!(value.to_seconds(), seconds);
        assert_eq!(value.to_millis(), seconds * 1_000 + rest / 1_000_000);
        assert_eq!(value.to_micros(), seconds * 1_000_000 + rest / 1_000);
        assert_eq!(value.to_nanos(), seconds * 1_000_000_000 + rest);
    };
    check(2_440_588, 0, 0, 0);
    check(2_440_588, 1_999_999_999, 1, 999_999_999);
    check(2_440_587, 0, -86_400, 0);
    check(2_440_589, 86_399_000_000_000, 172_799, 0);
    let extreme = Int96::from(vec![u32::MAX, u32::MAX, 1 << 31]);
    let _ = (
        extreme.to_nanos(),
        extreme.to_micros(),
        extreme.to_millis(),
        extreme.to_seconds(),
    );
    let ordered =
        [[5, 0, 1 << 31], [9, 0, 1], [0, 1, 1], [0, 0, 2]].map(|words| Int96::from(words.to_vec()));
    assert!(ordered.is_sorted());
}

#[test]
fn byte_arrays_print_as_expected() {
    let text = ByteArray::from("ab");
    assert_eq!(
        (format!("{text}"), format!("{text:?}")),
        ("[97, 98]".into(), "ByteArray { data: \"ab\" }".into())
    );
    let bytes = ByteArray::from(vec![0xff, b'a']);
    assert_eq!(format!("{bytes:?}"), "ByteArray { data: b\"\\xffa\" }");
    assert!(bytes.as_utf8().is_err() && text < bytes && text.slice(1, 1).as_utf8().unwrap() == "b");
    assert_eq!(FixedLenByteArray::from(text.clone()), text);
    assert_eq!(
        (Int64Type::get_physical_type(), Int64Type::get_type_size()),
        (Type::INT64, 8)
    );
}

#[test]
fn byte_arrays_of_all_lengths() {
    let all: Vec<u8> = (0..60).collect();
    for len in 0..all.len() {
        let bytes = ByteArray::from(&all[..len]);
        assert_eq!((bytes.data(), bytes.len()), (&all[..len], len));
        let mut long = ByteArray::new();
        long.set_data(all[..len].to_vec());
        assert_eq!(bytes, long);
        assert_eq!(bytes.cmp(&long), std::cmp::Ordering::Equal);
        let longer = ByteArray::from(&all[..=len]);
        assert!(bytes < longer && bytes != longer);
        assert_eq!(longer.slice(1, len).data(), &all[1..=len]);
    }
}
