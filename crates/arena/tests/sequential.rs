//! Simulations of the sequential test: how often it errs, and whether it detects a real difference.

use heirloom_arena::rating::Results;
use heirloom_arena::sprt::{Decision, Model, Sprt};

/// Shares of the kinds of pairs (0 to 2 points), typical of engines close in strength with unbalanced
/// openings.
const EVEN: [f64; 5] = [0.03, 0.22, 0.50, 0.22, 0.03];

/// Returns these shares with some moved from losing pairs to winning ones.
fn shifted(shift: f64) -> [f64; 5] {
    let [a, b, c, d, e] = EVEN;
    [a - shift / 4.0, b - shift * 3.0 / 4.0, c, d + shift * 3.0 / 4.0, e + shift / 4.0]
}

fn draw(shares: &[f64; 5], random: &mut fastrand::Rng) -> usize {
    let mut ticket = random.f64();
    shares
        .iter()
        .position(|share| {
            ticket -= share;
            ticket < 0.0
        })
        .unwrap_or(4)
}

/// Returns how many of `tests` end with H1, with H0, and not within `pairs` pairs.
fn simulate(sprt: &Sprt, shares: &[f64; 5], tests: usize, pairs: usize, seed: u64) -> [usize; 3] {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut ends = [0; 3];
    for _ in 0..tests {
        let mut results = Results::default();
        let decision = (0..pairs).find_map(|_| {
            results.pairs[draw(shares, &mut random)] += 1;
            sprt.decide(&results)
        });
        ends[match decision {
            Some(Decision::H1) => 0,
            Some(Decision::H0) => 1,
            None => 2,
        }] += 1;
    }
    ends
}

/// Returns the normalized Elo of a distribution of pairs.
fn normalized(shares: &[f64; 5]) -> f64 {
    let results = Results { pairs: shares.map(|share| (share * 1e6) as u32), ..Results::default() };
    results.normalized_elo().difference
}

/// At most 50 of 1,000 tests at 5% should err; the seed is fixed, and two standard deviations are allowed.
const MOST_ERRORS: usize = 64;

#[test]
fn equal_engines_seldom_pass() {
    let sprt = Sprt::new(0.0, 30.0, 0.05, 0.05, Model::Normalized).expect("a test");
    let [passed, failed, open] = simulate(&sprt, &EVEN, 1000, 100_000, 1);
    eprintln!("equal engines, [0, 30] nElo: {passed} passed, {failed} failed");
    assert!(passed <= MOST_ERRORS && open == 0, "{passed} of 1000 passed, {open} did not end");
    // With symmetric bounds, equal engines end on either side equally often, except by chance.
    let sprt = Sprt::new(-20.0, 20.0, 0.05, 0.05, Model::Logistic).expect("a test");
    let [passed, failed, open] = simulate(&sprt, &EVEN, 1000, 100_000, 2);
    eprintln!("equal engines, [-20, 20] Elo: {passed} passed, {failed} failed");
    assert!(passed.abs_diff(failed) < 130 && open == 0, "{passed} passed, {failed} failed");
}

#[test]
fn what_is_as_strong_as_the_second_hypothesis_seldom_fails() {
    let shares = shifted(0.04);
    let strength = normalized(&shares);
    assert!((strength - 30.0).abs() < 0.5, "{strength}");
    let sprt = Sprt::new(0.0, 30.0, 0.05, 0.05, Model::Normalized).expect("a test");
    let [passed, failed, open] = simulate(&sprt, &shares, 1000, 100_000, 3);
    eprintln!("30 nElo, [0, 30] nElo: {passed} passed, {failed} failed");
    assert!(failed <= MOST_ERRORS && open == 0, "{failed} of 1000 failed, {open} did not end");
}

#[test]
fn a_handicap_is_found() {
    // Half the time costs good engines about 70 Elo.
    let shares = shifted(0.1);
    let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, Model::Normalized).expect("a test");
    assert_eq!(simulate(&sprt, &shares, 300, 5000, 4), [300, 0, 0]);
    let against = Sprt::new(-10.0, 0.0, 0.05, 0.05, Model::Normalized).expect("a test");
    let mut reversed = shares;
    reversed.reverse();
    assert_eq!(simulate(&against, &reversed, 300, 5000, 5), [0, 300, 0]);
}
