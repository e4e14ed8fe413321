//! What screen readers announce: moves, checks, results, warnings, messages, puzzles, and clocks at set
//! times.

use eframe::egui::accesskit::Live;
use eframe::egui::{Id, Rect, Role, Sense, Ui, Vec2};
use heirloom_chess::notation::san;
use heirloom_chess::{Color, Line, Move};
use web_time::{Duration, Instant};

use crate::model::names::tag;
use crate::model::puzzles::PuzzleState;
use crate::model::{Model, Stage};
use crate::texts::Language;
use crate::widgets;

/// The times left that are announced, in seconds.
const TIMES: [u64; 4] = [300, 60, 30, 10];
/// The number of moves that are announced if several have been made between two frames.
const MOVES: usize = 2;

/// What was announced, and what was seen last.
#[derive(Default)]
pub struct Announcer {
    text: String,
    game: Option<u64>,
    moves: Vec<Move>,
    stage: Option<Stage>,
    notices: usize,
    left: [Option<Duration>; 2],
    puzzle: Option<(String, PuzzleState, u32)>,
    warned: bool,
}

impl Announcer {
    /// Notes what has happened since the last call.
    pub fn follow(&mut self, model: &Model, texts: Language, now: Instant) {
        let mut said = Vec::new();
        said.extend(self.board(model, texts));
        said.extend(self.puzzle(model, texts));
        let stage = model.play.stage();
        if self.stage.replace(stage) != Some(stage)
            && let Stage::Over(ending) = stage
        {
            said.push(texts.ending_for(ending, model.play.players()));
        }
        said.extend(self.warning(model, texts));
        said.extend(self.clocks(model, texts, now));
        said.extend(self.notices(model, texts));
        if !said.is_empty() {
            self.say(said.join(". "));
        }
    }

    fn say(&mut self, mut text: String) {
        // The same words are announced again only if they differ from those before.
        if text == self.text {
            text.push('\u{a0}');
        }
        self.text = text;
    }

    /// Announces the move that led to the board, or the game that is shown.
    fn board(&mut self, model: &Model, texts: Language) -> Option<String> {
        let record = model.record();
        let line = record.line();
        let begins = self.game.is_none();
        let other = self.game.replace(record.id()) != Some(record.id());
        if !other && self.moves == line.moves() {
            return None;
        }
        let known = std::mem::replace(&mut self.moves, line.moves().to_vec()).len();
        if other {
            let names = Color::ALL.map(|color| {
                let name = record.game().tags().get(tag(color)).filter(|name| !matches!(*name, "" | "?"));
                name.unwrap_or(texts.color(color)).to_owned()
            });
            // The first game is there when the program starts.
            return (!begins).then(|| format!("{} - {}", names[0], names[1]));
        }
        let new = line.moves().len().saturating_sub(known).clamp(1, MOVES);
        let mut words = last_moves(line, new, texts);
        if line.moves().is_empty() {
            words.push(texts.start_position().to_owned());
        } else if let Some(judgement) = model.judgements().of(record.node()) {
            words.push(texts.judgement(judgement).to_owned());
        }
        Some(words.join(". "))
    }

    /// Announces a new puzzle, and whether the last move was right.
    fn puzzle(&mut self, model: &Model, texts: Language) -> Option<String> {
        let trial = model.puzzles.current.as_ref();
        let now = trial.map(|trial| (trial.puzzle().id.clone(), trial.state, trial.tries));
        let before = std::mem::replace(&mut self.puzzle, now.clone());
        let (trial, now) = (trial?, now?);
        if before.as_ref().is_none_or(|(id, ..)| *id != now.0) {
            return Some(texts.puzzle_task(texts.color(trial.solver())));
        }
        (before != Some(now)).then(|| texts.puzzle_state(trial.state, trial.failed))
    }

    /// Announces that the coach warns of a move.
    fn warning(&mut self, model: &Model, texts: Language) -> Option<String> {
        let warning = model.coach.warning.as_ref();
        let before = std::mem::replace(&mut self.warned, warning.is_some());
        let warning = warning.filter(|_| !before)?;
        let (mv, reply) = warning.san();
        let reply = reply.map(|reply| texts.spoken(&reply));
        Some(texts.coach_warns(&texts.spoken(&mv), reply.as_deref(), warning.loss.centipawns))
    }

    /// Announces the time of the player to move when little is left.
    fn clocks(&mut self, model: &Model, texts: Language, now: Instant) -> Option<String> {
        let clocks = model.play.clocks();
        let left = Color::ALL.map(|color| clocks.left(color, now));
        let before = std::mem::replace(&mut self.left, left);
        let color = clocks.running()?;
        let (before, left) = (before[color.index()]?, left[color.index()]?);
        let passed = |seconds: &u64| {
            let time = Duration::from_secs(*seconds);
            left < time && before >= time
        };
        let time = TIMES.into_iter().rev().find(passed)?;
        Some(texts.spoken_time(texts.color(color), time))
    }

    /// Announces a new message.
    fn notices(&mut self, model: &Model, texts: Language) -> Option<String> {
        let count = model.notice_count();
        let more = count > std::mem::replace(&mut self.notices, count);
        model.notices().last().filter(|_| more).map(|notice| texts.notice(notice))
    }

    /// Draws the announcement, which only screen readers notice.
    pub fn show(&self, ui: &Ui) {
        let place = Rect::from_min_size(ui.max_rect().left_bottom(), Vec2::splat(1.0));
        let response = ui.interact(place, Id::unique("announcement"), Sense::hover());
        widgets::named(&response, Role::Label, &self.text);
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(Live::Polite));
    }
}

/// Returns who is better, and the best move, as far as they are known.
pub fn evaluation(model: &Model, texts: Language) -> String {
    let Some(score) = model.value() else { return texts.no_evaluation().to_owned() };
    let record = model.record();
    let seat = model.analysis.seat_for(record.line());
    let best = seat.and_then(|seat| seat.progress.ranked().first()?.pv.first().copied());
    let best = best.map(|best| texts.spoken(&san::format(record.position(), best)));
    std::iter::once(texts.spoken_score(score)).chain(best).collect::<Vec<_>>().join(". ")
}

/// Returns the last moves of a line as they are spoken.
fn last_moves(line: &Line, count: usize, texts: Language) -> Vec<String> {
    let (mut position, mut spoken) = (line.start().clone(), Vec::new());
    let silent = line.moves().len().saturating_sub(count);
    for (index, &mv) in line.moves().iter().enumerate() {
        if index >= silent {
            spoken.push(texts.spoken(&san::format(&position, mv)));
        }
        position.play(mv);
    }
    spoken
}
