//! The levels of play and how each of them is requested through the seam.
//!
//! - m minutes for n moves: both clocks with moves to go. Base time and increment: both clocks.
//! - Seconds per move: the move time. Maximum depth: plies. Unlimited: until stopped or a `Mate_Search` mate.
//! - Equal time for computer and player: the option `Equal_Time`, handled here.

use web_time::{Duration, Instant};

use heirloom_engine::Limits;

use super::board::Side;

/// The minimum time of the computer in milliseconds, even if the player moves at once.
const MIN_MS: u64 = 100;
/// The expected number of moves left without a time control.
const MOVES_LEFT: i64 = 30;

/// The time used by computer and player in this game.
#[derive(Clone, Debug, Default)]
pub struct EqualTime {
    computer: Duration,
    player: Duration,
    last_answer: Option<Instant>,
}

impl EqualTime {
    /// Records that the computer must move: the player has been thinking since the last answer.
    pub fn begin_move(&mut self, now: Instant) {
        if let Some(last_answer) = self.last_answer.take() {
            self.player += now.saturating_duration_since(last_answer);
        }
    }

    /// Returns the time that the computer may use: in total as much as the player.
    pub fn allowance(&self) -> Duration {
        self.player.saturating_sub(self.computer).max(Duration::from_millis(MIN_MS))
    }

    /// Records the computer's answer.
    pub fn end_move(&mut self, start: Instant, now: Instant) {
        self.computer += now.saturating_duration_since(start);
        self.last_answer = Some(now);
    }
}

/// Returns the usual time of a move: a search that has pondered this long answers a ponder hit at once.
pub fn share(limits: &Limits, side: Side) -> Option<Duration> {
    let clocks = limits.clocks.map(|clocks| {
        let moves = clocks.moves_to_go.map_or(MOVES_LEFT, |moves| i64::from(moves.clamp(1, 40)));
        let (left, increment) = (clocks.time[side as usize].max(1), clocks.increment[side as usize].max(0));
        Duration::from_millis((left / moves + increment * 3 / 4).max(1) as u64)
    });
    limits.move_time.or(clocks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_computer_uses_as_much_time_as_the_player() {
        let (mut time, start) = (EqualTime::default(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        time.begin_move(at(0));
        assert_eq!(time.allowance(), Duration::from_millis(MIN_MS));
        time.end_move(at(0), at(1));
        time.begin_move(at(11));
        assert_eq!(time.allowance(), Duration::from_secs(9));
        time.end_move(at(11), at(15));
        time.begin_move(at(16));
        assert_eq!(time.allowance(), Duration::from_secs(6));
    }

    #[test]
    fn the_share_of_a_move() {
        let clocks =
            heirloom_engine::Clocks { time: [40_000, 80_000], increment: [0, 400], moves_to_go: Some(40) };
        let limits = Limits { clocks: Some(clocks), ..Limits::default() };
        let expected = [1000, 2300].map(|ms| Some(Duration::from_millis(ms)));
        assert_eq!(Side::BOTH.map(|side| share(&limits, side)), expected);
        assert_eq!(share(&Limits::infinite(), Side::White), None);
    }
}
