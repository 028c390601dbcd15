//! One column chunk and its pages.

use std::sync::Arc;

use herringbone_codec::Codec;
use herringbone_column::decode::LeafLevels;
use herringbone_column::{
    Budget, ByteSource, Checksums, ChunkSpec, ColumnError, ColumnErrorKind, PageLimits, PageReader,
    PageSummary, Place,
};
use herringbone_format::basic::CompressionCodec;
use herringbone_format::metadata::ColumnChunkMetaData;
use herringbone_format::page_index::{ColumnIndexMetaData, OffsetIndexMetaData};
use herringbone_format::schema::Node;
use herringbone_format::{FormatError, Limits};

use super::Input;

/// A column chunk of a file.
#[derive(Clone, Copy)]
pub(crate) struct Chunk<'a> {
    pub(crate) input: &'a Input,
    pub(crate) row_group: usize,
    /// The leaf of the schema.
    pub(crate) leaf: usize,
}

impl<'a> Chunk<'a> {
    /// What the footer says of it.
    pub(crate) fn metadata(&self) -> &'a ColumnChunkMetaData {
        self.input
            .metadata
            .row_group(self.row_group)
            .column(self.leaf)
    }

    /// The leaf in the schema.
    pub(crate) fn node(&self) -> Node<'a> {
        self.input
            .metadata
            .file_metadata()
            .schema_tree()
            .leaf(self.leaf)
    }

    /// The place of its values in rows.
    pub(crate) fn levels(&self) -> LeafLevels {
        let node = self.node();
        LeafLevels {
            max_def: node.max_def_level(),
            max_rep: node.max_rep_level(),
            slot_def: slot_def(node),
        }
    }

    /// Where it is, for errors.
    pub(crate) fn place(&self) -> Place {
        let column = Some(Arc::from(self.node().path().string()));
        Place {
            column,
            row_group: Some(self.row_group),
            ..Place::default()
        }
    }

    /// How to read its pages, all of them from the first on.
    pub(crate) fn spec(&self) -> Result<ChunkSpec, ColumnError> {
        let spec = || {
            let metadata = self.metadata().checked()?;
            let (start, size) = metadata.byte_range();
            let available = self.input.source.size();
            if start >= available && metadata.num_values() > 0 {
                return Err(ColumnError::from(ColumnErrorKind::ShortSource {
                    offset: start,
                    size,
                    available,
                }));
            }
            Ok(ChunkSpec {
                range: start..start.saturating_add(size),
                wanted: None,
                codec: codec(metadata.compression_codec())?,
                num_levels: metadata.num_values().max(0).unsigned_abs(),
                page_locations: None,
                num_wanted: None,
                place: self.place(),
            })
        };
        spec().map_err(|error| error.at(&self.place()))
    }

    /// Its pages by their headers, and what stopped the walk if it was not the end.
    ///
    /// Readers stop when all values have been met. The walk goes on to the end of the chunk, but what
    /// is found there is nothing to fail for.
    pub(crate) fn pages(&self, limits: PageLimits) -> (Vec<PageSummary>, Result<(), ColumnError>) {
        let mut pages = Vec::new();
        let result = self.walk(limits, &mut pages);
        (pages, result)
    }

    fn walk(&self, limits: PageLimits, pages: &mut Vec<PageSummary>) -> Result<(), ColumnError> {
        let spec = self.spec()?;
        let source: Arc<dyn ByteSource> = Arc::<super::Source>::clone(&self.input.source);
        let mut reader = PageReader::new(
            source,
            &spec,
            limits,
            Checksums::Ignore,
            Budget::unbounded(),
        );
        let mut levels_left = spec.num_levels;
        while !reader.at_end() {
            let page = match reader.skip() {
                Ok(page) => page,
                Err(_) if levels_left == 0 => break,
                Err(error) => return Err(error),
            };
            if page.header.is_data_page() {
                levels_left = levels_left.saturating_sub(page.header.num_values() as u64);
            }
            pages.push(page);
        }
        if levels_left == 0 {
            return Ok(());
        }
        let (expected, found) = (spec.num_levels, spec.num_levels - levels_left);
        let what = "values on the pages of the column chunk";
        Err(ColumnError::from(ColumnErrorKind::Count {
            what,
            expected,
            found,
        })
        .at(&self.place()))
    }

    /// Its offset index, if it has one.
    pub(crate) fn offset_index(&self) -> Option<Result<OffsetIndexMetaData, ColumnError>> {
        let range = self.metadata().offset_index_range()?;
        Some(self.index(range, |bytes, limits| {
            OffsetIndexMetaData::parse(bytes, limits)
        }))
    }

    /// Its column index, if it has one.
    pub(crate) fn column_index(&self) -> Option<Result<ColumnIndexMetaData, ColumnError>> {
        let range = self.metadata().column_index_range()?;
        let physical_type = self.metadata().column_type();
        Some(self.index(range, |bytes, limits| {
            ColumnIndexMetaData::parse(bytes, physical_type, limits)
        }))
    }

    fn index<T>(
        &self,
        range: std::ops::Range<u64>,
        parse: impl FnOnce(&[u8], &Limits) -> Result<T, FormatError>,
    ) -> Result<T, ColumnError> {
        let place = Place {
            file_offset: Some(range.start),
            ..self.place()
        };
        let available = self.input.source.size();
        let size = range.end.saturating_sub(range.start);
        let result = if range.end > available {
            Err(ColumnErrorKind::ShortSource {
                offset: range.start,
                size,
                available,
            }
            .into())
        } else {
            // Inside the file, so that it can be allocated as well as any part of it.
            let bytes = self
                .input
                .source
                .read(range.start, usize::try_from(size).unwrap_or(usize::MAX));
            bytes
                .map_err(ColumnError::from)
                .and_then(|bytes| Ok(parse(&bytes, &Limits::default())?))
        };
        result.map_err(|error| error.at(&place))
    }
}

/// The definition level from which on a leaf has a slot: that of the innermost repeated ancestor.
fn slot_def(leaf: Node<'_>) -> u8 {
    let mut node = leaf;
    loop {
        let Some(parent) = node.parent() else {
            return 0;
        };
        if node.max_rep_level() > parent.max_rep_level() {
            return node.max_def_level();
        }
        node = parent;
    }
}

fn codec(codec: CompressionCodec) -> Result<Codec, ColumnError> {
    Ok(match codec {
        CompressionCodec::UNCOMPRESSED => Codec::Uncompressed,
        CompressionCodec::SNAPPY => Codec::Snappy,
        CompressionCodec::GZIP => Codec::Gzip,
        CompressionCodec::LZO => Codec::Lzo,
        CompressionCodec::BROTLI => Codec::Brotli,
        CompressionCodec::LZ4 => Codec::Lz4Hadoop,
        CompressionCodec::ZSTD => Codec::Zstd,
        CompressionCodec::LZ4_RAW => Codec::Lz4Raw,
        CompressionCodec::_Unknown(_) => {
            return Err(ColumnErrorKind::Unsupported(
                "a compression codec of a later format version",
            )
            .into());
        }
    })
}
