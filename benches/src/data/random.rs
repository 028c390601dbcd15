//! Random numbers that are the same on every machine and in every release.

/// SplitMix64, by Sebastiano Vigna: one addition and a mixing function, enough for test data.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A stream of its own for each text.
    pub(crate) fn named(text: &str) -> Random {
        // FNV-1a: any fixed mapping from names to seeds will do.
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Random(text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to below `bound`; its slight bias towards small ones does not matter here.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// A number from 0 to below `bound`, each octave as likely as the next: a few numbers come very often.
    pub(crate) fn skewed(&mut self, bound: u64) -> u64 {
        let octave = self.below(u64::from(bound.max(2).ilog2()) + 1);
        self.below(2 << octave).min(bound - 1)
    }

    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}
