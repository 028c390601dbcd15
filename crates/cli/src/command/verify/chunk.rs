//! The values of a chunk, decoded as they are stored, against its statistics and indexes.

use std::sync::Arc;

use herringbone_column::decode::{
    BooleanValues, ByteArrayValues, FixedLenValues, FixedValues, Identity, LeafReader, LeafSpec,
    LevelDetail, Levels, Text,
};
use herringbone_column::{Budget, ByteSource, Checksums, ColumnError, PageLimits, Place};
use herringbone_format::basic::{ConvertedType, LogicalType, Type};
use herringbone_format::page_index::ColumnIndexMetaData;

use super::order::Order;
use super::pages::Pages;
use super::report::Report;
use super::stated::{Stated, compare, compare_sizes};
use super::summary::{Summarize, Summary};
use crate::failure::Failure;
use crate::input::{Chunk, Source};

/// Rows that are decoded at a time where no page index says where pages begin.
const BLOCK_ROWS: usize = 8192;

/// Verifies the values of a chunk.
pub(super) fn verify(
    chunk: Chunk<'_>,
    limits: PageLimits,
    pages: &Pages,
    report: &mut Report,
) -> Result<(), Failure> {
    // Whatever keeps the pages from being found was told when they were looked for.
    if chunk.spec().is_err() {
        return Ok(());
    }
    let node = chunk.node();
    let is_text = matches!(
        node.logical_type(),
        Some(LogicalType::String | LogicalType::Enum | LogicalType::Json)
    ) || (node.logical_type().is_none()
        && node.converted_type() == ConvertedType::UTF8);
    let text = if is_text { Text::Utf8 } else { Text::Binary };
    match node.physical_type() {
        None => Ok(()),
        Some(Type::BOOLEAN) => {
            verify_values(chunk, BooleanValues::default(), limits, pages, report)
        }
        Some(Type::INT32) => verify_values(
            chunk,
            FixedValues::new(Identity::<i32>::default()),
            limits,
            pages,
            report,
        ),
        Some(Type::INT64) => verify_values(
            chunk,
            FixedValues::new(Identity::<i64>::default()),
            limits,
            pages,
            report,
        ),
        Some(Type::INT96) => verify_values(
            chunk,
            FixedValues::new(Identity::<[u8; 12]>::default()),
            limits,
            pages,
            report,
        ),
        Some(Type::FLOAT) => verify_values(
            chunk,
            FixedValues::new(Identity::<f32>::default()),
            limits,
            pages,
            report,
        ),
        Some(Type::DOUBLE) => verify_values(
            chunk,
            FixedValues::new(Identity::<f64>::default()),
            limits,
            pages,
            report,
        ),
        Some(Type::BYTE_ARRAY) => verify_values(
            chunk,
            ByteArrayValues::<i64>::new(text),
            limits,
            pages,
            report,
        ),
        Some(Type::FIXED_LEN_BYTE_ARRAY) => match usize::try_from(node.type_length()) {
            Ok(width) if width > 0 => {
                verify_values(chunk, FixedLenValues::new(width), limits, pages, report)
            }
            _ => Ok(()),
        },
    }
}

/// What was found in a page, a block of rows or a whole chunk.
#[derive(Default)]
pub(super) struct Found {
    pub(super) num_levels: u64,
    /// Entries without a value, those of lists that are null or empty among them.
    pub(super) num_nulls: u64,
    /// Slots without a value: elements that are null.
    pub(super) num_null_slots: u64,
    pub(super) summary: Summary,
    /// How often each definition and repetition level occurs, if that is to be compared.
    pub(super) def: Vec<i64>,
    pub(super) rep: Vec<i64>,
}

fn verify_values<V: Summarize>(
    chunk: Chunk<'_>,
    values: V,
    limits: PageLimits,
    pages: &Pages,
    report: &mut Report,
) -> Result<(), Failure> {
    let metadata = chunk.metadata();
    let column = metadata.column_descr();
    let order = Order::of(column);
    let has_histograms = metadata.definition_level_histogram().is_some()
        || metadata.repetition_level_histogram().is_some();
    let spec = LeafSpec {
        levels: chunk.levels(),
        detail: if has_histograms {
            LevelDetail::Levels
        } else {
            LevelDetail::Validity
        },
        limits,
        checksums: Checksums::Verify,
        budget: Budget::unbounded(),
    };
    let Ok(chunk_spec) = chunk.spec() else {
        return Ok(());
    };
    let mut reader = LeafReader::new(spec, values);
    let source: Arc<dyn ByteSource> = Arc::<Source>::clone(&chunk.input.source);
    reader.open_chunk(source, &chunk_spec);
    let index = column_index(chunk, pages, report)?;
    let num_rows = chunk
        .input
        .metadata
        .row_group(chunk.row_group)
        .num_rows()
        .max(0)
        .unsigned_abs();
    let mut steps = Steps::new(usize::try_from(num_rows).unwrap_or(usize::MAX), pages);
    let mut total = Found::default();
    while let Some((step, rows)) = steps.next() {
        let part = match read(
            &mut reader,
            rows,
            order.unwrap_or(Order::Bytes),
            has_histograms,
        ) {
            Ok(part) => part,
            Err(error) => return report.error(&error.at(&chunk.place())),
        };
        let Some(part) = part else {
            let message = format!("expected {num_rows} rows, as the row group says, found fewer");
            return report.problem_at(&chunk.place(), &message);
        };
        if let Some(index) = &index {
            let stated = Stated::of_page(index, step);
            let place = Place {
                page: Some(step),
                ..chunk.place()
            };
            compare(&stated, &part, order, chunk, &place, report)?;
            if index.is_null_page(step) != (part.num_nulls == part.num_levels) {
                let message = format!(
                    "column index: {} nulls among {} values",
                    part.num_nulls, part.num_levels
                );
                let says = if index.is_null_page(step) {
                    "says that all are"
                } else {
                    "says that not all are"
                };
                report.problem_at(&place, &format!("{message}, but it {says}"))?;
            }
        }
        total.add(part, order.unwrap_or(Order::Bytes));
    }
    if let Err(error) = reader.check_end() {
        return report.error(&error.at(&chunk.place()));
    }
    compare(
        &Stated::of_chunk(chunk),
        &total,
        order,
        chunk,
        &chunk.place(),
        report,
    )?;
    compare_sizes(chunk, &total, report)
}

/// Reads the next `rows` rows; `None` if there are fewer.
fn read<V: Summarize>(
    reader: &mut LeafReader<V>,
    rows: usize,
    order: Order,
    has_histograms: bool,
) -> Result<Option<Found>, ColumnError> {
    if reader.read(rows)? < rows {
        return Ok(None);
    }
    let levels = std::mem::take(reader.levels_mut());
    let summary = reader.values_mut().summarize(&levels, order);
    let num_present = (levels.num_slots - levels.validity.null_count()) as u64;
    let num_levels = levels.num_levels as u64;
    let histogram = |level_of: fn(&Levels) -> &Vec<u8>| {
        if has_histograms {
            histogram(level_of(&levels))
        } else {
            Vec::new()
        }
    };
    Ok(Some(Found {
        num_levels,
        num_nulls: num_levels - num_present,
        num_null_slots: levels.validity.null_count() as u64,
        summary,
        def: histogram(|levels| &levels.def),
        rep: histogram(|levels| &levels.rep),
    }))
}

fn histogram(levels: &[u8]) -> Vec<i64> {
    let mut counts = Vec::new();
    for &level in levels {
        if counts.len() <= usize::from(level) {
            counts.resize(usize::from(level) + 1, 0);
        }
        counts[usize::from(level)] += 1;
    }
    counts
}

impl Found {
    fn add(&mut self, part: Self, order: Order) {
        self.num_levels += part.num_levels;
        self.num_nulls += part.num_nulls;
        self.num_null_slots += part.num_null_slots;
        self.summary.merge(part.summary, order);
        for (counts, more) in [(&mut self.def, part.def), (&mut self.rep, part.rep)] {
            counts.resize(counts.len().max(more.len()), 0);
            counts
                .iter_mut()
                .zip(more)
                .for_each(|(count, more)| *count += more);
        }
    }
}

/// The rows to read, page by page where pages are known and block by block elsewhere.
struct Steps<'a> {
    pages: Option<&'a [usize]>,
    rows_left: usize,
    next: usize,
}

impl<'a> Steps<'a> {
    fn new(num_rows: usize, pages: &'a Pages) -> Self {
        Self {
            pages: pages.rows.as_deref(),
            rows_left: num_rows,
            next: 0,
        }
    }

    fn next(&mut self) -> Option<(usize, usize)> {
        let rows = match self.pages {
            Some(pages) => *pages.get(self.next)?,
            None if self.rows_left == 0 => return None,
            None => self.rows_left.min(BLOCK_ROWS),
        };
        self.rows_left = self.rows_left.saturating_sub(rows);
        self.next += 1;
        Some((self.next - 1, rows))
    }
}

/// The chunk's column index, if it has one and its pages are known.
fn column_index(
    chunk: Chunk<'_>,
    pages: &Pages,
    report: &mut Report,
) -> Result<Option<ColumnIndexMetaData>, Failure> {
    let index = match chunk.column_index() {
        None => return Ok(None),
        Some(Ok(index)) => index,
        Some(Err(error)) => {
            report.problem(&format!("column index: {error}"))?;
            return Ok(None);
        }
    };
    let Some(rows) = &pages.rows else {
        return Ok(None);
    };
    if index.num_pages() != rows.len() as u64 {
        let message = format!(
            "column index: expected {} pages, found {}",
            rows.len(),
            index.num_pages()
        );
        report.problem_at(&chunk.place(), &message)?;
        return Ok(None);
    }
    Ok(Some(index))
}
