//! A table like ClickBench's hits: web analytics, sorted by counter, every column skewed.
//!
//! What makes it that table is how often its long strings come again: of a hundred visits, about twenty are to a page that no visit
//! before them was to. So 1 MiB of distinct URLs, titles and referrers is used up early in a row group, where a stock writer goes
//! over to PLAIN, and all of them together fit a dictionary of 64 MiB. Sites, and the pages of a site, are visited after a law of
//! Zipf with an exponent of one, see [`Random::skewed`]; a site has a quarter as many pages as visits, so that the shape is the
//! same at every size.

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
    let sites = Sites::new(num_rows);
    let visits = visits(&sites);
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
    let text = |name: &str, make: &dyn Fn(&mut Random, Visit) -> String| {
        let mut random = Random::named(name);
        let values = visits.iter().map(|visit| make(&mut random, *visit));
        Arc::new(StringArray::from_iter_values(values)) as ArrayRef
    };
    fn often_empty(
        percent: u64,
        make: impl Fn(&mut Random, Visit) -> String,
    ) -> impl Fn(&mut Random, Visit) -> String {
        move |random, visit| match random.chance(percent) {
            true => String::new(),
            false => make(random, visit),
        }
    }
    let referer = |random: &mut Random, visit: Visit| {
        // Most come from another page of the site.
        let counter = match random.chance(60) {
            true => visit.counter,
            false => sites.any(random),
        };
        url(sites.visit(counter, random))
    };
    // Of the phrases that are searched for, half are new.
    let phrase = |random: &mut Random, _: Visit| {
        let number = random.skewed(num_rows as u64);
        values::words(24, &mut Random::new(number))
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
    let num_users = (num_rows as u64 / 5).max(1);
    let users: Vec<u64> = (0..num_rows).map(|_| random.skewed(num_users)).collect();
    let hash = |number: &u64| Random::new(*number).next() as i64;
    let ids: Vec<i64> = (0..num_rows).map(|_| random.next() as i64).collect();
    #[rustfmt::skip]
    let columns = vec![
        ("watch_id", int64(ids.into_iter())),
        ("counter_id", int32(visits.iter().map(|visit| visit.counter as i32))),
        ("event_time", int64(times.iter().copied())),
        ("event_date", Arc::new(Date32Array::from_iter_values(days))),
        ("user_id", int64(users.iter().map(hash))),
        ("client_ip", int32(users.iter().map(|id| hash(id) as i32))),
        ("region_id", medium("region", 5_000)),
        ("url_hash", int64(visits.iter().map(|visit| hash(&visit.page)))),
        ("title", text("title", &often_empty(15, |_, visit| title(visit)))),
        ("url", text("url", &|_, visit| url(visit))),
        ("referer", text("referer", &often_empty(20, referer))),
        ("search_phrase", text("search", &often_empty(87, phrase))),
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

/// One row: a page of a site.
#[derive(Clone, Copy)]
struct Visit {
    counter: u64,
    /// Its number among the pages of all sites.
    page: u64,
}

/// The visits of all sites in the order of their counters.
fn visits(sites: &Sites) -> Vec<Visit> {
    let mut random = Random::named("visits");
    let counters = sites.counters.iter();
    counters
        .map(|counter| sites.visit(*counter, &mut random))
        .collect()
}

/// Which site each row is of.
struct Sites {
    /// Sorted, a few with very many rows.
    counters: Vec<u64>,
    /// The pages of each site.
    num_pages: Vec<u64>,
}

impl Sites {
    const NUM_SITES: u64 = 6_000;

    fn new(num_rows: usize) -> Self {
        let mut random = Random::named("counters");
        let mut counters: Vec<u64> = (0..num_rows)
            .map(|_| random.skewed(Self::NUM_SITES))
            .collect();
        counters.sort_unstable();
        let mut num_visits = vec![0; Self::NUM_SITES as usize];
        for counter in &counters {
            num_visits[*counter as usize] += 1;
        }
        let num_pages = num_visits.iter().map(|visits| visits / 4 + 1).collect();
        Self {
            counters,
            num_pages,
        }
    }

    /// A site, as often as it is visited.
    fn any(&self, random: &mut Random) -> u64 {
        self.counters[random.below(self.counters.len() as u64) as usize]
    }

    /// A visit of that site.
    fn visit(&self, counter: u64, random: &mut Random) -> Visit {
        let page = random.skewed(self.num_pages[counter as usize]);
        let page = (counter << 32) + page;
        Visit { counter, page }
    }
}

/// A third of the pages have a parameter.
fn url(Visit { counter, page }: Visit) -> String {
    let mut url = format!(
        "http://{}.example/{}/{}/{}.html",
        values::text(10, counter),
        values::text(8, page % 97),
        values::text(24, page),
        page as u32,
    );
    if page % 3 == 0 {
        url += &format!("?session={:016x}", Random::new(page).next());
    }
    url
}

/// The same for two pages.
fn title(Visit { counter, page }: Visit) -> String {
    let line = values::words(50, &mut Random::new(page / 2));
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
