//! Internals of a running search, for windows and consoles that display them.

use std::fmt;
use std::time::Duration;

use heirloom_chess::Move;

use crate::{Explanation, Score};

/// One report on the internals of a search. Engines report what they have; without a listener, nothing is
/// collected. Counts cover all threads since the search began; threads add theirs after each iteration.
#[derive(Clone, PartialEq, Debug)]
pub enum Insight {
    /// The transposition table.
    Hash(HashUse),
    /// Permille of the transposition table's entries by age: from this search, the previous one, and so on.
    HashAges(Vec<u32>),
    /// The king-pawn hash table.
    KingPawnHash(HashUse),
    /// The window of the current root search.
    Window(SearchWindow),
    /// How nodes were left, in any order; each node that was searched to its end counts once.
    Exits(Vec<(Exit, u64)>),
    /// Nodes visited by distance from the root in plies, starting at 1.
    Plies(Vec<u64>),
    /// The root moves in the order of the next iteration, with the effort spent on each.
    RootEffort(Vec<RootEffort>),
    /// The root moves in the order in which a node would try them, with the reason for each rank.
    MoveOrder(Vec<(Move, OrderReason)>),
    /// The state of each thread, the main thread first.
    Threads(Vec<ThreadState>),
    /// The time for this move; only if a clock runs.
    Time(TimeUse),
    /// The static evaluation of the root by term and square.
    Evaluation(Explanation),
}

/// The latest insight of each kind of one search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Insights {
    /// The transposition table.
    pub hash: Option<HashUse>,
    /// Permille of the transposition table's entries by age, as in [`Insight::HashAges`].
    pub ages: Vec<u32>,
    /// The king-pawn hash table.
    pub king_pawn: Option<HashUse>,
    /// The windows of the current root searches, one for each line.
    pub windows: Vec<SearchWindow>,
    /// How nodes were left, with counts.
    pub exits: Vec<(Exit, u64)>,
    /// Nodes visited by distance from the root in plies, starting at 1.
    pub plies: Vec<u64>,
    /// The root moves with the effort spent on each.
    pub efforts: Vec<RootEffort>,
    /// The root moves in the order of search.
    pub order: Vec<(Move, OrderReason)>,
    /// The state of each thread, the main thread first.
    pub threads: Vec<ThreadState>,
    /// The time for this move.
    pub time: Option<TimeUse>,
}

impl Insights {
    /// Adds an insight. Evaluations are not kept: front ends get them from
    /// [`Session::explain`](crate::Session::explain).
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

    /// Returns how many nodes were left in this way.
    pub fn left_by(&self, exit: Exit) -> u64 {
        self.exits.iter().find(|(known, _)| *known == exit).map_or(0, |(_, count)| *count)
    }
}

/// Usage of a hash table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HashUse {
    /// Permille of entries written by this search.
    pub fill: u32,
    /// Number of probes.
    pub probes: u64,
    /// Number of probes that found their position.
    pub hits: u64,
}

/// Alpha and beta of a root search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchWindow {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Number of the line in multi-PV mode; the best is 1.
    pub line: u32,
    /// The lower end of the window, from the side to move's point of view; `None` if it is open.
    pub alpha: Option<Score>,
    /// The upper end of the window, from the side to move's point of view; `None` if it is open.
    pub beta: Option<Score>,
}

/// The effort spent on a root move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootEffort {
    /// The move.
    pub mv: Move,
    /// Nodes that the main thread has spent on it since the search began.
    pub nodes: u64,
    /// Its score, from the side to move's point of view; `None` if it only failed to beat the best move.
    pub score: Option<Score>,
}

/// The state of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ThreadState {
    /// Depth of its last completed iteration, in plies.
    pub depth: u32,
    /// Selective depth of that iteration, in plies.
    pub selective_depth: u32,
    /// Nodes visited.
    pub nodes: u64,
}

/// Use of the time for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeUse {
    /// Time since the search was requested.
    pub used: Duration,
    /// Current soft limit: after it no new iteration begins.
    pub soft: Duration,
    /// Hard limit: the search ends.
    pub hard: Duration,
}

/// The reason for a move's rank in the move ordering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderReason {
    /// The move from the transposition table.
    TableMove,
    /// A capture or promotion that loses no material, with its SEE value in centipawns.
    GoodCapture(i32),
    /// A quiet move that caused a cutoff elsewhere at the same ply.
    Killer,
    /// A quiet move, with its history score in the engine's own unit.
    History(i32),
    /// A capture that loses material, with its SEE value in centipawns.
    BadCapture(i32),
    /// A quiet move of an attacked piece to a safe square.
    Rescue,
    /// Another quiet move to a safe square.
    SafeSquare,
    /// A quiet pawn move.
    PawnMove,
    /// Any other quiet move, in the order of move generation.
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

/// Defines the ways to leave a node, in the order in which a node tries them.
macro_rules! exits {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        /// How a node was left.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Exit { $($(#[$doc])* $name),* }

        impl Exit {
            /// All ways.
            pub const ALL: &[Exit] = &[$(Exit::$name),*];

            /// The usual name.
            pub fn name(self) -> &'static str {
                match self { $(Exit::$name => $text),* }
            }
        }
    };
}

exits! {
    /// A draw by the rules or by repetition.
    Draw = "draw";
    /// The line has the maximum length.
    TooDeep = "maximum depth";
    /// Mate distance pruning: a shorter mate is already known.
    MateDistance = "mate distance";
    /// A move can reach a draw by repetition.
    Repetition = "upcoming repetition";
    /// A cutoff by the transposition table.
    Table = "hash table";
    /// A tablebase result.
    Tablebase = "tablebase";
    /// Reverse futility pruning: far above beta.
    ReverseFutility = "reverse futility";
    /// Razoring: far below alpha, and no capture helps.
    Razoring = "razoring";
    /// Null move: passing the turn still fails high.
    NullMove = "null move";
    /// ProbCut: a capture fails high by a margin in a shallower search.
    ProbCut = "probcut";
    /// Several moves fail high in a shallower search.
    MultiCut = "multi-cut";
    /// The first move failed high.
    FirstMove = "first move";
    /// The second move failed high.
    SecondMove = "second move";
    /// A later move failed high.
    LaterMove = "later move";
    /// All moves were tried and none failed high.
    NoCutoff = "no cutoff";
    /// There is no legal move: mate or stalemate.
    NoMove = "mate or stalemate";
    /// Quiescence: a cutoff by the transposition table.
    QuietTable = "quiescence: hash table";
    /// Quiescence: the static evaluation failed high.
    StandPat = "quiescence: stand pat";
    /// Quiescence: a capture or an evasion failed high.
    QuietMove = "quiescence: move";
    /// Quiescence: nothing failed high.
    QuietNoCutoff = "quiescence: no cutoff";
}

impl Exit {
    /// Returns true if the node was cut off before all its moves were tried.
    pub fn is_cutoff(self) -> bool {
        !matches!(self, Exit::Draw | Exit::TooDeep | Exit::NoCutoff | Exit::NoMove | Exit::QuietNoCutoff)
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
