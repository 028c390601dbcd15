//! Everything Thrift, and what is read from it.

use herringbone_format::basic::Type;
use herringbone_format::bloom_filter::Sbbf;
use herringbone_format::metadata::ParquetMetaData;
use herringbone_format::page_index::{ColumnIndexMetaData, OffsetIndexMetaData};
use herringbone_format::{Limits, PageHeader};

use crate::split_choice;

/// A footer's bytes, without the tail: parsed, and everything in it touched.
pub fn footer(bytes: &[u8]) {
    let Ok(metadata) = ParquetMetaData::try_parse(bytes.to_vec(), &Limits::default()) else {
        return;
    };
    let file = metadata.file_metadata();
    let tree = file.schema_tree();
    for i in 0..tree.num_leaves() {
        let leaf = tree.leaf(i);
        assert!(leaf.max_rep_level() <= leaf.max_def_level());
        let _ = (
            leaf.name(),
            leaf.path(),
            leaf.logical_type(),
            leaf.converted_type(),
        );
    }
    let _ = (
        file.created_by(),
        file.key_value_metadata(),
        file.column_orders(),
    );
    assert_eq!(file.schema_descr().num_columns(), tree.num_leaves());
    for row_group in metadata.row_groups() {
        for column in row_group.columns() {
            if column.checked().is_ok() {
                let (start, len) = column.byte_range();
                assert!(start.checked_add(len).is_some());
            }
            let _ = (
                column.statistics(),
                column.geo_statistics(),
                column.page_encoding_stats(),
            );
            let _ = (column.column_index_range(), column.offset_index_range());
            let _ = (
                column.repetition_level_histogram(),
                column.key_value_metadata(),
            );
        }
        let _ = (row_group.sorting_columns(), row_group.compressed_size());
    }
    let _ = metadata.memory_size();
}

/// A page header, and what follows it.
pub fn page_header(bytes: &[u8]) {
    let limits = Limits::default();
    if let Ok((header, used)) = PageHeader::parse(bytes, &limits) {
        assert!(used <= bytes.len());
        let again = PageHeader::parse(&bytes[..used], &limits);
        assert!(again.is_ok(), "{header:?} needs no more than its own bytes");
    }
}

/// A column index or, by the first byte, an offset index.
pub fn page_index(bytes: &[u8]) {
    const TYPES: [Type; 8] = [
        Type::BOOLEAN,
        Type::INT32,
        Type::INT64,
        Type::INT96,
        Type::FLOAT,
        Type::DOUBLE,
        Type::BYTE_ARRAY,
        Type::FIXED_LEN_BYTE_ARRAY,
    ];
    let (choice, bytes) = split_choice(bytes);
    let limits = Limits::default();
    match TYPES.get(choice % 9) {
        Some(&physical) => {
            if let Ok(index) = ColumnIndexMetaData::parse(bytes, physical, &limits) {
                for page in 0..index.num_pages() as usize {
                    let _ = (index.null_count(page), index.is_null_page(page));
                    let _ = index.definition_level_histogram(page);
                }
            }
        }
        None => {
            let _ = OffsetIndexMetaData::parse(bytes, &limits);
        }
    }
}

/// A bloom filter, header and bitset.
pub fn bloom_filter(bytes: &[u8]) {
    if let Ok(filter) = Sbbf::parse(bytes, &Limits::default()) {
        for hash in [0, 1, u64::MAX, 0x9e37_79b9_7f4a_7c15] {
            filter.check_hash(hash);
        }
    }
}
