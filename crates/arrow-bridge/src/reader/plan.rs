//! The Arrow schema of a file, made as far as it is asked for.

use std::sync::{Arc, OnceLock};

use arrow_schema::{FieldRef, Schema, SchemaRef};
use herringbone_format::metadata::ParquetMetaData;
use herringbone_format::schema::types::TypeProblem;

use crate::error::{ParquetError, Result};
use crate::projection::ProjectionMask;
use crate::schema::{
    ARROW_SCHEMA_META_KEY, ArrowNode, Asked, EmbeddedSchema, VirtualColumn, arrow_roots,
    check_virtual, fields_of, schema_metadata,
};

/// Which Arrow types the columns of a file are read into.
///
/// A file of ten thousand columns of which three are read has three fields made here; the schema of
/// all of them only when somebody asks to see it.
#[derive(Debug)]
pub(crate) struct SchemaPlan {
    metadata: Arc<ParquetMetaData>,
    wishes: Wishes,
    virtual_columns: Vec<(FieldRef, VirtualColumn)>,
    schema: OnceLock<SchemaRef>,
}

/// Who has a say in the types.
#[derive(Debug)]
enum Wishes {
    Nobody,
    /// An Arrow writer, if it left its schema in the file.
    Writer,
    /// The caller's schema.
    Caller(SchemaRef),
}

/// The columns of a projection.
#[derive(Debug)]
pub(crate) struct Projected {
    /// The fields that are in the file.
    pub(crate) nodes: Vec<ArrowNode>,
    /// The fields that are not, behind the others.
    pub(crate) virtual_columns: Vec<VirtualColumn>,
    /// All fields.
    pub(crate) schema: SchemaRef,
}

impl SchemaPlan {
    /// # Errors
    ///
    /// A supplied schema that the columns cannot be read into; a virtual column that is not known.
    pub(crate) fn try_new(
        metadata: Arc<ParquetMetaData>,
        skip_arrow_metadata: bool,
        supplied: Option<SchemaRef>,
        virtual_columns: Vec<FieldRef>,
    ) -> Result<Self> {
        let wishes = match supplied {
            Some(schema) => Wishes::Caller(schema),
            None if skip_arrow_metadata => Wishes::Nobody,
            None => Wishes::Writer,
        };
        let virtual_columns = virtual_columns.into_iter().map(|field| {
            let column = check_virtual(&field)?;
            Ok((field, column))
        });
        let virtual_columns = virtual_columns.collect::<Result<_>>()?;
        let plan = Self {
            metadata,
            wishes,
            virtual_columns,
            schema: OnceLock::new(),
        };
        if matches!(plan.wishes, Wishes::Caller(_)) {
            // What the caller asked for has to be refused now, not when the schema is looked at.
            let schema = plan.whole_schema()?;
            plan.schema.get_or_init(|| schema);
        }
        Ok(plan)
    }

    /// The Arrow schema of all columns, with the file's key-value pairs as metadata.
    pub(crate) fn schema(&self) -> &SchemaRef {
        // Only a caller's wishes can be refused, and those were heard when the plan was made.
        self.schema.get_or_init(|| {
            self.whole_schema()
                .unwrap_or_else(|_| Arc::new(Schema::empty()))
        })
    }

    fn whole_schema(&self) -> Result<SchemaRef> {
        let nodes = self.nodes(&ProjectionMask::all())?;
        let fields: Vec<_> = self.with_virtual(&nodes);
        // Handed on as it is: the type of metadata differs between Arrow 59 and 60.
        if let Wishes::Caller(schema) = &self.wishes {
            let metadata = schema.metadata().clone();
            return Ok(Arc::new(Schema::new_with_metadata(fields, metadata)));
        }
        let pairs = self
            .metadata
            .file_metadata()
            .key_value_metadata()
            .map_or(&[][..], Vec::as_slice);
        let metadata = schema_metadata(pairs, self.embedded());
        Ok(Arc::new(Schema::new_with_metadata(fields, metadata)))
    }

    /// The columns that `mask` includes; the schema of their batches carries no metadata.
    ///
    /// # Errors
    ///
    /// A column whose values cannot mean what the file says they do.
    pub(crate) fn project(&self, mask: &ProjectionMask) -> Result<Projected> {
        let mut projected = self.project_stored(mask)?;
        if !self.virtual_columns.is_empty() {
            projected.virtual_columns = self
                .virtual_columns
                .iter()
                .map(|(_, column)| *column)
                .collect();
            projected.schema = Arc::new(Schema::new(self.with_virtual(&projected.nodes)));
        }
        Ok(projected)
    }

    /// The columns that `mask` includes, without virtual ones.
    ///
    /// # Errors
    ///
    /// As [`SchemaPlan::project`].
    pub(crate) fn project_stored(&self, mask: &ProjectionMask) -> Result<Projected> {
        let nodes = self.nodes(mask)?;
        nodes
            .iter()
            .try_for_each(|node| self.check_annotations(node))?;
        let schema = Arc::new(Schema::new(fields_of(&nodes)));
        Ok(Projected {
            nodes,
            virtual_columns: Vec::new(),
            schema,
        })
    }

    /// Refuses what every reader refuses: a known annotation on a type that cannot have it.
    fn check_annotations(&self, node: &ArrowNode) -> Result<()> {
        let tree = self.metadata.file_metadata().schema_tree();
        let mut result = Ok(());
        node.for_each_leaf(&mut |plan| {
            let leaf = tree.leaf(plan.leaf_idx);
            let found = match leaf.annotation_problem() {
                Some(TypeProblem::ConvertedType { found, .. }) => found.to_string(),
                Some(TypeProblem::LogicalType { found, .. }) => format!("{found:?}"),
                // Digits that do not fit are read as they are stored.
                _ => return,
            };
            let (path, physical_type) = (leaf.path(), plan.physical_type);
            let message =
                format!("column {path}: {found} cannot annotate physical type {physical_type}");
            result = Err(ParquetError::General(message));
        });
        result
    }

    fn nodes(&self, mask: &ProjectionMask) -> Result<Vec<ArrowNode>> {
        let asked = match &self.wishes {
            Wishes::Nobody | Wishes::Writer => self.embedded().map_or(Asked::Nothing, Asked::File),
            Wishes::Caller(schema) => Asked::Caller(schema.fields()),
        };
        arrow_roots(self.metadata.file_metadata().schema_tree(), mask, asked)
    }

    /// The schema that an Arrow writer left in the file, if its wishes count.
    fn embedded(&self) -> Option<EmbeddedSchema<'_>> {
        let file = self.metadata.file_metadata();
        match self.wishes {
            Wishes::Writer => EmbeddedSchema::decode(file.last_value(ARROW_SCHEMA_META_KEY)?),
            Wishes::Nobody | Wishes::Caller(_) => None,
        }
    }

    fn with_virtual(&self, nodes: &[ArrowNode]) -> Vec<FieldRef> {
        let virtual_fields = self
            .virtual_columns
            .iter()
            .map(|(field, _)| Arc::clone(field));
        fields_of(nodes)
            .iter()
            .cloned()
            .chain(virtual_fields)
            .collect()
    }
}
