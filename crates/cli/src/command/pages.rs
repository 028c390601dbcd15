//! `pages`: the pages of a column.

use std::sync::Arc;

use herringbone_column::decode::{LeafReader, LeafSpec, LevelDetail, NullValues};
use herringbone_column::{Budget, ByteSource, Checksums, ColumnError, PageLimits, PageSummary};
use herringbone_format::PageKind;
use herringbone_format::basic::Encoding;

use crate::failure::Failure;
use crate::input::{Chunk, FileArgument, IndexList, Input, Source, leaves_of, not_found};
use crate::json::Json;
use crate::output::{Fact, Listing, fact, say};

const EXAMPLES: &str = "\
A row is a page: its row group, its column where COLUMN is a group of several, kind, encoding, rows
that start in it, values (nulls included), nulls, bytes as stored and after decompression (its
header not counted), and the file offset of its header.

Examples:
  herringbone pages trips.parquet fare.amount
  herringbone pages trips.parquet id --row-groups 0 --json";

/// List the pages of a column
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(flatten)]
    file: FileArgument,
    /// The column, a.b for a field of a struct
    #[arg(value_name = "COLUMN")]
    column: String,
    /// Only those of these row groups
    #[arg(long, value_name = "0,2..4")]
    row_groups: Option<IndexList>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(options: Options) -> Result<(), Failure> {
    let input = Input::open(&options.file.file)?;
    let tree = input.metadata.file_metadata().schema_tree();
    let leaves = leaves_of(tree, &options.column);
    if leaves.is_empty() {
        return Err(Failure::usage_of(&input, not_found(tree, &options.column)));
    }
    let num_row_groups = input.metadata.num_row_groups();
    let row_groups = match &options.row_groups {
        None => (0..num_row_groups).collect(),
        Some(list) => list
            .resolve(num_row_groups, "row group")
            .map_err(|message| Failure::usage_of(&input, message))?,
    };
    let mut pages = Vec::new();
    let mut result = Ok(());
    for row_group in row_groups {
        for &leaf in &leaves {
            let chunk = Chunk {
                input: &input,
                row_group,
                leaf,
            };
            let (found, walk) = PageFacts::of_chunk(chunk);
            pages.extend(found);
            if let (Ok(()), Err(error)) = (&result, walk) {
                result = Err(Failure::file(&input.name, error));
            }
        }
    }
    let text = match options.json {
        true => Json::List(pages.iter().map(PageFacts::json).collect()).pretty(),
        false => listing(&pages, leaves.len() > 1).print(),
    };
    say(&text)?;
    result
}

fn listing(pages: &[PageFacts], with_column: bool) -> Listing {
    let mut names = vec![
        "group",
        "page",
        "kind",
        "encoding",
        "rows",
        "values",
        "nulls",
        "compressed",
        "uncompressed",
        "offset",
    ];
    if with_column {
        names.insert(1, "column");
    }
    let mut listing = Listing::new(&names);
    for page in pages {
        let count = |count: Option<usize>| fact(count, |count| Fact::Count(count as u64));
        let header = &page.summary.header;
        let mut row = vec![
            Fact::Count(page.row_group as u64),
            Fact::Count(page.index as u64),
            Fact::Text(page.kind()),
            fact(page.encoding(), |encoding| Fact::Text(encoding.to_string())),
            count(page.num_rows),
            Fact::Count(header.num_values() as u64),
            count(page.num_nulls),
            Fact::Size(header.compressed_size as u64),
            Fact::Size(header.uncompressed_size as u64),
            Fact::Count(page.summary.file_offset),
        ];
        if with_column {
            row.insert(1, Fact::Text(page.column.clone()));
        }
        listing.push(row);
    }
    listing
}

/// A page, and what can be found out about it.
struct PageFacts {
    row_group: usize,
    column: String,
    index: usize,
    summary: PageSummary,
    /// Rows that start in it.
    num_rows: Option<usize>,
    num_nulls: Option<usize>,
}

impl PageFacts {
    /// Those of a chunk; after an error those before it.
    fn of_chunk(chunk: Chunk<'_>) -> (Vec<Self>, Result<(), ColumnError>) {
        // Headers cost nothing, however large the pages are; what is decompressed is bounded.
        let (summaries, result) = chunk.pages(unlimited());
        let column = chunk.node().path().string();
        let pages = summaries
            .into_iter()
            .enumerate()
            .map(|(index, summary)| Self {
                row_group: chunk.row_group,
                column: column.clone(),
                index,
                summary,
                num_rows: None,
                num_nulls: None,
            });
        let mut pages: Vec<_> = pages.collect();
        let levels = chunk.levels();
        for page in pages
            .iter_mut()
            .filter(|page| page.summary.header.is_data_page())
        {
            let num_values = page.summary.header.num_values();
            if let PageKind::DataV2 {
                num_rows,
                num_nulls,
                ..
            } = page.summary.header.kind
            {
                (page.num_rows, page.num_nulls) = (Some(num_rows), Some(num_nulls));
            }
            if levels.max_rep == 0 {
                page.num_rows = Some(num_values);
            }
            if levels.max_def == 0 {
                page.num_nulls = Some(0);
            }
        }
        let is_known = |page: &Self| {
            !page.summary.header.is_data_page()
                || (page.num_rows.is_some() && page.num_nulls.is_some())
        };
        if result.is_ok() && !pages.iter().all(is_known) {
            // Only the levels can tell, unless they are damaged.
            let _ = count_levels(chunk, &mut pages);
        }
        (pages, result)
    }

    fn kind(&self) -> String {
        match self.summary.header.kind {
            PageKind::DataV1 { .. } => "data".to_owned(),
            PageKind::DataV2 {
                is_compressed: false,
                ..
            } => "data v2, not compressed".to_owned(),
            PageKind::DataV2 { .. } => "data v2".to_owned(),
            PageKind::Dictionary { .. } => "dictionary".to_owned(),
            PageKind::Index => "index".to_owned(),
            PageKind::Unknown(number) => format!("unknown ({number})"),
        }
    }

    fn encoding(&self) -> Option<Encoding> {
        match self.summary.header.kind {
            PageKind::DataV1 { encoding, .. }
            | PageKind::DataV2 { encoding, .. }
            | PageKind::Dictionary { encoding, .. } => Some(encoding),
            PageKind::Index | PageKind::Unknown(_) => None,
        }
    }

    fn json(&self) -> Json {
        let header = &self.summary.header;
        Json::Object(vec![
            ("row_group", self.row_group.into()),
            ("column", self.column.as_str().into()),
            ("page", self.index.into()),
            ("kind", header.page_type().to_string().into()),
            (
                "encoding",
                self.encoding().map(|encoding| encoding.to_string()).into(),
            ),
            ("rows", self.num_rows.into()),
            ("values", header.num_values().into()),
            ("nulls", self.num_nulls.into()),
            ("header_size", self.summary.header_size.into()),
            ("compressed_size", header.compressed_size.into()),
            ("uncompressed_size", header.uncompressed_size.into()),
            ("crc", header.crc.map(u64::from).into()),
            ("offset", self.summary.file_offset.into()),
        ])
    }
}

/// Limits for looking at headers alone.
fn unlimited() -> PageLimits {
    let mut limits = PageLimits::default();
    (limits.compressed_size, limits.uncompressed_size) = (usize::MAX, usize::MAX);
    limits
}

/// Counts rows and nulls by the levels of the pages.
fn count_levels(chunk: Chunk<'_>, pages: &mut [PageFacts]) -> Result<(), ColumnError> {
    let spec = LeafSpec {
        levels: chunk.levels(),
        detail: LevelDetail::Validity,
        limits: PageLimits::default(),
        checksums: Checksums::Ignore,
        budget: Budget::unbounded(),
    };
    let is_flat = spec.levels.max_rep == 0;
    let mut reader = LeafReader::new(spec, NullValues);
    let source: Arc<dyn ByteSource> = Arc::<Source>::clone(&chunk.input.source);
    reader.open_chunk(source, &chunk.spec()?);
    for page in pages
        .iter_mut()
        .filter(|page| page.summary.header.is_data_page())
    {
        let num_values = page.summary.header.num_values();
        let mut num_rows = 0;
        while reader.levels().num_levels < num_values {
            // The end of a row of several values is only known when the next begins.
            let step = if is_flat { num_values } else { 1 };
            match reader.read(step)? {
                0 => return Ok(()),
                read => num_rows += read,
            }
        }
        let levels = reader.levels_mut();
        if levels.num_levels > num_values {
            // A row goes on in the next page: no rows of either can be told apart.
            return Ok(());
        }
        let num_present = levels.validity.len() - levels.validity.null_count();
        page.num_rows = Some(num_rows);
        page.num_nulls = Some(num_values - num_present);
        levels.clear();
    }
    Ok(())
}
