//! Arrays from decoded buffers, without validating them again.
//!
//! Arrow's checked constructors look at every offset and every byte of text once more. What stands
//! here takes the decoders' own outputs, whose types say what was checked.
#![expect(unsafe_code, reason = "skips validation that the decoders have done")]

use std::ptr::NonNull;
use std::sync::Arc;

use arrow_array::types::ArrowDictionaryKeyType;
use arrow_array::{Array, ArrayRef, DictionaryArray, PrimitiveArray, make_array};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, ScalarBuffer, ToByteSlice};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use bytes::Bytes;
use herringbone_column::decode::{ByteArrayValues, Dictionaries, KeyParts, Text, ViewValues};
use herringbone_decode_kernel::dictionary::Key;
use herringbone_decode_kernel::nulls::Validity;
use herringbone_decode_kernel::strings::ByteArrays;
use herringbone_decode_kernel::{Offset, Plain};

use crate::error::{ParquetError, Result};

/// The validity of `len` slots; `None` if none is null.
///
/// # Errors
///
/// If `validity` has another length: the levels of two columns do not agree.
pub(crate) fn nulls(validity: &mut Validity, len: usize) -> Result<Option<NullBuffer>> {
    if validity.len() != len {
        let found = validity.len();
        return Err(ParquetError::General(format!(
            "columns of one group do not agree: expected {len} slots, found {found}"
        )));
    }
    let Some((bits, null_count)) = validity.take() else {
        return Ok(None);
    };
    let bits = BooleanBuffer::new(Buffer::from_vec(bits), 0, len);
    // SAFETY: `Validity` counts the bits that it leaves unset.
    Ok(Some(unsafe { NullBuffer::new_unchecked(bits, null_count) }))
}

/// A buffer that owns `values`, without a copy.
pub(super) fn buffer<T: Plain + std::panic::RefUnwindSafe>(values: Vec<T>) -> Buffer {
    let size = size_of_val(values.as_slice());
    let Some(start) = NonNull::new(values.as_ptr().cast_mut().cast::<u8>()) else {
        return Buffer::from_vec(Vec::<u8>::new());
    };
    // SAFETY: the vector's `size` bytes from `start` are initialised and have no padding (`Plain`),
    // and the buffer keeps the vector, which nobody can reach any more, alive.
    unsafe { Buffer::from_custom_allocation(start, size, Arc::new(values)) }
}

/// An array of a type of fixed width, of which any bits are a value.
///
/// # Panics
///
/// If `data_type` has another width than `T`, or `nulls` another length than `values`.
pub(super) fn fixed_width<T: Plain + std::panic::RefUnwindSafe>(
    data_type: &DataType,
    values: Vec<T>,
    nulls: Option<NullBuffer>,
) -> ArrayRef {
    let len = values.len();
    fixed_width_of::<T>(data_type, len, buffer(values), nulls)
}

/// The same of values that lie in a page.
///
/// # Panics
///
/// As [`fixed_width`], and if the values are not aligned.
pub(super) fn shared_fixed_width<T: Plain>(
    data_type: &DataType,
    values: Bytes,
    nulls: Option<NullBuffer>,
) -> ArrayRef {
    assert!(values.as_ptr().cast::<T>().is_aligned(), "aligned values");
    let len = values.len() / size_of::<T>();
    fixed_width_of::<T>(data_type, len, Buffer::from(values), nulls)
}

fn fixed_width_of<T: Plain>(
    data_type: &DataType,
    len: usize,
    values: Buffer,
    nulls: Option<NullBuffer>,
) -> ArrayRef {
    assert_eq!(
        data_type.primitive_width(),
        Some(size_of::<T>()),
        "the width of {data_type}"
    );
    assert!(
        nulls.as_ref().is_none_or(|nulls| nulls.len() == len),
        "one validity bit per value"
    );
    let data = ArrayData::builder(data_type.clone())
        .len(len)
        .add_buffer(values)
        .nulls(nulls);
    // SAFETY: one buffer of `len` values of the type's width, checked above.
    make_array(unsafe { data.build_unchecked() })
}

/// An array of strings or binary with offsets.
///
/// # Panics
///
/// If `data_type` does not fit what `values` decodes, or `nulls` has another length.
pub(super) fn byte_array<O: Offset + std::panic::RefUnwindSafe>(
    data_type: &DataType,
    values: &mut ByteArrayValues<O>,
    nulls: Option<NullBuffer>,
) -> ArrayRef {
    let width = match data_type {
        DataType::Utf8 | DataType::LargeUtf8 => {
            assert_eq!(values.text(), Text::Utf8, "text that was checked");
            if *data_type == DataType::Utf8 { 4 } else { 8 }
        }
        DataType::Binary => 4,
        DataType::LargeBinary => 8,
        other => panic!("{other} has no offsets"),
    };
    assert_eq!(size_of::<O>(), width, "the offsets of {data_type}");
    let arrays = values.take();
    let len = arrays.len();
    assert!(
        nulls.as_ref().is_none_or(|nulls| nulls.len() == len),
        "one validity bit per value"
    );
    let data = ArrayData::builder(data_type.clone())
        .len(len)
        .add_buffer(buffer(arrays.offsets))
        .add_buffer(Buffer::from_vec(arrays.values))
        .nulls(nulls);
    // SAFETY: the decoder's offsets start at 0, never fall and end at the length of its bytes; its
    // text was checked value by value (asserted above).
    make_array(unsafe { data.build_unchecked() })
}

/// An array of strings or binary as views.
///
/// # Panics
///
/// If `data_type` does not fit what `values` decodes, or `nulls` has another length.
pub(super) fn view_array(
    data_type: &DataType,
    values: &mut ViewValues,
    nulls: Option<NullBuffer>,
) -> ArrayRef {
    match data_type {
        DataType::Utf8View => assert_eq!(values.text(), Text::Utf8, "text that was checked"),
        DataType::BinaryView => {}
        other => panic!("{other} has no views"),
    }
    let (views, buffers) = values.take();
    let len = views.len();
    assert!(
        nulls.as_ref().is_none_or(|nulls| nulls.len() == len),
        "one validity bit per value"
    );
    let data = ArrayData::builder(data_type.clone())
        .len(len)
        .add_buffer(buffer(views))
        .add_buffers(buffers.into_iter().map(Buffer::from))
        .nulls(nulls);
    // SAFETY: the decoder's views point into its buffers, with the prefix that lies there; its text
    // was checked value by value (asserted above).
    make_array(unsafe { data.build_unchecked() })
}

/// A dictionary array, and the number of values it was checked against.
///
/// # Panics
///
/// If `nulls` has another length than the keys, or `array` fewer values than `parts` has entries.
pub(super) fn dictionary<K>(
    parts: KeyParts<K::Native>,
    array: ArrayRef,
    nulls: Option<NullBuffer>,
) -> ArrayRef
where
    K: ArrowDictionaryKeyType,
    K::Native: Key,
{
    let (keys, num_entries) = parts.into_keys();
    assert!(num_entries <= array.len(), "an entry for every key");
    if num_entries == 0 && !keys.is_empty() {
        // Nothing but nulls: a key of 0 points at nothing, which Arrow allows where it is null.
        assert!(
            nulls
                .as_ref()
                .is_some_and(|nulls| nulls.null_count() == keys.len()),
            "only nulls"
        );
    }
    let keys = PrimitiveArray::<K>::new(ScalarBuffer::from(keys), nulls);
    // SAFETY: the decoder bounds every key by the number of entries, which `array` has (asserted).
    Arc::new(unsafe { DictionaryArray::<K>::new_unchecked(keys, array) })
}

/// Entries of a dictionary that the decoder goes on to use.
struct SharedValues(Arc<ByteArrays<i32>>);

impl AsRef<[u8]> for SharedValues {
    fn as_ref(&self) -> &[u8] {
        &self.0.values
    }
}

/// Their offsets.
struct SharedOffsets(Arc<ByteArrays<i32>>);

impl AsRef<[u8]> for SharedOffsets {
    fn as_ref(&self) -> &[u8] {
        self.0.offsets.to_byte_slice()
    }
}

/// The values of dictionaries as an array of `value`, one dictionary after the other.
///
/// # Panics
///
/// If `value` is text and the dictionaries were not checked for it.
pub(super) fn dictionary_values(value: &DataType, dictionaries: &Dictionaries) -> Result<ArrayRef> {
    let as_binary = dictionaries.concat()?;
    let offsets = Bytes::from_owner(SharedOffsets(Arc::clone(&as_binary)));
    let values = Bytes::from_owner(SharedValues(Arc::clone(&as_binary)));
    let base = match dictionaries.text() {
        Text::Utf8 => DataType::Utf8,
        Text::Binary => DataType::Binary,
    };
    let data = ArrayData::builder(base)
        .len(as_binary.len())
        .add_buffer(Buffer::from(offsets))
        .add_buffer(Buffer::from(values));
    // SAFETY: offsets that a decoder made, and text that it checked where the type is text.
    let array = make_array(unsafe { data.build_unchecked() });
    Ok(if array.data_type() == value {
        array
    } else {
        arrow_cast::cast(&array, value)?
    })
}
