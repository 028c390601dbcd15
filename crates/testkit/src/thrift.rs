//! A writer of Thrift's compact protocol that knows no schema.
//!
//! A [`Struct`] is a list of fields with ids, which can be set, replaced and removed at will: what
//! a page header or footer of a broken or future file needs.

use crate::bits::{varint, zigzag};

/// A value of any type.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A boolean.
    Bool(bool),
    /// A byte.
    I8(i8),
    /// A 16-bit integer.
    I16(i16),
    /// A 32-bit integer; enums too.
    I32(i32),
    /// A 64-bit integer.
    I64(i64),
    /// A floating-point number.
    Double(f64),
    /// A string or binary.
    Binary(Vec<u8>),
    /// A list; its element type is its first element's, or that of 32-bit integers.
    List(Vec<Value>),
    /// A list that claims another length than it has.
    ListOf(usize, Vec<Value>),
    /// A struct or union.
    Struct(Struct),
}

impl Value {
    fn wire_type(&self) -> u8 {
        match self {
            Self::Bool(true) => 1,
            Self::Bool(false) => 2,
            Self::I8(_) => 3,
            Self::I16(_) => 4,
            Self::I32(_) => 5,
            Self::I64(_) => 6,
            Self::Double(_) => 7,
            Self::Binary(_) => 8,
            Self::List(_) | Self::ListOf(..) => 9,
            Self::Struct(_) => 12,
        }
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            // As a field, a boolean is in its type; as an element it is a byte.
            Self::Bool(_) => {}
            Self::I8(v) => bytes.push(*v as u8),
            Self::I16(v) => bytes.extend(zigzag(i64::from(*v))),
            Self::I32(v) => bytes.extend(zigzag(i64::from(*v))),
            Self::I64(v) => bytes.extend(zigzag(*v)),
            Self::Double(v) => bytes.extend(v.to_le_bytes()),
            Self::Binary(v) => {
                bytes.extend(varint(v.len() as u64));
                bytes.extend(v);
            }
            Self::List(elements) => write_list(elements.len(), elements, bytes),
            Self::ListOf(len, elements) => write_list(*len, elements, bytes),
            Self::Struct(fields) => fields.write(bytes),
        }
    }
}

fn write_list(len: usize, elements: &[Value], bytes: &mut Vec<u8>) {
    let element_type = elements.first().map_or(5, |element| match element {
        Value::Bool(_) => 2,
        other => other.wire_type(),
    });
    if len < 15 {
        bytes.push((len as u8) << 4 | element_type);
    } else {
        bytes.push(0xf0 | element_type);
        bytes.extend(varint(len as u64));
    }
    for element in elements {
        match element {
            Value::Bool(v) => bytes.push(if *v { 1 } else { 2 }),
            other => other.write(bytes),
        }
    }
}

impl From<bool> for Value {
    fn from(v: bool) -> Self {
        Self::Bool(v)
    }
}

impl From<i8> for Value {
    fn from(v: i8) -> Self {
        Self::I8(v)
    }
}

impl From<i16> for Value {
    fn from(v: i16) -> Self {
        Self::I16(v)
    }
}

impl From<i32> for Value {
    fn from(v: i32) -> Self {
        Self::I32(v)
    }
}

impl From<i64> for Value {
    fn from(v: i64) -> Self {
        Self::I64(v)
    }
}

impl From<f64> for Value {
    fn from(v: f64) -> Self {
        Self::Double(v)
    }
}

impl From<&str> for Value {
    fn from(v: &str) -> Self {
        Self::Binary(v.as_bytes().to_vec())
    }
}

impl From<Vec<u8>> for Value {
    fn from(v: Vec<u8>) -> Self {
        Self::Binary(v)
    }
}

impl From<Struct> for Value {
    fn from(v: Struct) -> Self {
        Self::Struct(v)
    }
}

/// A list of values.
pub fn list<V: Into<Value>>(elements: impl IntoIterator<Item = V>) -> Value {
    Value::List(elements.into_iter().map(Into::into).collect())
}

/// Fields by id, written in ascending order of ids.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Struct {
    fields: Vec<(i16, Value)>,
}

impl Struct {
    /// A struct without fields.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A struct of one field: a member of a union.
    #[must_use]
    pub fn union(id: i16, member: impl Into<Value>) -> Self {
        Self::new().with(id, member)
    }

    /// This struct with the field set.
    #[must_use]
    pub fn with(mut self, id: i16, value: impl Into<Value>) -> Self {
        self.set(id, value);
        self
    }

    /// This struct with the field set if there is a value.
    #[must_use]
    pub fn with_some<V: Into<Value>>(mut self, id: i16, value: Option<V>) -> Self {
        if let Some(value) = value {
            self.set(id, value);
        }
        self
    }

    /// This struct without the field.
    #[must_use]
    pub fn without(mut self, id: i16) -> Self {
        self.remove(id);
        self
    }

    /// Sets the field, in place of any with its id.
    pub fn set(&mut self, id: i16, value: impl Into<Value>) {
        self.remove(id);
        let at = self.fields.partition_point(|field| field.0 < id);
        self.fields.insert(at, (id, value.into()));
    }

    /// Removes the field if it is there.
    pub fn remove(&mut self, id: i16) {
        self.fields.retain(|field| field.0 != id);
    }

    /// Applies changes made for a broken file: set where there is a value, else remove.
    pub fn patch(&mut self, patches: &[Patch]) {
        for patch in patches {
            match &patch.1 {
                Some(value) => self.set(patch.0, value.clone()),
                None => self.remove(patch.0),
            }
        }
    }

    /// The bytes of the struct.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        bytes
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        let mut previous = 0;
        for (id, value) in &self.fields {
            let step = id - previous;
            if (1..=15).contains(&step) {
                bytes.push((step as u8) << 4 | value.wire_type());
            } else {
                bytes.push(value.wire_type());
                bytes.extend(zigzag(i64::from(*id)));
            }
            value.write(bytes);
            previous = *id;
        }
        bytes.push(0);
    }
}

/// A change to a field: its id, and its value or nothing to remove it.
pub type Patch = (i16, Option<Value>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_lists_and_booleans() {
        let inner = Struct::new().with(1, true).with(2, false).with(20, 3i8);
        let outer = Struct::new()
            .with(3, list(["ab", "c"]))
            .with(1, -1i32)
            .with(4, inner);
        let expected: Vec<u8> = [
            &[0x15, 0x01][..],
            &[0x29, 0x28, 2, b'a', b'b', 1, b'c'],
            &[0x1c, 0x11, 0x12, 0x03, 40, 3, 0],
            &[0],
        ]
        .concat();
        assert_eq!(outer.encode(), expected);
        assert_eq!(list([true, false]).wire_type(), 9);
        let bools = Struct::new().with(1, list([true, false])).encode();
        assert_eq!(bools, [0x19, 0x22, 1, 2, 0]);
        assert_eq!(outer.without(3).without(4).without(1).encode(), [0]);
    }
}
