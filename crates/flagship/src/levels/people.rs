//! How people of a rating choose among the legal moves: a logit model, fitted to their games.
//!
//! The appeal of a move is a weighted sum of what it seems to lose at several depths, of what catches the eye
//! (captures, checks, threats) and of where its piece comes from and goes to. The chance of a move is
//! proportional to e to the power of its appeal. `heirloom levels fit` finds the weights.

use std::sync::LazyLock;

use heirloom_chess::{
    Bitboard, Color, File, Line, Move, MoveKind, PieceType, Position, Square, attacks, see,
};

use super::candidates::{Candidate, LOOKS};

/// The ratings that have weights of their own; those between are interpolated.
pub const RATINGS: [i32; 5] = [800, 1200, 1600, 2000, 2400];

/// The weights, as text.
const TEXT: &str = include_str!("people.txt");

/// The score that multiplies the odds of a game between people by e, in units of the evaluation.
const ODDS: f32 = 200.0;
/// Losses much smaller than this do not matter, in units of the evaluation.
const UNIT: f32 = 20.0;

/// The number of features whose weights depend on the rating.
pub const COUNT: usize = 47;
/// The number of squares for pieces, in the middlegame and in the endgame.
pub const SQUARES: usize = 2 * 6 * 64;

/// A move in numbers.
#[derive(Clone, Debug)]
pub struct Features {
    /// The values of the named features.
    pub values: [f32; COUNT],
    /// The origin and the target of the piece as indices into the squares of the middlegame.
    pub squares: [u16; 2],
    /// The share of the endgame, from 0 to 1.
    pub endgame: f32,
}

/// The weights of all features.
#[derive(Clone, Debug)]
pub struct Weights {
    /// The weights of the named features for each rating in [`RATINGS`].
    pub named: [[f32; COUNT]; RATINGS.len()],
    /// The weights of the squares, first those of the middlegame.
    pub squares: Vec<f32>,
}

/// The built-in weights.
pub static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::read(TEXT).unwrap_or_else(Weights::zero));

/// Returns the share of the endgame: 0 with all pieces, 1 with at most a queen or two rooks on each side.
fn endgame(position: &Position) -> f32 {
    let count = |kind: PieceType| {
        (position.pieces(Color::White, kind) | position.pieces(Color::Black, kind)).count() as f32
    };
    let pieces = count(PieceType::Knight)
        + count(PieceType::Bishop)
        + 2.0 * count(PieceType::Rook)
        + 4.0 * count(PieceType::Queen);
    (1.0 - (pieces - 6.0) / 18.0).clamp(0.0, 1.0)
}

/// Returns the features of all candidates, in their order.
pub fn features(line: &Line, candidates: &[Candidate]) -> Vec<Features> {
    let position = line.position();
    let mut best = [i32::MIN; LOOKS];
    for candidate in candidates {
        for (best, score) in best.iter_mut().zip(candidate.scores) {
            *best = (*best).max(score);
        }
    }
    let context = Context::of(line);
    candidates.iter().map(|candidate| context.features(position, candidate, &best)).collect()
}

/// What is the same for all moves of a position.
struct Context {
    endgame: f32,
    /// Where the opponent's last move captured.
    last_capture: Option<Square>,
    /// The previous move of the side to move.
    own: Option<Move>,
    /// The squares that the opponent attacks.
    attacked: Bitboard,
    opening: bool,
    keys: Vec<u64>,
}

impl Context {
    fn of(line: &Line) -> Context {
        let position = line.position();
        let moves = line.moves();
        let mut before = line.clone();
        let last = before.pop();
        let last_capture = last.filter(|&mv| !mv.is_null() && before.position().is_capture(mv));
        let last_capture = last_capture.map(Move::to);
        Context {
            endgame: endgame(position),
            last_capture,
            own: moves.len().checked_sub(2).map(|index| moves[index]),
            attacked: position.board().attacked_by(!position.turn(), position.occupied()),
            opening: position.fullmove_number() <= 10,
            keys: line.keys().to_vec(),
        }
    }

    fn features(&self, position: &Position, candidate: &Candidate, best: &[i32; LOOKS]) -> Features {
        let (us, mv, kind) = (position.turn(), candidate.mv, kind_at(position, candidate.mv.from()));
        let place = |square: Square| (kind.index() * 64 + square.relative_to(us) as usize) as u16;
        let target = if mv.kind() == MoveKind::Castling { mv.from() } else { mv.to() };
        let values = self.named(position, candidate, best).map(|(_, value)| value);
        Features { values, squares: [place(mv.from()), place(target)], endgame: self.endgame }
    }

    /// Returns the features whose weights depend on the rating.
    fn named(
        &self,
        position: &Position,
        candidate: &Candidate,
        best: &[i32; LOOKS],
    ) -> [(&'static str, f32); COUNT] {
        let (mv, us) = (candidate.mv, position.turn());
        let (them, from, to) = (!us, mv.from(), mv.to());
        let kind = kind_at(position, from);
        let mut child = position.clone();
        child.play(mv);

        let chance = |score: i32| 1.0 / (1.0 + (-(score as f32) / ODDS).exp());
        let loss = |look: usize| ((best[look] as f32 - candidate.scores[look] as f32) / UNIT).ln_1p();
        let less = |look: usize| 10.0 * (chance(best[look]) - chance(candidate.scores[look]));
        let (endgame, middlegame) = (self.endgame, 1.0 - self.endgame);
        let taken = position.captured(mv).map(|piece| piece.piece_type());
        let exchange = see::exact(position, mv, &see::VALUES) as f32 / 100.0;
        let check = child.in_check();
        let castling = mv.kind() == MoveKind::Castling;
        let (pawn, king) = (kind == PieceType::Pawn, kind == PieceType::King && !castling);
        let steps = flag(king && !position.in_check());
        let ours = position.colored(us);
        let around = position.attackers_to(from, position.occupied());
        let attackers = around.without(ours);
        let cheapest =
            PieceType::ALL.into_iter().find(|&kind| (attackers & position.pieces(them, kind)).any());
        let hangs = !king && attackers.any() && (around & ours).is_empty();
        let chased = !king && cheapest.is_some_and(|cheapest| value(cheapest) < value(kind));
        let rank = |square: Square| square.relative_to(us).rank() as i32;
        let ahead =
            |other: Square| rank(other) > rank(from) && (other.file() as i32 - from.file() as i32).abs() <= 1;
        let passed = pawn && !position.pieces(them, PieceType::Pawn).into_iter().any(ahead);
        let (stronger, free) = match castling {
            true => (0.0, 0.0),
            false => {
                let (before, after) = (targets(position, from, us), targets(&child, to, us));
                ((after.0 - before.0).clamp(-5.0, 5.0), (after.1 - before.1).clamp(-5.0, 5.0))
            }
        };
        let shield = pawn && position.king(us).distance(from) == 1;
        let minor = matches!(kind, PieceType::Knight | PieceType::Bishop);
        let enemy_king = position.king(them);
        let nearer = enemy_king.distance(from) as f32 - enemy_king.distance(to) as f32;
        [
            ("loss 1", loss(0)),
            ("loss 2", loss(1)),
            ("loss 3", loss(2)),
            ("loss 4", loss(3)),
            ("loss 6", loss(4)),
            ("loss 8", loss(5)),
            ("chance 1", less(0)),
            ("chance 2", less(1)),
            ("chance 3", less(2)),
            ("chance 4", less(3)),
            ("chance 6", less(4)),
            ("chance 8", less(5)),
            ("endgame loss 1", endgame * loss(0)),
            ("endgame loss 4", endgame * loss(3)),
            ("endgame loss 8", endgame * loss(5)),
            ("endgame chance 8", endgame * less(5)),
            ("capture", flag(taken.is_some())),
            ("pawn capture", flag(pawn && taken.is_some())),
            ("taken", taken.map_or(0.0, value)),
            ("gain", if taken.is_some() { exchange.max(0.0) } else { 0.0 }),
            ("recapture", flag(taken.is_some() && self.last_capture == Some(to))),
            ("sacrifice", (-exchange).max(0.0)),
            ("check", flag(check)),
            ("mate", flag(check && !child.has_legal_move())),
            ("queening", flag(mv.promotion_piece() == Some(PieceType::Queen))),
            ("underpromotion", flag(mv.promotion_piece().is_some_and(|kind| kind != PieceType::Queen))),
            ("castling", flag(castling)),
            ("king in middlegame", steps * middlegame),
            ("king in endgame", steps * endgame),
            ("queen in opening", flag(kind == PieceType::Queen && self.opening && taken.is_none())),
            ("same piece", flag(self.own.is_some_and(|own| own.to() == from))),
            ("undoing", flag(self.own.is_some_and(|own| own.to() == from && own.from() == to))),
            ("hanging", flag(hangs) * value(kind)),
            ("chased", flag(chased) * value(kind)),
            ("retreat", flag(!pawn && !king && !castling && rank(to) < rank(from))),
            ("double step", flag(pawn && rank(to) - rank(from) == 2)),
            ("pawn", flag(pawn)),
            ("passed pawn", flag(passed) * (0.3 + endgame)),
            ("attack on more", stronger),
            ("attack on undefended", free),
            ("king's pawn", flag(shield) * middlegame),
            ("development", flag(minor && rank(from) == 0 && self.opening)),
            ("rook's pawn", flag(pawn && matches!(from.file(), File::A | File::H)) * middlegame),
            ("into attack", flag(!castling && self.attacked.contains(to) && taken.is_none()) * value(kind)),
            ("repetition", flag(self.keys.contains(&child.key()))),
            ("toward king", nearer * flag(!pawn && !castling)),
            ("distance", from.distance(to) as f32 * flag(!castling)),
        ]
    }
}

fn flag(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

/// Returns the value of a piece in pawns.
fn value(kind: PieceType) -> f32 {
    see::VALUES[kind.index()] as f32 / 100.0
}

fn kind_at(position: &Position, square: Square) -> PieceType {
    position.piece_at(square).map_or(PieceType::Pawn, |piece| piece.piece_type())
}

/// Returns how much more the pieces are worth that the piece on a square attacks, and the value of those that
/// are not defended, in pawns.
fn targets(position: &Position, square: Square, us: Color) -> (f32, f32) {
    let (kind, occupied, theirs) = (kind_at(position, square), position.occupied(), position.colored(!us));
    let (mut stronger, mut free) = (0.0, 0.0);
    for target in attacks::piece(us, kind, square, occupied) & theirs {
        let attacked = kind_at(position, target);
        if attacked != PieceType::King {
            stronger += (value(attacked) - value(kind)).max(0.0);
            if (position.attackers_to(target, occupied) & theirs).is_empty() {
                free += value(attacked);
            }
        }
    }
    (stronger, free)
}

static NAMES: LazyLock<[&'static str; COUNT]> = LazyLock::new(|| {
    let line = Line::default();
    let candidate = Candidate { mv: line.position().legal_moves()[0], scores: [0; LOOKS] };
    Context::of(&line).named(line.position(), &candidate, &[0; LOOKS]).map(|(name, _)| name)
});

/// Returns the names of the features whose weights depend on the rating.
pub fn names() -> &'static [&'static str; COUNT] {
    &NAMES
}

/// Returns the index of a feature; that of the first if there is none of this name.
pub fn index_of(name: &str) -> usize {
    names().iter().position(|known| *known == name).unwrap_or_default()
}

impl Weights {
    /// Returns weights under which all moves appeal alike.
    pub fn zero() -> Weights {
        Weights { named: [[0.0; COUNT]; RATINGS.len()], squares: vec![0.0; SQUARES] }
    }

    /// Returns the two ratings next to this one and the share of the second; beyond the ends the share is
    /// outside of 0 to 1.
    pub fn between(rating: f32) -> ([usize; 2], f32) {
        let above =
            RATINGS.iter().position(|&known| known as f32 >= rating).unwrap_or(RATINGS.len() - 1).max(1);
        let (low, high) = (RATINGS[above - 1] as f32, RATINGS[above] as f32);
        ([above - 1, above], (rating - low) / (high - low))
    }

    /// Returns how much a move appeals to a player of this rating.
    pub fn appeal(&self, rating: f32, features: &Features) -> f32 {
        let ([low, high], share) = Weights::between(rating);
        let sum = |weights: &[f32; COUNT]| -> f32 {
            weights.iter().zip(&features.values).map(|(weight, value)| weight * value).sum()
        };
        let [from, to] = features.squares.map(usize::from);
        let square = |at: usize| {
            self.squares[at] * (1.0 - features.endgame) + self.squares[SQUARES / 2 + at] * features.endgame
        };
        sum(&self.named[low]) * (1.0 - share) + sum(&self.named[high]) * share + square(to) - square(from)
    }

    /// Returns the chance of each move.
    pub fn chances(&self, rating: f32, features: &[Features]) -> Vec<f32> {
        let mut chances: Vec<f32> = features.iter().map(|features| self.appeal(rating, features)).collect();
        let most = chances.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        chances.iter_mut().for_each(|chance| *chance = (*chance - most).exp());
        let sum: f32 = chances.iter().sum();
        chances.iter_mut().for_each(|chance| *chance /= sum);
        chances
    }

    /// Reads weights as [`Weights::text`] writes them; none if a line is missing or has a wrong number.
    pub fn read(text: &str) -> Option<Weights> {
        let mut weights = Weights::zero();
        let (names, mut seen) = (names(), 0);
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (name, numbers) = line.split_once(':')?;
            let numbers: Vec<f32> =
                numbers.split_whitespace().map(str::parse).collect::<Result<_, _>>().ok()?;
            if let Some(index) = names.iter().position(|known| *known == name) {
                let numbers: [f32; RATINGS.len()] = numbers.try_into().ok()?;
                numbers.into_iter().zip(&mut weights.named).for_each(|(number, named)| named[index] = number);
            } else {
                let place: usize = name.strip_prefix("squares")?.trim().parse().ok()?;
                let numbers: [f32; 64] = numbers.try_into().ok()?;
                weights.squares.chunks_mut(64).nth(place)?.copy_from_slice(&numbers);
            }
            seen += 1;
        }
        (seen == COUNT + SQUARES / 64).then_some(weights)
    }

    /// Returns the weights as text: a line for each feature with its weight for each rating, and a line for
    /// the squares of each piece.
    pub fn text(&self) -> String {
        let number = |value: &f32| format!(" {value:.3}");
        let mut text =
            format!("# weights for ratings{}\n", RATINGS.map(|rating| format!(" {rating}")).concat());
        for (index, name) in names().iter().enumerate() {
            text +=
                &format!("{name}:{}\n", self.named.each_ref().map(|named| number(&named[index])).concat());
        }
        for (place, squares) in self.squares.chunks(64).enumerate() {
            text += &format!("squares {place}:{}\n", squares.iter().map(number).collect::<String>());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::candidates::Looker;
    use heirloom_chess::notation::uci;

    #[test]
    fn weights_are_read_as_they_were_written() {
        assert!(Weights::read(TEXT).is_some(), "the built-in weights are complete");
        assert_eq!(WEIGHTS.text(), Weights::read(&WEIGHTS.text()).unwrap().text());
        assert!(Weights::read(&TEXT.replacen(':', "", 1)).is_none());
        assert!(Weights::read(&TEXT.replacen("squares 0: ", "squares 0: 1.0 ", 1)).is_none());
        assert!(Weights::read(&TEXT.replacen("squares 0:", "squares 12:", 1)).is_none());
        assert!(Weights::read("").is_none());
    }

    /// Returns the chance that a player of this rating plays a move.
    fn chance(fen: &str, mv: &str, rating: f32) -> f32 {
        let line = Line::new(Position::from_fen(fen).unwrap());
        let candidates = Looker::new(1).unwrap().look_freely(&line).unwrap();
        let chances = WEIGHTS.chances(rating, &features(&line, &candidates));
        let mv = uci::parse(line.position(), mv).unwrap();
        let index = candidates.iter().position(|candidate| candidate.mv == mv).unwrap();
        chances[index]
    }

    #[test]
    fn stronger_players_find_more() {
        // A mate in one on the back rank, a hanging queen, and a fork two plies deep.
        for (fen, mv, least) in [
            ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8", 0.5),
            ("rnb1kbnr/pppp1ppp/8/4p1q1/3PP3/2N5/PPP2PPP/R1BQKBNR w KQkq - 1 4", "c1g5", 0.6),
            ("r3k2r/ppp2ppp/2n5/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1", "d5c7", 0.5),
        ] {
            let found: Vec<f32> = [800.0, 1600.0, 2400.0].map(|rating| chance(fen, mv, rating)).to_vec();
            assert!(found[0] < found[1] && found[0] < found[2] && found[1] > least, "{mv}: {found:?}");
        }
    }

    #[test]
    fn kings_stay_at_home_in_the_opening() {
        let fen = "rnbqkbnr/ppp1pppp/3p4/8/5P2/8/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        for rating in [600.0, 1000.0, 2000.0] {
            assert!(chance(fen, "e1f2", rating) < 0.01, "{rating}");
        }
    }
}
