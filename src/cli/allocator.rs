//! The allocator of the program: that of the system. If no memory is left, it prints a message and ends the program.
//!
//! The standard library would abort the program instead, as if it had a bug.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{self, Write};

use super::exit::Exit;

/// Blocks of at least this number of bytes are returned to the system when they are freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: libc::c_int = 1 << 18;

/// The allocator of the system.
pub struct Allocator;

/// Makes the allocator of the GNU C library return large blocks to the system when they are freed. By default it keeps them,
/// and since none of them fits the next, larger block, a table of 16 MiB took 86 MiB.
pub fn give_back_large_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: `mallopt` may be called at any time; if it refuses, nothing is changed.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
    }
}

/// Makes the allocator of the GNU C library return freed memory to the system: by default, it returns small blocks only from
/// the end of its memory. After a diagram of four million nodes was built, it held 50 MiB.
pub fn give_back_small_blocks() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: `malloc_trim` may be called at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Ends the program if there is no block.
fn checked(block: *mut u8, bytes: usize) -> *mut u8 {
    if block.is_null() {
        no_memory(bytes);
    }
    block
}

#[cold]
fn no_memory(bytes: usize) -> ! {
    // Neither this nor the exit allocates.
    let _ = writeln!(
        io::stderr(),
        "dominox: no memory left: the system refused {} MiB more",
        bytes.div_ceil(1 << 20)
    );
    Exit::BadInput.leave()
}

// SAFETY: every call is handed on to `System`, which keeps the contract, with the arguments that the caller answers for.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        checked(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        checked(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        checked(unsafe { System.realloc(block, layout, size) }, size)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}
