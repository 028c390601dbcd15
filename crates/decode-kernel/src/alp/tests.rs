#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use super::*;

/// How a page is encoded.
#[derive(Debug, Clone, Copy)]
struct Shape {
    log_len: u8,
    exponent: u8,
    factor: u8,
}

/// The obvious encoder: `round` makes the integer of a value, `exact` says whether that is the value again.
fn encode<F: AlpFloat>(
    values: &[F],
    shape: Shape,
    round: impl Fn(F) -> i64,
    exact: impl Fn(F, i64) -> bool,
) -> Vec<u8> {
    let size = size_of::<F>();
    let mut out = vec![0, 0, shape.log_len];
    out.extend((values.len() as i32).to_le_bytes());
    let mut vectors = vec![];
    for values in values.chunks(1 << shape.log_len) {
        let mut exceptions = vec![];
        let mut integers: Vec<i64> = values.iter().map(|&value| round(value)).collect();
        for (at, (&value, integer)) in values.iter().zip(&mut integers).enumerate() {
            if !exact(value, *integer) {
                exceptions.push((at as u16, value));
                *integer = 0;
            }
        }
        let frame = *integers.iter().min().unwrap();
        let deltas: Vec<u64> = integers
            .iter()
            .map(|&at| at.wrapping_sub(frame) as u64)
            .collect();
        let bits = deltas
            .iter()
            .map(|delta| 64 - delta.leading_zeros())
            .max()
            .unwrap();
        let mut vector = vec![shape.exponent, shape.factor];
        vector.extend((exceptions.len() as u16).to_le_bytes());
        vector.extend(&frame.to_le_bytes()[..size]);
        vector.push(bits as u8);
        let mut packed = vec![0u8; (values.len() * bits as usize).div_ceil(8)];
        for (at, delta) in deltas.iter().enumerate() {
            for bit in 0..bits as usize {
                let place = at * bits as usize + bit;
                packed[place / 8] |= ((delta >> bit & 1) as u8) << (place % 8);
            }
        }
        vector.extend(packed);
        vector.extend(exceptions.iter().flat_map(|(at, _)| at.to_le_bytes()));
        for (_, value) in &exceptions {
            vector.extend(output::bytes_of(&[*value]));
        }
        vectors.push(vector);
    }
    let mut offset = 4 * vectors.len();
    for vector in &vectors {
        out.extend((offset as u32).to_le_bytes());
        offset += vector.len();
    }
    out.extend(vectors.concat());
    out
}

fn encode_f64(values: &[f64], shape: Shape) -> Vec<u8> {
    let (e, f) = (
        format!("1e{}", shape.exponent),
        format!("1e-{}", shape.factor),
    );
    let (up, down): (f64, f64) = (e.parse().unwrap(), f.parse().unwrap());
    let (e, f) = (
        format!("1e-{}", shape.exponent),
        format!("1e{}", shape.factor),
    );
    let (reciprocal, power): (f64, f64) = (e.parse().unwrap(), f.parse().unwrap());
    encode(
        values,
        shape,
        |value| (value * up * down).round() as i64,
        |value, integer| (integer as f64 * power * reciprocal).to_bits() == value.to_bits(),
    )
}

fn encode_f32(values: &[f32], shape: Shape) -> Vec<u8> {
    let (e, f) = (
        format!("1e{}", shape.exponent),
        format!("1e-{}", shape.factor),
    );
    let (up, down): (f32, f32) = (e.parse().unwrap(), f.parse().unwrap());
    let (e, f) = (
        format!("1e-{}", shape.exponent),
        format!("1e{}", shape.factor),
    );
    let (reciprocal, power): (f32, f32) = (e.parse().unwrap(), f.parse().unwrap());
    encode(
        values,
        shape,
        |value| i64::from((value * up * down).round() as i32),
        |value, integer| (integer as i32 as f32 * power * reciprocal).to_bits() == value.to_bits(),
    )
}

/// Decodes in batches, skipping every third, with every level.
fn check<F: AlpFloat>(values: &[F], data: &[u8]) {
    for level in SimdLevel::available() {
        for batch in [1, 7, 8, 100, 1024, 5000] {
            let mut decoder = Alp::<_, F>::try_new_with(level, data).unwrap();
            assert_eq!(decoder.remaining(), values.len());
            for (index, part) in values.chunks(batch).enumerate() {
                if index % 3 == 1 {
                    decoder.skip(part.len()).unwrap();
                    continue;
                }
                let mut out = vec![];
                decoder.decode(part.len(), &mut out).unwrap();
                assert_eq!(
                    output::bytes_of(&out),
                    output::bytes_of(part),
                    "{level:?}, {index}"
                );
            }
            assert_eq!(decoder.remaining(), 0);
            let left = Err(DecodeError::TooFewValues {
                needed: 1,
                available: 0,
            });
            assert_eq!(decoder.decode(1, &mut vec![]), left);
            assert_eq!(decoder.skip(1), left);
        }
    }
}

const SHAPES: [Shape; 5] = [
    Shape {
        log_len: 3,
        exponent: 0,
        factor: 0,
    },
    Shape {
        log_len: 10,
        exponent: 2,
        factor: 0,
    },
    Shape {
        log_len: 10,
        exponent: 4,
        factor: 3,
    },
    Shape {
        log_len: 5,
        exponent: 10,
        factor: 7,
    },
    Shape {
        log_len: 15,
        exponent: 10,
        factor: 10,
    },
];

#[test]
fn round_trips() {
    let odd = [
        f64::NAN,
        -f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        -0.0,
        1e300,
        f64::MIN_POSITIVE,
        0.1 + 0.2,
    ];
    for shape in SHAPES {
        for len in [0, 1, 7, 8, 9, 33, 1000, 1024, 1025, 3000] {
            let mut values: Vec<f64> = (0..len)
                .map(|at| f64::from(at * 37 - 5000) / 100.0)
                .collect();
            check(&values, &encode_f64(&values, shape));
            for (at, value) in values.iter_mut().enumerate().step_by(5) {
                *value = odd[at / 5 % odd.len()];
            }
            check(&values, &encode_f64(&values, shape));
            let values: Vec<f32> = values.iter().map(|&value| value as f32).collect();
            check(&values, &encode_f32(&values, shape));
        }
    }
}

#[test]
fn the_example_of_the_spec() {
    let values = [1500.0, f64::NAN, 2500.0, 333.5];
    let shape = Shape {
        log_len: 3,
        exponent: 4,
        factor: 3,
    };
    let mut data = vec![0, 0, 3, 4, 0, 0, 0, 4, 0, 0, 0];
    data.extend([4, 3, 1, 0]);
    data.extend(3335i64.to_le_bytes());
    data.push(15);
    let packed = [11665u64, 11665, 21665, 0];
    let bits = packed
        .iter()
        .rev()
        .fold(0u64, |bits, delta| bits << 15 | delta);
    data.extend(bits.to_le_bytes());
    data.extend([1, 0]);
    data.extend(f64::NAN.to_le_bytes());
    assert_eq!(data.len(), 7 + 4 + 31);
    check(&values, &data);
    check(&values, &encode_f64(&values, shape));
}

#[test]
fn integers_of_every_width_wrap() {
    let shape = Shape {
        log_len: 6,
        exponent: 0,
        factor: 0,
    };
    for bits in 0..53 {
        let values: Vec<f64> = (0..100)
            .map(|at| (((1i64 << bits) - 1) * (at % 3 - 1)) as f64)
            .collect();
        let values: Vec<f64> = values.iter().map(|value| value + 0.0).collect();
        check(&values, &encode_f64(&values, shape));
    }
    let ends = [i64::MIN as f64, 9223372036854774784.0, 0.0, -1.0];
    check(&ends, &encode_f64(&ends, shape));
    let ends = [i32::MIN as f32, 2147483520.0, 0.0, -1.0];
    check(&ends, &encode_f32(&ends, shape));
}

#[test]
fn truncated_at_every_byte() {
    let values: Vec<f64> = (0..40)
        .map(|at| if at == 30 { 0.1 + 0.2 } else { f64::from(at) })
        .collect();
    let data = encode_f64(&values, SHAPES[0]);
    for size in 0..data.len() {
        let decoder = Alp::<_, f64>::try_new(&data[..size]);
        let result = decoder.and_then(|mut decoder| decoder.decode(40, &mut vec![]));
        assert!(
            matches!(result, Err(DecodeError::Truncated { .. })),
            "{size}"
        );
    }
}

#[test]
fn hostile_headers() {
    let data = encode_f64(&[1.0, 2.5, f64::NAN, 4.0], SHAPES[1]);
    // Header, then one offset, then the vector.
    let changes: [(usize, &[u8]); 12] = [
        (0, &[1, 255]),
        (1, &[1, 255]),
        (2, &[0, 2, 16, 255]),
        (6, &[0x80, 0xff, 0x7f]),
        (3, &[255]),
        (7, &[255]),
        (10, &[255]),
        (11, &[19, 255]),
        (12, &[3, 255]),
        (13, &[255]),
        (14, &[255]),
        (23, &[65, 255]),
    ];
    for (at, bytes) in changes {
        for &byte in bytes {
            let mut data = data.clone();
            data[at] = byte;
            let decoder = Alp::<_, f64>::try_new(&data[..]);
            let n = decoder.as_ref().map_or(0, Alp::remaining).min(10_000);
            let result = decoder.and_then(|mut decoder| decoder.decode(n, &mut vec![]));
            assert!(result.is_err(), "{byte} at {at}");
        }
    }
    // An exception beyond the vector.
    let position = data.len() - 10;
    let mut data = data;
    assert_eq!(data[position..position + 2], [2, 0]);
    data[position] = 4;
    let mut decoder = Alp::<_, f64>::try_new(data).unwrap();
    assert_eq!(
        decoder.decode(4, &mut vec![]),
        Err(DecodeError::Malformed {
            what: "ALP exception position",
            found: 4
        })
    );
}
