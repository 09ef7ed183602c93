//! Standard output that is closed from the start, as by `>&-`.
//!
//! The standard library opens a null device in its place before `main`, and whatever is written there is lost without an
//! error. So a function that runs before that puts a device there that is always full, and a failure to write to it is
//! reported as what it is.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod linux {
    #![allow(unsafe_code)]

    use std::sync::atomic::{AtomicBool, Ordering};

    static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

    /// Called by the C library before `main`.
    // SAFETY: the section holds pointers to functions of this type.
    #[used]
    #[unsafe(link_section = ".init_array")]
    static BEFORE_MAIN: extern "C" fn() = replace_closed;

    extern "C" fn replace_closed() {
        let standard = libc::STDOUT_FILENO;
        // SAFETY: these system calls only concern descriptors, and no other thread runs before `main`.
        unsafe {
            if libc::fcntl(standard, libc::F_GETFD) != -1 {
                return;
            }
            WAS_CLOSED.store(true, Ordering::Relaxed);
            let full = libc::open(c"/dev/full".as_ptr(), libc::O_WRONLY);
            if full >= 0 && full != standard {
                libc::dup2(full, standard);
                libc::close(full);
            }
        }
    }

    pub fn output_was_closed() -> bool {
        WAS_CLOSED.load(Ordering::Relaxed)
    }
}

/// Whether standard output was closed when the program began, as far as the system says.
pub fn output_was_closed() -> bool {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    return linux::output_was_closed();
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    false
}
