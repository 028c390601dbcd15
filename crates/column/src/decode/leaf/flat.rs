//! Columns outside lists: each level entry is a row.

use herringbone_decode_kernel::levels::{count_equal, slots};

use super::Cursor;
use crate::decode::{LeafLevels, LeafValues, LevelDetail};
use crate::error::ColumnError;

impl<V: LeafValues> Cursor<'_, V> {
    pub(super) fn read_flat(&mut self, num_rows: usize) -> Result<usize, ColumnError> {
        let mut left = num_rows;
        while left > 0 && self.ensure_page()? {
            let Some(page) = self.chunk.page.as_mut() else {
                break;
            };
            let num_levels = left.min(page.levels_left);
            let first_slot = self.levels.num_slots;
            let LeafLevels {
                max_def, slot_def, ..
            } = self.spec.levels;
            let validity = &mut self.levels.validity;
            let num_present = match &mut page.def {
                None => {
                    validity.push_run(true, num_levels);
                    num_levels
                }
                Some(def) if max_def == 1 && self.spec.detail == LevelDetail::Validity => {
                    def.decode_validity(num_levels, validity)?
                }
                Some(def) => {
                    let first = self.levels.def.len();
                    def.decode(num_levels, max_def, &mut self.levels.def)?;
                    let slots = slots(&self.levels.def[first..], slot_def, max_def, validity);
                    if self.spec.detail == LevelDetail::Validity {
                        self.levels.def.clear();
                    }
                    slots.num_present
                }
            };
            page.levels_left -= num_levels;
            left -= num_levels;
            self.levels.num_levels += num_levels;
            self.levels.num_slots += num_levels;
            self.decode_values(first_slot, num_levels, num_present)?;
            self.chunk.row += num_levels as u64;
        }
        Ok(num_rows - left)
    }

    pub(super) fn skip_flat(&mut self, num_rows: usize) -> Result<usize, ColumnError> {
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
            if !self.ensure_page()? {
                break;
            }
            let Some(page) = self.chunk.page.as_mut() else {
                break;
            };
            let num_levels = left.min(page.levels_left);
            page.levels_left -= num_levels;
            left -= num_levels;
            self.chunk.row += num_levels as u64;
            if page.levels_left == 0 {
                self.chunk.page = None;
                continue;
            }
            let max_def = self.spec.levels.max_def;
            let num_present = match &mut page.def {
                None => num_levels,
                Some(def) if max_def == 1 => def.skip_validity(num_levels)?,
                Some(def) => {
                    page.block.def.clear();
                    def.decode(num_levels, max_def, &mut page.block.def)?;
                    count_equal(&page.block.def, max_def)
                }
            };
            self.values.skip(num_present)?;
        }
        Ok(num_rows - left)
    }
}
