//! Values picked by their position: a bit for each value says whether it is wanted.
//!
//! - `selected.rs`: [`Selected`], the bits, and how they are walked.
//! - `values.rs`: values and bits moved together, the others left out.
//! - `indices.rs`: values picked out of runs without unpacking the others.
//! - `entries.rs`: bits of rows as bits of their level entries.

mod entries;
mod indices;
mod selected;
#[cfg(test)]
mod tests;
mod values;

pub use entries::select_entries;
pub use indices::PickedIndices;
pub use selected::{Piece, Selected};
pub use values::{append_selected, append_selected_bytes, compress_bits};
