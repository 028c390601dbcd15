//! What the footer says of the whole file.
//!
//! Spec: parquet.thrift, `FileMetaData`.

use std::sync::Arc;

use super::encryption::EncryptionAlgorithm;
use super::footer_map::FooterMap;
use crate::FormatError;
use crate::basic::{ColumnOrder, Type as PhysicalType};
use crate::schema::SchemaTree;
use crate::schema::types::{SchemaDescPtr, SchemaDescriptor, Type as SchemaType};
use crate::thrift::{Cursor, Wire};

/// What the footer says of the whole file. Cloning shares it.
#[derive(Debug, Clone)]
pub struct FileMetaData {
    map: Arc<FooterMap>,
}

/// Shared [`FileMetaData`].
pub type FileMetaDataPtr = Arc<FileMetaData>;

/// A key and its value, as writers leave them for their readers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KeyValue {
    /// The key.
    pub key: String,
    /// The value.
    pub value: Option<String>,
}

impl KeyValue {
    /// A key with a value, or without one.
    pub fn new(key: String, value: impl Into<Option<String>>) -> Self {
        Self {
            key,
            value: value.into(),
        }
    }
}

impl FileMetaData {
    pub(super) fn new(map: Arc<FooterMap>) -> Self {
        Self { map }
    }

    /// The format's version as the writer states it, 1 or 2; no reader goes by it.
    pub fn version(&self) -> i32 {
        self.map.version
    }

    /// Rows of the file as the footer states them. Some writers leave it at 0 where row groups have rows.
    pub fn num_rows(&self) -> i64 {
        self.map.num_rows
    }

    /// The writer's name and version, as in `parquet-mr version 1.8.0 (build 0fda28af84b9746396014ad6a415b90592a98b3b)`.
    pub fn created_by(&self) -> Option<&str> {
        self.map.text(self.map.created_by.as_ref()?)
    }

    /// Keys and values. Bytes that are not UTF-8 are replaced.
    pub fn key_value_metadata(&self) -> Option<&Vec<KeyValue>> {
        let decode = || {
            let mut cursor = self.map.at(self.map.key_value_list?);
            read_all_key_values(&mut cursor).ok()
        };
        self.map.key_values.get_or_init(decode).as_ref()
    }

    /// The value of the first `key` that has one, without decoding the others.
    pub fn key_value(&self, key: &str) -> Option<&str> {
        let mut cursor = self.map.at(self.map.key_value_list?);
        let pairs = read_key_values(&mut cursor, |found, value| (found, value)).ok()?;
        let (_, value) = pairs
            .into_iter()
            .find(|&(found, value)| found == key.as_bytes() && value.is_some())?;
        str::from_utf8(value?).ok()
    }

    /// The value of the last `key`, as it lies in the file and without decoding the others.
    pub fn last_value(&self, key: &str) -> Option<&[u8]> {
        let mut cursor = self.map.at(self.map.key_value_list?);
        let pairs = read_key_values(&mut cursor, |found, value| (found, value)).ok()?;
        let mut pairs = pairs.into_iter().rev();
        pairs.find(|&(found, _)| found == key.as_bytes())?.1
    }

    /// The schema's root.
    pub fn schema(&self) -> &SchemaType {
        self.schema_descr().root_schema()
    }

    /// The schema with a description of each leaf, built as it is touched.
    pub fn schema_descr(&self) -> &SchemaDescriptor {
        &self.map.schema_descr
    }

    /// The schema with a description of each leaf, built as it is touched.
    pub fn schema_descr_ptr(&self) -> SchemaDescPtr {
        Arc::clone(&self.map.schema_descr)
    }

    /// The schema as the footer has it, which costs nothing to ask for.
    pub fn schema_tree(&self) -> &SchemaTree {
        &self.map.schema
    }

    /// By what order the bounds of each leaf were taken, if the file says so.
    pub fn column_orders(&self) -> Option<&Vec<ColumnOrder>> {
        let decode = || {
            let mut cursor = self.map.at(self.map.column_order_list?);
            self.read_column_orders(&mut cursor).ok()
        };
        self.map.column_orders.get_or_init(decode).as_ref()
    }

    /// By what order the bounds of leaf `i` were taken; [`ColumnOrder::UNDEFINED`] if the file does not say.
    pub fn column_order(&self, i: usize) -> ColumnOrder {
        self.column_orders()
            .and_then(|orders| orders.get(i).copied())
            .unwrap_or(ColumnOrder::UNDEFINED)
    }

    /// How the encrypted parts of a file with a plain footer are encrypted; none for a file without such parts.
    pub fn encryption_algorithm(&self) -> Option<&EncryptionAlgorithm> {
        self.map.encryption_algorithm.as_ref()
    }

    /// Bytes on the heap, the footer included.
    pub(super) fn footer_size(&self) -> usize {
        self.map.bytes.len()
    }

    pub(super) fn heap_size(&self) -> usize {
        size_of::<FooterMap>() + self.map.heap_size()
    }

    fn read_column_orders(&self, cursor: &mut Cursor<'_>) -> Result<Vec<ColumnOrder>, FormatError> {
        let tree = &self.map.schema;
        let len = cursor.read_list_of(Wire::Struct, "FileMetaData.column_orders")?;
        let type_defined = |leaf: usize| {
            if leaf >= tree.num_leaves() {
                return ColumnOrder::UNKNOWN;
            }
            let node = tree.leaf(leaf);
            ColumnOrder::TYPE_DEFINED_ORDER(ColumnOrder::sort_order_for_type(
                node.logical_type().as_ref(),
                node.converted_type(),
                node.physical_type().unwrap_or(PhysicalType::BYTE_ARRAY),
            ))
        };
        let mut orders = Vec::with_capacity(len.min(tree.num_leaves()));
        for leaf in 0..len {
            let mut order = ColumnOrder::UNKNOWN;
            let mut last_id = 0;
            while let Some(field) = cursor.next_field(&mut last_id)? {
                order = match (field.id, field.wire) {
                    (1, Wire::Struct) => type_defined(leaf),
                    (2, Wire::Struct) => ColumnOrder::IEEE_754_TOTAL_ORDER,
                    (3, Wire::Struct) => ColumnOrder::INT96_TIMESTAMP_ORDER,
                    _ => ColumnOrder::UNKNOWN,
                };
                cursor.skip(field.wire)?;
            }
            orders.push(order);
        }
        Ok(orders)
    }
}

impl PartialEq for FileMetaData {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.map, &other.map) || self.map.bytes == other.map.bytes
    }
}

/// Reads a list of `KeyValue`. Bytes that are not UTF-8 are replaced.
pub(super) fn read_all_key_values(cursor: &mut Cursor<'_>) -> Result<Vec<KeyValue>, FormatError> {
    read_key_values(cursor, |key, value| {
        KeyValue::new(lossy(key), value.map(lossy))
    })
}

/// Reads a list of `KeyValue`; an entry without a key is left out.
fn read_key_values<'a, T>(
    cursor: &mut Cursor<'a>,
    make: impl Fn(&'a [u8], Option<&'a [u8]>) -> T,
) -> Result<Vec<T>, FormatError> {
    let len = cursor.read_list_of(Wire::Struct, "FileMetaData.key_value_metadata")?;
    let mut pairs = Vec::new();
    for _ in 0..len {
        let (mut key, mut value) = (None, None);
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            match (field.id, field.wire) {
                (1, Wire::Binary) => key = Some(cursor.read_binary()?),
                (2, Wire::Binary) => value = Some(cursor.read_binary()?),
                _ => cursor.skip(field.wire)?,
            }
        }
        pairs.extend(key.map(|key| make(key, value)));
    }
    Ok(pairs)
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
