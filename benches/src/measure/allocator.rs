//! mimalloc for all, with a meter that can be switched on.
//!
//! One allocator for ours and the rivals: with the system's, page clearing by the kernel would be a quarter of some
//! times. The meter is off while the clock runs, and costs a load and a branch then.

#![expect(
    unsafe_code,
    reason = "an allocator is an unsafe trait; all calls are handed on as they come"
)]

use std::alloc::{GlobalAlloc, Layout};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering::Relaxed};

use mimalloc::MiMalloc;

static IS_ON: AtomicBool = AtomicBool::new(false);
static NOW: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);

/// The allocator of this program.
pub(crate) struct Metered;

/// Does the work and says how many bytes more than before it held at its height.
pub(crate) fn peak_of<T>(work: impl FnOnce() -> T) -> (T, u64) {
    NOW.store(0, Relaxed);
    PEAK.store(0, Relaxed);
    IS_ON.store(true, Relaxed);
    let done = work();
    IS_ON.store(false, Relaxed);
    (done, u64::try_from(PEAK.load(Relaxed)).unwrap_or(0))
}

fn grow(bytes: i64) {
    if IS_ON.load(Relaxed) {
        let now = NOW.fetch_add(bytes, Relaxed) + bytes;
        PEAK.fetch_max(now, Relaxed);
    }
}

// SAFETY: every call goes to mimalloc with the arguments it came with, and what mimalloc returns is returned; the
// counters beside it are atomic and touch no memory of the allocator.
unsafe impl GlobalAlloc for Metered {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size() as i64);
        // SAFETY: the caller keeps the contract of `alloc`, which is the same.
        unsafe { MiMalloc.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grow(layout.size() as i64);
        // SAFETY: the caller keeps the contract of `alloc_zeroed`, which is the same.
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        grow(-(layout.size() as i64));
        // SAFETY: the caller keeps the contract of `dealloc`; all pointers of this allocator are mimalloc's.
        unsafe { MiMalloc.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        grow(new_size as i64 - layout.size() as i64);
        // SAFETY: the caller keeps the contract of `realloc`; all pointers of this allocator are mimalloc's.
        unsafe { MiMalloc.realloc(pointer, layout, new_size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_of_a_vector_is_seen() {
        let (len, peak) = peak_of(|| std::hint::black_box(vec![1u8; 1 << 20]).len());
        assert_eq!(len, 1 << 20);
        // Other tests may allocate meanwhile.
        assert!(peak >= 1 << 20, "{peak}");
    }
}
