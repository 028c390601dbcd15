//! UTF-8 is checked for many values in one pass: a call per value would cost more than the check itself.
//!
//! Bytes of several values back to back are valid, each for itself, exactly if the whole is valid and every value
//! starts at the first byte of a character.

use crate::{DecodeError, Offset};

/// What a decoder's bytes are: anything, or text that is checked while it is decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    Bytes,
    Utf8,
}

/// Checks that every value between `offsets` is UTF-8.
///
/// `offsets` are positions in `values` and never fall; fewer than two of them hold no value.
///
/// # Errors
/// [`DecodeError::InvalidUtf8`] if a value is not, [`DecodeError::Truncated`] if the offsets reach beyond `values`.
pub fn validate_utf8<O: Offset>(values: &[u8], offsets: &[O]) -> Result<(), DecodeError> {
    let [first, .., last] = offsets else {
        return Ok(());
    };
    let (start, end) = (first.to_usize(), last.to_usize());
    let bytes = values.get(start..end).ok_or(DecodeError::Truncated {
        needed: end,
        available: values.len(),
    })?;
    // Most text is ASCII, where every byte starts a character and the offsets need no look.
    if bytes.is_ascii() {
        return Ok(());
    }
    // Character starts, unlike the bytes 0x80 to 0xBF inside, are -64 or more as signed bytes. At the very end there is no
    // byte, and nothing to be inside of.
    let starts_character = |offset: &O| {
        let position = offset.to_usize();
        position >= end || values.get(position).is_none_or(|&byte| byte as i8 >= -64)
    };
    if is_utf8(bytes) && offsets.iter().all(starts_character) {
        return Ok(());
    }
    // Once per failure: which value it is.
    let slices = offsets.windows(2).map(|pair| {
        values
            .get(pair[0].to_usize()..pair[1].to_usize())
            .unwrap_or_default()
    });
    Err(first_invalid(slices, 0))
}

/// Checks that values of `lengths`, back to back in `bytes` and as many as these, are UTF-8; `before` values of the call came
/// earlier.
pub(crate) fn validate_lengths(
    bytes: &[u8],
    lengths: &[i32],
    before: usize,
) -> Result<(), DecodeError> {
    if bytes.is_ascii() {
        return Ok(());
    }
    let mut start = 0;
    let starts_character = |&length: &i32| {
        let starts = bytes.get(start).is_none_or(|&byte| byte as i8 >= -64);
        start += length as usize;
        starts
    };
    if is_utf8(bytes) && lengths.iter().all(starts_character) {
        return Ok(());
    }
    let mut rest = bytes;
    let values = lengths.iter().map_while(|&length| {
        let (value, behind) = rest.split_at_checked(length as usize)?;
        rest = behind;
        Some(value)
    });
    Err(first_invalid(values, before))
}

/// Whether `bytes` are UTF-8.
#[inline]
pub(crate) fn is_utf8(bytes: &[u8]) -> bool {
    simdutf8::basic::from_utf8(bytes).is_ok()
}

/// Whether each of `values` is UTF-8.
///
/// They are copied one behind the other, with a zero between them as what no character reaches across, and checked a few
/// thousand bytes at a time; a copy is cheaper than a call for each. Long ones are checked where they are.
pub(crate) fn are_utf8<'a>(values: impl Iterator<Item = &'a [u8]>) -> bool {
    const LONG: usize = 1024;
    let mut gathered = [0; 4 * LONG];
    let mut used = 0;
    for value in values {
        if value.len() > LONG {
            if !is_utf8(value) {
                return false;
            }
            continue;
        }
        if used + value.len() >= gathered.len() {
            if !is_utf8(&gathered[..used]) {
                return false;
            }
            used = 0;
        }
        gathered[used..used + value.len()].copy_from_slice(value);
        gathered[used + value.len()] = 0;
        used += value.len() + 1;
    }
    is_utf8(&gathered[..used])
}

/// The error that names the first of `values` that is not UTF-8, counted from the first of the call, `before` of which came
/// earlier.
#[cold]
pub(crate) fn first_invalid<'a>(
    mut values: impl Iterator<Item = &'a [u8]>,
    before: usize,
) -> DecodeError {
    let value = values.position(|value| !is_utf8(value)).unwrap_or(0);
    DecodeError::InvalidUtf8 {
        value: before + value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_valid_each_for_itself() {
        let check = |values: &[&[u8]], expected: Option<usize>| {
            let mut offsets = vec![0i32];
            let mut bytes = Vec::new();
            for value in values {
                bytes.extend_from_slice(value);
                offsets.push(bytes.len() as i32);
            }
            let found = validate_utf8(&bytes, &offsets);
            let expected = expected.map_or(Ok(()), |value| Err(DecodeError::InvalidUtf8 { value }));
            assert_eq!(found, expected, "{values:?}");
        };
        check(&[], None);
        check(&[b""], None);
        check(&[b"a", b"", b"bc"], None);
        check(
            &["ä".as_bytes(), "€".as_bytes(), "🐟".as_bytes(), b""],
            None,
        );
        check(&[b"\xc3", b"\xa4"], Some(0));
        check(&[b"a", b"\xe2\x82", b"", b"\xac"], Some(1));
        check(&[b"a", b"", b"b\xff"], Some(2));
        check(&[b"abc", b"\xc3"], Some(1));
        check(&[b"\x80"], Some(0));
        // Each value alone, each split of a text in two.
        let text = "x€ä🐟y".as_bytes();
        for cut in 0..=text.len() {
            let (left, right) = text.split_at(cut);
            let valid = std::str::from_utf8(left).is_ok() && std::str::from_utf8(right).is_ok();
            check(&[left, right], (!valid).then_some(0));
        }
    }

    #[test]
    fn offsets_beyond_the_values_are_an_error() {
        assert!(validate_utf8(b"abc", &[0i64, 4]).is_err());
        assert!(validate_utf8(b"abc", &[2i64, 1]).is_err());
        assert!(validate_utf8(b"ab\xc3\xa4", &[0i64, 9, 4]).is_ok());
    }
}
