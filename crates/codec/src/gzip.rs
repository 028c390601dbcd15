//! GZIP: one or several members of RFC 1952, inflated by libdeflate.
//!
//! libdeflate inflates a whole page in one step, but does not say where in its input a member
//! ends. The end is where the member's trailer lies, and once the member is inflated its trailer
//! is known: the checksum and the size of what came out. So a page is taken for a single member if
//! it ends with that trailer and holds no other place that could be a member's end, that is a
//! trailer with the first bytes of a header behind it. Where there is such a place the member is
//! inflated once more from the bytes before it alone, which succeeds only if they are all of it.
//!
//! Zeros behind the last member are padding, as for gzip itself; anything else there is an error.
//!
//! Spec: Compression.md, "GZIP".

use libdeflater::{DecompressionError, crc32};

use crate::Codec;
use crate::error::{CodecError, check_size};

const CODEC: Codec = Codec::Gzip;
/// The magic number and the only compression method there is.
const MEMBER_START: [u8; 3] = [0x1f, 0x8b, 8];
const TRAILER_SIZE: usize = 8;
/// More than one of a page's places looks like a given member's end only if someone built it so.
const MAX_TRIES: usize = 4;

pub(crate) struct Gzip {
    inflater: libdeflater::Decompressor,
}

impl Gzip {
    pub(crate) fn new() -> Self {
        Self {
            inflater: libdeflater::Decompressor::new(),
        }
    }

    pub(crate) fn decompress(
        &mut self,
        compressed: &[u8],
        out: &mut [u8],
    ) -> Result<(), CodecError> {
        let (mut rest, mut written) = (compressed, 0);
        loop {
            let declared = out.len();
            let produced =
                self.inflate(rest, &mut out[written..])
                    .map_err(|error| match error {
                        DecompressionError::BadData => CodecError::Corrupt { codec: CODEC },
                        DecompressionError::InsufficientSpace => CodecError::SizeMismatch {
                            codec: CODEC,
                            declared,
                            actual: declared + 1,
                        },
                    })?;
            let member_size = self.member_size(rest, &mut out[written..written + produced])?;
            written += produced;
            rest = &rest[member_size..];
            if rest.iter().all(|&byte| byte == 0) {
                return check_size(CODEC, out.len(), written);
            }
            if !rest.starts_with(&MEMBER_START) {
                return Err(CodecError::TrailingBytes {
                    codec: CODEC,
                    len: rest.len(),
                });
            }
        }
    }

    fn inflate(&mut self, member: &[u8], out: &mut [u8]) -> Result<usize, DecompressionError> {
        self.inflater.gzip_decompress(member, out)
    }

    /// The size of the member that `rest` begins with and that inflated to the whole of `content`.
    ///
    /// `content` may be inflated anew, to the same bytes.
    fn member_size(&mut self, rest: &[u8], content: &mut [u8]) -> Result<usize, CodecError> {
        let trailer = trailer_of(content);
        let mut tries = 0;
        let mut from = MEMBER_START.len();
        while let Some(at) = find_member_start(rest, from) {
            if rest[..at].ends_with(&trailer) {
                if self.inflate(&rest[..at], content) == Ok(content.len()) {
                    return Ok(at);
                }
                tries += 1;
                if tries == MAX_TRIES {
                    return Err(CodecError::Corrupt { codec: CODEC });
                }
            }
            from = at + 1;
        }
        // The last member, then: its trailer lies at the end or before padding. Its own size may
        // end in zeros, so that the end is looked for backwards, over zeros only.
        let mut end = rest.len();
        loop {
            if rest[..end].ends_with(&trailer) {
                // A try that failed has scribbled over the content.
                if tries != 0 && self.inflate(rest, content) != Ok(content.len()) {
                    return Err(CodecError::Corrupt { codec: CODEC });
                }
                return Ok(end);
            }
            match rest[..end].last() {
                Some(0) if end > TRAILER_SIZE => end -= 1,
                _ => break,
            }
        }
        Err(self.behind_member(rest, content, trailer))
    }

    /// Names the error of a member with something else than a member or zeros behind it.
    #[cold]
    fn behind_member(
        &mut self,
        rest: &[u8],
        content: &mut [u8],
        trailer: [u8; TRAILER_SIZE],
    ) -> CodecError {
        let ends = (TRAILER_SIZE..rest.len()).rev();
        let mut ends = ends
            .filter(|&end| rest[..end].ends_with(&trailer))
            .take(MAX_TRIES);
        match ends.find(|&end| self.inflate(&rest[..end], content) == Ok(content.len())) {
            Some(end) => CodecError::TrailingBytes {
                codec: CODEC,
                len: rest.len() - end,
            },
            None => CodecError::Corrupt { codec: CODEC },
        }
    }
}

/// The trailer of a member with this content: checksum and size modulo 2^32, little-endian.
fn trailer_of(content: &[u8]) -> [u8; TRAILER_SIZE] {
    let mut trailer = [0; TRAILER_SIZE];
    trailer[..4].copy_from_slice(&crc32(content).to_le_bytes());
    trailer[4..].copy_from_slice(&(content.len() as u32).to_le_bytes());
    trailer
}

/// The first position at or after `from` where [`MEMBER_START`] lies.
///
/// Every page is searched to its end, so this goes by blocks in a form that vectorises: all three
/// bytes of one block are compared at once and only a block with a hit is looked at closely.
fn find_member_start(bytes: &[u8], from: usize) -> Option<usize> {
    const BLOCK: usize = 64;
    let mut at = from;
    while let Some(block) = bytes.get(at..at + BLOCK + 2) {
        let mut hits = 0;
        for i in 0..BLOCK {
            hits |= u8::from(block[i] == MEMBER_START[0])
                & u8::from(block[i + 1] == MEMBER_START[1])
                & u8::from(block[i + 2] == MEMBER_START[2]);
        }
        if hits != 0 {
            break;
        }
        at += BLOCK;
    }
    let tail = bytes.get(at..)?;
    tail.windows(MEMBER_START.len())
        .position(|bytes| bytes == MEMBER_START)
        .map(|i| at + i)
}
