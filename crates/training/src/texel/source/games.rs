//! Selects quiet positions of games whose result was decided on the board.

use heirloom_chess::Position;
use heirloom_chess::game::GameResult;
use heirloom_chess::notation::pgn::{Flow, Played, Text, TextPlace, Visitor};

use crate::texel::samples::Label;

/// Which positions of a game are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Number of plies skipped at the start, which are mostly book moves.
    pub skip_plies: usize,
    /// One in this many of the rest, at random; 1 for all.
    pub one_in: u32,
}

/// Collects positions that are quiet by the move played: not in check, no capture or promotion, no announced
/// mate, not from a book.
pub struct Collector {
    choice: Choice,
    random: fastrand::Rng,
    /// Number of games so far.
    pub games: u64,
    /// The positions of the last game with its result.
    pub positions: Vec<(Position, Label)>,
    /// The position before the last move, which the comment on the move may still exclude.
    pending: Option<(Position, Option<i16>)>,
    /// The score of the position after the last move, from its comment.
    next_score: Option<i16>,
    ply: usize,
    depth: usize,
    decided: bool,
}

impl Collector {
    /// Creates a collector; equal seeds make equal choices.
    pub fn new(choice: Choice, seed: u64) -> Collector {
        let random = fastrand::Rng::with_seed(seed);
        let (positions, pending) = (Vec::new(), None);
        Collector {
            choice,
            random,
            games: 0,
            positions,
            pending,
            next_score: None,
            ply: 0,
            depth: 0,
            decided: true,
        }
    }

    fn keep_pending(&mut self) {
        if let Some((position, score)) = self.pending.take() {
            self.positions.push((position, Label { result: None, score }));
        }
    }
}

impl Visitor for Collector {
    fn begin_game(&mut self, _place: TextPlace) {
        self.positions.clear();
        self.games += 1;
        (self.pending, self.next_score, self.ply, self.depth, self.decided) = (None, None, 0, 0, true);
    }

    fn tag(&mut self, name: &str, value: Text<'_>) {
        // The result of a game decided off the board is no evidence about its positions.
        if name == "Termination"
            && matches!(
                &*value.to_str(),
                "time forfeit" | "abandoned" | "rules infraction" | "unterminated" | "death"
            )
        {
            self.decided = false;
        }
    }

    fn begin_moves(&mut self, _start: Option<&Position>) -> Flow {
        if self.decided { Flow::Read } else { Flow::Skip }
    }

    fn mv(&mut self, played: Played<'_>) {
        if self.depth > 0 {
            return;
        }
        self.keep_pending();
        self.ply += 1;
        let score = self.next_score.take();
        let Some((position, mv)) = played.checked else { return };
        let quiet = !position.in_check() && !position.is_noisy(mv);
        let announced_mate = score.is_some_and(|score| score.abs() == MATE);
        if quiet
            && !announced_mate
            && self.ply > self.choice.skip_plies
            && self.random.u32(0..self.choice.one_in.max(1)) == 0
        {
            self.pending = Some((position.clone(), score));
        }
    }

    fn comment(&mut self, text: Text<'_>) {
        if self.depth > 0 {
            return;
        }
        let text = text.to_str();
        match parse_comment(text.trim()) {
            Some(CommentInfo::After(score)) => self.next_score = Some(score),
            Some(CommentInfo::Book) => self.pending = None,
            Some(CommentInfo::Before(score)) if score.abs() == MATE => self.pending = None,
            Some(CommentInfo::Before(score)) => {
                if let Some((position, of_position)) = &mut self.pending {
                    let sign = if position.turn() == heirloom_chess::Color::White { 1 } else { -1 };
                    *of_position = Some(sign * score);
                }
            }
            None => {}
        }
    }

    fn begin_variation(&mut self) {
        self.depth += 1;
    }

    fn end_variation(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn end_game(&mut self, result: GameResult) {
        self.keep_pending();
        let half_points = match result {
            GameResult::WhiteWins => 2,
            GameResult::BlackWins => 0,
            GameResult::Draw => 1,
            _ => return self.positions.clear(),
        };
        self.positions.iter_mut().for_each(|(_, label)| label.result = Some(half_points));
    }
}

/// Represents any announced mate, in centipawns.
const MATE: i16 = i16::MAX;

/// The information in a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CommentInfo {
    /// The move comes from a book.
    Book,
    /// The mover's score before the move, as match programs write it: `+0.30/13 0.28s`, `-M4/20`.
    Before(i16),
    /// White's score after the move, as servers write it: `[%eval 0.3]`, `[%eval #-4]`.
    After(i16),
}

fn parse_comment(comment: &str) -> Option<CommentInfo> {
    if comment.eq_ignore_ascii_case("book") {
        return Some(CommentInfo::Book);
    }
    if let Some((_, rest)) = comment.split_once("[%eval ") {
        let word = rest.split([']', ',', ' ']).next()?;
        return Some(CommentInfo::After(if let Some(mate) = word.strip_prefix('#') {
            mate_score(mate)
        } else {
            centipawns(word)?
        }));
    }
    let (word, _) = comment.split_once('/')?;
    let mate = word.trim_start_matches(['+', '-']);
    if mate.starts_with(['M', '#']) {
        return Some(CommentInfo::Before(mate_score(word)));
    }
    centipawns(word).map(CommentInfo::Before)
}

fn mate_score(text: &str) -> i16 {
    if text.starts_with('-') { -MATE } else { MATE }
}

/// Converts pawns to centipawns.
fn centipawns(text: &str) -> Option<i16> {
    let pawns = text.parse::<f64>().ok().filter(|pawns| pawns.is_finite())?;
    Some(((pawns * 100.0).round() as i16).clamp(1 - MATE, MATE - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::pgn::Reader;

    fn collect(pgn: &str, skip_plies: usize) -> Vec<(String, Option<u8>, Option<i16>)> {
        let mut collector = Collector::new(Choice { skip_plies, one_in: 1 }, 1);
        Reader::new(pgn.as_bytes()).read_game(&mut collector).unwrap().unwrap();
        let fields = |position: &Position| position.fen().split(' ').next().unwrap().to_string();
        collector
            .positions
            .iter()
            .map(|(position, label)| (fields(position), label.result, label.score))
            .collect()
    }

    #[test]
    fn quiet_positions_with_scores_of_either_side() {
        let pgn = "1. e4 {book} d5 {+0.10/9 0.1s} 2. exd5 {+1.00/9} Qxd5 \
                   3. Nc3 {+0.40/8} (3. d4 {+9.00/1} e5) Qa5 {-0.50/8} 4. d4 {+M9/30} 1-0";
        let positions = collect(pgn, 0);
        // Without the book move, the captures, the variation, and the position before an announced mate.
        let scores: Vec<_> = positions.iter().map(|(_, result, score)| (*result, *score)).collect();
        assert_eq!(scores, [(Some(2), Some(-10)), (Some(2), Some(40)), (Some(2), Some(50))]);
        assert_eq!(positions[1].0, "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR");
        assert_eq!(collect(pgn, 5).len(), 1);
    }

    #[test]
    fn scores_of_servers_belong_to_the_next_position() {
        let positions =
            collect("1. e4 { [%eval 0.3] } e5 { [%eval 0.25] } 2. Nf3 { [%eval #-4] } Nc6 0-1", 0);
        let scores: Vec<_> = positions.iter().map(|(_, result, score)| (*result, *score)).collect();
        assert_eq!(scores, [(Some(0), None), (Some(0), Some(30)), (Some(0), Some(25))]);
    }

    #[test]
    fn games_without_a_result_of_chess_say_nothing() {
        assert_eq!(collect("1. e4 e5 2. Nf3 *", 0), []);
        assert_eq!(collect("[Termination \"time forfeit\"]\n\n1. e4 e5 2. Nf3 1-0", 0), []);
    }
}
