//! The players of a game, and the engines that think for them.

use heirloom_app::identity;
use heirloom_app::roster::BuiltIn;
use heirloom_chess::Color;
use heirloom_chess::game::GameResult;
use heirloom_engine::{BestMove, EngineError, EngineOption, Info, Progress};
use serde::{Deserialize, Serialize};

use super::context::Context;
use super::search_report::SearchReport;
use super::worker::{Report, WAITING, WakeFn, Worker};
use super::{resources, strength};
use crate::roster::Roster;

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Player {
    /// A person at this desk.
    #[default]
    Human,
    /// An engine at full strength, by its name in the roster.
    Engine(String),
    /// An engine limited to an Elo.
    Limited(String, u32),
}

impl Player {
    /// Returns the name in records and lists; that of a person is `human`.
    pub fn name<'a>(&'a self, human: &'a str) -> &'a str {
        match self {
            Player::Human => human,
            Player::Engine(name) | Player::Limited(name, _) => title(name),
        }
    }

    /// Returns the engine by its name in the roster; none for a person.
    pub fn engine(&self) -> Option<&str> {
        match self {
            Player::Human => None,
            Player::Engine(name) | Player::Limited(name, _) => Some(name),
        }
    }

    /// Returns the Elo that the engine is limited to.
    pub fn elo(&self) -> Option<u32> {
        match self {
            Player::Limited(_, elo) => Some(*elo),
            _ => None,
        }
    }

    /// Returns the same engine limited to an Elo, or at full strength.
    pub fn limited_to(&self, elo: Option<u32>) -> Player {
        match (self.engine(), elo) {
            (None, _) => Player::Human,
            (Some(name), Some(elo)) => Player::Limited(name.into(), elo),
            (Some(name), None) => Player::Engine(name.into()),
        }
    }
}

/// Returns the color of the only person at the board, if the other player is an engine.
pub fn person(players: &[Player; 2]) -> Option<Color> {
    match players.each_ref().map(|player| *player == Player::Human) {
        [true, false] => Some(Color::White),
        [false, true] => Some(Color::Black),
        _ => None,
    }
}

/// Returns the name and the Elo of a player that is a level of Heirloom or a character.
pub fn level(player: &Player, roster: &dyn Roster) -> Option<(String, u32)> {
    match player {
        Player::Limited(id, elo) if matches!(BuiltIn::find(id), Some(BuiltIn::Flagship)) => {
            Some((title(id).to_owned(), *elo))
        }
        Player::Engine(id) => {
            let characters = roster.characters();
            let character = characters.into_iter().find(|character| character.is_called(id))?;
            let elo = u32::try_from(character.elo).ok()?;
            Some((character.name, elo))
        }
        _ => None,
    }
}

/// Returns the Elo of a player that is limited to one, or that of a character.
pub fn elo(player: &Player, roster: &dyn Roster) -> Option<u32> {
    player.elo().or_else(|| level(player, roster).map(|(_, elo)| elo))
}

/// Returns the name of an engine of the roster as people write it.
pub fn title(id: &str) -> &str {
    BuiltIn::find(id).map_or(id, |own| own.name())
}

/// Returns the name of an engine without the commit that Heirloom adds to its version between releases.
pub fn plain_name(name: &str) -> &str {
    let commit = identity::commit().split_once(' ').map_or("", |(hash, _)| hash);
    without_commit(name, commit)
}

fn without_commit<'a>(name: &'a str, commit: &str) -> &'a str {
    let plain = name.strip_suffix(commit).and_then(|name| name.strip_suffix('-'));
    plain.filter(|_| !commit.is_empty()).unwrap_or(name)
}

/// An engine that can be asked to search, with its latest reports.
#[derive(Debug)]
pub struct Seat {
    /// Its name in the roster.
    pub id: String,
    /// The Elo that it is limited to.
    elo: Option<u32>,
    /// The engine on its thread.
    pub worker: Worker,
    /// The name it reports, once it has been started.
    pub name: Option<String>,
    /// Its options.
    pub options: Vec<EngineOption>,
    /// What it has reported of its latest search.
    pub progress: Progress,
    /// What it has reported of the inside of that search.
    pub report: SearchReport,
}

/// What an engine has answered.
#[derive(Debug)]
pub enum Answer {
    /// The best move at the end of its search.
    Move(BestMove),
    /// It resigns.
    Resigns,
    /// It claims that the game has ended with this result.
    Claims(GameResult),
    /// It failed; another one must be started.
    Failed(String),
    /// A message for the user.
    Message(String),
}

impl Seat {
    /// Starts an engine of the roster, limited to an Elo or at full strength.
    pub fn start(id: &str, elo: Option<u32>, context: &Context) -> Seat {
        let make = resources::for_play(id, strength::limited(context.roster.factory(id), elo));
        Seat::with(id, elo, Worker::start(make, WakeFn::clone(&context.wake)))
    }

    /// Starts an engine of the roster that analyzes: at full strength, with threads and memory for it.
    pub fn analyst(id: &str, context: &Context) -> Seat {
        let make = resources::for_analysis(id, strength::limited(context.roster.factory(id), None));
        Seat::with(id, None, Worker::start(make, WakeFn::clone(&context.wake)))
    }

    fn with(id: &str, elo: Option<u32>, worker: Worker) -> Seat {
        let (progress, report) = (Progress::default(), SearchReport::default());
        Seat { id: id.into(), elo, worker, name: None, options: Vec::new(), progress, report }
    }

    /// Returns a seat for an engine that another program uses: its reports are noted, and it is asked
    /// nothing.
    pub fn external(id: &str) -> Seat {
        Seat::with(id, None, Worker::silent())
    }

    /// Forgets what the engine has reported.
    pub fn forget(&mut self) {
        (self.progress, self.report) = (Progress::default(), SearchReport::default());
    }

    /// Notes that the engine begins a search for another program.
    pub fn hear_search(&mut self, line: &heirloom_chess::Line, insights: bool) {
        self.progress = Progress::default();
        self.report.begin(line, insights);
    }

    /// Notes a report of that search.
    pub fn hear(&mut self, info: Info) {
        // What has to be acted upon concerns the other program.
        let _ = self.note(info);
    }

    /// Starts a search; earlier reports are forgotten.
    pub fn go(&mut self, line: heirloom_chess::Line, limits: heirloom_engine::Limits, insights: bool) {
        self.hear_search(&line, insights);
        self.worker.go(line, limits, insights);
    }

    /// Returns true if the engine is thinking.
    pub fn is_thinking(&self) -> bool {
        self.worker.is_searching()
    }

    /// Sets options (name and value), except for the engine's strength. A refusal comes as an answer.
    pub fn set_options(&self, changes: &[(String, String)]) {
        for (name, value) in changes.iter().filter(|(name, _)| !strength::is_strength(name)) {
            self.worker.set_option(name, value);
        }
    }

    /// Reads the reports, up to one that has to be acted upon. When there is none, the next insight is shown.
    pub fn poll(&mut self) -> Option<Answer> {
        let answer = self.read();
        if answer.is_none() {
            self.report.show_next();
        }
        answer
    }

    fn read(&mut self) -> Option<Answer> {
        // The rest of a flood of reports is read in the next frame.
        for _ in 0..WAITING {
            match self.worker.poll()? {
                Report::Ready { name, options } => (self.name, self.options) = (Some(name), options),
                Report::Info(_, info) => {
                    if let Some(answer) = self.note(*info) {
                        return Some(answer);
                    }
                }
                Report::Refused(reason) => return Some(Answer::Message(reason)),
                Report::Gone(reason) => return Some(Answer::Failed(reason)),
                Report::Done(_, Ok(best)) => {
                    self.progress.conclude(best);
                    return Some(Answer::Move(best));
                }
                Report::Done(_, Err(EngineError::Stopped)) => {}
                Report::Done(_, Err(EngineError::Resigns { .. })) => return Some(Answer::Resigns),
                Report::Done(_, Err(EngineError::Claims { result, .. })) => {
                    return Some(Answer::Claims(result));
                }
                Report::Done(_, Err(error)) => return Some(Answer::Failed(error.to_string())),
            }
        }
        None
    }

    fn note(&mut self, mut info: Info) -> Option<Answer> {
        self.report.note(&info);
        if info.insight.take().is_some() {
            return None;
        }
        if info.warning
            && let Some(text) = info.text.take()
        {
            return Some(Answer::Message(text));
        }
        self.progress.note(&info);
        None
    }
}

/// The seats of both sides.
#[derive(Debug, Default)]
pub struct Seats([Option<Seat>; 2]);

impl Seats {
    /// Returns the engine of a side.
    pub fn of(&self, color: Color) -> Option<&Seat> {
        self.0[color.index()].as_ref()
    }

    /// Returns the engine of a side, to be asked.
    pub fn of_mut(&mut self, color: Color) -> Option<&mut Seat> {
        self.0[color.index()].as_mut()
    }

    /// Starts the engine of a player, unless it is already running. A person has none.
    pub fn seat(&mut self, color: Color, player: &Player, context: &Context) {
        let seat = &mut self.0[color.index()];
        match player.engine() {
            None => *seat = None,
            Some(id) if seat.as_ref().is_some_and(|seat| seat.id == id && seat.elo == player.elo()) => {}
            Some(id) => *seat = Some(Seat::start(id, player.elo(), context)),
        }
    }

    /// Takes both engines away.
    pub fn clear(&mut self) -> impl Iterator<Item = Seat> + use<> {
        std::mem::take(&mut self.0).into_iter().flatten()
    }

    /// Lets the engine of a side go.
    pub fn vacate(&mut self, color: Color) {
        self.0[color.index()] = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_name_has_a_version_and_no_commit() {
        assert_eq!(without_commit("Heirloom 0.2.0-1a2b3c4", "1a2b3c4"), "Heirloom 0.2.0");
        assert_eq!(without_commit("Heirloom 0.2.0-1a2b3c4", ""), "Heirloom 0.2.0-1a2b3c4");
        assert_eq!(without_commit("Stockfish 19-1a2b3c4", "5d6e7f8"), "Stockfish 19-1a2b3c4");
        assert_eq!(plain_name("Rajah"), "Rajah");
    }
}
