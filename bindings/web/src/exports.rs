//! What the page calls: bytes of a question in, bytes of an answer out.
//!
//! ```text
//!   question(n) ─▶ where n bytes can be written      ask() ─▶ where the answer is      length() ─▶ its bytes
//! ```
//!
//! The page writes into memory that [`QUESTION`] owns and reads what [`ANSWER`] owns, so that nothing is freed from outside. After a
//! panic the module cannot be used any more; [`fault`] says what it was.
//!
//! The only unsafe thing here is that the exports have names of their own. That is sound: no other function is called so.

#![allow(unsafe_code, reason = "exported names")]

use std::panic;
use std::sync::{Mutex, MutexGuard, PoisonError};

static QUESTION: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// The bytes in a place. There is one thread, so nobody else holds them.
fn held(place: &'static Mutex<Vec<u8>>) -> MutexGuard<'static, Vec<u8>> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a question of this number of bytes; where it begins.
#[unsafe(no_mangle)]
pub extern "C" fn question(length: usize) -> *mut u8 {
    let mut question = held(&QUESTION);
    question.clear();
    question.resize(length, 0);
    question.as_mut_ptr()
}

/// Answers the question; where the answer begins.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> *const u8 {
    panic::set_hook(Box::new(|panic| {
        *held(&ANSWER) = panic.to_string().into_bytes();
    }));
    held(&ANSWER).clear();
    let question = std::mem::take(&mut *held(&QUESTION));
    let answer = crate::ask(&String::from_utf8_lossy(&question));
    let mut place = held(&ANSWER);
    *place = answer.into_bytes();
    place.as_ptr()
}

/// The number of bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    held(&ANSWER).len()
}

/// After a panic: where its message begins; its [`length`] is 0 if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn fault() -> *const u8 {
    held(&ANSWER).as_ptr()
}
