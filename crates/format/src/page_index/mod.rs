//! The page index: where the pages of a column chunk lie, and what bounds their values have.
//!
//! - `offset_index.rs`: [`OffsetIndexMetaData`] of [`PageLocation`]s
//! - `column_index.rs`: [`ColumnIndexMetaData`], by physical type; `bounds.rs` reads its bytes
//!
//! Spec: PageIndex.md

mod bounds;
mod column_index;
mod offset_index;
#[cfg(test)]
mod tests;

pub use column_index::{
    ByteArrayColumnIndex, ColumnIndex, ColumnIndexMetaData, PrimitiveColumnIndex,
};
pub use offset_index::{OffsetIndexMetaData, PageLocation};
