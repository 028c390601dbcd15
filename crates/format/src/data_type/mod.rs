//! Values of the physical types as Rust has them.
//!
//! - `int96.rs`: [`Int96`]
//! - `byte_array.rs`: [`ByteArray`], [`FixedLenByteArray`]
//!
//! For bounds in statistics and for interfaces that hand out one value at a time. The engine itself
//! decodes into buffers and does not use these.

mod byte_array;
mod int96;
#[cfg(test)]
mod tests;

use std::fmt;

pub use byte_array::{ByteArray, FixedLenByteArray};
pub use int96::Int96;

use crate::basic::Type;

/// A value that can be seen as bytes.
pub trait AsBytes {
    /// The bytes of the value.
    fn as_bytes(&self) -> &[u8];
}

impl AsBytes for [u8] {
    fn as_bytes(&self) -> &[u8] {
        self
    }
}

impl AsBytes for Vec<u8> {
    fn as_bytes(&self) -> &[u8] {
        self
    }
}

impl AsBytes for str {
    fn as_bytes(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl AsBytes for ByteArray {
    fn as_bytes(&self) -> &[u8] {
        self.data()
    }
}

impl AsBytes for FixedLenByteArray {
    fn as_bytes(&self) -> &[u8] {
        self.data()
    }
}

mod sealed {
    pub trait Sealed {}
}

/// The Rust types that values of the physical types are held in. No other type can implement this.
pub trait ParquetValueType:
    sealed::Sealed + Clone + fmt::Debug + fmt::Display + PartialEq + PartialOrd + Send + Sync + 'static
{
    /// The physical type that is held.
    const PHYSICAL_TYPE: Type;

    /// The value that `plain` is in the PLAIN encoding; byte arrays are without their length.
    /// None if a value of this type is not of that length.
    fn from_plain(plain: &[u8]) -> Option<Self>;

    /// The value in the PLAIN encoding; byte arrays are without their length.
    fn to_plain(&self) -> ByteArray;
}

impl sealed::Sealed for bool {}

impl ParquetValueType for bool {
    const PHYSICAL_TYPE: Type = Type::BOOLEAN;

    fn from_plain(plain: &[u8]) -> Option<Self> {
        match plain {
            [byte] => Some(*byte != 0),
            _ => None,
        }
    }

    fn to_plain(&self) -> ByteArray {
        ByteArray::from([u8::from(*self)].as_slice())
    }
}

macro_rules! number {
    ($number:ty, $physical_type:ident) => {
        impl sealed::Sealed for $number {}

        impl ParquetValueType for $number {
            const PHYSICAL_TYPE: Type = Type::$physical_type;

            fn from_plain(plain: &[u8]) -> Option<Self> {
                plain.try_into().ok().map(Self::from_le_bytes)
            }

            fn to_plain(&self) -> ByteArray {
                ByteArray::from(self.to_le_bytes().as_slice())
            }
        }
    };
}

number!(i32, INT32);
number!(i64, INT64);
number!(f32, FLOAT);
number!(f64, DOUBLE);

impl sealed::Sealed for Int96 {}

impl ParquetValueType for Int96 {
    const PHYSICAL_TYPE: Type = Type::INT96;

    fn from_plain(plain: &[u8]) -> Option<Self> {
        plain.try_into().ok().map(Self::from_le_bytes)
    }

    fn to_plain(&self) -> ByteArray {
        ByteArray::from(self.to_le_bytes().as_slice())
    }
}

impl sealed::Sealed for ByteArray {}

impl ParquetValueType for ByteArray {
    const PHYSICAL_TYPE: Type = Type::BYTE_ARRAY;

    fn from_plain(plain: &[u8]) -> Option<Self> {
        Some(Self::from(plain))
    }

    fn to_plain(&self) -> ByteArray {
        self.clone()
    }
}

impl sealed::Sealed for FixedLenByteArray {}

impl ParquetValueType for FixedLenByteArray {
    const PHYSICAL_TYPE: Type = Type::FIXED_LEN_BYTE_ARRAY;

    fn from_plain(plain: &[u8]) -> Option<Self> {
        Some(Self::from(ByteArray::from(plain)))
    }

    fn to_plain(&self) -> ByteArray {
        (**self).clone()
    }
}

/// A physical type as a Rust type, for interfaces that choose by it at compile time.
pub trait DataType: 'static + Send {
    /// What values are held in.
    type T: ParquetValueType;

    /// The physical type.
    fn get_physical_type() -> Type {
        Self::T::PHYSICAL_TYPE
    }

    /// Bytes that a value takes in memory, what it points to not counted.
    fn get_type_size() -> usize {
        size_of::<Self::T>()
    }
}

macro_rules! data_type {
    ($name:ident, $value:ty) => {
        #[doc = concat!("The physical type whose values are held in `", stringify!($value), "`.")]
        #[derive(Clone, Debug)]
        pub struct $name {}

        impl DataType for $name {
            type T = $value;
        }
    };
}

data_type!(BoolType, bool);
data_type!(Int32Type, i32);
data_type!(Int64Type, i64);
data_type!(Int96Type, Int96);
data_type!(FloatType, f32);
data_type!(DoubleType, f64);
data_type!(ByteArrayType, ByteArray);
data_type!(FixedLenByteArrayType, FixedLenByteArray);
