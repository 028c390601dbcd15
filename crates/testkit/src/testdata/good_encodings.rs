//! Every encoding on every type it is for, in both versions of pages, with and without nulls;
//! every codec.

use super::{TestFile, good_file};
use crate::compress::{self, Codec};
use crate::encode::{Encoding, plain};
use crate::file::chunk::Chunk;
use crate::file::column::{Column, Layout, Version};
use crate::file::page::Page;
use crate::file::schema::{Element, Repetition, logical};
use crate::file::{FileBuilder, RowGroup};
use crate::values::{Physical, Values};

const NUM_ROWS: usize = 200;

pub(super) fn add(files: &mut Vec<TestFile>) {
    for (encoding, name) in [
        (Encoding::Plain, "plain"),
        (Encoding::RleDictionary, "rle_dictionary"),
        (Encoding::PlainDictionary, "plain_dictionary"),
        (Encoding::Rle, "rle_boolean"),
        (Encoding::DeltaBinaryPacked, "delta_binary_packed"),
        (Encoding::DeltaLengthByteArray, "delta_length_byte_array"),
        (Encoding::DeltaByteArray, "delta_byte_array"),
        (Encoding::ByteStreamSplit, "byte_stream_split"),
        (Encoding::Alp, "alp"),
    ] {
        for (version, version_name) in [(Version::V1, "v1"), (Version::V2, "v2")] {
            for repetition in [Repetition::Required, Repetition::Optional] {
                let nulls = if repetition == Repetition::Required {
                    "required"
                } else {
                    "nulls"
                };
                let layout = Layout {
                    encoding,
                    version,
                    rows_per_page: 90,
                    crc: true,
                    ..Layout::default()
                };
                files.push(good_file(
                    &format!("{name}_{version_name}_{nulls}"),
                    &format!(
                        "{encoding:?} on each type it is for, {version_name} pages of 90 rows"
                    ),
                    one_column_a_type(repetition, layout),
                ));
            }
        }
    }
    add_codecs(files);
}

/// A file with a column of each type that the encoding is for.
fn one_column_a_type(repetition: Repetition, layout: Layout) -> FileBuilder {
    let present: Vec<bool> = (0..NUM_ROWS)
        .map(|i| i % 6 != 2 && !(100..130).contains(&i))
        .collect();
    let num_present = match repetition {
        Repetition::Optional => present.iter().filter(|&&present| present).count(),
        _ => NUM_ROWS,
    };
    let (mut elements, mut chunks) = (Vec::new(), Vec::new());
    for (name, values) in values_for(layout.encoding, num_present) {
        let element = match &values {
            Values::Fixed(width, _) => Element::fixed(name, repetition, *width),
            other => Element::leaf(name, repetition, other.physical()),
        };
        elements.push(if name == "string" {
            element.logical(logical::string())
        } else {
            element
        });
        let column = match repetition {
            Repetition::Optional => Column::optional(values, &present),
            _ => Column::required(values),
        };
        chunks.push(column.chunk(&[name], layout).offset_index());
    }
    elements.insert(0, Element::root(elements.len()));
    FileBuilder::new(elements).row_group(RowGroup::new(NUM_ROWS, chunks))
}

fn values_for(encoding: Encoding, len: usize) -> Vec<(&'static str, Values)> {
    let all = values(len);
    let named = |names: &[&str]| {
        all.iter()
            .filter(|(name, _)| names.contains(name))
            .cloned()
            .collect::<Vec<_>>()
    };
    match encoding {
        Encoding::Plain => all,
        Encoding::PlainDictionary | Encoding::RleDictionary => all
            .into_iter()
            .filter(|(name, _)| *name != "boolean")
            .collect(),
        Encoding::Rle | Encoding::BitPacked => named(&["boolean"]),
        Encoding::DeltaBinaryPacked => named(&["int32", "int64"]),
        Encoding::DeltaLengthByteArray => named(&["binary", "string"]),
        Encoding::DeltaByteArray => named(&["binary", "string", "fixed5", "fixed16"]),
        Encoding::ByteStreamSplit => {
            named(&["int32", "int64", "float", "double", "fixed5", "fixed16"])
        }
        Encoding::Alp => named(&["float", "double"]),
    }
}

/// Values of every type: short runs, a long run, extremes.
fn values(len: usize) -> Vec<(&'static str, Values)> {
    let n = len as i64;
    let int = move |i: i64| match i % 40 {
        0..=12 => 5,
        13 => i64::MAX,
        14 => i64::MIN,
        _ => (i * 7919) % 1000 - 300,
    };
    let text = |i: i64| {
        format!(
            "{}{}",
            ["", "a", "north-", "south-east-"][(i % 4) as usize],
            i / 7
        )
    };
    let bytes = |width: usize| {
        let value =
            move |i: i64| (0..width).map(move |b| ((i / 2 * 31) as u8).wrapping_mul(b as u8 + 1));
        (0..n)
            .map(move |i| value(i).collect::<Vec<u8>>())
            .collect::<Vec<_>>()
    };
    let decimal = |i: i64| match i % 50 {
        0 => f64::NAN,
        1 => f64::NEG_INFINITY,
        2 => -0.0,
        3 => 1e-40,
        _ => ((i * 7919) % 5000 - 2500) as f64 / 100.0,
    };
    vec![
        (
            "boolean",
            Values::Boolean((0..n).map(|i| (i * i) % 3 == 1 || i % 60 > 40).collect()),
        ),
        (
            "int32",
            Values::Int32(
                (0..n)
                    .map(|i| (int(i) >> 32) as i32 ^ int(i) as i32)
                    .collect(),
            ),
        ),
        ("int64", Values::Int64((0..n).map(int).collect())),
        ("int96", Values::Int96((0..n).map(int96).collect())),
        (
            "float",
            Values::Float((0..n).map(|i| decimal(i) as f32).collect()),
        ),
        ("double", Values::Double((0..n).map(decimal).collect())),
        (
            "binary",
            Values::ByteArray((0..n).map(|i| vec![i as u8; (i % 19) as usize]).collect()),
        ),
        ("string", Values::strings((0..n).map(text))),
        ("fixed5", Values::Fixed(5, bytes(5))),
        ("fixed16", Values::Fixed(16, bytes(16))),
    ]
}

/// Moments of 2001, some days and nanoseconds apart.
fn int96(i: i64) -> [u8; 12] {
    let mut bytes = [0; 12];
    bytes[..8].copy_from_slice(&(i * 1_000_003_000).to_le_bytes());
    bytes[8..].copy_from_slice(&(2_451_911 + i as i32 / 3).to_le_bytes());
    bytes
}

fn add_codecs(files: &mut Vec<TestFile>) {
    for (codec, name) in [
        (Codec::Uncompressed, "uncompressed"),
        (Codec::Snappy, "snappy"),
        (Codec::Gzip, "gzip"),
        (Codec::Brotli, "brotli"),
        (Codec::Zstd, "zstd"),
        (Codec::Lz4Raw, "lz4_raw"),
        (Codec::Lz4, "lz4_hadoop"),
    ] {
        for (version, version_name) in [(Version::V1, "v1"), (Version::V2, "v2")] {
            let layout = Layout {
                codec,
                version,
                crc: true,
                ..Layout::default()
            };
            files.push(good_file(
                &format!("codec_{name}_{version_name}"),
                &format!("{codec:?}, {version_name} pages, every type in PLAIN with nulls"),
                one_column_a_type(Repetition::Optional, layout),
            ));
        }
    }
    let content = plain::encode(&Values::Int64((0..500).map(|i| i / 3).collect()));
    let (first, second) = content.split_at(1000);
    for (name, about, codec, stored) in [
        (
            "codec_gzip_members",
            "a page of two gzip members, cut within a value",
            Codec::Gzip,
            [compress::gzip(first), compress::gzip(second)].concat(),
        ),
        (
            "codec_lz4_frame",
            "an LZ4 frame under the name of LZ4, as early Rust writers had it",
            Codec::Lz4,
            compress::lz4_frame(&content),
        ),
        (
            "codec_lz4_block",
            "a bare block under the name of LZ4, as early C++ writers had it",
            Codec::Lz4,
            compress::compress(Codec::Lz4Raw, &content),
        ),
        (
            "codec_lz4_hadoop_blocks",
            "Hadoop's framing with two blocks",
            Codec::Lz4,
            [compress::lz4_hadoop(first), compress::lz4_hadoop(second)].concat(),
        ),
    ] {
        let page = Page::v1(500, Encoding::Plain, &[], &content)
            .stored(stored)
            .crc();
        let chunk = Chunk::new(&["a"], Physical::Int64, codec).page(page);
        let elements = vec![
            Element::root(1),
            Element::leaf("a", Repetition::Required, Physical::Int64),
        ];
        let file = FileBuilder::new(elements).row_group(RowGroup::new(500, vec![chunk]));
        files.push(good_file(name, about, file));
    }
}
