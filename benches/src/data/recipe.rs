//! How a file is made: its columns, how each is stored, the codec.

use parquet::basic::{BrotliLevel, Compression, Encoding, GzipLevel, ZstdLevel};

/// A file of columns of made-up values.
#[derive(Clone)]
pub(crate) struct Recipe {
    /// Names the file, and seeds the random numbers of its columns.
    pub(crate) name: String,
    pub(crate) columns: Vec<Column>,
    pub(crate) num_rows: usize,
    pub(crate) codec: Codec,
    /// Rows of a page, where it is not the writer's own choice.
    pub(crate) page_rows: Option<usize>,
    /// Bytes up to which a dictionary is kept, where it is not the writer's own choice.
    pub(crate) dictionary_limit: Option<usize>,
}

/// One column of a [`Recipe`].
#[derive(Clone)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) values: Values,
    pub(crate) nulls: Nulls,
    pub(crate) stored: Stored,
}

impl Recipe {
    /// An uncompressed file of one column, `value`.
    pub(crate) fn of(
        name: &str,
        values: Values,
        nulls: Nulls,
        stored: Stored,
        num_rows: usize,
    ) -> Recipe {
        Recipe {
            name: name.to_owned(),
            columns: vec![Column {
                name: "value",
                values,
                nulls,
                stored,
            }],
            num_rows,
            codec: Codec::Uncompressed,
            page_rows: None,
            dictionary_limit: None,
        }
    }

    /// The name of its file.
    pub(crate) fn file_name(&self) -> String {
        let nulls = match self.columns.as_slice() {
            [only] => only.nulls.name(),
            _ => "table",
        };
        let codec = self.codec.name();
        format!("{}-{nulls}-{codec}-{}.parquet", self.name, self.num_rows)
    }
}

/// The values of a column.
#[derive(Clone, Copy)]
pub(crate) enum Values {
    Bool,
    Int32(Spread),
    Int64(Spread),
    Float(Spread),
    Double(Spread),
    /// Decimals of this precision: up to 18 digits are stored as INT64, more as FIXED_LEN_BYTE_ARRAY.
    Decimal(u8, Spread),
    /// FIXED_LEN_BYTE_ARRAY of 16 bytes.
    Fixed16(Spread),
    /// Lower-case letters, from half to one and a half of this many bytes.
    Text(usize, Spread),
    /// Exactly this many lower-case letters.
    TextOf(usize, Spread),
    /// English-like words, some far more frequent than others, about this many bytes together.
    Words(usize),
    /// Binary values of exactly this size.
    Blob(usize, Spread),
    /// `list<int32>`, here as below of 0 to 7 elements.
    List,
    /// `list<string>`, strings of about 8 bytes.
    ListOfText,
    /// `map<string, int64>`.
    Map,
    /// `struct<int64, string, double>`.
    Struct,
    /// `list<struct<int64, string, double>>`.
    ListOfStruct,
    /// `list<list<int32>>`.
    ListOfList,
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
    /// A dictionary as far as it fits, PLAIN from there on.
    Fallback,
    Delta,
    DeltaLength,
    DeltaByteArray,
    StreamSplit,
    Rle,
}

impl Stored {
    pub(crate) fn encoding(self) -> Encoding {
        match self {
            Stored::Plain | Stored::Fallback => Encoding::PLAIN,
            Stored::Dictionary => Encoding::RLE_DICTIONARY,
            Stored::Delta => Encoding::DELTA_BINARY_PACKED,
            Stored::DeltaLength => Encoding::DELTA_LENGTH_BYTE_ARRAY,
            Stored::DeltaByteArray => Encoding::DELTA_BYTE_ARRAY,
            Stored::StreamSplit => Encoding::BYTE_STREAM_SPLIT,
            Stored::Rle => Encoding::RLE,
        }
    }
}

/// Whether a column may be null, and how often it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nulls {
    Required,
    /// Optional, and so many in a hundred are null, at random.
    Optional(u64),
    /// Optional, and so many in a hundred are null, in runs of 64 on the average.
    Clustered(u64),
}

impl Nulls {
    pub(crate) const ALL: [Nulls; 6] = [
        Nulls::Required,
        Nulls::Optional(0),
        Nulls::Optional(10),
        Nulls::Clustered(10),
        Nulls::Optional(50),
        Nulls::Optional(99),
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Nulls::Required => "required",
            Nulls::Optional(0) => "null0",
            Nulls::Optional(10) => "null10",
            Nulls::Clustered(_) => "null10-clustered",
            Nulls::Optional(50) => "null50",
            Nulls::Optional(_) => "null99",
        }
    }
}

/// How pages are compressed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Codec {
    Uncompressed,
    Snappy,
    Gzip,
    Brotli,
    Zstd,
    Lz4Raw,
    Lz4,
}

impl Codec {
    pub(crate) const ALL: [Codec; 7] = [
        Codec::Uncompressed,
        Codec::Snappy,
        Codec::Gzip,
        Codec::Brotli,
        Codec::Zstd,
        Codec::Lz4Raw,
        Codec::Lz4,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Codec::Uncompressed => "uncompressed",
            Codec::Snappy => "snappy",
            Codec::Gzip => "gzip",
            Codec::Brotli => "brotli",
            Codec::Zstd => "zstd",
            Codec::Lz4Raw => "lz4_raw",
            Codec::Lz4 => "lz4",
        }
    }

    pub(crate) fn compression(self) -> Compression {
        match self {
            Codec::Uncompressed => Compression::UNCOMPRESSED,
            Codec::Snappy => Compression::SNAPPY,
            Codec::Gzip => Compression::GZIP(GzipLevel::default()),
            Codec::Brotli => Compression::BROTLI(BrotliLevel::default()),
            Codec::Zstd => Compression::ZSTD(ZstdLevel::default()),
            Codec::Lz4Raw => Compression::LZ4_RAW,
            Codec::Lz4 => Compression::LZ4,
        }
    }
}
