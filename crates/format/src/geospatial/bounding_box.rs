//! The box that holds every geometry of a column chunk.

use crate::FormatError;
use crate::thrift::{Cursor, Wire};

/// Bounds in two to four dimensions.
///
/// In a geography `xmin` may be greater than `xmax`: the box then crosses the antimeridian.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoundingBox {
    x: (f64, f64),
    y: (f64, f64),
    z: Option<(f64, f64)>,
    m: Option<(f64, f64)>,
}

impl BoundingBox {
    /// A box in the plane.
    pub fn new(xmin: f64, xmax: f64, ymin: f64, ymax: f64) -> Self {
        Self {
            x: (xmin, xmax),
            y: (ymin, ymax),
            z: None,
            m: None,
        }
    }

    /// The box with bounds in the third dimension.
    #[must_use]
    pub fn with_zrange(self, zmin: f64, zmax: f64) -> Self {
        Self {
            z: Some((zmin, zmax)),
            ..self
        }
    }

    /// The box with bounds of the linear reference.
    #[must_use]
    pub fn with_mrange(self, mmin: f64, mmax: f64) -> Self {
        Self {
            m: Some((mmin, mmax)),
            ..self
        }
    }

    /// Least x, or the west bound.
    pub fn get_xmin(&self) -> f64 {
        self.x.0
    }

    /// Greatest x, or the east bound.
    pub fn get_xmax(&self) -> f64 {
        self.x.1
    }

    /// Least y.
    pub fn get_ymin(&self) -> f64 {
        self.y.0
    }

    /// Greatest y.
    pub fn get_ymax(&self) -> f64 {
        self.y.1
    }

    /// Least z.
    pub fn get_zmin(&self) -> Option<f64> {
        self.z.map(|z| z.0)
    }

    /// Greatest z.
    pub fn get_zmax(&self) -> Option<f64> {
        self.z.map(|z| z.1)
    }

    /// Least m.
    pub fn get_mmin(&self) -> Option<f64> {
        self.m.map(|m| m.0)
    }

    /// Greatest m.
    pub fn get_mmax(&self) -> Option<f64> {
        self.m.map(|m| m.1)
    }

    /// Whether there are bounds of z.
    pub fn is_z_valid(&self) -> bool {
        self.z.is_some()
    }

    /// Whether there are bounds of m.
    pub fn is_m_valid(&self) -> bool {
        self.m.is_some()
    }

    /// Reads the structure from its first field; none if a bound in the plane is missing. Half a pair of other bounds is no
    /// pair.
    pub(crate) fn parse(cursor: &mut Cursor<'_>) -> Result<Option<Self>, FormatError> {
        let mut bounds = [None; 8];
        let mut last_id = 0;
        while let Some(field) = cursor.next_field(&mut last_id)? {
            match (field.id, field.wire) {
                (id @ 1..=8, Wire::Double) => bounds[id as usize - 1] = Some(cursor.read_double()?),
                _ => cursor.skip(field.wire)?,
            }
        }
        let pair = |at: usize| bounds[at].zip(bounds[at + 1]);
        let Some((x, y)) = pair(0).zip(pair(2)) else {
            return Ok(None);
        };
        Ok(Some(Self {
            x,
            y,
            z: pair(4),
            m: pair(6),
        }))
    }
}
