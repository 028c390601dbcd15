//! Nanoseconds per value of what stands on runs: indices, levels, validity, spreading.
//!
//! Streams of 128 Ki values in batches of 8,192, so all is in the cache; each figure is the least of many repetitions.
//! `HERRINGBONE_SIMD=scalar` shows the scalar kernels. Words on the command line choose the cases that contain one of them.

use std::hint::black_box;
use std::time::Instant;

use herringbone_decode_kernel::dictionary::{self, ByteArrayDictionary};
use herringbone_decode_kernel::hybrid_rle::HybridRle;
use herringbone_decode_kernel::levels::{self, LevelDecoder, ListLevels};
use herringbone_decode_kernel::nulls::{self, Validity};
use herringbone_decode_kernel::{BitWidth, ByteArrays, Plain, SimdLevel, bitpack};

const N: usize = 128 * 1024;
const BATCH: usize = 8192;

fn main() {
    println!("{:?}", SimdLevel::detect());
    unpacking();
    gathers();
    byte_arrays();
    definition_levels();
    spreading();
    lists();
}

/// Times `work`, which handles `n` values, and prints the case unless the command line leaves it out.
fn time(name: &str, n: usize, mut work: impl FnMut()) {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    if !words.is_empty() && !words.iter().any(|word| name.contains(word)) {
        return;
    }
    let mut least = f64::MAX;
    let begin = Instant::now();
    let mut repetitions = 0;
    while repetitions < 10 || (begin.elapsed().as_millis() < 150 && repetitions < 2000) {
        let start = Instant::now();
        work();
        least = least.min(start.elapsed().as_nanos() as f64 / n as f64);
        repetitions += 1;
    }
    println!("{name:<50} {least:7.3} ns");
}

fn unpacking() {
    for bits in [1, 2, 3, 7, 8, 10, 16, 20, 25, 28, 32, 40, 60] {
        let width = BitWidth::try_new(bits, 64).expect("a width");
        let packed: Vec<u8> = random()
            .take(N * bits as usize / 8 + 32)
            .map(|v| v as u8)
            .collect();
        if bits <= 8 {
            let mut out = Vec::<u8>::with_capacity(N);
            time(&format!("unpack u8, {bits} bits"), N, || {
                out.clear();
                bitpack::unpack(&packed, width, N, &mut out).expect("enough bytes");
            });
        }
        if bits <= 32 {
            let mut out = Vec::<u32>::with_capacity(N);
            time(&format!("unpack u32, {bits} bits"), N, || {
                out.clear();
                bitpack::unpack(&packed, width, N, &mut out).expect("enough bytes");
            });
        }
        let mut out = Vec::<u64>::with_capacity(N);
        time(&format!("unpack u64, {bits} bits"), N, || {
            out.clear();
            bitpack::unpack(&packed, width, N, &mut out).expect("enough bytes");
        });
    }
}

fn gathers() {
    for (entries, mean_run) in [
        (2, 1),
        (8, 1),
        (100, 1),
        (1024, 1),
        (50_000, 1),
        (100, 12),
        (100, 40),
        (4, 4),
    ] {
        let (bytes, width) = indices(entries, mean_run);
        let label = format!("dictionary of {entries}, runs of {mean_run}");
        gather::<i32>(
            &format!("gather i32, {label}"),
            &bytes,
            width,
            entries,
            |i| i as i32,
        );
        gather::<i64>(
            &format!("gather i64, {label}"),
            &bytes,
            width,
            entries,
            |i| i as i64,
        );
        gather::<u128>(
            &format!("gather u128, {label}"),
            &bytes,
            width,
            entries,
            |i| i as u128,
        );
        let mut out = Vec::<i32>::with_capacity(BATCH + 64);
        time(&format!("keys i32, {label}"), N, || {
            let mut indices = HybridRle::try_new(&bytes, width).expect("a width");
            for _ in 0..N / BATCH {
                out.clear();
                dictionary::keys(&mut indices, entries, 0, BATCH, &mut out).expect("in range");
                black_box(&mut out);
            }
        });
    }
}

fn gather<T: Plain>(
    name: &str,
    bytes: &[u8],
    width: BitWidth,
    entries: usize,
    entry: impl Fn(usize) -> T,
) {
    let dict: Vec<T> = (0..entries).map(entry).collect();
    let mut out = Vec::<T>::with_capacity(BATCH + 64);
    time(name, N, || {
        let mut indices = HybridRle::try_new(bytes, width).expect("a width");
        for _ in 0..N / BATCH {
            out.clear();
            dictionary::gather(&mut indices, &dict, BATCH, &mut out).expect("in range");
            black_box(&mut out);
        }
    });
}

fn byte_arrays() {
    for (entries, sizes) in [
        (100, 4..13),
        (1000, 24..25),
        (50_000, 4..13),
        (50_000, 40..81),
        (1000, 8..9),
    ] {
        let (bytes, width) = indices(entries, 1);
        let mut values = ByteArrays::<i32>::new();
        for number in random().take(entries) {
            let size = sizes.start + number as usize % sizes.len();
            values.push(&vec![b'x'; size]).expect("a small dictionary");
        }
        let dict = ByteArrayDictionary::try_new(values).expect("offsets");
        let mut out = ByteArrays::<i32>::with_capacity(BATCH, BATCH * sizes.end + 128);
        time(
            &format!("gather Utf8 of {sizes:?} bytes, dictionary of {entries}"),
            N,
            || {
                let mut indices = HybridRle::try_new(&bytes, width).expect("a width");
                for _ in 0..N / BATCH {
                    out.clear();
                    dictionary::gather_byte_arrays(&mut indices, &dict, BATCH, &mut out)
                        .expect("in range");
                    black_box(&mut out);
                }
            },
        );
    }
}

fn definition_levels() {
    for percent in [0, 1, 10, 50, 90, 99] {
        let bits: Vec<u32> = random()
            .take(N)
            .map(|v| u32::from(v % 100 >= percent))
            .collect();
        let bytes = encode(&bits, 1);
        time(&format!("validity, {percent} % nulls"), N, || {
            let mut levels = LevelDecoder::rle(&bytes, 1);
            let mut validity = Validity::with_capacity(BATCH);
            for _ in 0..N / BATCH {
                validity.clear();
                levels
                    .decode_validity(BATCH, &mut validity)
                    .expect("valid levels");
                black_box(&mut validity);
            }
        });
        let bits: Vec<u32> = random()
            .take(N)
            .map(|v| if v % 100 < percent { v as u32 % 3 } else { 3 })
            .collect();
        let bytes = encode(&bits, 2);
        let mut out = Vec::with_capacity(BATCH + 64);
        time(&format!("levels of 2 bits, {percent} % below"), N, || {
            let mut levels = LevelDecoder::rle(&bytes, 3);
            for _ in 0..N / BATCH {
                out.clear();
                levels.decode(BATCH, 3, &mut out).expect("valid levels");
                black_box(&mut out);
            }
        });
        out.clear();
        LevelDecoder::rle(&bytes, 3)
            .decode(BATCH, 3, &mut out)
            .expect("valid levels");
        let mut validity = Validity::with_capacity(BATCH);
        time(&format!("slots, {percent} % below"), BATCH, || {
            validity.clear();
            black_box(levels::slots(&out, 2, 3, &mut validity));
        });
    }
}

fn spreading() {
    for percent in [1, 10, 50, 90, 95, 99] {
        let mut validity = Validity::new();
        random()
            .take(BATCH)
            .for_each(|v| validity.push_run(v % 100 >= percent, 1));
        let present = validity.count_present(0..BATCH);
        spread(
            &format!("spread u8, {percent} % nulls"),
            &validity,
            vec![1_u8; present],
        );
        spread(
            &format!("spread i16, {percent} % nulls"),
            &validity,
            vec![1_i16; present],
        );
        spread(
            &format!("spread i32, {percent} % nulls"),
            &validity,
            vec![1_i32; present],
        );
        spread(
            &format!("spread i64, {percent} % nulls"),
            &validity,
            vec![1_i64; present],
        );
        spread(
            &format!("spread u128, {percent} % nulls"),
            &validity,
            vec![1_u128; present],
        );
        let mut offsets: Vec<i32> = (0..=present as i32).collect();
        offsets.reserve(BATCH + 64);
        time(
            &format!("spread offsets i32, {percent} % nulls"),
            BATCH,
            || {
                offsets.truncate(present + 1);
                nulls::spread_offsets(&mut offsets, &validity, 0..BATCH, present);
                black_box(&mut offsets);
            },
        );
    }
}

fn spread<T: Plain>(name: &str, validity: &Validity, mut values: Vec<T>) {
    let present = values.len();
    values.reserve(BATCH + 64);
    time(name, BATCH, || {
        values.truncate(present);
        nulls::spread(&mut values, validity, 0..BATCH, present);
        black_box(&mut values);
    });
}

fn lists() {
    for mean in [1, 3, 10] {
        let (mut def, mut rep) = (Vec::new(), Vec::new());
        for number in random().take(N / mean as usize) {
            let len = number % (2 * mean + 1);
            def.extend((0..len.max(1)).map(|i| {
                if len == 0 {
                    (number >> 20) as u8 % 2
                } else {
                    3 - u8::from(i % 9 == 8)
                }
            }));
            rep.extend((0..len.max(1)).map(|i| u8::from(i > 0)));
        }
        def.truncate(BATCH);
        rep.truncate(BATCH);
        let list = ListLevels {
            rep: 1,
            slot_def: 0,
            valid_def: 1,
            element_def: 2,
        };
        let mut offsets = Vec::<i32>::with_capacity(BATCH + 1);
        let mut validity = Validity::with_capacity(BATCH);
        time(
            &format!("list boundaries, {mean} elements, per level"),
            BATCH,
            || {
                offsets.clear();
                offsets.push(0);
                validity.clear();
                levels::list_boundaries(&def, &rep, list, &mut offsets, &mut validity)
                    .expect("as many");
                black_box(&mut offsets);
            },
        );
    }
}

/// Random indices below `entries`, in runs of `mean_run` on average, as a writer encodes them.
fn indices(entries: usize, mean_run: u64) -> (Vec<u8>, BitWidth) {
    let bits = usize::BITS - (entries - 1).leading_zeros();
    let width = BitWidth::try_new(bits, 32).expect("a width");
    let mut values = Vec::with_capacity(N);
    for number in random() {
        let len = if mean_run == 1 {
            1
        } else {
            (number >> 40) % (2 * mean_run) + 1
        };
        values.extend((0..len).map(|_| (number % entries as u64) as u32));
        if values.len() >= N {
            break;
        }
    }
    values.truncate(N);
    (encode(&values, bits), width)
}

/// What writers do: a repeated run from eight equal values on, packed runs of up to 504 values otherwise.
fn encode(values: &[u32], bits: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut pending = Vec::new();
    let mut rest = values;
    while let Some(&first) = rest.first() {
        let mut len = rest.iter().take_while(|&&value| value == first).count();
        if pending.len() % 8 != 0 {
            // A packed run is a whole number of groups: equal values fill the last one up.
            len = len.min(8 - pending.len() % 8);
        }
        if len >= 8 && pending.len() % 8 == 0 {
            flush(&mut pending, bits, &mut bytes);
            varint(2 * len as u64, &mut bytes);
            bytes.extend(&first.to_le_bytes()[..bits.div_ceil(8) as usize]);
        } else {
            len = len.min(504 - pending.len());
            pending.extend(&rest[..len]);
            if pending.len() == 504 {
                flush(&mut pending, bits, &mut bytes);
            }
        }
        rest = &rest[len..];
    }
    flush(&mut pending, bits, &mut bytes);
    bytes.extend([0; 32]);
    bytes
}

fn flush(pending: &mut Vec<u32>, bits: u32, bytes: &mut Vec<u8>) {
    if pending.is_empty() {
        return;
    }
    pending.resize(pending.len().next_multiple_of(8), 0);
    varint(pending.len() as u64 / 8 * 2 + 1, bytes);
    let (mut word, mut used) = (0_u64, 0);
    for value in pending.drain(..) {
        word |= u64::from(value) << used;
        used += bits;
        while used >= 8 {
            bytes.push(word as u8);
            word >>= 8;
            used -= 8;
        }
    }
}

fn varint(mut value: u64, bytes: &mut Vec<u8>) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn random() -> impl Iterator<Item = u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    })
}
