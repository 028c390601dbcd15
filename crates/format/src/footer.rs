//! The last eight bytes of a file: how long the metadata before them is.
//!
//! ```text
//!   ... pages ... | FileMetaData (Thrift) | length: u32, little-endian | "PAR1" or "PARE"
//!                   <---- length -------->                               <-- end of file
//! ```
//!
//! With `PARE` the metadata is preceded by a `FileCryptoMetaData` and is itself encrypted.
//!
//! Spec: README.md, "File format"; Encryption.md, "Encrypted footer mode".

use crate::FormatError;

/// Bytes at the end of a file that say where its metadata lies.
pub const TAIL_SIZE: usize = 8;

/// What the last eight bytes say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tail {
    /// Bytes of metadata, which end where the tail begins.
    pub metadata_len: u32,
    /// Whether the metadata is encrypted (`PARE`).
    pub encrypted: bool,
}

impl Tail {
    /// Where the metadata starts in a file of `file_size` bytes.
    ///
    /// # Errors
    /// [`FormatError::Truncated`] if the file is shorter than its metadata, tail and leading magic claim.
    pub fn metadata_offset(&self, file_size: u64) -> Result<u64, FormatError> {
        let needed = u64::from(self.metadata_len) + TAIL_SIZE as u64;
        file_size
            .checked_sub(needed)
            .ok_or_else(|| FormatError::Truncated {
                offset: 0,
                needed: usize::try_from(needed).unwrap_or(usize::MAX),
                available: usize::try_from(file_size).unwrap_or(usize::MAX),
            })
    }
}

/// Parses the last eight bytes of a file.
///
/// # Errors
/// [`FormatError::BadMagic`] if they do not end in `PAR1` or `PARE`.
pub fn parse_tail(last: &[u8; TAIL_SIZE]) -> Result<Tail, FormatError> {
    let [l0, l1, l2, l3, magic @ ..] = *last;
    let encrypted = match &magic {
        b"PAR1" => false,
        b"PARE" => true,
        _ => return Err(FormatError::BadMagic { found: magic }),
    };
    Ok(Tail {
        metadata_len: u32::from_le_bytes([l0, l1, l2, l3]),
        encrypted,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails() {
        let plain = Tail {
            metadata_len: 0x0403_0201,
            encrypted: false,
        };
        assert_eq!(parse_tail(b"\x01\x02\x03\x04PAR1"), Ok(plain));
        assert_eq!(
            parse_tail(b"\xff\xff\xff\xffPARE"),
            Ok(Tail {
                metadata_len: u32::MAX,
                encrypted: true
            })
        );
        assert_eq!(
            parse_tail(b"\0\0\0\0PAR2"),
            Err(FormatError::BadMagic { found: *b"PAR2" })
        );
    }

    #[test]
    fn offsets() {
        let tail = Tail {
            metadata_len: 10,
            encrypted: false,
        };
        assert_eq!(tail.metadata_offset(100), Ok(82));
        assert_eq!(tail.metadata_offset(18), Ok(0));
        assert!(matches!(
            tail.metadata_offset(17),
            Err(FormatError::Truncated {
                needed: 18,
                available: 17,
                ..
            })
        ));
    }
}
