//! Values of every type.

use crate::values::Values;

/// A list of `len` values of each type, with repeats and extremes.
pub(super) fn all(len: usize) -> Vec<Values> {
    let n = len as i64;
    let ints = (0..n).map(|i| if i % 3 == 0 { 7 } else { i * i - 50 * i });
    let strings = || (0..n).map(|i| format!("{}-{}", "ab".repeat((i % 5) as usize), i / 4));
    let fixed = |width: usize| {
        let bytes = |i: i64| {
            (0..width)
                .map(move |b| (i / 3) as u8 ^ (b as u8 * 11))
                .collect()
        };
        Values::Fixed(width, (0..n).map(bytes).collect())
    };
    vec![
        Values::Boolean(
            (0..n)
                .map(|i| i % 3 == 0 || (100..140).contains(&i))
                .collect(),
        ),
        Values::Int32(
            ints.clone()
                .map(|i| i as i32)
                .chain(extremes(len))
                .collect(),
        ),
        Values::Int64(
            ints.clone()
                .chain(if len > 0 {
                    vec![i64::MAX, i64::MIN, 0, i64::MIN, i64::MAX]
                } else {
                    vec![]
                })
                .collect(),
        ),
        Values::Int96(
            (0..n)
                .map(|i| std::array::from_fn(|b| (i / 5) as u8 + b as u8))
                .collect(),
        ),
        Values::Float(ints.clone().map(|i| i as f32 / 8.0).collect()),
        Values::Double(ints.map(|i| i as f64 / 100.0).collect()),
        Values::strings(strings()),
        fixed(3),
        fixed(16),
    ]
}

fn extremes(len: usize) -> Vec<i32> {
    if len > 0 {
        vec![i32::MAX, i32::MIN, 0, i32::MIN, i32::MAX]
    } else {
        vec![]
    }
}

/// Which rows are there so that `num_present` are.
pub(super) fn present(num_present: usize) -> Vec<bool> {
    let mut present = Vec::new();
    let mut left = num_present;
    for i in 0.. {
        if left == 0 {
            break;
        }
        let is_present = i % 5 != 1 && !(40..75).contains(&i);
        left -= usize::from(is_present);
        present.push(is_present);
    }
    present.extend([false, false]);
    present
}
