//! `meta`: what the footer says of a file, its row groups and its columns.

use std::collections::BTreeSet;

use herringbone_column::ByteSource;
use herringbone_format::metadata::{ColumnChunkMetaData, RowGroupMetaData};

use super::column_facts::{bounds, indexes, sorting, type_text, unsigned};
use super::statistics::bound_text;
use crate::failure::Failure;
use crate::input::{Chunk, Columns, FileArgument, IndexList, Input};
use crate::json::Json;
use crate::output::{Fact, Listing, fact, facts, say};
use crate::text::ratio;

const EXAMPLES: &str = "\
Columns are summed up over the row groups that are shown; --json has every column chunk of each.

Examples:
  herringbone meta trips.parquet
  herringbone meta trips.parquet --columns fare --row-groups 0
  herringbone meta trips.parquet --json | jq '.row_groups[].columns[] | .path, .min, .max'";

/// Print what the footer says: row groups, columns, codecs, encodings, sizes, statistics
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(flatten)]
    file: FileArgument,
    /// Only these columns
    #[arg(long, short, value_name = "A,B.C")]
    columns: Vec<String>,
    /// Only these row groups
    #[arg(long, value_name = "0,2..4")]
    row_groups: Option<IndexList>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(options: Options) -> Result<(), Failure> {
    let input = Input::open(&options.file.file)?;
    let tree = input.metadata.file_metadata().schema_tree();
    let leaves = match options.columns.as_slice() {
        [] => Columns::all(tree).leaves,
        lists => {
            Columns::find(tree, lists)
                .map_err(|message| Failure::usage_of(&input, message))?
                .leaves
        }
    };
    let num_row_groups = input.metadata.num_row_groups();
    let row_groups = match &options.row_groups {
        None => (0..num_row_groups).collect(),
        Some(list) => list
            .resolve(num_row_groups, "row group")
            .map_err(|message| Failure::usage_of(&input, message))?,
    };
    let report = Report {
        input: &input,
        leaves,
        row_groups,
    };
    say(&if options.json {
        report.json().pretty()
    } else {
        report.text()
    })
}

/// What of a file is shown.
struct Report<'a> {
    input: &'a Input,
    leaves: Vec<usize>,
    row_groups: Vec<usize>,
}

impl<'a> Report<'a> {
    fn group(&self, idx: usize) -> &'a RowGroupMetaData {
        self.input.metadata.row_group(idx)
    }

    fn text(&self) -> String {
        let sections = [
            facts(&self.file()),
            self.groups().print(),
            self.columns().print(),
        ];
        sections.join("\n")
    }

    fn file(&self) -> Vec<(&'static str, Fact)> {
        let file = self.input.metadata.file_metadata();
        let text = |text: &str| Fact::Text(text.to_owned());
        let keys = file.key_value_metadata().map(|pairs| {
            let keys: Vec<_> = pairs.iter().map(|pair| pair.key.as_str()).collect();
            keys.join(", ")
        });
        let mut lines = vec![
            ("file", text(&self.input.name)),
            ("size", Fact::Size(self.input.source.size())),
            ("format version", Fact::Text(file.version().to_string())),
            ("written by", fact(file.created_by(), text)),
            ("rows", Fact::Count(self.input.num_rows())),
            (
                "row groups",
                Fact::Count(self.input.metadata.num_row_groups() as u64),
            ),
            (
                "columns",
                Fact::Count(file.schema_tree().num_leaves() as u64),
            ),
        ];
        lines.extend(keys.map(|keys| ("metadata keys", Fact::Text(keys))));
        let encrypted = file
            .encryption_algorithm()
            .map(|_| ("encryption", text("some columns are encrypted")));
        lines.extend(encrypted);
        lines
    }

    fn groups(&self) -> Listing {
        let mut listing = Listing::new(&[
            "group",
            "rows",
            "compressed",
            "uncompressed",
            "ratio",
            "offset",
            "sorted by",
        ]);
        for &idx in &self.row_groups {
            let group = self.group(idx);
            let (compressed, uncompressed) = sizes(group.columns());
            let offset = group
                .columns()
                .iter()
                .map(|chunk| chunk.byte_range().0)
                .min();
            listing.push(vec![
                Fact::Count(idx as u64),
                Fact::Count(unsigned(group.num_rows())),
                Fact::Size(compressed),
                Fact::Size(uncompressed),
                fact(ratio(uncompressed, compressed), Fact::Ratio),
                fact(offset, Fact::Count),
                fact(sorting(group), Fact::Text),
            ]);
        }
        listing
    }

    fn columns(&self) -> Listing {
        let mut listing = Listing::new(&[
            "column",
            "type",
            "codec",
            "encodings",
            "compressed",
            "uncompressed",
            "ratio",
            "values",
            "nulls",
            "min",
            "max",
            "index",
        ]);
        for &leaf in &self.leaves {
            let chunks: Vec<_> = self
                .row_groups
                .iter()
                .map(|&idx| self.group(idx).column(leaf))
                .collect();
            let (compressed, uncompressed) = sizes(chunks.iter().copied());
            let column = self
                .input
                .metadata
                .file_metadata()
                .schema_descr()
                .column(leaf);
            let names = |names: BTreeSet<String>| match names.is_empty() {
                true => Fact::Missing,
                false => Fact::Text(names.into_iter().collect::<Vec<_>>().join(" ")),
            };
            let nulls: Option<u64> = chunks
                .iter()
                .map(|chunk| chunk.statistics()?.null_count_opt())
                .sum();
            let (min, max) = bounds(&chunks, &column);
            listing.push(vec![
                Fact::Text(column.path().string()),
                Fact::Text(type_text(&column)),
                names(
                    chunks
                        .iter()
                        .map(|chunk| chunk.compression_codec().to_string())
                        .collect(),
                ),
                names(
                    chunks
                        .iter()
                        .flat_map(|chunk| chunk.encodings())
                        .map(|encoding| encoding.to_string())
                        .collect(),
                ),
                Fact::Size(compressed),
                Fact::Size(uncompressed),
                fact(ratio(uncompressed, compressed), Fact::Ratio),
                Fact::Count(
                    chunks
                        .iter()
                        .map(|chunk| unsigned(chunk.num_values()))
                        .fold(0, u64::saturating_add),
                ),
                fact(nulls.filter(|_| !chunks.is_empty()), Fact::Count),
                fact(min, Fact::Text),
                fact(max, Fact::Text),
                names(
                    chunks
                        .iter()
                        .flat_map(|chunk| indexes(chunk))
                        .map(str::to_owned)
                        .collect(),
                ),
            ]);
        }
        listing
    }

    fn json(&self) -> Json {
        let file = self.input.metadata.file_metadata();
        let pairs = file.key_value_metadata().map_or(&[][..], Vec::as_slice);
        let key_values = pairs
            .iter()
            .map(|pair| (pair.key.clone(), pair.value.clone().into()))
            .collect();
        Json::Object(vec![
            ("file", self.input.name.as_str().into()),
            ("size", self.input.source.size().into()),
            ("version", file.version().into()),
            ("created_by", file.created_by().into()),
            ("num_rows", self.input.num_rows().into()),
            (
                "num_row_groups",
                self.input.metadata.num_row_groups().into(),
            ),
            ("num_columns", file.schema_tree().num_leaves().into()),
            ("key_value_metadata", Json::Map(key_values)),
            (
                "row_groups",
                Json::List(
                    self.row_groups
                        .iter()
                        .map(|&idx| self.group_json(idx))
                        .collect(),
                ),
            ),
        ])
    }

    fn group_json(&self, idx: usize) -> Json {
        let group = self.group(idx);
        let (compressed, uncompressed) = sizes(group.columns());
        Json::Object(vec![
            ("row_group", idx.into()),
            ("num_rows", group.num_rows().into()),
            ("compressed_size", compressed.into()),
            ("uncompressed_size", uncompressed.into()),
            ("sorting_columns", sorting(group).into()),
            (
                "columns",
                Json::List(
                    self.leaves
                        .iter()
                        .map(|&leaf| self.chunk_json(idx, leaf))
                        .collect(),
                ),
            ),
        ])
    }

    fn chunk_json(&self, row_group: usize, leaf: usize) -> Json {
        let chunk = Chunk {
            input: self.input,
            row_group,
            leaf,
        }
        .metadata();
        let column = chunk.column_descr();
        let statistics = chunk.statistics();
        let bound = |bytes: Option<&[u8]>| Json::from(bytes.map(|bytes| bound_text(bytes, column)));
        let (start, _) = chunk.byte_range();
        Json::Object(vec![
            ("path", column.path().string().into()),
            ("physical_type", column.physical_type().to_string().into()),
            (
                "logical_type",
                column
                    .logical_type_ref()
                    .map(|logical| format!("{logical:?}"))
                    .into(),
            ),
            ("converted_type", column.converted_type().to_string().into()),
            ("max_def_level", i32::from(column.max_def_level()).into()),
            ("max_rep_level", i32::from(column.max_rep_level()).into()),
            ("codec", chunk.compression_codec().to_string().into()),
            (
                "encodings",
                Json::list(chunk.encodings().map(|encoding| encoding.to_string())),
            ),
            ("offset", start.into()),
            (
                "dictionary_page_offset",
                chunk.dictionary_page_offset().into(),
            ),
            ("data_page_offset", chunk.data_page_offset().into()),
            ("compressed_size", chunk.compressed_size().into()),
            ("uncompressed_size", chunk.uncompressed_size().into()),
            ("num_values", chunk.num_values().into()),
            (
                "null_count",
                statistics
                    .and_then(|statistics| statistics.null_count_opt())
                    .into(),
            ),
            (
                "distinct_count",
                statistics
                    .and_then(|statistics| statistics.distinct_count_opt())
                    .into(),
            ),
            (
                "nan_count",
                statistics
                    .and_then(|statistics| statistics.nan_count_opt())
                    .into(),
            ),
            (
                "min",
                bound(statistics.and_then(|statistics| statistics.min_bytes_opt())),
            ),
            (
                "max",
                bound(statistics.and_then(|statistics| statistics.max_bytes_opt())),
            ),
            (
                "min_is_exact",
                statistics
                    .map(|statistics| statistics.min_is_exact())
                    .into(),
            ),
            (
                "max_is_exact",
                statistics
                    .map(|statistics| statistics.max_is_exact())
                    .into(),
            ),
            ("indexes", Json::list(indexes(chunk))),
            ("is_encrypted", chunk.is_encrypted().into()),
        ])
    }
}

fn sizes<'a>(chunks: impl IntoIterator<Item = &'a ColumnChunkMetaData>) -> (u64, u64) {
    chunks
        .into_iter()
        .fold((0, 0), |(compressed, uncompressed), chunk| {
            (
                u64::saturating_add(compressed, unsigned(chunk.compressed_size())),
                u64::saturating_add(uncompressed, unsigned(chunk.uncompressed_size())),
            )
        })
}
