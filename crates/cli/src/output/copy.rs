//! All batches of a reading into a format.

use super::dictionaries::JoinedDictionaries;
use super::{Format, Target, open_sink};
use crate::failure::Failure;
use crate::input::Reading;

/// Writes what `reading` reads to `target`.
///
/// After an error of the file that is read, the output is ended properly, so that the rows written
/// before it can be read.
pub(crate) fn copy(reading: &Reading, format: Format, target: &mut Target) -> Result<(), Failure> {
    let mut joined = match format {
        Format::Arrow => JoinedDictionaries::of(reading)?,
        _ => None,
    };
    let schema = match &mut joined {
        Some(joined) => joined
            .schema(reading.schema())
            .map_err(|error| Failure::arrow(&target.name, &error))?,
        None => reading.schema().clone(),
    };
    let batches = reading.batches()?;
    let out = target.open()?;
    let name = &target.name;
    let mut sink = open_sink(format, out, &schema).map_err(|error| Failure::arrow(name, &error))?;
    for batch in batches {
        let batch = match batch {
            Ok(batch) => batch,
            Err(failure) => {
                // The failure of the file is what has to be told, not that of ending the output.
                let _ = sink.finish();
                return Err(failure);
            }
        };
        let result = match &mut joined {
            Some(joined) => joined.remap(&batch).and_then(|batch| sink.write(&batch)),
            None => sink.write(&batch),
        };
        result.map_err(|error| Failure::arrow(name, &error))?;
    }
    sink.finish().map_err(|error| Failure::arrow(name, &error))
}
