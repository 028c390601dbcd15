//! Bytes that several owners read, in whatever allocation they came.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// Immutable bytes with shared ownership.
///
/// Whatever holds the bytes is kept as it is, so that a footer of some megabytes is not copied only to be owned: a
/// `Vec<u8>`, an `Arc<[u8]>`, a slice of a memory map.
#[derive(Clone)]
pub struct SharedBytes(Arc<dyn AsRef<[u8]> + Send + Sync>);

impl SharedBytes {
    /// Shares what `owner` holds.
    pub fn new(owner: impl AsRef<[u8]> + Send + Sync + 'static) -> Self {
        Self(Arc::new(owner))
    }
}

impl<T: AsRef<[u8]> + Send + Sync + 'static> From<T> for SharedBytes {
    fn from(owner: T) -> Self {
        Self::new(owner)
    }
}

impl Deref for SharedBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        (*self.0).as_ref()
    }
}

impl fmt::Debug for SharedBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}

impl PartialEq for SharedBytes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for SharedBytes {}
