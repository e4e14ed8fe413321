//! Check of a short game with a clock against itself.

use std::time::Duration;

use heirloom_chess::Color;
use heirloom_chess::notation::uci;

use super::talk::{SMALL_SEARCH, judge_best, ready, search};
use crate::compliance::probe::{Probe, seconds};
use crate::compliance::{Facts, Group, Outcome, failed};

pub const GROUP: Group = Group {
    name: "game",
    checks: &checks! {
        "game-with-clock" => game,
            demands "a game of 40 plies at 1 s + 20 ms per move is played with legal moves and in time",
            remedy "keep a reserve for the delay to the GUI; never plan to use more than the clock has";
    },
};

const INCREMENT: Duration = Duration::from_millis(20);
/// How much too late a move may arrive: the machine is shared.
const MARGIN: Duration = Duration::from_millis(100);

fn game(probe: &mut Probe, _: &Facts) -> Outcome {
    let mut clocks = [Duration::from_secs(1); 2];
    let mut moves = String::new();
    for ply in 0..40 {
        let position = if moves.is_empty() { "startpos".into() } else { format!("startpos moves{moves}") };
        ready(probe, SMALL_SEARCH)?;
        let [white, black] = clocks.map(|clock| clock.as_millis());
        let go = format!(
            "go wtime {white} btime {black} winc {increment} binc {increment}",
            increment = INCREMENT.as_millis()
        );
        let mut line = super::talk::line_of(&position)?;
        if line.outcome().is_some() {
            break;
        }
        let found = search(probe, &position, &go, SMALL_SEARCH)?;
        let mv = judge_best(&found, false)?;
        let clock = &mut clocks[usize::from(line.position().turn() == Color::Black)];
        if found.took > *clock + MARGIN {
            return failed(format!(
                "ply {}: {} with {} on the clock",
                ply + 1,
                seconds(found.took),
                seconds(*clock)
            ));
        }
        *clock = clock.saturating_sub(found.took).max(Duration::from_millis(1)) + INCREMENT;
        moves.push(' ');
        moves.push_str(&uci::format(line.position(), mv, false));
        if line.push(mv).is_err() {
            break;
        }
    }
    Ok(format!(
        "{} plies, {} and {} left",
        moves.split_whitespace().count(),
        seconds(clocks[0]),
        seconds(clocks[1])
    ))
}
