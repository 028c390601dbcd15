//! What the footer says about encryption. Nothing is decrypted here.
//!
//! Spec: Encryption.md; parquet.thrift, `EncryptionAlgorithm` and `ColumnCryptoMetaData`.

use crate::FormatError;
use crate::thrift::{Cursor, Wire};

/// How the encrypted parts of a file are encrypted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncryptionAlgorithm {
    /// Everything by AES-GCM.
    AesGcmV1(AesParameters),
    /// Metadata by AES-GCM, pages by AES-CTR.
    AesGcmCtrV1(AesParameters),
    /// An algorithm from the future, by its number in the specification's union.
    Unknown(i16),
}

/// What goes into the additional authenticated data of every encrypted part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AesParameters {
    /// The prefix, if the file stores it.
    pub aad_prefix: Option<Box<[u8]>>,
    /// What tells this file from others.
    pub aad_file_unique: Option<Box<[u8]>>,
    /// Whether readers have to supply the prefix.
    pub supply_aad_prefix: bool,
}

/// By which key a column chunk is encrypted.
#[allow(non_camel_case_types, reason = "the specification's spelling")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ColumnCryptoMetaData {
    /// By the footer's key.
    ENCRYPTION_WITH_FOOTER_KEY,
    /// By a key of the column's own.
    ENCRYPTION_WITH_COLUMN_KEY(EncryptionWithColumnKey),
}

/// The key of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncryptionWithColumnKey {
    /// The column's path in the schema.
    pub path_in_schema: Vec<String>,
    /// What a key management service needs to find the key.
    pub key_metadata: Option<Vec<u8>>,
}

impl EncryptionAlgorithm {
    /// Reads the union from its first field; none if it is empty.
    pub(super) fn parse(cursor: &mut Cursor<'_>) -> Result<Option<Self>, FormatError> {
        let mut algorithm = None;
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            algorithm = Some(match (field.id, field.wire) {
                (1, Wire::Struct) => Self::AesGcmV1(AesParameters::parse(cursor)?),
                (2, Wire::Struct) => Self::AesGcmCtrV1(AesParameters::parse(cursor)?),
                (id, wire) => {
                    cursor.skip(wire)?;
                    Self::Unknown(id)
                }
            });
        }
        Ok(algorithm)
    }
}

impl AesParameters {
    fn parse(cursor: &mut Cursor<'_>) -> Result<Self, FormatError> {
        let mut parameters = Self::default();
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            match (field.id, field.wire) {
                (1, Wire::Binary) => parameters.aad_prefix = Some(cursor.read_binary()?.into()),
                (2, Wire::Binary) => {
                    parameters.aad_file_unique = Some(cursor.read_binary()?.into())
                }
                (3, Wire::True | Wire::False) => {
                    parameters.supply_aad_prefix = field.wire == Wire::True
                }
                _ => cursor.skip(field.wire)?,
            }
        }
        Ok(parameters)
    }
}

impl ColumnCryptoMetaData {
    /// Reads the union from its first field; none if it is empty or holds what we do not know.
    pub(super) fn parse(cursor: &mut Cursor<'_>) -> Result<Option<Self>, FormatError> {
        let mut crypto = None;
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            match (field.id, field.wire) {
                (1, Wire::Struct) => {
                    cursor.skip_struct()?;
                    crypto = Some(Self::ENCRYPTION_WITH_FOOTER_KEY);
                }
                (2, Wire::Struct) => {
                    let key = EncryptionWithColumnKey::parse(cursor)?;
                    crypto = Some(Self::ENCRYPTION_WITH_COLUMN_KEY(key));
                }
                _ => cursor.skip(field.wire)?,
            }
        }
        Ok(crypto)
    }
}

impl EncryptionWithColumnKey {
    fn parse(cursor: &mut Cursor<'_>) -> Result<Self, FormatError> {
        let mut key = Self {
            path_in_schema: Vec::new(),
            key_metadata: None,
        };
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            match (field.id, field.wire) {
                (1, Wire::List) => {
                    let name = "EncryptionWithColumnKey.path_in_schema";
                    let len = cursor.read_list_of(Wire::Binary, name)?;
                    key.path_in_schema = (0..len)
                        .map(|_| cursor.read_string(name).map(str::to_owned))
                        .collect::<Result<_, _>>()?;
                }
                (2, Wire::Binary) => key.key_metadata = Some(cursor.read_binary()?.to_vec()),
                _ => cursor.skip(field.wire)?,
            }
        }
        Ok(key)
    }
}
