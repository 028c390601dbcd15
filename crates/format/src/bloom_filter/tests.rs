#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use parquet_format_safe as thrift;
use parquet_format_safe::thrift::protocol::TCompactOutputProtocol;

use super::split_block::{block_index, mask};
use super::*;
use crate::data_type::{ByteArray, Int96};
use crate::{FormatError, Limits};

/// The bits of a filter that holds these values.
fn bits(values: &[&dyn BloomValue], num_blocks: usize) -> Vec<u8> {
    let mut bits = vec![0; num_blocks * 32];
    for value in values {
        let hash = value.bloom_hash();
        let block = block_index(hash, num_blocks) * 32;
        for (word, bit) in mask(hash).iter().enumerate() {
            for (byte, bits_of_byte) in bit.to_le_bytes().iter().enumerate() {
                bits[block + word * 4 + byte] |= bits_of_byte;
            }
        }
    }
    bits
}

fn header(num_bytes: i32) -> Vec<u8> {
    let header = thrift::BloomFilterHeader {
        num_bytes,
        algorithm: thrift::BloomFilterAlgorithm::BLOCK(thrift::SplitBlockAlgorithm {}),
        hash: thrift::BloomFilterHash::XXHASH(thrift::XxHash {}),
        compression: thrift::BloomFilterCompression::UNCOMPRESSED(thrift::Uncompressed {}),
    };
    let mut bytes = Vec::new();
    header
        .write_to_out_protocol(&mut TCompactOutputProtocol::new(&mut bytes))
        .unwrap();
    bytes
}

#[test]
fn hashes_are_those_of_xxh64() {
    // From the reference implementation's test vectors.
    assert_eq!(b""[..].bloom_hash(), 0xef46_db37_51d8_e999);
    assert_eq!("a".bloom_hash(), 0xd24e_c4f1_a98c_6e5b);
    assert_eq!("abc".bloom_hash(), 0x44bc_2cf5_ad77_0999);
    assert_eq!(0x0063_6261_i32.bloom_hash(), b"abc\0".bloom_hash());
    assert_eq!(1_i64.bloom_hash(), [1, 0, 0, 0, 0, 0, 0, 0].bloom_hash());
    assert_eq!(ByteArray::from("abc").bloom_hash(), "abc".bloom_hash());
}

#[test]
fn what_was_put_in_is_found() {
    let texts: Vec<String> = (0..500).map(|i| format!("value {i}")).collect();
    let mut values: Vec<&dyn BloomValue> =
        texts.iter().map(|text| text as &dyn BloomValue).collect();
    let others: [&dyn BloomValue; 5] = [
        &true,
        &-1_i32,
        &i64::MAX,
        &0.5_f64,
        &Int96::from_le_bytes([7; 12]),
    ];
    values.extend(others);
    let filter = Sbbf::new(&bits(&values, 64));
    assert_eq!(filter.num_blocks(), 64);
    assert!(
        values
            .iter()
            .all(|value| filter.check_hash(value.bloom_hash()))
    );
    let wrong = (0..10_000)
        .filter(|i| filter.check(&format!("other {i}")))
        .count();
    assert!(wrong < 100, "{wrong} of 10000");
    // All zeros hold nothing, no bits at all hold anything.
    assert!(!Sbbf::new(&[0; 32]).check("value"));
    assert!(Sbbf::new(&[]).check("value"));
}

#[test]
fn parsed_with_their_header() {
    let limits = Limits::default();
    let bits = bits(&[&"abc"], 2);
    let mut bytes = [header(64), bits].concat();
    bytes.extend_from_slice(&[0xff; 9]);
    let filter = Sbbf::parse(&bytes, &limits).unwrap();
    assert!(filter.check("abc") && !filter.check("abd"));
    let whole = bytes.len() - 9;
    for end in 0..whole {
        let found = Sbbf::parse(&bytes[..end], &limits);
        assert!(
            matches!(found, Err(FormatError::Truncated { .. })),
            "{end}: {found:?}"
        );
    }
}

#[test]
fn headers_refused() {
    let check = |num_bytes, expected| {
        assert_eq!(
            BloomFilterHeader::parse(&header(num_bytes), &Limits::default()),
            Err(expected)
        );
    };
    let field = "BloomFilterHeader.numBytes";
    check(0, FormatError::OutOfRange { field, value: 0 });
    check(33, FormatError::OutOfRange { field, value: 33 });
    check(-32, FormatError::Negative { field, value: -32 });
    let (found, limit) = (i32::MAX as u64, 128 << 20);
    check(
        i32::MAX,
        FormatError::OverLimit {
            what: "bloom filter size",
            found,
            limit,
        },
    );

    // The member of the algorithm's union, an id that nobody has.
    let mut bytes = header(32);
    let algorithm = bytes.iter().position(|&byte| byte == 0x1c).unwrap() + 1;
    assert_eq!(bytes[algorithm], 0x1c);
    bytes[algorithm] = 0x5c;
    let found = BloomFilterHeader::parse(&bytes, &Limits::default());
    assert!(
        matches!(found, Err(FormatError::Unsupported { .. })),
        "{found:?}"
    );
}
