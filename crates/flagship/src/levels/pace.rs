//! How long a person would think about a move.

use std::time::Duration;

use heirloom_engine::Clocks;

/// No move takes less, unless the clock is running out.
const LEAST: f64 = 0.3;
/// No move takes more, in seconds.
const MOST: f64 = 30.0;
/// The number of moves that the rest of the time should last, if the control has none.
const MOVES_TO_GO: f64 = 40.0;
/// No move takes more than this share of the time left.
const LARGEST_SHARE: f64 = 0.1;
/// The spread of the logarithm of the time.
const SPREAD: f64 = 0.7;

/// Returns the time for a move. It is longer if several of the moves have a good chance, and varies: `number`
/// is from 0 to 1. `index` is that of the side to move.
pub fn time(clocks: &Clocks, index: usize, chances: &[f32], number: f64) -> Duration {
    let left = clocks.time[index].max(0) as f64 / 1000.0;
    let increment = clocks.increment[index].max(0) as f64 / 1000.0;
    let moves = clocks.moves_to_go.map_or(MOVES_TO_GO, |moves| f64::from(moves.max(1)) + 1.0);
    let usual = left / moves + 0.8 * increment;
    // The logistic distribution is close to the normal one, and its inverse is simple.
    let number = number.clamp(0.01, 0.99);
    let varied = (SPREAD * 0.55 * (number / (1.0 - number)).ln()).exp();
    let seconds = (usual * (0.25 + 0.6 * doubt(chances)) * varied).clamp(LEAST, MOST);
    Duration::from_secs_f64(seconds.min(left * LARGEST_SHARE))
}

/// Returns the entropy of the chances in nats: 0 if one move is certain.
fn doubt(chances: &[f32]) -> f64 {
    let sum: f64 = chances.iter().map(|chance| f64::from(*chance)).sum();
    let shares = chances.iter().map(|chance| f64::from(*chance) / sum.max(f64::MIN_POSITIVE));
    shares.filter(|share| *share > 0.0).map(|share| -share * share.ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(seconds: i64, increment: i64) -> Clocks {
        Clocks { time: [seconds * 1000; 2], increment: [increment * 1000; 2], moves_to_go: None }
    }

    #[test]
    fn doubt_takes_time() {
        let seconds = |chances: &[f32], number: f64| time(&clocks(300, 3), 0, chances, number).as_secs_f64();
        let (sure, torn) = (seconds(&[0.97, 0.03], 0.5), seconds(&[0.3, 0.3, 0.2, 0.2], 0.5));
        assert!(sure < 0.5 * torn && (5.0..15.0).contains(&torn), "{sure} {torn}");
        assert!(seconds(&[0.5, 0.5], 0.1) < 0.5 * seconds(&[0.5, 0.5], 0.9));
        assert!((0.3..=30.0).contains(&seconds(&[1.0], 0.0)) && seconds(&[0.1; 10], 1.0) <= 30.0);
    }

    #[test]
    fn the_clock_never_runs_out() {
        let mut left = 60_000_i64;
        for _ in 0..1000 {
            let clocks = Clocks { time: [left; 2], increment: [0; 2], moves_to_go: None };
            left -= time(&clocks, 0, &[0.1; 10], 0.99).as_millis() as i64;
        }
        assert!(left > 0, "{left}");
        assert_eq!(time(&clocks(0, 0), 1, &[1.0], 0.5), Duration::ZERO);
    }
}
