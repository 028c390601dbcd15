//! The levels of the rows that were read.

use herringbone_decode_kernel::nulls::Validity;

/// The maximum levels of a leaf column, and the level from which on it has a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeafLevels {
    /// Entries with this definition level have a value.
    pub max_def: u8,
    /// Number of repeated fields on the path.
    pub max_rep: u8,
    /// Entries with at least this definition level are slots of the leaf: the level at which an
    /// element of the innermost list exists, 0 outside lists.
    pub slot_def: u8,
}

/// Which levels are kept for the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelDetail {
    /// Only which slots of the leaf are valid.
    Validity,
    /// All definition and repetition levels, from which lists and structs are assembled.
    Levels,
}

/// The levels of the rows of one batch.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    /// Which slots of the leaf are valid.
    pub validity: Validity,
    /// Definition levels, one per entry; empty unless [`LevelDetail::Levels`] was asked for and
    /// the column has them.
    pub def: Vec<u8>,
    /// Repetition levels, one per entry; empty likewise.
    pub rep: Vec<u8>,
    /// Level entries read.
    pub num_levels: usize,
    /// Slots of the leaf.
    pub num_slots: usize,
}

impl Levels {
    /// Forgets all and keeps the memory.
    pub fn clear(&mut self) {
        self.validity.clear();
        self.def.clear();
        self.rep.clear();
        self.num_levels = 0;
        self.num_slots = 0;
    }
}
