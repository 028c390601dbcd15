//! Rows picked by a bit each, of columns below lists: their bits become bits of level entries, and
//! those bits of values.

use herringbone_decode_kernel::levels::slots;
use herringbone_decode_kernel::select::{Selected, append_selected, compress_bits, select_entries};

use super::selected::{LONG_RUN, Scratch};
use super::{Cursor, MAX_READ_GAP, Mode};
use crate::decode::{LeafLevels, LeafValues, LevelDetail};
use crate::error::ColumnError;

impl<V: LeafValues> Cursor<'_, V> {
    /// As [`read_selected_flat`](Self::read_selected_flat).
    pub(super) fn read_selected_nested(
        &mut self,
        selected: Selected<'_>,
    ) -> Result<usize, ColumnError> {
        let mut row = 0;
        while row < selected.len() {
            let rest = selected.slice(row..selected.len());
            let (unset, set) = (rest.leading_unset(), rest.leading_set());
            let (wanted, passed) = if unset >= MAX_READ_GAP || unset == rest.len() {
                (unset, self.skip_nested(unset)?)
            } else if set >= LONG_RUN {
                (set, self.walk_nested(set, Mode::Read)?)
            } else {
                let wanted = rest.slice(unset..rest.len());
                let rows = rest.slice(0..unset + read_length(wanted));
                (
                    rows.len(),
                    self.walk_nested(rows.len(), Mode::Selected(rows))?,
                )
            };
            row += passed;
            if passed < wanted {
                break;
            }
        }
        Ok(row)
    }

    /// Takes `num_levels` entries off the block and appends those of rows that are wanted. `rows` are
    /// the rows that begin among them, `keeps` says of the row that goes on whether it is wanted;
    /// the same of the last row is returned.
    pub(super) fn take_selected_entries(
        &mut self,
        num_levels: usize,
        rows: Selected<'_>,
        keeps: bool,
    ) -> Result<bool, ColumnError> {
        // Taken out for the time, for the chunk and the outputs are changed beside it.
        let mut scratch = std::mem::take(self.scratch);
        let result = self.take_with(num_levels, rows, keeps, &mut scratch);
        *self.scratch = scratch;
        result
    }

    fn take_with(
        &mut self,
        num_levels: usize,
        rows: Selected<'_>,
        keeps: bool,
        scratch: &mut Scratch,
    ) -> Result<bool, ColumnError> {
        let Some(page) = self.chunk.page.as_mut() else {
            return Ok(keeps);
        };
        let LeafLevels {
            max_def, slot_def, ..
        } = self.spec.levels;
        let Scratch {
            validity,
            kept,
            present,
        } = scratch;
        let block = &mut page.block;
        let taken = block.start..block.start + num_levels;
        block.start = taken.end;
        let is_last = page.levels_left == 0 && block.is_empty();
        let (rep, def) = (&block.rep[taken.clone()], &block.def[taken]);

        kept.clear();
        let keeps = select_entries(rep, rows, keeps, kept);
        let entries = Selected::of(kept);
        let levels = &mut *self.levels;
        let (first_level, first_slot) = (levels.def.len(), levels.num_slots);
        append_selected(def, entries, &mut levels.def);
        let kept_def = &levels.def[first_level..];
        let found = slots(kept_def, slot_def, max_def, &mut levels.validity);
        levels.num_levels += kept_def.len();
        levels.num_slots += found.num_slots;
        match self.spec.detail {
            LevelDetail::Levels => append_selected(rep, entries, &mut levels.rep),
            LevelDetail::Validity => levels.def.truncate(first_level),
        }

        validity.clear();
        slots(def, 0, max_def, validity);
        let values = match validity.bits() {
            None => entries,
            Some(valid) => {
                present.clear();
                compress_bits(entries, Selected::of(valid), present);
                Selected::of(present)
            }
        };
        self.decode_selected(values, found.num_present, is_last)?;
        let slots = first_slot..first_slot + found.num_slots;
        self.values
            .spread(&self.levels.validity, slots, found.num_present)?;
        Ok(keeps)
    }
}

/// How many rows to read in one go, the first of which is wanted, up to the last before a gap that is worth a skip.
fn read_length(rows: Selected<'_>) -> usize {
    let (mut end, mut num_unset_words) = (0, 0);
    for start in (0..rows.len()).step_by(64) {
        let word = rows.word(start);
        if word != 0 {
            end = start + 64 - word.leading_zeros() as usize;
            num_unset_words = 0;
            continue;
        }
        num_unset_words += 1;
        // With the bits before and behind them, these are a gap of less than `MAX_READ_GAP`.
        if num_unset_words == MAX_READ_GAP / 64 - 2 {
            break;
        }
    }
    end
}
