//! A schema and its columns, with their levels and paths.

use std::fmt;
use std::sync::Arc;

use super::{ColumnDescPtr, ColumnPath, Type, TypePtr};
use crate::basic::{
    ColumnOrder, ConvertedType, LogicalType, Repetition, SortOrder, Type as PhysicalType,
};
use crate::schema::SchemaTree;

/// A column of a schema: its type, its levels and its path.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnDescriptor {
    primitive_type: TypePtr,
    levels: Levels,
    path: ColumnPath,
}

/// The levels of a place in the schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Levels {
    max_def_level: i16,
    max_rep_level: i16,
    repeated_ancestor_def_level: i16,
}

impl Levels {
    /// The levels of a field of this repetition in a group of these levels.
    fn below(self, repetition: Repetition) -> Self {
        let mut levels = self;
        if repetition != Repetition::REQUIRED {
            levels.max_def_level = levels.max_def_level.saturating_add(1);
        }
        if repetition == Repetition::REPEATED {
            levels.max_rep_level = levels.max_rep_level.saturating_add(1);
            levels.repeated_ancestor_def_level = levels.max_def_level;
        }
        levels
    }
}

impl ColumnDescriptor {
    /// A column of these facts.
    ///
    /// # Panics
    /// If `primitive_type` is a group.
    pub fn new(
        primitive_type: TypePtr,
        max_def_level: i16,
        max_rep_level: i16,
        path: ColumnPath,
    ) -> Self {
        assert!(
            primitive_type.is_primitive(),
            "a column has a primitive type"
        );
        let levels = Levels {
            max_def_level,
            max_rep_level,
            repeated_ancestor_def_level: 0,
        };
        Self {
            primitive_type,
            levels,
            path,
        }
    }

    /// The definition level of a value that is there.
    pub fn max_def_level(&self) -> i16 {
        self.levels.max_def_level
    }

    /// How many repeated types there are from the top-level field down to the column.
    pub fn max_rep_level(&self) -> i16 {
        self.levels.max_rep_level
    }

    /// The definition level of the innermost repeated type from the top-level field down to the
    /// column; 0 if there is none.
    pub fn repeated_ancestor_def_level(&self) -> i16 {
        self.levels.repeated_ancestor_def_level
    }

    /// The path of the column.
    pub fn path(&self) -> &ColumnPath {
        &self.path
    }

    /// The type of the column.
    pub fn self_type(&self) -> &Type {
        &self.primitive_type
    }

    /// The type of the column, shared.
    pub fn self_type_ptr(&self) -> TypePtr {
        Arc::clone(&self.primitive_type)
    }

    /// The name, which is the last part of the path.
    pub fn name(&self) -> &str {
        self.primitive_type.name()
    }

    /// What values mean in the older vocabulary.
    pub fn converted_type(&self) -> ConvertedType {
        self.primitive_type.get_basic_info().converted_type()
    }

    /// What values mean, as a copy.
    pub fn logical_type(&self) -> Option<LogicalType> {
        self.logical_type_ref().cloned()
    }

    /// What values mean.
    pub fn logical_type_ref(&self) -> Option<&LogicalType> {
        self.primitive_type.get_basic_info().logical_type_ref()
    }

    /// How values lie in the file.
    pub fn physical_type(&self) -> PhysicalType {
        self.primitive_type.get_physical_type()
    }

    /// Bytes of a FIXED_LEN_BYTE_ARRAY value; -1 if not stored.
    pub fn type_length(&self) -> i32 {
        match *self.primitive_type {
            Type::PrimitiveType { type_length, .. } => type_length,
            Type::GroupType { .. } => -1,
        }
    }

    /// Digits of a decimal; -1 if not stored.
    pub fn type_precision(&self) -> i32 {
        self.primitive_type.get_precision()
    }

    /// Digits of a decimal behind the point; -1 if not stored.
    pub fn type_scale(&self) -> i32 {
        self.primitive_type.get_scale()
    }

    /// How values compare by their type.
    pub fn sort_order(&self) -> SortOrder {
        ColumnOrder::sort_order_for_type(
            self.logical_type_ref(),
            self.converted_type(),
            self.physical_type(),
        )
    }
}

/// A schema and its columns.
#[derive(Clone, PartialEq)]
pub struct SchemaDescriptor {
    schema: TypePtr,
    leaves: Vec<ColumnDescPtr>,
    /// The top-level field of each column.
    top_level: Vec<usize>,
}

impl SchemaDescriptor {
    /// Describes the schema of this root.
    ///
    /// # Panics
    /// If `root` is not a group.
    pub fn new(root: TypePtr) -> Self {
        assert!(root.is_group(), "the root of a schema is a group");
        let mut walk = Walk::default();
        for (index, field) in root.get_fields().iter().enumerate() {
            walk.visit(field, Levels::default());
            walk.top_level.resize(walk.leaves.len(), index);
        }
        let Walk {
            leaves, top_level, ..
        } = walk;
        Self {
            schema: root,
            leaves,
            top_level,
        }
    }

    /// Describes the schema of a file.
    pub fn from_tree(tree: &SchemaTree) -> Self {
        Self::new(Type::of_tree(tree))
    }

    /// The column at `i`.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn column(&self, i: usize) -> ColumnDescPtr {
        Arc::clone(&self.leaves[i])
    }

    /// The columns, in the order of the file.
    pub fn columns(&self) -> &[ColumnDescPtr] {
        &self.leaves
    }

    /// How many columns there are.
    pub fn num_columns(&self) -> usize {
        self.leaves.len()
    }

    /// The top-level field that column `i` is or belongs to.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn get_column_root(&self, i: usize) -> &Type {
        &self.schema.get_fields()[self.get_column_root_idx(i)]
    }

    /// The top-level field that column `i` is or belongs to, shared.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn get_column_root_ptr(&self, i: usize) -> TypePtr {
        Arc::clone(&self.schema.get_fields()[self.get_column_root_idx(i)])
    }

    /// The position of the top-level field that column `leaf` is or belongs to.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn get_column_root_idx(&self, leaf: usize) -> usize {
        self.top_level[leaf]
    }

    /// The root.
    pub fn root_schema(&self) -> &Type {
        &self.schema
    }

    /// The root, shared.
    pub fn root_schema_ptr(&self) -> TypePtr {
        Arc::clone(&self.schema)
    }

    /// The name of the root.
    pub fn name(&self) -> &str {
        self.schema.name()
    }

    /// Bytes of memory that the descriptor holds.
    pub fn memory_size(&self) -> usize {
        let parts = self.leaves.iter().flat_map(|leaf| leaf.path.parts());
        size_of::<Self>()
            + self.schema.memory_size()
            + parts
                .map(|part| size_of::<String>() + part.capacity())
                .sum::<usize>()
            + self.leaves.len() * (size_of::<ColumnDescPtr>() + size_of::<ColumnDescriptor>())
            + self.top_level.capacity() * size_of::<usize>()
    }
}

/// Shows the root alone: the columns follow from it.
impl fmt::Debug for SchemaDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SchemaDescriptor")
            .field("schema", &self.schema)
            .finish()
    }
}

/// A walk over a schema that gathers its columns.
#[derive(Default)]
struct Walk {
    leaves: Vec<ColumnDescPtr>,
    top_level: Vec<usize>,
    path: Vec<String>,
}

impl Walk {
    fn visit(&mut self, field: &TypePtr, parent: Levels) {
        let levels = parent.below(field.get_basic_info().repetition());
        self.path.push(field.name().to_owned());
        if field.is_primitive() {
            self.leaves.push(Arc::new(ColumnDescriptor {
                primitive_type: Arc::clone(field),
                levels,
                path: ColumnPath::new(self.path.clone()),
            }));
        }
        for child in field.get_fields() {
            self.visit(child, levels);
        }
        self.path.pop();
    }
}
