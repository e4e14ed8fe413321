//! Progress reports, for a progress bar, a window or nothing.

/// Receives progress reports. Each kind may be ignored.
pub trait Monitor: Sync {
    /// Reports that some units of work are done.
    fn add(&self, _count: u64) {}

    /// Reports that some units need not be done although they were counted in the total.
    fn skip(&self, _count: u64) {}

    /// Reports the results so far in a few words.
    fn message(&self, _text: String) {}

    /// Reports something that the user should know, such as a damaged game.
    fn remark(&self, _text: &str) {}
}

/// Ignores all reports.
impl Monitor for () {}
