//! Entries at indices that have been picked from a page's.

use super::entries::{ByteArrayDictionary, EntryWriter};
use super::fixed::FixedDictionary;
use super::index::IndexCheck;
use super::keys::Key;
use crate::output::Spare;
use crate::{ByteArrays, DecodeError, Offset, Plain};

/// Checks all of `indices` against a dictionary of `len` entries.
fn check(indices: &[u32], len: usize) -> Result<(), DecodeError> {
    match indices.iter().max() {
        Some(&highest) => IndexCheck::new(len).repeated(highest).map(|_| ()),
        None => Ok(()),
    }
}

/// Appends the entries of `dict` at `indices`.
///
/// # Errors
/// [`DecodeError::IndexOutOfRange`] if one is behind the dictionary; nothing is appended then.
pub fn gather_at<T: Plain>(
    indices: &[u32],
    dict: &[T],
    out: &mut Vec<T>,
) -> Result<(), DecodeError> {
    check(indices, dict.len())?;
    let mut spare = Spare::new(out, indices.len());
    spare.extend_map(indices, |index| dict[index as usize]);
    spare.finish();
    Ok(())
}

/// Appends the entries of `dict` at `indices`.
///
/// # Errors
/// As for [`gather_at`], or [`DecodeError::OffsetOverflow`] if the bytes are more than `O` counts; `out` then holds unspecified values
/// and is to be cleared.
pub fn gather_byte_arrays_at<O: Offset>(
    indices: &[u32],
    dict: &ByteArrayDictionary,
    out: &mut ByteArrays<O>,
) -> Result<(), DecodeError> {
    check(indices, dict.len())?;
    let mut offsets = Spare::new(&mut out.offsets, indices.len());
    let mut writer = EntryWriter::new(&mut out.values, 0);
    for block in indices.chunks(32) {
        writer.append(dict, block, &mut offsets)?;
    }
    offsets.finish();
    Ok(())
}

/// Appends the entries of `dict` at `indices`.
///
/// # Errors
/// As for [`gather_at`].
pub fn gather_fixed_at(
    indices: &[u32],
    dict: &FixedDictionary,
    out: &mut Vec<u8>,
) -> Result<(), DecodeError> {
    check(indices, dict.len())?;
    out.reserve(indices.len().saturating_mul(dict.width()));
    for &index in indices {
        out.extend_from_slice(dict.get(index as usize));
    }
    Ok(())
}

/// Appends `indices` as keys, each raised by `base`; see [`keys`](super::keys).
///
/// # Errors
/// As for [`gather_at`], or [`DecodeError::OffsetOverflow`] if `K` cannot hold a key; nothing is appended then.
pub fn keys_at<K: Key>(
    indices: &[u32],
    dict_len: usize,
    base: usize,
    out: &mut Vec<K>,
) -> Result<(), DecodeError> {
    check(indices, dict_len)?;
    let base = base as u64;
    let highest = indices.iter().max().map_or(0, |&index| u64::from(index));
    let total = base.saturating_add(highest);
    if !indices.is_empty() && total > K::MAX {
        return Err(DecodeError::OffsetOverflow { total, max: K::MAX });
    }
    let mut spare = Spare::new(out, indices.len());
    spare.extend_map(indices, |index| K::truncated(u64::from(index) + base));
    spare.finish();
    Ok(())
}
