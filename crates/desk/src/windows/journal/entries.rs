//! The move list as a sequence of moves, comments and variations, before it is laid out.

use std::ops::RangeInclusive;
use std::time::Duration;

use heirloom_app::review::annotate::score_in;
use heirloom_app::review::judgement::Judgement;
use heirloom_app::review::times::TimeControl;
use heirloom_chess::game::{Game, NodeId, Step};
use heirloom_chess::{Color, Move, Position};

use super::folding::Folding;
use crate::model::figures::divide;
use crate::model::review::Judgements;
use crate::settings::{Details, Settings};
use crate::texts::{clock_time, sign};

/// A part of the move list.
pub enum Entry {
    /// A move.
    Move(MoveEntry),
    /// Words about the moves before or after them.
    Comment {
        /// The move that the words belong to.
        node: NodeId,
        /// The words.
        text: String,
        /// The number of variations around it.
        depth: usize,
        /// Whether it consists of figures of programs.
        figures: bool,
    },
    /// A variation begins.
    Begin {
        /// Its first move.
        first: NodeId,
        /// Whether only its first move is shown.
        folded: bool,
    },
    /// A variation ends.
    End,
}

/// A move with everything that is written next to it.
pub struct MoveEntry {
    /// The move.
    pub node: NodeId,
    /// The number of variations around it.
    pub depth: usize,
    /// Its player.
    pub color: Color,
    /// Its number.
    pub number: u16,
    /// The move in the chosen notation, with figurines if they are chosen.
    pub text: String,
    /// The move with letters, for screen readers.
    pub letters: String,
    /// Its marks.
    pub marks: String,
    /// The judgement of an engine, if its sign is the mark.
    pub judgement: Option<Judgement>,
    /// The evaluation, the time used and the time left, if they are known and shown.
    pub columns: [String; 3],
}

impl MoveEntry {
    /// Returns the number with its dots.
    pub fn numbered(&self) -> String {
        format!("{}{}", self.number, if self.color == Color::White { "." } else { "..." })
    }

    /// Returns the name for screen readers: `12... Nf6!`.
    pub fn name(&self) -> String {
        format!("{} {}{}", self.numbered(), self.letters, self.marks)
    }
}

/// The marks that judge a move, from good to dubious. If a move has one, an engine's judgement that differs
/// is not shown.
const JUDGES: RangeInclusive<u8> = 1..=6;

/// A line that is open while the game is walked.
#[derive(Clone)]
struct OpenLine {
    now: Position,
    before: Position,
    /// The clocks after the last moves of both players, and before the last move.
    clocks: [Option<Duration>; 2],
    clocks_before: [Option<Duration>; 2],
}

/// Writes the entries of a game.
pub struct EntryWriter<'a> {
    /// The game.
    pub game: &'a Game,
    /// How it is shown.
    pub settings: &'a Settings,
    /// How bad its moves are.
    pub judgements: Judgements<'a>,
    /// The variations of which only the first move is shown.
    pub folding: &'a Folding,
}

impl EntryWriter<'_> {
    /// Returns all entries in the order of PGN. What is folded is left out.
    pub fn entries(&self) -> Vec<Entry> {
        let (game, control) = (self.game, TimeControl::of(self.game));
        let start = OpenLine {
            now: game.start().clone(),
            before: game.start().clone(),
            clocks: [None; 2],
            clocks_before: [None; 2],
        };
        let mut entries = Vec::new();
        self.comments(&mut entries, NodeId::START, game.comments(NodeId::START), 0);
        let mut lines = vec![start];
        // Whether the next move begins a variation, and the depth of the folded variation around it.
        let (mut begins, mut hidden): (bool, Option<usize>) = (false, None);
        for step in game.walk() {
            match step {
                Step::Begin => {
                    let Some(last) = lines.last() else { continue };
                    let (now, clocks) = (last.before.clone(), last.clocks_before);
                    lines.push(OpenLine { before: now.clone(), now, clocks, clocks_before: clocks });
                    begins = true;
                }
                Step::End => {
                    if hidden.is_none_or(|depth| depth + 1 == lines.len()) {
                        entries.push(Entry::End);
                        hidden = None;
                    }
                    lines.pop();
                }
                Step::Move(node) => {
                    let depth = lines.len() - 1;
                    let (Some(mv), Some(line)) = (game.mv(node), lines.last_mut()) else { continue };
                    let folded = begins && hidden.is_none() && self.folding.is_folded(node);
                    if hidden.is_none() {
                        if std::mem::take(&mut begins) {
                            entries.push(Entry::Begin { first: node, folded });
                        }
                        self.comments(&mut entries, node, game.comments_before(node), depth);
                    }
                    begins = false;
                    let player = line.now.turn().index();
                    let time = control.time(game, node, line.clocks[player]);
                    if hidden.is_none() {
                        let times = (time.used, time.left);
                        entries.push(Entry::Move(self.entry((node, mv), depth, &line.now, times)));
                        if folded {
                            hidden = Some(depth);
                        } else {
                            self.comments(&mut entries, node, game.comments(node), depth);
                        }
                    }
                    line.before.clone_from(&line.now);
                    line.now.play(mv);
                    line.clocks_before = line.clocks;
                    line.clocks[player] = time.left;
                }
            }
        }
        entries
    }

    fn entry(
        &self,
        (node, mv): (NodeId, Move),
        depth: usize,
        position: &Position,
        (used, left): (Option<Duration>, Option<Duration>),
    ) -> MoveEntry {
        let (game, settings, texts) = (self.game, self.settings, self.settings.language);
        let nags = game.nags(node);
        let judged = self.judgements.of(node);
        let own = nags.iter().find(|nag| JUDGES.contains(&nag.0));
        let by_engine = judged.filter(|judgement| own.is_none_or(|own| *own == judgement.nag()));
        let mut marks = String::new();
        if own.is_none() {
            marks += by_engine.map_or("", Judgement::sign);
        }
        let judges_first =
            |of_moves: bool| nags.iter().filter(move |nag| JUDGES.contains(&nag.0) == of_moves);
        marks.extend(judges_first(true).filter_map(|nag| sign(*nag)));
        for nag in judges_first(false).filter(|nag| nag.0 != 0) {
            marks.push(' ');
            marks += &sign(*nag).map_or_else(|| nag.to_string(), str::to_owned);
        }
        let value = || game.comments(node).iter().find_map(|comment| score_in(comment));
        let shown =
            |on: bool, time: Option<Duration>| time.filter(|_| on).map_or_else(String::new, clock_time);
        let value =
            settings.move_values.then(value).flatten().map_or_else(String::new, |score| score.to_string());
        let letters = if settings.long_notation { texts.lan(position, mv) } else { texts.san(position, mv) };
        MoveEntry {
            node,
            depth,
            color: position.turn(),
            number: position.fullmove_number(),
            text: settings.moves(&letters),
            letters,
            marks,
            judgement: by_engine,
            columns: [value, shown(settings.move_times, used), shown(settings.move_clocks, left)],
        }
    }

    /// Writes the words of comments, and the figures of searches if they are shown.
    fn comments(&self, entries: &mut Vec<Entry>, node: NodeId, comments: &[String], depth: usize) {
        for comment in comments {
            let (mut figures, words) = divide(comment);
            // Of the figures of a search, the score is what everyone wants to know.
            if self.settings.details == Details::Basic {
                figures.truncate(figures.find('/').unwrap_or(figures.len()));
            }
            let shown = [(figures, true), (words, false)];
            entries.extend(shown.into_iter().filter_map(|(text, figures)| {
                let shown = !text.is_empty() && (!figures || self.settings.figures);
                shown.then_some(Entry::Comment { node, text, depth, figures })
            }));
        }
    }
}
