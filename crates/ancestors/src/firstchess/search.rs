//! FirstChess's search: fail-hard negamax with alpha-beta, no move ordering, no quiescence.

use crate::clock::Clock;

use super::board::Board;
use super::eval::evaluate;
use super::moves::{Move, generate};

/// The score of giving mate at the root; it drops by one per ply, so shorter mates score higher.
pub const MATE: i32 = 100_000;

/// The maximum iteration depth in plies, which bounds stack use.
pub const MAX_DEPTH: i32 = 64;

/// The result of an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// The depth of the iteration in plies.
    pub depth: i32,
    /// Centipawns or a mate score for the side to move.
    pub score: i32,
    /// The principal variation, which may be shorter than the iteration if a cutoff hid the rest.
    pub line: Vec<Move>,
}

/// Returns the plies to mate for a mate score: positive if the side to move mates.
pub fn plies_to_mate(score: i32) -> Option<i32> {
    (score.abs() >= MATE - 1000).then(|| (MATE - score.abs()) * score.signum())
}

/// A search with its board and limits.
pub struct Search {
    /// The board; unchanged after the search.
    pub board: Board,
    /// The number of positions visited.
    pub nodes: u64,
    /// Omit castling and en passant.
    pub faithful: bool,
    /// If not empty, the only moves considered at the root.
    pub root_moves: Vec<Move>,
    clock: Clock,
}

impl Search {
    /// Creates a search from a board.
    pub fn new(mut board: Board, faithful: bool, root_moves: Vec<Move>, clock: Clock) -> Search {
        board.reset_ply();
        Search { board, nodes: 0, faithful, root_moves, clock }
    }

    /// Searches one ply, two plies, and so on until the clock ends it, and reports each iteration. Returns
    /// the last complete one, the partial first one, or `None` if there is no move.
    pub fn deepen(&mut self, report: &mut dyn FnMut(&Search, &Iteration)) -> Option<Iteration> {
        let mut last: Option<Iteration> = None;
        for depth in 1..=MAX_DEPTH {
            if !self.clock.allows(depth as u32, self.nodes) {
                break;
            }
            let mut line = Vec::new();
            match self.search(-MATE, MATE, depth, &mut line) {
                Some(score) if !line.is_empty() => {
                    let found = Iteration { depth, score, line };
                    report(self, &found);
                    last = Some(found);
                    // Deeper iterations would only find the same mate again.
                    if plies_to_mate(score).is_some_and(|plies| plies.abs() <= depth) {
                        break;
                    }
                }
                // No move, or every move leads to mate.
                Some(score) => return last.or_else(|| self.first_legal_move(score)),
                // Without move ordering a partial iteration proves nothing: the previous one counts.
                None if last.is_some() => break,
                None if !line.is_empty() => {
                    return Some(Iteration { depth, score: evaluate(&self.board), line });
                }
                None => return self.first_legal_move(evaluate(&self.board)),
            }
        }
        last
    }

    /// The listing's `Search`. It returns the line in `line`, where the listing keeps only the best move, or
    /// `None` once time is up.
    fn search(&mut self, mut alpha: i32, beta: i32, depth: i32, line: &mut Vec<Move>) -> Option<i32> {
        self.nodes += 1;
        if self.clock.is_over(self.nodes) {
            return None;
        }
        let mut have_move = false;
        line.clear();
        for mv in generate(&self.board, self.faithful) {
            if self.board.ply == 0 && !self.root_moves.is_empty() && !self.root_moves.contains(&mv) {
                continue;
            }
            if !self.board.make(mv) {
                self.board.take_back();
                continue;
            }
            have_move = true;
            let mut child_line = Vec::new();
            let value = if depth > 1 {
                self.search(-beta, -alpha, depth - 1, &mut child_line).map(|value| -value)
            } else {
                // The listing has `Eval()` here, the opponent's view after the move: the minus sign is
                // missing.
                Some(-evaluate(&self.board))
            };
            self.board.take_back();
            let value = value?;
            if value > alpha {
                // Fail-hard: the score is limited to beta.
                if value >= beta {
                    return Some(beta);
                }
                alpha = value;
                *line = child_line;
                line.insert(0, mv);
            }
        }
        if !have_move {
            // Mate, scored so that longer resistance is better, or stalemate.
            return Some(if self.board.in_check(self.board.side) { -MATE + self.board.ply } else { 0 });
        }
        Some(alpha)
    }

    /// Returns the first legal move, for when the search had no time to choose.
    fn first_legal_move(&mut self, score: i32) -> Option<Iteration> {
        let moves = generate(&self.board, self.faithful);
        let mut legal = moves
            .into_iter()
            .filter(|mv| self.root_moves.is_empty() || self.root_moves.contains(mv))
            .filter(|&mv| {
                let legal = self.board.make(mv);
                self.board.take_back();
                legal
            });
        legal.next().map(|mv| Iteration { depth: 1, score, line: vec![mv] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::with_depth;

    fn find(fen: &str, depth: u32) -> (Iteration, u64) {
        let clock = with_depth(depth);
        let mut search = Search::new(Board::from_fen(fen), false, Vec::new(), clock);
        let found = search.deepen(&mut |_, _| {}).expect("a move");
        (found, search.nodes)
    }

    #[test]
    fn one_ply_takes_the_hanging_queen() {
        // With the listing's sign the best move would keep Black's queen on the board.
        let (found, nodes) = find("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", 1);
        assert_eq!((found.line[0].to_string().as_str(), found.score, nodes), ("e4d5", 100, 1));
    }

    #[test]
    fn without_quiescence_it_captures_defended_pieces() {
        assert_eq!(find("4k3/4p3/3p4/8/8/8/3Q4/4K3 w - - 0 1", 1).0.score, 800);
        assert_eq!(find("4k3/4p3/3p4/8/8/8/3Q4/4K3 w - - 0 1", 2).0.score, 700);
    }

    #[test]
    fn mate_is_found_one_ply_after_the_mating_move() {
        let fen = "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1";
        assert_eq!(plies_to_mate(find(fen, 1).0.score), None);
        let (found, _) = find(fen, 2);
        assert_eq!((found.line[0].to_string().as_str(), plies_to_mate(found.score)), ("e1e8", Some(1)));
    }

    #[test]
    fn the_search_is_fail_hard() {
        let clock = with_depth(1);
        let board = Board::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
        let mut search = Search::new(board, false, Vec::new(), clock);
        assert_eq!(search.search(-50, 50, 1, &mut Vec::new()), Some(50));
        assert_eq!(search.search(200, 300, 1, &mut Vec::new()), Some(200));
    }
}
