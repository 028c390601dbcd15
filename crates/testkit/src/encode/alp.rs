//! ALP: decimal floating point as integers, packed above a frame of reference.
//!
//! Spec: AlpEncoding.md.

use crate::bits::{bit_width, pack};

/// How values are put into vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// The logarithm of the values a vector, 3 to 15.
    pub log_vector_len: u8,
    /// The decimal exponent.
    pub exponent: u8,
    /// The decimal factor, at most the exponent.
    pub factor: u8,
}

impl Default for Shape {
    /// Two digits behind the point, in vectors of 1024.
    fn default() -> Self {
        Self {
            log_vector_len: 10,
            exponent: 4,
            factor: 2,
        }
    }
}

/// Encodes doubles, all vectors with the exponent and factor of `shape`.
#[must_use]
pub fn double(values: &[f64], shape: Shape) -> Vec<u8> {
    let (up, down) = (ten(shape.exponent), ten(shape.factor));
    let (up_inverse, down_inverse) = (inverse_ten(shape.exponent), inverse_ten(shape.factor));
    page(values.len(), shape, |from, to| {
        let values = &values[from..to];
        let encoded: Vec<i64> = values
            .iter()
            .map(|v| (v * up * down_inverse).round_ties_even() as i64)
            .collect();
        let is_exact = |i: usize| {
            let decoded = encoded[i] as f64 * down * up_inverse;
            decoded.to_bits() == values[i].to_bits()
        };
        let exact: Vec<bool> = (0..values.len()).map(is_exact).collect();
        vector(shape, &encoded, &exact, 8, |i| {
            values[i].to_le_bytes().to_vec()
        })
    })
}

/// Encodes floats, all vectors with the exponent and factor of `shape`.
#[must_use]
pub fn float(values: &[f32], shape: Shape) -> Vec<u8> {
    let (up, down) = (ten(shape.exponent) as f32, ten(shape.factor) as f32);
    let (up_inverse, down_inverse) = (
        inverse_ten_f32(shape.exponent),
        inverse_ten_f32(shape.factor),
    );
    page(values.len(), shape, |from, to| {
        let values = &values[from..to];
        let encoded: Vec<i64> = values
            .iter()
            .map(|v| i64::from((v * up * down_inverse).round_ties_even() as i32))
            .collect();
        let is_exact = |i: usize| {
            let decoded = encoded[i] as i32 as f32 * down * up_inverse;
            decoded.to_bits() == values[i].to_bits()
        };
        let exact: Vec<bool> = (0..values.len()).map(is_exact).collect();
        vector(shape, &encoded, &exact, 4, |i| {
            values[i].to_le_bytes().to_vec()
        })
    })
}

fn page(num_values: usize, shape: Shape, encode: impl Fn(usize, usize) -> Vec<u8>) -> Vec<u8> {
    let vector_len = 1 << shape.log_vector_len;
    let vectors: Vec<Vec<u8>> = (0..num_values)
        .step_by(vector_len)
        .map(|from| encode(from, num_values.min(from + vector_len)))
        .collect();
    let mut bytes = vec![0, 0, shape.log_vector_len];
    bytes.extend((num_values as u32).to_le_bytes());
    let mut offset = vectors.len() * 4;
    for vector in &vectors {
        bytes.extend((offset as u32).to_le_bytes());
        offset += vector.len();
    }
    bytes.extend(vectors.concat());
    bytes
}

fn vector(
    shape: Shape,
    encoded: &[i64],
    exact: &[bool],
    width: usize,
    original: impl Fn(usize) -> Vec<u8>,
) -> Vec<u8> {
    let exceptions: Vec<usize> = (0..encoded.len()).filter(|&i| !exact[i]).collect();
    // An exception's slot holds any value within the frame; the smallest costs no bits.
    let min = (0..encoded.len())
        .filter(|&i| exact[i])
        .map(|i| encoded[i])
        .min()
        .unwrap_or(0);
    let deltas: Vec<u64> = (0..encoded.len())
        .map(|i| {
            if exact[i] {
                encoded[i].wrapping_sub(min) as u64
            } else {
                0
            }
        })
        .collect();
    let packed_width = bit_width(deltas.iter().copied().max().unwrap_or(0));
    let mut bytes = vec![shape.exponent, shape.factor];
    bytes.extend((exceptions.len() as u16).to_le_bytes());
    bytes.extend(&min.to_le_bytes()[..width]);
    bytes.push(packed_width as u8);
    bytes.extend(pack(&deltas, packed_width));
    for &i in &exceptions {
        bytes.extend((i as u16).to_le_bytes());
    }
    for &i in &exceptions {
        bytes.extend(original(i));
    }
    bytes
}

/// A power of ten as the literal of that number, which is what the format asks for.
fn ten(power: u8) -> f64 {
    literal(format!("1e{power}"))
}

fn inverse_ten(power: u8) -> f64 {
    literal(format!("1e-{power}"))
}

fn inverse_ten_f32(power: u8) -> f32 {
    format!("1e-{power}")
        .parse()
        .expect("a literal of one digit and an exponent")
}

fn literal(text: String) -> f64 {
    text.parse()
        .expect("a literal of one digit and an exponent")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_with_an_exception() {
        let shape = Shape {
            log_vector_len: 3,
            exponent: 2,
            factor: 0,
        };
        let bytes = double(&[1.5, -0.25, f64::NAN, 2.0], shape);
        let expected: Vec<u8> = [
            &[0, 0, 3, 4, 0, 0, 0][..],
            &[4, 0, 0, 0],
            // Exponent, factor, one exception; frame -25, deltas of eight bits.
            &[2, 0, 1, 0],
            &(-25i64).to_le_bytes(),
            &[8],
            &[175, 0, 0, 225],
            &[2, 0],
            &f64::NAN.to_le_bytes(),
        ]
        .concat();
        assert_eq!(bytes, expected);
    }
}
