//! Schemas from text: message types.
//!
//! ```
//! use herringbone_format::schema::parser::parse_message_type;
//!
//! let schema = parse_message_type(
//!     "message schema {
//!         REQUIRED INT64 id = 1;
//!         OPTIONAL group names (LIST) {
//!             REPEATED group list {
//!                 OPTIONAL BYTE_ARRAY element (STRING);
//!             }
//!         }
//!         OPTIONAL FIXED_LEN_BYTE_ARRAY (16) price (DECIMAL(38,2));
//!     }",
//! )?;
//! assert_eq!(schema.get_fields().len(), 3);
//! # Ok::<(), herringbone_format::schema::parser::MessageTypeError>(())
//! ```

#[cfg(test)]
mod tests;
mod tokens;

use std::fmt;
use std::sync::Arc;

use super::types::{Type, TypeError, TypePtr};
use crate::basic::{
    ConvertedType, LogicalType, NameError, Repetition, TimeUnit, Type as PhysicalType,
};
use tokens::Tokens;

/// How deep groups may nest in a text.
const MAX_DEPTH: usize = 256;

/// Why a text is not a message type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MessageTypeError {
    /// Something else was expected.
    Expected {
        /// What was expected.
        expected: &'static str,
        /// What was found; nothing at the end of the text.
        found: Option<Box<str>>,
    },
    /// A word is not a name of what has to stand there.
    Name(NameError),
    /// The words make a type that cannot be.
    Type(TypeError),
    /// Groups nest too deep.
    TooDeep {
        /// How deep they may.
        limit: usize,
    },
}

impl fmt::Display for MessageTypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expected { expected, found } => match found {
                Some(found) => write!(f, "expected {expected}, found '{found}'"),
                None => write!(f, "expected {expected}, found the end of the message type"),
            },
            Self::Name(error) => error.fmt(f),
            Self::Type(error) => error.fmt(f),
            Self::TooDeep { limit } => write!(f, "groups nest deeper than {limit}"),
        }
    }
}

impl std::error::Error for MessageTypeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Name(error) => Some(error),
            Self::Type(error) => Some(error),
            _ => None,
        }
    }
}

impl From<NameError> for MessageTypeError {
    fn from(error: NameError) -> Self {
        Self::Name(error)
    }
}

impl From<TypeError> for MessageTypeError {
    fn from(error: TypeError) -> Self {
        Self::Type(error)
    }
}

/// Parses a message type. Repetitions, types and meanings may be in upper or lower case.
///
/// # Errors
/// If the text is not a message type, or one that no file can have. Text behind it is not looked at.
pub fn parse_message_type(message_type: &str) -> Result<Type, MessageTypeError> {
    let mut tokens = Tokens::new(message_type);
    tokens.expect("message")?;
    let name = tokens.word("a name")?;
    let fields = parse_fields(&mut tokens, 0)?;
    Ok(Type::group_type_builder(name).with_fields(fields).build()?)
}

fn parse_fields(tokens: &mut Tokens<'_>, depth: usize) -> Result<Vec<TypePtr>, MessageTypeError> {
    if depth > MAX_DEPTH {
        return Err(MessageTypeError::TooDeep { limit: MAX_DEPTH });
    }
    tokens.expect("{")?;
    let mut fields = Vec::new();
    while !tokens.eat("}") {
        fields.push(Arc::new(parse_field(tokens, depth)?));
    }
    Ok(fields)
}

fn parse_field(tokens: &mut Tokens<'_>, depth: usize) -> Result<Type, MessageTypeError> {
    let repetition: Repetition = upper(tokens, "a repetition")?.parse()?;
    let type_ = upper(tokens, "a physical type or 'group'")?;
    if type_ == "GROUP" {
        return parse_group(tokens, repetition, depth);
    }
    parse_leaf(tokens, repetition, type_.parse()?)
}

fn parse_group(
    tokens: &mut Tokens<'_>,
    repetition: Repetition,
    depth: usize,
) -> Result<Type, MessageTypeError> {
    let name = tokens.word("a name")?;
    let meaning = Meaning::parse(tokens)?;
    let id = parse_id(tokens)?;
    let fields = parse_fields(tokens, depth + 1)?;
    let group = Type::group_type_builder(name)
        .with_repetition(repetition)
        .with_logical_type(meaning.logical_type)
        .with_converted_type(meaning.converted_type)
        .with_fields(fields)
        .with_id(id);
    Ok(group.build()?)
}

fn parse_leaf(
    tokens: &mut Tokens<'_>,
    repetition: Repetition,
    physical_type: PhysicalType,
) -> Result<Type, MessageTypeError> {
    let mut length = -1;
    if physical_type == PhysicalType::FIXED_LEN_BYTE_ARRAY {
        tokens.expect("(")?;
        length = number(tokens, "a number of bytes")?;
        tokens.expect(")")?;
    }
    let name = tokens.word("a name")?;
    let meaning = Meaning::parse(tokens)?;
    let id = parse_id(tokens)?;
    tokens.expect(";")?;
    let leaf = Type::primitive_type_builder(name, physical_type)
        .with_repetition(repetition)
        .with_logical_type(meaning.logical_type)
        .with_converted_type(meaning.converted_type)
        .with_length(length)
        .with_precision(meaning.precision)
        .with_scale(meaning.scale)
        .with_id(id);
    Ok(leaf.build()?)
}

fn parse_id(tokens: &mut Tokens<'_>) -> Result<Option<i32>, MessageTypeError> {
    match tokens.eat("=") {
        true => number(tokens, "a field id").map(Some),
        false => Ok(None),
    }
}

/// What stands in parentheses behind a name.
struct Meaning {
    logical_type: Option<LogicalType>,
    converted_type: ConvertedType,
    precision: i32,
    scale: i32,
}

impl Meaning {
    fn parse(tokens: &mut Tokens<'_>) -> Result<Self, MessageTypeError> {
        let mut meaning = Self {
            logical_type: None,
            converted_type: ConvertedType::NONE,
            precision: -1,
            scale: -1,
        };
        if !tokens.eat("(") {
            return Ok(meaning);
        }
        let name = upper(tokens, "a logical or converted type")?;
        match name.parse::<LogicalType>() {
            Ok(logical_type) => meaning.set_logical_type(logical_type, tokens)?,
            Err(_) => meaning.converted_type = name.parse()?,
        }
        tokens.expect(")")?;
        Ok(meaning)
    }

    /// Takes `logical_type` with the parameters that follow in `tokens`.
    fn set_logical_type(
        &mut self,
        mut logical_type: LogicalType,
        tokens: &mut Tokens<'_>,
    ) -> Result<(), MessageTypeError> {
        match &mut logical_type {
            LogicalType::Decimal(decimal) => {
                tokens.expect("(")?;
                decimal.precision = number(tokens, "a precision")?;
                decimal.scale = match tokens.eat(",") {
                    true => number(tokens, "a scale")?,
                    false => 0,
                };
                tokens.expect(")")?;
                (self.precision, self.scale) = (decimal.precision, decimal.scale);
            }
            LogicalType::Time(time) | LogicalType::Timestamp(time) => {
                tokens.expect("(")?;
                time.unit = time_unit(tokens)?;
                tokens.expect(",")?;
                time.is_adjusted_to_u_t_c = boolean(tokens)?;
                tokens.expect(")")?;
            }
            LogicalType::Integer(int) => {
                tokens.expect("(")?;
                int.bit_width = number(tokens, "a bit width")?;
                tokens.expect(",")?;
                int.is_signed = boolean(tokens)?;
                tokens.expect(")")?;
            }
            _ => {}
        }
        self.converted_type = Some(logical_type.clone()).into();
        self.logical_type = Some(logical_type);
        Ok(())
    }
}

fn upper(tokens: &mut Tokens<'_>, expected: &'static str) -> Result<String, MessageTypeError> {
    tokens.word(expected).map(str::to_ascii_uppercase)
}

fn number<N: std::str::FromStr>(
    tokens: &mut Tokens<'_>,
    expected: &'static str,
) -> Result<N, MessageTypeError> {
    let word = tokens.word(expected)?;
    word.parse().map_err(|_| unexpected(expected, word))
}

fn boolean(tokens: &mut Tokens<'_>) -> Result<bool, MessageTypeError> {
    let expected = "true or false";
    let word = tokens.word(expected)?;
    let parsed = word.to_ascii_lowercase().parse();
    parsed.map_err(|_| unexpected(expected, word))
}

fn time_unit(tokens: &mut Tokens<'_>) -> Result<TimeUnit, MessageTypeError> {
    let expected = "MILLIS, MICROS or NANOS";
    let word = tokens.word(expected)?;
    match word.to_ascii_uppercase().as_str() {
        "MILLIS" => Ok(TimeUnit::MILLIS),
        "MICROS" => Ok(TimeUnit::MICROS),
        "NANOS" => Ok(TimeUnit::NANOS),
        _ => Err(unexpected(expected, word)),
    }
}

fn unexpected(expected: &'static str, found: &str) -> MessageTypeError {
    MessageTypeError::Expected {
        expected,
        found: Some(found.into()),
    }
}
