//! BYTE_STREAM_SPLIT.
//!
//! Spec: Encodings.md, "Byte Stream Split".

/// Encodes values of `width` bytes, which lie one behind the other in `plain`.
#[must_use]
pub fn encode(plain: &[u8], width: usize) -> Vec<u8> {
    (0..width)
        .flat_map(|byte| plain.iter().skip(byte).step_by(width).copied())
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_of_the_specification() {
        let plain = [
            0xaa, 0xbb, 0xcc, 0xdd, 0x00, 0x11, 0x22, 0x33, 0xa3, 0xb4, 0xc5, 0xd6,
        ];
        let split = [
            0xaa, 0x00, 0xa3, 0xbb, 0x11, 0xb4, 0xcc, 0x22, 0xc5, 0xdd, 0x33, 0xd6,
        ];
        assert_eq!(super::encode(&plain, 4), split);
    }
}
