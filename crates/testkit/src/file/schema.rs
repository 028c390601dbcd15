//! Schema elements.

use crate::thrift::{Patch, Struct, Value};
use crate::values::Physical;

/// How often a field may be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repetition {
    /// Once.
    Required = 0,
    /// Once or not.
    Optional = 1,
    /// Any number of times.
    Repeated = 2,
}

/// One element of the flattened schema.
#[derive(Debug, Clone)]
pub struct Element {
    pub(super) name: String,
    pub(super) repetition: Repetition,
    pub(super) kind: Kind,
    fields: Struct,
    patches: Vec<Patch>,
}

/// What an element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Leaf { physical: Physical, width: usize },
    Group { num_children: usize },
}

impl Element {
    /// A leaf column.
    #[must_use]
    pub fn leaf(name: &str, repetition: Repetition, physical: Physical) -> Self {
        let mut element = Self::new(name, repetition, Kind::Leaf { physical, width: 0 });
        element.fields.set(1, physical as i32);
        element
    }

    /// A leaf column of fixed-length byte arrays.
    #[must_use]
    pub fn fixed(name: &str, repetition: Repetition, width: usize) -> Self {
        let physical = Physical::Fixed;
        let mut element = Self::new(name, repetition, Kind::Leaf { physical, width });
        element.fields.set(1, physical as i32);
        element.fields.set(2, width as i32);
        element
    }

    /// A group of the `num_children` elements (with theirs) that follow.
    #[must_use]
    pub fn group(name: &str, repetition: Repetition, num_children: usize) -> Self {
        let mut element = Self::new(name, repetition, Kind::Group { num_children });
        element.fields.set(5, num_children as i32);
        element
    }

    /// The root of `num_children` columns, which has no repetition.
    #[must_use]
    pub fn root(num_children: usize) -> Self {
        let mut element = Self::group("schema", Repetition::Required, num_children);
        element.fields.remove(3);
        element
    }

    fn new(name: &str, repetition: Repetition, kind: Kind) -> Self {
        let fields = Struct::new().with(3, repetition as i32).with(4, name);
        Self {
            name: name.to_owned(),
            repetition,
            kind,
            fields,
            patches: Vec::new(),
        }
    }

    /// With a converted type.
    #[must_use]
    pub fn converted(mut self, converted: Converted) -> Self {
        self.fields.set(6, converted as i32);
        self
    }

    /// With a logical type.
    #[must_use]
    pub fn logical(mut self, logical: Struct) -> Self {
        self.fields.set(10, logical);
        self
    }

    /// With the precision and scale of a decimal, in the element itself.
    #[must_use]
    pub fn decimal(mut self, precision: i32, scale: i32) -> Self {
        self.fields.set(7, scale);
        self.fields.set(8, precision);
        self.converted(Converted::Decimal)
    }

    /// With a field id.
    #[must_use]
    pub fn field_id(mut self, id: i32) -> Self {
        self.fields.set(9, id);
        self
    }

    /// With a field of the Thrift struct set or, without a value, removed.
    #[must_use]
    pub fn patch(mut self, id: i16, value: Option<Value>) -> Self {
        self.patches.push((id, value));
        self
    }

    pub(super) fn to_thrift(&self) -> Struct {
        let mut fields = self.fields.clone();
        fields.patch(&self.patches);
        fields
    }
}

/// The converted types, with the numbers that the format gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the format's own names")]
pub enum Converted {
    Utf8 = 0,
    Map = 1,
    MapKeyValue = 2,
    List = 3,
    Enum = 4,
    Decimal = 5,
    Date = 6,
    TimeMillis = 7,
    TimeMicros = 8,
    TimestampMillis = 9,
    TimestampMicros = 10,
    Uint8 = 11,
    Uint16 = 12,
    Uint32 = 13,
    Uint64 = 14,
    Int8 = 15,
    Int16 = 16,
    Int32 = 17,
    Int64 = 18,
    Json = 19,
    Bson = 20,
    Interval = 21,
}

/// Logical types, as members of the format's union.
pub mod logical {
    use crate::thrift::Struct;

    /// Units of time.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[expect(missing_docs, reason = "the format's own names")]
    pub enum Unit {
        Millis = 1,
        Micros = 2,
        Nanos = 3,
    }

    /// A member without parameters.
    #[must_use]
    pub fn plain(id: i16) -> Struct {
        Struct::union(id, Struct::new())
    }

    /// STRING.
    #[must_use]
    pub fn string() -> Struct {
        plain(1)
    }

    /// MAP.
    #[must_use]
    pub fn map() -> Struct {
        plain(2)
    }

    /// LIST.
    #[must_use]
    pub fn list() -> Struct {
        plain(3)
    }

    /// ENUM.
    #[must_use]
    pub fn enumeration() -> Struct {
        plain(4)
    }

    /// DECIMAL.
    #[must_use]
    pub fn decimal(precision: i32, scale: i32) -> Struct {
        Struct::union(5, Struct::new().with(1, scale).with(2, precision))
    }

    /// DATE.
    #[must_use]
    pub fn date() -> Struct {
        plain(6)
    }

    /// TIME.
    #[must_use]
    pub fn time(unit: Unit, is_utc: bool) -> Struct {
        Struct::union(7, with_unit(unit, is_utc))
    }

    /// TIMESTAMP.
    #[must_use]
    pub fn timestamp(unit: Unit, is_utc: bool) -> Struct {
        Struct::union(8, with_unit(unit, is_utc))
    }

    fn with_unit(unit: Unit, is_utc: bool) -> Struct {
        Struct::new().with(1, is_utc).with(2, plain(unit as i16))
    }

    /// INTEGER.
    #[must_use]
    pub fn integer(bit_width: i8, is_signed: bool) -> Struct {
        Struct::union(10, Struct::new().with(1, bit_width).with(2, is_signed))
    }

    /// UNKNOWN: a column of nulls.
    #[must_use]
    pub fn unknown() -> Struct {
        plain(11)
    }

    /// JSON.
    #[must_use]
    pub fn json() -> Struct {
        plain(12)
    }

    /// BSON.
    #[must_use]
    pub fn bson() -> Struct {
        plain(13)
    }

    /// UUID.
    #[must_use]
    pub fn uuid() -> Struct {
        plain(14)
    }

    /// FLOAT16.
    #[must_use]
    pub fn float16() -> Struct {
        plain(15)
    }

    /// VARIANT of specification version 1.
    #[must_use]
    pub fn variant() -> Struct {
        Struct::union(16, Struct::new().with(1, 1i8))
    }

    /// GEOMETRY with the default reference system.
    #[must_use]
    pub fn geometry() -> Struct {
        plain(17)
    }

    /// GEOGRAPHY on a sphere.
    #[must_use]
    pub fn geography() -> Struct {
        Struct::union(18, Struct::new().with(2, 0i32))
    }
}
