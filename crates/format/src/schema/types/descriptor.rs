//! A schema and its columns, with their levels and paths.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::{ColumnDescPtr, ColumnPath, Type, TypePtr};
use crate::basic::{
    ColumnOrder, ConvertedType, LogicalType, Repetition, SortOrder, Type as PhysicalType,
};
use crate::lazy_blocks::LazyBlocks;
use crate::schema::{Node, SchemaTree};

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

    /// The column of a tree's leaf.
    fn of_leaf(leaf: Node<'_>) -> Self {
        let repeated = std::iter::successors(Some(leaf), Node::parent)
            .find(|node| node.repetition() == Repetition::REPEATED);
        let levels = Levels {
            max_def_level: i16::from(leaf.max_def_level()),
            max_rep_level: i16::from(leaf.max_rep_level()),
            repeated_ancestor_def_level: repeated.map_or(0, |node| i16::from(node.max_def_level())),
        };
        Self {
            primitive_type: Arc::new(Type::of_node(leaf, Vec::new())),
            levels,
            path: leaf.path(),
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
///
/// That of a file is a view of its [`SchemaTree`]: types and columns are made as they are touched, a
/// few columns or all of them.
#[derive(Clone)]
pub struct SchemaDescriptor {
    /// What the views are made of, where the schema is that of a file.
    tree: Option<Arc<SchemaTree>>,
    /// Set from the start where there is no tree.
    root: OnceLock<TypePtr>,
    leaves: LazyBlocks<ColumnDescPtr>,
    /// The top-level field of each column.
    top_level: OnceLock<Box<[usize]>>,
}

impl SchemaDescriptor {
    /// Describes the schema of this root.
    ///
    /// # Panics
    /// If `root` is not a group.
    pub fn new(root: TypePtr) -> Self {
        assert!(root.is_group(), "the root of a schema is a group");
        let schema = Self {
            tree: None,
            root: OnceLock::from(root),
            leaves: LazyBlocks::new(),
            top_level: OnceLock::new(),
        };
        schema.columns();
        schema
    }

    /// Describes the schema of a file.
    pub fn from_tree(tree: &SchemaTree) -> Self {
        Self::of_tree(Arc::new(tree.clone()))
    }

    pub(crate) fn of_tree(tree: Arc<SchemaTree>) -> Self {
        Self {
            tree: Some(tree),
            root: OnceLock::new(),
            leaves: LazyBlocks::new(),
            top_level: OnceLock::new(),
        }
    }

    /// The tree that this is a view of; none if it was made of types.
    pub fn tree(&self) -> Option<&SchemaTree> {
        self.tree.as_deref()
    }

    /// The column at `i`.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn column(&self, i: usize) -> ColumnDescPtr {
        Arc::clone(self.column_ref(i))
    }

    pub(crate) fn column_ref(&self, i: usize) -> &ColumnDescPtr {
        match &self.tree {
            Some(tree) => self.leaves.get(i, tree.num_leaves(), |leaf| {
                Arc::new(ColumnDescriptor::of_leaf(tree.leaf(leaf)))
            }),
            None => &self.columns()[i],
        }
    }

    /// The columns, in the order of the file.
    pub fn columns(&self) -> &[ColumnDescPtr] {
        self.leaves.all(|| {
            let mut walk = Walk::default();
            for field in self.fields() {
                walk.visit(field, Levels::default());
            }
            walk.leaves.into()
        })
    }

    /// How many columns there are.
    pub fn num_columns(&self) -> usize {
        match &self.tree {
            Some(tree) => tree.num_leaves(),
            None => self.columns().len(),
        }
    }

    /// The top-level field that column `i` is or belongs to.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn get_column_root(&self, i: usize) -> &Type {
        &self.fields()[self.get_column_root_idx(i)]
    }

    /// The top-level field that column `i` is or belongs to, shared.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn get_column_root_ptr(&self, i: usize) -> TypePtr {
        Arc::clone(&self.fields()[self.get_column_root_idx(i)])
    }

    /// The position of the top-level field that column `leaf` is or belongs to.
    ///
    /// # Panics
    /// If there is no such column.
    pub fn get_column_root_idx(&self, leaf: usize) -> usize {
        let top_level = self.top_level.get_or_init(|| match &self.tree {
            Some(tree) => {
                let fields = tree.root().children().enumerate();
                fields
                    .flat_map(|(index, field)| field.leaf_range().map(move |_| index))
                    .collect()
            }
            None => {
                let fields = self.fields().iter().enumerate();
                fields
                    .flat_map(|(index, field)| (0..num_leaves(field)).map(move |_| index))
                    .collect()
            }
        });
        top_level[leaf]
    }

    /// The root.
    pub fn root_schema(&self) -> &Type {
        self.root()
    }

    /// The root, shared.
    pub fn root_schema_ptr(&self) -> TypePtr {
        Arc::clone(self.root())
    }

    /// The name of the root.
    pub fn name(&self) -> &str {
        match &self.tree {
            Some(tree) => tree.root().name(),
            None => self.root().name(),
        }
    }

    /// Bytes of memory that the descriptor holds, which are more as more of it is touched.
    pub fn memory_size(&self) -> usize {
        let of_path = |path: &ColumnPath| {
            let parts = path.parts().iter();
            parts
                .map(|part| size_of::<String>() + part.capacity())
                .sum::<usize>()
        };
        let of_tree = self.tree.as_ref().map_or(0, |tree| tree.memory_size());
        let of_root = self.root.get().map_or(0, |root| root.memory_size());
        let of_column =
            |column: &ColumnDescPtr| size_of::<ColumnDescriptor>() + of_path(&column.path);
        size_of::<Self>()
            + of_tree
            + of_root
            + self.leaves.heap_size(of_column)
            + self
                .top_level
                .get()
                .map_or(0, |indices| size_of_val(&**indices))
    }

    fn root(&self) -> &TypePtr {
        self.root.get_or_init(|| {
            let tree = self.tree.as_ref();
            Type::of_tree(tree.expect("a schema made of types has its root"))
        })
    }

    fn fields(&self) -> &[TypePtr] {
        self.root().get_fields()
    }
}

/// Two schemas are equal if their types are: the columns follow from them.
impl PartialEq for SchemaDescriptor {
    fn eq(&self, other: &Self) -> bool {
        let same_tree = match (&self.tree, &other.tree) {
            (Some(tree), Some(other)) => Arc::ptr_eq(tree, other),
            _ => false,
        };
        same_tree || self.root() == other.root()
    }
}

fn num_leaves(field: &Type) -> usize {
    if field.is_primitive() {
        return 1;
    }
    field
        .get_fields()
        .iter()
        .map(|child| num_leaves(child))
        .sum()
}

/// Shows the root alone: the columns follow from it.
impl fmt::Debug for SchemaDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SchemaDescriptor")
            .field("schema", self.root_schema())
            .finish()
    }
}

/// A walk over a schema that gathers its columns.
#[derive(Default)]
struct Walk {
    leaves: Vec<ColumnDescPtr>,
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
