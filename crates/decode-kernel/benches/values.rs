//! Nanoseconds per value of what makes values without indices: PLAIN, the delta encodings, BYTE_STREAM_SPLIT, ALP, decimals.
//!
//! Streams of 64 Ki values in batches of 8,192, so all is in the cache; each figure is the least of many repetitions.
//! `HERRINGBONE_SIMD=scalar` shows the scalar kernels. Words on the command line choose the cases that contain one of them.
#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed bench")]

use std::hint::black_box;
use std::time::Instant;

use herringbone_decode_kernel::alp::Alp;
use herringbone_decode_kernel::byte_stream_split::ByteStreamSplit;
use herringbone_decode_kernel::int96::{TimestampUnit, timestamps};
use herringbone_decode_kernel::{ByteArrays, Plain, SimdLevel, big_endian, delta, plain};

const N: usize = 64 * 1024;
const BATCH: usize = 8192;

fn main() {
    println!("{:?}", SimdLevel::detect());
    for (name, from, to, sharing) in [
        ("8 B", 8, 8, 4),
        ("4 to 12 B", 4, 12, 4),
        ("4 to 12 B apart", 4, 12, 0),
        ("20 to 40 B", 20, 40, 18),
        ("50 to 70 B", 50, 70, 30),
    ] {
        let values = strings(from, to, sharing);
        plain_strings(name, &values);
        delta_strings(name, &values);
    }
    for width in [0, 4, 10, 20, 32] {
        integers::<i32>("i32", width);
        integers::<i64>("i64", width);
    }
    integers::<i64>("i64", 50);
    split_streams();
    alp();
    conversions();
}

/// Times `work`, which handles all values, and prints the case unless the command line leaves it out.
fn time(name: &str, mut work: impl FnMut()) {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    if !words.is_empty() && !words.iter().any(|word| name.contains(word)) {
        return;
    }
    let mut least = f64::MAX;
    for _ in 0..200 {
        let begin = Instant::now();
        work();
        least = least.min(begin.elapsed().as_nanos() as f64);
    }
    println!("{name:56} {:6.2} ns", least / N as f64);
}

fn plain_strings(name: &str, values: &[Vec<u8>]) {
    let mut data = vec![];
    for value in values {
        data.extend((value.len() as u32).to_le_bytes());
        data.extend(value);
    }
    let mut out = ByteArrays::<i32>::new();
    let mut views = vec![];
    let decoder = plain::ByteArray::new(&data[..], N);
    for (check, decoder) in [("", decoder.clone()), (", UTF-8", decoder.checked_utf8())] {
        time(
            &format!("PLAIN strings of {name} to offsets{check}"),
            || {
                let mut decoder = decoder.clone();
                for _ in 0..N / BATCH {
                    out.clear();
                    decoder.decode_offsets(BATCH, &mut out).unwrap();
                    black_box(&out);
                }
            },
        );
        time(&format!("PLAIN strings of {name} to views{check}"), || {
            let mut decoder = decoder.clone();
            for _ in 0..N / BATCH {
                views.clear();
                decoder.decode_views(BATCH, 0, 0, &mut views).unwrap();
                black_box(&views);
            }
        });
    }
}

fn delta_strings(name: &str, values: &[Vec<u8>]) {
    let lengths: Vec<i64> = values.iter().map(|value| value.len() as i64).collect();
    let mut data = binary_packed(&lengths);
    data.extend(values.concat());
    let mut out = ByteArrays::<i32>::new();
    time(
        &format!("DELTA_LENGTH strings of {name} to offsets, UTF-8"),
        || {
            let mut decoder = delta::LengthByteArray::try_new(&data[..])
                .unwrap()
                .checked_utf8();
            for _ in 0..N / BATCH {
                out.clear();
                decoder.decode_offsets(BATCH, &mut out).unwrap();
                black_box(&out);
            }
        },
    );
    let mut last: &[u8] = &[];
    let (mut shared, mut rests) = (vec![], vec![]);
    for value in values {
        let len = last.iter().zip(value).take_while(|(a, b)| a == b).count();
        shared.push(len as i64);
        rests.push(&value[len..]);
        last = value;
    }
    let lengths: Vec<i64> = rests.iter().map(|rest| rest.len() as i64).collect();
    let mut data = binary_packed(&shared);
    data.extend(binary_packed(&lengths));
    data.extend(rests.concat());
    time(
        &format!("DELTA_BYTE_ARRAY strings of {name} to offsets, UTF-8"),
        || {
            let mut decoder = delta::ByteArray::try_new(&data[..]).unwrap().checked_utf8();
            for _ in 0..N / BATCH {
                out.clear();
                decoder.decode_offsets(BATCH, &mut out).unwrap();
                black_box(&out);
            }
        },
    );
    let (mut long, mut views) = (vec![], vec![]);
    time(
        &format!("DELTA_BYTE_ARRAY strings of {name} to views, UTF-8"),
        || {
            let mut decoder = delta::ByteArray::try_new(&data[..]).unwrap().checked_utf8();
            for _ in 0..N / BATCH {
                long.clear();
                views.clear();
                decoder
                    .decode_views(BATCH, 0, &mut long, &mut views)
                    .unwrap();
                black_box(&views);
            }
        },
    );
}

fn integers<T: delta::DeltaInt>(name: &str, width: u32) {
    let mut value = 0i64;
    let values: Vec<i64> = (0..N as u64)
        .map(|at| {
            let delta = if width == 0 {
                3
            } else {
                (random(at) >> (64 - width)) as i64
            };
            value = value.wrapping_add(delta);
            value
        })
        .collect();
    let data = binary_packed(&values);
    let mut out = Vec::<T>::new();
    time(&format!("DELTA_BINARY_PACKED {name}, {width} bits"), || {
        let mut decoder = delta::BinaryPacked::<_, T>::try_new(&data[..]).unwrap();
        for _ in 0..N / BATCH {
            out.clear();
            decoder.decode(BATCH, &mut out).unwrap();
            black_box(&out);
        }
    });
}

fn split_streams() {
    fn case<T: Plain>(name: &str) {
        let data: Vec<u8> = (0..(N * size_of::<T>()) as u64)
            .map(|at| random(at) as u8)
            .collect();
        let mut out = Vec::<T>::new();
        time(&format!("BYTE_STREAM_SPLIT of {name}"), || {
            let mut decoder = ByteStreamSplit::try_new(&data[..], size_of::<T>()).unwrap();
            for _ in 0..N / BATCH {
                out.clear();
                decoder.decode(BATCH, &mut out).unwrap();
                black_box(&out);
            }
        });
    }
    case::<u16>("2 B");
    case::<f32>("4 B");
    case::<f64>("8 B");
    case::<[u8; 12]>("12 B");
    case::<i128>("16 B");
}

fn alp() {
    // Vectors of 1,024 values, ten bits each, without exceptions.
    let mut data = vec![0, 0, 10];
    data.extend((N as i32).to_le_bytes());
    let vectors = N / 1024;
    for vector in 0..vectors {
        data.extend(((4 * vectors + vector * (13 + 1280)) as u32).to_le_bytes());
    }
    for vector in 0..vectors as u64 {
        data.extend([2, 0, 0, 0]);
        data.extend(1000i64.to_le_bytes());
        data.push(10);
        data.extend((0..1280).map(|at| random(vector * 1280 + at) as u8));
    }
    let mut out = Vec::<f64>::new();
    time("ALP f64, 10 bits", || {
        let mut decoder = Alp::<_, f64>::try_new(&data[..]).unwrap();
        for _ in 0..N / BATCH {
            out.clear();
            decoder.decode(BATCH, &mut out).unwrap();
            black_box(&out);
        }
    });
}

fn conversions() {
    let data: Vec<u8> = (0..N as u64 * 16).map(|at| random(at) as u8).collect();
    let mut out = Vec::<i128>::new();
    for width in [5, 16] {
        time(&format!("decimals of {width} B to 128 bits"), || {
            for batch in data[..N * width].chunks(BATCH * width) {
                out.clear();
                big_endian::decimals_from_fixed(batch, width, &mut out).unwrap();
                black_box(&out);
            }
        });
    }
    let mut days: Vec<u8> = vec![];
    for at in 0..N as u64 {
        days.extend((random(at) >> 18).to_le_bytes());
        days.extend(2_450_000i32.to_le_bytes());
    }
    let mut out = vec![];
    time("INT96 to microseconds", || {
        for batch in days.chunks(BATCH * 12) {
            out.clear();
            timestamps(batch, TimestampUnit::Microsecond, &mut out).unwrap();
            black_box(&out);
        }
    });
}

/// Words of `from` to `to` letters that share up to `2 * sharing` with the one before.
fn strings(from: usize, to: usize, sharing: usize) -> Vec<Vec<u8>> {
    let mut values: Vec<Vec<u8>> = vec![];
    for at in 0..N as u64 {
        let len = from + random(at) as usize % (to - from + 1);
        let letter = |index| b'a' + (random(at * 71 + index) % 26) as u8;
        let mut value: Vec<u8> = (0..len as u64).map(letter).collect();
        if let Some(last) = values.last() {
            let shared = random(at + 7) as usize % (2 * sharing + 1);
            let shared = shared.min(len).min(last.len());
            value[..shared].copy_from_slice(&last[..shared]);
        }
        values.push(value);
    }
    values
}

fn random(seed: u64) -> u64 {
    let x = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ x >> 27
}

/// DELTA_BINARY_PACKED in blocks of 128 and miniblocks of 32, as most writers have them.
fn binary_packed(values: &[i64]) -> Vec<u8> {
    fn uleb(mut value: u64, out: &mut Vec<u8>) {
        while value >= 0x80 {
            out.push(value as u8 | 0x80);
            value >>= 7;
        }
        out.push(value as u8);
    }
    let zigzag = |value: i64| (value << 1 ^ value >> 63) as u64;
    let mut out = vec![];
    uleb(128, &mut out);
    uleb(4, &mut out);
    uleb(values.len() as u64, &mut out);
    uleb(zigzag(values[0]), &mut out);
    let deltas: Vec<i64> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
    for block in deltas.chunks(128) {
        let min = *block.iter().min().unwrap();
        uleb(zigzag(min), &mut out);
        let above = |delta: &i64| (delta - min) as u64;
        let bits: Vec<u32> = block
            .chunks(32)
            .map(|part| 64 - part.iter().map(above).max().unwrap().leading_zeros())
            .collect();
        out.extend((0..4).map(|at| bits.get(at).map_or(0, |&bits| bits as u8)));
        for (part, bits) in block.chunks(32).zip(bits) {
            let (mut word, mut used) = (0u128, 0);
            for at in 0..32 {
                word |= u128::from(part.get(at).map_or(0, above)) << used;
                used += bits;
                while used >= 8 {
                    out.push(word as u8);
                    word >>= 8;
                    used -= 8;
                }
            }
        }
    }
    out
}
