//! Sound files cut short and damaged: whatever the bytes are, a read ends, soon, with valid batches
//! or an error, and asks for no more memory than a file of that size is worth.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arrow_schema::{DataType, FieldRef, Schema};
use bytes::Bytes;
use herringbone::arrow::arrow_reader::{
    ArrowReaderOptions, Checksums, ParquetRecordBatchReaderBuilder, RowSelection, RowSelector,
};
use herringbone::file::metadata::{PageIndexPolicy, ParquetMetaData};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{BrotliLevel, Compression, Encoding, GzipLevel, ZstdLevel};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};

use crate::shapes::{Numbers, array, field, list, map, required, structure};

/// Counts what the thread that reads has allocated; other tests run beside it.
struct Counting;

thread_local! {
    static ALLOCATED: Cell<i64> = const { Cell::new(0) };
    static PEAK: Cell<i64> = const { Cell::new(0) };
}

fn count(difference: i64) {
    // Nothing is counted while a thread comes to its end.
    let _ = ALLOCATED.try_with(|allocated| {
        let now = allocated.get() + difference;
        allocated.set(now);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(now)));
    });
}

// SAFETY: every call is handed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count(new_size as i64 - layout.size() as i64);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(place, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most memory that a read of a file of `size` bytes may take.
fn memory_bound(size: usize) -> i64 {
    (64 << 20) + 64 * size as i64
}

/// Far more than any of these files takes, on a busy machine too.
const TIME_BOUND: Duration = Duration::from_secs(10);

/// Batches that a damaged count of rows may lead to; nobody needs to see them all.
const MAX_BATCHES: usize = 2000;

/// How a damaged file is read.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// All of it, in one batch.
    Whole,
    /// Single rows, small batches, by the page index where there is one.
    Selected,
    /// By the Parquet schema alone, with checksums compared.
    Checked,
}

fn read(file: Bytes, way: Way) -> Result<(), Box<dyn Error>> {
    let options = match way {
        Way::Whole => ArrowReaderOptions::new(),
        Way::Selected => {
            ArrowReaderOptions::new().with_page_index_policy(PageIndexPolicy::Optional)
        }
        Way::Checked => ArrowReaderOptions::new().with_skip_arrow_metadata(true),
    };
    let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(file, options)?;
    touch(builder.metadata());
    let reader = match way {
        Way::Whole => builder.with_batch_size(10_000),
        Way::Selected => {
            let runs = [(5, true), (2, false), (9, true), (1, false), (40, true)];
            let runs = runs.into_iter().cycle().take(25);
            let selectors = runs.map(|(row_count, skip)| RowSelector { row_count, skip });
            builder
                .with_batch_size(3)
                .with_row_selection(RowSelection::from(selectors.collect::<Vec<_>>()))
        }
        Way::Checked => builder
            .with_batch_size(16)
            .with_checksums(Checksums::Verify),
    };
    for batch in reader.build()?.take(MAX_BATCHES) {
        for column in batch?.columns() {
            let validity = column.to_data().validate_full();
            validity.expect("what is read is valid");
        }
    }
    Ok(())
}

/// Looks at what is decoded only when somebody asks.
fn touch(metadata: &ParquetMetaData) {
    let file = metadata.file_metadata();
    let mut seen = file.schema_descr().num_columns();
    seen += file.key_value_metadata().map_or(0, Vec::len);
    for row_group in metadata.row_groups() {
        for column in row_group.columns() {
            seen += column.byte_range().1 as usize & 1;
            seen += usize::from(column.statistics().is_some());
            seen += column.encodings().count();
            seen += column.column_path().parts().len();
            seen += format!("{:?}", column.compression()).len();
        }
    }
    std::hint::black_box(seen);
}

/// Reads `bytes` and checks what it took.
fn check(name: &str, damage: &dyn std::fmt::Debug, bytes: Vec<u8>, way: Way) {
    let size = bytes.len();
    let file = Bytes::from(bytes);
    let before = ALLOCATED.get();
    PEAK.set(before);
    let start = Instant::now();
    let result = std::panic::catch_unwind(|| read(file, way).map_err(|error| error.to_string()));
    let what = format!("{name}, {damage:?}, {way:?}");
    let Ok(result) = result else {
        panic!("{what}: panicked");
    };
    assert!(
        start.elapsed() < TIME_BOUND,
        "{what}: {:?}",
        start.elapsed()
    );
    let peak = PEAK.get() - before;
    assert!(
        peak < memory_bound(size),
        "{what}: {peak} bytes allocated, {result:?}"
    );
}

/// A byte of the file as it is after damage.
#[derive(Clone, Copy, Debug)]
enum Byte {
    Set(u8),
    Flip(u8),
    Remove,
}

const DAMAGES: [Byte; 9] = [
    Byte::Set(0x00),
    Byte::Set(0x7f),
    Byte::Set(0x80),
    Byte::Set(0xff),
    Byte::Flip(0x01),
    Byte::Flip(0x08),
    Byte::Flip(0x40),
    Byte::Flip(0x81),
    Byte::Remove,
];

fn damaged(file: &[u8], position: usize, damage: Byte) -> Vec<u8> {
    let mut bytes = file.to_vec();
    match damage {
        Byte::Set(value) => bytes[position] = value,
        Byte::Flip(bits) => bytes[position] ^= bits,
        Byte::Remove => {
            bytes.remove(position);
        }
    }
    bytes
}

/// Reads about `budget` damaged versions of the file, spread evenly over places and damages.
fn damage(name: &str, file: &[u8], budget: usize) {
    // Every way sees other combinations: the strides have no factor in common.
    for (i, way) in [Way::Whole, Way::Selected, Way::Checked]
        .into_iter()
        .enumerate()
    {
        check(name, &"sound", file.to_vec(), way);
        let total = file.len() * DAMAGES.len();
        let stride = (3 * total / budget).max(1);
        for k in (i * stride / 3..total).step_by(stride) {
            // Neighbours among the chosen differ in place and in damage.
            let (position, damage) = (k / DAMAGES.len(), DAMAGES[(k + k / 7) % DAMAGES.len()]);
            let bytes = damaged(file, position, damage);
            check(name, &(position, damage), bytes, way);
        }
    }
}

/// A file that `parquet` writes, as small as it can be.
fn small(column: FieldRef, properties: WriterProperties, keeps_schema: bool) -> Vec<u8> {
    let values = array(&column, 40, &mut Numbers::new(7));
    let schema = Arc::new(Schema::new(vec![column]));
    let batch = arrow_array::RecordBatch::try_new(Arc::clone(&schema), vec![values]).unwrap();
    let options = ArrowWriterOptions::new()
        .with_properties(properties)
        .with_skip_arrow_metadata(!keeps_schema);
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new_with_options(&mut bytes, schema, options).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    bytes
}

fn properties(version: WriterVersion) -> parquet::file::properties::WriterPropertiesBuilder {
    WriterProperties::builder()
        .set_writer_version(version)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        .set_created_by(String::new())
        .set_data_page_row_count_limit(25)
        .set_write_batch_size(25)
}

const VERSIONS: [WriterVersion; 2] = [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0];

/// Each encoding on a type of its own.
fn encoded_files() -> Vec<(String, Vec<u8>)> {
    use Encoding::*;
    let cases: [(DataType, &[Encoding]); 6] = [
        (DataType::Boolean, &[PLAIN, RLE]),
        (
            DataType::Int32,
            &[PLAIN, DELTA_BINARY_PACKED, BYTE_STREAM_SPLIT],
        ),
        (DataType::Int64, &[PLAIN, DELTA_BINARY_PACKED]),
        (DataType::Float64, &[PLAIN, BYTE_STREAM_SPLIT]),
        (
            DataType::Utf8,
            &[PLAIN, DELTA_LENGTH_BYTE_ARRAY, DELTA_BYTE_ARRAY],
        ),
        (
            DataType::FixedSizeBinary(5),
            &[PLAIN, DELTA_BYTE_ARRAY, BYTE_STREAM_SPLIT],
        ),
    ];
    let mut files = Vec::new();
    for version in VERSIONS {
        for (data_type, encodings) in &cases {
            for &encoding in *encodings {
                let properties = properties(version)
                    .set_dictionary_enabled(false)
                    .set_encoding(encoding)
                    .build();
                files.push((
                    format!("{data_type} {encoding} {version:?}"),
                    small(field("c", data_type.clone()), properties, false),
                ));
            }
            files.push((
                format!("{data_type} dictionary {version:?}"),
                small(
                    field("c", data_type.clone()),
                    properties(version).build(),
                    false,
                ),
            ));
        }
    }
    files
}

fn compressed_files() -> Vec<(String, Vec<u8>)> {
    let codecs = [
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::BROTLI(BrotliLevel::default()),
        Compression::ZSTD(ZstdLevel::default()),
        Compression::LZ4,
        Compression::LZ4_RAW,
    ];
    let file = |codec| {
        let properties = properties(WriterVersion::PARQUET_2_0)
            .set_compression(codec)
            .set_dictionary_enabled(false)
            .build();
        small(required("c", DataType::Utf8), properties, false)
    };
    codecs
        .into_iter()
        .map(|codec| (format!("{codec}"), file(codec)))
        .collect()
}

fn nested_files() -> Vec<(String, Vec<u8>)> {
    let text = || DataType::Utf8;
    let element = |data_type| field("element", data_type);
    let dictionary = DataType::Dictionary(Box::new(DataType::Int32), Box::new(text()));
    let types = [
        (list(element(text())), false),
        (list(element(list(element(DataType::Int32)))), false),
        (map(text(), field("values", DataType::Int64)), false),
        (
            structure([
                field("a", DataType::Int32),
                field("b", list(element(text()))),
            ]),
            false,
        ),
        (
            list(element(structure([
                field("a", DataType::Int64),
                field("b", text()),
            ]))),
            false,
        ),
        // These take the writer's schema to be what they are.
        (DataType::FixedSizeList(element(DataType::Int32), 2), true),
        (DataType::ListView(element(DataType::Int32)), true),
        (dictionary, true),
        (DataType::Utf8View, true),
        (
            DataType::Timestamp(arrow_schema::TimeUnit::Nanosecond, None),
            true,
        ),
    ];
    let mut files = Vec::new();
    for version in VERSIONS {
        for (data_type, keeps_schema) in &types {
            files.push((
                format!("{data_type} {version:?}"),
                small(
                    field("c", data_type.clone()),
                    properties(version).build(),
                    *keeps_schema,
                ),
            ));
        }
    }
    files
}

/// The files of `testdata/good` up to `max_size` bytes.
fn good_files(max_size: u64) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/good");
    let Ok(listing) = std::fs::read_dir(&folder) else {
        println!("skipped: no {}", folder.display());
        return Vec::new();
    };
    let mut paths: Vec<_> = listing.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.retain(|path| path.metadata().unwrap().len() <= max_size);
    let read = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read(path).unwrap())
    };
    paths.iter().map(read).collect()
}

#[test]
fn encodings_with_damage() {
    for (name, file) in encoded_files() {
        damage(&name, &file, 2000);
    }
}

#[test]
fn codecs_with_damage() {
    for (name, file) in compressed_files() {
        damage(&name, &file, 4000);
    }
}

#[test]
fn nesting_with_damage() {
    for (name, file) in nested_files() {
        damage(&name, &file, 2000);
    }
}

#[test]
fn hand_made_files_with_damage() {
    for (name, file) in good_files(4000) {
        damage(&name, &file, 600);
    }
}

#[test]
fn indexes_with_damage() {
    let properties = WriterProperties::builder()
        .set_data_page_row_count_limit(10)
        .set_write_batch_size(10)
        .set_bloom_filter_enabled(true)
        .set_bloom_filter_max_ndv(20)
        .build();
    let file = small(field("c", DataType::Int32), properties, false);
    let text = list(field("element", DataType::Utf8));
    let nested = properties_with_index();
    damage("indexes", &file, 2500);
    damage(
        "indexes of lists",
        &small(field("c", text), nested, false),
        1500,
    );
}

fn properties_with_index() -> WriterProperties {
    WriterProperties::builder()
        .set_data_page_row_count_limit(10)
        .set_write_batch_size(10)
        .build()
}

#[test]
fn files_cut_short() {
    let files = encoded_files().into_iter().chain(nested_files());
    for (name, file) in files.step_by(5) {
        for len in 0..file.len() {
            check(&name, &len, file[..len].to_vec(), Way::Whole);
            // The footer is there, and something in the middle is not.
            if len % 3 == 0 {
                let half = len / 2;
                let joined = [&file[..half], &file[len..]].concat();
                check(&name, &(half..len), joined, Way::Whole);
            }
        }
    }
}

#[test]
fn real_files_with_damage() {
    let corpus = std::env::var_os("HERRINGBONE_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"),
        Into::into,
    );
    let Ok(manifest) = std::fs::read_to_string(corpus.join("MANIFEST.csv")) else {
        println!("skipped: no corpus at {}", corpus.display());
        return;
    };
    let names = manifest.lines().skip(1).filter_map(|line| {
        let (name, rest) = line.split_once(',')?;
        (!rest.starts_with("companion")).then_some(name)
    });
    for name in names {
        let file = std::fs::read(corpus.join(name)).unwrap();
        if file.len() < 16 << 10 {
            damage(name, &file, 60);
        }
    }
}
