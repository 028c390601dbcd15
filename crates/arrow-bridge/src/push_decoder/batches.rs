//! Record batches, decoded from bytes that are pushed.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use bytes::Bytes;
use herringbone_column::{Budget, FetchedRanges};
use herringbone_format::metadata::ParquetMetaData;

use super::{DecodeResult, push_pieces};
use crate::error::Result;
use crate::filter::{ArrowPredicate, RowFilter};
use crate::reader::{
    ArrowReaderBuilder, ArrowReaderMetadata, ArrowReaderOptions, Columns, FileContext, GroupRows,
    ParquetRecordBatchReader, Projected, RowGroups, check_encryption, group_ranges, refine,
};

/// Builds decoders that are fed by their caller.
///
/// ```no_run
/// # use std::{ops::Range, sync::Arc};
/// # use bytes::Bytes;
/// # use herringbone_arrow_bridge::*;
/// # fn fetch(range: &Range<u64>) -> Bytes { unimplemented!() }
/// # fn decode(metadata: Arc<herringbone_format::metadata::ParquetMetaData>) -> Result<()> {
/// let mut decoder = ParquetPushDecoderBuilder::try_new_decoder(metadata)?
///     .with_batch_size(8192)
///     .build()?;
/// loop {
///     match decoder.try_decode()? {
///         DecodeResult::NeedsData(ranges) => {
///             let bytes = ranges.iter().map(fetch).collect();
///             decoder.push_ranges(ranges, bytes)?;
///         }
///         DecodeResult::Data(batch) => println!("{} rows", batch.num_rows()),
///         DecodeResult::Finished => break,
///     }
/// }
/// # Ok(())
/// # }
/// ```
pub type ParquetPushDecoderBuilder = ArrowReaderBuilder<PushDecoderInput>;

/// The bytes that a decoder starts with: none, unless it goes on where another left off.
#[derive(Debug, Default)]
pub struct PushDecoderInput {
    fetched: FetchedRanges,
}

impl ParquetPushDecoderBuilder {
    /// A decoder of the file with this metadata, with the default options.
    ///
    /// # Errors
    ///
    /// As [`ParquetPushDecoderBuilder::try_new_decoder_with_options`].
    pub fn try_new_decoder(parquet_metadata: Arc<ParquetMetaData>) -> Result<Self> {
        Self::try_new_decoder_with_options(parquet_metadata, ArrowReaderOptions::default())
    }

    /// A decoder of the file with this metadata.
    ///
    /// # Errors
    ///
    /// A schema that the options ask for and the file's columns cannot be read into.
    pub fn try_new_decoder_with_options(
        parquet_metadata: Arc<ParquetMetaData>,
        arrow_reader_options: ArrowReaderOptions,
    ) -> Result<Self> {
        let metadata = ArrowReaderMetadata::try_new(parquet_metadata, arrow_reader_options)?;
        Ok(Self::new_with_metadata(metadata))
    }

    /// A decoder with metadata loaded before.
    pub fn new_with_metadata(arrow_reader_metadata: ArrowReaderMetadata) -> Self {
        Self::new_builder(PushDecoderInput::default(), arrow_reader_metadata)
    }

    /// Builds the decoder.
    ///
    /// # Errors
    ///
    /// A row group that is not there, or a column that cannot be read into its type.
    pub fn build(mut self) -> Result<ParquetPushDecoder> {
        let groups = self.row_group_queue()?;
        let plan = self.metadata.plan();
        let predicates = self.filter.take().map(RowFilter::into_predicates);
        let predicates = predicates.unwrap_or_default().into_iter().map(|predicate| {
            let projected = plan.project_stored(predicate.projection())?;
            Ok(Predicate {
                predicate,
                projected,
            })
        });
        let predicates = predicates.collect::<Result<_>>()?;
        let projected = plan.project(&self.projection)?;
        if let Some(&(row_group, _)) = groups.groups.front() {
            check_encryption(&projected, self.metadata(), row_group)?;
        }
        let budget = self.budget.get_or_insert_with(Budget::unbounded).clone();
        self.budget = Some(budget);
        Ok(ParquetPushDecoder {
            fetched: std::mem::take(&mut self.input.fetched),
            settings: self,
            predicates,
            projected,
            groups,
            requested: Vec::new(),
            state: State::BetweenGroups,
        })
    }
}

/// A condition and the columns that it looks at.
struct Predicate {
    predicate: Box<dyn ArrowPredicate>,
    projected: Projected,
}

/// Decodes record batches from bytes that its caller fetches, row group by row group.
///
/// A batch never holds rows of two row groups. After an error the decoder is finished; batches
/// handed out before stay valid.
pub struct ParquetPushDecoder {
    /// What the builder was told, without the filter, whose predicates are kept apart.
    settings: ParquetPushDecoderBuilder,
    predicates: Vec<Predicate>,
    projected: Projected,
    groups: RowGroups,
    fetched: FetchedRanges,
    /// Ranges that were asked for the row group under way.
    requested: Vec<Range<u64>>,
    state: State,
}

enum State {
    BetweenGroups,
    /// The rows of a row group, refined by all predicates before this one.
    Filtering(GroupRows, usize),
    /// The rows of a row group that are delivered.
    Fetching(GroupRows),
    Reading(Box<ParquetRecordBatchReader>),
    Finished,
}

impl std::fmt::Debug for ParquetPushDecoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetPushDecoder")
            .field("schema", &self.projected.schema)
            .field("row_groups_remaining", &self.row_groups_remaining())
            .field("buffered_bytes", &self.buffered_bytes())
            .finish_non_exhaustive()
    }
}

impl ParquetPushDecoder {
    /// The schema of the batches.
    pub fn schema(&self) -> &SchemaRef {
        &self.projected.schema
    }

    /// The next batch, or the ranges that are needed first.
    ///
    /// # Errors
    ///
    /// Pages that cannot be decoded, a predicate that fails.
    pub fn try_decode(&mut self) -> Result<DecodeResult<RecordBatch>> {
        loop {
            if let State::Reading(reader) = &mut self.state {
                match reader.next_batch() {
                    Ok(Some(batch)) => return Ok(DecodeResult::Data(batch)),
                    Ok(None) => self.state = State::BetweenGroups,
                    Err(error) => {
                        self.state = State::Finished;
                        return Err(error);
                    }
                }
            }
            match self.try_next_reader()? {
                DecodeResult::Data(reader) => self.state = State::Reading(reader.into()),
                DecodeResult::NeedsData(ranges) => return Ok(DecodeResult::NeedsData(ranges)),
                DecodeResult::Finished => return Ok(DecodeResult::Finished),
            }
        }
    }

    /// A reader of the next row group, which has all its bytes, or the ranges that are needed
    /// first.
    ///
    /// The reader can be sent to another thread while the next one is asked for here. If
    /// [`ParquetPushDecoder::try_decode`] has begun with a row group, the rest of it comes first.
    ///
    /// # Errors
    ///
    /// Pages that a predicate looks at and that cannot be decoded, a predicate that fails.
    pub fn try_next_reader(&mut self) -> Result<DecodeResult<ParquetRecordBatchReader>> {
        loop {
            self.state = match std::mem::replace(&mut self.state, State::Finished) {
                State::Finished => return Ok(DecodeResult::Finished),
                State::Reading(reader) => {
                    self.state = State::BetweenGroups;
                    return Ok(DecodeResult::Data(*reader));
                }
                State::BetweenGroups => match self.groups.next() {
                    Some(rows) => State::Filtering(rows, 0),
                    None => State::Finished,
                },
                State::Filtering(rows, index)
                    if index == self.predicates.len() || rows.num_selected() == 0 =>
                {
                    match self.groups.cut(rows) {
                        rows if rows.num_selected() == 0 => {
                            self.forget_requested();
                            State::BetweenGroups
                        }
                        rows => State::Fetching(rows),
                    }
                }
                State::Filtering(rows, index) => {
                    let Predicate { projected, .. } = &self.predicates[index];
                    let ranges = group_ranges(projected, self.settings.metadata(), &rows)?;
                    if let Some(missing) = self.missing(&ranges) {
                        self.state = State::Filtering(rows, index);
                        return Ok(DecodeResult::NeedsData(missing));
                    }
                    let mut columns = self.open(&self.predicates[index].projected, &ranges)?;
                    let Predicate { predicate, .. } = &mut self.predicates[index];
                    let batch_size = self.settings.batch_size;
                    let rows = refine(&mut **predicate, &mut columns, rows, batch_size)?;
                    State::Filtering(rows, index + 1)
                }
                State::Fetching(rows) => {
                    let ranges = group_ranges(&self.projected, self.settings.metadata(), &rows)?;
                    if let Some(missing) = self.missing(&ranges) {
                        self.state = State::Fetching(rows);
                        return Ok(DecodeResult::NeedsData(missing));
                    }
                    let columns = self.open(&self.projected, &ranges)?;
                    self.forget_requested();
                    self.state = State::BetweenGroups;
                    return Ok(DecodeResult::Data(ParquetRecordBatchReader::serial(
                        self.settings.batch_size,
                        RowGroups::single(rows),
                        Vec::new(),
                        columns,
                    )));
                }
            }
        }
    }

    /// Hands over the bytes of one range.
    ///
    /// # Errors
    ///
    /// Bytes that are not as many as the range says.
    pub fn push_range(&mut self, range: Range<u64>, data: Bytes) -> Result<()> {
        self.push_ranges(vec![range], vec![data])
    }

    /// Hands over the bytes of ranges: those that were asked for, or any others of the file that
    /// the caller has, up to all of it.
    ///
    /// What was asked for is forgotten once its row group is decoded, all else is kept until
    /// [`ParquetPushDecoder::clear_all_ranges`].
    ///
    /// # Errors
    ///
    /// Bytes that are not as many as the ranges say.
    pub fn push_ranges(&mut self, ranges: Vec<Range<u64>>, data: Vec<Bytes>) -> Result<()> {
        push_pieces(&mut self.fetched, ranges, data)
    }

    /// Bytes that were pushed and are still held here; those of readers handed out do not count.
    pub fn buffered_bytes(&self) -> u64 {
        self.fetched.num_bytes()
    }

    /// Forgets the bytes that were pushed; readers handed out keep theirs.
    pub fn clear_all_ranges(&mut self) {
        self.fetched.clear();
    }

    /// Whether no row group has been begun that is not handed out.
    pub fn is_at_row_group_boundary(&self) -> bool {
        matches!(self.state, State::BetweenGroups | State::Finished)
    }

    /// Row groups after the one under way; those of which no row is selected count.
    pub fn row_groups_remaining(&self) -> usize {
        self.groups.groups.len()
    }

    /// The row group that the next reader will be for, if predicates keep some of its rows.
    ///
    /// # Errors
    ///
    /// None today.
    pub fn peek_next_row_group(&self) -> Result<Option<usize>> {
        Ok(self.groups.clone().next().map(|rows| rows.row_group))
    }

    /// A builder for the row groups to come, with all settings and with the bytes held: to go on
    /// with another projection or filter.
    ///
    /// # Errors
    ///
    /// If a row group is under way: see [`ParquetPushDecoder::is_at_row_group_boundary`].
    pub fn into_builder(self) -> Result<ParquetPushDecoderBuilder> {
        if !self.is_at_row_group_boundary() {
            return Err(crate::ParquetError::General(
                "a row group is under way: its reader has to be taken first".to_owned(),
            ));
        }
        let predicates = self.predicates.into_iter();
        let predicates: Vec<_> = predicates.map(|predicate| predicate.predicate).collect();
        let groups = self.groups.groups.iter();
        Ok(ArrowReaderBuilder {
            input: PushDecoderInput {
                fetched: self.fetched,
            },
            row_groups: Some(groups.map(|&(row_group, _)| row_group).collect()),
            filter: (!predicates.is_empty()).then(|| RowFilter::new(predicates)),
            selection: self.groups.selection,
            offset: Some(self.groups.offset),
            limit: self.groups.limit,
            ..self.settings
        })
    }

    /// Those of `ranges` that have to be fetched; `None` if all are here.
    fn missing(&mut self, ranges: &[Range<u64>]) -> Option<Vec<Range<u64>>> {
        let missing = ranges.iter().filter(|range| !self.fetched.contains(range));
        let missing: Vec<_> = missing.cloned().collect();
        self.requested.extend_from_slice(&missing);
        (!missing.is_empty()).then_some(missing)
    }

    fn forget_requested(&mut self) {
        for range in self.requested.drain(..) {
            self.fetched.remove(&range);
        }
    }

    /// Opens columns on the bytes at `ranges`.
    fn open(&self, projected: &Projected, ranges: &[Range<u64>]) -> Result<Columns> {
        let settings = &self.settings;
        let context = FileContext {
            source: Arc::new(self.fetched.pieces_of(ranges)),
            metadata: Arc::clone(settings.metadata()),
            limits: settings.limits,
            checksums: settings.checksums,
            budget: settings.budget.clone().unwrap_or_else(Budget::unbounded),
            file_path: Arc::clone(&settings.file_path),
        };
        Columns::open(projected, &context)
    }
}
