//! The `LogicalType` union: what a value means.
//!
//! Spec: LogicalTypes.md

use std::fmt;
use std::str::FromStr;

use super::NameError;

/// Unit of a time or timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeUnit {
    /// Thousandths of a second.
    MILLIS,
    /// Millionths of a second.
    MICROS,
    /// Billionths of a second.
    NANOS,
}

impl fmt::Display for TimeUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// Parameters of a decimal number: the value is the stored integer times ten to the power -`scale`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecimalType {
    /// Digits behind the decimal point.
    pub scale: i32,
    /// Digits in all.
    pub precision: i32,
}

/// Parameters of a timestamp or of a time of day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimestampType {
    /// Whether values are instants in UTC, not readings of a local clock.
    pub is_adjusted_to_u_t_c: bool,
    /// What the stored integer counts.
    pub unit: TimeUnit,
}

/// Parameters of a time of day: the same as those of a timestamp.
pub use TimestampType as TimeType;

/// Parameters of an integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntType {
    /// 8, 16, 32 or 64 in files that follow the specification.
    pub bit_width: i8,
    /// Whether negative numbers can occur.
    pub is_signed: bool,
}

/// Parameters of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantType {
    /// Version of the variant encoding; 1 when absent.
    pub specification_version: Option<i8>,
}

/// Parameters of a geometry, whose edges are straight lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeometryType {
    /// Coordinate reference system; longitude and latitude of `OGC:CRS84` when absent.
    pub crs: Option<String>,
}

/// Parameters of a geography, whose edges follow the surface of the earth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeographyType {
    /// Coordinate reference system; longitude and latitude of `OGC:CRS84` when absent.
    pub crs: Option<String>,
    /// How points between two vertices are computed, as stored.
    pub algorithm: Option<EdgeInterpolationAlgorithm>,
}

impl GeographyType {
    /// The algorithm that holds: the stored one, or the default of the specification. Never `None`.
    pub fn algorithm(&self) -> Option<EdgeInterpolationAlgorithm> {
        Some(self.algorithm.unwrap_or_default())
    }
}

/// How points between two vertices of a geography are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeInterpolationAlgorithm {
    /// Great circles on a sphere.
    #[default]
    SPHERICAL,
    /// Vincenty's formulae.
    VINCENTY,
    /// Thomas, 1970.
    THOMAS,
    /// Andoyer and Thomas, 1965.
    ANDOYER,
    /// Karney, 2013.
    KARNEY,
    /// A number that we do not know.
    _Unknown(i32),
}

impl EdgeInterpolationAlgorithm {
    const NAMED: [Self; 5] = [
        Self::SPHERICAL,
        Self::VINCENTY,
        Self::THOMAS,
        Self::ANDOYER,
        Self::KARNEY,
    ];

    /// The algorithm with this number in the specification.
    pub fn from_i32(value: i32) -> Self {
        super::by_number(&Self::NAMED, value).unwrap_or(Self::_Unknown(value))
    }

    /// The algorithm's number in the specification.
    pub fn as_i32(self) -> i32 {
        match self {
            Self::SPHERICAL => 0,
            Self::VINCENTY => 1,
            Self::THOMAS => 2,
            Self::ANDOYER => 3,
            Self::KARNEY => 4,
            Self::_Unknown(value) => value,
        }
    }
}

impl fmt::Display for EdgeInterpolationAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl FromStr for EdgeInterpolationAlgorithm {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        let upper = name.to_ascii_uppercase();
        super::by_name("edge interpolation algorithm", &Self::NAMED, &upper)
    }
}

/// What a value means, beyond its physical type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogicalType {
    /// UTF-8 text.
    String,
    /// A map of keys to values.
    Map,
    /// A list.
    List,
    /// The name of an enumeration's value.
    Enum,
    /// A decimal number.
    Decimal(DecimalType),
    /// Days since 1970-01-01.
    Date,
    /// Time of day.
    Time(TimeType),
    /// Time since 1970-01-01T00:00:00.
    Timestamp(TimestampType),
    /// An integer of a given width and sign.
    Integer(IntType),
    /// The writer knew no type: every value is null.
    Unknown,
    /// A JSON document.
    Json,
    /// A BSON document.
    Bson,
    /// A UUID in 16 bytes, most significant byte first.
    Uuid,
    /// IEEE 754 half precision in two bytes.
    Float16,
    /// A variant: a group of metadata and value, possibly shredded.
    Variant(VariantType),
    /// A geometry in well-known binary form.
    Geometry(GeometryType),
    /// A geography in well-known binary form.
    Geography(GeographyType),
    /// A reference to a range of bytes, inline or in another file.
    File,
    /// A logical type of a newer specification. Data is read by its physical type.
    _Unknown {
        /// Field of the union that was set; 0 when none was.
        field_id: i16,
    },
}

impl LogicalType {
    /// [`LogicalType::Integer`] of these parameters.
    pub fn integer(bit_width: i8, is_signed: bool) -> Self {
        Self::Integer(IntType {
            bit_width,
            is_signed,
        })
    }

    /// [`LogicalType::Decimal`] of these parameters.
    pub fn decimal(scale: i32, precision: i32) -> Self {
        Self::Decimal(DecimalType { scale, precision })
    }

    /// [`LogicalType::Time`] of these parameters.
    pub fn time(is_adjusted_to_u_t_c: bool, unit: TimeUnit) -> Self {
        Self::Time(TimeType {
            is_adjusted_to_u_t_c,
            unit,
        })
    }

    /// [`LogicalType::Timestamp`] of these parameters.
    pub fn timestamp(is_adjusted_to_u_t_c: bool, unit: TimeUnit) -> Self {
        Self::Timestamp(TimestampType {
            is_adjusted_to_u_t_c,
            unit,
        })
    }

    /// [`LogicalType::Variant`] of this version.
    pub fn variant(specification_version: Option<i8>) -> Self {
        Self::Variant(VariantType {
            specification_version,
        })
    }

    /// [`LogicalType::Geometry`] in this coordinate reference system.
    pub fn geometry(crs: Option<String>) -> Self {
        Self::Geometry(GeometryType { crs })
    }

    /// [`LogicalType::Geography`] of these parameters.
    pub fn geography(crs: Option<String>, algorithm: Option<EdgeInterpolationAlgorithm>) -> Self {
        Self::Geography(GeographyType { crs, algorithm })
    }
}

/// Reads the name alone, as it stands in a message type. Parameters get placeholders: who parses
/// them puts them in.
impl FromStr for LogicalType {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        Ok(match name {
            "STRING" => Self::String,
            "MAP" => Self::Map,
            "LIST" => Self::List,
            "ENUM" => Self::Enum,
            "DECIMAL" => Self::decimal(-1, -1),
            "DATE" => Self::Date,
            "TIME" => Self::time(false, TimeUnit::MILLIS),
            "TIMESTAMP" => Self::timestamp(false, TimeUnit::MILLIS),
            "INTEGER" => Self::integer(8, false),
            "UNKNOWN" => Self::Unknown,
            "JSON" => Self::Json,
            "BSON" => Self::Bson,
            "UUID" => Self::Uuid,
            "FLOAT16" => Self::Float16,
            "VARIANT" => Self::variant(None),
            "GEOMETRY" => Self::geometry(None),
            "GEOGRAPHY" => Self::geography(None, Some(EdgeInterpolationAlgorithm::SPHERICAL)),
            "FILE" => Self::File,
            _ => {
                return Err(NameError::Unknown {
                    expected: "logical type",
                    found: name.into(),
                });
            }
        })
    }
}
