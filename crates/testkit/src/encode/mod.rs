//! Every encoding of the format in its most obvious form.
//!
//! The encoders are for tests: they favour being right at a glance over speed, and let a test
//! choose what a writer would decide for itself (run boundaries, block shapes, bit widths).

pub mod alp;
pub mod delta;
pub mod hybrid;
pub mod levels;
pub mod plain;
pub mod stream_split;

use crate::values::Values;

/// The encodings, with the numbers that the format gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Values one behind the other.
    Plain = 0,
    /// The old name for dictionary pages and for indices into them.
    PlainDictionary = 2,
    /// Runs: levels, booleans.
    Rle = 3,
    /// The deprecated packing of levels.
    BitPacked = 4,
    /// Differences in blocks.
    DeltaBinaryPacked = 5,
    /// All lengths, then all bytes.
    DeltaLengthByteArray = 6,
    /// Lengths of shared prefixes, then suffixes.
    DeltaByteArray = 7,
    /// Indices into the dictionary page.
    RleDictionary = 8,
    /// First bytes, second bytes and so on.
    ByteStreamSplit = 9,
    /// Decimal floating point as integers.
    Alp = 10,
}

/// Encodes `values` whole.
///
/// For the two dictionary encodings give the indices, as [`Values::Int32`]: the result is then a
/// width byte and runs, as data pages have it.
///
/// # Panics
/// If the format does not allow `encoding` on the type of `values`.
#[must_use]
pub fn encode(values: &Values, encoding: Encoding) -> Vec<u8> {
    match (encoding, values) {
        (Encoding::Plain, _) => plain::encode(values),
        (Encoding::PlainDictionary | Encoding::RleDictionary, Values::Int32(indices)) => {
            let indices: Vec<u64> = indices.iter().map(|&index| index as u64).collect();
            dictionary_indices(&indices)
        }
        (Encoding::Rle, Values::Boolean(bits)) => {
            let bits: Vec<u64> = bits.iter().map(|&bit| u64::from(bit)).collect();
            hybrid::with_length(hybrid::encode(&bits, 1))
        }
        (Encoding::DeltaBinaryPacked, Values::Int32(ints)) => delta::int32(ints),
        (Encoding::DeltaBinaryPacked, Values::Int64(ints)) => delta::int64(ints),
        (Encoding::DeltaLengthByteArray, Values::ByteArray(arrays)) => {
            delta::length_byte_array(arrays)
        }
        (Encoding::DeltaByteArray, Values::ByteArray(arrays) | Values::Fixed(_, arrays)) => {
            delta::byte_array(arrays)
        }
        (Encoding::ByteStreamSplit, _) => {
            stream_split::encode(&plain::encode(values), values.width())
        }
        (Encoding::Alp, Values::Float(floats)) => alp::float(floats, alp::Shape::default()),
        (Encoding::Alp, Values::Double(floats)) => alp::double(floats, alp::Shape::default()),
        _ => panic!("{encoding:?} is not for {}", values.type_name()),
    }
}

/// Dictionary indices as a data page has them: the bit width in a byte, then runs.
#[must_use]
pub fn dictionary_indices(indices: &[u64]) -> Vec<u8> {
    let width = crate::bits::bit_width(indices.iter().copied().max().unwrap_or(0));
    let mut bytes = vec![width as u8];
    bytes.extend(hybrid::encode(indices, width));
    bytes
}
