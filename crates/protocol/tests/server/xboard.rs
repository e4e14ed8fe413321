//! Transcripts over XBoard.

mod board;
mod clock;
mod input;
mod options;
mod thinking;

use std::time::Duration;

use heirloom_chess::Line;
use heirloom_engine::{BestMove, EngineError, EngineOption, Info, Limits, Score};
use heirloom_protocol::Protocol;
use heirloom_testing::engine::alphabetically_first;
use heirloom_testing::{Scripted, Search};

use crate::driver::{self, Created, delay};

/// Returns an engine that plays the alphabetically first move and expects the same reply. Its reports show
/// its limits. `Delay` is in milliseconds, to search under any limit but `infinite` and `ponder`.
fn puppet() -> Created {
    let options = [
        EngineOption::spin("Hash", 16, 1, 64),
        EngineOption::spin("Threads", 1, 1, 4),
        EngineOption::text("SyzygyPath", ""),
        EngineOption::check("UCI_Chess960", false),
        EngineOption::check("Ponder", false),
        EngineOption::button("Clear Hash"),
        EngineOption::spin("Delay", 0, 0, 60_000),
        EngineOption::spin("Score", 0, -900, 900),
        EngineOption::combo("Manner", "plain", &["plain", "panic", "limits", "picky"]),
    ];
    let engine = Scripted::with(searched).named("Puppet 1").options(options);
    let engine = engine.on_option(|options, name, value| match (name, options.combo("Manner")) {
        ("Hash", "picky") => panic!("unexpected value {value:?}"),
        ("Hash" | "Threads" | "SyzygyPath", "limits") => {
            // A remark that a GUI sees.
            let name = format!("{name} {value:?}");
            Err(EngineError::OptionValue { name, value: "-".into(), expected: "-".into() })
        }
        _ => Ok(()),
    });
    let engine = engine.on_book_lines(|line| {
        if line.moves().is_empty() { vec!["a3  100%".into(), "b3    0%  passive".into()] } else { Vec::new() }
    });
    Ok(engine.boxed())
}

fn searched(search: &mut Search<'_>) -> Result<BestMove, EngineError> {
    let (options, limits) = (search.options, search.limits);
    let mut position = search.position().clone();
    let best = limits.search_moves.first().copied().unwrap_or_else(|| alphabetically_first(&position));
    position.play(best);
    let ponder = position.has_legal_move().then(|| alphabetically_first(&position));
    let info = Info {
        time: Some(Duration::from_millis(120)),
        nodes: Some(77),
        selective_depth: Some(4),
        ..Info::default()
    };
    let pv = std::iter::once(best).chain(ponder).collect();
    search.report(Info {
        depth: Some(limits.depth.unwrap_or(3)),
        score: Some(Score::Cp(i32::try_from(options.spin("Score")).unwrap())),
        nps: Some(640),
        pv,
        ..info.clone()
    });
    let text = Some(said(search.line, limits));
    search.report(Info { current_move: Some((best, 1)), text, ..info });
    search.wait(delay(options));
    assert!(options.combo("Manner") != "panic", "the puppet's string broke");
    Ok(BestMove { best: Some(best), ponder, ..BestMove::default() })
}

/// Formats the limits.
fn said(line: &Line, limits: &Limits) -> String {
    let clocks = limits.clocks.map(|clocks| {
        let (own, other) = (clocks.time_of(line.position().turn()), clocks.time_of(!line.position().turn()));
        format!("{own} {other} {} {:?}", clocks.increment[0], clocks.moves_to_go)
    });
    let wanted = limits.search_moves.len();
    let (depth, nodes, time) = (
        limits.depth.unwrap_or(0),
        limits.nodes.unwrap_or(0),
        limits.move_time.unwrap_or_default().as_millis(),
    );
    let kind = if limits.infinite {
        "infinite"
    } else if limits.ponder {
        "ponder"
    } else {
        "plain"
    };
    format!(
        "{kind} clocks {} depth {depth} nodes {nodes} time {time} wanted {wanted}",
        clocks.unwrap_or_default()
    )
}

#[track_caller]
fn check(transcript: &str) {
    driver::play(Protocol::XBoard, puppet, transcript).unwrap();
}
