//! PLAIN: values as they are, back to back.
//!
//! - `fixed_width`: numbers, INT96 and FIXED_LEN_BYTE_ARRAY, little-endian, `width` bytes each.
//! - `boolean`: one bit each, least significant first.
//! - `byte_array`: four bytes of length before each value; `walk`: from length to length; `indexed`: by number.
//!
//! Spec: Encodings.md, "Plain"

mod boolean;
mod byte_array;
mod fixed_width;
mod indexed;
mod walk;

pub use boolean::Boolean;
pub use byte_array::{ByteArray, Span};
pub use fixed_width::FixedWidth;
pub use indexed::IndexedByteArrays;
