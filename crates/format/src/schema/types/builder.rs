//! Types made by a program.

use std::fmt;

use super::{BasicTypeInfo, Type, TypePtr};
use crate::basic::{ConvertedType, LogicalType, Repetition, TimeUnit, Type as PhysicalType};

/// Why a program's description of a type is not a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeError {
    /// The name of the type.
    pub name: Box<str>,
    /// What is wrong with it.
    pub problem: TypeProblem,
}

/// What is wrong with a type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TypeProblem {
    /// A FIXED_LEN_BYTE_ARRAY has no length, or a negative one.
    Length {
        /// The length found.
        found: i32,
    },
    /// Values of the physical type cannot have this meaning.
    LogicalType {
        /// The logical type.
        found: LogicalType,
        /// The physical type, which may be of the wrong length.
        physical_type: PhysicalType,
    },
    /// Values of the physical type cannot have this meaning.
    ConvertedType {
        /// The converted type.
        found: ConvertedType,
        /// The physical type, which may be of the wrong length.
        physical_type: PhysicalType,
    },
    /// Logical and converted type contradict each other.
    Contradiction {
        /// The converted type that the logical type stands for.
        expected: ConvertedType,
        /// The converted type found.
        found: ConvertedType,
    },
    /// A decimal cannot have these digits, or not in this physical type.
    Decimal {
        /// Digits in all.
        precision: i32,
        /// Digits behind the point.
        scale: i32,
        /// The largest number of digits that the physical type can hold.
        max_precision: i32,
    },
}

impl fmt::Display for TypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "field '{}': ", self.name)?;
        match &self.problem {
            TypeProblem::Length { found } => {
                write!(f, "invalid length {found} of FIXED_LEN_BYTE_ARRAY")
            }
            TypeProblem::LogicalType {
                found,
                physical_type,
            } => write!(f, "{found:?} cannot annotate this {physical_type}"),
            TypeProblem::ConvertedType {
                found,
                physical_type,
            } => write!(f, "{found} cannot annotate this {physical_type}"),
            TypeProblem::Contradiction { expected, found } => {
                write!(f, "the logical type stands for {expected}, found {found}")
            }
            TypeProblem::Decimal {
                precision,
                scale,
                max_precision,
            } => write!(
                f,
                "DECIMAL({precision},{scale}) is not a decimal of 1 to {max_precision} digits"
            ),
        }
    }
}

impl std::error::Error for TypeError {}

/// Builds a primitive type: an optional one without any meaning, if nothing else is said.
#[derive(Clone, Debug)]
pub struct PrimitiveTypeBuilder<'a> {
    name: &'a str,
    physical_type: PhysicalType,
    repetition: Repetition,
    converted_type: ConvertedType,
    logical_type: Option<LogicalType>,
    length: i32,
    precision: i32,
    scale: i32,
    id: Option<i32>,
}

impl<'a> PrimitiveTypeBuilder<'a> {
    /// Begins a type of this name and physical type.
    pub fn new(name: &'a str, physical_type: PhysicalType) -> Self {
        Self {
            name,
            physical_type,
            repetition: Repetition::OPTIONAL,
            converted_type: ConvertedType::NONE,
            logical_type: None,
            length: -1,
            precision: -1,
            scale: -1,
            id: None,
        }
    }

    /// Sets how often the type occurs.
    pub fn with_repetition(self, repetition: Repetition) -> Self {
        Self { repetition, ..self }
    }

    /// Sets the meaning in the older vocabulary.
    pub fn with_converted_type(self, converted_type: ConvertedType) -> Self {
        Self {
            converted_type,
            ..self
        }
    }

    /// Sets the meaning; that in the older vocabulary follows if it is not set.
    pub fn with_logical_type(self, logical_type: Option<LogicalType>) -> Self {
        Self {
            logical_type,
            ..self
        }
    }

    /// Sets the bytes of a FIXED_LEN_BYTE_ARRAY value.
    pub fn with_length(self, length: i32) -> Self {
        Self { length, ..self }
    }

    /// Sets the digits of a decimal.
    pub fn with_precision(self, precision: i32) -> Self {
        Self { precision, ..self }
    }

    /// Sets the digits of a decimal behind the point.
    pub fn with_scale(self, scale: i32) -> Self {
        Self { scale, ..self }
    }

    /// Sets the field id.
    pub fn with_id(self, id: Option<i32>) -> Self {
        Self { id, ..self }
    }

    /// The type.
    ///
    /// # Errors
    /// If values of the physical type cannot have the meaning that was set.
    pub fn build(self) -> Result<Type, TypeError> {
        if let Err(problem) = self.check() {
            return Err(TypeError {
                name: self.name.into(),
                problem,
            });
        }
        let mut converted_type = self.converted_type;
        if converted_type == ConvertedType::NONE {
            converted_type = self.logical_type.clone().into();
        }
        Ok(Type::PrimitiveType {
            basic_info: BasicTypeInfo {
                name: self.name.to_owned(),
                repetition: Some(self.repetition),
                converted_type,
                unknown_converted_type: None,
                logical_type: self.logical_type,
                id: self.id,
            },
            physical_type: self.physical_type,
            type_length: self.length,
            scale: self.scale,
            precision: self.precision,
        })
    }

    pub(in crate::schema) fn check(&self) -> Result<(), TypeProblem> {
        if self.physical_type == PhysicalType::FIXED_LEN_BYTE_ARRAY && self.length < 0 {
            return Err(TypeProblem::Length { found: self.length });
        }
        if let Some(logical_type) = &self.logical_type {
            self.check_logical_type(logical_type)?;
        }
        if !self.converted_type_fits() {
            return Err(TypeProblem::ConvertedType {
                found: self.converted_type,
                physical_type: self.physical_type,
            });
        }
        if self.converted_type == ConvertedType::DECIMAL {
            self.check_decimal(self.precision, self.scale)?;
        }
        Ok(())
    }

    fn check_logical_type(&self, logical_type: &LogicalType) -> Result<(), TypeProblem> {
        let expected = ConvertedType::from(Some(logical_type.clone()));
        if self.converted_type != ConvertedType::NONE && self.converted_type != expected {
            return Err(TypeProblem::Contradiction {
                expected,
                found: self.converted_type,
            });
        }
        if !self.logical_type_fits(logical_type) {
            return Err(TypeProblem::LogicalType {
                found: logical_type.clone(),
                physical_type: self.physical_type,
            });
        }
        match logical_type {
            LogicalType::Decimal(decimal) => self.check_decimal(decimal.precision, decimal.scale),
            _ => Ok(()),
        }
    }

    fn logical_type_fits(&self, logical_type: &LogicalType) -> bool {
        use PhysicalType::{BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT32, INT64};
        match (logical_type, self.physical_type) {
            (LogicalType::Unknown | LogicalType::_Unknown { .. }, _) => true,
            (
                LogicalType::String
                | LogicalType::Enum
                | LogicalType::Json
                | LogicalType::Bson
                | LogicalType::Geometry(_)
                | LogicalType::Geography(_),
                BYTE_ARRAY,
            ) => true,
            (LogicalType::Decimal(decimal), INT32 | INT64 | BYTE_ARRAY | FIXED_LEN_BYTE_ARRAY) => {
                // The element repeats what the logical type says.
                (decimal.precision, decimal.scale) == (self.precision, self.scale)
            }
            (LogicalType::Date, INT32) | (LogicalType::Timestamp(_), INT64) => true,
            (LogicalType::Time(time), INT32) => time.unit == TimeUnit::MILLIS,
            (LogicalType::Time(time), INT64) => time.unit != TimeUnit::MILLIS,
            (LogicalType::Integer(int), INT32) => matches!(int.bit_width, 8 | 16 | 32),
            (LogicalType::Integer(int), INT64) => int.bit_width == 64,
            (LogicalType::Uuid, FIXED_LEN_BYTE_ARRAY) => self.length == 16,
            (LogicalType::Float16, FIXED_LEN_BYTE_ARRAY) => self.length == 2,
            _ => false,
        }
    }

    fn converted_type_fits(&self) -> bool {
        use PhysicalType::{BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY, INT32, INT64};
        match self.converted_type {
            ConvertedType::NONE => true,
            ConvertedType::UTF8
            | ConvertedType::BSON
            | ConvertedType::JSON
            | ConvertedType::ENUM => self.physical_type == BYTE_ARRAY,
            ConvertedType::DECIMAL => matches!(
                self.physical_type,
                INT32 | INT64 | BYTE_ARRAY | FIXED_LEN_BYTE_ARRAY
            ),
            ConvertedType::DATE
            | ConvertedType::TIME_MILLIS
            | ConvertedType::UINT_8
            | ConvertedType::UINT_16
            | ConvertedType::UINT_32
            | ConvertedType::INT_8
            | ConvertedType::INT_16
            | ConvertedType::INT_32 => self.physical_type == INT32,
            ConvertedType::TIME_MICROS
            | ConvertedType::TIMESTAMP_MILLIS
            | ConvertedType::TIMESTAMP_MICROS
            | ConvertedType::UINT_64
            | ConvertedType::INT_64 => self.physical_type == INT64,
            ConvertedType::INTERVAL => {
                self.physical_type == FIXED_LEN_BYTE_ARRAY && self.length == 12
            }
            ConvertedType::MAP | ConvertedType::MAP_KEY_VALUE | ConvertedType::LIST => false,
        }
    }

    fn check_decimal(&self, precision: i32, scale: i32) -> Result<(), TypeProblem> {
        let max_precision = self.max_precision();
        if precision < 1 || precision > max_precision || scale < 0 || scale > precision {
            return Err(TypeProblem::Decimal {
                precision,
                scale,
                max_precision,
            });
        }
        Ok(())
    }

    /// How many digits every decimal that fits the physical type has at most: those of the largest
    /// number of that many bytes, but for the first.
    fn max_precision(&self) -> i32 {
        match self.physical_type {
            PhysicalType::INT32 => 9,
            PhysicalType::INT64 => 18,
            PhysicalType::FIXED_LEN_BYTE_ARRAY => {
                let bits = f64::from(self.length) * 8.0 - 1.0;
                (bits * std::f64::consts::LOG10_2).max(0.0) as i32
            }
            _ => i32::MAX,
        }
    }
}

/// Builds a group: the root of a schema, if no repetition is set.
#[derive(Clone, Debug)]
pub struct GroupTypeBuilder<'a> {
    name: &'a str,
    repetition: Option<Repetition>,
    converted_type: ConvertedType,
    logical_type: Option<LogicalType>,
    fields: Vec<TypePtr>,
    id: Option<i32>,
}

impl<'a> GroupTypeBuilder<'a> {
    /// Begins a group of this name.
    pub fn new(name: &'a str) -> Self {
        Self {
            name,
            repetition: None,
            converted_type: ConvertedType::NONE,
            logical_type: None,
            fields: Vec::new(),
            id: None,
        }
    }

    /// Sets how often the group occurs.
    pub fn with_repetition(self, repetition: Repetition) -> Self {
        Self {
            repetition: Some(repetition),
            ..self
        }
    }

    /// Sets the meaning in the older vocabulary.
    pub fn with_converted_type(self, converted_type: ConvertedType) -> Self {
        Self {
            converted_type,
            ..self
        }
    }

    /// Sets the meaning; that in the older vocabulary follows if it is not set.
    pub fn with_logical_type(self, logical_type: Option<LogicalType>) -> Self {
        Self {
            logical_type,
            ..self
        }
    }

    /// Sets the fields.
    pub fn with_fields(self, fields: Vec<TypePtr>) -> Self {
        Self { fields, ..self }
    }

    /// Sets the field id.
    pub fn with_id(self, id: Option<i32>) -> Self {
        Self { id, ..self }
    }

    /// The type.
    ///
    /// # Errors
    /// None today; a program need not change when there are some.
    pub fn build(self) -> Result<Type, TypeError> {
        let mut converted_type = self.converted_type;
        if converted_type == ConvertedType::NONE {
            converted_type = self.logical_type.clone().into();
        }
        Ok(Type::GroupType {
            basic_info: BasicTypeInfo {
                name: self.name.to_owned(),
                repetition: self.repetition,
                converted_type,
                unknown_converted_type: None,
                logical_type: self.logical_type,
                id: self.id,
            },
            fields: self.fields,
        })
    }
}
