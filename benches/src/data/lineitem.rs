//! TPC-H's lineitem, from `tpchgen-arrow`.

use super::recipe::Codec;
use crate::error::BenchError;

/// The table in thousandths of scale factor 1, which is 6 million rows.
#[cfg(feature = "lineitem")]
pub(super) fn file(thousandths: usize, codec: Codec) -> Result<Vec<u8>, BenchError> {
    use parquet::file::properties::WriterProperties;
    use tpchgen::generators::LineItemGenerator;
    use tpchgen_arrow::LineItemArrow;

    let generator = LineItemGenerator::new(thousandths as f64 / 1000.0, 1, 1);
    let batches = LineItemArrow::new(generator).with_batch_size(65_536);
    let properties = WriterProperties::builder()
        .set_compression(codec.compression())
        .build();
    let batches = batches.map(|batch| batch.map_err(BenchError::data));
    super::write::write(LineItemArrow::schema_ref(), batches, properties)
}

/// The generator is no part of a build for tests, which needs to be quick.
#[cfg(not(feature = "lineitem"))]
pub(super) fn file(_thousandths: usize, _codec: Codec) -> Result<Vec<u8>, BenchError> {
    Err(BenchError::Data(
        "built without the feature `lineitem`, which `cargo xtask bench` turns on".into(),
    ))
}
