//! A few kernels by criterion, which keeps the last figures and says what has changed: `cargo bench -p herringbone-benches`.
//!
//! Batches of 8,192 values, all in the cache. `crates/decode-kernel/benches` has many more cases and no statistics;
//! `HERRINGBONE_SIMD=scalar` shows the scalar kernels here as there.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use herringbone_decode_kernel::byte_stream_split::ByteStreamSplit;
use herringbone_decode_kernel::hybrid_rle::HybridRle;
use herringbone_decode_kernel::nulls::{self, Validity};
use herringbone_decode_kernel::{BitWidth, ByteArrays, bitpack, delta, dictionary, plain};
use herringbone_testkit::encode::{delta as packed, hybrid, stream_split};

const BATCH: usize = 8192;

fn unpack(c: &mut Criterion) {
    let mut group = c.benchmark_group("unpack");
    group.throughput(Throughput::Elements(BATCH as u64));
    for bits in [1, 4, 10, 17, 25] {
        let width = BitWidth::try_new(bits, 32).expect("a width");
        let packed: Vec<u8> = (0..BATCH * 4 + 32).map(|at| random(at) as u8).collect();
        let mut out = Vec::<u32>::with_capacity(BATCH);
        group.bench_function(format!("{bits} bits to u32"), |b| {
            b.iter(|| {
                out.clear();
                bitpack::unpack(&packed, width, BATCH, &mut out).expect("enough bytes");
                black_box(&mut out);
            });
        });
    }
    group.finish();
}

fn gather(c: &mut Criterion) {
    let mut group = c.benchmark_group("gather");
    group.throughput(Throughput::Elements(BATCH as u64));
    for (entries, bits) in [(100_usize, 7), (50_000, 16)] {
        let width = BitWidth::try_new(bits, 32).expect("a width");
        let indices: Vec<u64> = (0..BATCH).map(|at| random(at) % entries as u64).collect();
        let mut bytes = hybrid::encode(&indices, bits);
        bytes.extend([0; 32]);
        let entries: Vec<i64> = (0..entries as i64).collect();
        let mut out = Vec::<i64>::with_capacity(BATCH + 64);
        group.bench_function(format!("int64 from {}", entries.len()), |b| {
            b.iter(|| {
                out.clear();
                let mut indices = HybridRle::try_new(&bytes, width).expect("a width");
                dictionary::gather(&mut indices, &entries, BATCH, &mut out).expect("in range");
                black_box(&mut out);
            });
        });
    }
    group.finish();
}

fn spread(c: &mut Criterion) {
    let mut group = c.benchmark_group("spread int32");
    group.throughput(Throughput::Elements(BATCH as u64));
    for percent in [10, 50] {
        let mut validity = Validity::new();
        (0..BATCH).for_each(|at| validity.push_run(random(at) % 100 >= percent, 1));
        let present = validity.count_present(0..BATCH);
        let mut values = vec![1_i32; present];
        values.reserve(BATCH + 64);
        group.bench_function(format!("over {percent} % nulls"), |b| {
            b.iter(|| {
                values.truncate(present);
                nulls::spread(&mut values, &validity, 0..BATCH, present);
                black_box(&mut values);
            });
        });
    }
    group.finish();
}

fn numbers(c: &mut Criterion) {
    let mut group = c.benchmark_group("numbers");
    group.throughput(Throughput::Elements(BATCH as u64));
    let steps = (0..BATCH).map(|at| (random(at) % 1000) as i64);
    let ascending: Vec<i64> = steps
        .scan(0, |sum, step| {
            *sum += step;
            Some(*sum)
        })
        .collect();
    let bytes = packed::int64(&ascending);
    let mut out = Vec::<i64>::with_capacity(BATCH + 64);
    group.bench_function("DELTA_BINARY_PACKED int64", |b| {
        b.iter(|| {
            out.clear();
            let mut decoder = delta::BinaryPacked::<_, i64>::try_new(&bytes[..]).expect("a header");
            decoder.decode(BATCH, &mut out).expect("as many");
            black_box(&mut out);
        });
    });
    let plain: Vec<u8> = ascending
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    let bytes = stream_split::encode(&plain, 8);
    group.bench_function("BYTE_STREAM_SPLIT int64", |b| {
        b.iter(|| {
            out.clear();
            let mut decoder = ByteStreamSplit::try_new(&bytes[..], 8).expect("whole values");
            decoder.decode(BATCH, &mut out).expect("as many");
            black_box(&mut out);
        });
    });
    group.finish();
}

fn strings(c: &mut Criterion) {
    let mut group = c.benchmark_group("strings");
    group.throughput(Throughput::Elements(BATCH as u64));
    let mut bytes = Vec::new();
    for at in 0..BATCH {
        let len = 4 + random(at) % 9;
        bytes.extend((len as u32).to_le_bytes());
        bytes.extend((0..len).map(|letter| b'a' + (random(at + letter as usize) % 26) as u8));
    }
    let decoder = plain::ByteArray::new(&bytes[..], BATCH).checked_utf8();
    let mut out = ByteArrays::<i32>::new();
    group.bench_function("PLAIN to offsets", |b| {
        b.iter(|| {
            out.clear();
            decoder
                .clone()
                .decode_offsets(BATCH, &mut out)
                .expect("as many");
            black_box(&mut out);
        });
    });
    let mut views = Vec::new();
    group.bench_function("PLAIN to views", |b| {
        b.iter(|| {
            views.clear();
            decoder
                .clone()
                .decode_views(BATCH, 0, 0, &mut views)
                .expect("as many");
            black_box(&mut views);
        });
    });
    group.finish();
}

/// A mixing function over the place: the same numbers in every run.
fn random(at: usize) -> u64 {
    let x = (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ (x >> 27)
}

criterion_group!(kernels, unpack, gather, spread, numbers, strings);
criterion_main!(kernels);
