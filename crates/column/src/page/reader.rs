//! One column chunk, page by page: header, limits, checksum, decompression.

use std::sync::Arc;

use bytes::Bytes;
use herringbone_codec::{Codec, Decompressor};
use herringbone_format::page_index::PageLocation;
use herringbone_format::{FormatError, Limits, PageHeader, PageKind};

use super::buffers::PageBuffers;
use super::spec::ChunkSpec;
use super::window::ChunkWindow;
use crate::budget::Budget;
use crate::error::{ColumnError, ColumnErrorKind, Place};
use crate::limits::{Checksums, PageLimits};
use crate::source::ByteSource;

/// The pages of one column chunk, in order.
pub struct PageReader {
    window: ChunkWindow,
    codec: Codec,
    decompressor: Option<Decompressor>,
    buffers: PageBuffers,
    limits: PageLimits,
    header_limits: Limits,
    checksums: Checksums,
    place: Place,
    /// Pages met so far, of every kind.
    num_pages: usize,
    /// The header that was parsed last, if its page has not been taken yet.
    pending: Option<PendingPage>,
}

/// A header whose page has not been taken or skipped yet.
struct PendingPage {
    header: PageHeader,
    header_size: usize,
}

/// A page as its header describes it, and its bytes as stored.
#[derive(Clone, Debug)]
pub(crate) struct RawPage {
    pub(crate) header: PageHeader,
    pub(crate) stored: Bytes,
    pub(crate) place: Place,
}

/// A page as its header describes it, for those who list pages.
#[derive(Clone, Debug)]
pub struct PageSummary {
    /// File offset of the page's header.
    pub file_offset: u64,
    /// Bytes of the header.
    pub header_size: usize,
    /// The header.
    pub header: PageHeader,
}

/// How many bytes to look at first for a page header; most take 20 to 100.
const HEADER_GUESS: usize = 512;

impl PageReader {
    /// The pages of the chunk that `spec` describes.
    pub fn new(
        source: Arc<dyn ByteSource>,
        spec: &ChunkSpec,
        limits: PageLimits,
        checksums: Checksums,
        budget: Arc<Budget>,
    ) -> Self {
        Self {
            window: ChunkWindow::new(source, spec.range.clone(), spec.wanted.clone()),
            codec: spec.codec,
            decompressor: None,
            buffers: PageBuffers::new(budget),
            limits,
            header_limits: Limits::default(),
            checksums,
            place: spec.place.clone(),
            num_pages: 0,
            pending: None,
        }
    }

    /// The pages of another chunk of the column, read with the context and the buffers of this one.
    pub(crate) fn continued(self, source: Arc<dyn ByteSource>, spec: &ChunkSpec) -> Self {
        let is_same = |decompressor: &Decompressor| decompressor.codec() == spec.codec;
        Self {
            window: ChunkWindow::new(source, spec.range.clone(), spec.wanted.clone()),
            codec: spec.codec,
            decompressor: self.decompressor.filter(is_same),
            place: spec.place.clone(),
            num_pages: 0,
            pending: None,
            ..self
        }
    }

    /// Where the next page lies, for errors about it.
    pub fn place(&self) -> Place {
        Place {
            page: Some(self.num_pages),
            file_offset: Some(self.window.offset()),
            ..self.place.clone()
        }
    }

    /// File offset of the next page's header.
    pub(crate) fn offset(&self) -> u64 {
        self.window.offset()
    }

    /// Whether the chunk's bytes are used up.
    pub fn at_end(&self) -> bool {
        self.pending.is_none() && self.window.at_end()
    }

    /// The header of the next page, which is not taken by this.
    ///
    /// # Errors
    ///
    /// A malformed header, one over the limits, or a failure of the source.
    pub fn peek(&mut self) -> Result<&PageHeader, ColumnError> {
        let pending = self.next_header()?;
        Ok(&self.pending.insert(pending).header)
    }

    fn next_header(&mut self) -> Result<PendingPage, ColumnError> {
        match self.pending.take() {
            Some(pending) => Ok(pending),
            None => self.parse_header().map_err(|error| error.at(&self.place())),
        }
    }

    fn parse_header(&mut self) -> Result<PendingPage, ColumnError> {
        let mut guess = HEADER_GUESS;
        loop {
            let bytes = self.window.peek(guess)?;
            match PageHeader::parse(bytes, &self.header_limits) {
                Ok((header, header_size)) => {
                    check_size(
                        "compressed page size",
                        header.compressed_size,
                        self.limits.compressed_size,
                    )?;
                    check_size(
                        "uncompressed page size",
                        header.uncompressed_size,
                        self.limits.uncompressed_size,
                    )?;
                    return Ok(PendingPage {
                        header,
                        header_size,
                    });
                }
                Err(FormatError::Truncated { .. })
                    if bytes.len() >= guess && guess < self.header_limits.page_header_size =>
                {
                    guess *= 8;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Passes over the next page without reading its body where the source allows it.
    ///
    /// # Errors
    ///
    /// As [`PageReader::peek`].
    pub fn skip(&mut self) -> Result<PageSummary, ColumnError> {
        let PendingPage {
            header,
            header_size,
        } = self.next_header()?;
        let file_offset = self.window.offset();
        let size = header_size as u64 + header.compressed_size as u64;
        self.window.seek(file_offset.saturating_add(size));
        self.num_pages += 1;
        Ok(PageSummary {
            file_offset,
            header_size,
            header,
        })
    }

    /// Continues with the page whose header lies at `location`.
    pub(crate) fn seek(&mut self, location: &PageLocation, page: usize) {
        self.pending = None;
        self.window.seek(location.offset.max(0).unsigned_abs());
        self.num_pages = page;
    }

    /// Takes the next page as it is stored, its checksum compared if that was asked for.
    pub(crate) fn take(&mut self) -> Result<RawPage, ColumnError> {
        let place = self.place();
        let PendingPage {
            header,
            header_size,
        } = self.next_header()?;
        self.window
            .take(header_size)
            .map_err(|error| error.at(&place))?;
        let stored = self
            .window
            .take(header.compressed_size)
            .map_err(|error| error.at(&place))?;
        self.num_pages += 1;
        if self.checksums == Checksums::Verify
            && let Some(expected) = header.crc
        {
            let found = crc32fast::hash(&stored);
            if found != expected {
                return Err(
                    ColumnError::from(ColumnErrorKind::Checksum { expected, found }).at(&place),
                );
            }
        }
        Ok(RawPage {
            header,
            stored,
            place,
        })
    }

    /// The body of `page` after decompression; `prefix_size` bytes at its front are stored as they
    /// are (the levels of a version 2 data page).
    pub(crate) fn decompress(
        &mut self,
        page: &RawPage,
        prefix_size: usize,
    ) -> Result<Bytes, ColumnError> {
        let is_compressed = match &page.header.kind {
            PageKind::DataV2 { is_compressed, .. } => *is_compressed,
            _ => true,
        };
        let size = page.header.uncompressed_size;
        if self.codec == Codec::Uncompressed || !is_compressed {
            return if page.stored.len() == size {
                Ok(page.stored.clone())
            } else {
                let (expected, found) = (size as u64, page.stored.len() as u64);
                Err(ColumnErrorKind::Count {
                    what: "bytes in an uncompressed page",
                    expected,
                    found,
                }
                .into())
            };
        }
        let fits = prefix_size <= size && prefix_size <= page.stored.len();
        if !fits {
            let (expected, found) = (prefix_size as u64, size.min(page.stored.len()) as u64);
            return Err(ColumnErrorKind::Count {
                what: "bytes for the levels of a page",
                expected,
                found,
            }
            .into());
        }
        // Memory is taken for what the stored bytes can come to, not for what the header says.
        let most = self.codec.max_size(page.stored.len() - prefix_size);
        if size - prefix_size > most {
            let (expected, found) = (most as u64, (size - prefix_size) as u64);
            return Err(ColumnErrorKind::Count {
                what: "bytes at most after decompression",
                expected,
                found,
            }
            .into());
        }
        let decompressor = match self.decompressor.take() {
            Some(decompressor) => decompressor,
            None => Decompressor::try_new(self.codec)?,
        };
        let decompressor = self.decompressor.insert(decompressor);
        let (levels, values) = page.stored.split_at(prefix_size);
        self.buffers.page(size, |out| {
            let (out_levels, out_values) = out.split_at_mut(prefix_size);
            out_levels.copy_from_slice(levels);
            // A page without values may come without a compressed body, too.
            if out_values.is_empty() {
                return Ok(());
            }
            Ok(decompressor.decompress(values, out_values)?)
        })
    }
}

fn check_size(limit: &'static str, found: usize, max: usize) -> Result<(), ColumnError> {
    if found > max {
        return Err(ColumnErrorKind::Limit {
            limit,
            max: max as u64,
            found: found as u64,
        }
        .into());
    }
    Ok(())
}
