//! Values of any physical type, without nulls.

use std::collections::HashMap;
use std::hash::Hash;

/// The physical types, with the numbers that the format gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Physical {
    /// One bit.
    Boolean = 0,
    /// 32 bits.
    Int32 = 1,
    /// 64 bits.
    Int64 = 2,
    /// The deprecated 12-byte timestamp.
    Int96 = 3,
    /// IEEE 754, 32 bits.
    Float = 4,
    /// IEEE 754, 64 bits.
    Double = 5,
    /// Bytes of any length.
    ByteArray = 6,
    /// Bytes of one length.
    Fixed = 7,
}

/// A list of values of one physical type.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Booleans.
    Boolean(Vec<bool>),
    /// 32-bit integers; dictionary indices too.
    Int32(Vec<i32>),
    /// 64-bit integers.
    Int64(Vec<i64>),
    /// Nanoseconds of the day (8 bytes) and Julian day (4 bytes).
    Int96(Vec<[u8; 12]>),
    /// 32-bit floating point.
    Float(Vec<f32>),
    /// 64-bit floating point.
    Double(Vec<f64>),
    /// Byte arrays.
    ByteArray(Vec<Vec<u8>>),
    /// Byte arrays of the length given first, which nobody checks.
    Fixed(usize, Vec<Vec<u8>>),
}

impl Values {
    /// Byte arrays from strings.
    pub fn strings<S: AsRef<str>>(strings: impl IntoIterator<Item = S>) -> Self {
        Self::ByteArray(
            strings
                .into_iter()
                .map(|s| s.as_ref().as_bytes().to_vec())
                .collect(),
        )
    }

    /// How many values there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Boolean(v) => v.len(),
            Self::Int32(v) => v.len(),
            Self::Int64(v) => v.len(),
            Self::Int96(v) => v.len(),
            Self::Float(v) => v.len(),
            Self::Double(v) => v.len(),
            Self::ByteArray(v) | Self::Fixed(_, v) => v.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The physical type.
    #[must_use]
    pub fn physical(&self) -> Physical {
        match self {
            Self::Boolean(_) => Physical::Boolean,
            Self::Int32(_) => Physical::Int32,
            Self::Int64(_) => Physical::Int64,
            Self::Int96(_) => Physical::Int96,
            Self::Float(_) => Physical::Float,
            Self::Double(_) => Physical::Double,
            Self::ByteArray(_) => Physical::ByteArray,
            Self::Fixed(..) => Physical::Fixed,
        }
    }

    /// How many bytes a value takes.
    ///
    /// # Panics
    /// For booleans and byte arrays, which have no such width.
    #[must_use]
    pub fn width(&self) -> usize {
        match self {
            Self::Int32(_) | Self::Float(_) => 4,
            Self::Int64(_) | Self::Double(_) => 8,
            Self::Int96(_) => 12,
            Self::Fixed(width, _) => *width,
            Self::Boolean(_) | Self::ByteArray(_) => panic!("{} has no width", self.type_name()),
        }
    }

    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Self::Boolean(_) => "BOOLEAN",
            Self::Int32(_) => "INT32",
            Self::Int64(_) => "INT64",
            Self::Int96(_) => "INT96",
            Self::Float(_) => "FLOAT",
            Self::Double(_) => "DOUBLE",
            Self::ByteArray(_) => "BYTE_ARRAY",
            Self::Fixed(..) => "FIXED_LEN_BYTE_ARRAY",
        }
    }

    /// The values from `from` to `to`.
    #[must_use]
    pub fn slice(&self, from: usize, to: usize) -> Self {
        match self {
            Self::Boolean(v) => Self::Boolean(v[from..to].to_vec()),
            Self::Int32(v) => Self::Int32(v[from..to].to_vec()),
            Self::Int64(v) => Self::Int64(v[from..to].to_vec()),
            Self::Int96(v) => Self::Int96(v[from..to].to_vec()),
            Self::Float(v) => Self::Float(v[from..to].to_vec()),
            Self::Double(v) => Self::Double(v[from..to].to_vec()),
            Self::ByteArray(v) => Self::ByteArray(v[from..to].to_vec()),
            Self::Fixed(width, v) => Self::Fixed(*width, v[from..to].to_vec()),
        }
    }

    /// The distinct values in order of appearance, and each value's index among them.
    #[must_use]
    pub fn dictionary(&self) -> (Self, Vec<u64>) {
        match self {
            Self::Boolean(v) => {
                let (distinct, indices) = distinct(v, |&bit| bit);
                (Self::Boolean(distinct), indices)
            }
            Self::Int32(v) => {
                let (distinct, indices) = distinct(v, |&int| int);
                (Self::Int32(distinct), indices)
            }
            Self::Int64(v) => {
                let (distinct, indices) = distinct(v, |&int| int);
                (Self::Int64(distinct), indices)
            }
            Self::Int96(v) => {
                let (distinct, indices) = distinct(v, |&bytes| bytes);
                (Self::Int96(distinct), indices)
            }
            Self::Float(v) => {
                let (distinct, indices) = distinct(v, |float| float.to_bits());
                (Self::Float(distinct), indices)
            }
            Self::Double(v) => {
                let (distinct, indices) = distinct(v, |float| float.to_bits());
                (Self::Double(distinct), indices)
            }
            Self::ByteArray(v) => {
                let (distinct, indices) = distinct(v, Vec::clone);
                (Self::ByteArray(distinct), indices)
            }
            Self::Fixed(width, v) => {
                let (distinct, indices) = distinct(v, Vec::clone);
                (Self::Fixed(*width, distinct), indices)
            }
        }
    }
}

fn distinct<T: Clone, K: Hash + Eq>(values: &[T], key: impl Fn(&T) -> K) -> (Vec<T>, Vec<u64>) {
    let (mut distinct, mut seen) = (Vec::new(), HashMap::new());
    let indices = values
        .iter()
        .map(|value| {
            *seen.entry(key(value)).or_insert_with(|| {
                distinct.push(value.clone());
                distinct.len() as u64 - 1
            })
        })
        .collect();
    (distinct, indices)
}
