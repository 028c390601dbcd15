//! Levels and values to Arrow record batches.

mod selection;

pub use selection::{MaskRunIter, RowSelection, RowSelectionPolicy, RowSelector};
