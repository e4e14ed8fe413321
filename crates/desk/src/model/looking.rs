//! Looking inside searches: who looks at what, so that engines count and answer for nobody else.

use std::path::Path;

use heirloom_app::roster::Own;
use heirloom_chess::Color;

use super::Model;
use super::inquiry::Inquiry;
use super::notice::Notice;
use super::players::Seat;
use super::protocol_log::{LogOrder, ProtocolLog};
use super::worker::Wake;

/// What is on the screen at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Attention {
    /// The inside of a search.
    pub search: bool,
    /// The evaluation of the position on the board.
    pub evaluation: bool,
    /// The order of moves.
    pub order: bool,
    /// What is said to other programs.
    pub protocol: bool,
}

/// Whose search is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Whose {
    /// The one that began last.
    #[default]
    Latest,
    /// A player's.
    Player(Color),
    /// The analysis's.
    Analysis,
}

/// Everything about it.
#[derive(Debug)]
pub struct Looking {
    /// What is on the screen.
    pub attention: Attention,
    /// Whose search is looked at.
    pub whose: Whose,
    /// The evaluation of the position on the board.
    pub evaluation: Inquiry,
    /// The moves of the searched position as they are generated.
    pub generation: Inquiry,
    /// What is said to other programs.
    pub log: ProtocolLog,
}

impl Looking {
    /// Nobody looks at anything.
    pub fn new(wake: &Wake) -> Looking {
        Looking {
            attention: Attention::default(),
            whose: Whose::default(),
            evaluation: Inquiry::of("heirloom"),
            generation: Inquiry::default(),
            log: ProtocolLog::new(Wake::clone(wake)),
        }
    }
}

impl Model {
    /// The engine whose search is looked at.
    pub fn observed(&self) -> Option<&Seat> {
        let latest = || {
            let players = Color::ALL.into_iter().filter_map(|color| self.seats.of(color));
            let served = self.serving.as_ref().map(|serving| &serving.seat);
            players
                .chain(&self.analysis.seat)
                .chain(served)
                .filter(|seat| seat.inside.began().is_some())
                .max_by_key(|seat| seat.inside.began())
        };
        match self.looking.whose {
            Whose::Latest => latest(),
            Whose::Player(color) => self.seats.of(color),
            Whose::Analysis => self.analysis.seat.as_ref(),
        }
    }

    /// The engines that can take their evaluation apart: ours.
    pub fn explainers(&self) -> impl Iterator<Item = String> + use<> {
        self.roster.names().into_iter().filter(|name| Own::find(name).is_some())
    }

    /// Says what is on the screen now. An analysis that counted nothing begins anew when somebody starts looking; other searches count from
    /// the next one on. One that counts goes on counting until it ends.
    pub fn attend(&mut self, attention: Attention) {
        let opened = attention.search && !self.looking.attention.search;
        let watched = attention.protocol != self.looking.attention.protocol;
        self.looking.attention = attention;
        if watched {
            self.looking.log.watch(attention.protocol);
        }
        let uncounted =
            self.analysis.seat.as_ref().is_some_and(|seat| seat.is_thinking() && !seat.inside.counts);
        if opened && self.analysis.on && uncounted {
            self.follow();
        }
        if attention.evaluation {
            self.looking.evaluation.ask(self.record.position(), self.roster.as_ref(), &self.wake);
        } else {
            self.looking.evaluation.rest();
        }
        let searched = self.observed().and_then(|seat| Some((seat.id.clone(), seat.inside.root.clone()?)));
        match searched.filter(|(engine, _)| attention.order && Own::find(engine).is_some()) {
            Some((engine, root)) => {
                self.looking.generation.engine = engine;
                self.looking.generation.ask(&root, self.roster.as_ref(), &self.wake);
            }
            None => self.looking.generation.rest(),
        }
    }

    /// Takes in what was found out.
    pub(super) fn poll_looking(&mut self) {
        self.looking.evaluation.poll();
        self.looking.generation.poll();
        if let Some((path, reason)) = self.looking.log.trouble() {
            self.tell(Notice::File(path, reason));
        }
    }

    /// Asks another engine for its evaluation, or for another one of its own.
    pub(super) fn explain(&mut self, engine: String, kind: Option<String>) {
        (self.looking.evaluation.engine, self.looking.evaluation.kind) = (engine, kind);
    }

    /// Carries out what is asked of the log.
    pub(super) fn log(&mut self, order: LogOrder) {
        let told = |path: &Path, done: std::io::Result<()>, notice: Option<Notice>| match done {
            Ok(()) => notice,
            Err(error) => Some(Notice::File(path.into(), error.to_string())),
        };
        let notice = match order {
            LogOrder::Save(path) => {
                told(&path, self.looking.log.save(&path), Some(Notice::Saved(path.clone())))
            }
            LogOrder::Keep(Some(path)) => told(&path, self.looking.log.keep(Some(&path)), None),
            LogOrder::Keep(None) => {
                let _ = self.looking.log.keep(None);
                None
            }
            LogOrder::Clear => {
                self.looking.log.clear();
                None
            }
        };
        if let Some(notice) = notice {
            self.tell(notice);
        }
    }
}
