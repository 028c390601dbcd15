//! Parquet metadata from untrusted bytes.
