//! Values of varying length: their offsets, their views, and the check that they are UTF-8.
//!
//! - `offsets`: [`Offset`] and [`ByteArrays`], bytes back to back with offsets between them.
//! - `views`: the 16-byte views of Arrow's BinaryView layout.
//! - `utf8`: one pass over many values at once.
//! - `writer`: appends short values with moves of fixed size.

mod offsets;
mod utf8;
mod views;
mod writer;

pub use offsets::{ByteArrays, Offset};
pub use utf8::validate_utf8;
pub use views::{INLINE_LEN, view};

pub(crate) use utf8::{Content, are_utf8, first_invalid, is_utf8, validate_lengths};
pub(crate) use views::{ViewBase, first_word};
pub(crate) use writer::{ByteWriter, Window};
