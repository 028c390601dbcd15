//! Lists, maps and structs in all the shapes that writers gave them.
//!
//! What the specification's rules cannot make a list or a map is a struct, so that every tree that
//! could be parsed can be read.
//!
//! Spec: LogicalTypes.md, "Nested Types"

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Fields};
use herringbone_format::basic::{Repetition, Type as PhysicalType};
use herringbone_format::schema::shape::{
    Annotation, MapEntries, annotation, map_entries, own_levels, repeated_child, slot_def,
    wrapped_element,
};
use herringbone_format::schema::{Node, SchemaTree};

use super::embedded::EmbeddedSchema;
use super::leaf_type::{natural_type, read_as};
use super::node::{
    ArrowNode, ElementLevels, LeafPlan, ListForm, ListPlan, MapPlan, NodeKind, NodeLevels,
};
use crate::error::{ParquetError, Result};
use crate::projection::ProjectionMask;

/// Metadata key of a field under which its Parquet field id is kept.
pub const PARQUET_FIELD_ID_META_KEY: &str = "PARQUET:field_id";

/// The Arrow types that somebody would like, beside what the Parquet schema says by itself.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Asked<'a> {
    /// Nobody asks for anything.
    Nothing,
    /// The schema that the file's writer left: followed where it can be.
    File(EmbeddedSchema<'a>),
    /// The same, taken out by the caller.
    Hint(&'a Fields),
    /// What the caller wants, one field for each top-level field of the file: an error where it
    /// cannot be had.
    Caller(&'a Fields),
}

/// Whose wishes are followed, and so how far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asker {
    /// The file's writer: what does not fit the Parquet schema is passed over.
    File,
    /// The caller: what cannot be had is an error.
    Caller,
}

/// The top-level fields that `mask` includes, as Arrow fields. Others are not looked at.
///
/// # Errors
/// If the caller asks for what cannot be had; the message names the field.
///
/// # Panics
/// If `mask` was made for fewer leaf columns.
pub(crate) fn arrow_roots(
    tree: &SchemaTree,
    mask: &ProjectionMask,
    asked: Asked<'_>,
) -> Result<Vec<ArrowNode>> {
    let root = tree.root();
    let is_wanted = |node: &Node<'_>| node.leaf_range().any(|leaf| mask.leaf_included(leaf));
    let wanted: Vec<(usize, Node<'_>)> = root
        .children()
        .enumerate()
        .filter(|(_, node)| is_wanted(node))
        .collect();
    let embedded = match asked {
        Asked::File(embedded) => Some(embedded.fields(wanted.len())),
        _ => None,
    };
    let asked_fields = match asked {
        Asked::Hint(fields) | Asked::Caller(fields) => Some(AskedFields::new(fields)),
        Asked::Nothing | Asked::File(_) => None,
    };
    if let Asked::Caller(fields) = asked
        && fields.len() != root.num_children()
    {
        return Err(ParquetError::General(format!(
            "the schema asked for has {} fields, expected {} as in the file",
            fields.len(),
            root.num_children()
        )));
    }
    let converter = Converter {
        mask,
        asker: match asked {
            Asked::Caller(_) => Asker::Caller,
            _ => Asker::File,
        },
    };
    let mut roots = Vec::with_capacity(wanted.len());
    for (idx, node) in wanted {
        let asked_field = match (&embedded, &asked_fields) {
            (Some(fields), _) => fields.field(idx, node.name()).map(Cow::Owned),
            (_, Some(fields)) => converter.asked_child(fields, idx, node)?.map(Cow::Borrowed),
            (None, None) => None,
        };
        roots.extend(converter.field(node, asked_field.as_deref())?);
    }
    Ok(roots)
}

struct Converter<'a> {
    mask: &'a ProjectionMask,
    asker: Asker,
}

impl Converter<'_> {
    /// A field of a struct, or the value of a map: an unannotated repeated one is a list.
    fn field(&self, node: Node<'_>, asked: Option<&Field>) -> Result<Option<ArrowNode>> {
        if node.repetition() != Repetition::REPEATED {
            return self.occurrence(node, asked, Naming::File);
        }
        let (form, asked_element) = self.asked_list(node, asked)?;
        let Some(element) = self.occurrence(node, asked_element, Naming::Element)? else {
            return Ok(None);
        };
        // The list begins one level above the element: it is there whenever its parent is.
        let above = node.max_def_level().saturating_sub(1);
        let levels = NodeLevels {
            rep: node.max_rep_level().saturating_sub(1),
            slot_def: node.parent().map_or(0, slot_def),
            valid_def: above,
        };
        let elements = ElementLevels {
            rep: node.max_rep_level(),
            def: node.max_def_level(),
        };
        self.list_node(node, levels, form, elements, element, asked)
            .map(Some)
    }

    /// A node as one value, whether it is there once, at most once, or as an element of the list
    /// that its own repetition makes.
    fn occurrence(
        &self,
        node: Node<'_>,
        asked: Option<&Field>,
        naming: Naming,
    ) -> Result<Option<ArrowNode>> {
        if let Some(physical_type) = node.physical_type() {
            return self.leaf(node, physical_type, asked, naming);
        }
        let annotation = annotation(node);
        if annotation == Annotation::Map
            && let Some(entries) = map_entries(node)
        {
            return self.map(node, entries, asked, naming);
        }
        // A map without values is a list of its keys.
        if annotation != Annotation::Other
            && let Some(repeated) = repeated_child(node)
        {
            return self.list(node, repeated, asked, naming);
        }
        self.group(node, asked, naming)
    }

    fn leaf(
        &self,
        node: Node<'_>,
        physical_type: PhysicalType,
        asked: Option<&Field>,
        naming: Naming,
    ) -> Result<Option<ArrowNode>> {
        let Some(leaf_idx) = node
            .leaf_index()
            .filter(|&idx| self.mask.leaf_included(idx))
        else {
            return Ok(None);
        };
        let natural = natural_type(node, physical_type);
        let data_type = match asked {
            Some(asked) => {
                let data_type = read_as(physical_type, &natural, asked.data_type(), self.asker);
                if self.asker == Asker::Caller && data_type != *asked.data_type() {
                    let expected = format!("a type that {natural} can be read as");
                    return Err(cannot(node, &expected, asked.data_type()));
                }
                // Runs keep their nulls among the values.
                match &data_type {
                    DataType::RunEndEncoded(_, values)
                        if node.repetition() == Repetition::OPTIONAL && !values.is_nullable() =>
                    {
                        if self.asker == Asker::Caller {
                            return Err(cannot(node, "runs of nullable values", &data_type));
                        }
                        natural
                    }
                    _ => data_type,
                }
            }
            None => natural,
        };
        let field = self.arrow_field(node, data_type.clone(), asked, naming)?;
        let type_length = match physical_type {
            PhysicalType::FIXED_LEN_BYTE_ARRAY => usize::try_from(node.type_length()).unwrap_or(0),
            _ => 0,
        };
        Ok(Some(ArrowNode {
            field,
            levels: own_levels(node),
            kind: NodeKind::Leaf(LeafPlan {
                leaf_idx,
                physical_type,
                type_length,
                data_type,
            }),
        }))
    }

    fn group(
        &self,
        node: Node<'_>,
        asked: Option<&Field>,
        naming: Naming,
    ) -> Result<Option<ArrowNode>> {
        let asked_fields = match asked.map(Field::data_type) {
            Some(DataType::Struct(fields)) => Some(AskedFields::new(fields)),
            Some(other) if self.asker == Asker::Caller => {
                return Err(cannot(node, "a struct", other));
            }
            _ => None,
        };
        if let Some(AskedFields { fields, .. }) = &asked_fields
            && self.asker == Asker::Caller
            && fields.len() != node.num_children()
        {
            let expected = format!("a struct of {} fields", node.num_children());
            return Err(cannot(
                node,
                &expected,
                &DataType::Struct((*fields).clone()),
            ));
        }
        let mut children = Vec::new();
        for (idx, child) in node.children().enumerate() {
            let asked_child = match &asked_fields {
                Some(fields) => self.asked_child(fields, idx, child)?,
                None => None,
            };
            children.extend(self.field(child, asked_child)?);
        }
        if children.is_empty() {
            return Ok(None);
        }
        let fields: Fields = children.iter().map(|child| child.field.clone()).collect();
        Ok(Some(ArrowNode {
            field: self.arrow_field(node, DataType::Struct(fields), asked, naming)?,
            levels: own_levels(node),
            kind: NodeKind::Struct(children),
        }))
    }

    fn list(
        &self,
        node: Node<'_>,
        repeated: Node<'_>,
        asked: Option<&Field>,
        naming: Naming,
    ) -> Result<Option<ArrowNode>> {
        let (form, asked_element) = self.asked_list(node, asked)?;
        let element = match wrapped_element(node, repeated) {
            Some(element) => self.occurrence(element, asked_element, Naming::Inner)?,
            None => self.occurrence(repeated, asked_element, Naming::Element)?,
        };
        let Some(element) = element else {
            return Ok(None);
        };
        let elements = ElementLevels {
            rep: repeated.max_rep_level(),
            def: repeated.max_def_level(),
        };
        let mut list = self.list_node(node, own_levels(node), form, elements, element, asked)?;
        list.field = self.arrow_field(node, list.field.data_type().clone(), asked, naming)?;
        Ok(Some(list))
    }

    fn list_node(
        &self,
        node: Node<'_>,
        levels: NodeLevels,
        form: ListForm,
        elements: ElementLevels,
        element: ArrowNode,
        asked: Option<&Field>,
    ) -> Result<ArrowNode> {
        let item = element.field.clone();
        let data_type = match form {
            ListForm::List => DataType::List(item),
            ListForm::LargeList => DataType::LargeList(item),
            ListForm::ListView => DataType::ListView(item),
            ListForm::LargeListView => DataType::LargeListView(item),
            ListForm::FixedSize(_) => {
                // The form was made from an i32 that is not negative.
                let Some(DataType::FixedSizeList(_, len)) = asked.map(Field::data_type) else {
                    unreachable!("only a fixed-size list that was asked for has that form")
                };
                DataType::FixedSizeList(item, *len)
            }
        };
        Ok(ArrowNode {
            field: self.arrow_field(node, data_type, asked, Naming::File)?,
            levels,
            kind: NodeKind::List(ListPlan {
                form,
                elements,
                element: Box::new(element),
            }),
        })
    }

    fn map(
        &self,
        node: Node<'_>,
        entries: MapEntries<'_>,
        asked: Option<&Field>,
        naming: Naming,
    ) -> Result<Option<ArrowNode>> {
        let (asked_entries, sorted) = match asked.map(Field::data_type) {
            Some(DataType::Map(entries, sorted)) => (Some(entries), *sorted),
            Some(other) if self.asker == Asker::Caller => return Err(cannot(node, "a map", other)),
            _ => (None, false),
        };
        let (asked_key, asked_value) = match asked_entries.map(|entries| entries.data_type()) {
            Some(DataType::Struct(fields)) if fields.len() == 2 => {
                (Some(fields[0].as_ref()), Some(fields[1].as_ref()))
            }
            Some(other) if self.asker == Asker::Caller => {
                return Err(cannot(node, "a map of keys and values", other));
            }
            _ => (None, None),
        };
        let (mut key, value) = match (
            self.occurrence(entries.key, asked_key, Naming::Key)?,
            self.occurrence(entries.value, asked_value, Naming::Inner)?,
        ) {
            (Some(key), Some(value)) => (key, value),
            (None, None) => return Ok(None),
            // A column that silently is not there would be a wrong answer.
            _ => {
                return Err(ParquetError::General(format!(
                    "field {}: a map is read with its keys and its values, found one of them",
                    node.path().string()
                )));
            }
        };
        if key.field.is_nullable() {
            key.field = Arc::new(key.field.as_ref().clone().with_nullable(false));
        }
        let mut fields = Field::new_struct(
            entries.repeated.name(),
            [key.field.clone(), value.field.clone()],
            false,
        );
        if let Some(asked_entries) = asked_entries {
            fields.set_metadata(asked_entries.metadata().clone());
            if self.asker == Asker::Caller {
                fields.set_name(asked_entries.name());
            }
        }
        let data_type = DataType::Map(Arc::new(fields), sorted);
        Ok(Some(ArrowNode {
            field: self.arrow_field(node, data_type, asked, naming)?,
            levels: own_levels(node),
            kind: NodeKind::Map(MapPlan {
                entries: ElementLevels {
                    rep: entries.repeated.max_rep_level(),
                    def: entries.repeated.max_def_level(),
                },
                key: Box::new(key),
                value: Box::new(value),
            }),
        }))
    }

    /// Which list is asked for, and of what.
    fn asked_list<'f>(
        &self,
        node: Node<'_>,
        asked: Option<&'f Field>,
    ) -> Result<(ListForm, Option<&'f Field>)> {
        let form = match asked.map(Field::data_type) {
            None => return Ok((ListForm::List, None)),
            Some(DataType::List(item)) => Some((ListForm::List, item)),
            Some(DataType::LargeList(item)) => Some((ListForm::LargeList, item)),
            Some(DataType::ListView(item)) => Some((ListForm::ListView, item)),
            Some(DataType::LargeListView(item)) => Some((ListForm::LargeListView, item)),
            Some(DataType::FixedSizeList(item, len)) => usize::try_from(*len)
                .ok()
                .map(|len| (ListForm::FixedSize(len), item)),
            Some(_) => None,
        };
        match (form, asked) {
            (Some((form, item)), _) => Ok((form, Some(item.as_ref()))),
            (None, Some(asked)) if self.asker == Asker::Caller => {
                Err(cannot(node, "a list", asked.data_type()))
            }
            (None, _) => Ok((ListForm::List, None)),
        }
    }

    /// What is asked for `node`, the child number `idx`, among `fields`.
    fn asked_child<'f>(
        &self,
        asked: &AskedFields<'f>,
        idx: usize,
        node: Node<'_>,
    ) -> Result<Option<&'f Field>> {
        match asked.fields.get(idx) {
            Some(field) if field.name() == node.name() => Ok(Some(field)),
            found if self.asker == Asker::Caller => Err(ParquetError::General(format!(
                "field {}: the schema asked for has {} in its place",
                node.path().string(),
                found.map_or("nothing", |field| field.name()),
            ))),
            // Another program may have dropped or moved columns and kept the writer's schema.
            _ => Ok(asked.by_name(node.name())),
        }
    }

    /// The Arrow field of a node of which the type is settled.
    fn arrow_field(
        &self,
        node: Node<'_>,
        data_type: DataType,
        asked: Option<&Field>,
        naming: Naming,
    ) -> Result<FieldRef> {
        let nullable = node.repetition() == Repetition::OPTIONAL;
        let mut field = Field::new(node.name(), data_type, nullable);
        let Some(asked) = asked else {
            if let (Some(id), true) = (node.field_id(), naming.has_field_id()) {
                let id = (PARQUET_FIELD_ID_META_KEY.to_owned(), id.to_string());
                field.set_metadata(HashMap::from([id]));
            }
            return Ok(Arc::new(field));
        };
        if !asked.metadata().is_empty() {
            field.set_metadata(asked.metadata().clone());
        }
        if let (DataType::Dictionary(_, _), Some(true)) =
            (field.data_type(), asked.dict_is_ordered())
        {
            field = field.with_dict_is_ordered(true);
        }
        if self.asker == Asker::Caller {
            // Names of elements, keys and values mean nothing; those of columns do.
            if naming.is_inner() {
                field.set_name(asked.name());
            }
            if nullable && !asked.is_nullable() && naming != Naming::Key {
                return Err(ParquetError::General(format!(
                    "field {}: expected a nullable field as in the file, found one that is not",
                    node.path().string()
                )));
            }
            field.set_nullable(asked.is_nullable());
        }
        Ok(Arc::new(field))
    }
}

/// The fields asked for in a struct.
struct AskedFields<'f> {
    fields: &'f Fields,
    /// The fields by name, if ever one was not where it was looked for.
    names: OnceCell<HashMap<&'f str, &'f Field>>,
}

impl<'f> AskedFields<'f> {
    fn new(fields: &'f Fields) -> Self {
        Self {
            fields,
            names: OnceCell::new(),
        }
    }

    /// The first field of this name.
    fn by_name(&self, name: &str) -> Option<&'f Field> {
        let names = self.names.get_or_init(|| {
            let mut names = HashMap::with_capacity(self.fields.len());
            for field in self.fields {
                names.entry(field.name().as_str()).or_insert(field.as_ref());
            }
            names
        });
        names.get(name).copied()
    }
}

/// What a field is within its parent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    /// A column or a field of a struct.
    File,
    /// An element of a three-level list, or the value of a map.
    Inner,
    /// The key of a map.
    Key,
    /// An element that is the repeated field itself; the field id is that of the list.
    Element,
}

impl Naming {
    fn is_inner(self) -> bool {
        self != Self::File
    }

    fn has_field_id(self) -> bool {
        self != Self::Element
    }
}

/// The error for what the caller asked of `node` and cannot have.
fn cannot(node: Node<'_>, expected: &str, found: &DataType) -> ParquetError {
    ParquetError::General(format!(
        "field {}: expected {expected}, found {found}",
        node.path().string()
    ))
}
