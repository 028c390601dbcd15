//! The schema of a file.
//!
//! - `tree.rs`: [`SchemaTree`], what the engine works on: flat, parsed in one pass
//! - `raw_element.rs`: an element as it lies in the footer
//! - `node.rs`: [`Node`], an element of the tree
//! - `logical_type.rs`: logical types, decoded when somebody asks
//! - [`shape`]: which groups are lists and maps, in all the shapes that writers gave them
//! - `column_path.rs`: [`ColumnPath`]
//! - `builder.rs`: [`SchemaBuilder`], trees made by a program; `encode.rs` writes them down
//! - [`types`]: the schema in the shape that the `parquet` crate gives it
//! - [`printer`], [`parser`]: schemas as text and from text

mod builder;
mod column_path;
mod encode;
mod logical_type;
mod node;
pub mod parser;
pub mod printer;
mod raw_element;
pub mod shape;
#[cfg(test)]
mod tests;
mod tree;
pub mod types;

pub use builder::SchemaBuilder;
pub use column_path::ColumnPath;
pub use node::{Children, Node};
pub use tree::SchemaTree;
