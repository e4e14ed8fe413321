//! RDChess's search reports and debug windows: hash use, node exits, nodes by ply, and the evaluation.

use heirloom_chess::Position as SeamPosition;
use heirloom_engine::insight::{Exit, HashUse, OrderReason, RootEffort, SearchWindow};
use heirloom_engine::{Bound, Explanation, Info, Insight};

use super::board::{Side, all_squares, square_name};
use super::eval::switches::Switches;
use super::eval::{self, Term};
use super::order::{Candidate, Class};
use super::pins::Threats;
use super::position::Position;
use super::search::{INFINITE, MATE, Memory, Progress, RootMove};
use super::statistics::Statistics;
use crate::seam;

/// Reports a step of the search.
pub fn send(root: &SeamPosition, progress: &Progress<'_>, insight: bool, report: &mut dyn FnMut(Info)) {
    if insight {
        report(seam::insight(Insight::Window(window(progress))));
    }
    report(Info {
        depth: Some(progress.depth),
        selective_depth: Some(progress.statistics.deepest as u32),
        score: Some(seam::score(progress.value, MATE)),
        bound: if progress.failed_high { Bound::Lower } else { Bound::Exact },
        hashfull: Some(progress.memory.hash.fill()),
        pv: seam::translate_line(root, progress.line.iter().map(|mv| mv.text())),
        ..seam::node_info(progress.statistics.nodes, progress.elapsed)
    });
    if !insight || !progress.complete {
        return;
    }
    counts(progress).into_iter().for_each(|insight| report(seam::insight(insight)));
    let translate = |root_move: &RootMove| seam::translate(root, root_move.candidate.mv.text());
    let effort = |root: &RootMove| {
        let score = root.value.map(|value| seam::score(value, MATE));
        Some(RootEffort { mv: translate(root)?, nodes: root.nodes, score })
    };
    report(seam::insight(Insight::RootEffort(progress.root.iter().filter_map(effort).collect())));
    let order = |root: &RootMove| Some((translate(root)?, reason(&root.candidate)));
    report(seam::insight(Insight::MoveOrder(progress.root.iter().filter_map(order).collect())));
}

/// Returns the root window; an open side has no bound.
fn window(progress: &Progress<'_>) -> SearchWindow {
    let [alpha, beta] = [progress.window.0, progress.window.1]
        .map(|value| (value.abs() < INFINITE).then(|| seam::score(value, MATE)));
    SearchWindow { depth: progress.depth, line: 1, alpha, beta }
}

/// Returns the statistics of a search.
fn counts(progress: &Progress<'_>) -> [Insight; 4] {
    let statistics = progress.statistics;
    let fill = progress.memory.hash.fill();
    let hash = HashUse { fill, probes: statistics.hash_probes, hits: statistics.hash_hits };
    let pawns = &progress.memory.king_pawn;
    let pawns = HashUse { fill: pawns.fill() as u32, probes: pawns.probes, hits: pawns.hits };
    let (exits, plies) = (Insight::Exits(exits(statistics)), Insight::Plies(statistics.plies.clone()));
    [Insight::Hash(hash), Insight::KingPawnHash(pawns), exits, plies]
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

/// Describes the king-pawn table, lazy evaluation, pruning, and the cutoffs of each class in words.
pub fn describe(memory: &Memory, statistics: &Statistics) -> [String; 2] {
    let pawns = &memory.king_pawn;
    let Statistics { evaluations, estimates, razored, futile, .. } = statistics;
    let (fill, hits, probes) = (pawns.fill(), pawns.hits, pawns.probes);
    let first = format!(
        "king-pawn hash: {fill} permille full, {hits} of {probes} found; \
         {evaluations} evaluations, {estimates} estimates; {razored} razored, {futile} futile moves"
    );
    let cutoffs = Class::ALL.iter().filter(|&&class| class != Class::NullMove);
    let cutoffs =
        cutoffs.map(|&class| format!("{} {}", class.name(), statistics.class_cutoffs[class as usize]));
    [first, format!("cutoffs: {}", cutoffs.collect::<Vec<_>>().join(", "))]
}

/// Returns the reason for a move's place in the order.
fn reason(candidate: &Candidate) -> OrderReason {
    match candidate.class {
        Class::HashMove => OrderReason::TableMove,
        Class::Killer => OrderReason::Killer,
        Class::Recapture | Class::GoodCapture => OrderReason::GoodCapture(candidate.expected),
        Class::BadCapture => OrderReason::BadCapture(candidate.expected),
        Class::Rescue => OrderReason::Rescue,
        Class::Safe => OrderReason::SafeSquare,
        Class::PawnMove => OrderReason::PawnMove,
        Class::NullMove | Class::Rest => OrderReason::Quiet,
    }
}

/// Returns the evaluation by term and square. It is not tapered, so both columns are equal.
pub fn explanation(position: &Position) -> Explanation {
    let account = eval::explain(position, &Threats::of(position), &Switches::at_root(position));
    let row = |&term: &Term| {
        let [white, black] = Side::BOTH.map(|side| account.of(term, side));
        seam::term_row(term.name(), white, black)
    };
    let squares = all_squares().filter(|&square| position.board.at(square).kind().is_some());
    let squares = squares
        .filter_map(|square| Some((square_name(square).parse().ok()?, account.squares[square as usize])));
    let entered =
        Term::ALL.iter().filter(|&&term| Side::BOTH.iter().any(|&side| account.of(term, side) != 0));
    seam::explanation(account.total(), entered.map(row), squares)
}
