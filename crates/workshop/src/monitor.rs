//! How work reports what it has done, to a bar, a window or no one.

/// Takes the reports of work; what does not interest may be ignored.
pub trait Monitor: Sync {
    /// Some more pieces of the work are done.
    fn add(&self, _count: u64) {}

    /// Some pieces need not be done, although they were counted before.
    fn skip(&self, _count: u64) {}

    /// What came of the work so far, in a few words.
    fn message(&self, _text: String) {}

    /// Something that the user should know, such as a damaged game.
    fn remark(&self, _text: &str) {}
}

/// Shows nothing.
impl Monitor for () {}
