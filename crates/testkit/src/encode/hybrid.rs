//! The hybrid of repeated and bit-packed runs, with run boundaries as the test wants them.
//!
//! Spec: Encodings.md, "Run Length Encoding / Bit-Packing Hybrid".

use crate::bits::{pack, varint};

/// One run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Run {
    /// `len` times the same value.
    Repeated {
        /// The value.
        value: u64,
        /// How often it comes.
        len: usize,
    },
    /// Values one by one, filled up with zeros to a multiple of eight.
    Packed(Vec<u64>),
}

/// Encodes exactly these runs.
#[must_use]
pub fn encode_runs(runs: &[Run], bit_width: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    for run in runs {
        match run {
            Run::Repeated { value, len } => {
                bytes.extend(varint((*len as u64) << 1));
                bytes.extend(&value.to_le_bytes()[..bit_width.div_ceil(8) as usize]);
            }
            Run::Packed(values) => {
                let groups = values.len().div_ceil(8);
                let mut padded = values.clone();
                padded.resize(groups * 8, 0);
                bytes.extend(varint((groups as u64) << 1 | 1));
                bytes.extend(pack(&padded, bit_width));
            }
        }
    }
    bytes
}

/// Encodes `values` as writers do: see [`runs`].
#[must_use]
pub fn encode(values: &[u64], bit_width: u32) -> Vec<u8> {
    encode_runs(&runs(values), bit_width)
}

/// Splits `values` as writers do: eight or more equal ones are a repeated run, what lies between
/// is packed, in whole groups of eight except for the last.
#[must_use]
pub fn runs(values: &[u64]) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut packed = Vec::new();
    let mut at = 0;
    while at < values.len() {
        let value = values[at];
        let mut len = values[at..].iter().take_while(|&&v| v == value).count();
        // Equal values first complete the group that is begun.
        let missing = packed.len().next_multiple_of(8) - packed.len();
        if len >= missing + 8 {
            packed.extend(vec![value; missing]);
            len -= missing;
            if !packed.is_empty() {
                runs.push(Run::Packed(std::mem::take(&mut packed)));
            }
            runs.push(Run::Repeated { value, len });
            at += missing + len;
        } else {
            packed.push(value);
            at += 1;
        }
    }
    if !packed.is_empty() {
        runs.push(Run::Packed(packed));
    }
    runs
}

/// Splits `values` into repeated runs only, each as long as values are equal but at most `max`.
///
/// # Panics
/// If `max` is zero.
#[must_use]
pub fn repeated_runs(values: &[u64], max: usize) -> Vec<Run> {
    assert!(max > 0);
    let mut runs = Vec::new();
    let mut at = 0;
    while at < values.len() {
        let value = values[at];
        let len = values[at..]
            .iter()
            .take(max)
            .take_while(|&&v| v == value)
            .count();
        runs.push(Run::Repeated { value, len });
        at += len;
    }
    runs
}

/// Splits `values` into packed runs of `len` values, which must be a multiple of eight.
///
/// # Panics
/// If `len` is zero or not a multiple of eight.
#[must_use]
pub fn packed_runs(values: &[u64], len: usize) -> Vec<Run> {
    assert!(
        len > 0 && len.is_multiple_of(8),
        "a packed run is of groups of eight"
    );
    values
        .chunks(len)
        .map(|chunk| Run::Packed(chunk.to_vec()))
        .collect()
}

/// Splits `values` into packed and repeated runs in turn: eight packed, then what repeats.
#[must_use]
pub fn alternating_runs(values: &[u64]) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut at = 0;
    while at < values.len() {
        let end = values.len().min(at + 8);
        runs.push(Run::Packed(values[at..end].to_vec()));
        at = end;
        if let Some(&value) = values.get(at) {
            let len = values[at..].iter().take_while(|&&v| v == value).count();
            runs.push(Run::Repeated { value, len });
            at += len;
        }
    }
    runs
}

/// Puts the length of `bytes` before them in four bytes, as level data and booleans have it.
#[must_use]
pub fn with_length(bytes: Vec<u8>) -> Vec<u8> {
    let mut prefixed = (bytes.len() as u32).to_le_bytes().to_vec();
    prefixed.extend(bytes);
    prefixed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_as_written() {
        let mut values = vec![1, 2, 3];
        values.extend([7; 20]);
        values.extend([1, 2]);
        let expected = [
            Run::Packed(vec![1, 2, 3, 7, 7, 7, 7, 7]),
            Run::Repeated { value: 7, len: 15 },
            Run::Packed(vec![1, 2]),
        ];
        assert_eq!(runs(&values), expected);
        assert_eq!(
            encode(&values, 3),
            [
                3,
                0b1101_0001,
                0b1111_1110,
                0b1111_1111,
                30,
                7,
                3,
                0b0001_0001,
                0,
                0
            ]
        );
        assert_eq!(repeated_runs(&[5; 10], 4).len(), 3);
        assert_eq!(packed_runs(&values, 8).len(), 4);
        assert_eq!(
            alternating_runs(&[4; 9])[1],
            Run::Repeated { value: 4, len: 1 }
        );
    }
}
