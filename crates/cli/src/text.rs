//! Values and sizes as text.
//!
//! Scalars are written as Arrow prints them, bytes in hexadecimal, and lists, structs and maps as
//! JSON, so that a cell can be taken apart again.

use std::fmt::Write;
use std::sync::Arc;

use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, cast::AsArray};
use arrow_buffer::NullBuffer;
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_json::EncoderOptions;
use arrow_json::writer::{NullableEncoder, make_encoder};
use arrow_schema::{ArrowError, DataType, FieldRef};

/// The cells of one column.
pub(crate) struct Cells<'a> {
    nulls: Option<NullBuffer>,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Scalar(Scalars<'a>),
    Nested(NullableEncoder<'a>, Vec<u8>),
}

impl<'a> Cells<'a> {
    /// The cells of `array`, whose nested values `json` encodes.
    pub(crate) fn new(
        field: &'a FieldRef,
        array: &'a ArrayRef,
        json: &'a EncoderOptions,
    ) -> Result<Self, ArrowError> {
        let kind = if array.data_type().is_nested() {
            Kind::Nested(make_encoder(field, array.as_ref(), json)?, Vec::new())
        } else {
            Kind::Scalar(Scalars::new(array.as_ref())?)
        };
        Ok(Self {
            nulls: array.logical_nulls(),
            kind,
        })
    }

    /// Whether the cell of `row` is null.
    pub(crate) fn is_null(&self, row: usize) -> bool {
        self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row))
    }

    /// Appends the cell of `row`, which is not null, for people: bytes that are text as text.
    pub(crate) fn write_for_people(&mut self, row: usize, out: &mut String) {
        let bytes = match &self.kind {
            Kind::Scalar(scalars) => scalars
                .array
                .as_binary_opt::<i32>()
                .map(|array| array.value(row)),
            Kind::Nested(..) => None,
        };
        match bytes.map(printable) {
            None => self.write(row, out),
            Some(Some(text)) => out.push_str(text),
            Some(None) => {
                out.push_str("0x");
                self.write(row, out);
            }
        }
    }

    /// Appends the cell of `row`, which is not null.
    pub(crate) fn write(&mut self, row: usize, out: &mut String) {
        match &mut self.kind {
            Kind::Scalar(scalars) => scalars.write(row, out),
            Kind::Nested(encoder, buffer) => {
                buffer.clear();
                encoder.encode(row, buffer);
                out.push_str(&String::from_utf8_lossy(buffer));
            }
        }
    }
}

/// The text that `bytes` are, if there is nothing in it that cannot be seen.
fn printable(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    text.chars().all(|c| !c.is_control()).then_some(text)
}

/// Scalars as text; those that have no such form, such as dates beyond the calendar, as numbers.
pub(crate) struct Scalars<'a> {
    array: &'a dyn Array,
    formatter: ArrayFormatter<'a>,
}

const FORMAT: FormatOptions<'static> = FormatOptions::new();

impl<'a> Scalars<'a> {
    /// The values of `array`.
    pub(crate) fn new(array: &'a dyn Array) -> Result<Self, ArrowError> {
        Ok(Self {
            array,
            formatter: ArrayFormatter::try_new(array, &FORMAT)?,
        })
    }

    /// Appends the value at `idx`, which is not null.
    pub(crate) fn write(&self, idx: usize, out: &mut String) {
        let start = out.len();
        if self.formatter.value(idx).write(out).is_err() {
            out.truncate(start);
            match stored_number(self.array, idx) {
                Some(number) => {
                    let _ = write!(out, "{number}");
                }
                None => out.push('?'),
            }
        }
    }
}

/// The integer that a date, time, timestamp or duration is stored as.
fn stored_number(array: &dyn Array, idx: usize) -> Option<i64> {
    let number = arrow_cast::cast(&array.slice(idx, 1), &DataType::Int64).ok()?;
    Some(number.as_primitive::<Int64Type>().value(0))
}

/// An array of one value as text.
pub(crate) fn single(array: &ArrayRef) -> String {
    let mut text = String::new();
    match Scalars::new(array.as_ref()) {
        Ok(scalars) if array.is_valid(0) => scalars.write(0, &mut text),
        _ => text.push('?'),
    }
    text
}

/// A zone that can be shown: that of `array`, or UTC for a timestamp in a zone by name.
pub(crate) fn shown_zone(data_type: &DataType) -> Option<DataType> {
    match data_type {
        DataType::Timestamp(unit, Some(zone))
            if zone.parse::<arrow_array::timezone::Tz>().is_err() =>
        {
            Some(DataType::Timestamp(*unit, Some(Arc::from("+00:00"))))
        }
        _ => None,
    }
}

/// `text` with what controls a terminal or breaks a line written as an escape.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    push_escaped(text, &mut line, |c| c.is_control() || is_direction(c));
    line
}

/// Appends `text` so that it is one field of a line with tabs between fields.
pub(crate) fn push_field(text: &str, out: &mut String) {
    push_escaped(text, out, |c| c.is_control() || c == '\\');
}

fn push_escaped(text: &str, out: &mut String, is_escaped: impl Fn(char) -> bool) {
    for c in text.chars() {
        if is_escaped(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
}

/// Characters that turn the direction of all that follows.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
}

/// `bytes` in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// A size for people: `1.4 MiB`.
pub(crate) fn size(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let mut value = bytes as f64 / 1024.0;
    let mut unit = 0;
    while value >= 1023.95 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

/// How many times larger `uncompressed` is than `compressed`, if that makes sense.
pub(crate) fn ratio(uncompressed: u64, compressed: u64) -> Option<f64> {
    (compressed > 0).then(|| uncompressed as f64 / compressed as f64)
}

#[cfg(test)]
mod tests {
    use arrow_array::{BinaryArray, Date32Array, Date64Array, StringArray, TimestampSecondArray};

    use super::*;

    #[test]
    fn scalars_have_a_text_even_beyond_the_calendar() {
        let check = |array: ArrayRef, expected: &str| assert_eq!(single(&array), expected);
        check(Arc::new(StringArray::from(vec!["a\tb"])), "a\tb");
        check(
            Arc::new(BinaryArray::from(vec![b"\x01\xff".as_ref()])),
            "01ff",
        );
        check(Arc::new(Date32Array::from(vec![19_000])), "2022-01-08");
        check(Arc::new(Date32Array::from(vec![i32::MAX])), "2147483647");
        check(
            Arc::new(Date64Array::from(vec![i64::MAX])),
            "9223372036854775807",
        );
        check(
            Arc::new(TimestampSecondArray::from(vec![i64::MIN])),
            "-9223372036854775808",
        );
    }

    #[test]
    fn escapes() {
        assert_eq!(
            one_line("a\u{1b}[31m\n\u{202e}é"),
            "a\\u{1b}[31m\\n\\u{202e}é"
        );
        let mut field = String::new();
        push_field("a\tb\\n\nc", &mut field);
        assert_eq!(field, "a\\tb\\\\n\\nc");
    }

    #[test]
    fn sizes() {
        let check = |bytes, expected: &str| assert_eq!(size(bytes), expected);
        check(0, "0 B");
        check(1023, "1023 B");
        check(1024, "1.0 KiB");
        check(1536, "1.5 KiB");
        check(1024 * 1024 - 1, "1.0 MiB");
        check(5 << 30, "5.0 GiB");
        check(u64::MAX, "16.0 EiB");
        assert_eq!(hex(&[0, 171, 255]), "00abff");
        assert_eq!((ratio(10, 4), ratio(1, 0)), (Some(2.5), None));
    }
}
