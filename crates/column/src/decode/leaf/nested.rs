//! Columns below lists: rows are found in the repetition levels.

use herringbone_decode_kernel::levels::{count_equal, slots};

use super::{Cursor, Mode};
use crate::decode::{LeafLevels, LeafValues, LevelDetail};
use crate::error::{ColumnError, ColumnErrorKind};

/// How many level entries of a nested column are decoded ahead: their bytes stay in the L1 cache.
const LEVEL_BLOCK: usize = 4096;

impl<V: LeafValues> Cursor<'_, V> {
    pub(super) fn skip_nested(&mut self, num_rows: usize) -> Result<usize, ColumnError> {
        let mut left = num_rows;
        while left > 0 {
            left -= self.skip_located_pages(left)?;
            if left == 0 {
                break;
            }
            let whole = self.skip_whole_page(left)?;
            if whole > 0 {
                left -= whole;
                continue;
            }
            // One page at a time, so that whole pages can be passed over again behind it.
            let walked = self.walk_nested(left, Mode::Skip)?;
            if walked == 0 {
                break;
            }
            left -= walked;
        }
        Ok(num_rows - left)
    }

    /// Reads or skips `num_rows` rows entry by entry; a skip may stop early, at the end of a page.
    pub(super) fn walk_nested(
        &mut self,
        num_rows: usize,
        mode: Mode<'_>,
    ) -> Result<usize, ColumnError> {
        let mut rows = 0;
        let mut row_levels = 0;
        // Whether the row that goes on is wanted.
        let mut keeps = false;
        loop {
            let block_is_empty = self
                .chunk
                .page
                .as_ref()
                .is_none_or(|page| page.block.is_empty());
            if block_is_empty
                && !self.ensure_block(rows == num_rows, matches!(mode, Mode::Skip) && rows > 0)?
            {
                break;
            }
            let Some(page) = self.chunk.page.as_mut() else {
                break;
            };
            let (num_levels, started) =
                rows_prefix(&page.block.rep[page.block.start..], num_rows - rows);
            if num_levels == 0 {
                break;
            }
            let started_rows = rows..rows + started;
            rows += started;
            row_levels = if started > 0 {
                num_levels
            } else {
                row_levels + num_levels
            };
            if row_levels > self.spec.limits.levels_per_row {
                let (max, found) = (self.spec.limits.levels_per_row as u64, row_levels as u64);
                return Err(ColumnErrorKind::Limit {
                    limit: "levels of one row",
                    max,
                    found,
                }
                .into());
            }
            match mode {
                Mode::Selected(selected) => {
                    let selected = selected.slice(started_rows);
                    keeps = self.take_selected_entries(num_levels, selected, keeps)?;
                }
                _ => self.take_entries(num_levels, mode)?,
            }
        }
        self.chunk.row += rows as u64;
        Ok(rows)
    }

    /// Makes sure that entries are decoded ahead; `false` where the rows asked for are complete.
    fn ensure_block(
        &mut self,
        rows_are_started: bool,
        stop_at_page_end: bool,
    ) -> Result<bool, ColumnError> {
        if let Some(page) = &self.chunk.page
            && page.levels_left == 0
            && (rows_are_started || stop_at_page_end)
            && page.has_whole_rows
        {
            return Ok(false);
        }
        if !self.ensure_page()? {
            return Ok(false);
        }
        let Some(page) = self.chunk.page.as_mut() else {
            return Ok(false);
        };
        let LeafLevels {
            max_def, max_rep, ..
        } = self.spec.levels;
        let num_levels = page.levels_left.min(LEVEL_BLOCK);
        let block = &mut page.block;
        block.rep.clear();
        block.def.clear();
        block.start = 0;
        if let Some(rep) = &mut page.rep {
            rep.decode(num_levels, max_rep, &mut block.rep)?;
        }
        if let Some(def) = &mut page.def {
            def.decode(num_levels, max_def, &mut block.def)?;
        }
        page.levels_left -= num_levels;
        let is_first = !self.chunk.is_started;
        self.chunk.is_started = true;
        match block.rep.first() {
            Some(&level) if is_first && level != 0 => {
                Err(ColumnErrorKind::FirstRepetitionLevel(level).into())
            }
            first => Ok(first.is_some()),
        }
    }

    /// Takes `num_levels` entries off the block: their levels and values are appended or skipped.
    fn take_entries(&mut self, num_levels: usize, mode: Mode<'_>) -> Result<(), ColumnError> {
        let Some(page) = self.chunk.page.as_mut() else {
            return Ok(());
        };
        let LeafLevels {
            max_def, slot_def, ..
        } = self.spec.levels;
        let block = &mut page.block;
        let taken = block.start..block.start + num_levels;
        block.start = taken.end;
        let (rep, def) = (&block.rep[taken.clone()], &block.def[taken]);
        if matches!(mode, Mode::Skip) {
            let num_present = count_equal(def, max_def);
            return self.values.skip(num_present);
        }
        let first_slot = self.levels.num_slots;
        if self.spec.detail == LevelDetail::Levels {
            self.levels.rep.extend_from_slice(rep);
            self.levels.def.extend_from_slice(def);
        }
        let slots = slots(def, slot_def, max_def, &mut self.levels.validity);
        self.levels.num_levels += num_levels;
        self.levels.num_slots += slots.num_slots;
        self.decode_values(first_slot, slots.num_slots, slots.num_present)
    }
}

/// How many entries of `rep` belong to the row that is going on and to `max_rows` more, and how
/// many rows start among them.
fn rows_prefix(rep: &[u8], max_rows: usize) -> (usize, usize) {
    let mut started = 0;
    let mut len = 0;
    // Whole blocks first, by counting alone.
    for block in rep.chunks_exact(64) {
        let in_block = block.iter().filter(|&&level| level == 0).count();
        if started + in_block > max_rows {
            break;
        }
        started += in_block;
        len += block.len();
    }
    for &level in &rep[len..] {
        if level == 0 {
            if started == max_rows {
                break;
            }
            started += 1;
        }
        len += 1;
    }
    (len, started)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_ends_before_the_row_after_the_last() {
        let check = |rep: &[u8], max_rows, expected| {
            assert_eq!(rows_prefix(rep, max_rows), expected, "{rep:?} {max_rows}")
        };
        check(&[], 3, (0, 0));
        check(&[0, 1, 0, 1, 1], 1, (2, 1));
        check(&[0, 1, 0, 1, 1], 2, (5, 2));
        check(&[1, 1, 0, 1], 0, (2, 0));
        check(&[0; 200], 130, (130, 130));
        check(&[1; 200], 0, (200, 0));
        let mut long = vec![1; 150];
        long[100] = 0;
        check(&long, 0, (100, 0));
        check(&long, 1, (150, 1));
    }
}
