//! Bounds as the file has them, made arrays of the column's Arrow type.

use std::sync::Arc;

use arrow_array::builder::{FixedSizeBinaryBuilder, PrimitiveBuilder};
use arrow_array::types::{
    Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type,
    DurationMicrosecondType, DurationMillisecondType, DurationNanosecondType, DurationSecondType,
    Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    Time32MillisecondType, Time32SecondType, Time64MicrosecondType, Time64NanosecondType,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    ArrayRef, ArrowPrimitiveType, BinaryArray, BinaryViewArray, BooleanArray, LargeBinaryArray,
    LargeStringArray, StringArray, StringViewArray, new_null_array,
};
use arrow_buffer::i256;
use arrow_schema::{DataType, TimeUnit};
use half::f16;
use herringbone_format::basic::Type as PhysicalType;
use herringbone_format::page_index::{ColumnIndexMetaData, PrimitiveColumnIndex};
use herringbone_format::statistics::Statistics;

/// Which bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The lower one.
    Min,
    /// The upper one.
    Max,
}

/// One bound of some values, by their physical type. Of INT96 there are none: nobody agreed on
/// their order.
#[derive(Debug, Clone, Copy)]
pub(super) enum Bound<'a> {
    Boolean(bool),
    Int32(i32),
    Int64(i64),
    Float(f32),
    Double(f64),
    ByteArray(&'a [u8]),
    FixedLenByteArray(&'a [u8]),
}

impl End {
    fn of<T>(self, min: T, max: T) -> T {
        match self {
            Self::Min => min,
            Self::Max => max,
        }
    }
}

/// The bound of a column chunk.
pub(super) fn chunk_bound(statistics: &Statistics, end: End) -> Option<Bound<'_>> {
    let bytes = end.of(statistics.min_bytes_opt(), statistics.max_bytes_opt());
    match statistics {
        Statistics::Boolean(of) => end
            .of(of.min_opt(), of.max_opt())
            .copied()
            .map(Bound::Boolean),
        Statistics::Int32(of) => end
            .of(of.min_opt(), of.max_opt())
            .copied()
            .map(Bound::Int32),
        Statistics::Int64(of) => end
            .of(of.min_opt(), of.max_opt())
            .copied()
            .map(Bound::Int64),
        Statistics::Int96(_) => None,
        Statistics::Float(of) => end
            .of(of.min_opt(), of.max_opt())
            .copied()
            .map(Bound::Float),
        Statistics::Double(of) => end
            .of(of.min_opt(), of.max_opt())
            .copied()
            .map(Bound::Double),
        Statistics::ByteArray(_) => bytes.map(Bound::ByteArray),
        Statistics::FixedLenByteArray(_) => bytes.map(Bound::FixedLenByteArray),
    }
}

/// The bounds of the `num_pages` data pages of a column chunk.
pub(super) fn page_bounds(
    index: &ColumnIndexMetaData,
    end: End,
    num_pages: usize,
) -> impl Iterator<Item = Option<Bound<'_>>> {
    use ColumnIndexMetaData as C;
    (0..num_pages).map(move |page| match index {
        C::NONE | C::INT96(_) => None,
        C::BOOLEAN(of) => page_bound(of, end, page).copied().map(Bound::Boolean),
        C::INT32(of) => page_bound(of, end, page).copied().map(Bound::Int32),
        C::INT64(of) => page_bound(of, end, page).copied().map(Bound::Int64),
        C::FLOAT(of) => page_bound(of, end, page).copied().map(Bound::Float),
        C::DOUBLE(of) => page_bound(of, end, page).copied().map(Bound::Double),
        C::BYTE_ARRAY(of) => end
            .of(of.min_value(page), of.max_value(page))
            .map(Bound::ByteArray),
        C::FIXED_LEN_BYTE_ARRAY(of) => end
            .of(of.min_value(page), of.max_value(page))
            .map(Bound::FixedLenByteArray),
    })
}

fn page_bound<T>(index: &PrimitiveColumnIndex<T>, end: End, page: usize) -> Option<&T> {
    end.of(index.min_value(page), index.max_value(page))
}

/// The bounds of values that are read as `data_type` from a leaf of `physical_type`.
///
/// Of a dictionary they are of its values' type. A bound that is not there, or not one of the type,
/// is null; for types without an order that could be used all are.
pub(super) fn bounds_array(
    data_type: &DataType,
    physical_type: PhysicalType,
    bounds: &[Option<Bound<'_>>],
) -> ArrayRef {
    use DataType as D;
    let build = Build { data_type, bounds };
    match data_type {
        D::Boolean => Arc::new(BooleanArray::from_iter(bounds.iter().map(
            |bound| match bound {
                Some(Bound::Boolean(value)) => Some(*value),
                _ => None,
            },
        ))),
        D::Int8 => build.of_i32::<Int8Type>(|value| value.try_into().ok()),
        D::Int16 => build.of_i32::<Int16Type>(|value| value.try_into().ok()),
        D::Int32 => build.of_i32::<Int32Type>(Some),
        D::UInt8 => build.of_i32::<UInt8Type>(|value| value.try_into().ok()),
        D::UInt16 => build.of_i32::<UInt16Type>(|value| value.try_into().ok()),
        D::UInt32 => build.of_i32::<UInt32Type>(|value| Some(value.cast_unsigned())),
        D::Int64 => build.of_i64::<Int64Type>(Some),
        D::UInt64 => build.of_i64::<UInt64Type>(|value| Some(value.cast_unsigned())),
        D::Float16 => build.primitive::<Float16Type>(|bound| match bound {
            Bound::FixedLenByteArray(&[low, high]) => Some(f16::from_le_bytes([low, high])),
            _ => None,
        }),
        D::Float32 => build.primitive::<Float32Type>(|bound| match bound {
            Bound::Float(value) => Some(value),
            _ => None,
        }),
        D::Float64 => build.primitive::<Float64Type>(|bound| match bound {
            Bound::Double(value) => Some(value),
            _ => None,
        }),
        D::Date32 => build.of_i32::<Date32Type>(Some),
        D::Date64 if physical_type == PhysicalType::INT32 => {
            build.of_i32::<Date64Type>(|days| Some(i64::from(days) * 86_400_000))
        }
        D::Date64 => build.of_i64::<Date64Type>(Some),
        D::Time32(TimeUnit::Second) => build.of_i32::<Time32SecondType>(Some),
        D::Time32(TimeUnit::Millisecond) => build.of_i32::<Time32MillisecondType>(Some),
        D::Time64(TimeUnit::Microsecond) => build.of_i64::<Time64MicrosecondType>(Some),
        D::Time64(TimeUnit::Nanosecond) => build.of_i64::<Time64NanosecondType>(Some),
        D::Timestamp(unit, _) => match unit {
            TimeUnit::Second => build.of_i64::<TimestampSecondType>(Some),
            TimeUnit::Millisecond => build.of_i64::<TimestampMillisecondType>(Some),
            TimeUnit::Microsecond => build.of_i64::<TimestampMicrosecondType>(Some),
            TimeUnit::Nanosecond => build.of_i64::<TimestampNanosecondType>(Some),
        },
        D::Duration(unit) => match unit {
            TimeUnit::Second => build.of_i64::<DurationSecondType>(Some),
            TimeUnit::Millisecond => build.of_i64::<DurationMillisecondType>(Some),
            TimeUnit::Microsecond => build.of_i64::<DurationMicrosecondType>(Some),
            TimeUnit::Nanosecond => build.of_i64::<DurationNanosecondType>(Some),
        },
        D::Decimal32(_, _) => build.decimal::<Decimal32Type, 4>(i32::from_be_bytes),
        D::Decimal64(_, _) => build.decimal::<Decimal64Type, 8>(i64::from_be_bytes),
        D::Decimal128(_, _) => build.decimal::<Decimal128Type, 16>(i128::from_be_bytes),
        D::Decimal256(_, _) => build.decimal::<Decimal256Type, 32>(i256::from_be_bytes),
        D::Binary => Arc::new(BinaryArray::from_iter(build.bytes())),
        D::LargeBinary => Arc::new(LargeBinaryArray::from_iter(build.bytes())),
        D::BinaryView => Arc::new(BinaryViewArray::from_iter(build.bytes())),
        D::Utf8 => Arc::new(StringArray::from_iter(build.text())),
        D::LargeUtf8 => Arc::new(LargeStringArray::from_iter(build.text())),
        D::Utf8View => Arc::new(StringViewArray::from_iter(build.text())),
        D::FixedSizeBinary(len) => build.fixed_size(*len),
        D::Dictionary(_, values) => bounds_array(values, physical_type, bounds),
        _ => new_null_array(data_type, bounds.len()),
    }
}

/// The bounds of one column and the type to make of them.
struct Build<'a> {
    data_type: &'a DataType,
    bounds: &'a [Option<Bound<'a>>],
}

impl<'a> Build<'a> {
    fn primitive<T: ArrowPrimitiveType>(
        &self,
        value: impl Fn(Bound<'a>) -> Option<T::Native>,
    ) -> ArrayRef {
        let mut array = PrimitiveBuilder::<T>::with_capacity(self.bounds.len());
        for bound in self.bounds {
            array.append_option(bound.and_then(&value));
        }
        // Puts in what the Rust type does not say: time zone, precision and scale.
        Arc::new(array.finish().with_data_type(self.data_type.clone()))
    }

    fn of_i32<T: ArrowPrimitiveType>(
        &self,
        convert: impl Fn(i32) -> Option<T::Native>,
    ) -> ArrayRef {
        self.primitive::<T>(|bound| match bound {
            Bound::Int32(value) => convert(value),
            _ => None,
        })
    }

    fn of_i64<T: ArrowPrimitiveType>(
        &self,
        convert: impl Fn(i64) -> Option<T::Native>,
    ) -> ArrayRef {
        self.primitive::<T>(|bound| match bound {
            Bound::Int64(value) => convert(value),
            _ => None,
        })
    }

    /// Decimals of `N` bytes, whatever physical type they are stored in.
    fn decimal<T: ArrowPrimitiveType, const N: usize>(
        &self,
        from_be_bytes: impl Fn([u8; N]) -> T::Native,
    ) -> ArrayRef {
        self.primitive::<T>(|bound| {
            let bytes = match bound {
                Bound::Int32(value) => sign_extend(&value.to_be_bytes()),
                Bound::Int64(value) => sign_extend(&value.to_be_bytes()),
                Bound::ByteArray(bytes) | Bound::FixedLenByteArray(bytes) => sign_extend(bytes),
                Bound::Boolean(_) | Bound::Float(_) | Bound::Double(_) => None,
            };
            bytes.map(&from_be_bytes)
        })
    }

    fn bytes(&self) -> impl Iterator<Item = Option<&'a [u8]>> {
        self.bounds.iter().map(|bound| match bound {
            Some(Bound::ByteArray(bytes)) => Some(*bytes),
            _ => None,
        })
    }

    /// Bounds that are UTF-8; a writer may have cut one within a character.
    fn text(&self) -> impl Iterator<Item = Option<&'a str>> {
        self.bytes()
            .map(|bytes| bytes.and_then(|bytes| str::from_utf8(bytes).ok()))
    }

    fn fixed_size(&self, len: i32) -> ArrayRef {
        let Ok(size) = usize::try_from(len) else {
            return new_null_array(&DataType::Null, self.bounds.len());
        };
        let mut array = FixedSizeBinaryBuilder::with_capacity(self.bounds.len(), len);
        for bound in self.bounds {
            match bound {
                Some(Bound::FixedLenByteArray(bytes)) if bytes.len() == size => array
                    .append_value(bytes)
                    .expect("the length has just been compared"),
                _ => array.append_null(),
            }
        }
        Arc::new(array.finish())
    }
}

/// Big-endian two's complement of any length as `N` bytes; nothing if it does not fit.
fn sign_extend<const N: usize>(bytes: &[u8]) -> Option<[u8; N]> {
    let sign = match bytes.first()? {
        0x80.. => 0xff,
        _ => 0,
    };
    let mut extended = [sign; N];
    match N.checked_sub(bytes.len()) {
        Some(padding) => extended[padding..].copy_from_slice(bytes),
        None => {
            let (above, low) = bytes.split_at(bytes.len() - N);
            // What is left out must be nothing but sign, and the sign must stay.
            let same_sign = low[0] & 0x80 == sign & 0x80;
            if !same_sign || above.iter().any(|&byte| byte != sign) {
                return None;
            }
            extended.copy_from_slice(low);
        }
    }
    Some(extended)
}
