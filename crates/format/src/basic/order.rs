//! Orders: how values compare, what a column's bounds were taken by, how page bounds are sorted.

use std::fmt;

use super::{ConvertedType, LogicalType, Type};

/// How the pages of a column chunk are sorted by their bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoundaryOrder {
    /// In no known order.
    UNORDERED = 0,
    /// Smallest first.
    ASCENDING = 1,
    /// Largest first.
    DESCENDING = 2,
}

impl BoundaryOrder {
    /// Every variant, in the order of the specification's numbers.
    pub const VARIANTS: &'static [Self] = &[Self::UNORDERED, Self::ASCENDING, Self::DESCENDING];

    /// The order with this number in the specification.
    pub fn from_i32(value: i32) -> Option<Self> {
        super::by_number(Self::VARIANTS, value)
    }
}

impl fmt::Display for BoundaryOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// How values compare when bounds are taken.
#[allow(non_camel_case_types, reason = "the specification's spelling")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortOrder {
    /// As signed numbers, or byte by byte as signed bytes (a mistake of old writers).
    SIGNED,
    /// As unsigned numbers, or byte by byte as unsigned bytes.
    UNSIGNED,
    /// In no known way: bounds are worthless.
    UNDEFINED,
    /// As IEEE 754 orders all floating-point numbers, NaNs included.
    TOTAL_ORDER,
    /// As the instants that INT96 values stand for.
    INT96_TIMESTAMP,
}

impl SortOrder {
    /// Whether this is [`SortOrder::SIGNED`].
    pub fn is_signed(&self) -> bool {
        matches!(self, Self::SIGNED)
    }
}

impl fmt::Display for SortOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// By what order a column's bounds were taken.
#[allow(non_camel_case_types, reason = "the specification's spelling")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnOrder {
    /// By the order of the column's logical type, or else of its physical type.
    TYPE_DEFINED_ORDER(SortOrder),
    /// By the total order of IEEE 754.
    IEEE_754_TOTAL_ORDER,
    /// By the instants that INT96 values stand for.
    INT96_TIMESTAMP_ORDER,
    /// The file does not say: all values were compared as signed.
    UNDEFINED,
    /// By an order that we do not know: bounds are worthless.
    UNKNOWN,
}

impl ColumnOrder {
    /// The order that a column's type defines.
    pub fn sort_order_for_type(
        logical_type: Option<&LogicalType>,
        converted_type: ConvertedType,
        physical_type: Type,
    ) -> SortOrder {
        let Some(logical_type) = logical_type else {
            return sort_order_of_converted(converted_type, physical_type);
        };
        match logical_type {
            LogicalType::String
            | LogicalType::Enum
            | LogicalType::Json
            | LogicalType::Bson
            | LogicalType::Uuid => SortOrder::UNSIGNED,
            LogicalType::Integer(int) if !int.is_signed => SortOrder::UNSIGNED,
            LogicalType::Integer(_)
            | LogicalType::Decimal(_)
            | LogicalType::Date
            | LogicalType::Time(_)
            | LogicalType::Timestamp(_)
            | LogicalType::Float16 => SortOrder::SIGNED,
            LogicalType::Map
            | LogicalType::List
            | LogicalType::Unknown
            | LogicalType::Variant(_)
            | LogicalType::Geometry(_)
            | LogicalType::Geography(_)
            | LogicalType::File
            | LogicalType::_Unknown { .. } => SortOrder::UNDEFINED,
        }
    }

    /// How values compare under this column order.
    pub fn sort_order(&self) -> SortOrder {
        match *self {
            Self::TYPE_DEFINED_ORDER(order) => order,
            Self::IEEE_754_TOTAL_ORDER => SortOrder::TOTAL_ORDER,
            Self::INT96_TIMESTAMP_ORDER => SortOrder::INT96_TIMESTAMP,
            Self::UNDEFINED => SortOrder::SIGNED,
            Self::UNKNOWN => SortOrder::UNDEFINED,
        }
    }
}

impl fmt::Display for ColumnOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

fn sort_order_of_converted(converted_type: ConvertedType, physical_type: Type) -> SortOrder {
    match converted_type {
        ConvertedType::UTF8
        | ConvertedType::JSON
        | ConvertedType::BSON
        | ConvertedType::ENUM
        | ConvertedType::UINT_8
        | ConvertedType::UINT_16
        | ConvertedType::UINT_32
        | ConvertedType::UINT_64 => SortOrder::UNSIGNED,
        ConvertedType::INT_8
        | ConvertedType::INT_16
        | ConvertedType::INT_32
        | ConvertedType::INT_64
        | ConvertedType::DECIMAL
        | ConvertedType::DATE
        | ConvertedType::TIME_MILLIS
        | ConvertedType::TIME_MICROS
        | ConvertedType::TIMESTAMP_MILLIS
        | ConvertedType::TIMESTAMP_MICROS => SortOrder::SIGNED,
        ConvertedType::INTERVAL
        | ConvertedType::LIST
        | ConvertedType::MAP
        | ConvertedType::MAP_KEY_VALUE => SortOrder::UNDEFINED,
        ConvertedType::NONE => sort_order_of_physical(physical_type),
    }
}

fn sort_order_of_physical(physical_type: Type) -> SortOrder {
    match physical_type {
        Type::BOOLEAN | Type::BYTE_ARRAY | Type::FIXED_LEN_BYTE_ARRAY => SortOrder::UNSIGNED,
        Type::INT32 | Type::INT64 | Type::FLOAT | Type::DOUBLE => SortOrder::SIGNED,
        Type::INT96 => SortOrder::UNDEFINED,
    }
}
