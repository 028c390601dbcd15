//! Byte by byte: the oracle, and what the other kernels leave over.

use super::Streams;
use crate::Plain;
use crate::output::{Spare, append_bytes};

/// Appends values of `W` bytes, a whole number of elements each.
pub(super) fn append<T: Plain, const W: usize>(streams: Streams<'_>, out: &mut Spare<'_, T>) {
    let stream: [&[u8]; W] = std::array::from_fn(|byte| {
        let start = byte * streams.stride;
        streams
            .bytes
            .get(start..start + streams.n)
            .unwrap_or_default()
    });
    let mut elements = Vec::new();
    // Blocks that fit the nearest cache.
    for first in (0..streams.n).step_by(256) {
        let len = (streams.n - first).min(256);
        let mut values = [[0; W]; 256];
        for (byte, stream) in stream.iter().enumerate() {
            for (value, &source) in values.iter_mut().zip(&stream[first..first + len]) {
                value[byte] = source;
            }
        }
        elements.clear();
        append_bytes(&mut elements, values[..len].as_flattened());
        out.extend_from_slice(&elements);
    }
}

/// Appends values of any width, a whole number of elements each.
pub(super) fn append_any<T: Plain>(width: usize, streams: Streams<'_>, out: &mut Spare<'_, T>) {
    let mut value = vec![0; width];
    let mut elements = Vec::new();
    for index in 0..streams.n {
        for (byte, target) in value.iter_mut().enumerate() {
            *target = streams.bytes[byte * streams.stride + index];
        }
        elements.clear();
        append_bytes(&mut elements, &value);
        out.extend_from_slice(&elements);
    }
}
