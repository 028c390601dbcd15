//! Levels and values to Arrow record batches.

mod error;
mod selection;

pub use error::{ParquetError, Result};
pub use selection::{MaskRunIter, RowSelection, RowSelectionPolicy, RowSelector};
