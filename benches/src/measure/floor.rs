//! The floor: what no reader can be faster than by much.
//!
//! Every page is decompressed by the fastest library there is for its codec, an uncompressed one is copied, into a
//! buffer that is used again; and as many bytes as the Arrow arrays have are copied into fresh buffers, batch by
//! batch. No value is decoded. A reader whose arrays are slices of uncompressed pages can be faster.

use std::hint::black_box;
use std::ops::Range;
use std::time::Instant;

use bytes::Bytes;
use herringbone_codec::{Codec, Decompressor};
use herringbone_format::{Limits, PageHeader, PageKind};
use parquet::basic::Compression;
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaDataReader};

use super::timing::Turn;
use crate::case::{Read, Rows};
use crate::error::BenchError;

/// The floor of a reading; none where pages can be left out, so that there is no telling which must be read.
pub(super) fn prepare(
    file: &Bytes,
    read: &Read,
    arrow_sizes: &[usize],
) -> Result<Option<Turn<'static>>, BenchError> {
    let filtered = match read.rows {
        Rows::All => None,
        Rows::Equal(column, _) | Rows::Below(column, _) => Some(column),
        Rows::Scattered(chance) if chance >= 1_000 => None,
        Rows::Scattered(_) | Rows::Runs { .. } => return Ok(None),
    };
    let metadata = ParquetMetaDataReader::new()
        .parse_and_finish(file)
        .map_err(BenchError::data)?;
    let is_read = |chunk: &ColumnChunkMetaData| {
        let root = chunk
            .column_path()
            .parts()
            .first()
            .map_or("", String::as_str);
        read.columns.is_empty() || read.columns.contains(&root) || filtered == Some(root)
    };
    let mut chunks = Vec::new();
    for group in metadata.row_groups() {
        for chunk in group.columns().iter().filter(|chunk| is_read(chunk)) {
            chunks.push(Chunk::find(file, chunk)?);
        }
    }
    let (file, sizes) = (file.clone(), arrow_sizes.to_vec());
    let mut page = Vec::new();
    let source = vec![1u8; sizes.iter().copied().max().unwrap_or(0)];
    Ok(Some(Box::new(move || {
        let start = Instant::now();
        for chunk in &mut chunks {
            chunk.decompress(&file, &mut page)?;
        }
        for size in &sizes {
            black_box(source[..*size].to_vec());
        }
        Ok(start.elapsed().as_nanos() as f64)
    })))
}

/// A column chunk as its pages lie in the file.
struct Chunk {
    decompressor: Decompressor,
    pages: Vec<Page>,
}

struct Page {
    /// Levels in front of the values that are never compressed.
    levels: Range<usize>,
    compressed: Range<usize>,
    uncompressed_size: usize,
}

impl Chunk {
    fn find(file: &Bytes, chunk: &ColumnChunkMetaData) -> Result<Chunk, BenchError> {
        let (start, len) = chunk.byte_range();
        let (mut at, end) = (start as usize, (start + len) as usize);
        let mut pages = Vec::new();
        while at < end {
            let (header, size) =
                PageHeader::parse(&file[at..end], &Limits::default()).map_err(BenchError::data)?;
            at += size;
            let levels = match header.kind {
                PageKind::DataV2 {
                    def_len, rep_len, ..
                } => def_len + rep_len,
                _ => 0,
            };
            pages.push(Page {
                levels: at..at + levels,
                compressed: at + levels..at + header.compressed_size,
                uncompressed_size: header.uncompressed_size - levels,
            });
            at += header.compressed_size;
        }
        Ok(Chunk {
            decompressor: Decompressor::try_new(codec(chunk.compression())?)
                .map_err(BenchError::data)?,
            pages,
        })
    }

    fn decompress(&mut self, file: &Bytes, out: &mut Vec<u8>) -> Result<(), BenchError> {
        for page in &self.pages {
            let (levels, values) = (&file[page.levels.clone()], &file[page.compressed.clone()]);
            let size = levels.len() + page.uncompressed_size;
            if out.len() < size {
                out.resize(size, 0);
            }
            out[..levels.len()].copy_from_slice(levels);
            self.decompressor
                .decompress(values, &mut out[levels.len()..size])
                .map_err(BenchError::data)?;
            black_box(&out);
        }
        Ok(())
    }
}

fn codec(compression: Compression) -> Result<Codec, BenchError> {
    Ok(match compression {
        Compression::UNCOMPRESSED => Codec::Uncompressed,
        Compression::SNAPPY => Codec::Snappy,
        Compression::GZIP(_) => Codec::Gzip,
        Compression::BROTLI(_) => Codec::Brotli,
        Compression::ZSTD(_) => Codec::Zstd,
        Compression::LZ4_RAW => Codec::Lz4Raw,
        Compression::LZ4 => Codec::Lz4Hadoop,
        Compression::LZO => return Err(BenchError::Data("LZO has no decompressor".into())),
    })
}
