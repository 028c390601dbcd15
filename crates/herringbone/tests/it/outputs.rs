//! outputs
