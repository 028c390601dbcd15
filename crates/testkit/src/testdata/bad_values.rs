//! Levels and values that cannot be what their page says.

use super::{TestFile, bad_file};
use crate::bits::{varint, zigzag};
use crate::compress::Codec;
use crate::encode::hybrid::{self, Run};
use crate::encode::{Encoding, alp, delta, dictionary_indices, encode, levels, plain};
use crate::file::chunk::Chunk;
use crate::file::page::{Page, V2Counts};
use crate::file::schema::{Element, Repetition, logical};
use crate::file::{FileBuilder, RowGroup};
use crate::values::{Physical, Values};

pub(super) fn add(files: &mut Vec<TestFile>) {
    files.extend(plain_values());
    files.extend(level_values());
    files.extend(dictionary_values());
    files.extend(delta_values());
    files.extend(byte_arrays());
    files.extend(floating_point());
}

/// A file of one required column and one v1 page of these bytes.
fn file(
    element: Element,
    physical: Physical,
    num: usize,
    encoding: Encoding,
    bytes: &[u8],
) -> FileBuilder {
    let chunk =
        Chunk::new(&["a"], physical, Codec::Uncompressed).page(Page::v1(num, encoding, &[], bytes));
    FileBuilder::new(vec![Element::root(1), element]).row_group(RowGroup::new(num, vec![chunk]))
}

fn bad(
    name: &str,
    about: &str,
    physical: Physical,
    num: usize,
    encoding: Encoding,
    bytes: &[u8],
) -> TestFile {
    let element = match physical {
        Physical::Fixed => Element::fixed("a", Repetition::Required, 5),
        other => Element::leaf("a", Repetition::Required, other),
    };
    bad_file(name, about, file(element, physical, num, encoding, bytes))
}

fn bad_string(name: &str, about: &str, num: usize, encoding: Encoding, bytes: &[u8]) -> TestFile {
    let element =
        Element::leaf("a", Repetition::Required, Physical::ByteArray).logical(logical::string());
    bad_file(
        name,
        about,
        file(element, Physical::ByteArray, num, encoding, bytes),
    )
}

fn plain_values() -> Vec<TestFile> {
    let cut = |name: &str, physical: Physical, num: usize, values: Values| {
        let bytes = plain::encode(&values);
        let about = format!("PLAIN {physical:?} values with the last byte missing");
        bad(
            &format!("plain_{name}_cut"),
            &about,
            physical,
            num,
            Encoding::Plain,
            &bytes[..bytes.len() - 1],
        )
    };
    let array = |name: &str, about: &str, length: u32| {
        let bytes = [&length.to_le_bytes()[..], b"north"].concat();
        bad(
            &format!("plain_{name}"),
            about,
            Physical::ByteArray,
            1,
            Encoding::Plain,
            &bytes,
        )
    };
    vec![
        cut(
            "boolean",
            Physical::Boolean,
            9,
            Values::Boolean(vec![true; 9]),
        ),
        cut("int32", Physical::Int32, 3, Values::Int32(vec![1, 2, 3])),
        cut("int64", Physical::Int64, 3, Values::Int64(vec![1, 2, 3])),
        cut("int96", Physical::Int96, 1, Values::Int96(vec![[1; 12]])),
        cut("float", Physical::Float, 2, Values::Float(vec![1.0, 2.0])),
        cut(
            "double",
            Physical::Double,
            2,
            Values::Double(vec![1.0, 2.0]),
        ),
        cut(
            "fixed",
            Physical::Fixed,
            2,
            Values::Fixed(5, vec![vec![7; 5]; 2]),
        ),
        cut(
            "binary",
            Physical::ByteArray,
            2,
            Values::strings(["north", "south"]),
        ),
        array(
            "length_beyond",
            "a byte array that is longer than its page",
            6,
        ),
        array("length_max", "a byte array of 4 GiB", u32::MAX),
        array("length_negative", "a byte array of -2^31 bytes", 1 << 31),
        bad(
            "plain_no_bytes",
            "values without bytes",
            Physical::Int32,
            4,
            Encoding::Plain,
            &[],
        ),
    ]
}

fn level_values() -> Vec<TestFile> {
    let values = plain::encode(&Values::Int32((0..8).collect()));
    let optional = |name: &str, about: &str, levels: &[u8]| {
        let chunk = Chunk::new(&["a"], Physical::Int32, Codec::Uncompressed).page(Page::v1(
            8,
            Encoding::Plain,
            levels,
            &values,
        ));
        let elements = vec![
            Element::root(1),
            Element::leaf("a", Repetition::Optional, Physical::Int32),
        ];
        let file = FileBuilder::new(elements).row_group(RowGroup::new(8, vec![chunk]));
        bad_file(&format!("levels_{name}"), about, file)
    };
    let repeated = |name: &str, about: &str, rep: &[u8], def: &[u8]| {
        let num_rows = rep.iter().filter(|&&rep| rep == 0).count();
        let counts = V2Counts {
            num_values: rep.len(),
            num_nulls: 0,
            num_rows,
        };
        let page = Page::v2(
            counts,
            Encoding::Plain,
            &levels::v2(rep, 1),
            &levels::v2(def, 1),
            &values[..4 * def.iter().filter(|&&def| def == 1).count()],
        );
        let chunk = Chunk::new(&["a"], Physical::Int32, Codec::Uncompressed).page(page);
        let elements = vec![
            Element::root(1),
            Element::leaf("a", Repetition::Repeated, Physical::Int32),
        ];
        let file = FileBuilder::new(elements).row_group(RowGroup::new(num_rows, vec![chunk]));
        bad_file(&format!("levels_{name}"), about, file)
    };
    let two = Run::Repeated { value: 2, len: 8 };
    let three_levels = vec![
        Element::root(1),
        Element::group("g", Repetition::Optional, 1),
        Element::leaf("a", Repetition::Optional, Physical::Int32),
    ];
    let too_high = Chunk::new(&["g", "a"], Physical::Int32, Codec::Uncompressed).page(Page::v1(
        8,
        Encoding::Plain,
        // Levels up to 2 take two bits, in which a 3 fits.
        &hybrid::with_length(hybrid::encode(&[2, 2, 3, 2, 2, 2, 2, 2], 2)),
        &values,
    ));
    vec![
        optional(
            "length_beyond",
            "levels that are longer than their page",
            &[200, 0, 0, 0, 16, 1],
        ),
        optional(
            "length_max",
            "levels of 4 GiB",
            &[0xff, 0xff, 0xff, 0xff, 16, 1],
        ),
        optional(
            "too_few",
            "five levels for eight values",
            &hybrid::with_length(hybrid::encode_runs(&hybrid::repeated_runs(&[1; 5], 9), 1)),
        ),
        optional("none", "no levels for eight values", &[0, 0, 0, 0]),
        optional(
            "run_above_max",
            "a run of a definition level above the highest",
            &hybrid::with_length(hybrid::encode_runs(&[two], 1)),
        ),
        optional(
            "endless_header",
            "a run header that does not end",
            &hybrid::with_length(vec![0xff; 12]),
        ),
        bad_file(
            "levels_packed_above_max",
            "a packed definition level above the highest",
            FileBuilder::new(three_levels).row_group(RowGroup::new(8, vec![too_high])),
        ),
        repeated(
            "begin_within_row",
            "a page that begins within a row",
            &[1, 0, 0, 1],
            &[1, 1, 1, 1],
        ),
    ]
}

fn dictionary_values() -> Vec<TestFile> {
    let dictionary = plain::encode(&Values::Int64(vec![10, 20, 30]));
    let bad = |name: &str, about: &str, num: usize, values: &[u8]| {
        let chunk = Chunk::new(&["a"], Physical::Int64, Codec::Uncompressed)
            .page(Page::dictionary(3, &dictionary))
            .page(Page::v1(num, Encoding::RleDictionary, &[], values));
        let elements = vec![
            Element::root(1),
            Element::leaf("a", Repetition::Required, Physical::Int64),
        ];
        let file = FileBuilder::new(elements).row_group(RowGroup::new(num, vec![chunk]));
        bad_file(&format!("indices_{name}"), about, file)
    };
    let of = |indices: &[u64]| dictionary_indices(indices);
    let spread: Vec<u64> = (0..100).map(|i| if i == 77 { 3 } else { i % 3 }).collect();
    let packed = of(&spread);
    let strings = Values::ByteArray(vec![b"ok".to_vec(), vec![0xc3], b"fine".to_vec()]);
    let not_utf8 = Chunk::new(&["a"], Physical::ByteArray, Codec::Uncompressed)
        .page(Page::dictionary(3, &plain::encode(&strings)))
        .page(Page::v1(3, Encoding::RleDictionary, &[], &of(&[0, 1, 2])));
    let string =
        Element::leaf("a", Repetition::Required, Physical::ByteArray).logical(logical::string());
    vec![
        bad(
            "run_beyond",
            "a run of an index behind the dictionary",
            20,
            &of(&[3; 20]),
        ),
        bad(
            "packed_beyond",
            "a packed index behind the dictionary",
            100,
            &packed,
        ),
        bad(
            "far_beyond",
            "an index of 2^32-1",
            8,
            &[32, 16, 0xff, 0xff, 0xff, 0xff],
        ),
        bad(
            "width_33",
            "indices in 33 bits",
            8,
            &[33, 16, 0, 0, 0, 0, 0],
        ),
        bad("width_255", "indices in 255 bits", 8, &[255, 16, 0]),
        bad(
            "cut",
            "packed indices with the last byte missing",
            100,
            &packed[..packed.len() - 2],
        ),
        bad("none", "no indices", 8, &[]),
        bad("width_alone", "a width and no indices", 8, &[2]),
        bad("too_few", "fewer indices than values", 30, &of(&[1; 20])),
        bad("header_alone", "a run header without a value", 8, &[2, 16]),
        bad_file(
            "utf8_in_dictionary",
            "a dictionary string that is not UTF-8",
            FileBuilder::new(vec![Element::root(1), string])
                .row_group(RowGroup::new(3, vec![not_utf8])),
        ),
    ]
}

fn delta_values() -> Vec<TestFile> {
    let values: Vec<i64> = (0..129).map(|i| i * i).collect();
    // The first and a whole block: no padding at the end.
    let whole = delta::int64(&values);
    let sound = delta::int64(&values[..100]);
    let bad = |name: &str, about: &str, num: usize, bytes: &[u8]| {
        bad(
            &format!("delta_{name}"),
            about,
            Physical::Int64,
            num,
            Encoding::DeltaBinaryPacked,
            bytes,
        )
    };
    let header = |block: usize, miniblocks: usize| {
        let mut bytes = delta::header(block, miniblocks, 100, 0);
        bytes.extend([0; 400]);
        bytes
    };
    let wide = {
        let mut bytes = delta::header(128, 4, 100, 0);
        bytes.extend(zigzag(0));
        bytes.extend([65; 4]);
        bytes.extend([0; 2000]);
        bytes
    };
    let mut huge = varint(1 << 62);
    huge.extend(varint(1 << 61));
    huge.extend(varint(100));
    huge.extend([0; 100]);
    vec![
        bad(
            "cut",
            "the last byte missing, which is padding",
            100,
            &sound[..sound.len() - 1],
        ),
        bad(
            "value_cut",
            "the last byte missing, which is a value's",
            129,
            &whole[..whole.len() - 1],
        ),
        bad("header_cut", "a header that ends early", 100, &sound[..3]),
        bad("no_bytes", "no bytes", 100, &[]),
        bad("block_zero", "blocks of no values", 100, &header(0, 4)),
        bad("block_odd", "blocks of 100 values", 100, &header(100, 4)),
        bad(
            "miniblocks_zero",
            "blocks of no miniblocks",
            100,
            &header(128, 0),
        ),
        bad(
            "miniblocks_odd",
            "miniblocks of 8 values",
            100,
            &header(128, 16),
        ),
        bad("blocks_huge", "blocks of 2^62 values", 100, &huge),
        bad("width_65", "differences in 65 bits", 100, &wide),
        bad("too_few", "fewer values than the page", 120, &sound),
    ]
}

fn byte_arrays() -> Vec<TestFile> {
    let lengths = |lengths: &[i32], bytes: &[u8]| [&delta::int32(lengths)[..], bytes].concat();
    let length = |name: &str, about: &str, bytes: &[u8]| {
        bad(
            &format!("lengths_{name}"),
            about,
            Physical::ByteArray,
            3,
            Encoding::DeltaLengthByteArray,
            bytes,
        )
    };
    let prefix = |name: &str, about: &str, prefixes: &[i32], bytes: &[u8]| {
        let bytes = [&delta::int32(prefixes)[..], bytes].concat();
        bad(
            &format!("prefix_{name}"),
            about,
            Physical::ByteArray,
            3,
            Encoding::DeltaByteArray,
            &bytes,
        )
    };
    let suffixes = delta::length_byte_array(&["abc", "de", "f"]);
    let not_utf8 = [&b"fine"[..], &[0xff], b"too"].to_vec();
    let split = [
        "caf\u{e9}".as_bytes().to_vec(),
        "\u{e9}".as_bytes()[1..].to_vec(),
    ];
    vec![
        length(
            "cut",
            "bytes with the last missing",
            &lengths(&[2, 2, 2], b"abcde"),
        ),
        length(
            "negative",
            "a length of -1",
            &lengths(&[2, -1, 2], b"abcde"),
        ),
        length(
            "overflow",
            "lengths whose sum exceeds 31 bits",
            &lengths(&[i32::MAX, i32::MAX, 5], b"abcde"),
        ),
        length(
            "too_few",
            "two lengths for three values",
            &lengths(&[2, 2], b"abcd"),
        ),
        prefix(
            "beyond",
            "a prefix longer than the value before",
            &[0, 4, 0],
            &suffixes,
        ),
        prefix(
            "of_nothing",
            "a prefix of the first value",
            &[1, 0, 0],
            &suffixes,
        ),
        prefix("negative", "a prefix of -1", &[0, -1, 0], &suffixes),
        prefix("max", "a prefix of 2^31-1", &[0, i32::MAX, 0], &suffixes),
        prefix(
            "too_few",
            "two prefixes for three suffixes",
            &[0, 1],
            &suffixes,
        ),
        bad(
            "prefix_fixed_length",
            "a fixed-length value that comes to another length",
            Physical::Fixed,
            2,
            Encoding::DeltaByteArray,
            &delta::byte_array(&["north", "northern"]),
        ),
        bad_string(
            "utf8_plain",
            "a string that is not UTF-8",
            3,
            Encoding::Plain,
            &plain::encode(&Values::ByteArray(
                not_utf8.iter().map(|b| b.to_vec()).collect(),
            )),
        ),
        bad_string(
            "utf8_delta_length",
            "a string that is not UTF-8, behind lengths",
            3,
            Encoding::DeltaLengthByteArray,
            &delta::length_byte_array(&not_utf8),
        ),
        bad_string(
            "utf8_delta",
            "a string that is not UTF-8, behind prefixes",
            3,
            Encoding::DeltaByteArray,
            &delta::byte_array(&not_utf8),
        ),
        bad_string(
            "utf8_across_values",
            "strings that are UTF-8 only one behind the other",
            2,
            Encoding::Plain,
            &plain::encode(&Values::ByteArray(vec![
                split[0][..4].to_vec(),
                split[1].clone(),
            ])),
        ),
    ]
}

fn floating_point() -> Vec<TestFile> {
    let doubles: Vec<f64> = (0..100)
        .map(|i| f64::from(i) / 4.0 + if i % 9 == 0 { 1e-7 } else { 0.0 })
        .collect();
    let split = encode(&Values::Double(doubles.clone()), Encoding::ByteStreamSplit);
    let sound = alp::double(&doubles, alp::Shape::default());
    let with = |at: usize, byte: u8| {
        let mut bytes = sound.clone();
        bytes[at] = byte;
        bytes
    };
    let bad = |name: &str, about: &str, encoding: Encoding, bytes: &[u8]| {
        bad(name, about, Physical::Double, 100, encoding, bytes)
    };
    let alp = |name: &str, about: &str, bytes: &[u8]| {
        bad(&format!("alp_{name}"), about, Encoding::Alp, bytes)
    };
    vec![
        bad(
            "stream_split_cut",
            "streams with a byte missing",
            Encoding::ByteStreamSplit,
            &split[..799],
        ),
        bad(
            "stream_split_too_few",
            "streams of fewer values",
            Encoding::ByteStreamSplit,
            &split[..792],
        ),
        alp("cut", "the last byte missing", &sound[..sound.len() - 1]),
        alp("header_cut", "a header that ends early", &sound[..6]),
        alp("mode", "a mode of the future", &with(0, 1)),
        alp(
            "integer_encoding",
            "an integer encoding of the future",
            &with(1, 1),
        ),
        alp("vector_len_small", "vectors of 4 values", &with(2, 2)),
        alp("vector_len_large", "vectors of 2^200 values", &with(2, 200)),
        alp("too_few", "fewer values than the page", &with(3, 99)),
        alp(
            "num_values_negative",
            "a negative number of values",
            &with(6, 0xff),
        ),
        alp("offset_beyond", "a vector beyond the page", &with(9, 0xff)),
        alp("exponent", "an exponent of 19", &with(11, 19)),
        alp("factor", "a factor above the exponent", &with(12, 9)),
        alp(
            "exceptions_many",
            "more exceptions than values",
            &with(14, 0xff),
        ),
        alp("width", "values in 65 bits", &with(23, 65)),
        alp("exception_position", "an exception behind the vector", &{
            // Twelve exceptions: positions of two bytes each, then values of eight.
            let num_exceptions = usize::from(u16::from_le_bytes([sound[13], sound[14]]));
            with(sound.len() - num_exceptions * 10 + 1, 0x7f)
        }),
    ]
}
