//! Page types.

use std::fmt;

/// What a page holds.
#[allow(non_camel_case_types, reason = "the specification's spelling")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PageType {
    /// Levels and values, in the first layout.
    DATA_PAGE,
    /// An index; never used by any writer.
    INDEX_PAGE,
    /// The values that the indices of the data pages mean.
    DICTIONARY_PAGE,
    /// Levels and values, in the second layout: levels are not compressed.
    DATA_PAGE_V2,
    /// A number that we do not know; readers pass over such pages.
    _Unknown(i32),
}

impl PageType {
    /// Every variant that has a name, in the order of the specification's numbers.
    pub const VARIANTS: &'static [Self] = &[
        Self::DATA_PAGE,
        Self::INDEX_PAGE,
        Self::DICTIONARY_PAGE,
        Self::DATA_PAGE_V2,
    ];

    /// The page type with this number in the specification.
    pub fn from_i32(value: i32) -> Self {
        super::by_number(Self::VARIANTS, value).unwrap_or(Self::_Unknown(value))
    }
}

impl fmt::Display for PageType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}
