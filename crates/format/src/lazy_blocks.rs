//! A list that is made in blocks, on touch.

use std::sync::OnceLock;

/// Elements made at once. Who asks for three of ten thousand then pays for three blocks.
const BLOCK_LEN: usize = 32;

/// Elements of which those around the one that is touched are made, or all if all are asked for.
///
/// The maker is passed at each touch and has to make equal elements every time.
#[derive(Debug, Clone)]
pub(crate) struct LazyBlocks<T> {
    blocks: OnceLock<Box<[Elements<T>]>>,
    all: Elements<T>,
}

type Elements<T> = OnceLock<Box<[T]>>;

impl<T> LazyBlocks<T> {
    /// A list of which nothing is made.
    pub(crate) const fn new() -> Self {
        Self {
            blocks: OnceLock::new(),
            all: OnceLock::new(),
        }
    }

    /// All elements, made by `make` at the first touch.
    pub(crate) fn all(&self, make: impl FnOnce() -> Box<[T]>) -> &[T] {
        self.all.get_or_init(make)
    }

    /// Element `i` of `len`, made by `make` with its neighbours unless it is there.
    ///
    /// # Panics
    /// If `i` is not below `len`.
    pub(crate) fn get(&self, i: usize, len: usize, make: impl FnMut(usize) -> T) -> &T {
        if let Some(all) = self.all.get() {
            return &all[i];
        }
        assert!(i < len, "element {i} of {len}");
        let blocks = self.blocks.get_or_init(|| {
            (0..len.div_ceil(BLOCK_LEN))
                .map(|_| OnceLock::new())
                .collect()
        });
        let block = blocks[i / BLOCK_LEN].get_or_init(|| {
            let first = i - i % BLOCK_LEN;
            (first..len.min(first + BLOCK_LEN)).map(make).collect()
        });
        &block[i % BLOCK_LEN]
    }

    /// Bytes on the heap; `own` says how many those of an element are.
    pub(crate) fn heap_size(&self, own: impl Fn(&T) -> usize) -> usize {
        let of_elements = |elements: &Elements<T>| {
            elements.get().map_or(0, |elements| {
                size_of_val(&**elements) + elements.iter().map(&own).sum::<usize>()
            })
        };
        let blocks = self.blocks.get().map_or(0, |blocks| {
            size_of_val(&**blocks) + blocks.iter().map(of_elements).sum::<usize>()
        });
        blocks + of_elements(&self.all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn neighbours_are_made_together_and_once() {
        let made = Cell::new(0);
        let make = |i: usize| {
            made.set(made.get() + 1);
            i * 10
        };
        let list = LazyBlocks::new();
        let len = 2 * BLOCK_LEN + 1;
        assert_eq!(list.get(3, len, make), &30);
        assert_eq!(list.get(0, len, make), &0);
        assert_eq!(made.get(), BLOCK_LEN);
        assert_eq!(list.get(len - 1, len, make), &(10 * (len - 1)));
        assert_eq!(made.get(), BLOCK_LEN + 1);
        let all = list.all(|| (0..len).map(make).collect());
        assert_eq!((all.len(), made.get()), (len, BLOCK_LEN + 1 + len));
        assert_eq!(list.get(40, len, make), &400);
        assert_eq!(made.get(), BLOCK_LEN + 1 + len);
        assert!(list.heap_size(|_| 1) > len * size_of::<usize>());
    }
}
