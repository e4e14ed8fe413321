//! The two clocks of a game: the time each player has used and has left, and whose flag has fallen.

use web_time::{Duration, Instant};

use heirloom_chess::Color;
use serde::{Deserialize, Serialize};

use super::level::Level;

/// What both clocks show, index 0 for White.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Reading {
    used: [Duration; 2],
    left: Option<[Duration; 2]>,
    made: [u32; 2],
}

/// Both clocks, index 0 for White. The time is an argument everywhere, so that tests need not wait.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clocks {
    level: Level,
    used: [Duration; 2],
    left: Option<[Duration; 2]>,
    made: [u32; 2],
    /// What the clocks showed before each move since they were set.
    #[serde(default)]
    before: Vec<Reading>,
    /// What they showed after moves that were taken back, the first of them last.
    #[serde(default)]
    undone: Vec<Reading>,
    /// What they showed after the last move, or when they were set.
    #[serde(default)]
    now: Option<Reading>,
    /// A clock that is read from a file is stopped.
    #[serde(skip)]
    running: Option<(Color, Instant)>,
}

impl Clocks {
    /// Creates clocks for the start of a game; they are stopped.
    pub fn new(level: Level) -> Clocks {
        Clocks {
            level,
            used: [Duration::ZERO; 2],
            left: level.start().map(|time| [time; 2]),
            made: [0; 2],
            before: Vec::new(),
            undone: Vec::new(),
            now: None,
            running: None,
        }
    }

    fn reading(&self) -> Reading {
        Reading { used: self.used, left: self.left, made: self.made }
    }

    fn show(&mut self, Reading { used, left, made }: Reading) {
        (self.used, self.left, self.made) = (used, left, made);
    }

    /// Forgets what the clocks showed earlier, since they were set.
    fn forget(&mut self) {
        (self.before, self.undone, self.now) = (Vec::new(), Vec::new(), None);
    }

    /// A move was taken back: the clocks show again what they showed before it.
    pub fn take_back(&mut self, now: Instant) {
        self.pause(now);
        let Some(before) = self.before.pop() else { return };
        self.undone.extend(self.now.replace(before));
        self.show(before);
    }

    /// A move that was taken back is played again: the clocks show what they showed after it.
    pub fn redo(&mut self, now: Instant) {
        self.pause(now);
        let Some(after) = self.undone.pop() else { return };
        self.before.extend(self.now.replace(after));
        self.show(after);
    }

    /// Returns the level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Returns the side whose clock is running.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// Starts a player's clock and stops the other one.
    pub fn start(&mut self, color: Color, now: Instant) {
        self.pause(now);
        if self.now.is_none() {
            self.now = Some(self.reading());
        }
        self.running = Some((color, now));
    }

    /// Stops both clocks.
    pub fn pause(&mut self, now: Instant) {
        if let Some((color, since)) = self.running.take() {
            self.spend(color, now.saturating_duration_since(since));
        }
    }

    /// Stops the running clock, and forgets the time since it was started.
    pub fn forgive(&mut self) {
        self.running = None;
    }

    /// A player has moved: its clock stops and gets the increment of the level. The other clock is not
    /// started.
    pub fn press(&mut self, color: Color, now: Instant) {
        self.pause(now);
        self.made[color.index()] += 1;
        let added = self.level.added(self.made[color.index()]);
        if let Some(left) = &mut self.left {
            left[color.index()] += added;
        }
        let after = self.reading();
        self.before.extend(self.now.replace(after));
        self.undone.clear();
    }

    /// Sets the clocks to another level; the time used is kept.
    pub fn set_level(&mut self, level: Level) {
        (self.level, self.left, self.made) = (level, level.start().map(|time| [time; 2]), [0; 2]);
        self.forget();
    }

    /// Sets the time that both players have left, in milliseconds, as another program reports it; none
    /// without a clock.
    pub fn set_left(&mut self, left: Option<[i64; 2]>) {
        self.left = left.map(|left| left.map(|time| Duration::from_millis(time.max(0).unsigned_abs())));
        self.forget();
    }

    /// Sets both clocks back to their start.
    pub fn reset(&mut self, now: Instant) {
        let running = self.running();
        *self = Clocks::new(self.level);
        self.running = running.map(|color| (color, now));
    }

    fn spend(&mut self, color: Color, time: Duration) {
        self.used[color.index()] += time;
        if let Some(left) = &mut self.left {
            left[color.index()] = left[color.index()].saturating_sub(time);
        }
    }

    /// Returns how long a player's clock has been running for this move.
    pub fn since(&self, color: Color, now: Instant) -> Duration {
        self.running
            .filter(|(runs, _)| *runs == color)
            .map_or(Duration::ZERO, |(_, since)| now.saturating_duration_since(since))
    }

    /// Returns the time a player has used.
    pub fn used(&self, color: Color, now: Instant) -> Duration {
        self.used[color.index()] + self.since(color, now)
    }

    /// Returns the time a player has left, if there is a clock that can run out.
    pub fn left(&self, color: Color, now: Instant) -> Option<Duration> {
        Some(self.left?[color.index()].saturating_sub(self.since(color, now)))
    }

    /// Returns how many seconds more a player has left than the opponent.
    pub fn lead(&self, color: Color, now: Instant) -> Option<f64> {
        Some(self.left(color, now)?.as_secs_f64() - self.left(!color, now)?.as_secs_f64())
    }

    /// Returns how many moves a player has made since the clocks were set.
    pub fn made(&self, color: Color) -> u32 {
        self.made[color.index()]
    }

    /// Returns the player whose time is over.
    pub fn flag(&self, now: Instant) -> Option<Color> {
        self.running().filter(|&color| self.left(color, now) == Some(Duration::ZERO))
    }

    /// Returns the limits for an engine that is to move.
    pub fn limits(&self, turn: Color, now: Instant) -> heirloom_engine::Limits {
        let both = |of: &dyn Fn(Color) -> Duration| [of(Color::White), of(Color::Black)];
        let left = self.left.map(|_| both(&|color| self.left(color, now).unwrap_or_default()));
        self.level.limits(left, both(&|color| self.used(color, now)), self.made(turn), turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_down_and_its_flag_falls() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut clocks = Clocks::new(Level::Increment {
            base: Duration::from_secs(10),
            increment: Duration::from_secs(2),
        });
        clocks.start(Color::White, at(0));
        assert_eq!(clocks.left(Color::White, at(3)), Some(Duration::from_secs(7)));
        clocks.press(Color::White, at(3));
        assert_eq!(clocks.left(Color::White, at(9)), Some(Duration::from_secs(9)));
        clocks.start(Color::Black, at(3));
        assert_eq!((clocks.flag(at(12)), clocks.flag(at(13))), (None, Some(Color::Black)));
        assert_eq!(clocks.used(Color::Black, at(13)), Duration::from_secs(10));
    }

    #[test]
    fn a_move_that_is_taken_back_gives_its_time_back() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let level = Level::Increment { base: Duration::from_secs(60), increment: Duration::from_secs(2) };
        let mut clocks = Clocks::new(level);
        let shown = |clocks: &Clocks, now| Color::ALL.map(|color| clocks.left(color, now).unwrap().as_secs());
        clocks.start(Color::White, at(0));
        clocks.press(Color::White, at(10));
        clocks.start(Color::Black, at(10));
        clocks.press(Color::Black, at(15));
        clocks.start(Color::White, at(15));
        assert_eq!(shown(&clocks, at(20)), [47, 57]);
        clocks.take_back(at(20));
        clocks.take_back(at(20));
        assert_eq!((shown(&clocks, at(99)), clocks.made(Color::White)), ([60, 60], 0));
        clocks.redo(at(20));
        assert_eq!((shown(&clocks, at(99)), clocks.made(Color::White)), ([52, 60], 1));
        clocks.redo(at(20));
        assert_eq!(shown(&clocks, at(99)), [52, 57]);
        // There is nothing more to play again, and nothing before the start.
        (0..4).for_each(|_| clocks.redo(at(20)));
        (0..4).for_each(|_| clocks.take_back(at(20)));
        assert_eq!(shown(&clocks, at(99)), [60, 60]);
    }

    #[test]
    fn a_level_without_a_clock_counts_up() {
        let start = Instant::now();
        let mut clocks = Clocks::new(Level::Depth(6));
        clocks.start(Color::White, start);
        let later = start + Duration::from_secs(100);
        assert_eq!((clocks.left(Color::White, later), clocks.flag(later)), (None, None));
        assert_eq!(clocks.limits(Color::White, later).depth, Some(6));
    }
}
