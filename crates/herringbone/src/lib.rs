//! Reads Parquet straight into Arrow.
