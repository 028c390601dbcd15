//! What is decoded next, and batches in order.

use std::collections::VecDeque;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::SchemaRef;
use arrow_select::concat::concat_batches;

use super::groups::UpcomingGroups;
use super::lane::{Lane, LaneColumn};
use super::queue::TaskQueue;
use super::window::Window;
use crate::error::{ParquetError, Result};
use crate::reader::{
    BatchSteps, Columns, FileContext, GroupRows, OpenGroup, PredicateReader, Projected, RowGroups,
    VirtualColumns,
};

/// Rows of a window at least, where a batch has fewer: below, a task would do too little.
const MIN_WINDOW_ROWS: usize = 32 << 10;

/// Rows of a lane at least: shorter row groups share one, since a batch across two lanes is copied.
const MIN_LANE_ROWS: usize = 64 << 10;

/// Windows that a lane decodes ahead.
const WINDOWS_AHEAD: usize = 2;

/// How a scan uses threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScanSettings {
    pub(crate) batch_size: usize,
    pub(crate) num_threads: usize,
    /// Bytes that may be decoded ahead of the caller.
    pub(crate) look_ahead: usize,
}

/// Reads batches in order, on several threads.
pub(crate) struct ParallelScan {
    settings: ScanSettings,
    projected: Projected,
    context: Arc<FileContext>,
    queue: Arc<TaskQueue>,
    groups: UpcomingGroups,
    /// Row groups found for the next lane.
    gathered: Vec<GroupRows>,
    /// Whether there are no more row groups, or an error came up while looking for them.
    is_exhausted: bool,
    lanes: VecDeque<Lane>,
    num_lanes: u64,
    /// Columns of lanes that are through.
    spare: Vec<Vec<Arc<LaneColumn>>>,
    /// Rows of the last batch planned so far, less than a batch.
    planned_rows: usize,
    /// What is known of the bytes that a row takes.
    row_size: usize,
    /// Rows given to lanes and not handed out.
    rows_ahead: usize,
    virtual_columns: VirtualColumns,
    ready: VecDeque<RecordBatch>,
    /// Pieces of the next batch.
    partial: Vec<RecordBatch>,
    /// The error that comes after all batches.
    failure: Option<ParquetError>,
}

impl ParallelScan {
    pub(crate) fn new(
        settings: ScanSettings,
        projected: Projected,
        context: FileContext,
        groups: RowGroups,
        predicates: Vec<PredicateReader>,
    ) -> Self {
        Self {
            settings,
            virtual_columns: VirtualColumns::new(projected.virtual_columns.clone()),
            queue: TaskQueue::new(settings.num_threads),
            row_size: row_size(&projected, &context, &groups),
            groups: UpcomingGroups::new(groups, predicates, settings.batch_size),
            projected,
            context: Arc::new(context),
            gathered: Vec::new(),
            is_exhausted: false,
            lanes: VecDeque::new(),
            num_lanes: 0,
            spare: Vec::new(),
            planned_rows: 0,
            rows_ahead: 0,
            ready: VecDeque::new(),
            partial: Vec::new(),
            failure: None,
        }
    }

    pub(crate) fn schema(&self) -> &SchemaRef {
        &self.projected.schema
    }

    /// The next batch; `None` at the end.
    pub(crate) fn next_batch(&mut self) -> Result<Option<RecordBatch>> {
        loop {
            self.fill();
            if let Some(batch) = self.ready.pop_front() {
                self.rows_ahead = self.rows_ahead.saturating_sub(batch.num_rows());
                return Ok(Some(batch));
            }
            match self.lanes.front_mut() {
                Some(lane) => match lane.windows.pop_front() {
                    Some(window) => {
                        self.queue.wait_until(|| window.is_done());
                        self.collect(&window)?;
                    }
                    // All its rows are out, or `fill` would have given it a window.
                    None => {
                        let lane = self.lanes.pop_front();
                        self.spare.extend(lane.map(|lane| lane.columns));
                    }
                },
                None if !self.is_exhausted => self.queue.wait_until(|| self.groups.is_ready()),
                None => {
                    return match self.failure.take() {
                        Some(error) => Err(error),
                        None => self.join_partial(),
                    };
                }
            }
        }
    }

    /// Gives work to the threads, as far ahead as is allowed.
    fn fill(&mut self) {
        let ScanSettings {
            batch_size,
            num_threads,
            look_ahead,
        } = self.settings;
        let max_rows = look_ahead / self.row_size.max(1);
        let window_rows = MIN_WINDOW_ROWS.min(max_rows / 4).max(batch_size);
        for (i, lane) in self.lanes.iter_mut().enumerate() {
            while !lane.is_planned()
                && lane.windows.len() < WINDOWS_AHEAD
                // The lane that the caller waits for goes on whatever lies ahead in others.
                && (self.rows_ahead < max_rows || (i == 0 && lane.windows.is_empty()))
            {
                lane.extend(window_rows, batch_size, &self.queue);
                self.rows_ahead += lane.windows.back().map_or(0, |window| window.num_rows);
            }
        }
        let num_busy = self.lanes.iter().filter(|lane| !lane.is_planned()).count();
        let wants_lane = num_busy * self.projected.nodes.len() < 2 * num_threads;
        if wants_lane && !self.is_exhausted && (self.rows_ahead < max_rows || self.lanes.is_empty())
        {
            match self.open_lane() {
                Ok(true) => self.fill(),
                Ok(false) => {}
                Err(error) => {
                    self.failure = Some(error);
                    self.is_exhausted = true;
                }
            }
        }
    }

    /// Opens a lane with the next row groups; `false` if they are still being looked for, or at the
    /// end.
    fn open_lane(&mut self) -> Result<bool> {
        let min_rows = MIN_LANE_ROWS.max(8 * self.settings.batch_size);
        let num_rows =
            |groups: &[GroupRows]| -> usize { groups.iter().map(GroupRows::num_selected).sum() };
        while num_rows(&self.gathered) < min_rows {
            match self.groups.poll(self.num_lanes, &self.queue) {
                None => return Ok(false),
                Some(found) => match found? {
                    Some(rows) => self.gathered.push(rows),
                    None => {
                        self.is_exhausted = true;
                        break;
                    }
                },
            }
        }
        let groups = std::mem::take(&mut self.gathered);
        let num_rows = num_rows(&groups);
        if num_rows == 0 {
            return Ok(false);
        }
        let columns = match self.spare.pop() {
            Some(columns) => columns,
            None => self.open_columns(groups[0].row_group)?,
        };
        let batch_size = self.settings.batch_size;
        let first_rows = batch_size - self.planned_rows;
        let plans_pages = self.context.plans_pages();
        let groups = groups
            .iter()
            .map(|group| OpenGroup::new(group, plans_pages));
        let lane = Lane::new(self.num_lanes, groups.collect(), first_rows, columns);
        self.lanes.push_back(lane);
        self.num_lanes += 1;
        self.planned_rows = (self.planned_rows + num_rows) % batch_size;
        Ok(true)
    }

    fn open_columns(&self, row_group: usize) -> Result<Vec<Arc<LaneColumn>>> {
        let columns = Columns::open(&self.projected, &self.context)?.into_columns();
        let metadata = self.context.metadata.row_group(row_group);
        let sizes = self.projected.nodes.iter().map(|node| {
            let mut size = 0i64;
            node.for_each_leaf(&mut |leaf| {
                let chunk = metadata.column(leaf.leaf_idx);
                size = size.saturating_add(chunk.uncompressed_size());
            });
            size
        });
        let sizes: Vec<_> = sizes.collect();
        let rank = |i: usize| {
            let is_before = |k: &usize| (sizes[*k], *k) > (sizes[i], i);
            (0..sizes.len()).filter(is_before).count()
        };
        let fields = self.projected.schema.fields().iter();
        let columns = columns.into_iter().zip(fields).enumerate();
        Ok(columns
            .map(|(i, (column, field))| {
                let context = Arc::clone(&self.context);
                LaneColumn::new(context, field.name().clone(), (i, rank(i)), column)
            })
            .collect())
    }

    /// Makes batches of a window that is done.
    fn collect(&mut self, window: &Window) -> Result<()> {
        let columns = window.take();
        let num_whole = columns.iter().map(|column| column.arrays.len()).min();
        let num_whole = num_whole.unwrap_or(window.batches.len());
        let mut num_bytes = 0;
        for (i, steps) in window.batches.iter().enumerate().take(num_whole) {
            let arrays: Vec<_> = columns
                .iter()
                .map(|column| Arc::clone(&column.arrays[i]))
                .collect();
            num_bytes += arrays
                .iter()
                .map(|array| array.get_buffer_memory_size())
                .sum::<usize>();
            let batch = self.batch(arrays, steps)?;
            self.add_piece(batch)?;
        }
        self.row_size = self.row_size.max(num_bytes / window.num_rows.max(1));
        if num_whole < window.batches.len() {
            let failed = |column: &super::window::Decoded| column.arrays.len() == num_whole;
            self.failure = columns
                .into_iter()
                .find(failed)
                .and_then(|column| column.error);
            // The rows before the error that make no batch are lost with it.
            self.partial.clear();
            self.lanes.clear();
            self.queue.clear();
            self.is_exhausted = true;
        }
        Ok(())
    }

    fn batch(&mut self, mut arrays: Vec<ArrayRef>, steps: &BatchSteps) -> Result<RecordBatch> {
        arrays.extend(self.virtual_columns.walk(&steps.steps, &self.context));
        let options = RecordBatchOptions::new().with_row_count(Some(steps.num_rows));
        let schema = SchemaRef::clone(self.schema());
        Ok(RecordBatch::try_new_with_options(schema, arrays, &options)?)
    }

    /// Adds a batch, or a piece of one.
    fn add_piece(&mut self, batch: RecordBatch) -> Result<()> {
        let batch_size = self.settings.batch_size;
        if self.partial.is_empty() && batch.num_rows() == batch_size {
            self.ready.push_back(batch);
            return Ok(());
        }
        self.partial.push(batch);
        let num_rows: usize = self.partial.iter().map(RecordBatch::num_rows).sum();
        if num_rows >= batch_size {
            let whole = self.join_partial()?;
            self.ready.extend(whole);
        }
        Ok(())
    }

    fn join_partial(&mut self) -> Result<Option<RecordBatch>> {
        let pieces = std::mem::take(&mut self.partial);
        Ok(match pieces.len() {
            0 => None,
            1 => pieces.into_iter().next(),
            _ => Some(concat_batches(self.schema(), &pieces)?),
        })
    }
}

impl Drop for ParallelScan {
    fn drop(&mut self) {
        self.queue.clear();
    }
}

/// Bytes that a row takes by the metadata: as stored, so at least roughly as many when decoded.
fn row_size(projected: &Projected, context: &FileContext, groups: &RowGroups) -> usize {
    let Some(&(row_group, num_rows)) = groups.groups.front() else {
        return 1;
    };
    let group = context.metadata.row_group(row_group);
    let mut size = 0u64;
    for node in &projected.nodes {
        node.for_each_leaf(&mut |leaf| {
            let stored = group.column(leaf.leaf_idx).uncompressed_size();
            size = size.saturating_add(stored.max(0).unsigned_abs());
        });
    }
    usize::try_from(size / num_rows.max(1) as u64).unwrap_or(usize::MAX)
}
