//! Statistics of a column chunk or page: bounds and counts.
//!
//! Statistics are hints. What in them is malformed (a bound of the wrong length, a negative count)
//! counts as not stored; the rest holds, and the file can be read.
//!
//! Spec: parquet.thrift, `Statistics`

use std::fmt;

use crate::FormatError;
use crate::basic::Type;
use crate::data_type::{ByteArray, DataType, FixedLenByteArray, Int96, ParquetValueType};
use crate::thrift::{Cursor, Wire};

/// Statistics of a column chunk or page, in the Rust type of the column's physical type.
#[derive(Clone, Debug, PartialEq)]
pub enum Statistics {
    /// Of a BOOLEAN column.
    Boolean(ValueStatistics<bool>),
    /// Of an INT32 column.
    Int32(ValueStatistics<i32>),
    /// Of an INT64 column.
    Int64(ValueStatistics<i64>),
    /// Of an INT96 column.
    Int96(ValueStatistics<Int96>),
    /// Of a FLOAT column.
    Float(ValueStatistics<f32>),
    /// Of a DOUBLE column.
    Double(ValueStatistics<f64>),
    /// Of a BYTE_ARRAY column.
    ByteArray(ValueStatistics<ByteArray>),
    /// Of a FIXED_LEN_BYTE_ARRAY column.
    FixedLenByteArray(ValueStatistics<FixedLenByteArray>),
}

/// Statistics of values held in `T`.
#[derive(Clone, PartialEq, Eq)]
pub struct ValueStatistics<T> {
    min: Option<T>,
    max: Option<T>,
    facts: Facts,
}

/// Statistics of values of the physical type `T`.
pub type TypedStatistics<T> = ValueStatistics<<T as DataType>::T>;

/// What does not depend on the type of the values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Facts {
    /// The bounds in the PLAIN encoding, byte arrays without their length.
    min_bytes: Option<ByteArray>,
    max_bytes: Option<ByteArray>,
    distinct_count: Option<u64>,
    null_count: Option<u64>,
    nan_count: Option<u64>,
    is_min_exact: bool,
    is_max_exact: bool,
    is_min_max_deprecated: bool,
    is_min_max_backwards_compatible: bool,
}

impl Statistics {
    /// Statistics of values held in `T`; bounds are exact.
    pub fn new<T: ParquetValueType>(
        min: Option<T>,
        max: Option<T>,
        distinct_count: Option<u64>,
        null_count: Option<u64>,
        is_deprecated: bool,
    ) -> Self
    where
        Self: From<ValueStatistics<T>>,
    {
        ValueStatistics::new(min, max, distinct_count, null_count, is_deprecated).into()
    }

    /// Parses the structure at `cursor`, which is then behind it.
    ///
    /// # Errors
    /// If its bytes are not a Thrift structure.
    pub(crate) fn parse(cursor: &mut Cursor<'_>, physical_type: Type) -> Result<Self, FormatError> {
        let stored = Stored::parse(cursor)?;
        Ok(match physical_type {
            Type::BOOLEAN => Self::Boolean(stored.typed()),
            Type::INT32 => Self::Int32(stored.typed()),
            Type::INT64 => Self::Int64(stored.typed()),
            Type::INT96 => Self::Int96(stored.typed()),
            Type::FLOAT => Self::Float(stored.typed()),
            Type::DOUBLE => Self::Double(stored.typed()),
            Type::BYTE_ARRAY => Self::ByteArray(stored.typed()),
            Type::FIXED_LEN_BYTE_ARRAY => Self::FixedLenByteArray(stored.typed()),
        })
    }

    fn facts(&self) -> &Facts {
        match self {
            Self::Boolean(typed) => &typed.facts,
            Self::Int32(typed) => &typed.facts,
            Self::Int64(typed) => &typed.facts,
            Self::Int96(typed) => &typed.facts,
            Self::Float(typed) => &typed.facts,
            Self::Double(typed) => &typed.facts,
            Self::ByteArray(typed) => &typed.facts,
            Self::FixedLenByteArray(typed) => &typed.facts,
        }
    }

    /// The physical type of the column.
    pub fn physical_type(&self) -> Type {
        match self {
            Self::Boolean(_) => Type::BOOLEAN,
            Self::Int32(_) => Type::INT32,
            Self::Int64(_) => Type::INT64,
            Self::Int96(_) => Type::INT96,
            Self::Float(_) => Type::FLOAT,
            Self::Double(_) => Type::DOUBLE,
            Self::ByteArray(_) => Type::BYTE_ARRAY,
            Self::FixedLenByteArray(_) => Type::FIXED_LEN_BYTE_ARRAY,
        }
    }

    /// Whether the bounds come from the fields `min` and `max` of old writers, which compared all
    /// values as signed. Also true if there are no bounds at all.
    pub fn is_min_max_deprecated(&self) -> bool {
        self.facts().is_min_max_deprecated
    }

    /// Whether the bounds would be right in the fields `min` and `max` of old writers too.
    pub fn is_min_max_backwards_compatible(&self) -> bool {
        self.facts().is_min_max_backwards_compatible
    }

    /// How many different values there are, if known.
    pub fn distinct_count_opt(&self) -> Option<u64> {
        self.facts().distinct_count
    }

    /// How many nulls there are, if known; nulls of the groups above the column are counted too.
    pub fn null_count_opt(&self) -> Option<u64> {
        self.facts().null_count
    }

    /// How many values are not a number, if known.
    pub fn nan_count_opt(&self) -> Option<u64> {
        self.facts().nan_count
    }

    /// Whether the lower bound is stored and is a value of the column, not only a bound.
    pub fn min_is_exact(&self) -> bool {
        self.facts().min_is_exact()
    }

    /// Whether the upper bound is stored and is a value of the column, not only a bound.
    pub fn max_is_exact(&self) -> bool {
        self.facts().max_is_exact()
    }

    /// The lower bound in the PLAIN encoding, byte arrays without their length.
    pub fn min_bytes_opt(&self) -> Option<&[u8]> {
        self.facts().min_bytes.as_ref().map(ByteArray::data)
    }

    /// The upper bound in the PLAIN encoding, byte arrays without their length.
    pub fn max_bytes_opt(&self) -> Option<&[u8]> {
        self.facts().max_bytes.as_ref().map(ByteArray::data)
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boolean(typed) => typed.fmt(f),
            Self::Int32(typed) => typed.fmt(f),
            Self::Int64(typed) => typed.fmt(f),
            Self::Int96(typed) => typed.fmt(f),
            Self::Float(typed) => typed.fmt(f),
            Self::Double(typed) => typed.fmt(f),
            Self::ByteArray(typed) => typed.fmt(f),
            Self::FixedLenByteArray(typed) => typed.fmt(f),
        }
    }
}

macro_rules! of_type {
    ($variant:ident, $constructor:ident, $value:ty) => {
        impl From<ValueStatistics<$value>> for Statistics {
            fn from(typed: ValueStatistics<$value>) -> Self {
                Self::$variant(typed)
            }
        }

        impl Statistics {
            #[doc = concat!("[`Statistics::", stringify!($variant), "`] of these facts; bounds are exact.")]
            pub fn $constructor(
                min: Option<$value>,
                max: Option<$value>,
                distinct: Option<u64>,
                nulls: Option<u64>,
                is_deprecated: bool,
            ) -> Self {
                Self::new(min, max, distinct, nulls, is_deprecated)
            }
        }
    };
}

of_type!(Boolean, boolean, bool);
of_type!(Int32, int32, i32);
of_type!(Int64, int64, i64);
of_type!(Int96, int96, Int96);
of_type!(Float, float, f32);
of_type!(Double, double, f64);
of_type!(ByteArray, byte_array, ByteArray);
of_type!(FixedLenByteArray, fixed_len_byte_array, FixedLenByteArray);

impl<T: ParquetValueType> ValueStatistics<T> {
    /// Statistics of these facts; bounds are exact.
    pub fn new(
        min: Option<T>,
        max: Option<T>,
        distinct_count: Option<u64>,
        null_count: Option<u64>,
        is_min_max_deprecated: bool,
    ) -> Self {
        let facts = Facts {
            min_bytes: min.as_ref().map(T::to_plain),
            max_bytes: max.as_ref().map(T::to_plain),
            distinct_count,
            null_count,
            nan_count: None,
            is_min_exact: min.is_some(),
            is_max_exact: max.is_some(),
            is_min_max_deprecated,
            is_min_max_backwards_compatible: is_min_max_deprecated,
        };
        Self { min, max, facts }
    }
}

impl<T> ValueStatistics<T> {
    /// The same, with the lower bound exact or not.
    pub fn with_min_is_exact(mut self, is_min_value_exact: bool) -> Self {
        self.facts.is_min_exact = is_min_value_exact;
        self
    }

    /// The same, with the upper bound exact or not.
    pub fn with_max_is_exact(mut self, is_max_value_exact: bool) -> Self {
        self.facts.is_max_exact = is_max_value_exact;
        self
    }

    /// The same, with the bounds right in the fields of old writers too, or not.
    pub fn with_backwards_compatible_min_max(mut self, backwards_compatible: bool) -> Self {
        self.facts.is_min_max_backwards_compatible = backwards_compatible;
        self
    }

    /// The same, with this count of values that are not a number.
    pub fn with_nan_count(mut self, nan_count: Option<u64>) -> Self {
        self.facts.nan_count = nan_count;
        self
    }

    /// The lower bound, if known.
    pub fn min_opt(&self) -> Option<&T> {
        self.min.as_ref()
    }

    /// The upper bound, if known.
    pub fn max_opt(&self) -> Option<&T> {
        self.max.as_ref()
    }

    /// Whether the lower bound is stored and is a value of the column, not only a bound.
    pub fn min_is_exact(&self) -> bool {
        self.facts.min_is_exact()
    }

    /// Whether the upper bound is stored and is a value of the column, not only a bound.
    pub fn max_is_exact(&self) -> bool {
        self.facts.max_is_exact()
    }

    /// How many different values there are, if known.
    pub fn distinct_count(&self) -> Option<u64> {
        self.facts.distinct_count
    }

    /// How many nulls there are, if known.
    pub fn null_count_opt(&self) -> Option<u64> {
        self.facts.null_count
    }

    /// How many values are not a number, if known.
    pub fn nan_count_opt(&self) -> Option<u64> {
        self.facts.nan_count
    }

    /// Whether the bounds would be right in the fields `min` and `max` of old writers too.
    pub fn is_min_max_backwards_compatible(&self) -> bool {
        self.facts.is_min_max_backwards_compatible
    }

    /// The lower bound in the PLAIN encoding, byte arrays without their length.
    pub fn min_bytes_opt(&self) -> Option<&[u8]> {
        self.facts.min_bytes.as_ref().map(ByteArray::data)
    }

    /// The upper bound in the PLAIN encoding, byte arrays without their length.
    pub fn max_bytes_opt(&self) -> Option<&[u8]> {
        self.facts.max_bytes.as_ref().map(ByteArray::data)
    }
}

impl<T: fmt::Display> fmt::Display for ValueStatistics<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn or_unknown(value: Option<&impl fmt::Display>) -> String {
            value.map_or_else(|| "N/A".to_owned(), ToString::to_string)
        }
        write!(
            f,
            "{{min: {}, max: {}, distinct_count: {}, null_count: {}, min_max_deprecated: {}, \
             max_value_exact: {}, min_value_exact: {}}}",
            or_unknown(self.min.as_ref()),
            or_unknown(self.max.as_ref()),
            or_unknown(self.facts.distinct_count.as_ref()),
            or_unknown(self.facts.null_count.as_ref()),
            self.facts.is_min_max_deprecated,
            self.facts.is_max_exact,
            self.facts.is_min_exact,
        )
    }
}

impl<T: fmt::Debug> fmt::Debug for ValueStatistics<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{{min: {:?}, max: {:?}, distinct_count: {:?}, null_count: {:?}, nan_count: {:?}, \
             min_max_deprecated: {}, min_max_backwards_compatible: {}, max_value_exact: {}, \
             min_value_exact: {}}}",
            self.min,
            self.max,
            self.facts.distinct_count,
            self.facts.null_count,
            self.facts.nan_count,
            self.facts.is_min_max_deprecated,
            self.facts.is_min_max_backwards_compatible,
            self.facts.is_max_exact,
            self.facts.is_min_exact,
        )
    }
}

impl Facts {
    fn min_is_exact(&self) -> bool {
        self.min_bytes.is_some() && self.is_min_exact
    }

    fn max_is_exact(&self) -> bool {
        self.max_bytes.is_some() && self.is_max_exact
    }
}

/// Statistics as they lie in the file.
#[derive(Default)]
struct Stored<'a> {
    max: Option<&'a [u8]>,
    min: Option<&'a [u8]>,
    null_count: Option<i64>,
    distinct_count: Option<i64>,
    max_value: Option<&'a [u8]>,
    min_value: Option<&'a [u8]>,
    is_max_value_exact: Option<bool>,
    is_min_value_exact: Option<bool>,
    nan_count: Option<i64>,
}

impl<'a> Stored<'a> {
    fn parse(cursor: &mut Cursor<'a>) -> Result<Self, FormatError> {
        let mut stored = Self::default();
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            match (field.id, field.wire) {
                (1, Wire::Binary) => stored.max = Some(cursor.read_binary()?),
                (2, Wire::Binary) => stored.min = Some(cursor.read_binary()?),
                (3, Wire::I64) => stored.null_count = Some(cursor.read_i64()?),
                (4, Wire::I64) => stored.distinct_count = Some(cursor.read_i64()?),
                (5, Wire::Binary) => stored.max_value = Some(cursor.read_binary()?),
                (6, Wire::Binary) => stored.min_value = Some(cursor.read_binary()?),
                (7, Wire::True | Wire::False) => {
                    stored.is_max_value_exact = Some(field.wire == Wire::True);
                }
                (8, Wire::True | Wire::False) => {
                    stored.is_min_value_exact = Some(field.wire == Wire::True);
                }
                (9, Wire::I64) => stored.nan_count = Some(cursor.read_i64()?),
                _ => cursor.skip(field.wire)?,
            }
        }
        Ok(stored)
    }

    /// The statistics of values held in `T`.
    fn typed<T: ParquetValueType>(&self) -> ValueStatistics<T> {
        let is_deprecated = self.min_value.is_none() && self.max_value.is_none();
        let (min, max) = match is_deprecated {
            true => (self.min, self.max),
            false => (self.min_value, self.max_value),
        };
        // Writers truncate byte arrays, and say so only since version 2.10 of the format. Nobody
        // truncates a number.
        let is_whole = !matches!(
            T::PHYSICAL_TYPE,
            Type::BYTE_ARRAY | Type::FIXED_LEN_BYTE_ARRAY
        );
        let (typed_min, typed_max) = (min.and_then(T::from_plain), max.and_then(T::from_plain));
        let facts = Facts {
            min_bytes: typed_min.as_ref().map(T::to_plain),
            max_bytes: typed_max.as_ref().map(T::to_plain),
            distinct_count: count(self.distinct_count),
            null_count: count(self.null_count),
            nan_count: count(self.nan_count),
            is_min_exact: self.is_min_value_exact.unwrap_or(is_whole && min.is_some()),
            is_max_exact: self.is_max_value_exact.unwrap_or(is_whole && max.is_some()),
            is_min_max_deprecated: is_deprecated,
            is_min_max_backwards_compatible: is_deprecated,
        };
        ValueStatistics {
            min: typed_min,
            max: typed_max,
            facts,
        }
    }
}

fn count(stored: Option<i64>) -> Option<u64> {
    u64::try_from(stored?).ok()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn parse(bytes: &[u8], physical_type: Type) -> Result<Statistics, FormatError> {
        Statistics::parse(&mut Cursor::new(bytes), physical_type)
    }

    #[test]
    fn bounds_are_typed() {
        let check = |bytes: &[u8], physical_type, expected: Statistics| {
            let found = parse(bytes, physical_type).unwrap();
            assert_eq!(found, expected);
            assert_eq!(found.physical_type(), physical_type);
        };
        // max_value 9, min_value 1; null_count 3.
        let new = [0x36, 6, 0x28, 4, 9, 0, 0, 0, 0x18, 4, 1, 0, 0, 0, 0];
        let expected = Statistics::int32(Some(1), Some(9), None, Some(3), false);
        check(&new, Type::INT32, expected);
        // max true, min false: an old writer.
        let old = [0x18, 1, 1, 0x18, 1, 0, 0];
        let expected = Statistics::boolean(Some(false), Some(true), None, None, true);
        check(&old, Type::BOOLEAN, expected);
        // Both generations: the new one counts.
        let both = [
            0x18, 1, b'x', 0x18, 1, b'x', 0x38, 1, b'b', 0x18, 1, b'a', 0x11, 0x12, 0,
        ];
        let expected = ValueStatistics::new(Some("a".into()), Some("b".into()), None, None, false);
        let expected = expected.with_min_is_exact(false);
        check(&both, Type::BYTE_ARRAY, Statistics::ByteArray(expected));
        check(
            &[0],
            Type::INT64,
            Statistics::int64(None, None, None, None, true),
        );
        // nan_count 2.
        let nan = ValueStatistics::new(None, None, None, None, true).with_nan_count(Some(2));
        check(&[0x96, 4, 0], Type::DOUBLE, Statistics::Double(nan));
    }

    #[test]
    fn malformed_facts_count_as_unknown() {
        for physical_type in Type::VARIANTS {
            // Bounds of 3 bytes, counts of -1.
            let bytes = [
                0x36, 1, 0x16, 1, 0x18, 3, 1, 2, 3, 0x18, 3, 1, 2, 3, 0x36, 1, 0,
            ];
            let found = parse(&bytes, *physical_type).unwrap();
            let is_bytes = physical_type.to_string().ends_with("BYTE_ARRAY");
            assert_eq!(found.min_bytes_opt().is_some(), is_bytes);
            assert_eq!(found.max_bytes_opt().is_some(), is_bytes);
            assert!(!found.min_is_exact() && !found.max_is_exact());
            assert_eq!(found.null_count_opt(), None);
            assert_eq!(found.distinct_count_opt(), None);
            assert_eq!(found.nan_count_opt(), None);
        }
    }

    #[test]
    fn truncation_is_an_error() {
        let bytes = [
            0x36, 6, 0x28, 4, 9, 0, 0, 0, 0x18, 4, 1, 0, 0, 0, 0x11, 0x11, 0x16, 2, 0,
        ];
        for end in 0..bytes.len() {
            assert!(parse(&bytes[..end], Type::INT32).is_err(), "{end}");
        }
        assert!(parse(&bytes, Type::INT32).is_ok());
    }

    #[test]
    fn statistics_print_as_parquet_prints_them() {
        let statistics = Statistics::int32(Some(-1), None, None, Some(3), true);
        assert_eq!(
            statistics.to_string(),
            "{min: -1, max: N/A, distinct_count: N/A, null_count: 3, min_max_deprecated: true, \
             max_value_exact: false, min_value_exact: true}"
        );
        assert_eq!(statistics.min_bytes_opt(), Some(&[0xff; 4][..]));
    }
}
