//! Where a column lies in the schema.

use std::fmt;

/// The names from a top-level field down to a column.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColumnPath {
    parts: Vec<String>,
}

impl ColumnPath {
    /// The path of these names, outermost first.
    pub fn new(parts: Vec<String>) -> Self {
        Self { parts }
    }

    /// The names, joined by dots. A name may hold a dot itself.
    pub fn string(&self) -> String {
        self.parts.join(".")
    }

    /// Adds the names of `tail`.
    pub fn append(&mut self, mut tail: Vec<String>) {
        self.parts.append(&mut tail);
    }

    /// The names, outermost first.
    pub fn parts(&self) -> &[String] {
        &self.parts
    }
}

/// The joined names in quotation marks, escaped as in Rust source.
impl fmt::Display for ColumnPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.string())
    }
}

impl From<Vec<String>> for ColumnPath {
    fn from(parts: Vec<String>) -> Self {
        Self { parts }
    }
}

/// A path of one name, which is not split at dots.
impl From<&str> for ColumnPath {
    fn from(name: &str) -> Self {
        Self::from(name.to_owned())
    }
}

/// A path of one name, which is not split at dots.
impl From<String> for ColumnPath {
    fn from(name: String) -> Self {
        Self { parts: vec![name] }
    }
}

impl AsRef<[String]> for ColumnPath {
    fn as_ref(&self) -> &[String] {
        &self.parts
    }
}
