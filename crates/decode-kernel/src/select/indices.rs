//! Values picked out of runs.

use super::{Piece, Selected};
use crate::hybrid_rle::{HybridRle, Run};
use crate::output::bytes_of;
use crate::{BitWidth, DecodeError, bitpack};

use super::append_selected;

/// Values of a packed run that are unpacked before those that are wanted are picked.
const BLOCK: usize = 1024;

/// Where fewer than one value in so many is wanted, each is taken out of the packed bits by itself.
const SPARSE: usize = 6;

/// The selected ones of dictionary indices, in memory that is used again.
#[derive(Debug, Clone, Default)]
pub struct PickedIndices {
    picked: Vec<u32>,
    unpacked: Vec<u32>,
}

impl PickedIndices {
    /// The next `selected.len()` values of `runs` that are selected; the others are passed over.
    ///
    /// # Errors
    /// As for [`HybridRle::next_run`].
    pub fn pick<B: AsRef<[u8]>>(
        &mut self,
        runs: &mut HybridRle<B>,
        selected: Selected<'_>,
    ) -> Result<&[u32], DecodeError> {
        self.picked.clear();
        let mut at = 0;
        while at < selected.len() {
            let run = runs.next_run(selected.len() - at)?;
            let of_run = selected.slice(at..at + run.len());
            match run {
                Run::Repeated { value, .. } => {
                    let len = self.picked.len() + of_run.count();
                    self.picked.resize(len, value);
                }
                Run::Packed {
                    bytes,
                    bit_offset,
                    bit_width,
                    ..
                } => self.pick_packed(bytes, bit_offset as u64, bit_width, of_run)?,
            }
            at += of_run.len();
        }
        Ok(&self.picked)
    }

    /// The next `n` values of `runs`.
    ///
    /// # Errors
    /// As for [`HybridRle::next_run`].
    pub fn take<B: AsRef<[u8]>>(
        &mut self,
        runs: &mut HybridRle<B>,
        n: usize,
    ) -> Result<&[u32], DecodeError> {
        self.picked.clear();
        runs.decode_u32(n, &mut self.picked)?;
        Ok(&self.picked)
    }

    /// Picks from the values that start at bit `first` of `packed`.
    fn pick_packed(
        &mut self,
        packed: &[u8],
        mut first: u64,
        bit_width: BitWidth,
        selected: Selected<'_>,
    ) -> Result<(), DecodeError> {
        let bits = u64::from(bit_width.bits());
        for piece in selected.pieces(BLOCK) {
            match piece {
                Piece::Skip(len) => first += len as u64 * bits,
                Piece::Take(block) => {
                    if block.count() < block.len() / SPARSE {
                        self.extract(packed, first, bit_width, block);
                    } else {
                        self.unpacked.clear();
                        let unpacked = &mut self.unpacked;
                        bitpack::unpack_from(packed, first, bit_width, block.len(), unpacked)?;
                        append_selected(bytes_of(&self.unpacked), block, &mut self.picked);
                    }
                    first += block.len() as u64 * bits;
                }
            }
        }
        Ok(())
    }

    /// Takes the selected values out one by one.
    fn extract(&mut self, packed: &[u8], first: u64, bit_width: BitWidth, selected: Selected<'_>) {
        let bits = u64::from(bit_width.bits());
        for start in (0..selected.len()).step_by(64) {
            let mut word = selected.word(start);
            while word != 0 {
                let at = start as u64 + u64::from(word.trailing_zeros());
                // An index has at most 32 bits.
                let value = bitpack::extract(packed, first + at * bits, bit_width) as u32;
                self.picked.push(value);
                word &= word - 1;
            }
        }
    }
}
