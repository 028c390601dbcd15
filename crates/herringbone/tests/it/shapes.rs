//! Arrays of any type, made of numbers that are the same in every run.

use std::sync::Arc;

use arrow_array::types::*;
use arrow_array::*;
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer, i256};
use arrow_schema::{DataType, Field, FieldRef, Fields, TimeUnit};
use half::f16;

/// Pseudo-random numbers (SplitMix64).
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number less than `bound`, which is not zero.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// A nullable field named `name`.
pub(crate) fn field(name: &str, data_type: DataType) -> FieldRef {
    Arc::new(Field::new(name, data_type, true))
}

/// A field named `name` without nulls.
pub(crate) fn required(name: &str, data_type: DataType) -> FieldRef {
    Arc::new(Field::new(name, data_type, false))
}

pub(crate) fn list(element: FieldRef) -> DataType {
    DataType::List(element)
}

pub(crate) fn structure(fields: impl IntoIterator<Item = FieldRef>) -> DataType {
    DataType::Struct(fields.into_iter().collect())
}

pub(crate) fn map(key: DataType, value: FieldRef) -> DataType {
    let entries = structure([required("keys", key), value]);
    DataType::Map(required("entries", entries), false)
}

/// An array of `len` slots that suits `field`: nulls only where it is nullable, a few distinct
/// values (so that dictionaries are worth while), lists of none, of few and now and then of many.
pub(crate) fn array(field: &Field, len: usize, numbers: &mut Numbers) -> ArrayRef {
    let nulls = field.is_nullable().then(|| some_nulls(len, numbers));
    values(field.data_type(), len, nulls.flatten(), numbers)
}

/// Nulls: none, a few, half, most, or in runs.
fn some_nulls(len: usize, numbers: &mut Numbers) -> Option<NullBuffer> {
    let valid: Vec<bool> = match numbers.below(8) {
        0 => return None,
        1 | 2 => (0..len).map(|_| numbers.below(10) > 0).collect(),
        3 | 4 => (0..len).map(|_| numbers.below(2) > 0).collect(),
        5 => (0..len).map(|_| numbers.below(10) == 0).collect(),
        _ => (0..len).map(|i| (i / 40) % 3 != 1).collect(),
    };
    Some(NullBuffer::from(valid))
}

/// Lengths of lists; null lists are empty.
fn lengths(len: usize, nulls: Option<&NullBuffer>, numbers: &mut Numbers) -> Vec<usize> {
    let mut length = |i: usize| match numbers.below(20) {
        _ if nulls.is_some_and(|nulls| nulls.is_null(i)) => 0,
        0..6 => 0,
        6..18 => 1 + numbers.below(3),
        18 => 4 + numbers.below(9),
        _ if len < 2000 => 30 + numbers.below(40),
        _ => 1,
    };
    (0..len).map(&mut length).collect()
}

fn primitive<T: ArrowPrimitiveType>(
    data_type: &DataType,
    len: usize,
    nulls: Option<NullBuffer>,
    numbers: &mut Numbers,
    value: impl Fn(u64) -> T::Native,
) -> ArrayRef {
    let values: Vec<_> = (0..len).map(|_| value(numbers.next() % 61)).collect();
    let array = PrimitiveArray::<T>::new(values.into(), nulls);
    Arc::new(array.with_data_type(data_type.clone()))
}

fn texts(len: usize, numbers: &mut Numbers) -> Vec<String> {
    let mut text = |_| match numbers.below(9) {
        0 => String::new(),
        1..5 => format!("{}", numbers.below(30)),
        5 | 6 => format!("häring {}", numbers.below(20)),
        7 => format!("beyond the twelve bytes of a view {}", numbers.below(20)),
        _ => "exactly12byt".to_owned(),
    };
    (0..len).map(&mut text).collect()
}

/// `array` with `nulls` in place of its own.
fn with_nulls(array: impl Array + 'static, nulls: Option<NullBuffer>) -> ArrayRef {
    let data = array.into_data().into_builder().nulls(nulls);
    make_array(data.build().unwrap())
}

fn values(
    data_type: &DataType,
    len: usize,
    nulls: Option<NullBuffer>,
    numbers: &mut Numbers,
) -> ArrayRef {
    use DataType as D;
    match data_type {
        D::Boolean => {
            let bits: Vec<bool> = (0..len).map(|_| numbers.below(3) == 0).collect();
            Arc::new(BooleanArray::new(bits.into(), nulls))
        }
        D::Int8 => primitive::<Int8Type>(data_type, len, nulls, numbers, |n| n as i8),
        D::UInt16 => primitive::<UInt16Type>(data_type, len, nulls, numbers, |n| n as u16),
        D::Int32 => primitive::<Int32Type>(data_type, len, nulls, numbers, |n| n as i32),
        D::Int64 => primitive::<Int64Type>(data_type, len, nulls, numbers, |n| n as i64),
        D::UInt64 => primitive::<UInt64Type>(data_type, len, nulls, numbers, |n| n),
        D::Float16 => {
            primitive::<Float16Type>(data_type, len, nulls, numbers, |n| f16::from_bits(n as u16))
        }
        D::Float32 => primitive::<Float32Type>(data_type, len, nulls, numbers, |n| n as f32 / 4.0),
        D::Float64 => primitive::<Float64Type>(data_type, len, nulls, numbers, |n| n as f64 / 4.0),
        D::Date32 => primitive::<Date32Type>(data_type, len, nulls, numbers, |n| n as i32),
        D::Timestamp(TimeUnit::Microsecond, _) => {
            primitive::<TimestampMicrosecondType>(data_type, len, nulls, numbers, |n| n as i64)
        }
        D::Timestamp(TimeUnit::Nanosecond, _) => {
            primitive::<TimestampNanosecondType>(data_type, len, nulls, numbers, |n| n as i64)
        }
        D::Decimal128(_, _) => {
            primitive::<Decimal128Type>(data_type, len, nulls, numbers, |n| i128::from(n) - 30)
        }
        D::Decimal256(_, _) => primitive::<Decimal256Type>(data_type, len, nulls, numbers, |n| {
            i256::from_i128(i128::from(n) - 30)
        }),
        D::FixedSizeBinary(width) => {
            let bytes: Vec<u8> = (0..len)
                .flat_map(|_| vec![numbers.below(50) as u8; *width as usize])
                .collect();
            Arc::new(FixedSizeBinaryArray::new(*width, bytes.into(), nulls))
        }
        D::Utf8 => with_nulls(StringArray::from(texts(len, numbers)), nulls),
        D::LargeUtf8 => with_nulls(LargeStringArray::from(texts(len, numbers)), nulls),
        D::Utf8View => with_nulls(
            StringViewArray::from_iter_values(texts(len, numbers)),
            nulls,
        ),
        D::Binary => with_nulls(BinaryArray::from_iter_values(texts(len, numbers)), nulls),
        D::BinaryView => with_nulls(
            BinaryViewArray::from_iter_values(texts(len, numbers)),
            nulls,
        ),
        D::Dictionary(key, value) if **key == D::Int32 => {
            let keys: Vec<i32> = (0..len).map(|_| numbers.below(20) as i32).collect();
            let entries = values(value, 20, None, numbers);
            Arc::new(DictionaryArray::new(
                Int32Array::new(keys.into(), nulls),
                entries,
            ))
        }
        D::List(element) => Arc::new(offset_list::<i32>(element, len, nulls, numbers)),
        D::LargeList(element) => Arc::new(offset_list::<i64>(element, len, nulls, numbers)),
        D::ListView(element) => Arc::new(GenericListViewArray::from(offset_list::<i32>(
            element, len, nulls, numbers,
        ))),
        D::LargeListView(element) => Arc::new(GenericListViewArray::from(offset_list::<i64>(
            element, len, nulls, numbers,
        ))),
        D::FixedSizeList(element, size) => {
            let elements = array(element, len * *size as usize, numbers);
            Arc::new(FixedSizeListArray::new(
                Arc::clone(element),
                *size,
                elements,
                nulls,
            ))
        }
        D::Struct(fields) => Arc::new(struct_array(fields, len, nulls, numbers)),
        D::Map(entries, is_sorted) => {
            let lengths = lengths(len, nulls.as_ref(), numbers);
            let D::Struct(fields) = entries.data_type() else {
                panic!("a map has structs for entries");
            };
            let entry_array = struct_array(fields, lengths.iter().sum(), None, numbers);
            let offsets = OffsetBuffer::from_lengths(lengths);
            Arc::new(MapArray::new(
                Arc::clone(entries),
                offsets,
                entry_array,
                nulls,
                *is_sorted,
            ))
        }
        other => panic!("no values of {other}"),
    }
}

fn offset_list<O: OffsetSizeTrait>(
    element: &FieldRef,
    len: usize,
    nulls: Option<NullBuffer>,
    numbers: &mut Numbers,
) -> GenericListArray<O> {
    let lengths = lengths(len, nulls.as_ref(), numbers);
    let mut end = 0;
    let ends = lengths.iter().map(|length| {
        end += length;
        O::usize_as(end)
    });
    let offsets: ScalarBuffer<O> = std::iter::once(O::usize_as(0)).chain(ends).collect();
    let elements = array(element, end, numbers);
    GenericListArray::new(
        Arc::clone(element),
        OffsetBuffer::new(offsets),
        elements,
        nulls,
    )
}

fn struct_array(
    fields: &Fields,
    len: usize,
    nulls: Option<NullBuffer>,
    numbers: &mut Numbers,
) -> StructArray {
    let arrays = fields
        .iter()
        .map(|field| array(field, len, numbers))
        .collect();
    StructArray::new(fields.clone(), arrays, nulls)
}
