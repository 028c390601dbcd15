//! One type of a schema, with all that it holds.

use std::collections::HashMap;
use std::sync::Arc;

use super::{GroupTypeBuilder, PrimitiveTypeBuilder, TypePtr};
use crate::basic::{ConvertedType, LogicalType, Repetition, Type as PhysicalType};
use crate::schema::{Node, SchemaTree};

/// A group or primitive type. A group without repetition is the root of a schema.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// A type that has values: a column, where it stands in a schema.
    PrimitiveType {
        /// What all types have.
        basic_info: BasicTypeInfo,
        /// How the values lie in the file.
        physical_type: PhysicalType,
        /// Bytes of a FIXED_LEN_BYTE_ARRAY value; -1 if not stored.
        type_length: i32,
        /// Digits of a decimal behind the point; -1 if not stored.
        scale: i32,
        /// Digits of a decimal; -1 if not stored.
        precision: i32,
    },
    /// A type that has fields.
    GroupType {
        /// What all types have.
        basic_info: BasicTypeInfo,
        /// The fields, in the order of the file.
        fields: Vec<TypePtr>,
    },
}

impl Type {
    /// Builds a primitive type of this name.
    pub fn primitive_type_builder(
        name: &str,
        physical_type: PhysicalType,
    ) -> PrimitiveTypeBuilder<'_> {
        PrimitiveTypeBuilder::new(name, physical_type)
    }

    /// Builds a group of this name.
    pub fn group_type_builder(name: &str) -> GroupTypeBuilder<'_> {
        GroupTypeBuilder::new(name)
    }

    /// The type of a schema's root, with everything below it.
    pub(super) fn of_tree(tree: &SchemaTree) -> TypePtr {
        // Backwards through the preorder, the children of a group are complete when we come to it
        // and lie on top of the stack, the first one uppermost.
        let mut complete: Vec<TypePtr> = Vec::new();
        for index in (0..tree.num_nodes()).rev() {
            let node = tree.node(index);
            let children = complete.split_off(complete.len() - node.num_children());
            complete.push(Arc::new(Self::of_node(node, children)));
        }
        complete.pop().expect("a tree has a root")
    }

    /// The type of `node`; `children` are those of its children, the last one first.
    pub(super) fn of_node(node: Node<'_>, mut children: Vec<TypePtr>) -> Self {
        let details = node.details();
        let mut converted_type = details.converted_type;
        if converted_type == ConvertedType::NONE {
            converted_type = details.logical_type.clone().into();
        }
        let basic_info = BasicTypeInfo {
            name: node.name().to_owned(),
            repetition: (!node.is_root()).then(|| node.repetition()),
            converted_type,
            unknown_converted_type: details.unknown_converted_type,
            logical_type: details.logical_type,
            id: details.field_id,
        };
        match node.physical_type() {
            Some(physical_type) => Self::PrimitiveType {
                basic_info,
                physical_type,
                type_length: details.type_length,
                scale: details.scale,
                precision: details.precision,
            },
            None => {
                children.reverse();
                Self::GroupType {
                    basic_info,
                    fields: children,
                }
            }
        }
    }

    /// What all types have.
    pub fn get_basic_info(&self) -> &BasicTypeInfo {
        match self {
            Self::PrimitiveType { basic_info, .. } | Self::GroupType { basic_info, .. } => {
                basic_info
            }
        }
    }

    /// The name.
    pub fn name(&self) -> &str {
        self.get_basic_info().name()
    }

    /// The fields of a group; none in a primitive type.
    pub fn get_fields(&self) -> &[TypePtr] {
        match self {
            Self::PrimitiveType { .. } => &[],
            Self::GroupType { fields, .. } => fields,
        }
    }

    /// How the values of a primitive type lie in the file.
    ///
    /// # Panics
    /// If this is a group.
    pub fn get_physical_type(&self) -> PhysicalType {
        match self {
            Self::PrimitiveType { physical_type, .. } => *physical_type,
            Self::GroupType { .. } => panic!("a group has no physical type"),
        }
    }

    /// Digits of a decimal; -1 if not stored and in a group.
    pub fn get_precision(&self) -> i32 {
        match self {
            Self::PrimitiveType { precision, .. } => *precision,
            Self::GroupType { .. } => -1,
        }
    }

    /// Digits of a decimal behind the point; -1 if not stored and in a group.
    pub fn get_scale(&self) -> i32 {
        match self {
            Self::PrimitiveType { scale, .. } => *scale,
            Self::GroupType { .. } => -1,
        }
    }

    /// Whether everything in `sub_type` is in this type too: the same names, repetitions and
    /// physical types, groups with some or all of their fields.
    pub fn check_contains(&self, sub_type: &Type) -> bool {
        let (info, sub_info) = (self.get_basic_info(), sub_type.get_basic_info());
        if info.name != sub_info.name || info.repetition != sub_info.repetition {
            return false;
        }
        match (self, sub_type) {
            (
                Self::PrimitiveType { physical_type, .. },
                Self::PrimitiveType {
                    physical_type: sub_physical_type,
                    ..
                },
            ) => physical_type == sub_physical_type,
            (Self::GroupType { fields, .. }, Self::GroupType { fields: wanted, .. }) => {
                let by_name: HashMap<_, _> =
                    fields.iter().map(|field| (field.name(), field)).collect();
                wanted.iter().all(|field| {
                    by_name
                        .get(field.name())
                        .is_some_and(|found| found.check_contains(field))
                })
            }
            _ => false,
        }
    }

    /// Whether this is a primitive type.
    pub fn is_primitive(&self) -> bool {
        matches!(self, Self::PrimitiveType { .. })
    }

    /// Whether this is a group.
    pub fn is_group(&self) -> bool {
        matches!(self, Self::GroupType { .. })
    }

    /// Whether this is the root of a schema.
    pub fn is_schema(&self) -> bool {
        self.is_group() && !self.get_basic_info().has_repetition()
    }

    /// Whether this can occur other than once: it is optional or repeated.
    pub fn is_optional(&self) -> bool {
        self.get_basic_info().repetition() != Repetition::REQUIRED
    }

    /// Bytes of memory that the type holds, with everything below it.
    pub fn memory_size(&self) -> usize {
        let info = self.get_basic_info();
        let below: usize = self
            .get_fields()
            .iter()
            .map(|field| field.memory_size())
            .sum();
        size_of::<Self>() + info.name.capacity() + size_of_val(self.get_fields()) + below
    }
}

/// What all types have: a name, a place in their group and a meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BasicTypeInfo {
    pub(super) name: String,
    pub(super) repetition: Option<Repetition>,
    pub(super) converted_type: ConvertedType,
    /// The number in the file, if we do not know it.
    pub(super) unknown_converted_type: Option<i32>,
    pub(super) logical_type: Option<LogicalType>,
    pub(super) id: Option<i32>,
}

impl BasicTypeInfo {
    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether there is a repetition, as in all types but the root of a schema.
    pub fn has_repetition(&self) -> bool {
        self.repetition.is_some()
    }

    /// How often the type occurs in its group; the root of a schema occurs once.
    pub fn repetition(&self) -> Repetition {
        self.repetition.unwrap_or(Repetition::REQUIRED)
    }

    /// What values mean in the older vocabulary, taken from the logical type if the file says
    /// nothing.
    pub fn converted_type(&self) -> ConvertedType {
        self.converted_type
    }

    /// The number of the converted type; also one that is not in the specification, for which
    /// [`BasicTypeInfo::converted_type`] has no name and which says nothing about the values.
    pub fn converted_type_number(&self) -> Option<i32> {
        match self.converted_type {
            ConvertedType::NONE => self.unknown_converted_type,
            converted_type => Some(converted_type as i32),
        }
    }

    /// What values mean, as a copy.
    pub fn logical_type(&self) -> Option<LogicalType> {
        self.logical_type.clone()
    }

    /// What values mean.
    pub fn logical_type_ref(&self) -> Option<&LogicalType> {
        self.logical_type.as_ref()
    }

    /// Whether there is a field id.
    pub fn has_id(&self) -> bool {
        self.id.is_some()
    }

    /// The number by which the writer knows this field.
    ///
    /// # Panics
    /// If there is none; [`BasicTypeInfo::has_id`] tells.
    pub fn id(&self) -> i32 {
        self.id.expect("a type with a field id")
    }
}
