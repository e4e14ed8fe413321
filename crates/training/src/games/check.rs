//! Consistency checks of a game: its moves, result, ending, and the point of view of its scores.

use heirloom_chess::game::GameResult;
use heirloom_chess::{Line, Position};
use heirloom_flagship::classical::Evaluator;

use super::game::{Illegal, ScoredMove, StoredEnd, StoredGame};

/// An evaluation or score of this many centipawns shows which side is better.
const CLEAR: i32 = 200;

/// The least score in centipawns in a game won by adjudication.
const MIN_WON: i16 = 300;

/// The largest score in centipawns in a game drawn by adjudication.
const MAX_DRAWN: i16 = 150;

/// Why a game is inconsistent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckError {
    /// A move is illegal.
    #[error(transparent)]
    Illegal(Illegal),
    /// There are moves after the end of the game by the rules.
    #[error("it continues after ending by the rules at ply {plies}")]
    PlaysOn {
        /// Number of plies at the end.
        plies: usize,
    },
    /// It is marked as ended by the rules, but is not over.
    #[error("it is marked as ended by the rules, but its last position is not final")]
    NotOver,
    /// Its final position or last score contradicts the result.
    #[error("the result {written} is wrong: {reason}")]
    Result {
        /// The recorded result.
        written: GameResult,
        /// What contradicts it.
        reason: String,
    },
    /// Most clear scores favor the opposite side from the board.
    #[error(
        "the scores seem to be from the wrong side's point of view: {against} of {of} contradict the board"
    )]
    Side {
        /// Positions in which score and board contradict each other.
        against: usize,
        /// Positions in which both are clear.
        of: usize,
    },
}

/// How often scores and board favor different sides.
#[derive(Clone, Copy, Default)]
struct Tally {
    against: usize,
    of: usize,
}

impl Tally {
    /// Returns true if they contradict each other nearly always, and at least `least` times: the classical
    /// evaluation can misjudge a game for some time.
    fn is_opposite(self, least: usize) -> bool {
        self.against >= least && self.against * 5 >= self.of * 4
    }

    /// Returns true if they nearly always agree.
    fn agrees(self) -> bool {
        self.of >= 3 && self.against * 5 <= self.of
    }
}

/// Checks games, keeping the caches of the evaluation.
#[derive(Default)]
pub struct Checker {
    judge: Evaluator,
}

impl Checker {
    /// Checks one game. Fails with the first inconsistency.
    pub fn check(&mut self, game: &StoredGame) -> Result<(), CheckError> {
        let (mut sides, mut ended) = ([Tally::default(); 2], None);
        let line = game.replay(|line, ply| {
            if ended.is_none() && line.outcome().is_some() {
                ended = Some(line.moves().len());
            }
            if let Some(agree) = self.agree(line.position(), ply) {
                let side = &mut sides[line.position().turn().index()];
                side.of += 1;
                side.against += usize::from(!agree);
            }
        });
        let line = line.map_err(CheckError::Illegal)?;
        if let Some(plies) = ended {
            return Err(CheckError::PlaysOn { plies });
        }
        check_result(game, &line)?;
        let [white, black] = sides;
        let all = Tally { against: white.against + black.against, of: white.of + black.of };
        // Scores from the mover's point of view contradict the board when one side is to move and agree when
        // the other is.
        let is_movers = white.is_opposite(3) && black.agrees() || black.is_opposite(3) && white.agrees();
        if all.is_opposite(6) || is_movers {
            return Err(CheckError::Side { against: all.against, of: all.of });
        }
        Ok(())
    }

    /// Returns true if score and board favor the same side. None if one of them is unclear.
    fn agree(&mut self, position: &Position, ply: ScoredMove) -> Option<bool> {
        let score = i32::from(ply.score?);
        if score.abs() < CLEAR || position.in_check() || position.is_noisy(ply.mv) {
            return None;
        }
        let board = self.judge.white(position);
        (board.abs() >= CLEAR).then_some((board > 0) == (score > 0))
    }
}

/// Checks that the result agrees with the ending.
fn check_result(game: &StoredGame, line: &Line) -> Result<(), CheckError> {
    let wrong = |reason: String| Err(CheckError::Result { written: game.result, reason });
    if let Some(outcome) = line.outcome() {
        return if GameResult::from(outcome) == game.result { Ok(()) } else { wrong(outcome.to_string()) };
    }
    let last = game.plies.iter().rev().find_map(|ply| ply.score);
    match (game.ending, last) {
        (StoredEnd::Rules, _) => Err(CheckError::NotOver),
        (StoredEnd::Long, _) if game.result != GameResult::Draw => {
            wrong("games that are too long are drawn".into())
        }
        (StoredEnd::Won, Some(score)) => {
            let winner = if score > 0 { GameResult::WhiteWins } else { GameResult::BlackWins };
            let fits = winner == game.result && score.abs() >= MIN_WON;
            if fits { Ok(()) } else { wrong(format!("its last score is {score} from White's point of view")) }
        }
        (StoredEnd::Level, Some(score)) => {
            let fits = game.result == GameResult::Draw && score.abs() <= MAX_DRAWN;
            let reason = || format!("it was adjudicated as a draw, but its last score is {score}");
            if fits { Ok(()) } else { wrong(reason()) }
        }
        (StoredEnd::Won | StoredEnd::Level, None) => {
            wrong("no move has a score that could have decided it".into())
        }
        (StoredEnd::Long | StoredEnd::Elsewhere, _) => Ok(()),
    }
}
