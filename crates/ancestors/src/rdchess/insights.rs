//! What the debug windows show of a running search, in the words of the seam: hash use, how nodes were left, nodes by ply.

use heirloom_engine::Insight;
use heirloom_engine::insight::{Exit, HashUse, OrderReason};

use super::order::{Candidate, Class};
use super::search::{Memory, Progress};
use super::statistics::Statistics;

/// The counts of a search.
pub fn counted(progress: &Progress<'_>) -> [Insight; 3] {
    let statistics = progress.statistics;
    let fill = progress.memory.hash.fill();
    let hash = HashUse { fill, probes: statistics.hash_probes, hits: statistics.hash_hits };
    [Insight::Hash(hash), Insight::Exits(exits(statistics)), Insight::Plies(statistics.plies.clone())]
}

fn exits(statistics: &Statistics) -> Vec<(Exit, u64)> {
    let [first, second, later] = statistics.move_cutoffs;
    let all = [
        (Exit::Draw, statistics.draws),
        (Exit::Table, statistics.hash_cutoffs),
        (Exit::NullMove, statistics.null_cutoffs),
        (Exit::FirstMove, first),
        (Exit::SecondMove, second),
        (Exit::LaterMove, later),
        (Exit::NoCutoff, statistics.no_cutoff),
        (Exit::NoMove, statistics.no_move),
        (Exit::QuietTable, statistics.quiet_hash_cutoffs),
        (Exit::StandPat, statistics.stand_pats),
        (Exit::QuietMove, statistics.quiet_moves),
        (Exit::QuietNoCutoff, statistics.quiet_no_cutoff),
    ];
    all.into_iter().filter(|(_, count)| *count > 0).collect()
}

/// What the seam has no numbers for: the king-pawn hash table, lazy estimates, pruning, and the cutoffs of each class of moves.
pub fn in_words(memory: &Memory, statistics: &Statistics) -> [String; 2] {
    let pawns = &memory.king_pawn;
    let Statistics { evaluations, estimates, razored, futile, .. } = statistics;
    let (fill, hits, probes) = (pawns.fill(), pawns.hits, pawns.probes);
    let first = format!(
        "king-pawn hash: {fill} permille full, {hits} of {probes} found; {evaluations} evaluations, {estimates} estimates; {razored} razored, {futile} futile moves"
    );
    let cutoffs = Class::ALL.iter().filter(|&&class| class != Class::NullMove);
    let cutoffs = cutoffs.map(|&class| format!("{} {}", class.name(), statistics.class_cutoffs[class as usize]));
    [first, format!("cutoffs: {}", cutoffs.collect::<Vec<_>>().join(", "))]
}

/// The reason for a move's place. Normal moves have none but their class: it counts down from the fourth to the last.
pub fn reason(candidate: &Candidate) -> OrderReason {
    match candidate.class {
        Class::HashMove => OrderReason::TableMove,
        Class::Killer => OrderReason::Killer,
        Class::Recapture | Class::GoodCapture => OrderReason::GoodCapture(candidate.expected),
        Class::BadCapture => OrderReason::BadCapture(candidate.expected),
        class => OrderReason::History(Class::Rest as i32 - class as i32),
    }
}
