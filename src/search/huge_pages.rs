//! Advice to the system on the memory of tables.

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
