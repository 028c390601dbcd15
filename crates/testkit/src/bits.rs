//! Integers as bits: packed, and as the format's variable-length integers.

/// How many bits it takes to store `max`.
#[must_use]
pub fn bit_width(max: u64) -> u32 {
    u64::BITS - max.leading_zeros()
}

/// Packs `values` in `width` bits each, least significant bit first; the last byte ends in zeros.
///
/// Only the low `width` bits of a value count, so that negative numbers can be packed too.
#[must_use]
pub fn pack(values: &[u64], width: u32) -> Vec<u8> {
    let mut bytes = vec![0; (values.len() * width as usize).div_ceil(8)];
    for (i, value) in values.iter().enumerate() {
        for bit in 0..width {
            let at = i * width as usize + bit as usize;
            bytes[at / 8] |= ((value >> bit & 1) as u8) << (at % 8);
        }
    }
    bytes
}

/// `value` as ULEB128: seven bits a byte, the lowest first.
#[must_use]
pub fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// `value` as a zigzag ULEB128: small for small magnitudes of either sign.
#[must_use]
pub fn zigzag(value: i64) -> Vec<u8> {
    varint(((value << 1) ^ (value >> 63)) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_specification() {
        let values = [0, 1, 2, 3, 4, 5, 6, 7];
        assert_eq!(pack(&values, 3), [0b1000_1000, 0b1100_0110, 0b1111_1010]);
    }

    #[test]
    fn widths_and_varints() {
        assert_eq!(
            [0, 1, 2, 255, 256, u64::MAX].map(bit_width),
            [0, 1, 2, 8, 9, 64]
        );
        assert_eq!(varint(0), [0]);
        assert_eq!(varint(300), [0xac, 0x02]);
        assert_eq!(varint(u64::MAX).len(), 10);
        assert_eq!([0, -1, 1, -2].map(zigzag), [[0], [1], [2], [3]]);
        assert_eq!(zigzag(i64::MIN), varint(u64::MAX));
    }
}
