//! Strings and binary, with offsets or as views.

use arrow_schema::DataType;
use herringbone_column::decode::{ByteArrayValues, LeafSpec, Text, ViewValues};
use herringbone_decode_kernel::Offset;
use herringbone_format::basic::Type as PhysicalType;

use super::{LeafArray, cannot_read, leaf, trusted};
use crate::error::Result;

pub(super) fn open(data_type: &DataType, spec: LeafSpec) -> Result<Box<dyn LeafArray>> {
    Ok(match data_type {
        DataType::Utf8 => offsets::<i32>(Text::Utf8, data_type, spec),
        DataType::LargeUtf8 => offsets::<i64>(Text::Utf8, data_type, spec),
        DataType::Binary => offsets::<i32>(Text::Binary, data_type, spec),
        DataType::LargeBinary => offsets::<i64>(Text::Binary, data_type, spec),
        DataType::Utf8View => views(Text::Utf8, data_type, spec),
        DataType::BinaryView => views(Text::Binary, data_type, spec),
        other => return Err(cannot_read(PhysicalType::BYTE_ARRAY, other)),
    })
}

fn offsets<O: Offset + std::panic::RefUnwindSafe>(
    text: Text,
    data_type: &DataType,
    spec: LeafSpec,
) -> Box<dyn LeafArray> {
    let data_type = data_type.clone();
    leaf(
        spec,
        ByteArrayValues::<O>::new(text),
        move |values, _, nulls| Ok(trusted::byte_array(&data_type, values, nulls)),
    )
}

fn views(text: Text, data_type: &DataType, spec: LeafSpec) -> Box<dyn LeafArray> {
    let data_type = data_type.clone();
    leaf(spec, ViewValues::new(text), move |values, _, nulls| {
        Ok(trusted::view_array(&data_type, values, nulls))
    })
}
