//! The schema that an Arrow writer left in the file: an IPC message in base64 under `ARROW:schema`.
//!
//! - `message.rs`: the bytes of the message, decoded from base64 all at once or as they are read
//! - `table.rs`: the tables, texts and lists that lie in them
//! - `field.rs`: a field of the schema as Arrow has it
//!
//! A file may have ten thousand fields of which three are read. Then nothing else of the message is
//! decoded or looked at. What is malformed in a field is passed over with the field: the Parquet
//! schema says all that reading takes.
//!
//! Spec: Arrow's Message.fbs and Schema.fbs

mod field;
mod message;
mod table;

use std::cell::OnceCell;
use std::collections::HashMap;

use arrow_schema::Field;

use message::Message;
use table::{Table, Tables, Unreadable};

/// Key of the file's metadata under which the schema is kept.
pub const ARROW_SCHEMA_META_KEY: &str = "ARROW:schema";

/// What a message is of; the number of `Schema` in the union of headers.
const HEADER_IS_SCHEMA: u8 = 1;

/// Bytes of base64 that are decoded in the time of reading a field bit by bit.
const TEXT_PER_FIELD: usize = 512;

/// An IPC message that holds a schema, in base64.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EmbeddedSchema<'a> {
    text: &'a [u8],
}

impl<'a> EmbeddedSchema<'a> {
    /// The schema in the value under [`ARROW_SCHEMA_META_KEY`]; nothing if that is not the beginning
    /// of one.
    pub(crate) fn decode(text: &'a [u8]) -> Option<Self> {
        let message = Message::encoded(text);
        schema_table(&message).ok()??;
        Some(Self { text })
    }

    /// The top-level fields, of which about `num_wanted` will be asked for.
    pub(crate) fn fields(&self, num_wanted: usize) -> EmbeddedFields<'a> {
        let few = num_wanted.saturating_mul(TEXT_PER_FIELD) < self.text.len();
        let message = match few {
            true => Message::encoded(self.text),
            false => Message::decoded(self.text),
        };
        EmbeddedFields {
            text: self.text,
            message,
            places: OnceCell::new(),
        }
    }

    /// Key and value pairs that the writer attached to the schema.
    pub(crate) fn metadata(&self) -> HashMap<String, String> {
        let message = Message::encoded(self.text);
        let schema = schema_table(&message).ok().flatten();
        schema
            .and_then(|schema| schema.key_values(SCHEMA_METADATA).ok())
            .unwrap_or_default()
    }
}

const SCHEMA_FIELDS: usize = 1;
const SCHEMA_METADATA: usize = 2;

/// The schema of a message; none if it is a message of something else.
fn schema_table<'m>(message: &'m Message<'m>) -> Result<Option<Table<'m>>, Unreadable> {
    const HEADER_TYPE: usize = 1;
    const HEADER: usize = 2;
    let root = Tables::of(message).root()?;
    match root.u8(HEADER_TYPE)? {
        HEADER_IS_SCHEMA => root.table(HEADER),
        _ => Ok(None),
    }
}

/// The top-level fields of an [`EmbeddedSchema`], not decoded yet.
pub(crate) struct EmbeddedFields<'a> {
    text: &'a [u8],
    message: Message<'a>,
    /// The places of the fields by name, if ever a field was not where it was looked for.
    places: OnceCell<HashMap<String, usize>>,
}

impl EmbeddedFields<'_> {
    /// The field `name`, which should be number `idx`. Another program may have dropped or moved
    /// columns and kept the writer's schema; it is then looked for by its name.
    pub(crate) fn field(&self, idx: usize, name: &str) -> Option<Field> {
        let fields = schema_table(&self.message)
            .ok()??
            .list(SCHEMA_FIELDS)
            .ok()??;
        if let Ok(table) = fields.table(idx)
            && field::has_name(table, name)
        {
            return field::field(table).ok();
        }
        let places = self.places.get_or_init(|| places(self.text));
        field::field(fields.table(*places.get(name)?).ok()?).ok()
    }
}

/// The first place of each name.
fn places(text: &[u8]) -> HashMap<String, usize> {
    let message = Message::decoded(text);
    let mut places = HashMap::new();
    let Ok(Some(schema)) = schema_table(&message) else {
        return places;
    };
    let Ok(Some(fields)) = schema.list(SCHEMA_FIELDS) else {
        return places;
    };
    for idx in 0..fields.len() {
        if let Ok(name) = fields.table(idx).and_then(field::name) {
            places.entry(name).or_insert(idx);
        }
    }
    places
}
