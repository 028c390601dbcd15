//! A table like ClickBench's hits: web analytics, sorted by counter, every column skewed.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, Date32Array, Int16Array, Int32Array, Int64Array, RecordBatch, StringArray,
};
use arrow_schema::{Field, Schema};
use parquet::file::properties::WriterProperties;

use super::random::Random;
use super::recipe::Codec;
use super::{values, write};
use crate::error::BenchError;

/// Bytes up to which a writer keeps a dictionary that is asked to keep it.
const KEPT: usize = 64 << 20;

pub(super) fn file(num_rows: usize, kept: bool) -> Result<Vec<u8>, BenchError> {
    let columns = columns(num_rows);
    let field =
        |(name, array): &(&str, ArrayRef)| Field::new(*name, array.data_type().clone(), false);
    let schema = Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()));
    let arrays = columns.into_iter().map(|(_, array)| array).collect();
    let batch = RecordBatch::try_new(Arc::clone(&schema), arrays).map_err(BenchError::data)?;
    let mut builder = WriterProperties::builder().set_compression(Codec::Zstd.compression());
    if kept {
        builder = builder.set_dictionary_page_size_limit(KEPT);
    }
    write::write(schema, [Ok(batch)], builder.build())
}

fn columns(num_rows: usize) -> Vec<(&'static str, ArrayRef)> {
    let counters = counters(num_rows);
    // The few that come often are zero, as in the flags and codes of the table that this resembles.
    let small = |name: &str, bound| {
        let mut random = Random::named(name);
        let values = (0..num_rows).map(|_| random.skewed(bound) as i16);
        Arc::new(Int16Array::from_iter_values(values)) as ArrayRef
    };
    let medium = |name: &str, bound| {
        let mut random = Random::named(name);
        let values = (0..num_rows).map(|_| random.skewed(bound) as i32);
        Arc::new(Int32Array::from_iter_values(values)) as ArrayRef
    };
    let text = |name: &str, make: &dyn Fn(&mut Random, u64) -> String| {
        let mut random = Random::named(name);
        let values = counters.iter().map(|counter| make(&mut random, *counter));
        Arc::new(StringArray::from_iter_values(values)) as ArrayRef
    };
    let often_empty = |percent, make: fn(&mut Random, u64) -> String| {
        move |random: &mut Random, counter| {
            if random.chance(percent) {
                String::new()
            } else {
                make(random, counter)
            }
        }
    };
    let mut random = Random::named("hits");
    let mut time = 1_372_600_000;
    let times: Vec<i64> = (0..num_rows)
        .map(|_| {
            time += random.below(5) as i64;
            time
        })
        .collect();
    let days = times.iter().map(|time| (time / 86_400) as i32);
    let users: Vec<u64> = (0..num_rows).map(|_| random.skewed(200_000)).collect();
    let user = |user: &u64| Random::new(*user).next() as i64;
    let hash = |random: &mut Random| user(&random.skewed(100_000));
    let ids: Vec<i64> = (0..num_rows).map(|_| random.next() as i64).collect();
    let urls: Vec<i64> = (0..num_rows).map(|_| hash(&mut random)).collect();
    #[rustfmt::skip]
    let columns = vec![
        ("watch_id", int64(ids.into_iter())),
        ("counter_id", int32(counters.iter().map(|id| *id as i32))),
        ("event_time", int64(times.iter().copied())),
        ("event_date", Arc::new(Date32Array::from_iter_values(days))),
        ("user_id", int64(users.iter().map(user))),
        ("client_ip", int32(users.iter().map(|id| user(id) as i32))),
        ("region_id", medium("region", 5_000)),
        ("url_hash", int64(urls.into_iter())),
        ("title", text("title", &often_empty(15, title))),
        ("url", text("url", &url)),
        ("referer", text("referer", &often_empty(20, referer))),
        ("search_phrase", text("search", &often_empty(87, |random, _| values::words(24, random)))),
        ("params", text("params", &often_empty(97, |random, _| values::letters(40, random)))),
        ("browser_language", text("language", &|random, _| values::text(2, random.skewed(40)))),
        ("phone_model", text("phone", &often_empty(94, |random, _| values::text(8, random.skewed(200))))),
        ("os", small("os", 90)),
        ("user_agent", small("agent", 80)),
        ("resolution_width", small("width", 3_000)),
        ("resolution_height", small("height", 2_000)),
        ("window_width", small("window", 2_500)),
        ("is_refresh", small("refresh", 2)),
        ("is_mobile", small("mobile", 2)),
        ("traffic_source", small("source", 10)),
        ("search_engine", small("engine", 100)),
        ("adv_engine", small("adv", 60)),
        ("sex", small("sex", 3)),
        ("age", small("age", 60)),
        ("send_timing", medium("send", 60_000)),
        ("dns_timing", medium("dns", 20_000)),
        ("connect_timing", medium("connect", 30_000)),
    ];
    columns
}

fn int64(values: impl Iterator<Item = i64>) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(values))
}

fn int32(values: impl Iterator<Item = i32>) -> ArrayRef {
    Arc::new(Int32Array::from_iter_values(values))
}

/// Sorted, a few with very many rows.
fn counters(num_rows: usize) -> Vec<u64> {
    let mut random = Random::named("counters");
    let mut counters: Vec<u64> = (0..num_rows).map(|_| random.skewed(6_000)).collect();
    counters.sort_unstable();
    counters
}

/// Every site has pages of which few are seen often; a third of the visits carry parameters of their own.
fn url(random: &mut Random, counter: u64) -> String {
    let page = random.skewed(3_000) + counter * 4_000;
    let mut url = format!(
        "http://{}.example/{}/{}/{page}.html",
        values::text(10, counter),
        values::text(8, page % 97),
        values::text(24, page),
    );
    if random.chance(33) {
        url += &format!("?session={:016x}", random.next());
    }
    url
}

fn title(random: &mut Random, counter: u64) -> String {
    let page = random.skewed(3_000) + counter * 4_000;
    let line = values::words(50, &mut Random::new(page));
    // Half of the sites write letters of two bytes.
    if counter.is_multiple_of(2) {
        return line;
    }
    let cyrillic = |letter: char| match letter {
        'a'..='z' => char::from_u32(u32::from(letter) - u32::from('a') + 0x430).unwrap_or(letter),
        other => other,
    };
    line.chars().map(cyrillic).collect()
}

fn referer(random: &mut Random, counter: u64) -> String {
    let from = if random.chance(60) {
        counter
    } else {
        random.skewed(6_000)
    };
    url(random, from)
}
