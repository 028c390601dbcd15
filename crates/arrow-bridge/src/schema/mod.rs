//! Parquet schema → Arrow schema, and the tree that readers are built from.
//!
//! * `node`: the tree's types
//! * `convert`: lists, maps and structs in all their shapes
//! * `leaf_type`: the Arrow type of a leaf, and which other types it can be read into
//! * `hint`: the schema that an Arrow writer left in the file (`ARROW:schema`)
//! * `virtual_type`: columns that are not in the file
//!
//! Spec: LogicalTypes.md

mod node;

pub(crate) use node::{
    ArrowNode, ElementLevels, LeafPlan, ListForm, ListPlan, MapPlan, NodeKind, NodeLevels,
};
