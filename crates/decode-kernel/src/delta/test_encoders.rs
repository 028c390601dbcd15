//! Small, obvious encoders of the delta encodings, for the tests beside.

/// How a stream is cut.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) block_len: usize,
    pub(super) per_block: usize,
}

pub(super) const USUAL: Shape = Shape {
    block_len: 128,
    per_block: 4,
};

/// A number that looks random for each `seed`.
pub(super) fn random(seed: u64) -> u64 {
    let x = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ x >> 27
}

/// DELTA_BINARY_PACKED of integers of `width` bytes: differences wrap there.
pub(super) fn encode_binary_packed(values: &[i64], shape: Shape, width: usize) -> Vec<u8> {
    let wrap = |value: i64| {
        if width == 4 {
            i64::from(value as i32)
        } else {
            value
        }
    };
    let mut out = vec![];
    for number in [shape.block_len, shape.per_block, values.len()] {
        uleb(number as u64, &mut out);
    }
    zigzag(values.first().copied().unwrap_or(0), &mut out);
    let deltas: Vec<i64> = values
        .windows(2)
        .map(|pair| wrap(pair[1].wrapping_sub(pair[0])))
        .collect();
    for block in deltas.chunks(shape.block_len) {
        let min = *block.iter().min().expect("a chunk is not empty");
        zigzag(min, &mut out);
        let above = |delta: i64| {
            let above = delta.wrapping_sub(min) as u64;
            if width == 4 {
                above & u64::from(u32::MAX)
            } else {
                above
            }
        };
        let miniblocks: Vec<&[i64]> = block.chunks(shape.block_len / shape.per_block).collect();
        let bits = |miniblock: &[i64]| {
            let bits = |&delta: &i64| 64 - above(delta).leading_zeros();
            miniblock.iter().map(bits).max().unwrap_or(0)
        };
        out.extend(miniblocks.iter().map(|miniblock| bits(miniblock) as u8));
        // The widths of miniblocks that are not there may be anything.
        out.extend(vec![0xff; shape.per_block - miniblocks.len()]);
        for miniblock in &miniblocks {
            let mut padded = miniblock.to_vec();
            padded.resize(shape.block_len / shape.per_block, min);
            pack(padded.into_iter().map(above), bits(miniblock), &mut out);
        }
    }
    out
}

/// DELTA_LENGTH_BYTE_ARRAY.
pub(super) fn encode_length_byte_array(values: &[&[u8]]) -> Vec<u8> {
    let lengths: Vec<i64> = values.iter().map(|value| value.len() as i64).collect();
    let mut out = encode_binary_packed(&lengths, USUAL, 4);
    out.extend(values.concat());
    out
}

/// DELTA_BYTE_ARRAY, sharing as much as there is to share.
pub(super) fn encode_byte_array(values: &[&[u8]]) -> Vec<u8> {
    let (mut prefixes, mut suffixes) = (vec![], vec![]);
    let mut last: &[u8] = &[];
    for value in values {
        let shared = last.iter().zip(*value).take_while(|(a, b)| a == b).count();
        prefixes.push(shared as i64);
        suffixes.push(&value[shared..]);
        last = value;
    }
    let mut out = encode_binary_packed(&prefixes, USUAL, 4);
    out.extend(encode_length_byte_array(&suffixes));
    out
}

fn uleb(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn zigzag(value: i64, out: &mut Vec<u8>) {
    uleb((value << 1 ^ value >> 63) as u64, out);
}

fn pack(values: impl Iterator<Item = u64>, bits: u32, out: &mut Vec<u8>) {
    let (mut word, mut used) = (0u128, 0);
    for value in values {
        word |= u128::from(value) << used;
        used += bits;
        while used >= 8 {
            out.push(word as u8);
            word >>= 8;
            used -= 8;
        }
    }
    if used > 0 {
        out.push(word as u8);
    }
}
