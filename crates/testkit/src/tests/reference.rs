//! Reads columns by the reference reader.

use bytes::Bytes;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::column::reader::ColumnReader;
use parquet::data_type::AsBytes;
use parquet::file::reader::{FileReader, SerializedFileReader};

use crate::file::column::Column;
use crate::values::Values;

/// Checks that a column chunk of the file holds `expected`, values and levels.
pub(super) fn check(file: &[u8], row_group: usize, leaf: usize, expected: &Column) {
    let reader = SerializedFileReader::new(Bytes::copy_from_slice(file)).unwrap();
    let row_group = reader.get_row_group(row_group).unwrap();
    let column = row_group.get_column_reader(leaf).unwrap();
    let (values, def, rep) = read(column, &expected.values);
    assert_eq!(values, expected.values);
    assert_eq!(def, expected.def);
    assert_eq!(rep, expected.rep);
}

fn read(column: ColumnReader, like: &Values) -> (Values, Vec<u8>, Vec<u8>) {
    let (mut def, mut rep) = (Vec::new(), Vec::new());
    let most = usize::MAX >> 1;
    macro_rules! records {
        ($reader:expr) => {{
            let (mut reader, mut values) = ($reader, Vec::new());
            while reader
                .read_records(most, Some(&mut def), Some(&mut rep), &mut values)
                .unwrap()
                .0
                > 0
            {}
            values
        }};
    }
    let values = match column {
        ColumnReader::BoolColumnReader(reader) => Values::Boolean(records!(reader)),
        ColumnReader::Int32ColumnReader(reader) => Values::Int32(records!(reader)),
        ColumnReader::Int64ColumnReader(reader) => Values::Int64(records!(reader)),
        ColumnReader::Int96ColumnReader(reader) => Values::Int96(
            records!(reader)
                .iter()
                .map(|v| v.as_bytes().try_into().unwrap())
                .collect(),
        ),
        ColumnReader::FloatColumnReader(reader) => Values::Float(records!(reader)),
        ColumnReader::DoubleColumnReader(reader) => Values::Double(records!(reader)),
        ColumnReader::ByteArrayColumnReader(reader) => {
            Values::ByteArray(records!(reader).iter().map(|v| v.data().to_vec()).collect())
        }
        ColumnReader::FixedLenByteArrayColumnReader(reader) => {
            let Values::Fixed(width, _) = like else {
                panic!("expected {like:?}")
            };
            Values::Fixed(
                *width,
                records!(reader).iter().map(|v| v.data().to_vec()).collect(),
            )
        }
    };
    let narrow = |levels: Vec<i16>| levels.into_iter().map(|level| level as u8).collect();
    (values, narrow(def), narrow(rep))
}

/// Reads all record batches; returns the number of rows.
pub(super) fn read_all(file: &[u8]) -> Result<usize, String> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(Bytes::copy_from_slice(file));
    let reader = builder
        .and_then(|builder| builder.build())
        .map_err(|error| error.to_string())?;
    let mut num_rows = 0;
    for batch in reader {
        num_rows += batch.map_err(|error| error.to_string())?.num_rows();
    }
    Ok(num_rows)
}
