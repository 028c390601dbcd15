//! The Arrow schema of a whole file, and the doors that take the schema in parquet's shape.

use std::borrow::Cow;
use std::collections::HashMap;

use arrow_schema::{FieldRef, Fields, Schema};
use herringbone_format::metadata::KeyValue;
use herringbone_format::schema::SchemaTree;
use herringbone_format::schema::types::SchemaDescriptor;

use super::convert::{Asked, arrow_roots};
use super::embedded::{ARROW_SCHEMA_META_KEY, EmbeddedSchema};
use super::node::ArrowNode;
use super::virtual_type::check_virtual;
use crate::error::Result;
use crate::projection::ProjectionMask;

/// The Arrow schema of a file with this Parquet schema.
///
/// `key_value_metadata` is that of the file: if it holds a schema that an Arrow writer left, its
/// wishes are followed where they fit; the other pairs become the metadata of the schema.
///
/// # Errors
/// If `parquet_schema` nests deeper than a file may.
pub fn parquet_to_arrow_schema(
    parquet_schema: &SchemaDescriptor,
    key_value_metadata: Option<&Vec<KeyValue>>,
) -> Result<Schema> {
    parquet_to_arrow_schema_by_columns(parquet_schema, ProjectionMask::all(), key_value_metadata)
}

/// The Arrow schema of the columns of `mask` in a file with this Parquet schema; see
/// [`parquet_to_arrow_schema`].
///
/// # Errors
/// If `parquet_schema` nests deeper than a file may.
pub fn parquet_to_arrow_schema_by_columns(
    parquet_schema: &SchemaDescriptor,
    mask: ProjectionMask,
    key_value_metadata: Option<&Vec<KeyValue>>,
) -> Result<Schema> {
    let tree = tree_of(parquet_schema)?;
    let pairs = key_value_metadata.map_or(&[][..], Vec::as_slice);
    let embedded = embedded_schema(pairs);
    let roots = arrow_roots(&tree, &mask, embedded.map_or(Asked::Nothing, Asked::File))?;
    let metadata = schema_metadata(pairs, embedded);
    Ok(Schema::new_with_metadata(fields_of(&roots), metadata))
}

/// The Arrow fields that some columns are read into; made by [`parquet_to_arrow_field_levels`].
#[derive(Debug, Clone)]
pub struct FieldLevels {
    fields: Fields,
}

impl FieldLevels {
    /// The Arrow fields, virtual ones last.
    pub fn fields(&self) -> &Fields {
        &self.fields
    }
}

/// The Arrow fields of the columns of `mask`, with the types of `hint` where they fit.
///
/// # Errors
/// If `schema` nests deeper than a file may.
pub fn parquet_to_arrow_field_levels(
    schema: &SchemaDescriptor,
    mask: ProjectionMask,
    hint: Option<&Fields>,
) -> Result<FieldLevels> {
    parquet_to_arrow_field_levels_with_virtual(schema, mask, hint, &[])
}

/// As [`parquet_to_arrow_field_levels`], and fields behind them that are not in the file.
///
/// # Errors
/// If `schema` nests deeper than a file may, or a field of `virtual_columns` is not one that
/// [`is_virtual_column`](super::is_virtual_column) knows.
pub fn parquet_to_arrow_field_levels_with_virtual(
    schema: &SchemaDescriptor,
    mask: ProjectionMask,
    hint: Option<&Fields>,
    virtual_columns: &[FieldRef],
) -> Result<FieldLevels> {
    for field in virtual_columns {
        check_virtual(field)?;
    }
    let tree = tree_of(schema)?;
    let roots = arrow_roots(&tree, &mask, hint.map_or(Asked::Nothing, Asked::Hint))?;
    let file_fields = roots.iter().map(|root| root.field.clone());
    Ok(FieldLevels {
        fields: file_fields.chain(virtual_columns.iter().cloned()).collect(),
    })
}

/// The fields of trees.
pub(crate) fn fields_of(roots: &[ArrowNode]) -> Fields {
    roots.iter().map(|root| root.field.clone()).collect()
}

/// The schema that an Arrow writer left among a file's pairs.
pub(crate) fn embedded_schema(pairs: &[KeyValue]) -> Option<EmbeddedSchema<'_>> {
    let pair = pairs
        .iter()
        .rfind(|pair| pair.key == ARROW_SCHEMA_META_KEY)?;
    EmbeddedSchema::decode(pair.value.as_ref()?.as_bytes())
}

/// A file's pairs, and those that an Arrow writer attached to its schema under other keys.
pub(crate) fn schema_metadata(
    pairs: &[KeyValue],
    embedded: Option<EmbeddedSchema<'_>>,
) -> HashMap<String, String> {
    let mut metadata = embedded.map_or_else(HashMap::new, |embedded| embedded.metadata());
    metadata.extend(
        pairs
            .iter()
            .filter(|pair| pair.key != ARROW_SCHEMA_META_KEY)
            .filter_map(|pair| Some((pair.key.clone(), pair.value.clone()?))),
    );
    metadata
}

/// The tree that conversion works on: that of the file, or one made of types.
fn tree_of(schema: &SchemaDescriptor) -> Result<Cow<'_, SchemaTree>> {
    Ok(match schema.tree() {
        Some(tree) => Cow::Borrowed(tree),
        None => Cow::Owned(SchemaTree::from_type(schema.root_schema())?),
    })
}
