//! Values as bloom filters hash them: XXH64 with seed 0 over the PLAIN encoding, byte arrays without their length.

use twox_hash::XxHash64;

use crate::data_type::{ByteArray, FixedLenByteArray, Int96};

/// A value that a bloom filter can be asked for.
///
/// The type has to be that of the column: an `i32` is never found in a column of INT64.
pub trait BloomValue {
    /// The hash of the value's PLAIN encoding.
    fn bloom_hash(&self) -> u64;
}

impl BloomValue for [u8] {
    fn bloom_hash(&self) -> u64 {
        XxHash64::oneshot(0, self)
    }
}

impl<const N: usize> BloomValue for [u8; N] {
    fn bloom_hash(&self) -> u64 {
        self[..].bloom_hash()
    }
}

impl BloomValue for Vec<u8> {
    fn bloom_hash(&self) -> u64 {
        self[..].bloom_hash()
    }
}

impl BloomValue for str {
    fn bloom_hash(&self) -> u64 {
        self.as_bytes().bloom_hash()
    }
}

impl BloomValue for String {
    fn bloom_hash(&self) -> u64 {
        self.as_bytes().bloom_hash()
    }
}

impl BloomValue for ByteArray {
    fn bloom_hash(&self) -> u64 {
        self.data().bloom_hash()
    }
}

impl BloomValue for FixedLenByteArray {
    fn bloom_hash(&self) -> u64 {
        self.data().bloom_hash()
    }
}

impl BloomValue for bool {
    fn bloom_hash(&self) -> u64 {
        [u8::from(*self)].bloom_hash()
    }
}

impl BloomValue for i32 {
    fn bloom_hash(&self) -> u64 {
        self.to_le_bytes().bloom_hash()
    }
}

impl BloomValue for i64 {
    fn bloom_hash(&self) -> u64 {
        self.to_le_bytes().bloom_hash()
    }
}

impl BloomValue for f32 {
    fn bloom_hash(&self) -> u64 {
        self.to_le_bytes().bloom_hash()
    }
}

impl BloomValue for f64 {
    fn bloom_hash(&self) -> u64 {
        self.to_le_bytes().bloom_hash()
    }
}

impl BloomValue for Int96 {
    fn bloom_hash(&self) -> u64 {
        self.to_le_bytes().bloom_hash()
    }
}

impl<T: BloomValue + ?Sized> BloomValue for &T {
    fn bloom_hash(&self) -> u64 {
        (**self).bloom_hash()
    }
}
