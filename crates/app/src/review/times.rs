//! The time that each move took, from the comments of a game.

use std::time::Duration;

use heirloom_chess::game::Game;

use super::annotate::command;

/// Returns the time that each move of the main line took, as far as it is known: `[%emt]`, or the difference
/// between the times on the clock (`[%clk]`) and the increment of the time control.
pub fn of_game(game: &Game) -> Vec<Option<Duration>> {
    let (start, increment) = control(game.tags().get("TimeControl").unwrap_or_default());
    let mut clocks = [start; 2];
    let mut times = Vec::new();
    for (ply, node) in game.main_line().enumerate() {
        let read =
            |name: &str| game.comments(node).iter().find_map(|comment| seconds(&command(comment, name)?));
        let left = read("clk");
        let clock = &mut clocks[ply % 2];
        // A clock may have been set forward, which says nothing about the move.
        let by_clock =
            clock.zip(left).map(|(before, left)| before + increment - left).filter(|used| *used >= 0.0);
        // Without a clock time at the move, the next difference would be that of two moves.
        *clock = left;
        times.push(read("emt").or(by_clock).and_then(|used| Duration::try_from_secs_f64(used).ok()));
    }
    times
}

/// Returns the seconds on the clock at the start and the increment of a time control such as `300+3`; those
/// of one with several periods are not known.
fn control(text: &str) -> (Option<f64>, f64) {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let base: Option<f64> = base.parse().ok().filter(|base: &f64| *base > 0.0 && base.is_finite());
    let increment =
        increment.parse().ok().filter(|increment: &f64| *increment >= 0.0 && increment.is_finite());
    (base.filter(|_| increment.is_some()), increment.unwrap_or(0.0))
}

/// Parses `1:02:03.5`, `2:03` or `3`.
fn seconds(text: &str) -> Option<f64> {
    text.split(':').try_fold(0.0, |sum, part| {
        let part: f64 = part.trim().parse().ok().filter(|part: &f64| *part >= 0.0 && *part < 1e6)?;
        Some(sum * 60.0 + part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::pgn;

    fn times(text: &str) -> Vec<Option<u64>> {
        let game = pgn::parse(text).unwrap().unwrap();
        of_game(&game).into_iter().map(|time| Some(time?.as_secs())).collect()
    }

    #[test]
    fn clocks_and_elapsed_times_are_read() {
        let game = "[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:52.5]} \
            2. Nf3 {[%clk 0:02:55]} Nc6 {[%emt 0:00:30]} 3. d4 {[%clk 0:05:00]} exd4 {[%clk 0:02:00]} *";
        assert_eq!(times(game), [Some(2), Some(9), Some(7), Some(30), None, None]);
        assert_eq!(times("1. e4 {[%clk 0:03:00]} e5 2. d4 {[%clk 0:02:50]} *"), [None, None, Some(10)]);
        assert_eq!(times("1. e4 {[%clk x]} e5 {[%emt -1]} *"), [None, None]);
    }
}
