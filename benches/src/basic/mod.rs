//! The basic set: what is timed. A family is one column stored one way and read into one type; a cell is a
//! family with a share of nulls and a codec.

mod families;

use parquet::basic::{Compression, Encoding, ZstdLevel};

pub(crate) use families::FAMILIES;

/// One column stored in one way and read into one type.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    /// Families that differ in their output alone share a file, named by this.
    pub(crate) file: &'static str,
    pub(crate) column: Column,
    pub(crate) stored: Stored,
    pub(crate) output: Output,
}

/// The values of a column.
#[derive(Clone, Copy)]
pub(crate) enum Column {
    Bool,
    Int32(Spread),
    Int64(Spread),
    Double(Spread),
    /// Decimals of this precision: up to 18 digits are stored as INT64, more as FIXED_LEN_BYTE_ARRAY.
    Decimal(u8, Spread),
    /// Strings of about this many bytes.
    Text(usize, Spread),
    /// `list<int32>` of 0 to 7 elements.
    List,
    /// struct<int64, string of about 8 bytes, double>.
    Struct,
}

/// How values are spread.
#[derive(Clone, Copy)]
pub(crate) enum Spread {
    Any,
    /// Uniformly from so many distinct values.
    Of(u64),
    /// Each a small random step above the last.
    Ascending,
}

/// The encoding of every data page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stored {
    Plain,
    Dictionary,
    Delta,
    Rle,
}

impl Stored {
    pub(crate) fn encoding(self) -> Encoding {
        match self {
            Stored::Plain => Encoding::PLAIN,
            Stored::Dictionary => Encoding::RLE_DICTIONARY,
            Stored::Delta => Encoding::DELTA_BINARY_PACKED,
            Stored::Rle => Encoding::RLE,
        }
    }
}

/// The Arrow type that is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    /// What the file's schema says, `Utf8` for strings.
    Stock,
    /// `Utf8View`.
    View,
    /// `Dictionary<Int32, Utf8>`.
    Dictionary,
}

/// Whether a column may be null, and how often it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nulls {
    Required,
    /// Optional, and so many in a hundred are null, at random.
    Optional(u64),
}

impl Nulls {
    pub(crate) const ALL: [Nulls; 4] = [
        Nulls::Required,
        Nulls::Optional(0),
        Nulls::Optional(10),
        Nulls::Optional(50),
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Nulls::Required => "required",
            Nulls::Optional(0) => "null0",
            Nulls::Optional(10) => "null10",
            Nulls::Optional(_) => "null50",
        }
    }
}

/// How pages are compressed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Codec {
    Uncompressed,
    Snappy,
    Zstd,
}

impl Codec {
    pub(crate) const ALL: [Codec; 3] = [Codec::Uncompressed, Codec::Snappy, Codec::Zstd];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Codec::Uncompressed => "uncompressed",
            Codec::Snappy => "snappy",
            Codec::Zstd => "zstd",
        }
    }

    pub(crate) fn compression(self) -> Compression {
        match self {
            Codec::Uncompressed => Compression::UNCOMPRESSED,
            Codec::Snappy => Compression::SNAPPY,
            Codec::Zstd => Compression::ZSTD(ZstdLevel::default()),
        }
    }
}

/// One figure: a family with its nulls and its codec.
#[derive(Clone, Copy)]
pub(crate) struct Cell {
    pub(crate) family: &'static Family,
    pub(crate) nulls: Nulls,
    pub(crate) codec: Codec,
}

impl Cell {
    pub(crate) fn all() -> impl Iterator<Item = Cell> {
        let of_nulls = |family, nulls| {
            Codec::ALL.into_iter().map(move |codec| Cell {
                family,
                nulls,
                codec,
            })
        };
        FAMILIES.iter().flat_map(move |family| {
            Nulls::ALL
                .into_iter()
                .flat_map(move |nulls| of_nulls(family, nulls))
        })
    }

    pub(crate) fn name(self) -> String {
        format!(
            "{}/{}/{}",
            self.family.name,
            self.nulls.name(),
            self.codec.name()
        )
    }

    pub(crate) fn file_name(self) -> String {
        format!(
            "{}-{}-{}.parquet",
            self.family.file,
            self.nulls.name(),
            self.codec.name()
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_distinct() {
        let names: HashSet<String> = Cell::all().map(Cell::name).collect();
        assert_eq!(
            names.len(),
            FAMILIES.len() * Nulls::ALL.len() * Codec::ALL.len()
        );
    }
}
