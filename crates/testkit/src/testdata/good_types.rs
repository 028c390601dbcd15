//! Logical and converted types, those of the future too.

use super::{TestFile, good_file};
use crate::encode::Encoding;
use crate::file::column::Layout;
use crate::file::schema::logical::{self, Unit};
use crate::file::schema::{Converted, Element, Repetition};
use crate::file::shred::{self, Datum, group};
use crate::thrift::{Struct, Value};
use crate::values::Physical;
use Repetition::{Optional, Required};

pub(super) fn add(files: &mut Vec<TestFile>) {
    let mut add = |name: &str, about: &str, columns: Vec<(Element, Vec<Datum>)>| {
        for (encoding, suffix) in [
            (Encoding::Plain, "plain"),
            (Encoding::RleDictionary, "dictionary"),
        ] {
            let layout = Layout {
                encoding,
                rows_per_page: 20,
                crc: true,
                ..Layout::default()
            };
            let (mut elements, mut rows) = (vec![Element::root(columns.len())], Vec::new());
            elements.extend(columns.iter().map(|(element, _)| element.clone()));
            for i in 0..NUM_ROWS {
                rows.push(group(
                    columns.iter().map(|(_, data)| data[i % data.len()].clone()),
                ));
            }
            let name = format!("type_{name}_{suffix}");
            files.push(good_file(
                &name,
                about,
                shred::file(elements, &rows, layout),
            ));
        }
    };
    integers(&mut add);
    times(&mut add);
    decimals(&mut add);
    bytes(&mut add);
    unusual(&mut add);
}

const NUM_ROWS: usize = 45;

type Add<'a> = dyn FnMut(&str, &str, Vec<(Element, Vec<Datum>)>) + 'a;

fn ints(values: &[i64]) -> Vec<Datum> {
    values
        .iter()
        .map(|&value| Datum::Int(value))
        .chain([Datum::Null])
        .collect()
}

fn int32(name: &str) -> Element {
    Element::leaf(name, Optional, Physical::Int32)
}

fn int64(name: &str) -> Element {
    Element::leaf(name, Optional, Physical::Int64)
}

fn byte_array(name: &str) -> Element {
    Element::leaf(name, Optional, Physical::ByteArray)
}

fn integers(add: &mut Add<'_>) {
    let small = [-128, 127, 0, 1, -1];
    add(
        "integers",
        "integers of 8 to 64 bits, signed and unsigned, by logical or by converted type",
        vec![
            (
                int32("int8").logical(logical::integer(8, true)),
                ints(&small),
            ),
            (
                int32("int16").logical(logical::integer(16, true)),
                ints(&[-32768, 32767, 0]),
            ),
            (
                int32("int32").logical(logical::integer(32, true)),
                ints(&[i64::from(i32::MIN), 0]),
            ),
            (
                int64("int64").logical(logical::integer(64, true)),
                ints(&[i64::MIN, i64::MAX]),
            ),
            (
                int32("uint8").logical(logical::integer(8, false)),
                ints(&[0, 255, 128]),
            ),
            (
                int32("uint16").logical(logical::integer(16, false)),
                ints(&[0, 65535]),
            ),
            (
                int32("uint32").logical(logical::integer(32, false)),
                ints(&[0, -1, 5]),
            ),
            (
                int64("uint64").logical(logical::integer(64, false)),
                ints(&[0, -1, 5]),
            ),
            (int32("old_int8").converted(Converted::Int8), ints(&small)),
            (int32("old_int16").converted(Converted::Int16), ints(&small)),
            (int32("old_int32").converted(Converted::Int32), ints(&small)),
            (int64("old_int64").converted(Converted::Int64), ints(&small)),
            (
                int32("old_uint8").converted(Converted::Uint8),
                ints(&[0, 255]),
            ),
            (
                int32("old_uint16").converted(Converted::Uint16),
                ints(&[0, 65535]),
            ),
            (
                int32("old_uint32").converted(Converted::Uint32),
                ints(&[0, -1]),
            ),
            (
                int64("old_uint64").converted(Converted::Uint64),
                ints(&[0, -1]),
            ),
        ],
    );
}

fn times(add: &mut Add<'_>) {
    let moments = [0, 1, -1, 1_700_000_000_123_456_789, -62_135_596_800_000];
    let of_day = [0, 1, 43_200_123];
    add(
        "times",
        "dates, times and timestamps in every unit, UTC and local",
        vec![
            (
                int32("date").logical(logical::date()),
                ints(&[0, -719_162, 2_932_896]),
            ),
            (
                int32("time_ms").logical(logical::time(Unit::Millis, true)),
                ints(&of_day),
            ),
            (
                int64("time_us").logical(logical::time(Unit::Micros, false)),
                ints(&of_day),
            ),
            (
                int64("time_ns").logical(logical::time(Unit::Nanos, true)),
                ints(&of_day),
            ),
            (
                int64("ts_ms_utc").logical(logical::timestamp(Unit::Millis, true)),
                ints(&moments),
            ),
            (
                int64("ts_us_utc").logical(logical::timestamp(Unit::Micros, true)),
                ints(&moments),
            ),
            (
                int64("ts_ns_utc").logical(logical::timestamp(Unit::Nanos, true)),
                ints(&moments),
            ),
            (
                int64("ts_ms").logical(logical::timestamp(Unit::Millis, false)),
                ints(&moments),
            ),
            (
                int64("ts_us").logical(logical::timestamp(Unit::Micros, false)),
                ints(&moments),
            ),
            (
                int64("ts_ns").logical(logical::timestamp(Unit::Nanos, false)),
                ints(&moments),
            ),
            (int32("old_date").converted(Converted::Date), ints(&[0, 1])),
            (
                int32("old_time_ms").converted(Converted::TimeMillis),
                ints(&of_day),
            ),
            (
                int64("old_time_us").converted(Converted::TimeMicros),
                ints(&of_day),
            ),
            (
                int64("old_ts_ms").converted(Converted::TimestampMillis),
                ints(&moments),
            ),
            (
                int64("old_ts_us").converted(Converted::TimestampMicros),
                ints(&moments),
            ),
        ],
    );
    let int96 = |days: i32, nanos: i64| {
        Datum::Bytes([&nanos.to_le_bytes()[..], &(2_440_588 + days).to_le_bytes()].concat())
    };
    let element = Element::leaf("int96", Optional, Physical::Int96);
    let moments = vec![
        int96(0, 0),
        int96(11_323, 86_399_999_999_999),
        int96(-25_567, 1),
        Datum::Null,
    ];
    add("int96", "timestamps in INT96", vec![(element, moments)]);
}

/// The last `width` bytes of a big-endian number.
fn big_endian(value: i128, width: usize) -> Datum {
    let sign = if value < 0 { 0xff } else { 0 };
    let mut bytes = vec![sign; width.saturating_sub(16)];
    bytes.extend(&value.to_be_bytes()[16_usize.saturating_sub(width)..]);
    Datum::Bytes(bytes)
}

fn decimals(add: &mut Add<'_>) {
    let fixed = |name: &str, width, precision, scale| {
        Element::fixed(name, Optional, width)
            .decimal(precision, scale)
            .logical(logical::decimal(precision, scale))
    };
    let wide = |width: usize, values: &[i128]| -> Vec<Datum> {
        values
            .iter()
            .map(|&v| big_endian(v, width))
            .chain([Datum::Null])
            .collect()
    };
    let nines = 10i128.pow(38) - 1;
    add(
        "decimals",
        "decimals on every physical type, up to 76 digits",
        vec![
            (
                int32("on_int32").decimal(9, 2),
                ints(&[999_999_999, -999_999_999, 0, 5]),
            ),
            (
                int64("on_int64").decimal(18, 4),
                ints(&[10i64.pow(18) - 1, -1, 0]),
            ),
            (int64("small_on_int64").decimal(4, 1), ints(&[9999, -9999])),
            (
                fixed("on_fixed3", 3, 6, 2),
                wide(3, &[999_999, -999_999, 0]),
            ),
            (
                fixed("on_fixed8", 8, 18, 0),
                wide(8, &[1, -1, 10i128.pow(18) - 1]),
            ),
            (
                fixed("on_fixed16", 16, 38, 10),
                wide(16, &[nines, -nines, 0]),
            ),
            (
                fixed("on_fixed20", 20, 38, 38),
                wide(20, &[nines, -nines, 1]),
            ),
            (
                fixed("on_fixed32", 32, 76, 3),
                wide(32, &[nines, -nines, -1]),
            ),
            (
                byte_array("on_binary").decimal(20, 5),
                vec![
                    big_endian(1, 1),
                    big_endian(-300, 2),
                    big_endian(10i128.pow(19), 9),
                    Datum::Null,
                ],
            ),
        ],
    );
}

fn bytes(add: &mut Add<'_>) {
    let texts: Vec<Datum> = [
        "",
        "a",
        "twelve bytes",
        "thirteen byte",
        "\u{e9}\u{2192}\u{1f40b}",
        "null: not",
    ]
    .iter()
    .map(|&text| text.into())
    .chain([Datum::Null])
    .collect();
    let blobs = |blobs: &[&[u8]]| -> Vec<Datum> {
        blobs
            .iter()
            .map(|blob| Datum::Bytes(blob.to_vec()))
            .chain([Datum::Null])
            .collect()
    };
    let half = |bits: u16| Datum::Bytes(bits.to_le_bytes().to_vec());
    let interval = |months: u32, days: u32, millis: u32| {
        Datum::Bytes(
            [months, days, millis]
                .iter()
                .flat_map(|v| v.to_le_bytes())
                .collect(),
        )
    };
    let json = vec!["{\"a\": [1, null]}".into(), "1".into(), Datum::Null];
    // A document of one int32 named a; a little-endian point of well-known binary.
    let bson = blobs(&[b"\x0c\0\0\0\x10a\0\x07\0\0\0\0"]);
    let point = [
        &[1, 1, 0, 0, 0][..],
        &1.5f64.to_le_bytes(),
        &(-2f64).to_le_bytes(),
    ]
    .concat();
    add(
        "bytes",
        "everything kept in byte arrays, of any length or of one",
        vec![
            (
                byte_array("string").logical(logical::string()),
                texts.clone(),
            ),
            (
                byte_array("old_string").converted(Converted::Utf8),
                texts.clone(),
            ),
            (byte_array("enum").logical(logical::enumeration()), texts),
            (byte_array("binary"), blobs(&[b"", b"\xff\xfe", &[0; 30]])),
            (byte_array("json").logical(logical::json()), json.clone()),
            (byte_array("old_json").converted(Converted::Json), json),
            (byte_array("bson").logical(logical::bson()), bson.clone()),
            (byte_array("old_bson").converted(Converted::Bson), bson),
            (
                Element::fixed("fixed7", Optional, 7),
                blobs(&[b"1234567", &[0; 7]]),
            ),
            (
                Element::fixed("uuid", Optional, 16).logical(logical::uuid()),
                blobs(&[&[0x5a; 16], &(0..16).collect::<Vec<u8>>()]),
            ),
            (
                Element::fixed("float16", Optional, 2).logical(logical::float16()),
                vec![
                    half(0x3c00),
                    half(0xfbff),
                    half(0x7e00),
                    half(0x8000),
                    Datum::Null,
                ],
            ),
            (
                Element::fixed("interval", Optional, 12).converted(Converted::Interval),
                vec![interval(0, 0, 0), interval(14, 3, 86_400_001), Datum::Null],
            ),
            (
                byte_array("geometry").logical(logical::geometry()),
                blobs(&[&point]),
            ),
            (
                byte_array("geography").logical(logical::geography()),
                blobs(&[&point]),
            ),
        ],
    );
}

fn unusual(add: &mut Add<'_>) {
    add(
        "unknown",
        "columns of the type UNKNOWN: nulls alone",
        vec![
            (int32("a").logical(logical::unknown()), vec![Datum::Null]),
            (
                byte_array("b").logical(logical::unknown()),
                vec![Datum::Null],
            ),
        ],
    );
    add(
        "future",
        "logical types of the future: to be read by their physical type",
        vec![
            (int32("a").logical(logical::plain(60)), ints(&[1, 2])),
            (
                byte_array("b")
                    .logical(Struct::union(61, Struct::new().with(1, "x").with(2, 5i64))),
                vec!["x".into(), Datum::Null],
            ),
            (
                int64("c")
                    .patch(6, Some(Value::from(77i32)))
                    .patch(99, Some(Value::from("new"))),
                ints(&[-5]),
            ),
        ],
    );
    let field_ids = (1..=3).map(|id| {
        let element =
            Element::leaf(&format!("f{id}"), Required, Physical::Int32).field_id(id * 100);
        (element, vec![Datum::Int(id.into())])
    });
    add("field_ids", "columns with field ids", field_ids.collect());
    let names = ["", "a.b", "a b", "\u{fc}ber", "same", "same"];
    let named = names.iter().map(|name| (int32(name), ints(&[1, 2, 3])));
    add(
        "names",
        "column names that are empty, hold a dot, a space or a letter outside ASCII, or come twice",
        named.collect(),
    );
}
