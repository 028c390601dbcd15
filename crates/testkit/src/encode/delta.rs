//! DELTA_BINARY_PACKED and the two byte array encodings built on it.
//!
//! Spec: Encodings.md, "Delta Encoding", "Delta-length byte array" and "Delta Strings".

use crate::bits::{bit_width, pack, varint, zigzag};

/// How differences are put into blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Values a block, a multiple of 128.
    pub block_len: usize,
    /// Miniblocks a block; a miniblock must hold a multiple of 32 values.
    pub miniblocks: usize,
    /// Whether the miniblocks that no value needs keep their full bytes in the last block.
    pub pad_last_block: bool,
    /// The bit width to write for miniblocks that no value needs.
    pub unused_width: u8,
}

impl Default for Shape {
    /// What most writers use.
    fn default() -> Self {
        Self {
            block_len: 128,
            miniblocks: 4,
            pad_last_block: false,
            unused_width: 0,
        }
    }
}

/// Encodes 32-bit integers in the usual shape.
#[must_use]
pub fn int32(values: &[i32]) -> Vec<u8> {
    int32_shaped(values, Shape::default())
}

/// Encodes 64-bit integers in the usual shape.
#[must_use]
pub fn int64(values: &[i64]) -> Vec<u8> {
    int64_shaped(values, Shape::default())
}

/// Encodes 32-bit integers; differences wrap around at 32 bits.
#[must_use]
pub fn int32_shaped(values: &[i32], shape: Shape) -> Vec<u8> {
    let deltas = values
        .windows(2)
        .map(|pair| i64::from(pair[1].wrapping_sub(pair[0])))
        .collect();
    binary_packed(
        values.first().map_or(0, |&v| i64::from(v)),
        values.len(),
        deltas,
        shape,
        |delta| {
            // Deltas above the smallest are those of 32-bit arithmetic, too.
            u64::from(delta as u32)
        },
    )
}

/// Encodes 64-bit integers; differences wrap around at 64 bits.
#[must_use]
pub fn int64_shaped(values: &[i64], shape: Shape) -> Vec<u8> {
    let deltas = values
        .windows(2)
        .map(|pair| pair[1].wrapping_sub(pair[0]))
        .collect();
    binary_packed(
        values.first().copied().unwrap_or(0),
        values.len(),
        deltas,
        shape,
        |delta| delta as u64,
    )
}

fn binary_packed(
    first: i64,
    num_values: usize,
    deltas: Vec<i64>,
    shape: Shape,
    to_unsigned: impl Fn(i64) -> u64,
) -> Vec<u8> {
    let mut bytes = header(shape.block_len, shape.miniblocks, num_values, first);
    let miniblock_len = shape.block_len / shape.miniblocks;
    for block in deltas.chunks(shape.block_len) {
        let min = block.iter().copied().min().unwrap_or(0);
        let above: Vec<u64> = block
            .iter()
            .map(|delta| to_unsigned(delta.wrapping_sub(min)))
            .collect();
        let miniblocks: Vec<&[u64]> = above.chunks(miniblock_len).collect();
        let widths: Vec<u32> = miniblocks
            .iter()
            .map(|miniblock| bit_width(miniblock.iter().copied().max().unwrap_or(0)))
            .collect();
        bytes.extend(zigzag(min));
        bytes.extend(widths.iter().map(|&width| width as u8));
        let unused = shape.miniblocks - miniblocks.len();
        bytes.extend(vec![shape.unused_width; unused]);
        for (miniblock, &width) in miniblocks.iter().zip(&widths) {
            let mut padded = miniblock.to_vec();
            padded.resize(miniblock_len, 0);
            bytes.extend(pack(&padded, width));
        }
        if shape.pad_last_block {
            let size = miniblock_len / 8 * usize::from(shape.unused_width);
            bytes.extend(vec![0; unused * size]);
        }
    }
    bytes
}

/// The header alone, for counts that lie.
#[must_use]
pub fn header(block_len: usize, miniblocks: usize, num_values: usize, first: i64) -> Vec<u8> {
    let mut bytes = varint(block_len as u64);
    bytes.extend(varint(miniblocks as u64));
    bytes.extend(varint(num_values as u64));
    bytes.extend(zigzag(first));
    bytes
}

/// DELTA_LENGTH_BYTE_ARRAY: all lengths, then all bytes.
#[must_use]
pub fn length_byte_array<A: AsRef<[u8]>>(arrays: &[A]) -> Vec<u8> {
    let lengths: Vec<i32> = arrays
        .iter()
        .map(|array| array.as_ref().len() as i32)
        .collect();
    let mut bytes = int32(&lengths);
    for array in arrays {
        bytes.extend(array.as_ref());
    }
    bytes
}

/// DELTA_BYTE_ARRAY: how much each shares with the one before, then the rests.
#[must_use]
pub fn byte_array<A: AsRef<[u8]>>(arrays: &[A]) -> Vec<u8> {
    let mut prefix_lengths = Vec::new();
    let mut suffixes = Vec::new();
    let mut previous: &[u8] = &[];
    for array in arrays {
        let array = array.as_ref();
        let shared = array
            .iter()
            .zip(previous)
            .take_while(|(a, b)| a == b)
            .count();
        prefix_lengths.push(shared as i32);
        suffixes.push(&array[shared..]);
        previous = array;
    }
    let mut bytes = int32(&prefix_lengths);
    bytes.extend(length_byte_array(&suffixes));
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_specification() {
        // 1 to 5: deltas all 1, nothing to pack.
        assert_eq!(int32(&[1, 2, 3, 4, 5]), [0x80, 1, 4, 5, 2, 2, 0, 0, 0, 0]);
        // 7, 5, 3, 1, 2, 3, 4, 5: the smallest delta is -2, the rest takes two bits.
        let bytes = int32(&[7, 5, 3, 1, 2, 3, 4, 5]);
        assert_eq!(bytes[..10], [0x80, 1, 4, 8, 14, 3, 2, 0, 0, 0]);
        assert_eq!(bytes[10..], [0b1100_0000, 0b0011_1111, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn nothing_and_one() {
        assert_eq!(int64(&[]), [0x80, 1, 4, 0, 0]);
        assert_eq!(int64(&[-1]), [0x80, 1, 4, 1, 1]);
        assert_eq!(
            byte_array::<&[u8]>(&[]),
            [0x80, 1, 4, 0, 0, 0x80, 1, 4, 0, 0]
        );
    }
}
