//! Parquet schema → Arrow schema, and the tree that readers are built from.
//!
//! * `node`: the tree's types
//! * `convert`: the tree, top-level field by top-level field; which groups are lists and maps is `format`'s to say
//! * `leaf_type`: the Arrow type of a leaf, and which other types it can be read into
//! * `embedded`: the schema that an Arrow writer left in the file (`ARROW:schema`)
//! * `file_schema`: the schema of a whole file
//! * `virtual_type`: columns that are not in the file
//!
//! Spec: LogicalTypes.md

mod convert;
mod embedded;
mod file_schema;
mod leaf_type;
mod node;
#[cfg(test)]
mod tests;
mod virtual_type;

pub use convert::PARQUET_FIELD_ID_META_KEY;
pub use embedded::ARROW_SCHEMA_META_KEY;
pub use file_schema::{
    FieldLevels, parquet_to_arrow_field_levels, parquet_to_arrow_field_levels_with_virtual,
    parquet_to_arrow_schema, parquet_to_arrow_schema_by_columns,
};
pub use virtual_type::{FilePath, RowGroupIndex, RowNumber, is_virtual_column};

pub(crate) use convert::{Asked, arrow_roots};
pub(crate) use embedded::EmbeddedSchema;
#[cfg(test)]
pub(crate) use file_schema::embedded_schema;
pub(crate) use file_schema::{fields_of, schema_metadata};
pub(crate) use node::{
    ArrowNode, ElementLevels, LeafPlan, ListForm, ListPlan, MapPlan, NodeKind, NodeLevels,
};
pub(crate) use virtual_type::{VirtualColumn, check_virtual};
