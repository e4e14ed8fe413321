//! Looks inside a search, for windows and consoles that show it at work.

use std::fmt;
use std::time::Duration;

use heirloom_chess::Move;

use crate::{Explanation, Score};

/// One look inside. Engines report what they have; when nobody listens, nothing is collected. Counts are those of all threads since the
/// search began; threads tell theirs after each iteration.
#[derive(Clone, PartialEq, Debug)]
pub enum Insight {
    /// The transposition table.
    Hash(HashUse),
    /// Permille of the table's places by the age of what they hold, in searches: from this search, from the one before, and so on.
    HashAges(Vec<u32>),
    /// The table of king and pawn formations.
    KingPawnHash(HashUse),
    /// What the search of the root at work expects of its score.
    Window(SearchWindow),
    /// How nodes were left, most frequent reasons anywhere in the list; each node that was searched to its end counts once.
    Exits(Vec<(Exit, u64)>),
    /// Nodes visited by their distance from the root in plies, from 1.
    Plies(Vec<u64>),
    /// The root moves as the next iteration will search them, with what has been spent on each.
    RootEffort(Vec<RootEffort>),
    /// The moves of the root in the order a node would try them, with the reason for each place.
    MoveOrder(Vec<(Move, OrderReason)>),
    /// Each thread, the main one first.
    Threads(Vec<ThreadState>),
    /// The time for this move; only where a clock runs.
    Time(TimeUse),
    /// The static evaluation of the root by term and square.
    Evaluation(Explanation),
}

/// The latest insight of each kind, of one search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Insights {
    /// The transposition table.
    pub hash: Option<HashUse>,
    /// See [`Insight::HashAges`].
    pub ages: Vec<u32>,
    /// The table of king and pawn formations.
    pub king_pawn: Option<HashUse>,
    /// The windows of the searches of the root at work, one for each line.
    pub windows: Vec<SearchWindow>,
    /// How nodes were left.
    pub exits: Vec<(Exit, u64)>,
    /// Nodes by their distance from the root, from 1.
    pub plies: Vec<u64>,
    /// The root moves with their cost.
    pub efforts: Vec<RootEffort>,
    /// The moves of the root in the order of search.
    pub order: Vec<(Move, OrderReason)>,
    /// Each thread, the main one first.
    pub threads: Vec<ThreadState>,
    /// The time for this move.
    pub time: Option<TimeUse>,
}

impl Insights {
    /// Takes an insight in. Evaluations are not kept: front ends ask for them with [`Session::explain`](crate::Session::explain).
    pub fn note(&mut self, insight: &Insight) {
        match insight {
            Insight::Hash(hash) => self.hash = Some(*hash),
            Insight::HashAges(ages) => self.ages.clone_from(ages),
            Insight::KingPawnHash(hash) => self.king_pawn = Some(*hash),
            Insight::Window(window) => {
                self.windows.retain(|known| known.line != window.line);
                self.windows.push(*window);
            }
            Insight::Exits(exits) => self.exits.clone_from(exits),
            Insight::Plies(plies) => self.plies.clone_from(plies),
            Insight::RootEffort(efforts) => self.efforts.clone_from(efforts),
            Insight::MoveOrder(order) => self.order.clone_from(order),
            Insight::Threads(threads) => self.threads.clone_from(threads),
            Insight::Time(time) => self.time = Some(*time),
            Insight::Evaluation(_) => {}
        }
    }

    /// How many nodes were left in this way.
    pub fn left_by(&self, exit: Exit) -> u64 {
        self.exits.iter().find(|(known, _)| *known == exit).map_or(0, |(_, count)| *count)
    }
}

/// The transposition table in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HashUse {
    /// Permille of entries written by this search.
    pub fill: u32,
    /// Look-ups.
    pub probes: u64,
    /// Look-ups that found their position.
    pub hits: u64,
}

/// Alpha and beta of a search of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchWindow {
    /// Plies of the iteration.
    pub depth: u32,
    /// Which of several lines this is, the best being 1.
    pub line: u32,
    /// Not worse than this, side to move; `None` where nothing is expected.
    pub alpha: Option<Score>,
    /// Not better than this, likewise.
    pub beta: Option<Score>,
}

/// What a root move has cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootEffort {
    /// The move.
    pub mv: Move,
    /// Nodes spent on it since the search began, by the main thread.
    pub nodes: u64,
    /// Its score, side to move; `None` where no more is known than that it is not better than the best.
    pub score: Option<Score>,
}

/// What a thread has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ThreadState {
    /// The last iteration it has completed, in plies.
    pub depth: u32,
    /// The longest line of that iteration, in plies.
    pub selective_depth: u32,
    /// Nodes it has visited.
    pub nodes: u64,
}

/// How the time for a move is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeUse {
    /// Since the search was asked for.
    pub used: Duration,
    /// After this no new iteration begins, as things stand now.
    pub soft: Duration,
    /// After this the search ends in any case.
    pub hard: Duration,
}

/// Why a move stands where it does in the order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderReason {
    /// The table knows it as the best, or as the one that refuted.
    TableMove,
    /// A capture or promotion that loses nothing; what the exchange brings in centipawns.
    GoodCapture(i32),
    /// A quiet move that cut off at the same ply elsewhere.
    Killer,
    /// A quiet move; how often such moves were good lately, in the engine's own measure.
    History(i32),
    /// A capture that loses material; what the exchange brings in centipawns.
    BadCapture(i32),
    /// A quiet move that takes an attacked piece to safety.
    Rescue,
    /// Another quiet move to a safe square.
    SafeSquare,
    /// A quiet pawn move.
    PawnMove,
    /// Any other quiet move, in the order in which moves are generated.
    Quiet,
}

impl fmt::Display for OrderReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderReason::TableMove => write!(f, "hash move"),
            OrderReason::GoodCapture(value) => write!(f, "good capture {value:+}"),
            OrderReason::Killer => write!(f, "killer"),
            OrderReason::History(value) => write!(f, "history {value:+}"),
            OrderReason::BadCapture(value) => write!(f, "bad capture {value:+}"),
            OrderReason::Rescue => write!(f, "attacked piece to safety"),
            OrderReason::SafeSquare => write!(f, "safe square"),
            OrderReason::PawnMove => write!(f, "pawn move"),
            OrderReason::Quiet => write!(f, "quiet move"),
        }
    }
}

/// Names the ways a node can be left, in the order in which a node tries them.
macro_rules! exits {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        /// How a node was left.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Exit { $($(#[$doc])* $name),* }

        impl Exit {
            /// All of them.
            pub const ALL: &[Exit] = &[$(Exit::$name),*];

            /// The usual words for it.
            pub fn name(self) -> &'static str {
                match self { $(Exit::$name => $text),* }
            }
        }
    };
}

exits! {
    /// A draw by the rules, or by repetition.
    Draw = "draw";
    /// The line is as long as lines may be.
    TooDeep = "maximum depth";
    /// A shorter mate is known already.
    MateDistance = "mate distance";
    /// One move reaches a draw by repetition.
    Repetition = "upcoming repetition";
    /// The table knew enough.
    Table = "hash table";
    /// A tablebase knew the result.
    Tablebase = "tablebase";
    /// Reverse futility: far above beta.
    ReverseFutility = "reverse futility";
    /// Razoring: far below alpha, and no capture helps.
    Razoring = "razoring";
    /// Even passing the turn is good enough.
    NullMove = "null move";
    /// ProbCut: a capture is good enough with a margin, searched less deep.
    ProbCut = "probcut";
    /// Several moves are good enough, searched less deep.
    MultiCut = "multi-cut";
    /// The first move was good enough.
    FirstMove = "first move";
    /// The second move was.
    SecondMove = "second move";
    /// A later one was.
    LaterMove = "later move";
    /// All moves were tried and none was good enough.
    NoCutoff = "no cutoff";
    /// There is no move: mate or stalemate.
    NoMove = "mate or stalemate";
    /// Quiescence: the table knew enough.
    QuietTable = "quiescence: hash table";
    /// Quiescence: good enough without a move.
    StandPat = "quiescence: stand pat";
    /// Quiescence: a capture or an evasion was good enough.
    QuietMove = "quiescence: move";
    /// Quiescence: nothing was good enough.
    QuietNoCutoff = "quiescence: no cutoff";
}

impl Exit {
    /// Was the node cut off, before all its moves were tried?
    pub fn is_cutoff(self) -> bool {
        !matches!(self, Exit::Draw | Exit::TooDeep | Exit::NoCutoff | Exit::NoMove | Exit::QuietNoCutoff)
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
