//! Bytes back to back, with the offsets between them.

use crate::select::Selected;
use crate::{DecodeError, Plain};

/// An integer that Arrow uses for offsets: `i32`, or `i64` for the large layouts.
///
/// Offsets are never negative; all arithmetic is done in `usize` and checked once at its end.
pub trait Offset: Plain + Default + Ord + std::fmt::Debug {
    /// The largest offset, in bytes.
    const MAX: usize;

    /// The offset for `position`, or [`DecodeError::OffsetOverflow`] if it is beyond [`Offset::MAX`].
    ///
    /// # Errors
    /// [`DecodeError::OffsetOverflow`] if `position` is larger than [`Offset::MAX`].
    fn try_from_usize(position: usize) -> Result<Self, DecodeError> {
        if position > Self::MAX {
            return Err(DecodeError::OffsetOverflow {
                total: position as u64,
                max: Self::MAX as u64,
            });
        }
        Ok(Self::truncate(position))
    }

    /// The low bits of `position`: right for positions up to [`Offset::MAX`], which the caller checks for the last
    /// of many rising positions.
    fn truncate(position: usize) -> Self;

    /// The position that this offset stands for; negative ones become 0.
    fn to_usize(self) -> usize;
}

impl Offset for i32 {
    const MAX: usize = i32::MAX as usize;

    #[inline(always)]
    fn truncate(position: usize) -> Self {
        position as Self
    }

    #[inline(always)]
    fn to_usize(self) -> usize {
        usize::try_from(self).unwrap_or(0)
    }
}

impl Offset for i64 {
    const MAX: usize = if usize::BITS < 64 {
        usize::MAX
    } else {
        i64::MAX as usize
    };

    #[inline(always)]
    fn truncate(position: usize) -> Self {
        position as Self
    }

    #[inline(always)]
    fn to_usize(self) -> usize {
        usize::try_from(self).unwrap_or(0)
    }
}

/// Byte arrays back to back, as Arrow's Binary and Utf8 layouts have them.
///
/// Value `i` is `values[offsets[i]..offsets[i + 1]]`. `offsets` starts with 0 and ends with `values.len()`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByteArrays<O> {
    /// One offset more than there are values, never falling.
    pub offsets: Vec<O>,
    /// The bytes of all values.
    pub values: Vec<u8>,
}

impl<O: Offset> ByteArrays<O> {
    /// No values: a single offset of 0.
    #[must_use]
    pub fn new() -> Self {
        Self::with_capacity(0, 0)
    }

    /// No values, with room for `len` values of `bytes_size` bytes in all.
    #[must_use]
    pub fn with_capacity(len: usize, bytes_size: usize) -> Self {
        let mut offsets = Vec::with_capacity(len.saturating_add(1));
        offsets.push(O::default());
        Self {
            offsets,
            values: Vec::with_capacity(bytes_size),
        }
    }

    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Whether there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of value `index`, or `None` beyond the last one.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        let end = self.offsets.get(index.checked_add(1)?)?.to_usize();
        let start = self.offsets[index].to_usize();
        self.values.get(start..end)
    }

    /// All values in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// Appends those values of `source` that are selected.
    ///
    /// # Errors
    /// [`DecodeError::OffsetOverflow`] if the bytes would no longer fit the offsets; some of the values are then appended.
    ///
    /// # Panics
    /// If `source` has not a value for each bit, or its offsets are not those of its values.
    pub fn append_selected(
        &mut self,
        source: &Self,
        selected: Selected<'_>,
    ) -> Result<(), DecodeError> {
        let mut at = 0;
        for (unset, set) in selected.runs() {
            let first = at + unset;
            at = first + set;
            let offsets = &source.offsets[first..=at];
            let (start, end) = (offsets[0].to_usize(), offsets[set].to_usize());
            let moved = self.values.len();
            O::try_from_usize(moved.saturating_add(end - start))?;
            self.values.extend_from_slice(&source.values[start..end]);
            self.offsets.extend(
                offsets[1..]
                    .iter()
                    .map(|offset| O::truncate(offset.to_usize() - start + moved)),
            );
        }
        Ok(())
    }

    /// Appends one value.
    ///
    /// # Errors
    /// [`DecodeError::OffsetOverflow`] if the bytes would no longer fit the offsets; nothing is appended then.
    pub fn push(&mut self, value: &[u8]) -> Result<(), DecodeError> {
        let end = O::try_from_usize(self.values.len().saturating_add(value.len()))?;
        self.values.extend_from_slice(value);
        self.offsets.push(end);
        Ok(())
    }

    /// Forgets all values and keeps the memory.
    pub fn clear(&mut self) {
        self.offsets.clear();
        self.offsets.push(O::default());
        self.values.clear();
    }
}

impl<O: Offset> Default for ByteArrays<O> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use super::*;

    #[test]
    fn values_lie_between_offsets() {
        let mut arrays = ByteArrays::<i32>::new();
        assert!(arrays.is_empty());
        for value in ["", "a", "", "herringbone"] {
            arrays.push(value.as_bytes()).unwrap();
        }
        assert_eq!(arrays.offsets, [0, 0, 1, 1, 12]);
        assert_eq!(arrays.len(), 4);
        assert_eq!(arrays.get(3), Some(&b"herringbone"[..]));
        assert_eq!(arrays.get(4), None);
        assert_eq!(arrays.get(usize::MAX), None);
        assert_eq!(
            arrays.iter().map(<[u8]>::len).collect::<Vec<_>>(),
            [0, 1, 0, 11]
        );
        arrays.clear();
        assert_eq!(arrays, ByteArrays::default());
    }

    #[test]
    fn offsets_are_checked_at_their_edge() {
        assert_eq!(i32::try_from_usize(i32::MAX as usize), Ok(i32::MAX));
        assert!(matches!(
            i32::try_from_usize(i32::MAX as usize + 1),
            Err(DecodeError::OffsetOverflow { .. })
        ));
        assert_eq!((-1i32).to_usize(), 0);
        assert_eq!((-1i64).to_usize(), 0);
    }
}
