//! How large a page may be.

use std::str::FromStr;

use herringbone::arrow::arrow_reader::PageLimits;

/// The limit that a user may have to raise.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct LimitOption {
    /// Accept pages of up to this many bytes (64MiB as stored and 256MiB decompressed by default)
    #[arg(long, value_name = "SIZE")]
    page_limit: Option<Size>,
}

impl LimitOption {
    /// The limits that readers take.
    pub(crate) fn limits(&self) -> PageLimits {
        let mut limits = PageLimits::default();
        if let Some(Size(size)) = self.page_limit {
            limits.compressed_size = size;
            limits.uncompressed_size = size;
        }
        limits
    }
}

/// A number of bytes: `4096`, `64KiB`, `2GiB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size(usize);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match text[digits.len()..].to_ascii_lowercase().as_str() {
            "" | "b" => Some(1),
            "k" | "kib" => Some(1 << 10),
            "m" | "mib" => Some(1 << 20),
            "g" | "gib" => Some(1 << 30),
            _ => None,
        };
        let size =
            unit.and_then(|unit: usize| digits.trim().parse::<usize>().ok()?.checked_mul(unit));
        size.map(Self)
            .ok_or_else(|| format!("expected a size such as 4096, 64KiB or 2GiB, found '{text}'"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        let check = |text: &str, expected: Option<usize>| {
            assert_eq!(
                text.parse::<Size>().ok().map(|size| size.0),
                expected,
                "{text}"
            );
        };
        check("4096", Some(4096));
        check("64KiB", Some(65_536));
        check("2 GiB", Some(2 << 30));
        check("1m", Some(1 << 20));
        check("", None);
        check("GiB", None);
        check("2XB", None);
        check("-1", None);
        check("99999999999999GiB", None);
    }
}
