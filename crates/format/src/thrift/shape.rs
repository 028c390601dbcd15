//! Stepping over many structures of one shape.
//!
//! A footer repeats itself: the column chunks of one physical type have the same fields in the same order, with integers of
//! the same lengths and texts of nearly the same lengths. So the bytes of one chunk serve as the template of the next. Each
//! byte of it is of one of three kinds, which its mask tells apart:
//!
//! ```text
//!     field header, list header, length, end    0xff   has to be equal
//!     byte of an integer                        0x80   has to continue or end the integer alike
//!     content of a text or double               0x00   may be anything
//! ```
//!
//! Bytes that agree with the template under the mask are walked alike by any reader: what is read next depends on no other
//! bits. So they end where the template ends, and a few wide compares stand for the walk over some fifty fields. Where an
//! integer, a text or a short list has another length, it alone is walked, and the compare goes on behind it. Anything else
//! is left to the walk. Nothing is guessed: the result is that of the walk for all bytes.

use std::ops::Range;

use super::Cursor;
use super::skip::{Observer, binary_end, list_end, struct_end, varint_end};
use crate::FormatError;

/// Longest template, in bytes. Longer structures have long texts, which a walk steps over just as well.
const MAX_LEN: usize = 1024;

/// Bytes compared at once.
const BLOCK: usize = 32;

/// How many values may differ in length before a structure counts as one of another shape.
const MAX_DETOURS: usize = 12;

/// How many structures of another shape a template survives after a success.
const MAX_CREDIT: u8 = 3;

/// Detours that the first template is good for.
const FIRST_PATIENCE: usize = 16;

/// The shapes met so far.
#[derive(Debug, Default)]
pub(crate) struct Shapes {
    /// By the low bits of the discriminator.
    shapes: [Shape; 8],
    /// Where the last template has its discriminator: the first integer of a nested structure, which in a column chunk is the
    /// physical type. It only chooses which template is tried.
    discriminator: usize,
}

/// A template. `bytes`, `mask` and `detours` have an element for each byte.
#[derive(Debug, Default)]
struct Shape {
    len: usize,
    bytes: Vec<u8>,
    mask: Vec<u8>,
    detours: Vec<Detour>,
    /// How many more structures of another shape the template survives.
    credit: u8,
    /// Detours taken so far, and how many are borne before a fresher template is taken. Offsets grow through a footer, so that
    /// the first chunks make poor templates; but names of many lengths would spoil any, so the patience doubles each time.
    num_detours: usize,
    patience: usize,
}

/// What to do if a byte differs: walk the value that it belongs to.
#[derive(Debug, Clone, Copy, Default)]
struct Detour {
    kind: DetourKind,
    /// Where the value starts and ends in the template.
    start: u16,
    end: u16,
}

#[derive(Debug, Clone, Copy, Default)]
enum DetourKind {
    /// The byte belongs to no such value: the shape is another.
    #[default]
    None,
    Varint,
    Binary,
    List,
}

impl Cursor<'_> {
    /// Steps over a structure as [`Cursor::skip_struct`] does, quickly if it has a shape met before.
    #[inline]
    pub(crate) fn skip_struct_like(&mut self, shapes: &mut Shapes) -> Result<(), FormatError> {
        let slot = self
            .bytes
            .get(self.position + shapes.discriminator)
            .map_or(0, |byte| byte >> 1 & 7);
        let shape = &mut shapes.shapes[usize::from(slot)];
        let start = self.position;
        if let Some((end, num_detours)) = shape.end(self.bytes, start) {
            self.position = end;
            shape.credit = MAX_CREDIT;
            shape.num_detours += num_detours;
            if shape.num_detours > shape.patience {
                shapes.learn(self.bytes, start..end);
            }
            return Ok(());
        }
        if shape.credit > 0 {
            shape.credit -= 1;
            return self.skip_struct();
        }
        self.skip_struct()?;
        shapes.learn(self.bytes, start..self.position);
        Ok(())
    }
}

impl Shapes {
    /// Takes a structure that was walked as a template.
    #[cold]
    fn learn(&mut self, bytes: &[u8], range: Range<usize>) {
        if range.len() > MAX_LEN {
            return;
        }
        let mut template = Template {
            start: range.start,
            shape: Shape::of_len(range.len()),
            discriminator: None,
        };
        if struct_end(bytes, range.start, &mut template) != Some(range.end) {
            return;
        }
        let Template {
            mut shape,
            discriminator,
            ..
        } = template;
        shape.bytes[..range.len()].copy_from_slice(&bytes[range]);
        self.discriminator = discriminator.unwrap_or(0);
        let slot = shape.bytes[self.discriminator] >> 1 & 7;
        let old = &mut self.shapes[usize::from(slot)];
        shape.patience = (2 * old.patience).max(FIRST_PATIENCE);
        *old = shape;
    }
}

impl Shape {
    /// A template of `len` bytes that may all be anything, with a block behind it that is never compared.
    fn of_len(len: usize) -> Self {
        Self {
            len,
            bytes: vec![0; len + BLOCK],
            mask: vec![0; len + BLOCK],
            detours: vec![Detour::default(); len],
            credit: MAX_CREDIT,
            num_detours: 0,
            patience: FIRST_PATIENCE,
        }
    }

    /// Where the structure at `position` ends, if it has this shape, and how many detours it took.
    #[inline]
    fn end(&self, bytes: &[u8], position: usize) -> Option<(usize, usize)> {
        if self.len == 0 {
            return None;
        }
        // How far the template was compared, and where that is in `bytes`.
        let (mut at, mut position) = (0, position);
        for num_detours in 0..MAX_DETOURS {
            let equal = self.equal_len(at, bytes.get(position..)?)?;
            at += equal;
            position += equal;
            if at >= self.len {
                return Some((position - (at - self.len), num_detours));
            }
            let detour = self.detours[at];
            // Where the value that differs starts in `bytes`: no earlier than the compare that met it.
            let start = (position + usize::from(detour.start)).checked_sub(at)?;
            position = match detour.kind {
                DetourKind::None => return None,
                DetourKind::Varint => varint_end(bytes, start)?,
                DetourKind::Binary => binary_end(bytes, start)?,
                DetourKind::List => list_end(bytes, start, 0, &mut ())?,
            };
            at = usize::from(detour.end);
        }
        None
    }

    /// How many bytes agree with the template from `at` on: up to its end or beyond it. None where `bytes` are too few to
    /// compare by blocks.
    #[inline]
    fn equal_len(&self, at: usize, bytes: &[u8]) -> Option<usize> {
        let (template, mask) = (&self.bytes[at..], &self.mask[at..]);
        let blocks = (self.len - at).div_ceil(BLOCK);
        let bytes = bytes.get(..blocks * BLOCK)?;
        let blocks = template
            .as_chunks()
            .0
            .iter()
            .zip(mask.as_chunks().0)
            .zip(bytes.as_chunks().0);
        let mut equal = 0;
        for ((template, mask), bytes) in blocks {
            let differences = differences(template, mask, bytes);
            if differences.iter().any(|&word| word != 0) {
                return Some(equal + first_byte(&differences));
            }
            equal += BLOCK;
        }
        Some(equal)
    }
}

/// The bits in which a block differs from the template, under the mask.
#[inline]
fn differences(
    template: &[u8; BLOCK],
    mask: &[u8; BLOCK],
    bytes: &[u8; BLOCK],
) -> [u64; BLOCK / 8] {
    let words = |block: &[u8; BLOCK]| -> [u64; BLOCK / 8] {
        let words = block.as_chunks().0;
        std::array::from_fn(|i| u64::from_le_bytes(words[i]))
    };
    let (template, mask, bytes) = (words(template), words(mask), words(bytes));
    std::array::from_fn(|i| (template[i] ^ bytes[i]) & mask[i])
}

/// The first byte that is not 0.
fn first_byte(words: &[u64; BLOCK / 8]) -> usize {
    let word = words.iter().position(|&word| word != 0).unwrap_or(0);
    word * 8 + words[word].trailing_zeros() as usize / 8
}

/// A template in the making.
struct Template {
    /// Where the structure starts; positions of the walk count from the start of the bytes.
    start: usize,
    shape: Shape,
    discriminator: Option<usize>,
}

impl Template {
    fn detour(&mut self, range: &Range<usize>, kind: DetourKind) -> Detour {
        Detour {
            kind,
            start: (range.start - self.start) as u16,
            end: (range.end - self.start) as u16,
        }
    }
}

impl Observer for Template {
    fn structure(&mut self, range: Range<usize>) {
        self.shape.mask[range.start - self.start..range.end - self.start].fill(0xff);
    }

    fn varint(&mut self, range: Range<usize>, depth: usize) {
        let detour = self.detour(&range, DetourKind::Varint);
        let own = range.start - self.start..range.end - self.start;
        if depth > 0 {
            self.discriminator.get_or_insert(own.start);
        }
        self.shape.mask[own.clone()].fill(0x80);
        self.shape.detours[own].fill(detour);
    }

    fn binary(&mut self, range: Range<usize>, len_size: usize) {
        let detour = self.detour(&range, DetourKind::Binary);
        let start = range.start - self.start;
        self.shape.mask[start..start + len_size].fill(0xff);
        self.shape.detours[start..start + len_size].fill(detour);
    }

    fn list(&mut self, range: Range<usize>) {
        // Told after its elements: only the header is left to speak for the list.
        let detour = self.detour(&range, DetourKind::List);
        self.shape.detours[range.start - self.start] = detour;
    }
}
