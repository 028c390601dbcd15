//! Bounds and counts of decoded values.

use std::cmp::Ordering;

use herringbone_column::decode::{
    BooleanValues, ByteArrayValues, FixedLenValues, FixedValues, Identity, LeafValues, Levels,
};

use super::order::{Key, Order, half};

/// What is known of some values of a column.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    pub(super) min: Option<Key>,
    pub(super) max: Option<Key>,
    pub(super) num_nans: u64,
    /// Bytes of byte arrays, their lengths not counted.
    pub(super) num_bytes: u64,
}

impl Summary {
    /// Adds what is known of more values.
    pub(super) fn merge(&mut self, other: Self, order: Order) {
        self.num_nans += other.num_nans;
        self.num_bytes += other.num_bytes;
        keep(&mut self.min, other.min, |new, old| {
            order.compare(new, old) == Ordering::Less
        });
        keep(&mut self.max, other.max, |new, old| {
            order.compare(new, old) == Ordering::Greater
        });
    }
}

fn keep(old: &mut Option<Key>, new: Option<Key>, is_better: impl FnOnce(&Key, &Key) -> bool) {
    match (&*old, &new) {
        (_, None) => {}
        (Some(old), Some(new)) if !is_better(new, old) => {}
        _ => *old = new,
    }
}

/// An output whose values can be summed up.
pub(super) trait Summarize: LeafValues {
    /// Takes the values that were decoded, of which `levels` tells the null ones.
    fn summarize(&mut self, levels: &Levels, order: Order) -> Summary;
}

/// The bounds of those of `values` that are not null.
fn ints<T: Copy>(values: &[T], levels: &Levels, to_int: impl Fn(T) -> i128) -> Summary {
    let mut summary = Summary::default();
    let present = values
        .iter()
        .enumerate()
        .filter(|(i, _)| levels.validity.get(*i))
        .map(|(_, &value)| to_int(value));
    let bounds = present.fold(None, |bounds: Option<(i128, i128)>, value| match bounds {
        None => Some((value, value)),
        Some((min, max)) => Some((min.min(value), max.max(value))),
    });
    if let Some((min, max)) = bounds {
        (summary.min, summary.max) = (Some(Key::Int(min)), Some(Key::Int(max)));
    }
    summary
}

/// The bounds of those of `values` that are neither null nor NaN.
fn floats(values: impl Iterator<Item = f64>, levels: &Levels) -> Summary {
    let mut summary = Summary::default();
    let mut bounds: Option<(f64, f64)> = None;
    for (_, value) in values.enumerate().filter(|(i, _)| levels.validity.get(*i)) {
        if value.is_nan() {
            summary.num_nans += 1;
            continue;
        }
        let (min, max) = bounds.unwrap_or((value, value));
        bounds = Some((min.min(value), max.max(value)));
    }
    if let Some((min, max)) = bounds {
        (summary.min, summary.max) = (Some(Key::Float(min)), Some(Key::Float(max)));
    }
    summary
}

/// The bounds of those of `values` that are not null.
fn bytes<'a>(values: impl Iterator<Item = &'a [u8]>, levels: &Levels, order: Order) -> Summary {
    let mut summary = Summary::default();
    let mut bounds: Option<(&[u8], &[u8])> = None;
    for (_, value) in values.enumerate().filter(|(i, _)| levels.validity.get(*i)) {
        summary.num_bytes += value.len() as u64;
        let (mut min, mut max) = bounds.unwrap_or((value, value));
        if order.compare_bytes(value, min).is_lt() {
            min = value;
        }
        if order.compare_bytes(value, max).is_gt() {
            max = value;
        }
        bounds = Some((min, max));
    }
    if let Some((min, max)) = bounds {
        (summary.min, summary.max) = (
            Some(Key::Bytes(min.to_vec())),
            Some(Key::Bytes(max.to_vec())),
        );
    }
    summary
}

impl Summarize for BooleanValues {
    fn summarize(&mut self, levels: &Levels, _order: Order) -> Summary {
        let bits = self.take();
        let values: Vec<bool> = (0..bits.len()).map(|i| bits.get(i)).collect();
        ints(&values, levels, i128::from)
    }
}

impl Summarize for FixedValues<Identity<i32>> {
    fn summarize(&mut self, levels: &Levels, order: Order) -> Summary {
        match order {
            Order::Unsigned => ints(&self.take(), levels, |value| value.cast_unsigned().into()),
            _ => ints(&self.take(), levels, i128::from),
        }
    }
}

impl Summarize for FixedValues<Identity<i64>> {
    fn summarize(&mut self, levels: &Levels, order: Order) -> Summary {
        match order {
            Order::Unsigned => ints(&self.take(), levels, |value| value.cast_unsigned().into()),
            _ => ints(&self.take(), levels, i128::from),
        }
    }
}

impl Summarize for FixedValues<Identity<[u8; 12]>> {
    fn summarize(&mut self, _levels: &Levels, _order: Order) -> Summary {
        self.take();
        Summary::default()
    }
}

impl Summarize for FixedValues<Identity<f32>> {
    fn summarize(&mut self, levels: &Levels, _order: Order) -> Summary {
        floats(self.take().into_iter().map(f64::from), levels)
    }
}

impl Summarize for FixedValues<Identity<f64>> {
    fn summarize(&mut self, levels: &Levels, _order: Order) -> Summary {
        floats(self.take().into_iter(), levels)
    }
}

impl Summarize for ByteArrayValues<i64> {
    fn summarize(&mut self, levels: &Levels, order: Order) -> Summary {
        let values = self.take();
        match order {
            Order::Half => floats(
                values.iter().map(|value| half(value).unwrap_or(0.0)),
                levels,
            ),
            _ => bytes(values.iter(), levels, order),
        }
    }
}

impl Summarize for FixedLenValues {
    fn summarize(&mut self, levels: &Levels, order: Order) -> Summary {
        let values = self.take();
        // All have one width, which may not be zero.
        let width = values
            .len()
            .checked_div(levels.num_slots)
            .unwrap_or(0)
            .max(1);
        let values = values.chunks_exact(width);
        match order {
            Order::Half => floats(values.map(|value| half(value).unwrap_or(0.0)), levels),
            _ => bytes(values, levels, order),
        }
    }
}
