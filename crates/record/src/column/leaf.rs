//! Leaves: one reader each, of the kind that its type takes.

use std::sync::Arc;

use herringbone_column::decode::{
    self, BooleanValues, DecimalStorage, DecimalValues, FixedLenValues, FixedValues, Identity,
    LeafReader, LeafSpec, Levels, LookupValues, NullValues, Physical, Text,
};
use herringbone_column::{ByteSource, ChunkSpec, ColumnError};
use herringbone_decode_kernel::big_endian;
use herringbone_decode_kernel::nulls::Validity;
use herringbone_format::basic::Type as PhysicalType;

use crate::DataType;

type Numbers<T> = LeafReader<FixedValues<Identity<T>>>;

/// A leaf column of the file.
pub(crate) struct Leaf {
    pub(crate) leaf_idx: usize,
    pub(crate) values: LeafValues,
}

/// The values of a leaf in the window, one per slot.
pub(crate) enum LeafValues {
    Null(LeafReader<NullValues>),
    Boolean(LeafReader<BooleanValues>),
    Int32(Numbers<i32>),
    Int64(Numbers<i64>),
    Int96(Numbers<[u8; 12]>),
    Float32(Numbers<f32>),
    Float64(Numbers<f64>),
    Decimal128(LeafReader<DecimalValues<i128>>),
    Decimal256(LeafReader<DecimalValues<[u128; 2]>>),
    Bytes(LeafReader<LookupValues>),
    Fixed(LeafReader<FixedLenValues>),
}

impl Leaf {
    /// The reader of a leaf whose values are of `data_type`; `width` is that of a
    /// FIXED_LEN_BYTE_ARRAY.
    pub(super) fn open(
        leaf_idx: usize,
        physical_type: PhysicalType,
        width: usize,
        data_type: DataType,
        spec: LeafSpec,
    ) -> Self {
        use PhysicalType as P;
        let values = match (physical_type, data_type) {
            (_, DataType::Null) => LeafValues::Null(LeafReader::new(spec, NullValues)),
            (P::BOOLEAN, _) => LeafValues::Boolean(LeafReader::new(spec, BooleanValues::default())),
            (P::INT32, _) => LeafValues::Int32(numbers(spec)),
            (P::INT64, _) => LeafValues::Int64(numbers(spec)),
            (P::INT96, _) => LeafValues::Int96(numbers(spec)),
            (P::FLOAT, _) => LeafValues::Float32(numbers(spec)),
            (P::DOUBLE, _) => LeafValues::Float64(numbers(spec)),
            (P::BYTE_ARRAY, DataType::Decimal { precision, .. }) => {
                decimals(DecimalStorage::Variable, precision > 38, spec)
            }
            (P::FIXED_LEN_BYTE_ARRAY, DataType::Decimal { precision, .. }) => {
                let is_wide = precision > 38 || width > 16;
                decimals(DecimalStorage::Fixed(width), is_wide, spec)
            }
            (P::BYTE_ARRAY, _) => {
                let text = match data_type {
                    DataType::String => Text::Utf8,
                    _ => Text::Binary,
                };
                LeafValues::Bytes(LeafReader::new(spec, LookupValues::new(text)))
            }
            (P::FIXED_LEN_BYTE_ARRAY, _) => {
                LeafValues::Fixed(LeafReader::new(spec, FixedLenValues::new(width)))
            }
        };
        Self { leaf_idx, values }
    }

    /// Continues with the first row of `chunk`.
    pub(crate) fn open_chunk(&mut self, source: Arc<dyn ByteSource>, chunk: &ChunkSpec) {
        self.driver().open_chunk(source, chunk);
    }

    /// Replaces the window by the next `num_rows` rows; returns how many the chunk still had. Their
    /// validity goes to `validity`, whose memory is used for the next.
    pub(super) fn read(
        &mut self,
        num_rows: usize,
        validity: &mut Validity,
    ) -> Result<usize, ColumnError> {
        self.driver().read(num_rows, validity)
    }

    /// Checks that nothing of the chunk is left.
    pub(crate) fn check_end(&mut self) -> Result<(), ColumnError> {
        self.driver().check_end()
    }

    pub(super) fn levels(&self) -> &Levels {
        match &self.values {
            LeafValues::Null(reader) => reader.levels(),
            LeafValues::Boolean(reader) => reader.levels(),
            LeafValues::Int32(reader) => reader.levels(),
            LeafValues::Int64(reader) => reader.levels(),
            LeafValues::Int96(reader) => reader.levels(),
            LeafValues::Float32(reader) => reader.levels(),
            LeafValues::Float64(reader) => reader.levels(),
            LeafValues::Decimal128(reader) => reader.levels(),
            LeafValues::Decimal256(reader) => reader.levels(),
            LeafValues::Bytes(reader) => reader.levels(),
            LeafValues::Fixed(reader) => reader.levels(),
        }
    }

    fn driver(&mut self) -> &mut dyn LeafDriver {
        match &mut self.values {
            LeafValues::Null(reader) => reader,
            LeafValues::Boolean(reader) => reader,
            LeafValues::Int32(reader) => reader,
            LeafValues::Int64(reader) => reader,
            LeafValues::Int96(reader) => reader,
            LeafValues::Float32(reader) => reader,
            LeafValues::Float64(reader) => reader,
            LeafValues::Decimal128(reader) => reader,
            LeafValues::Decimal256(reader) => reader,
            LeafValues::Bytes(reader) => reader,
            LeafValues::Fixed(reader) => reader,
        }
    }
}

fn numbers<T: Physical + Default>(spec: LeafSpec) -> Numbers<T> {
    LeafReader::new(spec, FixedValues::new(Identity::default()))
}

fn decimals(storage: DecimalStorage, is_wide: bool, spec: LeafSpec) -> LeafValues {
    if is_wide {
        LeafValues::Decimal256(LeafReader::new(spec, DecimalValues::new(storage)))
    } else {
        LeafValues::Decimal128(LeafReader::new(spec, DecimalValues::new(storage)))
    }
}

/// A reader without regard to the type of its values.
trait LeafDriver {
    fn open_chunk(&mut self, source: Arc<dyn ByteSource>, chunk: &ChunkSpec);
    fn read(&mut self, num_rows: usize, validity: &mut Validity) -> Result<usize, ColumnError>;
    fn check_end(&self) -> Result<(), ColumnError>;
}

impl<V: WindowValues> LeafDriver for LeafReader<V> {
    fn open_chunk(&mut self, source: Arc<dyn ByteSource>, chunk: &ChunkSpec) {
        Self::open_chunk(self, source, chunk);
    }

    fn read(&mut self, num_rows: usize, validity: &mut Validity) -> Result<usize, ColumnError> {
        self.values_mut().clear();
        self.levels_mut().clear();
        let found = Self::read(self, num_rows)?;
        self.values_mut().finish()?;
        std::mem::swap(&mut self.levels_mut().validity, validity);
        Ok(found)
    }

    fn check_end(&self) -> Result<(), ColumnError> {
        Self::check_end(self)
    }
}

/// Values of one window that give way to those of the next, in the same memory.
trait WindowValues: decode::LeafValues {
    fn clear(&mut self);

    /// Prepares what was read for being looked at.
    fn finish(&mut self) -> Result<(), ColumnError> {
        Ok(())
    }
}

impl WindowValues for NullValues {
    fn clear(&mut self) {}
}

impl WindowValues for BooleanValues {
    fn clear(&mut self) {
        Self::clear(self);
    }
}

impl<T: Physical> WindowValues for FixedValues<Identity<T>> {
    fn clear(&mut self) {
        Self::clear(self);
    }
}

impl<L: big_endian::Decimal> WindowValues for DecimalValues<L> {
    fn clear(&mut self) {
        Self::clear(self);
    }
}

impl WindowValues for FixedLenValues {
    fn clear(&mut self) {
        Self::clear(self);
    }
}

impl WindowValues for LookupValues {
    fn clear(&mut self) {
        Self::clear(self);
    }

    fn finish(&mut self) -> Result<(), ColumnError> {
        Self::finish(self)
    }
}
