//! Advice to the system and to the processor on the memory of tables.

/// Advises the system to use huge pages: with small ones a long search spends a quarter of its time on address translation.
pub(crate) fn advise_huge_pages<T>(table: &[T]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const HUGE_PAGE_BYTES: usize = 2 << 20;
        let whole = size_of_val(table);
        let skipped = table.as_ptr().cast::<u8>().align_offset(HUGE_PAGE_BYTES);
        if skipped + HUGE_PAGE_BYTES <= whole {
            let start = table.as_ptr().wrapping_byte_add(skipped).cast_mut();
            // SAFETY: the range lies inside the slice and begins at a page; the advice changes no content. The system may
            // ignore it.
            let _ = unsafe { madvise(start.cast(), whole - skipped, Advice::LinuxHugepage) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = table;
}

/// Bytes of the smallest pages.
const PAGE_BYTES: usize = 4 << 10;

/// Touches every page, so that the system provides them now and not during a search: huge pages that are touched for the first time take
/// milliseconds each.
pub(crate) fn touch_pages<T: bytemuck::Pod>(table: &mut [T]) {
    for byte in bytemuck::cast_slice_mut::<T, u8>(table).iter_mut().step_by(PAGE_BYTES) {
        *byte = std::hint::black_box(*byte);
    }
}

/// Has the processor fetch the memory of an entry that is needed soon.
#[inline(always)]
pub(crate) fn prefetch<T>(entry: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the address is that of a value, and a prefetch has no effect that a program could see.
        unsafe { _mm_prefetch::<_MM_HINT_T0>((&raw const *entry).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = entry;
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// The page faults of this thread that needed no disk.
    fn page_faults() -> u64 {
        let stat = std::fs::read_to_string("/proc/thread-self/stat").expect("the system tells");
        let (_, fields) = stat.rsplit_once(") ").expect("a name in parentheses");
        fields.split(' ').nth(7).and_then(|number| number.parse().ok()).expect("a number")
    }

    #[test]
    fn touched_pages_are_there_and_keep_their_content() {
        const PAGES: usize = 2_048;
        const WORDS_OF_PAGE: usize = PAGE_BYTES / size_of::<u64>();
        let mut table: Vec<u64> = vec![0; PAGES * WORDS_OF_PAGE];
        (table[0], table[WORDS_OF_PAGE]) = (7, 9);
        touch_pages(&mut table);
        assert_eq!((table[0], table[WORDS_OF_PAGE]), (7, 9));
        let before = page_faults();
        table.iter_mut().step_by(WORDS_OF_PAGE).for_each(|word| *word = std::hint::black_box(*word) + 1);
        let faults = page_faults() - before;
        assert!(faults < PAGES as u64 / 16, "{faults} page faults in {PAGES} pages");
        assert_eq!((table[0], table[2 * WORDS_OF_PAGE]), (8, 1));
    }
}
