//! The delta encodings.
//!
//! - `binary_packed`: DELTA_BINARY_PACKED, integers as bit-packed differences.
//! - `length_byte_array`: DELTA_LENGTH_BYTE_ARRAY, all lengths, then all bytes.
//! - `byte_array`: DELTA_BYTE_ARRAY, what each value shares with the one before, then the rest.
//! - `lengths`: the lengths of the two, a block at a time.
//! - `prefix_sum`: differences to values, 32 at a time.
//!
//! Spec: Encodings.md, "Delta Encoding", "Delta-length byte array", "Delta Strings"

mod binary_packed;
mod byte_array;
mod length_byte_array;
mod lengths;
mod prefix_sum;
#[cfg(test)]
mod test_encoders;

pub use binary_packed::{BinaryPacked, DeltaInt};
pub use byte_array::ByteArray;
pub use length_byte_array::LengthByteArray;
