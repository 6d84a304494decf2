//! Progress bars on standard error: how far a run has come, how fast it is, how long it will take.
//!
//! They are silent where standard error is not a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use retrograde_solver::Progress;

/// How often the bar is drawn again while nothing is reported.
const TICK: Duration = Duration::from_millis(200);

/// A bar that counts positions.
#[derive(Debug)]
pub(crate) struct Bar {
    bar: ProgressBar,
}

impl Bar {
    /// A bar that has nothing to show before [`Progress::begin`]. `what` says what is being done.
    pub(crate) fn new(what: &'static str) -> Bar {
        Bar::counting(what, "positions")
    }

    /// The same for other units than positions.
    pub(crate) fn counting(what: &'static str, unit: &str) -> Bar {
        let template = format!(
            "{{prefix}} {{bar:30}} {{human_pos}}/{{human_len}} {unit}, {{per_sec:0}}, {{eta}} left {{msg}}"
        );
        let bar = ProgressBar::no_length().with_prefix(what);
        // The template is checked by the test below; a bar that looks plain does no harm.
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        Bar { bar }
    }
}

impl Progress for Bar {
    fn begin(&self, positions: u64) {
        self.bar.reset();
        self.bar.set_length(positions);
        self.bar.enable_steady_tick(TICK);
    }

    fn part(&self, name: &str) {
        self.bar.set_message(name.to_owned());
    }

    fn advance(&self, positions: u64) {
        self.bar.inc(positions);
    }
}

impl Drop for Bar {
    /// The bar is gone when the run is over, however it ended.
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
