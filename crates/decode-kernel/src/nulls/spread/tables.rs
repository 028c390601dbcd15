//! For each pattern of validity: which of the last values goes to which slot.
//!
//! A value is counted from the first of as many as there are slots, the last of which is the last valid slot's. The high bit marks a
//! null slot.

/// Marks a slot that gets no value.
const NULL: u8 = 0x80;

/// The value for each of eight slots.
pub(super) static VALUES_8: [[u8; 8]; 256] = {
    let mut table = [[NULL; 8]; 256];
    let mut validity = 0;
    while validity < 256 {
        let mut slot = 0;
        while slot < 8 {
            if validity >> slot & 1 == 1 {
                table[validity][slot] = value(validity, slot, 8);
            }
            slot += 1;
        }
        validity += 1;
    }
    table
};

/// The same in bytes, two a value.
pub(super) static VALUES_OF_2_BYTES: [[u8; 16]; 256] = {
    let mut table = [[NULL; 16]; 256];
    let mut validity = 0;
    while validity < 256 {
        let mut slot = 0;
        while slot < 8 {
            if validity >> slot & 1 == 1 {
                table[validity][2 * slot] = 2 * value(validity, slot, 8);
                table[validity][2 * slot + 1] = 2 * value(validity, slot, 8) + 1;
            }
            slot += 1;
        }
        validity += 1;
    }
    table
};

/// The value for each of four slots, in halves of a value.
pub(super) static VALUES_4: [[u8; 8]; 16] = {
    let mut table = [[NULL; 8]; 16];
    let mut validity = 0;
    while validity < 16 {
        let mut slot = 0;
        while slot < 4 {
            if validity >> slot & 1 == 1 {
                table[validity][2 * slot] = 2 * value(validity, slot, 4);
                table[validity][2 * slot + 1] = 2 * value(validity, slot, 4) + 1;
            }
            slot += 1;
        }
        validity += 1;
    }
    table
};

/// The value for each of two slots, in quarters of a value.
pub(super) static VALUES_2: [[u8; 8]; 4] = [
    [NULL; 8],
    [4, 5, 6, 7, NULL, NULL, NULL, NULL],
    [NULL, NULL, NULL, NULL, 4, 5, 6, 7],
    [0, 1, 2, 3, 4, 5, 6, 7],
];

/// The end offset for each of eight slots, valid or not.
pub(super) static ENDS_8: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut validity = 0;
    while validity < 256 {
        let mut slot = 0;
        while slot < 8 {
            table[validity][slot] = value(validity, slot, 8);
            slot += 1;
        }
        validity += 1;
    }
    table
};

/// The end offset for each of four slots, in halves of an offset.
pub(super) static ENDS_4: [[u8; 8]; 16] = {
    let mut table = [[0; 8]; 16];
    let mut validity = 0;
    while validity < 16 {
        let mut slot = 0;
        while slot < 4 {
            table[validity][2 * slot] = 2 * value(validity, slot, 4);
            table[validity][2 * slot + 1] = 2 * value(validity, slot, 4) + 1;
            slot += 1;
        }
        validity += 1;
    }
    table
};

/// The last value at or before `slot`, of `slots` values that end with the last valid slot's.
const fn value(validity: usize, slot: usize, slots: u32) -> u8 {
    let behind = (validity >> (slot + 1)).count_ones();
    (slots - 1 - behind) as u8
}
