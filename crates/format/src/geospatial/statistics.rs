//! Bounds and kinds of the geometries of a column chunk.

use super::bounding_box::BoundingBox;
use crate::thrift::{Cursor, Wire};
use crate::{FormatError, Limits};

/// Bounds and kinds of the geometries of a column chunk.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GeospatialStatistics {
    bounding_box: Option<BoundingBox>,
    geospatial_types: Option<Vec<i32>>,
}

impl GeospatialStatistics {
    /// Statistics of these parts.
    pub fn new(bbox: Option<BoundingBox>, geospatial_types: Option<Vec<i32>>) -> Self {
        Self {
            bounding_box: bbox,
            geospatial_types,
        }
    }

    /// The type codes of well-known binary that occur, if they are known.
    pub fn geospatial_types(&self) -> Option<&Vec<i32>> {
        self.geospatial_types.as_ref()
    }

    /// The box that holds all geometries.
    pub fn bounding_box(&self) -> Option<&BoundingBox> {
        self.bounding_box.as_ref()
    }

    /// Reads the structure from its first field. An empty list of types means that they are not known.
    pub(crate) fn parse(cursor: &mut Cursor<'_>, limits: &Limits) -> Result<Self, FormatError> {
        let mut statistics = Self::default();
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            match (field.id, field.wire) {
                (1, Wire::Struct) => statistics.bounding_box = BoundingBox::parse(cursor)?,
                (2, Wire::List) => {
                    let name = "GeospatialStatistics.geospatial_types";
                    let len = cursor.read_list_of(Wire::I32, name)?;
                    limits.check_list_len(name, len)?;
                    let types: Vec<i32> = (0..len)
                        .map(|_| cursor.read_i32())
                        .collect::<Result<_, _>>()?;
                    statistics.geospatial_types = Some(types).filter(|types| !types.is_empty());
                }
                _ => cursor.skip(field.wire)?,
            }
        }
        Ok(statistics)
    }
}
