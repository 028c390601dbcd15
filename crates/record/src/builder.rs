//! What is read: columns, row groups, and how.

use std::sync::Arc;

use herringbone_column::{Budget, ByteSource, Checksums, PageLimits};
use herringbone_format::Limits;
use herringbone_format::metadata::ParquetMetaData;
use herringbone_format::schema::SchemaTree;

use crate::RowCursor;
use crate::column::{FileContext, open_columns};
use crate::error::{RecordError, RecordErrorKind, Result};

/// The most rows that are decoded at a time unless the caller says otherwise: columns of numbers stay
/// in the second-level cache.
const MAX_WINDOW: usize = 4096;

/// How many bytes a window of rows may have by the file's own word for their size, so that rows with
/// large values come in smaller windows.
const WINDOW_SIZE: u64 = 8 << 20;

/// Chooses what a [`RowCursor`] reads.
pub struct RowCursorBuilder {
    source: Arc<dyn ByteSource>,
    metadata: Arc<ParquetMetaData>,
    /// Whether each leaf is read.
    mask: Vec<bool>,
    row_groups: Option<Vec<usize>>,
    window: usize,
    limits: PageLimits,
    checksums: Checksums,
    budget: Arc<Budget>,
}

impl RowCursorBuilder {
    /// Reads the metadata of the file.
    ///
    /// # Errors
    ///
    /// A file that is not Parquet, malformed metadata, a failing source.
    pub fn try_new(source: impl ByteSource + 'static) -> Result<Self> {
        let metadata = crate::footer::read_metadata(&source, &Limits::default())?;
        Ok(Self::with_metadata(source, Arc::new(metadata)))
    }

    /// The same with metadata that was read before, which is that of the file.
    pub fn with_metadata(
        source: impl ByteSource + 'static,
        metadata: Arc<ParquetMetaData>,
    ) -> Self {
        let num_leaves = metadata.file_metadata().schema_tree().num_leaves();
        Self {
            source: Arc::new(source),
            metadata,
            mask: vec![true; num_leaves],
            row_groups: None,
            window: MAX_WINDOW,
            limits: PageLimits::default(),
            checksums: Checksums::default(),
            budget: Budget::unbounded(),
        }
    }

    /// The metadata of the file.
    pub fn metadata(&self) -> &Arc<ParquetMetaData> {
        &self.metadata
    }

    /// Reads only the columns of these names, in the order of the file.
    ///
    /// A name is a path, such as `a` or `a.list.element.x`; what lies below it is read, too.
    ///
    /// # Errors
    ///
    /// A name that no column has.
    pub fn with_projection<N: AsRef<str>>(
        mut self,
        names: impl IntoIterator<Item = N>,
    ) -> Result<Self> {
        let tree = self.metadata.file_metadata().schema_tree();
        self.mask = mask(tree, names)?;
        Ok(self)
    }

    /// Reads only the leaf columns of these numbers, in the order of the file.
    ///
    /// # Errors
    ///
    /// A number that no leaf has.
    pub fn with_leaves(mut self, leaves: impl IntoIterator<Item = usize>) -> Result<Self> {
        self.mask.fill(false);
        let len = self.mask.len();
        for index in leaves {
            let no_leaf = || RecordError::no_such_index("leaf column", index, len);
            *self.mask.get_mut(index).ok_or_else(no_leaf)? = true;
        }
        Ok(self)
    }

    /// Reads only these row groups, in this order.
    ///
    /// # Errors
    ///
    /// A number that no row group has.
    pub fn with_row_groups(mut self, row_groups: Vec<usize>) -> Result<Self> {
        let len = self.metadata.num_row_groups();
        if let Some(&index) = row_groups.iter().find(|&&index| index >= len) {
            return Err(RecordError::no_such_index("row group", index, len));
        }
        self.row_groups = Some(row_groups);
        Ok(self)
    }

    /// The most rows that are decoded at a time, 4096 by default; at least one is.
    #[must_use]
    pub fn with_window(mut self, num_rows: usize) -> Self {
        self.window = num_rows.max(1);
        self
    }

    /// Caps on pages.
    #[must_use]
    pub fn with_limits(mut self, limits: PageLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Whether page checksums are compared.
    #[must_use]
    pub fn with_checksums(mut self, checksums: Checksums) -> Self {
        self.checksums = checksums;
        self
    }

    /// The cursor, before the first row.
    ///
    /// # Errors
    ///
    /// A column whose annotation does not go with its type, a map of which only the keys or only the
    /// values are projected.
    pub fn build(self) -> Result<RowCursor> {
        let context = FileContext {
            source: self.source,
            metadata: self.metadata,
            limits: self.limits,
            checksums: self.checksums,
            budget: self.budget,
        };
        let tree = context.metadata.file_metadata().schema_tree();
        let columns = open_columns(tree, &self.mask, &context)?;
        let all = 0..context.metadata.num_row_groups();
        let row_groups = self.row_groups.unwrap_or_else(|| all.collect());
        let window = bounded_window(&context.metadata, &self.mask, &row_groups, self.window);
        Ok(RowCursor::new(context, columns, row_groups, window))
    }
}

fn mask<N: AsRef<str>>(tree: &SchemaTree, names: impl IntoIterator<Item = N>) -> Result<Vec<bool>> {
    let paths: Vec<String> = tree.leaves().map(|leaf| leaf.path().string()).collect();
    let mut mask = vec![false; paths.len()];
    for name in names {
        let name = name.as_ref();
        let mut is_known = false;
        for (path, is_read) in paths.iter().zip(&mut mask) {
            let below = path.strip_prefix(name);
            if below.is_some_and(|below| below.is_empty() || below.starts_with('.')) {
                (is_known, *is_read) = (true, true);
            }
        }
        if !is_known {
            return Err(RecordErrorKind::NoSuchColumn { name: name.into() }.into());
        }
    }
    Ok(mask)
}

/// As many rows as fit the window by the sizes in the metadata, which are a hint and no more.
fn bounded_window(
    metadata: &ParquetMetaData,
    mask: &[bool],
    row_groups: &[usize],
    max_rows: usize,
) -> usize {
    let mut rows = max_rows as u64;
    for &index in row_groups {
        let group = metadata.row_group(index);
        let chunks = mask.iter().enumerate().filter(|(_, is_read)| **is_read);
        let size = chunks
            .map(|(leaf, _)| group.column(leaf).uncompressed_size().max(0).unsigned_abs())
            .fold(0, u64::saturating_add);
        let num_rows = group.num_rows().max(1).unsigned_abs();
        rows = rows.min((WINDOW_SIZE.saturating_mul(num_rows) / size.max(1)).max(1));
    }
    // At most `max_rows`.
    rows as usize
}
