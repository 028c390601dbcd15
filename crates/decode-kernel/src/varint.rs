//! Variable-length integers: ULEB128 and zigzag.
//!
//! Spec: Encodings.md, "Run Length Encoding / Bit-Packing Hybrid" and "Delta Encoding".

use crate::DecodeError;

/// Reads an unsigned LEB128 number of up to 64 bits at `*pos` of `bytes` and moves `*pos` behind it.
///
/// # Errors
/// [`DecodeError::Truncated`] if the bytes end inside the number, [`DecodeError::Malformed`] if it has more than 64 bits;
/// `*pos` is then untouched.
#[inline(always)]
pub fn uleb128(bytes: &[u8], pos: &mut usize) -> Result<u64, DecodeError> {
    match bytes.get(*pos) {
        Some(&byte) if byte < 0x80 => {
            *pos += 1;
            Ok(u64::from(byte))
        }
        _ => long_uleb128(bytes, pos),
    }
}

#[cold]
fn long_uleb128(bytes: &[u8], pos: &mut usize) -> Result<u64, DecodeError> {
    let rest = bytes.get(*pos..).unwrap_or(&[]);
    let mut value = 0_u64;
    for (i, &byte) in rest.iter().take(10).enumerate() {
        let bits = u64::from(byte & 0x7f);
        if i == 9 && bits > 1 {
            break;
        }
        value |= bits << (7 * i);
        if byte < 0x80 {
            *pos += i + 1;
            return Ok(value);
        }
    }
    if rest.len() < 10 {
        Err(DecodeError::Truncated {
            needed: rest.len() + 1,
            available: rest.len(),
        })
    } else {
        Err(DecodeError::Malformed {
            what: "variable-length integer of over 64 bits",
            found: value,
        })
    }
}

/// Turns a zigzag number (0, -1, 1, -2, …) into a signed one.
#[inline(always)]
pub const fn zigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_a_plain_encoder_writes() {
        for shift in 0..64 {
            for value in [1_u64 << shift, (1 << shift) - 1, u64::MAX >> shift] {
                let (mut bytes, mut rest) = (vec![0xff], value);
                while rest >= 0x80 {
                    bytes.push(rest as u8 | 0x80);
                    rest >>= 7;
                }
                bytes.push(rest as u8);
                let mut pos = 1;
                assert_eq!(uleb128(&bytes, &mut pos), Ok(value));
                assert_eq!(pos, bytes.len());
                for cut in 1..bytes.len() {
                    let mut pos = 1;
                    let error = uleb128(&bytes[..cut], &mut pos);
                    assert!(matches!(error, Err(DecodeError::Truncated { .. })));
                    assert_eq!(pos, 1);
                }
            }
        }
    }

    #[test]
    fn refuses_more_than_64_bits() {
        for last in [2, 0x7f, 0x80, 0xff] {
            let mut bytes = [0xff; 11];
            bytes[9] = last;
            assert!(matches!(
                uleb128(&bytes, &mut 0),
                Err(DecodeError::Malformed { .. })
            ));
        }
        assert!(uleb128(&[], &mut 5).is_err());
    }

    #[test]
    fn zigzag_alternates() {
        let expected = [0, -1, 1, -2, 2];
        assert!((0..5).map(zigzag).eq(expected));
        assert_eq!(
            (zigzag(u64::MAX), zigzag(u64::MAX - 1)),
            (i64::MIN, i64::MAX)
        );
    }
}
