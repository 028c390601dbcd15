//! Inputs to begin with: the test data, and what the encoders make.

use herringbone_testkit::compress::{self, Codec, compress};
use herringbone_testkit::encode::{
    Encoding, alp, delta, dictionary_indices, encode, hybrid, levels,
};
use herringbone_testkit::testdata;
use herringbone_testkit::values::Values;

/// The seeds of a target.
pub fn of(target: &str) -> Vec<Vec<u8>> {
    match target {
        "reader" => files()
            .into_iter()
            .filter(|file| file.len() < 64 << 10)
            .collect(),
        "footer" => files().iter().filter_map(|file| footer(file)).collect(),
        "page_header" => files()
            .iter()
            .map(|file| file[4.min(file.len())..].to_vec())
            .collect(),
        "page_index" => (0..9)
            .map(|choice| [&[choice][..], &[0x19, 0x0c, 0]].concat())
            .collect(),
        "bloom_filter" => bloom_filters(),
        "hybrid_rle" => runs(),
        "levels" => level_pages(),
        "dictionary" => index_pages(),
        "plain" => of_encoding(Encoding::Plain),
        "delta_binary_packed" => of_encoding(Encoding::DeltaBinaryPacked),
        "delta_length_byte_array" => of_encoding(Encoding::DeltaLengthByteArray),
        "delta_byte_array" => of_encoding(Encoding::DeltaByteArray),
        "byte_stream_split" => of_encoding(Encoding::ByteStreamSplit),
        "alp" => of_encoding(Encoding::Alp),
        "snappy" => pages(|content| compress(Codec::Snappy, content)),
        "gzip" => [pages(compress::gzip), pages(gzip_members)].concat(),
        "brotli" => pages(|content| compress(Codec::Brotli, content)),
        "zstd" => pages(|content| compress(Codec::Zstd, content)),
        "lz4_raw" => pages(|content| compress(Codec::Lz4Raw, content)),
        "lz4_hadoop" => [
            pages(compress::lz4_hadoop),
            pages(compress::lz4_frame),
            pages(|content| compress(Codec::Lz4Raw, content)),
        ]
        .concat(),
        _ => Vec::new(),
    }
}

fn files() -> Vec<Vec<u8>> {
    [testdata::good(), testdata::bad()]
        .concat()
        .into_iter()
        .map(|file| file.bytes)
        .collect()
}

fn footer(file: &[u8]) -> Option<Vec<u8>> {
    let (rest, tail) = file.split_last_chunk::<8>()?;
    let size = u32::from_le_bytes(*tail.first_chunk()?) as usize;
    rest.len()
        .checked_sub(size)
        .map(|start| rest[start..].to_vec())
}

/// A header of 32 bytes' bitset, block algorithm, xxhash, uncompressed.
fn bloom_filters() -> Vec<Vec<u8>> {
    let header = [
        0x15, 64, 0x1c, 0x1c, 0, 0, 0x1c, 0x1c, 0, 0, 0x1c, 0x1c, 0, 0, 0,
    ];
    vec![[&header[..], &[0x5a; 32]].concat()]
}

/// Choice and count before the bytes of a page.
fn counted(choice: u8, count: usize, page: &[u8]) -> Vec<u8> {
    let mut input = vec![choice];
    input.extend((count as u16).to_le_bytes());
    input.extend(page);
    input
}

fn runs() -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    for width in [0, 1, 2, 3, 7, 8, 9, 13, 16, 20, 31, 32] {
        let mask = (1u64 << width) - 1;
        let values: Vec<u64> = (0..200)
            .map(|i| if i % 90 < 30 { 1 } else { i * i } & mask)
            .collect();
        for runs in [
            hybrid::runs(&values),
            hybrid::packed_runs(&values, 64),
            hybrid::repeated_runs(&values, 5),
            hybrid::alternating_runs(&values),
        ] {
            inputs.push(counted(
                width as u8,
                200,
                &hybrid::encode_runs(&runs, width),
            ));
        }
    }
    inputs
}

fn level_pages() -> Vec<Vec<u8>> {
    let mut inputs = Vec::new();
    for max in [1u8, 2, 3, 7, 100] {
        let values: Vec<u8> = (0..150)
            .map(|i| (i / 7 * 5 % (usize::from(max) + 1)) as u8)
            .collect();
        inputs.push(counted(max << 1, 150, &levels::v2(&values, max)));
        inputs.push(counted(
            max << 1 | 1,
            150,
            &levels::bit_packed(&values, max),
        ));
    }
    inputs
}

fn index_pages() -> Vec<Vec<u8>> {
    [1u8, 2, 5, 31, 200]
        .map(|len| {
            let indices: Vec<u64> = (0..300).map(|i| i / 3 * 7 % u64::from(len)).collect();
            counted(len, 300, &dictionary_indices(&indices))
        })
        .to_vec()
}

/// Pages of the encoding, each with the choice that its target takes for the type.
fn of_encoding(encoding: Encoding) -> Vec<Vec<u8>> {
    let ints: Vec<i64> = (0..300)
        .map(|i| i * i % 1000 - 200 + (i / 150) * 100_000)
        .collect();
    let int32 = Values::Int32(ints.iter().map(|&i| i as i32).collect());
    let int64 = Values::Int64(ints.clone());
    let strings = Values::strings((0..100).map(|i| format!("north-{}", i / 3)));
    let fixed = Values::Fixed(5, (0..100).map(|i| vec![i / 9; 5]).collect());
    let doubles: Vec<f64> = ints.iter().map(|&i| i as f64 / 100.0).collect();
    let floats: Vec<f32> = doubles.iter().map(|&v| v as f32).collect();
    let page =
        |choice: u8, values: &Values| counted(choice, values.len(), &encode(values, encoding));
    match encoding {
        Encoding::Plain => vec![
            page(0, &int32),
            page(4 * 4 + 1, &fixed),
            page(2, &Values::Boolean((0..99).map(|i| i % 3 == 0).collect())),
            page(3, &strings),
        ],
        Encoding::DeltaBinaryPacked => {
            let shape = delta::Shape {
                block_len: 256,
                miniblocks: 2,
                ..Default::default()
            };
            vec![
                page(0, &int32),
                page(1, &int64),
                counted(1, 300, &delta::int64_shaped(&ints, shape)),
            ]
        }
        Encoding::DeltaByteArray => vec![page(0, &strings), page(5, &fixed)],
        Encoding::ByteStreamSplit => vec![page(4, &int32), page(8, &int64), page(5, &fixed)],
        Encoding::Alp => {
            let shape = alp::Shape {
                log_vector_len: 3,
                ..Default::default()
            };
            vec![
                counted(0, 300, &alp::float(&floats, shape)),
                counted(1, 300, &alp::double(&doubles, shape)),
            ]
        }
        _ => vec![page(0, &strings)],
    }
}

/// Compressed pages, each behind its declared size.
fn pages(compress: impl Fn(&[u8]) -> Vec<u8>) -> Vec<Vec<u8>> {
    let words = b"column chunk, page, level, row; ".repeat(20);
    let contents = [&words[..], &words[..3], &[0; 5000], b""];
    let page = |content: &[u8]| {
        let mut input = (content.len() as u16).to_le_bytes().to_vec();
        input.extend(compress(content));
        input
    };
    contents.into_iter().map(page).collect()
}

fn gzip_members(content: &[u8]) -> Vec<u8> {
    let (first, second) = content.split_at(content.len() / 3);
    [
        compress::gzip(first),
        compress::gzip(&[]),
        compress::gzip(second),
    ]
    .concat()
}
