//! The engine interface of FirstChess: text in both directions, and the game replayed on its own board.

use std::time::Duration;

use heirloom_chess::{Line, Move as ChessMove, Position, Square};
use heirloom_engine::option::OptionValue;
use heirloom_engine::{
    BestMove, Engine, EngineError, EngineOption, Explanation, Info, Limits, Origin, Score, Signals,
};

use super::board::{Board, EMPTY, WHITE, square_name};
use super::eval::{VALUES, evaluate, material};
use super::moves::{self, Move};
use super::search::{Iteration, MATE, Search};
use crate::clock::Clock;
use crate::seam;

/// FirstChess as an engine.
pub struct FirstChess {
    options: Vec<EngineOption>,
    faithful: bool,
}

impl Default for FirstChess {
    /// Creates the engine with all rules enabled.
    fn default() -> FirstChess {
        FirstChess { options: vec![EngineOption::check("Faithful", false)], faithful: false }
    }
}

/// Sets up FirstChess's board.
fn board_of(position: &Position) -> Result<Board, EngineError> {
    Ok(Board::new(&seam::setup(position)?))
}

/// Replays a game, including the opponent's castling and en passant captures.
fn replay(line: &Line) -> Result<Board, EngineError> {
    let mut board = board_of(line.start())?;
    seam::replay(line, false, |text| {
        let own = moves::parse(&board, text)?;
        board.make(own);
        Some(())
    })?;
    Ok(board)
}

fn info(found: &Iteration, nodes: u64, time: Duration, position: &Position) -> Info {
    Info {
        depth: Some(found.depth as u32),
        score: Some(seam::score(found.score, MATE)),
        pv: seam::translate_line(position, &found.line),
        ..seam::node_info(nodes, time)
    }
}

impl Engine for FirstChess {
    fn name(&self) -> &str {
        "FirstChess"
    }

    fn author(&self) -> &str {
        "Pham Hong Nguyen; rebuilt by the Heirloom authors"
    }

    fn options(&self) -> &[EngineOption] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = EngineOption::find(&self.options, name)?;
        if let ("Faithful", OptionValue::Check(faithful)) = (option.name.as_str(), option.parse(value)?) {
            self.faithful = faithful;
        }
        Ok(())
    }

    /// Does nothing, since nothing is remembered.
    fn new_game(&mut self) {}

    fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        let (board, position) = (replay(line)?, line.position());
        let clock = Clock::new(limits, position.turn(), signals);
        let allowed = seam::search_moves(limits, position, false);
        let root_moves: Vec<Move> = allowed.iter().filter_map(|text| moves::parse(&board, text)).collect();
        let mut search = Search::new(board.clone(), self.faithful, root_moves, clock);
        let mut reported_depth = 0;
        let found = search.deepen(&mut |search, found| {
            reported_depth = found.depth;
            report(info(found, search.nodes, signals.created().elapsed(), position));
        });
        let Some(found) = found else {
            // In faithful mode the only legal moves may be ones that it does not support.
            let is_allowed =
                |mv: &ChessMove| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
            let only = position.legal_moves().iter().copied().find(is_allowed);
            if only.is_some() {
                let (pv, score) = (only.into_iter().collect(), Some(Score::Cp(evaluate(&board))));
                let text = Some("only a move that the original does not know is left".into());
                let work = seam::node_info(search.nodes, signals.created().elapsed());
                report(Info { depth: Some(1), score, pv, text, ..work });
            }
            return Ok(BestMove { best: only, ..BestMove::default() });
        };
        if reported_depth == 0 {
            report(info(&found, search.nodes, signals.created().elapsed(), position));
        }
        Ok(seam::best_move(&seam::translate_line(position, &found.line), Origin::Searched))
    }

    fn divide(
        &mut self,
        position: &Position,
        depth: u32,
        signals: &Signals,
    ) -> Result<Vec<(ChessMove, u64)>, EngineError> {
        let mut board = board_of(position)?;
        let mut counts = Vec::new();
        for mv in moves::generate(&board, self.faithful) {
            let legal = board.make(mv);
            let below = depth.saturating_sub(1);
            let leaves = if legal {
                moves::perft(&mut board, below, self.faithful, &|| signals.is_stopped())
            } else {
                Some(0)
            };
            board.take_back();
            let leaves = leaves.ok_or(EngineError::Stopped)?;
            if let (true, Some(mv)) = (legal, seam::translate(position, mv)) {
                counts.push((mv, leaves));
            }
        }
        Ok(counts)
    }

    fn explain(&mut self, position: &Position) -> Result<Explanation, EngineError> {
        let board = board_of(position)?;
        // Kings are omitted: both are always there, and a value of a hundred pawns would only distract.
        let worth = |square: usize| VALUES[..5].get(usize::from(board.piece[square])).copied().unwrap_or(0);
        let of = |color: u8| (0..64).filter(|&square| board.color[square] == color).map(worth).sum::<i32>();
        let (white, black) = (of(WHITE), of(1 - WHITE));
        let squares = (0..64usize)
            .filter(|&square| board.piece[square] != EMPTY && worth(square) != 0)
            .filter_map(|square| {
                let named: Square = square_name(square as u8).parse().ok()?;
                Some((named, if board.color[square] == WHITE { worth(square) } else { -worth(square) }))
            });
        Ok(seam::explanation(material(&board), [seam::term_row("material", white, black)], squares))
    }

    /// `print` draws the board, `moves` lists the legal moves.
    fn console(&mut self, line: &Line, command: &str) -> Result<String, EngineError> {
        let mut board = replay(line)?;
        match command.trim() {
            "print" | "disp" | "d" => Ok(board.draw()),
            "moves" | "show" => {
                let mut text = Vec::new();
                for mv in moves::generate(&board, self.faithful) {
                    if board.make(mv) {
                        text.push(mv.to_string());
                    }
                    board.take_back();
                }
                Ok(format!("{}\n", text.join(" ")))
            }
            "help" => Ok("print (also disp), moves (also show)".into()),
            _ => Err(EngineError::Unsupported("this command; it knows print and moves")),
        }
    }
}

#[cfg(test)]
mod tests {
    use heirloom_chess::MoveKind;
    use heirloom_chess::notation::uci;

    use super::*;

    /// Counts leaves without castling and en passant at any node.
    fn faithful_perft(position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let is_supported = |mv: &&ChessMove| !matches!(mv.kind(), MoveKind::Castling | MoveKind::EnPassant);
        let below = |mv: &ChessMove| {
            let mut after = position.clone();
            after.play(*mv);
            faithful_perft(&after, depth - 1)
        };
        position.legal_moves().iter().filter(is_supported).map(below).sum()
    }

    #[test]
    fn faithful_perft_leaves_castling_and_en_passant_out_at_every_node() {
        let mut engine = FirstChess::default();
        engine.set_option("Faithful", "true").expect("no error");
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
            "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
        ] {
            let position = Position::from_fen(fen).expect("no error");
            for depth in 1..=3 {
                let found = engine.perft(&position, depth, &Signals::new()).expect("no error");
                assert_eq!(found, faithful_perft(&position, depth), "{depth} plies of {fen}");
            }
            let complete = FirstChess::default().perft(&position, 3, &Signals::new()).expect("no error");
            assert_ne!(complete, faithful_perft(&position, 3), "{fen} shows no difference");
        }
    }

    #[test]
    fn faithful_games_follow_the_opponent() {
        let moves = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8 a2a4 h7h6 a4a5 b7b5 a5b6";
        let line = seam::game(seam::START, moves);
        let board = replay(&line).expect("a board");
        let fresh = Board::from_fen(&line.position().fen());
        let state = |board: &Board| (board.piece, board.color, board.side, board.castling);
        assert_eq!(state(&board), state(&fresh));
    }

    #[test]
    fn an_only_move_en_passant_is_played_even_in_faithful_mode() {
        // Check by the pawn that has just moved two squares; only the en passant capture answers it.
        let position = Position::from_fen("8/8/7R/k7/pP6/2N5/8/1R2K3 b - b3 0 1").expect("no error");
        let expected = uci::parse(&position, "a4b3").ok();
        let mut engine = FirstChess::default();
        engine.set_option("Faithful", "true").expect("no error");
        let best = engine
            .search(&Line::new(position), &Limits::nodes(100), &Signals::new(), &mut |_| {})
            .expect("no error");
        assert_eq!((best.best, expected.is_some()), (expected, true));
    }

    #[test]
    fn chess960_is_rejected() {
        let line = Line::new(heirloom_chess::chess960::start_position(0).expect("a number"));
        let answer = FirstChess::default().search(&line, &Limits::depth(1), &Signals::new(), &mut |_| {});
        assert_eq!(answer, Err(EngineError::Unsupported("Chess960")));
    }

    #[test]
    fn the_board_is_drawn() {
        let text = FirstChess::default().console(&Line::default(), "print").expect("a board");
        assert_eq!(text.lines().next(), Some("8  r n b q k b n r"));
        assert!(FirstChess::default().console(&Line::default(), "sing").is_err());
    }
}
