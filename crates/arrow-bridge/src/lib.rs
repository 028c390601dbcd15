//! Levels and values to Arrow record batches.
