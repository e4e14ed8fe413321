//! Golden-section search for the minimum of a function.

/// Returns the minimum of a unimodal function between two arguments, with an accuracy of `error`.
pub fn minimum(low: f64, high: f64, error: f64, value: impl Fn(f64) -> f64) -> f64 {
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (low, high);
    let (mut left, mut right) = (high - ratio * (high - low), low + ratio * (high - low));
    let (mut at_left, mut at_right) = (value(left), value(right));
    while high - low > error {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - ratio * (high - low);
            at_left = value(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + ratio * (high - low);
            at_right = value(right);
        }
    }
    f64::midpoint(low, high)
}
