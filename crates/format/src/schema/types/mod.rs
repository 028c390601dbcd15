//! The schema in the shape that the `parquet` crate gives it: owned types in shared pointers.
//!
//! - `parquet_type.rs`: [`Type`], a group or primitive type, and [`BasicTypeInfo`]
//! - `descriptor.rs`: [`SchemaDescriptor`] and [`ColumnDescriptor`], with levels and paths
//! - `builder.rs`: [`PrimitiveTypeBuilder`] and [`GroupTypeBuilder`]
//!
//! A view of the [`SchemaTree`](super::SchemaTree), of which that is built which a program touches;
//! the engine does not use it.

mod builder;
mod descriptor;
mod parquet_type;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use super::ColumnPath;
pub use builder::{GroupTypeBuilder, PrimitiveTypeBuilder, TypeError, TypeProblem};
pub use descriptor::{ColumnDescriptor, SchemaDescriptor};
pub use parquet_type::{BasicTypeInfo, Type};

/// A shared [`Type`].
pub type TypePtr = Arc<Type>;

/// A shared [`SchemaDescriptor`].
pub type SchemaDescPtr = Arc<SchemaDescriptor>;

/// A shared [`ColumnDescriptor`].
pub type ColumnDescPtr = Arc<ColumnDescriptor>;
