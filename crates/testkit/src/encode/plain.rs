//! PLAIN.
//!
//! Spec: Encodings.md, "Plain".

use crate::bits::pack;
use crate::values::Values;

/// Encodes `values`: bits for booleans, little-endian numbers, lengths before byte arrays.
#[must_use]
pub fn encode(values: &Values) -> Vec<u8> {
    match values {
        Values::Boolean(bits) => pack(
            &bits.iter().map(|&bit| u64::from(bit)).collect::<Vec<_>>(),
            1,
        ),
        Values::Int32(v) => v.iter().flat_map(|v| v.to_le_bytes()).collect(),
        Values::Int64(v) => v.iter().flat_map(|v| v.to_le_bytes()).collect(),
        Values::Int96(v) => v.concat(),
        Values::Float(v) => v.iter().flat_map(|v| v.to_le_bytes()).collect(),
        Values::Double(v) => v.iter().flat_map(|v| v.to_le_bytes()).collect(),
        Values::ByteArray(v) => {
            let mut bytes = Vec::new();
            for array in v {
                bytes.extend((array.len() as u32).to_le_bytes());
                bytes.extend(array);
            }
            bytes
        }
        Values::Fixed(_, v) => v.concat(),
    }
}
