//! A game of self-play: its start position, its moves with scores, and how it ended.

use std::fmt;

use heirloom_chess::game::GameResult;
use heirloom_chess::{Line, Move, Position, chess960};

/// The largest score stored, in centipawns; mates and larger scores are stored as this.
pub const MAX_SCORE: i16 = 32_000;

/// Marks a move without a score.
const NO_SCORE: i16 = i16::MIN;

/// Marks a start position that is not one of the 960.
const ANY_START: u16 = u16::MAX;

/// A game as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// The start position.
    pub start: Position,
    /// The moves with their scores.
    pub plies: Vec<ScoredMove>,
    /// The result; never unknown.
    pub result: GameResult,
    /// How it ended.
    pub ending: StoredEnd,
}

/// A move and the score of its search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// The score in centipawns from White's point of view; none for random moves.
    pub score: Option<i16>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum StoredEnd {
    /// By the rules of chess.
    Rules,
    /// One side's scores were winning for several plies.
    Won,
    /// The scores were near zero for several plies.
    Level,
    /// It reached the maximum length and counts as a draw.
    Long,
    /// Unknown: the game was imported.
    Elsewhere,
}

impl StoredEnd {
    /// All endings, indexed by the stored number.
    pub const ALL: [StoredEnd; 5] =
        [StoredEnd::Rules, StoredEnd::Won, StoredEnd::Level, StoredEnd::Long, StoredEnd::Elsewhere];
}

impl fmt::Display for StoredEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StoredEnd::Rules => "by the rules",
            StoredEnd::Won => "won by scores",
            StoredEnd::Level => "drawn by scores",
            StoredEnd::Long => "too long",
            StoredEnd::Elsewhere => "imported",
        })
    }
}

/// Why bytes are not a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoredGameError {
    /// They end too early.
    #[error("it ends too early")]
    Short,
    /// The start position is invalid.
    #[error("its start position is wrong: {0}")]
    Start(String),
    /// The number of a result or ending is invalid.
    #[error("unknown result or ending {0}")]
    Number(u8),
    /// A move is not encoded correctly.
    #[error("there is no move at ply {}", .ply + 1)]
    Move {
        /// Number of plies before it.
        ply: usize,
    },
}

/// The error for a move that is illegal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the move {mv:?} at ply {} is illegal in {fen}", .ply + 1)]
pub struct Illegal {
    /// Number of plies before it.
    pub ply: usize,
    /// The move.
    pub mv: Move,
    /// The position before it.
    pub fen: String,
}

impl StoredGame {
    /// Appends the encoded game to `body`.
    pub fn write(&self, body: &mut Vec<u8>) {
        match number_of(&self.start) {
            Some(number) => body.extend(number.to_le_bytes()),
            None => {
                let fen = self.start.shredder_fen();
                body.extend(ANY_START.to_le_bytes());
                body.push(fen.len() as u8);
                body.extend(fen.bytes());
            }
        }
        body.push(self.points());
        body.push(self.ending as u8);
        for ply in &self.plies {
            body.extend(ply.mv.bits().to_le_bytes());
            body.extend(ply.score.unwrap_or(NO_SCORE).to_le_bytes());
        }
    }

    /// Decodes a game. The moves may be illegal. Fails with [`StoredGameError`] if the bytes are not a game.
    pub fn read(body: &[u8]) -> Result<StoredGame, StoredGameError> {
        let (number, mut rest) = body.split_first_chunk::<2>().ok_or(StoredGameError::Short)?;
        let start = match u16::from_le_bytes(*number) {
            ANY_START => {
                let (&length, after) = rest.split_first().ok_or(StoredGameError::Short)?;
                let (fen, after) =
                    after.split_at_checked(usize::from(length)).ok_or(StoredGameError::Short)?;
                rest = after;
                Position::from_fen(&String::from_utf8_lossy(fen))
                    .map_err(|error| StoredGameError::Start(error.to_string()))?
            }
            number => {
                chess960::start_position(number).map_err(|error| StoredGameError::Start(error.to_string()))?
            }
        };
        let (&[result, ending], rest) = rest.split_first_chunk::<2>().ok_or(StoredGameError::Short)?;
        let results = [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins];
        let result = *results.get(usize::from(result)).ok_or(StoredGameError::Number(result))?;
        let ending = *StoredEnd::ALL.get(usize::from(ending)).ok_or(StoredGameError::Number(ending))?;
        let (plies, left) = rest.as_chunks::<4>();
        if !left.is_empty() {
            return Err(StoredGameError::Short);
        }
        let ply = |(ply, &[low, high, score_low, score_high]): (usize, &[u8; 4])| {
            let mv = Move::from_bits(u16::from_le_bytes([low, high])).ok_or(StoredGameError::Move { ply })?;
            let score = Some(i16::from_le_bytes([score_low, score_high])).filter(|&score| score != NO_SCORE);
            Ok(ScoredMove { mv, score })
        };
        let plies = plies.iter().enumerate().map(ply).collect::<Result<_, _>>()?;
        Ok(StoredGame { start, plies, result, ending })
    }

    /// Returns White's half points.
    pub fn points(&self) -> u8 {
        match self.result {
            GameResult::BlackWins => 0,
            GameResult::Draw | GameResult::BothLose | GameResult::Unknown => 1,
            GameResult::WhiteWins => 2,
        }
    }

    /// Calls `visit` with each move and the line before it, and returns the whole line. Fails with the first
    /// illegal move.
    pub fn replay(&self, mut visit: impl FnMut(&Line, ScoredMove)) -> Result<Line, Illegal> {
        let mut line = Line::new(self.start.clone());
        for (ply, &played) in self.plies.iter().enumerate() {
            if !line.position().is_legal(played.mv) {
                return Err(Illegal { ply, mv: played.mv, fen: line.position().fen() });
            }
            visit(&line, played);
            // It is legal.
            let _ = line.push(played.mv);
        }
        Ok(line)
    }
}

/// Returns the Chess960 number of a start position, if it is one before the first move.
fn number_of(start: &Position) -> Option<u16> {
    use heirloom_chess::{Color, File, Rank, Square};
    let rank =
        File::ALL.map(|file| start.piece_at(Square::new(file, Rank::First)).map(|piece| piece.piece_type()));
    if rank.contains(&None) || start.turn() != Color::White {
        return None;
    }
    let number =
        chess960::number_of(rank.map(|piece_type| piece_type.unwrap_or(heirloom_chess::PieceType::King)))?;
    (chess960::start_position(number).as_ref() == Ok(start)).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(start: Position) -> StoredGame {
        let mv = start.legal_moves()[0];
        let plies = vec![ScoredMove { mv, score: None }, ScoredMove { mv, score: Some(-77) }];
        StoredGame { start, plies, result: GameResult::BlackWins, ending: StoredEnd::Level }
    }

    #[test]
    fn games_come_back_as_they_were() {
        let any = Position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 9")
            .unwrap();
        for (start, length) in
            [(Position::startpos(), 12), (chess960::start_position(0).unwrap(), 12), (any, 13 + 70)]
        {
            let (game, mut body) = (game(start), Vec::new());
            game.write(&mut body);
            assert!(body.len() <= length, "{}", body.len());
            assert_eq!(StoredGame::read(&body), Ok(game.clone()));
            assert_eq!(StoredGame::read(&body[..body.len() - 1]), Err(StoredGameError::Short));
        }
    }

    #[test]
    fn bytes_without_meaning_are_refused() {
        let mut body = Vec::new();
        game(Position::startpos()).write(&mut body);
        let damaged = |at: usize, byte: u8| {
            let mut body = body.clone();
            body[at] = byte;
            StoredGame::read(&body).unwrap_err()
        };
        assert_eq!(damaged(2, 3), StoredGameError::Number(3));
        assert_eq!(damaged(3, 9), StoredGameError::Number(9));
        assert!(matches!(damaged(1, 100), StoredGameError::Start(_)));
        let mut without_move = body.clone();
        without_move[4..6].fill(0);
        assert_eq!(StoredGame::read(&without_move), Err(StoredGameError::Move { ply: 0 }));
        assert_eq!(StoredGame::read(&[]), Err(StoredGameError::Short));
    }

    #[test]
    fn no_bytes_bring_a_panic() {
        let mut random = fastrand::Rng::with_seed(6);
        let any = Position::from_fen("8/8/8/8/8/8/6k1/4K2R w K - 0 1").unwrap();
        for start in [Position::startpos(), any] {
            let mut body = Vec::new();
            game(start).write(&mut body);
            for _ in 0..5000 {
                let mut bytes = body.clone();
                for _ in 0..random.usize(1..4) {
                    let at = random.usize(..bytes.len());
                    bytes[at] = random.u8(..);
                }
                bytes.truncate(random.usize(..=bytes.len()));
                if let Ok(game) = StoredGame::read(&bytes) {
                    let _ = game.replay(|_, _| {});
                }
            }
        }
    }

    #[test]
    fn an_illegal_move_is_named() {
        let mut game = game(Position::startpos());
        let error = game.replay(|_, _| {}).unwrap_err();
        assert_eq!(error.ply, 1);
        game.plies.pop();
        let mut seen = 0;
        assert_eq!(game.replay(|_, _| seen += 1).unwrap().moves().len(), 1);
        assert_eq!(seen, 1);
    }
}
