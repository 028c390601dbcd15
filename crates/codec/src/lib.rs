//! Page decompression.
