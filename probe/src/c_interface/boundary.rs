//! The border between Rust and C: what happens inside comes out as a status.
//!
//! A panic that leaves a function for C ends the program, which may be somebody's engine in the middle of a game.
//! So each such function is a closure in [`status_of`], and a panic becomes a failure like others, with its
//! message as the text. That is sound to do only if nothing is left half changed behind it: results are written
//! last, and what threads share is behind locks that are not spoilt by a panic.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::failure::Failure;
use super::{RetrogradeStatus, last_error};

/// Runs the body of a function for C. A failure becomes its status and the last error of the thread, a
/// panic becomes a failure.
pub(super) fn status_of(body: impl FnOnce() -> Result<RetrogradeStatus, Failure>) -> RetrogradeStatus {
    match caught(body).and_then(|result| result) {
        Ok(status) => status,
        Err(Failure { status, text }) => {
            last_error::set(text);
            status
        }
    }
}

/// Runs `body`, and makes a panic in it a failure.
pub(super) fn caught<R>(body: impl FnOnce() -> R) -> Result<R, Failure> {
    // Tables are never left half changed: what threads share is behind locks and set once. Results are
    // written as the last step.
    catch_unwind(AssertUnwindSafe(body)).map_err(|panic| Failure {
        status: RetrogradeStatus::Panic,
        text: format!("a defect in retrograde, please report it: {}", message(&*panic)),
    })
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use super::super::retrograde_last_error;
    use super::*;

    fn last_error() -> String {
        // SAFETY: the pointer is to a text that ends with a zero byte, until the next failure here.
        #[allow(unsafe_code)]
        let text = unsafe { std::ffi::CStr::from_ptr(retrograde_last_error()) };
        text.to_str().unwrap().to_owned()
    }

    #[test]
    fn a_panic_is_a_status_with_its_message() {
        assert_eq!(status_of(|| panic!("number {}", 7)), RetrogradeStatus::Panic);
        assert_eq!(last_error(), "a defect in retrograde, please report it: number 7");
        assert_eq!(status_of(|| std::panic::panic_any(7)), RetrogradeStatus::Panic);
        assert_eq!(last_error(), "a defect in retrograde, please report it: no message");
        assert_eq!(status_of(|| Ok(RetrogradeStatus::NotCached)), RetrogradeStatus::NotCached);
        assert_eq!(
            status_of(|| Err(Failure::bad_argument("a\0b".to_owned()))),
            RetrogradeStatus::BadArgument
        );
        assert_eq!(last_error(), "a b");
    }
}
