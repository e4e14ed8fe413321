//! Animations as animated SVG: every piece is an element with all its moves (SMIL, which needs no script
//! and works in images on web pages).

use std::time::Duration;

use heirloom_chess::{MoveKind, Piece, Position, Square};

use super::Animation;
use crate::diagram::{castled, checked_king, pieces, squares_of};
use crate::drawing::{Drawing, number};

/// The longest duration of a piece's glide.
const GLIDE: Duration = Duration::from_millis(300);

/// Renders the animation.
pub fn write(animation: &Animation) -> String {
    let start = animation.line.start();
    let (fen, moves) = (start.fen(), animation.line.moves());
    let times = (animation.delay, animation.hold, animation.repeated);
    let content = format!("{fen} {moves:?} {times:?}");
    let default_title = format!("Chess game of {} plies from {fen}", moves.len());
    let mut drawing =
        Drawing::new(&animation.look, &content, animation.title.as_deref().unwrap_or(&default_title));
    let play = Play::new(animation);
    drawing.define(play.actors.iter().map(|actor| actor.piece));
    drawing.board();
    let clock = Clock { whole: animation.duration(), repeated: animation.repeated };
    let outside = (-i64::from(drawing.grid.size), 0);
    let corner = |square: Square| drawing.grid.corner(square);
    let point = |square: Option<Square>| {
        square.map_or(outside, |square| (i64::from(corner(square).0), i64::from(corner(square).1)))
    };
    let jumps = |places: &[(Duration, Option<Square>)]| {
        let stops: Vec<Stop> = places.iter().map(|&(time, square)| (time, point(square))).collect();
        clock.moves(&stops, true)
    };
    let still = format!("transform=\"translate({} {})\"", outside.0, outside.1);
    let [from, to, glow] = [jumps(&play.from), jumps(&play.to), jumps(&play.checked)];
    let animated: Vec<(Piece, String, String)> =
        play.actors.iter().map(|actor| actor.animation(&clock, &|square| point(Some(square)))).collect();
    if !moves.is_empty() {
        drawing.tint(&still, &from);
        drawing.tint(&still, &to);
    }
    if play.checked.len() > 1 || checked_king(start).is_some() {
        let first =
            play.checked.first().and_then(|(_, square)| *square).map_or(still, |square| drawing.at(square));
        drawing.glow(&first, &glow);
    }
    for (piece, place, children) in animated {
        drawing.piece(piece, &place, &children);
    }
    drawing.finish()
}

/// A point in the picture and the time when it is reached.
type Stop = (Duration, (i64, i64));

/// The timing of the whole animation.
struct Clock {
    whole: Duration,
    repeated: bool,
}

impl Clock {
    /// Returns an element that moves its parent from stop to stop, jumping or gliding. Empty for a single
    /// stop.
    fn moves(&self, stops: &[Stop], jumps: bool) -> String {
        if stops.len() < 2 {
            return String::new();
        }
        let values: Vec<String> = stops.iter().map(|(_, (x, y))| format!("{x} {y}")).collect();
        let name = "animateTransform attributeName=\"transform\" type=\"translate\"";
        self.element(name, stops.iter().map(|stop| stop.0), &values, jumps)
    }

    /// Returns an element that shows and hides its parent.
    fn shows(&self, shown: &[(Duration, bool)]) -> String {
        if shown.len() < 2 {
            return String::new();
        }
        let values: Vec<String> =
            shown.iter().map(|step| if step.1 { "visible" } else { "hidden" }.into()).collect();
        self.element("animate attributeName=\"visibility\"", shown.iter().map(|step| step.0), &values, true)
    }

    fn element(
        &self,
        name: &str,
        times: impl Iterator<Item = Duration>,
        values: &[String],
        jumps: bool,
    ) -> String {
        let times: Vec<String> = times.map(|time| share(time, self.whole)).collect();
        // For gliding, the last key time has to be 1.
        let (mut times, mut values) = (times.join(";"), values.join(";"));
        if !jumps {
            let last = values.rsplit(';').next().unwrap_or_default().to_owned();
            times.push_str(";1");
            values = format!("{values};{last}");
        }
        let mode = if jumps { " calcMode=\"discrete\"" } else { "" };
        let end = if self.repeated { "repeatCount=\"indefinite\"" } else { "fill=\"freeze\"" };
        let seconds = number(self.whole.as_secs_f64());
        format!("<{name} dur=\"{seconds}s\" {end}{mode} keyTimes=\"{times}\" values=\"{values}\"/>")
    }
}

/// Returns a time as a fraction of the whole, from 0 to 1.
fn share(time: Duration, whole: Duration) -> String {
    let text = format!("{:.6}", time.as_secs_f64() / whole.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// One piece from its first appearance to its last; a promoted pawn continues as another actor.
struct Actor {
    piece: Piece,
    /// The times at which it is on each square; it glides between two stops.
    stops: Vec<(Duration, Square)>,
    /// The times at which it appears and disappears.
    shown: Vec<(Duration, bool)>,
}

impl Actor {
    fn new(piece: Piece, square: Square, appears: Duration) -> Actor {
        let shown = if appears.is_zero() {
            vec![(Duration::ZERO, true)]
        } else {
            vec![(Duration::ZERO, false), (appears, true)]
        };
        Actor { piece, stops: vec![(Duration::ZERO, square)], shown }
    }

    fn glide(&mut self, begin: Duration, end: Duration, to: Square) {
        let from = self.stops.last().map_or(to, |stop| stop.1);
        if from != to {
            self.stops.extend([(begin, from), (end, to)]);
        }
    }

    /// Returns the piece, its attributes at the start, and its animations.
    fn animation(&self, clock: &Clock, point: &dyn Fn(Square) -> (i64, i64)) -> (Piece, String, String) {
        let stops: Vec<Stop> = self.stops.iter().map(|&(time, square)| (time, point(square))).collect();
        let (x, y) = stops.first().map_or((0, 0), |stop| stop.1);
        let hidden =
            if self.shown.first().is_some_and(|step| !step.1) { " visibility=\"hidden\"" } else { "" };
        let place = format!("transform=\"translate({x} {y})\"{hidden}");
        (self.piece, place, clock.moves(&stops, false) + &clock.shows(&self.shown))
    }
}

/// The movements of all pieces and highlights.
struct Play {
    actors: Vec<Actor>,
    /// The tints of the squares of the last move.
    from: Vec<(Duration, Option<Square>)>,
    to: Vec<(Duration, Option<Square>)>,
    /// The glow of a king in check.
    checked: Vec<(Duration, Option<Square>)>,
}

impl Play {
    fn new(animation: &Animation) -> Play {
        let start = animation.line.start();
        let actors = pieces(start).map(|(square, piece)| Actor::new(piece, square, Duration::ZERO)).collect();
        let nowhere = vec![(Duration::ZERO, None)];
        let mut play = Play {
            actors,
            from: nowhere.clone(),
            to: nowhere,
            checked: vec![(Duration::ZERO, checked_king(start))],
        };
        let mut actor_on: [Option<usize>; 64] = [None; 64];
        pieces(start).enumerate().for_each(|(actor, (square, _))| actor_on[square.index()] = Some(actor));
        let (mut begin, glide) = (animation.delay, GLIDE.min(animation.delay / 2));
        for (position, mv) in animation.scenes() {
            let Some(mv) = mv else { continue };
            play.play(&position, mv, &mut actor_on, (begin, begin + glide));
            begin += animation.delay;
        }
        play
    }

    /// Adds the move that led to `position`, from `begin` to `end`.
    fn play(
        &mut self,
        position: &Position,
        mv: heirloom_chess::Move,
        actor_on: &mut [Option<usize>; 64],
        (begin, end): (Duration, Duration),
    ) {
        let mover = actor_on[mv.from().index()].take();
        let [from, to] = squares_of(mv);
        if mv.kind() == MoveKind::Castling {
            let rook = actor_on[mv.to().index()].take();
            let (king_to, rook_to) = castled(mv);
            self.glide(rook, begin, end, rook_to);
            actor_on[rook_to.index()] = rook;
            actor_on[king_to.index()] = mover;
        } else {
            let taken = if mv.kind() == MoveKind::EnPassant {
                Square::new(mv.to().file(), mv.from().rank())
            } else {
                mv.to()
            };
            self.hide(actor_on[taken.index()].take(), end);
            actor_on[to.index()] = mover;
        }
        self.glide(mover, begin, end, to);
        if let (MoveKind::Promotion, Some(piece)) = (mv.kind(), position.piece_at(to)) {
            self.hide(mover, end);
            actor_on[to.index()] = Some(self.actors.len());
            self.actors.push(Actor::new(piece, to, end));
        }
        self.from.push((begin, Some(from)));
        self.to.push((begin, Some(to)));
        if self.checked.last().is_some_and(|(_, square)| square.is_some()) {
            self.checked.push((begin, None));
        }
        if let Some(king) = checked_king(position) {
            self.checked.push((end, Some(king)));
        }
    }

    fn glide(&mut self, actor: Option<usize>, begin: Duration, end: Duration, to: Square) {
        if let Some(actor) = actor.and_then(|number| self.actors.get_mut(number)) {
            actor.glide(begin, end, to);
        }
    }

    fn hide(&mut self, actor: Option<usize>, time: Duration) {
        if let Some(actor) = actor.and_then(|number| self.actors.get_mut(number)) {
            actor.shown.push((time, false));
        }
    }
}
