//! What the windows that look inside searches need: which of them are visible, which search they show, and
//! the log of protocols.

use std::path::Path;

use heirloom_chess::{Color, Position};

use super::context::Context;
use super::explainer::Explainer;
use super::notice::Notice;
use super::protocol_log::{LogCommand, ProtocolLog};
use super::worker::WakeFn;

/// What is on the screen at the moment, so that engines collect and answer nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Attention {
    /// The inside of a search.
    pub search: bool,
    /// The evaluation of the position on the board.
    pub evaluation: bool,
    /// The order of moves.
    pub order: bool,
    /// The log of protocols.
    pub protocol: bool,
    /// The endgame tablebases.
    pub tablebase: bool,
}

/// The search that is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Source {
    /// The one that began last.
    #[default]
    Latest,
    /// A player's.
    Player(Color),
    /// The analysis's.
    Analysis,
}

/// What can be asked of the windows that look inside searches.
#[derive(Clone, PartialEq, Debug)]
pub enum InsightCommand {
    /// Shows another search.
    Observe(Source),
    /// Shows the evaluation of another engine, or another one of its own.
    Explain {
        /// The engine in the roster.
        engine: String,
        /// The name of its evaluation; none for its usual one.
        kind: Option<String>,
    },
    /// Saves, keeps or clears the log of protocols.
    Log(LogCommand),
}

/// The state of those windows.
#[derive(Debug)]
pub struct InsightState {
    attention: Attention,
    /// The search that is shown.
    pub source: Source,
    /// The evaluation of the position on the board.
    pub evaluation: Explainer,
    /// The moves of the searched position as they are generated.
    pub generation: Explainer,
    /// What the desk and other programs say to each other.
    pub log: ProtocolLog,
}

impl InsightState {
    /// Creates the state for when no window is visible.
    pub fn new(wake: &WakeFn) -> InsightState {
        InsightState {
            attention: Attention::default(),
            source: Source::default(),
            evaluation: Explainer::of("heirloom"),
            generation: Explainer::default(),
            log: ProtocolLog::new(WakeFn::clone(wake)),
        }
    }

    /// Carries a command out.
    pub fn apply(&mut self, command: InsightCommand, context: &mut Context) {
        match command {
            InsightCommand::Observe(source) => self.source = source,
            InsightCommand::Explain { engine, kind } => {
                (self.evaluation.engine, self.evaluation.kind) = (engine, kind);
            }
            InsightCommand::Log(command) => {
                self.log(command).into_iter().for_each(|notice| context.notify(notice))
            }
        }
    }

    fn log(&self, command: LogCommand) -> Option<Notice> {
        let failure = |path: &Path, result: std::io::Result<()>| {
            Some(Notice::File(path.into(), result.err()?.to_string()))
        };
        match command {
            LogCommand::Save(path) => failure(&path, self.log.save(&path)).or(Some(Notice::Saved(path))),
            LogCommand::Keep(path) => {
                let result = self.log.keep(path.as_deref());
                path.and_then(|path| failure(&path, result))
            }
            LogCommand::Clear => {
                self.log.clear();
                None
            }
        }
    }

    /// Notes what is on the screen now. Returns true if the inside of a search was not before.
    pub fn attend(&mut self, attention: Attention) -> bool {
        let before = std::mem::replace(&mut self.attention, attention);
        if attention.protocol != before.protocol {
            self.log.watch(attention.protocol);
        }
        attention.search && !before.search
    }

    /// Asks for the evaluation of the position on the board, and for the moves of the position that an engine
    /// searches, as far as they are on the screen.
    pub fn ask(&mut self, board: &Position, searched: Option<(String, Position)>, context: &Context) {
        if self.attention.evaluation {
            self.evaluation.ask(board, context);
        } else {
            self.evaluation.rest();
        }
        match searched.filter(|_| self.attention.order) {
            Some((engine, root)) => {
                self.generation.engine = engine;
                self.generation.ask(&root, context);
            }
            None => self.generation.rest(),
        }
    }

    /// Reads the answers.
    pub fn poll(&mut self, context: &mut Context) {
        self.evaluation.poll();
        self.generation.poll();
        if let Some((path, reason)) = self.log.write_error() {
            context.notify(Notice::File(path, reason));
        }
    }
}
