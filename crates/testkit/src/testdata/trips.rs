//! A table that looks like somebody's data: bicycle trips through a city.

use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Decimal128Builder, Float64Builder, Int32Builder, Int64Builder, ListBuilder,
    StringBuilder, StringDictionaryBuilder, StructBuilder, TimestampMicrosecondBuilder,
};
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Fields, Schema, TimeUnit};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use super::TestFile;

const NUM_ROWS: usize = 10_000;
const STATIONS: [&str; 12] = [
    "Harbour Bridge",
    "Old Market",
    "University North",
    "Botanical Garden",
    "Central Station",
    "Ferry Terminal",
    "Museum Quarter",
    "Stadium",
    "Caf\u{e9} Corner",
    "Riverside Park",
    "Tannery Lane",
    "Observatory Hill",
];

/// The table as a file: two row groups, page index, a bloom filter, Zstandard.
///
/// # Panics
/// Never: the columns are of the schema and the writer writes to memory.
pub(super) fn file() -> TestFile {
    let schema = schema();
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(
            ZstdLevel::try_new(3).expect("a level there is"),
        ))
        .set_max_row_group_row_count(Some(6_000))
        .set_data_page_row_count_limit(1_000)
        .set_write_batch_size(500)
        .set_statistics_enabled(EnabledStatistics::Page)
        .set_column_bloom_filter_enabled(ColumnPath::from("trip_id"), true)
        .set_created_by("parquet-rs, driven by herringbone-testkit".to_owned())
        .build();
    let mut writer = ArrowWriter::try_new(Vec::new(), schema.clone(), Some(properties))
        .expect("the schema is of types that the writer knows");
    writer
        .write(&batch(schema))
        .expect("memory takes any bytes");
    TestFile {
        name: "trips.parquet".to_owned(),
        about:
            "10,000 bicycle trips: strings, timestamps, decimals, lists and structs with nulls; \
                two row groups, Zstandard, page index, bloom filter"
                .to_owned(),
        bytes: writer.into_inner().expect("memory takes any bytes"),
    }
}

fn schema() -> Arc<Schema> {
    let utc = DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()));
    let dictionary = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
    Arc::new(Schema::new(vec![
        Field::new("trip_id", DataType::Int64, false),
        Field::new("started_at", utc.clone(), false),
        Field::new("ended_at", utc, true),
        Field::new("start_station", dictionary, true),
        Field::new("end_station", DataType::Utf8, true),
        Field::new("distance_km", DataType::Float64, true),
        Field::new("fare", DataType::Decimal128(8, 2), true),
        Field::new("rider_age", DataType::Int32, true),
        Field::new("is_member", DataType::Boolean, false),
        Field::new("position", DataType::Struct(position()), true),
        Field::new(
            "stops",
            DataType::List(Arc::new(Field::new("item", DataType::Utf8, true))),
            true,
        ),
        Field::new("note", DataType::Utf8, true),
    ]))
}

fn position() -> Fields {
    Fields::from(vec![
        Field::new("latitude", DataType::Float64, false),
        Field::new("longitude", DataType::Float64, false),
    ])
}

/// A small generator, so that the table is the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % sides
    }

    /// True once in `sides` rolls.
    fn once_in(&mut self, sides: u64) -> bool {
        self.roll(sides) == 0
    }

    /// A station; some are more popular than others.
    fn station(&mut self) -> &'static str {
        let popular = self
            .roll(STATIONS.len() as u64)
            .min(self.roll(STATIONS.len() as u64));
        STATIONS[popular as usize]
    }
}

fn batch(schema: Arc<Schema>) -> RecordBatch {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut trip_id = Int64Builder::new();
    let mut started_at = TimestampMicrosecondBuilder::new().with_timezone("UTC");
    let mut ended_at = TimestampMicrosecondBuilder::new().with_timezone("UTC");
    let mut start_station = StringDictionaryBuilder::<Int32Type>::new();
    let mut end_station = StringBuilder::new();
    let mut distance_km = Float64Builder::new();
    let mut fare = Decimal128Builder::new().with_data_type(DataType::Decimal128(8, 2));
    let mut rider_age = Int32Builder::new();
    let mut is_member = BooleanBuilder::new();
    let mut places = StructBuilder::from_fields(position(), NUM_ROWS);
    let mut stops = ListBuilder::new(StringBuilder::new());
    let mut note = StringBuilder::new();
    // 1 March 2024, seven in the morning.
    let mut now = 1_709_276_400_000_000_i64;
    for row in 0..NUM_ROWS {
        now += 1_000_000 * dice.roll(90) as i64 + dice.roll(1_000_000) as i64;
        let minutes = 3 + dice.roll(20) + dice.roll(20);
        let is_lost = dice.once_in(150);
        let metres = minutes * 210 + dice.roll(400);
        trip_id.append_value(700_000 + row as i64);
        started_at.append_value(now);
        let end = now + 60_000_000 * minutes as i64 + 1_000_000 * dice.roll(60) as i64;
        ended_at.append_option((!is_lost).then_some(end));
        start_station.append_option((!dice.once_in(40)).then(|| dice.station()));
        end_station.append_option((!is_lost).then(|| dice.station()));
        distance_km.append_option((!is_lost).then_some(metres as f64 / 1000.0));
        let member = dice.once_in(3);
        let cents = if member {
            0
        } else {
            100 + minutes as i128 * 15
        };
        fare.append_option((!is_lost).then_some(cents));
        rider_age.append_option((!dice.once_in(4)).then(|| 16 + dice.roll(50) as i32));
        is_member.append_value(member);
        for (axis, origin) in [52.36, 4.88].into_iter().enumerate() {
            let offset = dice.roll(9_000) as f64 / 100_000.0;
            let place = places.field_builder::<Float64Builder>(axis);
            place
                .expect("both axes are floats")
                .append_value(origin + offset);
        }
        places.append(!dice.once_in(25));
        match dice.roll(6) {
            0 => stops.append_null(),
            1 | 2 => stops.append(true),
            count => {
                for _ in 2..count {
                    stops
                        .values()
                        .append_option((!dice.once_in(12)).then(|| dice.station()));
                }
                stops.append(true);
            }
        }
        note.append_option(dice.once_in(30).then(|| {
            format!(
                "bike {} returned with {} km on the clock",
                dice.roll(900),
                dice.roll(20_000)
            )
        }));
    }
    let columns: Vec<ArrayRef> = vec![
        Arc::new(trip_id.finish()),
        Arc::new(started_at.finish()),
        Arc::new(ended_at.finish()),
        Arc::new(start_station.finish()),
        Arc::new(end_station.finish()),
        Arc::new(distance_km.finish()),
        Arc::new(fare.finish()),
        Arc::new(rider_age.finish()),
        Arc::new(is_member.finish()),
        Arc::new(places.finish()),
        Arc::new(stops.finish()),
        Arc::new(note.finish()),
    ];
    RecordBatch::try_new(schema, columns).expect("the columns are of the schema")
}
