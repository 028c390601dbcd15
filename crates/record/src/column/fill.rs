//! A window of rows, read leaf by leaf and put together by their levels.

use std::sync::Arc;

use herringbone_column::decode::Levels;
use herringbone_column::{
    Budget, ByteSource, Checksums, ChunkSpec, ColumnError, ColumnErrorKind, PageLimits, Place,
};
use herringbone_decode_kernel::levels::{ListLevels, group_validity, list_boundaries};
use herringbone_decode_kernel::nulls::Validity;
use herringbone_format::metadata::ParquetMetaData;
use herringbone_format::schema::shape::{ElementLevels, NodeLevels};

use super::{Column, Kind, ListColumn, MapColumn};

/// What all columns of a read share.
pub(crate) struct FileContext {
    pub(crate) source: Arc<dyn ByteSource>,
    pub(crate) metadata: Arc<ParquetMetaData>,
    pub(crate) limits: PageLimits,
    pub(crate) checksums: Checksums,
    pub(crate) budget: Arc<Budget>,
}

impl Column {
    /// Continues with the first row of `row_group`.
    pub(crate) fn open_row_group(
        &mut self,
        context: &FileContext,
        row_group: usize,
    ) -> Result<(), ColumnError> {
        let FileContext {
            source, metadata, ..
        } = context;
        self.for_each_leaf(&mut |leaf| {
            let chunk = ChunkSpec::of(metadata, source.size(), row_group, leaf.leaf_idx, None);
            let chunk = chunk.map_err(|error| {
                error.at(&Place {
                    row_group: Some(row_group),
                    ..Place::of_leaf(metadata, leaf.leaf_idx)
                })
            })?;
            leaf.open_chunk(Arc::clone(source), &chunk);
            Ok(())
        })
    }

    /// Replaces the window by the next `num_rows` rows of a top-level column.
    ///
    /// # Errors
    ///
    /// Malformed pages, limits, a failing source, fewer rows, columns of one group that do not agree.
    pub(crate) fn fill(&mut self, num_rows: usize) -> Result<(), ColumnError> {
        self.read_leaves(num_rows)?;
        self.assemble(num_rows)
    }

    fn read_leaves(&mut self, num_rows: usize) -> Result<(), ColumnError> {
        match &mut self.kind {
            Kind::Leaf(leaf) => {
                let found = leaf.read(num_rows, &mut self.validity)?;
                if found == num_rows {
                    return Ok(());
                }
                let what = "more rows in the column chunk";
                Err(self.count(what, num_rows, found))
            }
            Kind::Struct(children) => children
                .iter_mut()
                .try_for_each(|child| child.read_leaves(num_rows)),
            Kind::List(list) => list.element.read_leaves(num_rows),
            Kind::Map(map) => {
                map.key.read_leaves(num_rows)?;
                map.value.read_leaves(num_rows)
            }
        }
    }

    /// Finds nulls and boundaries, and checks that there are `num_slots` slots, as another column of
    /// the same group has.
    fn assemble(&mut self, num_slots: usize) -> Result<(), ColumnError> {
        let levels = self.levels;
        match &mut self.kind {
            Kind::Leaf(_) => {}
            Kind::Struct(children) => {
                self.validity.clear();
                match children.first().and_then(Column::first_levels) {
                    Some(found) if levels.optional() => {
                        struct_validity(found, levels, &mut self.validity)?;
                    }
                    _ => self.validity.push_run(true, num_slots),
                }
                for child in children {
                    child.assemble(num_slots)?;
                }
            }
            Kind::List(ListColumn {
                elements,
                offsets,
                element,
            }) => {
                let found = element.first_levels();
                let len = boundaries(found, levels, *elements, offsets, &mut self.validity)?;
                element.assemble(len)?;
            }
            Kind::Map(MapColumn {
                entries,
                offsets,
                key,
                value,
            }) => {
                let found = key.first_levels();
                let len = boundaries(found, levels, *entries, offsets, &mut self.validity)?;
                key.assemble(len)?;
                value.assemble(len)?;
            }
        }
        if self.validity.len() == num_slots {
            return Ok(());
        }
        let what = "values as in the other columns of the group";
        Err(self.count(what, num_slots, self.validity.len()))
    }

    fn count(&self, what: &'static str, expected: usize, found: usize) -> ColumnError {
        let (expected, found) = (expected as u64, found as u64);
        let kind = ColumnErrorKind::Count {
            what,
            expected,
            found,
        };
        ColumnError::from(kind).at(&Place {
            column: Some(Arc::clone(&self.path)),
            ..Place::default()
        })
    }
}

/// The validity of structs, from the levels of their first leaf.
fn struct_validity(
    found: &Levels,
    levels: NodeLevels,
    validity: &mut Validity,
) -> Result<(), ColumnError> {
    let NodeLevels {
        rep,
        slot_def,
        valid_def,
    } = levels;
    if !found.rep.is_empty() {
        group_validity(&found.def, &found.rep, rep, slot_def, valid_def, validity)?;
        return Ok(());
    }
    // A column outside lists keeps no repetition levels: all are 0.
    const ZEROS: &[u8] = &[0; 1024];
    for def in found.def.chunks(ZEROS.len()) {
        let rep_levels = &ZEROS[..def.len()];
        group_validity(def, rep_levels, rep, slot_def, valid_def, validity)?;
    }
    Ok(())
}

/// The boundaries of lists and their validity, from the levels of the first leaf below them;
/// returns how many elements they have together.
fn boundaries(
    found: Option<&Levels>,
    levels: NodeLevels,
    elements: ElementLevels,
    offsets: &mut Vec<i32>,
    validity: &mut Validity,
) -> Result<usize, ColumnError> {
    offsets.clear();
    offsets.push(0);
    validity.clear();
    if let Some(found) = found {
        let levels = ListLevels {
            rep: elements.rep,
            slot_def: levels.slot_def,
            valid_def: levels.valid_def,
            element_def: elements.def,
        };
        list_boundaries(&found.def, &found.rep, levels, offsets, validity)?;
    }
    // Offsets are never negative.
    Ok(offsets
        .last()
        .map_or(0, |&last| last.unsigned_abs() as usize))
}
