//! Rows of Parquet files, without Arrow.
//!
//! A [`RowCursor`] decodes some thousands of rows at a time, column by column, and then moves over
//! them by an index: a [`Row`] is a borrow of what was decoded, and nothing is allocated for it.
//!
//! ```no_run
//! use herringbone_record::{FileSource, RowCursor, RowCursorBuilder};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let file = FileSource::open("testdata/trips.parquet")?;
//! let mut cursor = RowCursorBuilder::try_new(file)?
//!     .with_projection(["trip_id", "fare"])?
//!     .build()?;
//! let (id, fare) = (cursor.column("trip_id")?, cursor.column("fare")?);
//! while let Some(row) = cursor.next()? {
//!     if !row.is_null(fare)? {
//!         println!("{}: {}", row.i64(id)?, row.f64(fare)?);
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! - [`RowCursorBuilder`], [`RowCursor`]: projection, row groups, the walk
//! - [`Row`], [`Cell`]: typed access; a value of another type is an error that names the column
//! - [`Value`], [`List`], [`Map`]: whatever is there, borrowed
//! - [`OwnedRow`], [`OwnedValue`]: rows that are kept
//! - [`Date`], [`Time`], [`Timestamp`], [`Decimal`], [`Uuid`], [`Interval`], [`Int96`]: scalars
//!
//! With the feature `serde`, rows and values implement `serde::Serialize`.
#![forbid(unsafe_code)]

mod builder;
mod cell;
mod column;
mod cursor;
mod data_type;
mod error;
mod footer;
mod nested;
mod owned;
mod row;
mod scalar;
#[cfg(feature = "serde")]
mod serialize;
mod stored;
mod value;

pub use builder::RowCursorBuilder;
pub use cell::Cell;
pub use cursor::{MapRows, RowCursor};
pub use data_type::{DataType, TimeUnit};
pub use error::{RecordError, RecordErrorKind};
pub use herringbone_column::{ByteSource, Checksums, FileSource, PageLimits};
pub use nested::{Entries, Items, List, Map};
pub use owned::{OwnedRow, OwnedValue};
pub use row::{ColumnHandle, ColumnIndex, Row};
pub use scalar::{Date, Decimal, Int96, Interval, Time, Timestamp, Uuid};
pub use value::Value;
