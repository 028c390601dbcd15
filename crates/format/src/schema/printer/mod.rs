//! Schemas and metadata as text, in the form of the `parquet` crate.
//!
//! - `message.rs`: a schema as a message type
//! - `metadata.rs`: the metadata of a file
//!
//! What cannot be written is dropped, as programs written for `parquet` expect.

mod message;
mod metadata;
#[cfg(test)]
mod tests;

use std::io::Write;

use super::types::Type;
pub use metadata::{print_file_metadata, print_parquet_metadata};

/// Prints a schema, or a part of one, as a message type and a line end.
///
/// ```text
/// message schema {
///   REQUIRED INT64 id;
///   OPTIONAL group names (LIST) {
///     REPEATED group list {
///       OPTIONAL BYTE_ARRAY element [7] (STRING);
///     }
///   }
/// }
/// ```
pub fn print_schema(out: &mut dyn Write, tp: &Type) {
    let _ = writeln!(out, "{}", message::Message(tp));
}
