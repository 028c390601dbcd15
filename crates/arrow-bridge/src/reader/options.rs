//! How a file is opened, and what is known about it then.

use std::sync::Arc;

use arrow_schema::{FieldRef, SchemaRef};
use herringbone_format::Limits;
use herringbone_format::metadata::ParquetMetaData;
use herringbone_format::schema::types::SchemaDescriptor;

use super::metadata::{PageIndexPolicy, ParquetMetaDataReader};
use super::plan::SchemaPlan;
use super::source::ChunkReader;
use crate::error::Result;
use crate::schema::check_virtual;

/// Options for opening a file.
#[derive(Clone, Debug, Default)]
pub struct ArrowReaderOptions {
    skip_arrow_metadata: bool,
    supplied_schema: Option<SchemaRef>,
    pub(crate) column_index: PageIndexPolicy,
    pub(crate) offset_index: PageIndexPolicy,
    virtual_columns: Vec<FieldRef>,
    pub(crate) limits: Limits,
}

impl ArrowReaderOptions {
    /// The defaults: the embedded Arrow schema is honoured, page indexes are not read.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether to ignore the Arrow schema that a writer left in the file, and derive types from the
    /// Parquet schema alone.
    #[must_use]
    pub fn with_skip_arrow_metadata(mut self, skip_arrow_metadata: bool) -> Self {
        self.skip_arrow_metadata = skip_arrow_metadata;
        self
    }

    /// Reads the columns into the types of `schema`, which has a field for every column of the
    /// file: dictionary, view, large, list-view and run-end-encoded types, other decimal widths,
    /// other units for INT96.
    #[must_use]
    pub fn with_schema(mut self, schema: SchemaRef) -> Self {
        self.supplied_schema = Some(schema);
        self.skip_arrow_metadata = true;
        self
    }

    /// Whether both page indexes are required, or left alone.
    #[must_use]
    pub fn with_page_index(self, page_index: bool) -> Self {
        self.with_page_index_policy(PageIndexPolicy::from(page_index))
    }

    /// Sets what to do about both page indexes.
    #[must_use]
    pub fn with_page_index_policy(self, policy: PageIndexPolicy) -> Self {
        self.with_column_index_policy(policy)
            .with_offset_index_policy(policy)
    }

    /// Sets what to do about the column index.
    #[must_use]
    pub fn with_column_index_policy(mut self, policy: PageIndexPolicy) -> Self {
        self.column_index = policy;
        self
    }

    /// Sets what to do about the offset index.
    #[must_use]
    pub fn with_offset_index_policy(mut self, policy: PageIndexPolicy) -> Self {
        self.offset_index = policy;
        self
    }

    /// Adds columns that are not in the file; see `herringbone::arrow::virtual_type`.
    ///
    /// # Errors
    ///
    /// A field whose extension type is not that of a virtual column.
    pub fn with_virtual_columns(mut self, virtual_columns: Vec<FieldRef>) -> Result<Self> {
        virtual_columns
            .iter()
            .try_for_each(|field| check_virtual(field).map(drop))?;
        self.virtual_columns = virtual_columns;
        Ok(self)
    }

    /// Sets caps on what the metadata may ask for.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Whether both page indexes are read.
    pub fn page_index(&self) -> bool {
        self.offset_index != PageIndexPolicy::Skip && self.column_index != PageIndexPolicy::Skip
    }

    /// What to do about the offset index.
    pub fn offset_index_policy(&self) -> PageIndexPolicy {
        self.offset_index
    }

    /// What to do about the column index.
    pub fn column_index_policy(&self) -> PageIndexPolicy {
        self.column_index
    }
}

/// The metadata of a file and the Arrow schema that it is read into; cheap to clone and shared by
/// any number of readers of the same file.
#[derive(Clone, Debug)]
pub struct ArrowReaderMetadata {
    metadata: Arc<ParquetMetaData>,
    plan: Arc<SchemaPlan>,
}

impl ArrowReaderMetadata {
    /// Reads the metadata of a file.
    ///
    /// # Errors
    ///
    /// As [`ParquetMetaDataReader::parse_and_finish`] and [`ArrowReaderMetadata::try_new`].
    pub fn load<T: ChunkReader>(reader: &T, options: ArrowReaderOptions) -> Result<Self> {
        let metadata = ParquetMetaDataReader::new()
            .with_arrow_reader_options(Some(&options))
            .parse_and_finish(reader)?;
        Self::try_new(Arc::new(metadata), options)
    }

    /// Uses metadata read before.
    ///
    /// # Errors
    ///
    /// A supplied schema that the file's columns cannot be read into.
    pub fn try_new(metadata: Arc<ParquetMetaData>, options: ArrowReaderOptions) -> Result<Self> {
        let ArrowReaderOptions {
            skip_arrow_metadata,
            supplied_schema,
            virtual_columns,
            ..
        } = options;
        let plan = SchemaPlan::try_new(
            Arc::clone(&metadata),
            skip_arrow_metadata,
            supplied_schema,
            virtual_columns,
        )?;
        Ok(Self {
            metadata,
            plan: Arc::new(plan),
        })
    }

    /// The file's metadata.
    pub fn metadata(&self) -> &Arc<ParquetMetaData> {
        &self.metadata
    }

    /// The Parquet schema.
    pub fn parquet_schema(&self) -> &SchemaDescriptor {
        self.metadata.file_metadata().schema_descr()
    }

    /// The Arrow schema of all columns; made when first asked for.
    pub fn schema(&self) -> &SchemaRef {
        self.plan.schema()
    }

    pub(crate) fn plan(&self) -> &Arc<SchemaPlan> {
        &self.plan
    }
}
