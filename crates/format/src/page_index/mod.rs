//! The page index: where the pages of a column chunk lie, and what bounds their values have.
//!
//! - `offset_index.rs`: [`OffsetIndexMetaData`] of [`PageLocation`]s
//!
//! Spec: PageIndex.md

mod offset_index;

pub use offset_index::{OffsetIndexMetaData, PageLocation};
