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
    // Few enough values for the nearest cache, whatever their width.
    let block = (4096 / width).max(1);
    let mut values = vec![0; block.min(streams.n) * width];
    let mut elements = Vec::new();
    for first in (0..streams.n).step_by(block) {
        let values = &mut values[..(streams.n - first).min(block) * width];
        for byte in 0..width {
            let source = &streams.bytes[byte * streams.stride + first..];
            let targets = values[byte..].iter_mut().step_by(width);
            for (target, &source) in targets.zip(source) {
                *target = source;
            }
        }
        elements.clear();
        append_bytes(&mut elements, values);
        out.extend_from_slice(&elements);
    }
}
