//! Type × encoding × page version × codec × nulls × page size × batch size × selection.

use std::sync::Arc;

use arrow_array::types::*;
use arrow_array::*;
use arrow_buffer::{IntervalDayTime, NullBuffer, i256};
use half::f16;
use parquet::basic::{BrotliLevel, Compression, Encoding, GzipLevel, ZstdLevel};
use parquet::file::properties::{WriterProperties, WriterVersion};

use crate::support::{Request, check, write};

pub(crate) const NUM_ROWS: usize = 3000;

/// Numbers that repeat now and then, with long runs between, the same in every run of the test.
pub(crate) fn number(i: usize) -> u64 {
    let block = (i / 97) as u64;
    let mixed = (i as u64 ^ (block << 20)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    match block % 4 {
        0 => block * 1000,
        1 => i as u64,
        2 => (mixed >> 40) % 50,
        _ => mixed,
    }
}

/// Which of the rows are null.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Nulls {
    Required,
    None,
    Some,
    Runs,
    Most,
    All,
}

impl Nulls {
    pub(crate) const EACH: [Self; 6] = [
        Self::Required,
        Self::None,
        Self::Some,
        Self::Runs,
        Self::Most,
        Self::All,
    ];

    pub(crate) fn buffer(self, len: usize) -> Option<NullBuffer> {
        let mixed = |i: usize| (i as u64).wrapping_mul(0xd134_2543_de82_ef95) >> 60;
        let valid = |i: usize| match self {
            Self::Required | Self::None => true,
            Self::Some => mixed(i) != 3,
            Self::Runs => (i / 150) % 3 != 1,
            Self::Most => mixed(i) == 3,
            Self::All => false,
        };
        match self {
            Self::Required => None,
            _ => Some(NullBuffer::from_iter((0..len).map(valid))),
        }
    }
}

fn primitive<T: ArrowPrimitiveType>(nulls: Nulls, value: impl Fn(u64) -> T::Native) -> ArrayRef {
    let values = (0..NUM_ROWS).map(|i| value(number(i)));
    Arc::new(PrimitiveArray::<T>::new(
        values.collect::<Vec<_>>().into(),
        nulls.buffer(NUM_ROWS),
    ))
}

fn text(i: usize) -> String {
    let n = number(i);
    match n % 7 {
        0 => String::new(),
        1 => format!("{n}"),
        2 => format!("häring {}", n % 100),
        3 => "a longer text that does not fit a view ".repeat((n % 3) as usize + 1),
        4 => format!("prefix/shared/{}/{}", n % 10, n % 1000),
        5 => "exactly12byt".to_owned(),
        _ => format!("{:013}", n % 1000),
    }
}

fn fixed(width: i32, nulls: Nulls) -> ArrayRef {
    let bytes: Vec<u8> = (0..NUM_ROWS)
        .flat_map(|i| {
            (0..width as usize).map(move |k| (number(i) >> (8 * (k % 8))) as u8 ^ k as u8)
        })
        .collect();
    Arc::new(FixedSizeBinaryArray::new(
        width,
        bytes.into(),
        nulls.buffer(NUM_ROWS),
    ))
}

/// A column of each type, and the encodings beside PLAIN and dictionary that it may have.
pub(crate) fn columns(nulls: Nulls) -> Vec<(&'static str, ArrayRef, &'static [Encoding])> {
    use Encoding::*;
    const INTS: &[Encoding] = &[DELTA_BINARY_PACKED, BYTE_STREAM_SPLIT];
    const SPLIT: &[Encoding] = &[BYTE_STREAM_SPLIT];
    const FIXED: &[Encoding] = &[DELTA_BYTE_ARRAY, BYTE_STREAM_SPLIT];
    const BYTES: &[Encoding] = &[DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY];
    let len = NUM_ROWS;
    let texts = || (0..len).map(text);
    let nullable = |array: ArrayRef| -> ArrayRef {
        let data = array
            .to_data()
            .into_builder()
            .nulls(nulls.buffer(len))
            .build()
            .unwrap();
        make_array(data)
    };
    vec![
        (
            "bool",
            nullable(Arc::new(BooleanArray::from_iter(
                (0..len).map(|i| Some(number(i).is_multiple_of(3))),
            ))),
            &[RLE],
        ),
        ("int8", primitive::<Int8Type>(nulls, |n| n as i8), INTS),
        ("int16", primitive::<Int16Type>(nulls, |n| n as i16), &[]),
        ("int32", primitive::<Int32Type>(nulls, |n| n as i32), INTS),
        ("int64", primitive::<Int64Type>(nulls, |n| n as i64), INTS),
        ("uint8", primitive::<UInt8Type>(nulls, |n| n as u8), &[]),
        ("uint16", primitive::<UInt16Type>(nulls, |n| n as u16), &[]),
        (
            "uint32",
            primitive::<UInt32Type>(nulls, |n| n as u32),
            &[DELTA_BINARY_PACKED],
        ),
        (
            "uint64",
            primitive::<UInt64Type>(nulls, |n| n),
            &[DELTA_BINARY_PACKED],
        ),
        (
            "float16",
            primitive::<Float16Type>(nulls, |n| f16::from_bits((n as u16) & 0x3fff)),
            FIXED,
        ),
        (
            "float32",
            primitive::<Float32Type>(nulls, |n| n as f32 / 3.0),
            SPLIT,
        ),
        (
            "float64",
            primitive::<Float64Type>(nulls, |n| n as f64 / 3.0),
            SPLIT,
        ),
        (
            "date32",
            primitive::<Date32Type>(nulls, |n| (n % 40_000) as i32),
            &[],
        ),
        (
            "date64",
            primitive::<Date64Type>(nulls, |n| (n % 40_000) as i64 * 86_400_000),
            &[],
        ),
        (
            "time32",
            primitive::<Time32MillisecondType>(nulls, |n| (n % 86_400_000) as i32),
            &[],
        ),
        (
            "time64",
            primitive::<Time64MicrosecondType>(nulls, |n| (n % 86_400_000_000) as i64),
            &[],
        ),
        (
            "timestamp",
            primitive::<TimestampMicrosecondType>(nulls, |n| n as i64),
            INTS,
        ),
        (
            "duration",
            primitive::<DurationNanosecondType>(nulls, |n| n as i64),
            &[],
        ),
        (
            "decimal32",
            decimal::<Decimal32Type>(7, 2, nulls, |n| (n % 99_999) as i32),
            &[],
        ),
        (
            "decimal64",
            decimal::<Decimal64Type>(15, 3, nulls, |n| (n % 1_000_000) as i64),
            &[],
        ),
        (
            "decimal128",
            decimal::<Decimal128Type>(38, 6, nulls, wide),
            FIXED,
        ),
        (
            "decimal256",
            decimal::<Decimal256Type>(76, 10, nulls, wider),
            FIXED,
        ),
        ("fixed1", fixed(1, nulls), FIXED),
        ("fixed5", fixed(5, nulls), FIXED),
        ("fixed16", fixed(16, nulls), FIXED),
        (
            "utf8",
            nullable(Arc::new(StringArray::from_iter_values(texts()))),
            BYTES,
        ),
        (
            "large_utf8",
            nullable(Arc::new(LargeStringArray::from_iter_values(texts()))),
            &[],
        ),
        (
            "utf8_view",
            nullable(Arc::new(StringViewArray::from_iter_values(texts()))),
            BYTES,
        ),
        (
            "binary",
            nullable(Arc::new(BinaryArray::from_iter_values(texts()))),
            BYTES,
        ),
        (
            "binary_view",
            nullable(Arc::new(BinaryViewArray::from_iter_values(texts()))),
            &[],
        ),
        ("dictionary", dictionary(nulls), &[]),
        (
            "year_month",
            primitive::<IntervalYearMonthType>(nulls, |n| (n % 1000) as i32),
            &[],
        ),
        (
            "day_time",
            primitive::<IntervalDayTimeType>(nulls, |n| {
                IntervalDayTime::new((n % 90) as i32, (n % 7777) as i32)
            }),
            &[],
        ),
    ]
}

fn wide(n: u64) -> i128 {
    i128::from(n as i64) * 1_000_003
}

fn wider(n: u64) -> i256 {
    i256::from_i128(wide(n)).wrapping_mul(i256::from_i128(1 << 90))
}

fn decimal<T: DecimalType>(
    precision: u8,
    scale: i8,
    nulls: Nulls,
    value: impl Fn(u64) -> T::Native,
) -> ArrayRef {
    let values: Vec<_> = (0..NUM_ROWS).map(|i| value(number(i))).collect();
    let array = PrimitiveArray::<T>::new(values.into(), nulls.buffer(NUM_ROWS));
    Arc::new(array.with_precision_and_scale(precision, scale).unwrap())
}

fn dictionary(nulls: Nulls) -> ArrayRef {
    let keys: Vec<i32> = (0..NUM_ROWS).map(|i| (number(i) % 40) as i32).collect();
    let values: StringArray = (0..40).map(|i| Some(format!("entry {i}"))).collect();
    let keys = Int32Array::new(keys.into(), nulls.buffer(NUM_ROWS));
    Arc::new(DictionaryArray::new(keys, Arc::new(values)))
}

/// How a file is written.
#[derive(Clone, Copy, Debug)]
struct Layout {
    version: WriterVersion,
    codec: Compression,
    rows_per_page: usize,
    rows_per_group: usize,
    /// `None` is a dictionary.
    encoding: Option<Encoding>,
}

impl Layout {
    fn properties(self) -> WriterProperties {
        let builder = WriterProperties::builder()
            .set_writer_version(self.version)
            .set_compression(self.codec)
            .set_data_page_row_count_limit(self.rows_per_page)
            .set_write_batch_size(self.rows_per_page.min(64))
            .set_max_row_group_row_count(Some(self.rows_per_group));
        match self.encoding {
            None => builder.set_dictionary_enabled(true).build(),
            Some(encoding) => builder
                .set_dictionary_enabled(false)
                .set_encoding(encoding)
                .build(),
        }
    }
}

/// Reads of one file: whole, in odd batches, selected, limited.
fn requests() -> Vec<Request> {
    let scattered = (0..NUM_ROWS / 3)
        .flat_map(|i| [(1 + i % 2, true), (2 - i % 2, false)])
        .collect();
    // One in ten and one in eighty on average, far from even; some rows together, at times many.
    let random = |mean: u64| {
        let mut runs = Vec::new();
        let mut left = NUM_ROWS;
        for i in 0.. {
            let mixed = (i as u64 * 31 + mean).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
            let kept = if mixed.is_multiple_of(37) {
                300
            } else {
                1 + (mixed % 5 / 4) as usize
            };
            let gap = (mixed / 64 % (2 * mean)) as usize;
            let (gap, kept) = (gap.min(left), kept.min(left.saturating_sub(gap)));
            left -= gap + kept;
            runs.extend([(gap, true), (kept, false)]);
            if left == 0 {
                return runs;
            }
        }
        runs
    };
    let sparse = vec![
        (13, true),
        (1, false),
        (700, true),
        (90, false),
        (1200, true),
        (3, false),
    ];
    vec![
        Request::batches_of(1024),
        Request::batches_of(7 * 31),
        Request {
            selection: Some(scattered),
            ..Request::batches_of(500)
        },
        Request {
            selection: Some(random(10)),
            ..Request::batches_of(100)
        },
        Request {
            selection: Some(random(80)),
            page_index: true,
            ..Request::batches_of(1000)
        },
        Request {
            selection: Some(sparse.clone()),
            page_index: true,
            ..Request::batches_of(64)
        },
        Request {
            selection: Some(sparse),
            ..Request::batches_of(10_000)
        },
        Request {
            offset: Some(1111),
            limit: Some(777),
            ..Request::batches_of(300)
        },
    ]
}

fn check_layout(layout: Layout, nulls: Nulls) {
    for (name, array, encodings) in columns(nulls) {
        let is_allowed = match layout.encoding {
            None | Some(Encoding::PLAIN) => true,
            Some(encoding) => encodings.contains(&encoding),
        };
        if !is_allowed {
            continue;
        }
        let is_nullable = !matches!(nulls, Nulls::Required);
        let file = write(vec![(name, array, is_nullable)], layout.properties());
        for request in requests() {
            check(
                &file,
                &request,
                &format!("{name} {nulls:?} {layout:?} {request:?}"),
            );
        }
    }
}

const V1: WriterVersion = WriterVersion::PARQUET_1_0;
const V2: WriterVersion = WriterVersion::PARQUET_2_0;

fn layout(version: WriterVersion, encoding: Option<Encoding>) -> Layout {
    Layout {
        version,
        codec: Compression::UNCOMPRESSED,
        rows_per_page: 400,
        rows_per_group: 1300,
        encoding,
    }
}

#[test]
fn plain() {
    for nulls in Nulls::EACH {
        check_layout(layout(V1, Some(Encoding::PLAIN)), nulls);
        check_layout(layout(V2, Some(Encoding::PLAIN)), nulls);
    }
}

#[test]
fn dictionaries() {
    for nulls in Nulls::EACH {
        check_layout(layout(V1, None), nulls);
        check_layout(
            Layout {
                rows_per_page: 10_000,
                ..layout(V2, None)
            },
            nulls,
        );
    }
}

#[test]
fn other_encodings() {
    let encodings = [
        Encoding::RLE,
        Encoding::DELTA_BINARY_PACKED,
        Encoding::DELTA_LENGTH_BYTE_ARRAY,
        Encoding::DELTA_BYTE_ARRAY,
        Encoding::BYTE_STREAM_SPLIT,
    ];
    for encoding in encodings {
        for nulls in [Nulls::Required, Nulls::Some, Nulls::Runs, Nulls::Most] {
            check_layout(layout(V1, Some(encoding)), nulls);
            check_layout(
                Layout {
                    rows_per_page: 77,
                    ..layout(V2, Some(encoding))
                },
                nulls,
            );
        }
    }
}

#[test]
fn codecs() {
    let codecs = [
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::BROTLI(BrotliLevel::default()),
        Compression::ZSTD(ZstdLevel::default()),
        Compression::LZ4,
        Compression::LZ4_RAW,
    ];
    for codec in codecs {
        for version in [V1, V2] {
            check_layout(
                Layout {
                    codec,
                    ..layout(version, None)
                },
                Nulls::Some,
            );
            check_layout(
                Layout {
                    codec,
                    ..layout(version, Some(Encoding::PLAIN))
                },
                Nulls::Required,
            );
        }
    }
}
