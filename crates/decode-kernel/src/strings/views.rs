//! Views: 16 bytes a value, short values inside the view itself.
//!
//! ```text
//! up to 12 bytes   | length u32 | the bytes, then zeros                      |
//! longer           | length u32 | first 4 bytes | buffer index | offset (u32) |
//! ```
//!
//! All numbers little-endian. A PLAIN byte array begins with the same four bytes of length, so 16 bytes loaded at its
//! start are already the view of a short value but for the bytes behind its end.

use crate::DecodeError;

/// Values up to this many bytes live in the view itself.
pub const INLINE_LEN: usize = 12;

/// The view of `bytes`, which for long values lie at `offset` of buffer `buffer_index`.
///
/// Lengths beyond `u32` cannot be expressed and are cut; no page is that long.
#[must_use]
pub fn view(bytes: &[u8], buffer_index: u32, offset: u32) -> u128 {
    let len = bytes.len() as u32 as u128;
    if bytes.len() <= INLINE_LEN {
        let mut inline = [0u8; 16];
        inline[4..4 + bytes.len()].copy_from_slice(bytes);
        return u128::from_le_bytes(inline) | len;
    }
    let prefix = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    len | u128::from(prefix) << 32 | u128::from(buffer_index) << 64 | u128::from(offset) << 96
}

/// Where the bytes that views point to lie: byte 0 of the slice at hand is byte `offset` of buffer `buffer_index`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ViewBase {
    pub(crate) buffer_index: u32,
    pub(crate) offset: u32,
}

/// For each length up to 12: ones over the length and the value's bytes, as low and high half of a view. Beyond, the
/// length and the first four bytes are the low half, and the high half is not the value's.
const INLINE_MASKS: [[u64; 2]; 16] = {
    let mut masks = [[u64::MAX, 0]; 16];
    let mut len = 0;
    while len < INLINE_LEN {
        let mask = (1u128 << (32 + 8 * len)) - 1;
        masks[len] = [mask as u64, (mask >> 64) as u64];
        len += 1;
    }
    masks[INLINE_LEN] = [u64::MAX; 2];
    masks
};

impl ViewBase {
    /// Views into `size` bytes, which are those of buffer `buffer_index` from `offset` on.
    ///
    /// Offsets are unsigned in this crate, but Arrow says `i32`: what is beyond that is [`DecodeError::OffsetOverflow`].
    pub(crate) fn try_new(
        buffer_index: u32,
        offset: u32,
        size: usize,
    ) -> Result<Self, DecodeError> {
        let max = i32::MAX as usize;
        match (offset as usize).checked_add(size) {
            Some(end) if end <= max => Ok(Self {
                buffer_index,
                offset,
            }),
            _ => Err(DecodeError::OffsetOverflow {
                total: u64::from(offset).saturating_add(size as u64),
                max: max as u64,
            }),
        }
    }

    /// The view of the `len` bytes at the front of `bytes`, which lie at `start`.
    #[inline(always)]
    pub(crate) fn view_of(self, bytes: &[u8], start: usize, len: usize) -> u128 {
        let (low, high) = match bytes.first_chunk::<12>() {
            // Not by a shift of 128 bits, which takes five instructions.
            Some(&[a, b, c, d, high @ ..]) => (
                u64::from(u32::from_le_bytes([a, b, c, d])),
                u64::from_le_bytes(high),
            ),
            None => {
                let word = first_word(bytes);
                (word as u32 as u64, (word >> 32) as u64)
            }
        };
        self.view_of_halves(low << 32 | len as u32 as u64, high, start, len)
    }

    /// The view of the value of `len` bytes at `start`, given `word`: its length and first 12 bytes, then anything.
    #[inline(always)]
    pub(crate) fn view_of_word(self, word: u128, start: usize, len: usize) -> u128 {
        self.view_of_halves(word as u64, (word >> 64) as u64, start, len)
    }

    /// [`view_of_word`](Self::view_of_word) of the word's halves.
    ///
    /// Without a branch: whether a value is longer than 12 bytes is often a toss of a coin.
    #[inline(always)]
    fn view_of_halves(self, low: u64, high: u64, start: usize, len: usize) -> u128 {
        let [low_mask, high_mask] = INLINE_MASKS[len.min(15)];
        let offset = self.offset.wrapping_add(start as u32);
        let place = u64::from(self.buffer_index) | u64::from(offset) << 32;
        let place = if len > INLINE_LEN { place } else { 0 };
        let high = high & high_mask | place;
        u128::from(low & low_mask) | u128::from(high) << 64
    }
}

/// The first 16 bytes, or what there is of them and zeros.
#[inline(always)]
pub(crate) fn first_word(bytes: &[u8]) -> u128 {
    match bytes.first_chunk::<16>() {
        Some(word) => u128::from_le_bytes(*word),
        None => {
            let mut word = [0; 16];
            word[..bytes.len()].copy_from_slice(bytes);
            u128::from_le_bytes(word)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_values_are_inline_and_long_ones_point() {
        let text = b"abcdefghijklmnopqrstuvwxyz";
        for len in 0..text.len() {
            let found = view(&text[..len], 7, 9).to_le_bytes();
            assert_eq!(found[..4], (len as u32).to_le_bytes());
            if len <= INLINE_LEN {
                assert_eq!(found[4..4 + len], text[..len]);
                assert!(found[4 + len..].iter().all(|&byte| byte == 0));
            } else {
                assert_eq!(found[4..8], text[..4]);
                assert_eq!(found[8..12], 7u32.to_le_bytes());
                assert_eq!(found[12..], 9u32.to_le_bytes());
            }
        }
    }

    #[test]
    fn word_and_slice_agree() {
        let text = b"abcdefghijklmnopqrstuvwxyz";
        let base = ViewBase {
            buffer_index: 3,
            offset: 100,
        };
        for len in 0..text.len() {
            let mut word = [0xaa; 16];
            word[..4].copy_from_slice(&(len as u32).to_le_bytes());
            word[4..].copy_from_slice(&text[..12]);
            let found = base.view_of_word(u128::from_le_bytes(word), 5, len);
            assert_eq!(found, view(&text[..len], 3, 105), "length {len}");
        }
    }

    #[test]
    fn reach_ends_at_31_bits() {
        let max = i32::MAX as usize;
        assert!(ViewBase::try_new(0, 10, max - 10).is_ok());
        for size in [max - 9, usize::MAX] {
            assert!(matches!(
                ViewBase::try_new(0, 10, size),
                Err(DecodeError::OffsetOverflow { .. })
            ));
        }
    }
}
