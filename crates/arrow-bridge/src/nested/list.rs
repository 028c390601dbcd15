//! Lists: boundaries and nulls from levels, elements from the column below.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, FixedSizeListArray, GenericListArray, GenericListViewArray, OffsetSizeTrait,
    UInt64Array,
};
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, FieldRef};
use herringbone_decode_kernel::Offset;
use herringbone_decode_kernel::levels::{ListLevels, list_boundaries};
use herringbone_decode_kernel::nulls::Validity;

use super::{Column, check_len};
use crate::error::{ParquetError, Result};
use crate::leaf::nulls;
use crate::schema::{ArrowNode, ElementLevels, ListForm, ListPlan, NodeLevels};

/// A list of any form.
pub(crate) struct ListColumn {
    name: String,
    form: ListForm,
    element_field: FieldRef,
    levels: ListLevels,
    pub(super) element: Box<Column>,
}

/// The levels of a list as its kernel takes them.
pub(super) fn list_levels(levels: NodeLevels, elements: ElementLevels) -> ListLevels {
    ListLevels {
        rep: elements.rep,
        slot_def: levels.slot_def,
        valid_def: levels.valid_def,
        element_def: elements.def,
    }
}

/// Where the lists of a batch begin and end, and which are null.
pub(super) struct Boundaries<O> {
    /// One offset more than there are lists, from 0.
    pub(super) offsets: Vec<O>,
    pub(super) nulls: Option<NullBuffer>,
}

impl<O: Offset> Boundaries<O> {
    /// The boundaries of the lists above `element`.
    pub(super) fn of(element: &Column, levels: ListLevels) -> Result<Self> {
        let found = element.levels();
        let mut offsets = vec![O::default()];
        let mut validity = Validity::new();
        list_boundaries(&found.def, &found.rep, levels, &mut offsets, &mut validity)?;
        let nulls = nulls(&mut validity, offsets.len() - 1)?;
        Ok(Self { offsets, nulls })
    }

    /// Elements in all lists together.
    pub(super) fn num_elements(&self) -> usize {
        self.offsets.last().map_or(0, |&last| last.to_usize())
    }
}

impl ListColumn {
    pub(super) fn new(node: &ArrowNode, plan: &ListPlan, element: Column) -> Self {
        let element_field = match node.field.data_type() {
            DataType::List(field)
            | DataType::LargeList(field)
            | DataType::ListView(field)
            | DataType::LargeListView(field)
            | DataType::FixedSizeList(field, _) => Arc::clone(field),
            _ => Arc::clone(&plan.element.field),
        };
        Self {
            name: node.field.name().clone(),
            form: plan.form,
            element_field,
            levels: list_levels(node.levels, plan.elements),
            element: Box::new(element),
        }
    }

    pub(super) fn assemble(&mut self) -> Result<ArrayRef> {
        match self.form {
            ListForm::List => self.list::<i32>(),
            ListForm::LargeList => self.list::<i64>(),
            ListForm::ListView => self.list_view::<i32>(),
            ListForm::LargeListView => self.list_view::<i64>(),
            ListForm::FixedSize(size) => self.fixed_size_list(size),
        }
    }

    fn parts<O: Offset>(&mut self) -> Result<(Boundaries<O>, ArrayRef)> {
        let boundaries = Boundaries::<O>::of(&self.element, self.levels)?;
        let elements = self.element.assemble()?;
        check_len(&self.name, &elements, boundaries.num_elements())?;
        Ok((boundaries, elements))
    }

    fn list<O: Offset + OffsetSizeTrait>(&mut self) -> Result<ArrayRef> {
        let (Boundaries { offsets, nulls }, elements) = self.parts::<O>()?;
        let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
        let field = Arc::clone(&self.element_field);
        Ok(Arc::new(GenericListArray::try_new(
            field, offsets, elements, nulls,
        )?))
    }

    fn list_view<O: Offset + OffsetSizeTrait>(&mut self) -> Result<ArrayRef> {
        let (Boundaries { mut offsets, nulls }, elements) = self.parts::<O>()?;
        let sizes: Vec<O> = offsets.windows(2).map(|pair| pair[1] - pair[0]).collect();
        offsets.pop();
        let (offsets, sizes) = (ScalarBuffer::from(offsets), ScalarBuffer::from(sizes));
        let field = Arc::clone(&self.element_field);
        Ok(Arc::new(GenericListViewArray::try_new(
            field, offsets, sizes, elements, nulls,
        )?))
    }

    /// Null lists take the room of one in a fixed-size list, but none in the file.
    fn fixed_size_list(&mut self, size: usize) -> Result<ArrayRef> {
        let (Boundaries { offsets, nulls }, mut elements) = self.parts::<i64>()?;
        let num_lists = offsets.len() - 1;
        for (i, pair) in offsets.windows(2).enumerate() {
            let is_null = nulls.as_ref().is_some_and(|nulls| nulls.is_null(i));
            let found = (pair[1] - pair[0]).unsigned_abs() as usize;
            if !is_null && found != size {
                return Err(ParquetError::General(format!(
                    "expected {size} elements in each fixed-size list of {}, found {found}",
                    self.name
                )));
            }
        }
        if let Some(nulls) = &nulls {
            let index = |i: usize| {
                let start = offsets[i].unsigned_abs();
                let is_valid = nulls.is_valid(i);
                (0..size as u64).map(move |k| is_valid.then_some(start + k))
            };
            let indices: UInt64Array = (0..num_lists).flat_map(index).collect();
            elements = arrow_select::take::take(&elements, &indices, None)?;
        }
        let size = i32::try_from(size)
            .map_err(|_| ParquetError::IndexOutOfBound(size, i32::MAX as usize))?;
        let field = Arc::clone(&self.element_field);
        let array =
            FixedSizeListArray::try_new_with_length(field, size, elements, nulls, num_lists)?;
        Ok(Arc::new(array))
    }
}
