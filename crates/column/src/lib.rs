//! One column chunk as pages, levels and values.
