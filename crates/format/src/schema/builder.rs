//! Schema trees made by a program, not read from a file.
//!
//! A built schema is written as a file would hold it and then parsed, so that it can be nothing
//! that a file could not say.

use super::SchemaTree;
use crate::basic::{
    ConvertedType, EdgeInterpolationAlgorithm, LogicalType, Repetition, TimeUnit, Type,
};
use crate::{FormatError, Limits, SharedBytes};

/// Makes a [`SchemaTree`], one element after the other, in preorder.
///
/// ```
/// use herringbone_format::basic::{LogicalType, Repetition, Type};
/// use herringbone_format::schema::SchemaBuilder;
///
/// let tree = SchemaBuilder::new("schema")
///     .leaf("id", Repetition::REQUIRED, Type::INT64)
///     .group("names", Repetition::OPTIONAL)
///     .logical_type(LogicalType::List)
///     .group("list", Repetition::REPEATED)
///     .leaf("element", Repetition::OPTIONAL, Type::BYTE_ARRAY)
///     .logical_type(LogicalType::String)
///     .end()
///     .end()
///     .build()?;
/// assert_eq!(tree.leaf(1).path().string(), "names.list.element");
/// assert_eq!(tree.leaf(1).max_def_level(), 3);
/// # Ok::<(), herringbone_format::FormatError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SchemaBuilder {
    elements: Vec<Draft>,
    /// The groups that are open, outermost first; the root stays open.
    open: Vec<usize>,
}

#[derive(Clone, Debug, Default)]
struct Draft {
    name: String,
    physical_type: Option<Type>,
    repetition: Option<Repetition>,
    num_children: Option<i32>,
    type_length: Option<i32>,
    converted_type: Option<i32>,
    scale: Option<i32>,
    precision: Option<i32>,
    field_id: Option<i32>,
    logical_type: Option<LogicalType>,
}

impl SchemaBuilder {
    /// A schema whose root has this name and no fields yet.
    pub fn new(name: &str) -> Self {
        Self {
            elements: vec![Draft {
                name: name.to_owned(),
                num_children: Some(0),
                ..Draft::default()
            }],
            open: vec![0],
        }
    }

    /// Adds a leaf to the innermost open group.
    pub fn leaf(mut self, name: &str, repetition: Repetition, physical_type: Type) -> Self {
        self.add(Draft {
            name: name.to_owned(),
            physical_type: Some(physical_type),
            repetition: Some(repetition),
            ..Draft::default()
        });
        self
    }

    /// Adds a group to the innermost open group and opens it: what is added next belongs to it, up
    /// to [`SchemaBuilder::end`].
    pub fn group(mut self, name: &str, repetition: Repetition) -> Self {
        self.add(Draft {
            name: name.to_owned(),
            repetition: Some(repetition),
            num_children: Some(0),
            ..Draft::default()
        });
        self.open.push(self.elements.len() - 1);
        self
    }

    /// Closes the innermost open group. The root stays open.
    pub fn end(mut self) -> Self {
        if self.open.len() > 1 {
            self.open.pop();
        }
        self
    }

    /// Gives the element added last a logical type.
    pub fn logical_type(mut self, logical_type: LogicalType) -> Self {
        self.last().logical_type = Some(logical_type);
        self
    }

    /// Gives the element added last a converted type.
    pub fn converted_type(self, converted_type: ConvertedType) -> Self {
        self.converted_type_number(converted_type as i32)
    }

    /// Gives the element added last a converted type by its number, which may be an unknown one.
    pub fn converted_type_number(mut self, number: i32) -> Self {
        self.last().converted_type = Some(number);
        self
    }

    /// Gives the element added last a number of bytes, as FIXED_LEN_BYTE_ARRAY needs.
    pub fn type_length(mut self, length: i32) -> Self {
        self.last().type_length = Some(length);
        self
    }

    /// Gives the element added last the digits of a decimal.
    pub fn decimal(mut self, precision: i32, scale: i32) -> Self {
        self.last().precision = Some(precision);
        self.last().scale = Some(scale);
        self
    }

    /// Gives the element added last a field id.
    pub fn field_id(mut self, id: i32) -> Self {
        self.last().field_id = Some(id);
        self
    }

    /// The tree; groups still open are closed.
    ///
    /// # Errors
    /// As those of [`SchemaTree::parse`] under the default limits.
    pub fn build(&self) -> Result<SchemaTree, FormatError> {
        let bytes = self.to_bytes();
        let len = bytes.len();
        SchemaTree::parse(SharedBytes::new(bytes), 0..len, &Limits::default())
    }

    /// The schema as a footer holds it: a Thrift list of elements.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.list_of_structs(self.elements.len());
        for draft in &self.elements {
            draft.write(&mut out);
        }
        out.bytes
    }

    fn add(&mut self, draft: Draft) {
        let parent = self.open.last().copied().unwrap_or(0);
        let count = self.elements[parent].num_children.get_or_insert(0);
        *count = count.saturating_add(1);
        self.elements.push(draft);
    }

    fn last(&mut self) -> &mut Draft {
        let index = self.elements.len() - 1;
        &mut self.elements[index]
    }
}

impl Draft {
    fn write(&self, out: &mut Writer) {
        out.begin();
        out.i32(
            1,
            self.physical_type.map(|physical_type| physical_type as i32),
        );
        out.i32(2, self.type_length);
        out.i32(3, self.repetition.map(|repetition| repetition as i32));
        out.string(4, Some(&self.name));
        out.i32(5, self.num_children);
        out.i32(6, self.converted_type);
        out.i32(7, self.scale);
        out.i32(8, self.precision);
        out.i32(9, self.field_id);
        if let Some(logical_type) = &self.logical_type {
            out.field(10, STRUCT);
            write_logical_type(logical_type, out);
        }
        out.end();
    }
}

fn write_logical_type(logical_type: &LogicalType, out: &mut Writer) {
    let id = match logical_type {
        LogicalType::String => 1,
        LogicalType::Map => 2,
        LogicalType::List => 3,
        LogicalType::Enum => 4,
        LogicalType::Decimal(_) => 5,
        LogicalType::Date => 6,
        LogicalType::Time(_) => 7,
        LogicalType::Timestamp(_) => 8,
        LogicalType::Integer(_) => 10,
        LogicalType::Unknown => 11,
        LogicalType::Json => 12,
        LogicalType::Bson => 13,
        LogicalType::Uuid => 14,
        LogicalType::Float16 => 15,
        LogicalType::Variant(_) => 16,
        LogicalType::Geometry(_) => 17,
        LogicalType::Geography(_) => 18,
        LogicalType::File => 19,
        LogicalType::_Unknown { field_id } => *field_id,
    };
    out.begin();
    out.field(id, STRUCT);
    out.begin();
    match logical_type {
        LogicalType::Decimal(decimal) => {
            out.i32(1, Some(decimal.scale));
            out.i32(2, Some(decimal.precision));
        }
        LogicalType::Time(time) | LogicalType::Timestamp(time) => {
            out.boolean(1, time.is_adjusted_to_u_t_c);
            out.field(2, STRUCT);
            out.begin();
            let unit = match time.unit {
                TimeUnit::MILLIS => 1,
                TimeUnit::MICROS => 2,
                TimeUnit::NANOS => 3,
            };
            out.field(unit, STRUCT);
            out.begin();
            out.end();
            out.end();
        }
        LogicalType::Integer(int) => {
            out.byte(1, Some(int.bit_width));
            out.boolean(2, int.is_signed);
        }
        LogicalType::Variant(variant) => out.byte(1, variant.specification_version),
        LogicalType::Geometry(geometry) => out.string(1, geometry.crs.as_deref()),
        LogicalType::Geography(geography) => {
            out.string(1, geography.crs.as_deref());
            out.i32(
                2,
                geography.algorithm.map(EdgeInterpolationAlgorithm::as_i32),
            );
        }
        _ => {}
    }
    out.end();
    out.end();
}

const STRUCT: u8 = 12;

/// The little of Thrift's compact protocol that schemas need, in the writing direction.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    /// The last field id of each structure that is open.
    last_ids: Vec<i16>,
}

impl Writer {
    fn begin(&mut self) {
        self.last_ids.push(0);
    }

    fn end(&mut self) {
        self.last_ids.pop();
        self.bytes.push(0);
    }

    fn list_of_structs(&mut self, len: usize) {
        self.bytes.push(0xf0 | STRUCT);
        self.varint(len as u64);
    }

    fn field(&mut self, id: i16, wire: u8) {
        let last = self.last_ids.pop().unwrap_or(0);
        self.last_ids.push(id);
        match id.checked_sub(last) {
            Some(delta @ 1..=15) => self.bytes.push((delta as u8) << 4 | wire),
            _ => {
                self.bytes.push(wire);
                self.zigzag(i64::from(id));
            }
        }
    }

    fn i32(&mut self, id: i16, value: Option<i32>) {
        if let Some(value) = value {
            self.field(id, 5);
            self.zigzag(i64::from(value));
        }
    }

    fn byte(&mut self, id: i16, value: Option<i8>) {
        if let Some(value) = value {
            self.field(id, 3);
            self.bytes.push(value.cast_unsigned());
        }
    }

    fn boolean(&mut self, id: i16, value: bool) {
        self.field(id, if value { 1 } else { 2 });
    }

    fn string(&mut self, id: i16, value: Option<&str>) {
        if let Some(value) = value {
            self.field(id, 8);
            self.varint(value.len() as u64);
            self.bytes.extend_from_slice(value.as_bytes());
        }
    }

    fn zigzag(&mut self, value: i64) {
        self.varint(((value << 1) ^ (value >> 63)).cast_unsigned());
    }

    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }
}
