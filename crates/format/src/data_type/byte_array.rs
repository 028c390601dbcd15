//! Byte arrays with shared ownership.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};
use std::str::Utf8Error;
use std::sync::Arc;

/// A value of the physical type BYTE_ARRAY. Clones share the bytes. Ordered byte by byte.
#[derive(Clone)]
pub struct ByteArray {
    data: Data,
}

/// Few bytes lie in the value itself: bounds of numbers are made by the thousand and take no allocation.
#[derive(Clone)]
enum Data {
    Short { len: u8, bytes: [u8; MAX_SHORT] },
    Long(Arc<[u8]>),
}

/// What there is room for beside the length.
const MAX_SHORT: usize = 22;

const _: () = assert!(size_of::<ByteArray>() == 24);

impl ByteArray {
    /// A byte array of length 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many bytes there are.
    pub fn len(&self) -> usize {
        self.data().len()
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.data().is_empty()
    }

    /// The bytes.
    pub fn data(&self) -> &[u8] {
        match &self.data {
            Data::Short { len, bytes } => &bytes[..usize::from(*len)],
            Data::Long(bytes) => bytes,
        }
    }

    /// Replaces the bytes.
    pub fn set_data(&mut self, data: impl Into<Arc<[u8]>>) {
        self.data = Data::Long(data.into());
    }

    /// A copy of the `len` bytes from `start` on.
    ///
    /// # Panics
    /// If there are not that many.
    pub fn slice(&self, start: usize, len: usize) -> Self {
        Self::from(&self.data()[start..][..len])
    }

    /// The bytes as text.
    ///
    /// # Errors
    /// If they are not UTF-8.
    pub fn as_utf8(&self) -> Result<&str, Utf8Error> {
        str::from_utf8(self.data())
    }
}

impl Default for ByteArray {
    fn default() -> Self {
        Self::from(&[][..])
    }
}

impl PartialEq for ByteArray {
    fn eq(&self, other: &Self) -> bool {
        self.data() == other.data()
    }
}

impl Eq for ByteArray {}

impl PartialOrd for ByteArray {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ByteArray {
    fn cmp(&self, other: &Self) -> Ordering {
        self.data().cmp(other.data())
    }
}

impl Hash for ByteArray {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.data().hash(state);
    }
}

/// Text as text, other bytes as a byte string.
impl fmt::Debug for ByteArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("ByteArray");
        match self.as_utf8() {
            Ok(text) => shown.field("data", &text),
            Err(_) => shown.field("data", &format_args!("b\"{}\"", self.data().escape_ascii())),
        };
        shown.finish()
    }
}

/// The bytes as a list of numbers.
impl fmt::Display for ByteArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.data())
    }
}

impl From<Vec<u8>> for ByteArray {
    fn from(bytes: Vec<u8>) -> Self {
        Self::from(bytes.as_slice())
    }
}

impl From<&[u8]> for ByteArray {
    fn from(bytes: &[u8]) -> Self {
        let mut short = [0; MAX_SHORT];
        let data = match short.get_mut(..bytes.len()) {
            Some(start) => {
                start.copy_from_slice(bytes);
                Data::Short {
                    len: bytes.len() as u8,
                    bytes: short,
                }
            }
            None => Data::Long(bytes.into()),
        };
        Self { data }
    }
}

impl From<&str> for ByteArray {
    fn from(text: &str) -> Self {
        Self::from(text.as_bytes())
    }
}

impl AsRef<[u8]> for ByteArray {
    fn as_ref(&self) -> &[u8] {
        self.data()
    }
}

/// A value of the physical type FIXED_LEN_BYTE_ARRAY.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FixedLenByteArray(ByteArray);

impl fmt::Display for FixedLenByteArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Deref for FixedLenByteArray {
    type Target = ByteArray;

    fn deref(&self) -> &ByteArray {
        &self.0
    }
}

impl DerefMut for FixedLenByteArray {
    fn deref_mut(&mut self) -> &mut ByteArray {
        &mut self.0
    }
}

impl From<ByteArray> for FixedLenByteArray {
    fn from(bytes: ByteArray) -> Self {
        Self(bytes)
    }
}

impl From<Vec<u8>> for FixedLenByteArray {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }
}

impl From<FixedLenByteArray> for ByteArray {
    fn from(bytes: FixedLenByteArray) -> Self {
        bytes.0
    }
}

impl AsRef<[u8]> for FixedLenByteArray {
    fn as_ref(&self) -> &[u8] {
        self.data()
    }
}

impl PartialEq<ByteArray> for FixedLenByteArray {
    fn eq(&self, other: &ByteArray) -> bool {
        self.0 == *other
    }
}

impl PartialEq<FixedLenByteArray> for ByteArray {
    fn eq(&self, other: &FixedLenByteArray) -> bool {
        *self == other.0
    }
}
