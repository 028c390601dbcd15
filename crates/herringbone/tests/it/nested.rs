//! nested
