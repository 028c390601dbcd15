//! Thrift's compact protocol, read from a slice.
//!
//! - [`cursor`]: reads values and walks the fields of a structure
//! - [`skip`]: steps over what nobody asked for
//!
//! Spec: thrift-compact-protocol.md of Apache Thrift.

mod cursor;
mod skip;

pub(crate) use cursor::{Cursor, Field, List, Wire};
