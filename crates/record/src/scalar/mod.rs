//! Scalars that the standard library has no type for.
//!
//! - `temporal.rs`: dates, times, timestamps
//! - `decimal.rs`: decimals of up to 256 bits
//! - `binary.rs`: UUID, INT96, INTERVAL

mod binary;
mod decimal;
mod temporal;
#[cfg(test)]
mod tests;

pub use binary::{Int96, Interval, Uuid};
pub use decimal::Decimal;
pub use temporal::{Date, Time, Timestamp};
