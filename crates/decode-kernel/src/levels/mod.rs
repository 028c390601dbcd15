//! Definition and repetition levels: which slots are null, and where lists begin.
//!
//! - `decoder.rs`: [`LevelDecoder`], the levels of a page as they are encoded.
//! - `bit_packed.rs`: the deprecated encoding that packs the most significant bit first.

mod bit_packed;
mod decoder;

pub use bit_packed::BitPackedLevels;
pub use decoder::LevelDecoder;
