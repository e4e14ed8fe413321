//! The seam between an ancestor's board and Heirloom's: games, moves and lines cross it as text.

use std::time::Duration;

use heirloom_chess::notation::uci;
use heirloom_chess::perft::suite::{self, SuiteError};
use heirloom_chess::{Color, Line, Move, Position, Square};
use heirloom_engine::{
    BestMove, EngineError, Explanation, ExplanationRow, Info, Insight, Limits, Origin, Score,
};

/// The ways in which a node may end, for insights.
pub use heirloom_engine::insight::Exit;

/// Scores within this distance of the mate score are mate scores.
const MATE_RANGE: i32 = 1000;

/// A position in numbers, for any board representation: files and ranks count from 0, White is 0, Black 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// File, rank, color and type of each piece, from a8 to h1; types run from 0, the pawn, to 5, the king.
    pub pieces: Vec<[usize; 4]>,
    /// The side to move.
    pub turn: usize,
    /// The files of the castling rooks: White's kingside and queenside rooks, then Black's.
    pub rooks: [Option<usize>; 4],
    /// File and rank of the square that a pawn has just passed over, if it can be captured there.
    pub en_passant: Option<[usize; 2]>,
    /// Plies since the last capture or pawn move.
    pub fifty: u32,
}

impl Setup {
    /// Returns the castling rights as bits, in the order of [`Setup::rooks`].
    pub fn rights(&self) -> u8 {
        (0..4).map(|right| u8::from(self.rooks[right].is_some()) << right).sum()
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Setup {
        let squares = (0..8).rev().flat_map(|rank| (0..8).map(move |file| (file, rank)));
        let piece = |(file, rank): (usize, usize)| {
            let piece = position.piece_at(Square::from_index(8 * rank + file))?;
            Some([file, rank, piece.color().index(), piece.piece_type().index()])
        };
        let wings =
            [(Color::White, true), (Color::White, false), (Color::Black, true), (Color::Black, false)];
        Setup {
            pieces: squares.filter_map(piece).collect(),
            turn: position.turn().index(),
            rooks: wings.map(|(color, king_side)| {
                position.castling_rook(color, king_side).map(|rook| rook.index() % 8)
            }),
            en_passant: position.en_passant().map(|square| [square.index() % 8, square.index() / 8]),
            fifty: position.halfmove_clock().into(),
        }
    }
}

/// Returns the setup of a position for a board that supports orthodox castling only. Fails with
/// [`EngineError::Unsupported`] for Chess960.
pub fn setup(position: &Position) -> Result<Setup, EngineError> {
    if position.is_chess960() { Err(EngineError::Unsupported("Chess960")) } else { Ok(position.into()) }
}

/// Returns the FEN of a position for a board that supports orthodox castling only. Fails with
/// [`EngineError::Unsupported`] for Chess960.
pub fn fen(position: &Position) -> Result<String, EngineError> {
    if position.is_chess960() { Err(EngineError::Unsupported("Chess960")) } else { Ok(position.fen()) }
}

/// A position of a perft suite.
pub struct Case {
    /// The FEN as written in the suite.
    pub fen: String,
    /// The position in numbers.
    pub setup: Setup,
    /// Depths in plies with their numbers of leaves.
    pub counts: Vec<(u32, u64)>,
}

/// Parses a suite of positions with known counts. Fails with the first invalid line.
pub fn suite(text: &str) -> Result<Vec<Case>, SuiteError> {
    let case =
        |case: suite::Case| Case { setup: Setup::from(&case.position), fen: case.fen, counts: case.counts };
    Ok(suite::parse(text)?.into_iter().map(case).collect())
}

/// Returns the setup of a FEN, for tests.
#[cfg(test)]
pub fn setup_of(fen: &str) -> Setup {
    Setup::from(&Position::from_fen(fen).expect("a legal position"))
}

/// Returns the FEN of the mirror image with colors exchanged, for tests. The position need not be legal, but
/// must not have an en passant square.
#[cfg(test)]
pub fn mirrored(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |letter: char| {
        if letter.is_lowercase() { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
    };
    let ranks: Vec<String> = fields[0].rsplit('/').map(|rank| rank.chars().map(swap).collect()).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let mut rights: Vec<char> = fields[2].chars().map(swap).collect();
    rights.sort_unstable();
    format!("{} {turn} {} - 0 1", ranks.join("/"), String::from_iter(rights))
}

/// Returns a game from a FEN, with moves in UCI notation, for tests.
#[cfg(test)]
pub fn game(fen: &str, moves: &str) -> Line {
    let mut line = Line::new(Position::from_fen(fen).expect("a legal position"));
    for text in moves.split_whitespace() {
        line.push(translate(line.position(), text).expect("a legal move")).expect("a legal move");
    }
    line
}

/// The initial position, for tests.
#[cfg(test)]
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Replays a game: `play` makes each move, given as text, on the ancestor's board, or returns `None` if it
/// cannot. With `chess960`, castling is written as king takes rook. Fails with [`EngineError::Unsupported`]
/// for a move that cannot be made.
pub fn replay(
    line: &Line,
    chess960: bool,
    mut play: impl FnMut(&str) -> Option<()>,
) -> Result<(), EngineError> {
    let mut position = line.start().clone();
    for &mv in line.moves() {
        play(&uci::format(&position, mv, chess960)).ok_or(EngineError::Unsupported("a move of this game"))?;
        position.play(mv);
    }
    Ok(())
}

/// Returns the moves to which a search is limited, as text; empty if all are allowed.
pub fn search_moves(limits: &Limits, position: &Position, chess960: bool) -> Vec<String> {
    limits.search_moves.iter().map(|&mv| uci::format(position, mv, chess960)).collect()
}

/// Translates an ancestor's move to Heirloom's, if it is legal.
pub fn translate(position: &Position, own: impl ToString) -> Option<Move> {
    uci::parse(position, &own.to_string()).ok()
}

/// Translates a line up to the first illegal move: its end may come from a hash table.
pub fn translate_line(position: &Position, line: impl IntoIterator<Item = impl ToString>) -> Vec<Move> {
    let mut position = position.clone();
    let play = |own| {
        let mv = translate(&position, own)?;
        position.play(mv);
        Some(mv)
    };
    line.into_iter().map_while(play).collect()
}

/// Returns the first move of a line, with the second as the ponder move.
pub fn best_move(line: &[Move], origin: Origin) -> BestMove {
    BestMove { best: line.first().copied(), ponder: line.get(1).copied(), origin, ..BestMove::default() }
}

/// Converts a score to centipawns, or to moves to mate if it is near `mate`, the score of mate at the root.
pub fn score(value: i32, mate: i32) -> Score {
    let plies = mate - value.abs();
    if plies <= MATE_RANGE { Score::Mate((plies + 1) / 2 * value.signum()) } else { Score::Cp(value) }
}

/// Reports nodes, time and nodes per second.
pub fn node_info(nodes: u64, time: Duration) -> Info {
    let rate = (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    Info { nodes: Some(nodes), nps: Some(rate), time: Some(time), ..Info::default() }
}

/// Wraps an insight as search information.
pub fn insight(insight: Insight) -> Info {
    Info { insight: Some(Box::new(insight)), ..Info::default() }
}

/// Returns a term with the same value in middlegame and endgame, in centipawns.
pub fn term_row(term: &str, white: i32, black: i32) -> ExplanationRow {
    tapered_row(term, [(white, white), (black, black)])
}

/// Returns a term with White's and Black's middlegame and endgame values, in centipawns.
pub fn tapered_row(term: &str, [white, black]: [(i32, i32); 2]) -> ExplanationRow {
    ExplanationRow { term: term.into(), white, black }
}

/// Returns an explanation without outputs of a network; the score is in centipawns from White's view.
pub fn explanation(
    score: i32,
    rows: impl IntoIterator<Item = ExplanationRow>,
    squares: impl IntoIterator<Item = (Square, i32)>,
) -> Explanation {
    let (rows, squares) = (rows.into_iter().collect(), squares.into_iter().collect());
    Explanation { score: Score::Cp(score), rows, squares, outputs: Vec::new() }
}

/// Returns the error for a hash table that does not fit into memory.
pub fn out_of_memory(program: &str) -> EngineError {
    EngineError::Start { command: program.into(), reason: "no memory for its hash table".into() }
}

/// Returns the error for an invalid option value.
pub fn invalid(name: &str, value: &str, expected: &str) -> EngineError {
    EngineError::OptionValue { name: name.into(), value: value.into(), expected: expected.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_replayed_in_both_castling_forms() {
        let line = game(START, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1");
        for (chess960, castling) in [(false, "e1g1"), (true, "e1h1")] {
            let mut texts = Vec::new();
            let mut note = |text: &str| {
                texts.push(text.to_string());
                Some(())
            };
            assert_eq!(replay(&line, chess960, &mut note), Ok(()));
            assert_eq!((texts.len(), texts[6].as_str()), (7, castling));
        }
        let replayed = replay(&line, false, |text| (text != "g1f3").then_some(()));
        assert_eq!(replayed, Err(EngineError::Unsupported("a move of this game")));
    }

    #[test]
    fn lines_end_at_the_first_illegal_move() {
        let position = Position::startpos();
        let line = translate_line(&position, ["e2e4", "e7e5", "e4e5", "a7a6"]);
        assert_eq!((line.len(), best_move(&line, Origin::Searched).ponder), (2, line.get(1).copied()));
        assert_eq!(best_move(&[], Origin::Searched), BestMove::default());
    }

    #[test]
    fn mate_scores_are_converted_to_moves() {
        let scores = [29_999, 29_997, 29_000, 28_999, -90].map(|value| score(value, 30_000));
        assert_eq!(
            scores,
            [Score::Mate(1), Score::Mate(2), Score::Mate(500), Score::Cp(28_999), Score::Cp(-90)]
        );
        assert_eq!([score(-29_998, 30_000), score(-29_996, 30_000)], [Score::Mate(-1), Score::Mate(-2)]);
    }

    #[test]
    fn setups_describe_positions() {
        let start = Setup::from(&Position::startpos());
        assert_eq!((start.pieces.len(), start.pieces[0], start.pieces[31]), (32, [0, 7, 1, 3], [7, 0, 0, 3]));
        assert_eq!((start.rooks, start.rights(), start.turn), ([Some(7), Some(0), Some(7), Some(0)], 15, 0));
        let later = setup_of("1r2k3/8/8/8/1pP5/8/8/1R2K3 b Bb c3 0 9");
        assert_eq!((later.rooks, later.rights(), later.turn), ([None, Some(1), None, Some(1)], 10, 1));
        assert_eq!((later.en_passant, later.fifty), (Some([2, 2]), 0));
    }

    #[test]
    fn chess960_is_rejected() {
        let shuffled = heirloom_chess::chess960::start_position(0).expect("a number");
        assert_eq!(fen(&shuffled), Err(EngineError::Unsupported("Chess960")));
        assert_eq!(setup(&shuffled), Err(EngineError::Unsupported("Chess960")));
        assert_eq!(fen(&Position::startpos()), Ok(Position::startpos().fen()));
    }
}
