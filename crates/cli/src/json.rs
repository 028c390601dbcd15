//! Facts as JSON: what the commands that describe files print for programs.

use std::fmt;

/// A JSON value. Objects keep the order of their fields.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Int(i128),
    /// Written as `null` where JSON has no number for it.
    Float(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
    /// An object whose fields the file names.
    Map(Vec<(String, Json)>),
}

impl Json {
    /// A list of what `items` yields.
    pub(crate) fn list<T: Into<Self>>(items: impl IntoIterator<Item = T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }

    /// Its lines, indented by two spaces a level; short lists and objects on one line.
    pub(crate) fn pretty(&self) -> String {
        let mut out = String::new();
        self.write_pretty(0, &mut out);
        out.push('\n');
        out
    }

    fn write_pretty(&self, indent: usize, out: &mut String) {
        let fits = |text: &str| indent + text.len() <= 96;
        let flat = self.to_string();
        if fits(&flat) || !matches!(self, Self::List(_) | Self::Object(_) | Self::Map(_)) {
            out.push_str(&flat);
            return;
        }
        let (open, close) = if matches!(self, Self::List(_)) {
            ('[', ']')
        } else {
            ('{', '}')
        };
        out.push(open);
        let mut separator = "";
        for (name, value) in self.entries() {
            out.push_str(separator);
            separator = ",";
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent + 2));
            if let Some(name) = name {
                out.push_str(&format!("{}: ", Quoted(name)));
            }
            value.write_pretty(indent + 2, out);
        }
        out.push('\n');
        out.extend(std::iter::repeat_n(' ', indent));
        out.push(close);
    }

    /// The elements of a list without names, the fields of an object with them.
    fn entries(&self) -> Vec<(Option<&str>, &Self)> {
        match self {
            Self::List(items) => items.iter().map(|item| (None, item)).collect(),
            Self::Object(fields) => fields
                .iter()
                .map(|(name, value)| (Some(*name), value))
                .collect(),
            Self::Map(fields) => fields
                .iter()
                .map(|(name, value)| (Some(name.as_str()), value))
                .collect(),
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => value.fmt(f),
            Self::Int(value) => value.fmt(f),
            Self::Float(value) if value.is_finite() => write!(f, "{value}"),
            Self::Float(_) => f.write_str("null"),
            Self::Text(text) => Quoted(text).fmt(f),
            Self::List(_) => self.fmt_entries(f, '[', ']'),
            Self::Object(_) | Self::Map(_) => self.fmt_entries(f, '{', '}'),
        }
    }
}

impl Json {
    fn fmt_entries(&self, f: &mut fmt::Formatter<'_>, open: char, close: char) -> fmt::Result {
        write!(f, "{open}")?;
        for (i, (name, value)) in self.entries().into_iter().enumerate() {
            f.write_str(if i == 0 { "" } else { ", " })?;
            if let Some(name) = name {
                write!(f, "{}: ", Quoted(name))?;
            }
            write!(f, "{value}")?;
        }
        write!(f, "{close}")
    }
}

/// A JSON string.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                '\r' => f.write_str("\\r")?,
                '\t' => f.write_str("\\t")?,
                c if c.is_control() => write!(f, "\\u{:04x}", u32::from(c))?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Json {
    fn from(value: i64) -> Self {
        Self::Int(value.into())
    }
}

impl From<i32> for Json {
    fn from(value: i32) -> Self {
        Self::Int(value.into())
    }
}

impl From<u64> for Json {
    fn from(value: u64) -> Self {
        Self::Int(value.into())
    }
}

impl From<usize> for Json {
    fn from(value: usize) -> Self {
        Self::Int(value as i128)
    }
}

impl From<f64> for Json {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        let check = |json: Json, expected: &str| assert_eq!(json.to_string(), expected);
        check(Json::Null, "null");
        check(true.into(), "true");
        check(u64::MAX.into(), "18446744073709551615");
        check(0.5.into(), "0.5");
        check(f64::NAN.into(), "null");
        check("a\"\\\n\u{1}é".into(), "\"a\\\"\\\\\\n\\u0001é\"");
        check(Json::list([1_i64, 2]), "[1, 2]");
        check(
            Json::Object(vec![("a", None::<i64>.into()), ("b", Json::List(vec![]))]),
            "{\"a\": null, \"b\": []}",
        );
    }

    #[test]
    fn long_values_are_broken_and_indented() {
        let long = "x".repeat(90);
        let json = Json::Object(vec![
            ("a", Json::list([long.as_str(), "y"])),
            ("b", Json::list([1_i64])),
        ]);
        let expected =
            format!("{{\n  \"a\": [\n    \"{long}\",\n    \"y\"\n  ],\n  \"b\": [1]\n}}\n");
        assert_eq!(json.pretty(), expected);
    }
}
