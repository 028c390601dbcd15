//! Thrift's compact protocol, read from a slice.
//!
//! - [`cursor`]: reads values and walks the fields of a structure
//! - [`shape`]: steps over many structures of one shape
//! - [`skip`]: steps over what nobody asked for
//! - [`walk`]: reads structures of the usual shape, quickly
//!
//! Spec: thrift-compact-protocol.md of Apache Thrift.

mod cursor;
mod shape;
mod skip;
#[cfg(test)]
mod tests;
mod walk;

pub(crate) use cursor::{Cursor, Wire};
pub(crate) use shape::Shapes;
pub(crate) use walk::Walk;
