//! A schema as a message type.

use std::fmt::{Display, Formatter, Result};

use crate::basic::{ConvertedType, LogicalType, TimeType, TimestampType, Type as PhysicalType};
use crate::schema::types::{BasicTypeInfo, Type};

/// Shows a type as a message type, without a line end.
pub(super) struct Message<'a>(pub(super) &'a Type);

impl Display for Message<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write_type(f, self.0, 0)
    }
}

fn write_type(f: &mut Formatter<'_>, type_: &Type, indent: usize) -> Result {
    write!(f, "{:indent$}", "")?;
    let info = type_.get_basic_info();
    match type_ {
        Type::PrimitiveType {
            physical_type,
            type_length,
            scale,
            precision,
            ..
        } => {
            write!(f, "{} {physical_type}", info.repetition())?;
            if *physical_type == PhysicalType::FIXED_LEN_BYTE_ARRAY {
                write!(f, " ({type_length})")?;
            }
            write!(f, " {}", info.name())?;
            write_id_and_meaning(f, info, *precision, *scale)?;
            f.write_str(";")
        }
        Type::GroupType { fields, .. } => {
            match info.has_repetition() {
                true => write!(f, "{} group {}", info.repetition(), info.name())?,
                false => write!(f, "message {}", info.name())?,
            }
            write_id_and_meaning(f, info, 0, 0)?;
            f.write_str(" {\n")?;
            for field in fields {
                write_type(f, field, indent + 2)?;
                f.write_str("\n")?;
            }
            write!(f, "{:indent$}}}", "")
        }
    }
}

/// Writes ` [id] (meaning)`, each where there is one. The root of a schema has no meaning.
fn write_id_and_meaning(
    f: &mut Formatter<'_>,
    info: &BasicTypeInfo,
    precision: i32,
    scale: i32,
) -> Result {
    if info.has_id() {
        write!(f, " [{}]", info.id())?;
    }
    if !info.has_repetition() {
        return Ok(());
    }
    match (info.logical_type_ref(), info.converted_type()) {
        (Some(logical_type), _) => write!(f, " ({})", Meaning(logical_type)),
        (None, ConvertedType::NONE) => Ok(()),
        (None, ConvertedType::DECIMAL) if precision > 0 && scale > 0 => {
            write!(f, " (DECIMAL({precision},{scale}))")
        }
        (None, ConvertedType::DECIMAL) if precision > 0 && scale == 0 => {
            write!(f, " (DECIMAL({precision}))")
        }
        (None, converted_type) => write!(f, " ({converted_type})"),
    }
}

/// Shows a logical type with its parameters.
struct Meaning<'a>(&'a LogicalType);

impl Display for Meaning<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.0 {
            LogicalType::String => f.write_str("STRING"),
            LogicalType::Map => f.write_str("MAP"),
            LogicalType::List => f.write_str("LIST"),
            LogicalType::Enum => f.write_str("ENUM"),
            LogicalType::Decimal(decimal) => {
                write!(f, "DECIMAL({},{})", decimal.precision, decimal.scale)
            }
            LogicalType::Date => f.write_str("DATE"),
            LogicalType::Time(TimeType {
                is_adjusted_to_u_t_c,
                unit,
            }) => {
                write!(f, "TIME({unit},{is_adjusted_to_u_t_c})")
            }
            LogicalType::Timestamp(TimestampType {
                is_adjusted_to_u_t_c,
                unit,
            }) => {
                write!(f, "TIMESTAMP({unit},{is_adjusted_to_u_t_c})")
            }
            LogicalType::Integer(int) => write!(f, "INTEGER({},{})", int.bit_width, int.is_signed),
            LogicalType::Unknown => f.write_str("UNKNOWN"),
            LogicalType::Json => f.write_str("JSON"),
            LogicalType::Bson => f.write_str("BSON"),
            LogicalType::Uuid => f.write_str("UUID"),
            LogicalType::Float16 => f.write_str("FLOAT16"),
            LogicalType::Variant(variant) => {
                write!(f, "VARIANT({:?})", variant.specification_version)
            }
            LogicalType::Geometry(geometry) => match &geometry.crs {
                Some(crs) => write!(f, "GEOMETRY({crs})"),
                None => f.write_str("GEOMETRY"),
            },
            LogicalType::Geography(geography) => {
                let algorithm = geography.algorithm.unwrap_or_default();
                match &geography.crs {
                    Some(crs) => write!(f, "GEOGRAPHY({algorithm}, {crs})"),
                    None => write!(f, "GEOGRAPHY({algorithm})"),
                }
            }
            LogicalType::File => f.write_str("FILE"),
            LogicalType::_Unknown { field_id } => write!(f, "_Unknown({field_id})"),
        }
    }
}
