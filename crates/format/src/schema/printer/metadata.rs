//! The metadata of a file, one fact a line.

use std::fmt::Display;
use std::io::{Result, Write};

use super::print_schema;
use crate::metadata::{ColumnChunkMetaData, FileMetaData, ParquetMetaData, RowGroupMetaData};

/// A line between the title of a part and its facts.
const RULE: &str =
    "--------------------------------------------------------------------------------";

/// Prints all metadata of a file: of the file, each row group and each column chunk.
pub fn print_parquet_metadata(out: &mut dyn Write, metadata: &ParquetMetaData) {
    print_file_metadata(out, metadata.file_metadata());
    let _ = write_row_groups(out, metadata);
}

/// Prints what holds for a whole file, and its schema.
pub fn print_file_metadata(out: &mut dyn Write, file_metadata: &FileMetaData) {
    let _ = write_file_metadata(out, file_metadata);
    print_schema(out, file_metadata.schema());
}

fn write_file_metadata(out: &mut dyn Write, file: &FileMetaData) -> Result<()> {
    writeln!(out, "version: {}", file.version())?;
    writeln!(out, "num of rows: {}", file.num_rows())?;
    if let Some(created_by) = file.created_by() {
        writeln!(out, "created by: {created_by}")?;
    }
    if let Some(pairs) = file.key_value_metadata() {
        writeln!(out, "metadata:")?;
        for pair in pairs {
            let value = pair.value.as_deref().unwrap_or_default();
            writeln!(out, "  {}: {value}", pair.key)?;
        }
    }
    Ok(())
}

fn write_row_groups(out: &mut dyn Write, metadata: &ParquetMetaData) -> Result<()> {
    writeln!(out, "\n\nnum of row groups: {}", metadata.num_row_groups())?;
    writeln!(out, "row groups:\n")?;
    for (index, row_group) in metadata.row_groups().iter().enumerate() {
        writeln!(out, "row group {index}:\n{RULE}")?;
        write_row_group(out, row_group)?;
    }
    Ok(())
}

fn write_row_group(out: &mut dyn Write, row_group: &RowGroupMetaData) -> Result<()> {
    writeln!(out, "total byte size: {}", row_group.total_byte_size())?;
    writeln!(out, "num of rows: {}\n", row_group.num_rows())?;
    writeln!(out, "num of columns: {}", row_group.num_columns())?;
    writeln!(out, "columns: ")?;
    for (index, chunk) in row_group.columns().iter().enumerate() {
        writeln!(out, "\ncolumn {index}:\n{RULE}")?;
        write_column_chunk(out, chunk)?;
    }
    Ok(())
}

fn write_column_chunk(out: &mut dyn Write, chunk: &ColumnChunkMetaData) -> Result<()> {
    let encodings: Vec<_> = chunk
        .encodings()
        .map(|encoding| encoding.to_string())
        .collect();
    writeln!(out, "column type: {}", chunk.column_type())?;
    writeln!(out, "column path: {}", chunk.column_path())?;
    writeln!(out, "encodings: {}", encodings.join(" "))?;
    writeln!(out, "file path: {}", or_unknown(chunk.file_path()))?;
    writeln!(out, "file offset: {}", chunk.file_offset())?;
    writeln!(out, "num of values: {}", chunk.num_values())?;
    writeln!(out, "compression: {}", chunk.compression_codec())?;
    for (what, size) in [
        ("compressed", chunk.compressed_size()),
        ("uncompressed", chunk.uncompressed_size()),
    ] {
        writeln!(out, "total {what} size (in bytes): {size}")?;
    }
    writeln!(out, "data page offset: {}", chunk.data_page_offset())?;
    for (what, offset) in [
        ("index", chunk.index_page_offset()),
        ("dictionary", chunk.dictionary_page_offset()),
    ] {
        writeln!(out, "{what} page offset: {}", or_unknown(offset))?;
    }
    writeln!(out, "statistics: {}", or_unknown(chunk.statistics()))?;
    for (what, offset, length) in [
        (
            "bloom filter",
            chunk.bloom_filter_offset(),
            chunk.bloom_filter_length(),
        ),
        (
            "offset index",
            chunk.offset_index_offset(),
            chunk.offset_index_length(),
        ),
        (
            "column index",
            chunk.column_index_offset(),
            chunk.column_index_length(),
        ),
    ] {
        writeln!(out, "{what} offset: {}", or_unknown(offset))?;
        writeln!(out, "{what} length: {}", or_unknown(length))?;
    }
    writeln!(out)
}

fn or_unknown(value: Option<impl Display>) -> String {
    value.map_or_else(|| "N/A".to_owned(), |value| value.to_string())
}
