//! The tree of columns, from the file's schema.
//!
//! What the specification's rules cannot make a list or a map is a struct, so that every tree that
//! could be parsed can be read.
//!
//! Spec: LogicalTypes.md, "Nested Types"

use std::sync::Arc;

use herringbone_column::decode::{LeafLevels, LeafSpec, LevelDetail};
use herringbone_decode_kernel::nulls::Validity;
use herringbone_format::basic::{Repetition, Type as PhysicalType};
use herringbone_format::schema::shape::{
    Annotation, ElementLevels, MapEntries, NodeLevels, annotation, map_entries, own_levels,
    repeated_child, slot_def, wrapped_element,
};
use herringbone_format::schema::types::TypeProblem;
use herringbone_format::schema::{Node, SchemaTree};

use super::{Column, FileContext, Kind, Leaf, ListColumn, MapColumn};
use crate::DataType;
use crate::error::{RecordErrorKind, Result};

/// The top-level columns of which a leaf is in `mask`, which has an entry for each leaf.
pub(crate) fn open_columns(
    tree: &SchemaTree,
    mask: &[bool],
    context: &FileContext,
) -> Result<Vec<Column>> {
    let opener = Opener { mask, context };
    let mut columns = Vec::new();
    for node in tree.root().children() {
        columns.extend(opener.field(node, LevelDetail::Validity)?);
    }
    Ok(columns)
}

struct Opener<'a> {
    mask: &'a [bool],
    context: &'a FileContext,
}

impl Opener<'_> {
    /// A field of a struct: an unannotated repeated one is a list.
    fn field(&self, node: Node<'_>, detail: LevelDetail) -> Result<Option<Column>> {
        if !node.leaf_range().any(|leaf| self.mask[leaf]) {
            return Ok(None);
        }
        if node.repetition() != Repetition::REPEATED {
            return self.occurrence(node, detail);
        }
        // The list begins one level above the element: it is there whenever its parent is.
        let levels = NodeLevels {
            rep: node.max_rep_level().saturating_sub(1),
            slot_def: node.parent().map_or(0, slot_def),
            valid_def: node.max_def_level().saturating_sub(1),
        };
        let element = self.occurrence(node, LevelDetail::Levels)?;
        Ok(element.map(|element| list(node, levels, node, element)))
    }

    /// A node as one value, whether it is there once, at most once, or as an element of the list
    /// that its own repetition makes.
    fn occurrence(&self, node: Node<'_>, detail: LevelDetail) -> Result<Option<Column>> {
        if let Some(physical_type) = node.physical_type() {
            return self.leaf(node, physical_type, detail);
        }
        let annotation = annotation(node);
        if annotation == Annotation::Map
            && let Some(entries) = map_entries(node)
        {
            return self.map(node, entries);
        }
        // A map without values is a list of its keys.
        if annotation != Annotation::Other
            && let Some(repeated) = repeated_child(node)
        {
            let element = wrapped_element(node, repeated).unwrap_or(repeated);
            let element = self.occurrence(element, LevelDetail::Levels)?;
            return Ok(element.map(|element| list(node, own_levels(node), repeated, element)));
        }
        self.group(node, detail)
    }

    fn leaf(
        &self,
        node: Node<'_>,
        physical_type: PhysicalType,
        detail: LevelDetail,
    ) -> Result<Option<Column>> {
        let Some(leaf_idx) = node.leaf_index().filter(|&leaf| self.mask[leaf]) else {
            return Ok(None);
        };
        check_annotation(node, physical_type)?;
        let data_type = DataType::of_leaf(node, physical_type);
        let width = match physical_type {
            PhysicalType::FIXED_LEN_BYTE_ARRAY => usize::try_from(node.type_length()).unwrap_or(0),
            _ => 0,
        };
        let levels = own_levels(node);
        let leaf_levels = LeafLevels {
            max_def: levels.valid_def,
            max_rep: levels.rep,
            // Outside lists every entry is a slot of the leaf, also where a struct around it is null.
            slot_def: if levels.rep == 0 { 0 } else { levels.slot_def },
        };
        let FileContext {
            limits,
            checksums,
            budget,
            ..
        } = self.context;
        let spec = LeafSpec {
            levels: leaf_levels,
            detail,
            limits: *limits,
            checksums: *checksums,
            budget: Arc::clone(budget),
        };
        let leaf = Leaf::open(leaf_idx, physical_type, width, data_type, spec);
        Ok(Some(column(node, data_type, levels, Kind::Leaf(leaf))))
    }

    fn group(&self, node: Node<'_>, detail: LevelDetail) -> Result<Option<Column>> {
        let levels = own_levels(node);
        let detail = if levels.optional() {
            LevelDetail::Levels
        } else {
            detail
        };
        let mut children = Vec::new();
        for child in node.children() {
            children.extend(self.field(child, detail)?);
        }
        if children.is_empty() {
            return Ok(None);
        }
        let kind = Kind::Struct(children);
        Ok(Some(column(node, DataType::Struct, levels, kind)))
    }

    fn map(&self, node: Node<'_>, entries: MapEntries<'_>) -> Result<Option<Column>> {
        let key = self.occurrence(entries.key, LevelDetail::Levels)?;
        let value = self.occurrence(entries.value, LevelDetail::Levels)?;
        let (key, value) = match (key, value) {
            (Some(key), Some(value)) => (key, value),
            (None, None) => return Ok(None),
            // A column that silently is not there would be a wrong answer.
            _ => {
                return Err(RecordErrorKind::HalfMap {
                    column: node.path().string().into(),
                }
                .into());
            }
        };
        let kind = Kind::Map(MapColumn {
            entries: element_levels(entries.repeated),
            offsets: Vec::new(),
            key: Box::new(key),
            value: Box::new(value),
        });
        Ok(Some(column(node, DataType::Map, own_levels(node), kind)))
    }
}

/// A date in a BYTE_ARRAY and the like is refused; digits that do not fit are read as they are stored.
fn check_annotation(node: Node<'_>, physical_type: PhysicalType) -> Result<()> {
    let annotation = match node.annotation_problem() {
        Some(TypeProblem::ConvertedType { found, .. }) => found.to_string(),
        Some(TypeProblem::LogicalType { found, .. }) => format!("{found:?}"),
        _ => return Ok(()),
    };
    Err(RecordErrorKind::Annotation {
        column: node.path().string().into(),
        annotation,
        physical_type,
    }
    .into())
}

fn list(node: Node<'_>, levels: NodeLevels, repeated: Node<'_>, element: Column) -> Column {
    let kind = Kind::List(ListColumn {
        elements: element_levels(repeated),
        offsets: Vec::new(),
        element: Box::new(element),
    });
    column(node, DataType::List, levels, kind)
}

fn element_levels(repeated: Node<'_>) -> ElementLevels {
    ElementLevels {
        rep: repeated.max_rep_level(),
        def: repeated.max_def_level(),
    }
}

fn column(node: Node<'_>, data_type: DataType, levels: NodeLevels, kind: Kind) -> Column {
    Column {
        name: node.name().into(),
        path: node.path().string().into(),
        data_type,
        levels,
        validity: Validity::new(),
        kind,
    }
}
