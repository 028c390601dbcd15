//! Encoded bytes to values and levels.
