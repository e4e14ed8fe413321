//! An engine that always reports the same results at once, so that windows look the same in every run.

use std::time::Duration;

use heirloom_chess::{Move, Position};
use heirloom_desk::roster::{EngineFactory, Roster};
use heirloom_engine::insight::{Exit, HashUse, OrderReason, RootEffort, SearchWindow, ThreadState, TimeUse};
use heirloom_engine::{BestMove, Bound, Explanation, ExplanationRow, Info, Insight, Score, Transcript};
use heirloom_testing::{Scripted, Search};

/// The number of iterations that it reports.
pub const ITERATIONS: u32 = 9;

/// A roster of scripted engines with the names of the built-in engines.
pub struct ScriptedRoster;

impl Roster for ScriptedRoster {
    fn names(&self) -> Vec<String> {
        heirloom_desk::roster::BuiltInEngines.names()
    }

    fn factory_with_transcript(&self, _: &str, _: Transcript) -> EngineFactory {
        Box::new(|| Ok(engine().boxed()))
    }
}

fn engine() -> Scripted {
    let engine = Scripted::with(|search| {
        let moves = ranked(search.position());
        for depth in 1..=ITERATIONS {
            iteration(search, &moves, depth);
        }
        for insight in insights(&moves) {
            search.report(Info { insight: Some(Box::new(insight)), ..Info::default() });
        }
        Ok(BestMove { best: moves.first().copied(), ..BestMove::default() })
    });
    let engine = engine.named("Scripted 1.0").by("nobody");
    engine
        .on_divide(|position, _| Ok(position.legal_moves().iter().map(|mv| (*mv, 1)).collect()))
        .on_explain(|position| Ok(explanation(position)))
}

fn explanation(position: &Position) -> Explanation {
    let worth = |square| position.piece_at(square).map_or(0, |piece| 100 * (1 + piece.piece_type() as i32));
    let squares = position.occupied().into_iter().map(|square| (square, worth(square))).collect();
    let row = |term: &str, white, black| ExplanationRow { term: term.into(), white, black };
    let rows = vec![
        row("material", (4000, 4400), (3900, 4300)),
        row("mobility", (35, 20), (28, 31)),
        row("king", (-12, 0), (-40, 5)),
    ];
    Explanation { score: Score::Cp(112), rows, squares, outputs: Vec::new() }
}

/// Returns all legal moves, captures first, so that there is an order to show.
fn ranked(position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    moves.sort_by_key(|&mv| !position.is_capture(mv));
    moves
}

fn iteration(search: &mut Search<'_>, moves: &[Move], depth: u32) {
    let nodes = 7_u64.pow(depth.min(8)) * 31;
    for (place, mv) in moves.iter().take(3).enumerate() {
        let score = 48 - 31 * place as i32 + 3 * depth as i32;
        let window = SearchWindow {
            depth,
            line: place as u32 + 1,
            alpha: Some(Score::Cp(score - 20)),
            beta: Some(Score::Cp(score + 20)),
        };
        search.report(Info { insight: Some(Box::new(Insight::Window(window))), ..Info::default() });
        search.report(Info {
            depth: Some(depth),
            selective_depth: Some(depth + 6),
            multipv: Some(place as u32 + 1),
            score: Some(Score::Cp(score)),
            bound: Bound::Exact,
            nodes: Some(nodes),
            nps: Some(1_234_000),
            hashfull: Some(10 * depth),
            time: Some(Duration::from_millis(nodes / 1234)),
            pv: line(search.position(), *mv, depth),
            ..Info::default()
        });
    }
    if let Some(mv) = moves.get(4) {
        search.report(Info { depth: Some(depth), current_move: Some((*mv, 5)), ..Info::default() });
    }
}

/// Returns a line that begins with a move and continues with the first of [`ranked`] each time.
fn line(position: &Position, first: Move, plies: u32) -> Vec<Move> {
    let (mut position, mut line) = (position.clone(), Vec::new());
    let mut next = Some(first);
    while let Some(mv) = next.filter(|_| line.len() < plies as usize) {
        line.push(mv);
        next = position.try_play(mv).ok().and_then(|()| ranked(&position).first().copied());
    }
    line
}

fn insights(moves: &[Move]) -> Vec<Insight> {
    let exits = [
        Exit::Table,
        Exit::ReverseFutility,
        Exit::NullMove,
        Exit::FirstMove,
        Exit::SecondMove,
        Exit::LaterMove,
        Exit::NoCutoff,
    ];
    let exits = exits.into_iter().chain([Exit::QuietTable, Exit::StandPat, Exit::QuietMove]).zip(1_u64..);
    let effort = |(place, mv): (usize, &Move)| {
        let score = (place < 3).then_some(Score::Cp(70 - 31 * place as i32));
        RootEffort { mv: *mv, nodes: 9_000_000 / (1 + place as u64).pow(2), score }
    };
    let reason = |(place, mv): (usize, &Move)| {
        let reason = match place {
            0 => OrderReason::TableMove,
            1 => OrderReason::GoodCapture(320),
            2 => OrderReason::Killer,
            place => OrderReason::History(900 - 60 * place as i32),
        };
        (*mv, reason)
    };
    vec![
        Insight::Exits(exits.map(|(exit, place)| (exit, 4_000_000 / place)).collect()),
        Insight::RootEffort(moves.iter().enumerate().map(effort).collect()),
        Insight::MoveOrder(moves.iter().enumerate().map(reason).collect()),
        Insight::Plies((1..=12).map(|ply: u64| 40_000 * ply * (13 - ply)).collect()),
        Insight::Threads(vec![ThreadState { depth: 9, selective_depth: 15, nodes: 5_000_000 }; 2]),
        Insight::Time(TimeUse {
            used: Duration::from_millis(2345),
            soft: Duration::from_secs(6),
            hard: Duration::from_secs(20),
        }),
        Insight::Hash(HashUse { fill: 417, probes: 8_000_000, hits: 3_100_000 }),
        Insight::HashAges(vec![700, 200, 80, 20]),
    ]
}
