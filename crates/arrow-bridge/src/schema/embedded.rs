//! The schema that an Arrow writer left in the file: an IPC message in base64 under `ARROW:schema`.
//!
//! It is read field by field as fields are asked for, since a file may have ten thousand. What is
//! malformed in it is passed over: the Parquet schema says all that reading takes.

use std::cell::OnceCell;
use std::collections::HashMap;

use arrow_ipc as ipc;
use arrow_schema::{DataType, Field, FieldRef, Fields, IntervalUnit, TimeUnit};
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// Key of the file's metadata under which the schema is kept.
pub const ARROW_SCHEMA_META_KEY: &str = "ARROW:schema";

/// An IPC message that holds a schema.
#[derive(Debug, Clone)]
pub(crate) struct EmbeddedSchema {
    message: Vec<u8>,
}

impl EmbeddedSchema {
    /// Takes the schema out of the value under [`ARROW_SCHEMA_META_KEY`]; nothing if it is
    /// malformed.
    pub(crate) fn decode(encoded: &str) -> Option<Self> {
        const BASE64: GeneralPurpose = GeneralPurpose::new(
            &STANDARD,
            GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
        );
        let mut message = BASE64.decode(encoded.trim_ascii()).ok()?;
        // A continuation marker and a length; the oldest writers had neither.
        if message.starts_with(&[0xff; 4]) {
            message.drain(..message.len().min(8));
        }
        let schema = Self { message };
        schema.view().is_some().then_some(schema)
    }

    fn view(&self) -> Option<ipc::Schema<'_>> {
        ipc::root_as_message(&self.message).ok()?.header_as_schema()
    }

    /// The top-level fields; checks the message once for all of them.
    pub(crate) fn fields(&self) -> EmbeddedFields<'_> {
        EmbeddedFields {
            schema: self.view(),
            places: OnceCell::new(),
        }
    }

    /// Key and value pairs that the writer attached to the schema.
    pub(crate) fn metadata(&self) -> HashMap<String, String> {
        match self.view() {
            Some(schema) => key_values(schema.custom_metadata().into_iter().flatten()),
            None => HashMap::new(),
        }
    }
}

/// The top-level fields of an [`EmbeddedSchema`], not decoded yet.
pub(crate) struct EmbeddedFields<'a> {
    schema: Option<ipc::Schema<'a>>,
    /// The places of the fields by name, if ever a field was not where it was looked for.
    places: OnceCell<HashMap<&'a str, usize>>,
}

impl EmbeddedFields<'_> {
    /// The field `name`, which should be number `idx`. Another program may have dropped or moved
    /// columns and kept the writer's schema; it is then looked for by its name.
    pub(crate) fn field(&self, idx: usize, name: &str) -> Option<Field> {
        let fields = self.schema?.fields()?;
        if idx < fields.len() && fields.get(idx).name().unwrap_or_default() == name {
            return field(fields.get(idx));
        }
        let places = self.places.get_or_init(|| {
            let mut places = HashMap::with_capacity(fields.len());
            for (idx, field) in fields.iter().enumerate() {
                places
                    .entry(field.name().unwrap_or_default())
                    .or_insert(idx);
            }
            places
        });
        field(fields.get(*places.get(name)?))
    }
}

/// Nothing if the field has a type that is malformed or unknown.
fn field(flat: ipc::Field<'_>) -> Option<Field> {
    let mut data_type = data_type(flat)?;
    let dictionary = flat.dictionary();
    if let Some(dictionary) = dictionary {
        let key = match dictionary.indexType() {
            Some(index) => int_type(index)?,
            None => DataType::Int32,
        };
        data_type = DataType::Dictionary(Box::new(key), Box::new(data_type));
    }
    Some(
        Field::new(flat.name().unwrap_or_default(), data_type, flat.nullable())
            .with_dict_is_ordered(dictionary.is_some_and(|dictionary| dictionary.isOrdered()))
            .with_metadata(key_values(flat.custom_metadata().into_iter().flatten())),
    )
}

fn data_type(flat: ipc::Field<'_>) -> Option<DataType> {
    Some(match flat.type_type() {
        ipc::Type::Null => DataType::Null,
        ipc::Type::Bool => DataType::Boolean,
        ipc::Type::Int => int_type(flat.type_as_int()?)?,
        ipc::Type::FloatingPoint => match flat.type_as_floating_point()?.precision() {
            ipc::Precision::HALF => DataType::Float16,
            ipc::Precision::SINGLE => DataType::Float32,
            ipc::Precision::DOUBLE => DataType::Float64,
            _ => return None,
        },
        ipc::Type::Binary => DataType::Binary,
        ipc::Type::LargeBinary => DataType::LargeBinary,
        ipc::Type::BinaryView => DataType::BinaryView,
        ipc::Type::Utf8 => DataType::Utf8,
        ipc::Type::LargeUtf8 => DataType::LargeUtf8,
        ipc::Type::Utf8View => DataType::Utf8View,
        ipc::Type::FixedSizeBinary => {
            DataType::FixedSizeBinary(flat.type_as_fixed_size_binary()?.byteWidth())
        }
        ipc::Type::Decimal => decimal_type(flat.type_as_decimal()?)?,
        ipc::Type::Date => match flat.type_as_date()?.unit() {
            ipc::DateUnit::DAY => DataType::Date32,
            ipc::DateUnit::MILLISECOND => DataType::Date64,
            _ => return None,
        },
        ipc::Type::Time => {
            let time = flat.type_as_time()?;
            match time.bitWidth() {
                32 => DataType::Time32(time_unit(time.unit())?),
                64 => DataType::Time64(time_unit(time.unit())?),
                _ => return None,
            }
        }
        ipc::Type::Timestamp => {
            let timestamp = flat.type_as_timestamp()?;
            let zone = timestamp.timezone().filter(|zone| !zone.is_empty());
            DataType::Timestamp(time_unit(timestamp.unit())?, zone.map(Into::into))
        }
        ipc::Type::Duration => DataType::Duration(time_unit(flat.type_as_duration()?.unit())?),
        ipc::Type::Interval => DataType::Interval(match flat.type_as_interval()?.unit() {
            ipc::IntervalUnit::YEAR_MONTH => IntervalUnit::YearMonth,
            ipc::IntervalUnit::DAY_TIME => IntervalUnit::DayTime,
            ipc::IntervalUnit::MONTH_DAY_NANO => IntervalUnit::MonthDayNano,
            _ => return None,
        }),
        ipc::Type::List => DataType::List(only_child(flat)?),
        ipc::Type::LargeList => DataType::LargeList(only_child(flat)?),
        ipc::Type::ListView => DataType::ListView(only_child(flat)?),
        ipc::Type::LargeListView => DataType::LargeListView(only_child(flat)?),
        ipc::Type::FixedSizeList => {
            let len = flat.type_as_fixed_size_list()?.listSize();
            DataType::FixedSizeList(only_child(flat)?, len)
        }
        ipc::Type::Map => DataType::Map(only_child(flat)?, flat.type_as_map()?.keysSorted()),
        ipc::Type::Struct_ => DataType::Struct(children(flat)?),
        ipc::Type::RunEndEncoded => match children(flat)?.as_ref() {
            [ends, values] => DataType::RunEndEncoded(ends.clone(), values.clone()),
            _ => return None,
        },
        // Parquet has no unions; what is newer than this list is not known to the reader either.
        _ => return None,
    })
}

fn children(flat: ipc::Field<'_>) -> Option<Fields> {
    let children = flat.children().into_iter().flatten();
    children
        .map(field)
        .collect::<Option<Vec<_>>>()
        .map(Fields::from)
}

fn only_child(flat: ipc::Field<'_>) -> Option<FieldRef> {
    match children(flat)?.as_ref() {
        [child] => Some(child.clone()),
        _ => None,
    }
}

fn int_type(int: ipc::Int<'_>) -> Option<DataType> {
    Some(match (int.bitWidth(), int.is_signed()) {
        (8, true) => DataType::Int8,
        (16, true) => DataType::Int16,
        (32, true) => DataType::Int32,
        (64, true) => DataType::Int64,
        (8, false) => DataType::UInt8,
        (16, false) => DataType::UInt16,
        (32, false) => DataType::UInt32,
        (64, false) => DataType::UInt64,
        _ => return None,
    })
}

fn decimal_type(decimal: ipc::Decimal<'_>) -> Option<DataType> {
    let precision = u8::try_from(decimal.precision()).ok()?;
    let scale = i8::try_from(decimal.scale()).ok()?;
    Some(match decimal.bitWidth() {
        32 => DataType::Decimal32(precision, scale),
        64 => DataType::Decimal64(precision, scale),
        128 => DataType::Decimal128(precision, scale),
        256 => DataType::Decimal256(precision, scale),
        _ => return None,
    })
}

fn time_unit(unit: ipc::TimeUnit) -> Option<TimeUnit> {
    Some(match unit {
        ipc::TimeUnit::SECOND => TimeUnit::Second,
        ipc::TimeUnit::MILLISECOND => TimeUnit::Millisecond,
        ipc::TimeUnit::MICROSECOND => TimeUnit::Microsecond,
        ipc::TimeUnit::NANOSECOND => TimeUnit::Nanosecond,
        _ => return None,
    })
}

fn key_values<'a>(pairs: impl Iterator<Item = ipc::KeyValue<'a>>) -> HashMap<String, String> {
    pairs
        .filter_map(|pair| Some((pair.key()?.to_owned(), pair.value()?.to_owned())))
        .collect()
}
