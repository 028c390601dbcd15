//! Booleans.

use std::sync::Arc;

use arrow_array::BooleanArray;
use arrow_buffer::{BooleanBuffer, Buffer};
use herringbone_column::decode::{BooleanValues, LeafSpec};

use super::{LeafArray, leaf};

pub(super) fn open(spec: LeafSpec) -> Box<dyn LeafArray> {
    leaf(spec, BooleanValues::default(), |values, len, nulls| {
        let bits = Buffer::from_vec(values.take().into_bytes());
        Ok(Arc::new(BooleanArray::new(
            BooleanBuffer::new(bits, 0, len),
            nulls,
        )))
    })
}
