//! Rows picked by a bit each: pages without a wanted row are passed over, of the others only the
//! values wanted are decoded as far as their encoding allows.

use herringbone_decode_kernel::levels::slots;
use herringbone_decode_kernel::nulls::{Bitmap, Validity};
use herringbone_decode_kernel::output::bytes_of;
use herringbone_decode_kernel::select::{Selected, append_selected, compress_bits};

use super::{Cursor, OpenPage};
use crate::decode::{LeafLevels, LeafValues, LevelDetail};
use crate::error::ColumnError;

/// Rows that are picked from at a time: their levels and values stay in the nearest cache.
const BLOCK: usize = 4096;

/// So many rows that are all wanted are read as if all rows were.
pub(super) const LONG_RUN: usize = 256;

/// Bits of a block of rows or, below lists, of level entries.
#[derive(Default)]
pub(super) struct Scratch {
    /// Which of them have a value.
    pub(super) validity: Validity,
    /// The same of those that are wanted; of entries, which are wanted.
    pub(super) kept: Bitmap,
    /// Which values belong to one that is wanted.
    pub(super) present: Bitmap,
}

impl<V: LeafValues> Cursor<'_, V> {
    /// Reads the rows of `selected` that are wanted; returns how many rows were passed in all, which
    /// is less than there are bits at the end of the chunk only.
    pub(super) fn read_selected_flat(
        &mut self,
        selected: Selected<'_>,
    ) -> Result<usize, ColumnError> {
        let mut row = 0;
        while row < selected.len() {
            let rest = selected.slice(row..selected.len());
            let on_page = self.chunk.page.as_ref().map_or(0, |page| page.levels_left);
            let (unset, set) = (rest.leading_unset(), rest.leading_set());
            if unset > 0 && unset >= on_page.min(BLOCK) {
                let skipped = self.skip_flat(unset)?;
                row += skipped;
                if skipped < unset {
                    break;
                }
                continue;
            }
            if set >= LONG_RUN {
                let read = self.read_flat(set)?;
                row += read;
                if read < set {
                    break;
                }
                continue;
            }
            if !self.ensure_page()? {
                break;
            }
            let Some(page) = self.chunk.page.as_mut() else {
                break;
            };
            let num_rows = rest.len().min(page.levels_left).min(BLOCK);
            page.levels_left -= num_rows;
            self.read_block(rest.slice(0..num_rows))?;
            self.chunk.row += num_rows as u64;
            row += num_rows;
        }
        Ok(row)
    }

    /// Reads the wanted ones of the next rows, all of which are on the open page.
    fn read_block(&mut self, rows: Selected<'_>) -> Result<(), ColumnError> {
        // Taken out for the time, for the chunk and the outputs are changed beside it.
        let mut scratch = std::mem::take(self.scratch);
        let result = self.read_block_with(rows, &mut scratch);
        *self.scratch = scratch;
        result
    }

    fn read_block_with(
        &mut self,
        rows: Selected<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), ColumnError> {
        let num_kept = rows.count();
        let on_page = self.chunk.page.as_ref().map_or(0, |page| page.levels_left);
        let is_last = on_page == 0;
        let Scratch {
            validity,
            kept,
            present,
        } = scratch;
        validity.clear();
        self.read_validity(rows, validity)?;
        let levels = &mut *self.levels;
        let first_slot = levels.num_slots;
        levels.num_levels += num_kept;
        levels.num_slots += num_kept;
        let Some(valid) = validity.bits() else {
            levels.validity.push_run(true, num_kept);
            return self.decode_selected(rows, num_kept, is_last);
        };
        let valid = Selected::of(valid);
        kept.clear();
        let num_valid = compress_bits(valid, rows, kept);
        levels.validity.push_bits(kept.as_bytes(), 0, num_kept);
        present.clear();
        compress_bits(rows, valid, present);
        self.decode_selected(Selected::of(present), num_valid, is_last)?;
        let slots = first_slot..first_slot + num_kept;
        self.values.spread(&self.levels.validity, slots, num_valid)
    }

    /// Appends to `validity` which of the next rows have a value; where levels are asked for, those
    /// of the rows that are wanted are appended to the output.
    fn read_validity(
        &mut self,
        rows: Selected<'_>,
        validity: &mut Validity,
    ) -> Result<(), ColumnError> {
        let LeafLevels {
            max_def, slot_def, ..
        } = self.spec.levels;
        let Some(OpenPage {
            def: Some(def),
            block,
            ..
        }) = self.chunk.page.as_mut()
        else {
            return Ok(());
        };
        if max_def == 1 && self.spec.detail == LevelDetail::Validity {
            def.decode_validity(rows.len(), validity)?;
            return Ok(());
        }
        let scratch = &mut block.def;
        scratch.clear();
        def.decode(rows.len(), max_def, scratch)?;
        slots(scratch, slot_def, max_def, validity);
        if self.spec.detail == LevelDetail::Levels {
            append_selected(bytes_of(scratch), rows, &mut self.levels.def);
        }
        Ok(())
    }

    /// Appends the `num_selected` values of `selected`, the last of the page's if `is_last`. Behind the last of a page's values that are
    /// wanted nothing is looked at.
    pub(super) fn decode_selected(
        &mut self,
        selected: Selected<'_>,
        num_selected: usize,
        is_last: bool,
    ) -> Result<(), ColumnError> {
        if num_selected == 0 {
            // Without a look at the page, which may want a dictionary that is not there.
            return match is_last {
                true => Ok(()),
                false => self.values.skip(selected.len()),
            };
        }
        self.ensure_dictionary()?;
        match is_last {
            true => self.values.decode_selected(selected.trimmed()),
            false if num_selected == selected.len() => self.values.decode(num_selected),
            false => self.values.decode_selected(selected),
        }
    }
}
