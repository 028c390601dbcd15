//! A data page's three parts: repetition levels, definition levels, values.
//!
//! ```text
//! version 1   [len u32][rep levels] [len u32][def levels] [values]     all of it compressed
//!                BIT_PACKED levels have no length: their size follows from their count
//! version 2   [rep levels] [def levels]                                as stored, lengths in the header
//!             [values]                                                 compressed
//! ```
//!
//! Spec: README.md, "Data Pages"

use bytes::Bytes;
use herringbone_decode_kernel::levels::LevelDecoder;
use herringbone_format::PageKind;
use herringbone_format::basic::Encoding;

use super::reader::{PageReader, RawPage};
use crate::decode::LeafLevels;
use crate::error::{ColumnError, ColumnErrorKind};

/// One data page, decompressed and taken apart.
pub(crate) struct DataPage {
    /// Level entries of the page, nulls included: what the spec calls `num_values`.
    pub(crate) num_levels: usize,
    /// `None` where the column has no repetition levels.
    pub(crate) rep: Option<LevelDecoder<Bytes>>,
    /// `None` where the column has no definition levels.
    pub(crate) def: Option<LevelDecoder<Bytes>>,
    pub(crate) encoding: Encoding,
    pub(crate) values: Bytes,
    /// Whether the page begins and ends with whole rows.
    pub(crate) has_whole_rows: bool,
}

/// Decompresses `page`, which is a data page of a column with `levels`, and takes it apart.
///
/// `None` if it is not a data page.
pub(crate) fn split_data_page(
    reader: &mut PageReader,
    page: &RawPage,
    levels: LeafLevels,
) -> Result<Option<DataPage>, ColumnError> {
    let data_page = match page.header.kind {
        PageKind::DataV1 {
            num_values,
            encoding,
            def_encoding,
            rep_encoding,
        } => {
            let mut rest = reader.decompress(page, 0)?;
            let rep = take_v1_levels(
                &mut rest,
                rep_encoding,
                levels.max_rep,
                num_values,
                "repetition",
            )?;
            let def = take_v1_levels(
                &mut rest,
                def_encoding,
                levels.max_def,
                num_values,
                "definition",
            )?;
            DataPage {
                num_levels: num_values,
                rep,
                def,
                encoding,
                values: rest,
                has_whole_rows: false,
            }
        }
        PageKind::DataV2 {
            num_values,
            encoding,
            def_len,
            rep_len,
            ..
        } => {
            let prefix_size = def_len.checked_add(rep_len).ok_or(ColumnErrorKind::Count {
                what: "bytes for the levels of a page",
                expected: page.header.uncompressed_size as u64,
                found: u64::MAX,
            })?;
            if prefix_size > page.header.uncompressed_size {
                return Err(ColumnErrorKind::Count {
                    what: "bytes at most for the levels of a page",
                    expected: page.header.uncompressed_size as u64,
                    found: prefix_size as u64,
                }
                .into());
            }
            let mut rest = reader.decompress(page, prefix_size)?;
            let rep = take(&mut rest, rep_len)?;
            let def = take(&mut rest, def_len)?;
            DataPage {
                num_levels: num_values,
                rep: rle_levels(rep, levels.max_rep),
                def: rle_levels(def, levels.max_def),
                encoding,
                values: rest,
                has_whole_rows: true,
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(data_page))
}

fn take_v1_levels(
    rest: &mut Bytes,
    encoding: Encoding,
    max_level: u8,
    num_levels: usize,
    what: &'static str,
) -> Result<Option<LevelDecoder<Bytes>>, ColumnError> {
    if max_level == 0 {
        return Ok(None);
    }
    match encoding {
        Encoding::RLE => {
            let size = take(rest, 4)?;
            let size = u32::from_le_bytes([size[0], size[1], size[2], size[3]]);
            Ok(rle_levels(take(rest, size as usize)?, max_level))
        }
        Encoding::BIT_PACKED => {
            let bits = num_levels as u64 * u64::from(bit_width(max_level));
            let size = usize::try_from(bits.div_ceil(8)).unwrap_or(usize::MAX);
            Ok(Some(LevelDecoder::bit_packed(take(rest, size)?, max_level)))
        }
        other => Err(ColumnErrorKind::Encoding {
            encoding: format!("{other:?} of {what} levels"),
            physical_type: "levels",
        }
        .into()),
    }
}

fn rle_levels(bytes: Bytes, max_level: u8) -> Option<LevelDecoder<Bytes>> {
    (max_level > 0).then(|| LevelDecoder::rle(bytes, max_level))
}

/// Bits that a level up to `max_level` takes.
fn bit_width(max_level: u8) -> u32 {
    u8::BITS - max_level.leading_zeros()
}

/// Takes `size` bytes off the front of `rest`.
pub(crate) fn take(rest: &mut Bytes, size: usize) -> Result<Bytes, ColumnError> {
    if size > rest.len() {
        let (expected, found) = (size as u64, rest.len() as u64);
        return Err(ColumnErrorKind::Count {
            what: "more bytes in the page",
            expected,
            found,
        }
        .into());
    }
    Ok(rest.split_to(size))
}
