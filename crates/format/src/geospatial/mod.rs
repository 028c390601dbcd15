//! Statistics of GEOMETRY and GEOGRAPHY columns.
//!
//! - `statistics.rs`: [`GeospatialStatistics`](statistics::GeospatialStatistics)
//! - `bounding_box.rs`: [`BoundingBox`](bounding_box::BoundingBox)
//!
//! Spec: Geospatial.md

pub mod bounding_box;
pub mod statistics;
