//! Reads sound files cut short at every length and with every byte changed, and reports each
//! variant that panics, takes long, takes much memory, or gives arrays that are not valid.
//!
//! `cargo xtask damage` runs it on `testdata/` and the corpus.

mod counting;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use arrow_array::Array;
use bytes::Bytes;
use clap::Parser;
use herringbone::arrow::arrow_reader::{
    ArrowReaderOptions, Checksums, ParquetRecordBatchReaderBuilder, RowSelection, RowSelector,
};
use herringbone::file::metadata::PageIndexPolicy;
use rayon::prelude::*;

/// Read damaged variants of files: none may panic, hang, or take memory that it is not worth
#[derive(Parser)]
struct Args {
    /// Files, and folders that are searched for files with "parquet" in their names
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Pass over longer files
    #[arg(long, default_value_t = 64 << 10)]
    max_size: u64,
    /// Damage every Nth byte only, beginning with another one in each file
    #[arg(long, default_value_t = 1)]
    stride: usize,
    /// A variant that takes longer is reported
    #[arg(long, default_value_t = 1000)]
    max_millis: u64,
    /// A variant that allocates more at once is reported
    #[arg(long, default_value_t = 512)]
    max_mebibytes: usize,
}

/// What went wrong, with the first variants of which it is true.
type Findings = BTreeMap<String, (usize, Vec<String>)>;

#[derive(Default)]
struct Outcome {
    num_variants: usize,
    num_read: usize,
    slowest: Duration,
    largest: usize,
    findings: Findings,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let mut files = Vec::new();
    for path in &args.paths {
        if let Err(error) = find(path, args.max_size, &mut files) {
            eprintln!("damage: {}: {error}", path.display());
            return ExitCode::from(2);
        }
    }
    files.sort();
    // What is caught is reported once, with the file.
    std::panic::set_hook(Box::new(|_| {}));
    let begin = Instant::now();
    let total = Mutex::new(Outcome::default());
    let num_done = Mutex::new(0);
    files.par_iter().enumerate().for_each(|(number, file)| {
        let outcome = damage(file, number % args.stride.max(1), &args);
        let mut done = num_done.lock().unwrap_or_else(|error| error.into_inner());
        *done += 1;
        eprint!("\r{done}/{} files", files.len());
        total
            .lock()
            .unwrap_or_else(|error| error.into_inner())
            .add(outcome);
    });
    let total = total
        .into_inner()
        .unwrap_or_else(|error| error.into_inner());
    eprintln!();
    println!(
        "{} files, {} variants, {} of them still read, {:.0} s; slowest {:.3} s, largest {} MiB",
        files.len(),
        total.num_variants,
        total.num_read,
        begin.elapsed().as_secs_f64(),
        total.slowest.as_secs_f64(),
        total.largest >> 20,
    );
    for (what, (count, variants)) in &total.findings {
        println!("{count} × {what}: {}", variants.join("; "));
    }
    if total.findings.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn find(path: &Path, max_size: u64, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() || name.to_lowercase().contains("parquet") {
                find(&path, max_size, files)?;
            }
        }
    } else if std::fs::metadata(path)?.len() <= max_size {
        files.push(path.to_owned());
    }
    Ok(())
}

impl Outcome {
    fn add(&mut self, other: Self) {
        self.num_variants += other.num_variants;
        self.num_read += other.num_read;
        self.slowest = self.slowest.max(other.slowest);
        self.largest = self.largest.max(other.largest);
        for (what, (count, variants)) in other.findings {
            let finding = self.findings.entry(what).or_default();
            finding.0 += count;
            finding.1.extend(variants);
            finding.1.truncate(5);
        }
    }

    fn report(&mut self, what: String, variant: String) {
        let finding = self.findings.entry(what).or_default();
        finding.0 += 1;
        if finding.1.len() < 3 {
            finding.1.push(variant);
        }
    }
}

/// Reads all variants of one file.
fn damage(file: &Path, first: usize, args: &Args) -> Outcome {
    let mut outcome = Outcome::default();
    let sound = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => {
            outcome.report(error.to_string(), file.display().to_string());
            return outcome;
        }
    };
    let max_time = Duration::from_millis(args.max_millis);
    let mut check = |bytes: Vec<u8>, what: std::fmt::Arguments<'_>| {
        let variant = || format!("{} {what}", file.display());
        outcome.num_variants += 1;
        let is_first = outcome.num_variants % 2 == 0;
        let file = Bytes::from(bytes);
        let read = || {
            let begin = Instant::now();
            let work = || catch_unwind(AssertUnwindSafe(|| read(file.clone(), is_first)));
            let (result, peak) = counting::peak_of(work);
            (result, peak, begin.elapsed())
        };
        let (result, peak, mut time) = read();
        // A slow spell of the machine is not the file's fault, so it has two more tries.
        for _ in 0..2 {
            if time > max_time {
                time = time.min(read().2);
            }
        }
        outcome.slowest = outcome.slowest.max(time);
        outcome.largest = outcome.largest.max(peak);
        match result {
            Ok(Ok(())) => outcome.num_read += 1,
            Ok(Err(Failure::Refused)) => {}
            Ok(Err(Failure::Invalid(problem))) => outcome.report(problem, variant()),
            Err(panic) => {
                let message = panic.downcast_ref::<String>().cloned();
                let message =
                    message.or_else(|| panic.downcast_ref().map(|text: &&str| (*text).into()));
                outcome.report(format!("panic: {}", message.unwrap_or_default()), variant());
            }
        }
        if time > max_time {
            outcome.report(format!("over {} ms", args.max_millis), variant());
        }
        if peak > args.max_mebibytes << 20 {
            outcome.report(format!("over {} MiB", args.max_mebibytes), variant());
        }
    };
    for cut in (first..sound.len()).step_by(args.stride.max(1)) {
        check(sound[..cut].to_vec(), format_args!("cut to {cut} bytes"));
    }
    for place in (first..sound.len()).step_by(args.stride.max(1)) {
        let byte = sound[place];
        for value in [0x00, 0x7f, 0x80, 0xff, byte ^ 1, byte ^ 0x10] {
            if value != byte {
                let mut damaged = sound.clone();
                damaged[place] = value;
                check(damaged, format_args!("byte {place} set to {value:#04x}"));
            }
        }
    }
    outcome
}

enum Failure {
    Refused,
    Invalid(String),
}

/// Batches after which a reader is taken to go on in the same way.
const MAX_BATCHES: usize = 50;

/// Reads a file in one of two ways.
fn read(file: Bytes, is_first: bool) -> Result<(), Failure> {
    let refused = |_| Failure::Refused;
    let options = if is_first {
        ArrowReaderOptions::new()
    } else {
        ArrowReaderOptions::new().with_page_index_policy(PageIndexPolicy::Optional)
    };
    let mut builder =
        ParquetRecordBatchReaderBuilder::try_new_with_options(file, options).map_err(refused)?;
    if !is_first {
        let selectors = [
            RowSelector::skip(1),
            RowSelector::select(40),
            RowSelector::skip(40),
        ];
        let selection: Vec<_> = selectors.iter().cycle().take(60).copied().collect();
        builder = builder
            .with_batch_size(3)
            .with_checksums(Checksums::Verify)
            .with_row_selection(RowSelection::from(selection));
    }
    for batch in builder.build().map_err(refused)?.take(MAX_BATCHES) {
        let batch = batch.map_err(|_| Failure::Refused)?;
        for column in batch.columns() {
            let check = column.to_data().validate_full();
            check.map_err(|error| Failure::Invalid(format!("not valid: {error}")))?;
        }
    }
    Ok(())
}
