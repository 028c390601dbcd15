//! Schema trees made by a program, not read from a file.
//!
//! A built schema is written as a file would hold it and then parsed, so that it can be nothing
//! that a file could not say.

use super::SchemaTree;
use super::encode::{STRUCT, Writer, write_logical_type};
use super::types::Type as ParquetType;
use crate::basic::{ConvertedType, LogicalType, Repetition, Type};
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

    /// The schema whose root is `root`, as it would lie in a file. A primitive type is taken for the
    /// only field of a root.
    pub fn from_type(root: &ParquetType) -> Self {
        let mut builder = Self::new(root.name());
        match root {
            ParquetType::GroupType { fields, .. } => {
                for field in fields {
                    builder.add_type(field);
                }
            }
            ParquetType::PrimitiveType { .. } => builder.add_type(root),
        }
        builder
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

    /// Adds a type with everything below it to the innermost open group.
    fn add_type(&mut self, type_: &ParquetType) {
        let info = type_.get_basic_info();
        let stored = |value: i32| (value != -1).then_some(value);
        let mut draft = Draft {
            name: info.name().to_owned(),
            repetition: Some(info.repetition()),
            converted_type: info.converted_type_number(),
            field_id: info.has_id().then(|| info.id()),
            logical_type: info.logical_type(),
            ..Draft::default()
        };
        match type_ {
            ParquetType::PrimitiveType {
                physical_type,
                type_length,
                scale,
                precision,
                ..
            } => {
                draft.physical_type = Some(*physical_type);
                draft.type_length = stored(*type_length);
                draft.scale = stored(*scale);
                draft.precision = stored(*precision);
                self.add(draft);
            }
            ParquetType::GroupType { fields, .. } => {
                draft.num_children = Some(0);
                self.add(draft);
                self.open.push(self.elements.len() - 1);
                for field in fields {
                    self.add_type(field);
                }
                self.open.pop();
            }
        }
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
