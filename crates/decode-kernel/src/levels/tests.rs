use super::*;
use crate::DecodeError;
use crate::bitpack::tests::numbers;
use crate::nulls::Validity;

fn bits_of(validity: &Validity) -> Vec<bool> {
    (0..validity.len()).map(|i| validity.get(i)).collect()
}

/// Levels from 0 to `max`, often the same one for a while.
fn levels(seed: usize, n: usize, max: u8) -> Vec<u8> {
    let mut last = max;
    let random = numbers(n + seed).skip(seed);
    random
        .map(|v| {
            if v >> 60 < seed as u64 % 16 {
                last = ((v >> 8) % (u64::from(max) + 1)) as u8;
            }
            last
        })
        .collect()
}

#[test]
fn slots_are_the_levels_that_reach_them() {
    for max in [0, 1, 2, 3, 7, 127, 128, 255] {
        for (seed, n) in (0..40).zip([0, 1, 63, 64, 65, 200, 1000].into_iter().cycle()) {
            let def = levels(seed, n, max);
            for slot_level in [0, 1.min(max), max / 2, max] {
                let expected: Vec<bool> = def
                    .iter()
                    .filter(|&&d| d >= slot_level)
                    .map(|&d| d >= max)
                    .collect();
                let mut validity = Validity::new();
                validity.push_run(true, seed % 9);
                let found = slots(&def, slot_level, max, &mut validity);
                let num_present = expected.iter().filter(|&&valid| valid).count();
                assert_eq!(
                    found,
                    Slots {
                        num_slots: expected.len(),
                        num_present
                    }
                );
                assert_eq!(bits_of(&validity)[seed % 9..], expected);
                assert_eq!(validity.null_count(), expected.len() - num_present);
                assert_eq!(count_at_least(&def, slot_level), expected.len());
                assert_eq!(count_equal(&def, max), num_present);
            }
        }
    }
}

/// The obvious way from levels to lists.
fn obvious_lists(def: &[u8], rep: &[u8], levels: ListLevels) -> (Vec<i32>, Vec<bool>) {
    let (mut offsets, mut valid) = (vec![0], vec![]);
    for (&def, &rep) in def.iter().zip(rep) {
        if rep < levels.rep && def >= levels.slot_def {
            offsets.push(offsets[offsets.len() - 1]);
            valid.push(def >= levels.valid_def);
        }
        if rep <= levels.rep && def >= levels.element_def {
            let last = offsets.len() - 1;
            offsets[last] += 1;
        }
    }
    (offsets, valid)
}

#[test]
fn lists_in_one_call_and_in_many() {
    for (seed, n) in (0..200).zip([0, 1, 64, 65, 130, 700].into_iter().cycle()) {
        let max_rep = 1 + (seed % 4) as u8;
        let max_def = max_rep + (seed % 5) as u8;
        let def = levels(seed, n, max_def);
        let mut rep = levels(seed + 13, n, max_rep);
        if let Some(first) = rep.first_mut() {
            *first = 0;
        }
        for list_rep in 1..=max_rep {
            let slot_def = max_def - max_rep;
            let levels = ListLevels {
                rep: list_rep,
                slot_def,
                valid_def: slot_def + u8::from(seed % 2 == 0),
                element_def: (slot_def + 1 + u8::from(seed % 2 == 0)).min(max_def),
            };
            let (offsets, valid) = obvious_lists(&def, &rep, levels);
            let (mut found, mut validity) = (vec![0_i32], Validity::new());
            assert_eq!(
                list_boundaries(&def, &rep, levels, &mut found, &mut validity),
                Ok(())
            );
            assert_eq!(
                (found, bits_of(&validity)),
                (offsets.clone(), valid.clone())
            );

            let (mut found, mut validity) = (vec![0_i64], Validity::new());
            for (def, rep) in def.chunks(seed % 90 + 1).zip(rep.chunks(seed % 90 + 1)) {
                assert_eq!(
                    list_boundaries(def, rep, levels, &mut found, &mut validity),
                    Ok(())
                );
            }
            assert!(
                found
                    .iter()
                    .copied()
                    .eq(offsets.iter().map(|&o| i64::from(o)))
            );
            assert_eq!(bits_of(&validity), valid);

            let mut validity = Validity::new();
            let group = group_validity(&def, &rep, list_rep, slot_def, slot_def + 1, &mut validity);
            assert_eq!(group, Ok(()));
            let slots = def
                .iter()
                .zip(&rep)
                .filter(|&(&d, &r)| r <= list_rep && d >= slot_def);
            assert!(
                bits_of(&validity)
                    .into_iter()
                    .eq(slots.map(|(&d, _)| d > slot_def))
            );
        }
        let rows: Vec<usize> = (0..n).filter(|&i| rep[i] == 0).collect();
        assert_eq!(count_rows(&rep), rows.len());
        assert!((0..rows.len()).all(|row| row_start(&rep, row) == Some(rows[row])));
        assert_eq!(row_start(&rep, rows.len()), None);
    }
}

#[test]
fn the_spec_s_shapes() {
    // An optional list of optional values: null, [], [null], [1, 2], as levels of maximum 3 and 1.
    let (def, rep) = ([0, 1, 2, 3, 3], [0, 0, 0, 0, 1]);
    let levels = ListLevels {
        rep: 1,
        slot_def: 0,
        valid_def: 1,
        element_def: 2,
    };
    let (mut offsets, mut validity) = (vec![0_i32], Validity::new());
    assert_eq!(
        list_boundaries(&def, &rep, levels, &mut offsets, &mut validity),
        Ok(())
    );
    assert_eq!(offsets, [0, 0, 0, 1, 3]);
    assert_eq!(bits_of(&validity), [false, true, true, true]);
    let mut values = Validity::new();
    assert_eq!(
        slots(&def, 2, 3, &mut values),
        Slots {
            num_slots: 3,
            num_present: 2
        }
    );
}

#[test]
fn faults_are_told() {
    let levels = ListLevels {
        rep: 255,
        slot_def: 0,
        valid_def: 0,
        element_def: 0,
    };
    let mut validity = Validity::new();
    let error = Err(DecodeError::WrongLength {
        expected: 2,
        found: 1,
    });
    assert_eq!(
        list_boundaries(&[1, 1], &[0], levels, &mut vec![0_i32], &mut validity),
        error
    );
    assert_eq!(
        group_validity(&[1, 1], &[0], 255, 0, 0, &mut validity),
        error
    );
    let mut offsets = vec![i32::MAX - 1];
    assert_eq!(
        list_boundaries(&[1], &[0], levels, &mut offsets, &mut validity),
        Ok(())
    );
    let overflow = list_boundaries(&[1], &[0], levels, &mut offsets, &mut validity);
    assert!(matches!(overflow, Err(DecodeError::OffsetOverflow { .. })));
    assert_eq!(
        group_validity(&[1], &[255], 255, 0, 0, &mut validity),
        Ok(())
    );
    assert_eq!(validity.len(), 3);
}
