//! The bytes of a message in base64.

use std::cell::Cell;

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// What stands before a message: a continuation marker and a length. The oldest writers had neither.
const CONTINUATION: [u8; 4] = [0xff; 4];
const PREFIX_SIZE: usize = 8;

/// How often all of a message may be read. Writers let nothing be shared; a malicious one could make
/// a message grow without bound by it.
const MAX_READS: usize = 4;

/// A message whose bytes are read by position.
#[derive(Debug)]
pub(super) struct Message<'a> {
    bytes: Bytes<'a>,
    /// Where the message begins behind what stands before it.
    start: usize,
    size: usize,
    /// How many more bytes may be read.
    budget: Cell<usize>,
}

#[derive(Debug)]
enum Bytes<'a> {
    /// Characters of base64 without padding, decoded where they are read.
    Encoded(&'a [u8]),
    Decoded(Vec<u8>),
}

impl<'a> Message<'a> {
    /// A message of which little will be read.
    pub(super) fn encoded(text: &'a [u8]) -> Self {
        let mut text = text.trim_ascii();
        while let [before @ .., b'='] = text {
            text = before;
        }
        // Six bits a character; a single one behind the last four says nothing.
        let size = text.len() / 4 * 3 + (text.len() % 4).saturating_sub(1);
        Self::new(Bytes::Encoded(text), size)
    }

    /// A message of which much will be read; an empty one if it is not base64.
    pub(super) fn decoded(text: &[u8]) -> Self {
        let bytes = BASE64.decode(text.trim_ascii()).unwrap_or_default();
        let size = bytes.len();
        Self::new(Bytes::Decoded(bytes), size)
    }

    fn new(bytes: Bytes<'a>, size: usize) -> Self {
        let mut message = Self {
            bytes,
            start: 0,
            size,
            budget: Cell::new(size.saturating_mul(MAX_READS)),
        };
        if message.read(0) == Some(CONTINUATION) {
            message.start = PREFIX_SIZE;
            message.size = size.saturating_sub(PREFIX_SIZE);
        }
        message
    }

    /// How many bytes there are.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Takes `size` bytes off the budget; none if they are not left.
    pub(super) fn charge(&self, size: usize) -> Option<()> {
        self.budget.set(self.budget.get().checked_sub(size)?);
        Some(())
    }

    /// The `N` bytes at `position`, four at most.
    pub(super) fn read<const N: usize>(&self, position: usize) -> Option<[u8; N]> {
        const { assert!(N <= 4) }
        if position.checked_add(N)? > self.size {
            return None;
        }
        let position = self.start + position;
        let text = match &self.bytes {
            Bytes::Decoded(bytes) => return bytes.get(position..)?.first_chunk().copied(),
            Bytes::Encoded(text) => text,
        };
        // Six bytes are enough, wherever in their three the first one lies.
        let mut bits = 0_u64;
        let quads = text.get(position / 3 * 4..)?;
        for idx in 0..8 {
            let value = match quads.get(idx) {
                Some(&character) => VALUES[usize::from(character)],
                None => 0,
            };
            if value == INVALID {
                return None;
            }
            bits = bits << 6 | u64::from(value);
        }
        let bytes = (bits << 16).to_be_bytes();
        bytes[position % 3..].first_chunk().copied()
    }

    /// The `size` bytes at `position`.
    pub(super) fn read_to_vec(&self, position: usize, size: usize) -> Option<Vec<u8>> {
        if position.checked_add(size)? > self.size {
            return None;
        }
        let (start, end) = (self.start + position, self.start + position + size);
        match &self.bytes {
            Bytes::Decoded(bytes) => Some(bytes.get(start..end)?.to_vec()),
            Bytes::Encoded(text) => {
                let last = text.len().min(end.div_ceil(3) * 4);
                let mut bytes = BASE64.decode(text.get(start / 3 * 4..last)?).ok()?;
                bytes.drain(..start % 3);
                bytes.truncate(size);
                (bytes.len() == size).then_some(bytes)
            }
        }
    }
}

const INVALID: u8 = 0xff;

/// What each character of base64 stands for.
static VALUES: [u8; 256] = {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut values = [INVALID; 256];
    let mut value = 0;
    while value < alphabet.len() {
        values[alphabet[value] as usize] = value as u8;
        value += 1;
    }
    values
};

#[cfg(test)]
mod tests {
    use base64::prelude::{BASE64_STANDARD, BASE64_STANDARD_NO_PAD};

    use super::*;

    #[test]
    fn a_part_is_what_it_is_in_the_whole() {
        let all: Vec<u8> = (0..100_u8).map(|byte| byte.wrapping_mul(37)).collect();
        for len in 0..all.len() {
            let bytes = &all[..len];
            for text in [
                BASE64_STANDARD.encode(bytes),
                BASE64_STANDARD_NO_PAD.encode(bytes),
                format!("\n{} ", BASE64_STANDARD.encode(bytes)),
            ] {
                let (encoded, decoded) = (
                    Message::encoded(text.as_bytes()),
                    Message::decoded(text.as_bytes()),
                );
                assert_eq!((encoded.size(), decoded.size()), (len, len));
                for at in 0..=len + 4 {
                    let expected: Option<[u8; 4]> =
                        bytes.get(at..).and_then(|rest| rest.first_chunk().copied());
                    assert_eq!(encoded.read(at), expected);
                    assert_eq!(decoded.read(at), expected);
                    assert_eq!(encoded.read(at), bytes.get(at).map(|&byte| [byte]));
                    for size in [0, 1, 5, 30] {
                        let expected = bytes.get(at..at + size).map(<[u8]>::to_vec);
                        assert_eq!(encoded.read_to_vec(at, size), expected);
                        assert_eq!(decoded.read_to_vec(at, size), expected);
                    }
                }
                assert_eq!(encoded.read::<2>(usize::MAX), None);
                assert_eq!(encoded.read_to_vec(1, usize::MAX), None);
            }
        }
    }

    #[test]
    fn what_stands_before_a_message_is_passed_over() {
        let text = BASE64_STANDARD.encode([0xff, 0xff, 0xff, 0xff, 9, 9, 9, 9, 1, 2, 3]);
        for message in [
            Message::encoded(text.as_bytes()),
            Message::decoded(text.as_bytes()),
        ] {
            assert_eq!((message.size(), message.read(1)), (3, Some([2, 3])));
        }
    }

    #[test]
    fn other_characters_are_nothing() {
        let message = Message::encoded(b"AAAAAAAAA-AAAAAAAAAA");
        assert_eq!(message.read(0), Some([0; 4]));
        assert_eq!(message.read::<1>(6), None);
        assert_eq!(message.read_to_vec(0, 9), None);
        assert_eq!(message.read(9), Some([0; 3]));
    }
}
