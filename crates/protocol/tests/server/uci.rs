//! Transcripts over UCI.

mod input;
mod options;
mod position;
mod search;

use std::thread;

use heirloom_chess::{Move, Square};
use heirloom_engine::{BestMove, Bound, EngineError, EngineOption, Info, Score, Wdl};
use heirloom_protocol::Protocol;
use heirloom_testing::engine::alphabetically_first;
use heirloom_testing::{Scripted, Search};

use crate::driver::{self, Created, delay};

/// Returns an engine that plays the first move. Options set its other behavior, so that transcripts can
/// control it: `Delay` is in milliseconds, to search under any limit but `infinite` and `ponder`, and to
/// forget a game.
fn puppet() -> Created {
    let options = [
        EngineOption::spin("Delay", 0, 0, 60_000),
        EngineOption::combo(
            "Manner",
            "plain",
            &["plain", "silent", "bounds", "panic", "illegal", "ponder", "die", "current", "beyond"],
        ),
        EngineOption::button("Clear Hash"),
        EngineOption::check("UCI_ShowWDL", false),
        EngineOption::text("Book File", ""),
        EngineOption::check("UCI_Chess960", false),
    ];
    let engine = Scripted::with(searched).named("Puppet 1").options(options);
    let engine = engine.on_option(|_, name, _| match name {
        "Book File" => Err(EngineError::Unsupported("books")),
        _ => Ok(()),
    });
    Ok(engine.on_new_game(|options| thread::sleep(delay(options))).boxed())
}

fn searched(search: &mut Search<'_>) -> Result<BestMove, EngineError> {
    let best = search.limits.search_moves.first().copied();
    let best = best.unwrap_or_else(|| alphabetically_first(search.position()));
    let info = |cp| Info { depth: Some(1), score: Some(Score::Cp(cp)), pv: vec![best], ..Info::default() };
    let wdl = Some(Wdl { win: 100, draw: 800, loss: 100 });
    let manner = search.options.combo("Manner");
    match manner {
        "silent" => {}
        "bounds" => search.report(Info { bound: Bound::Lower, ..info(30) }),
        "current" => {
            search.report(Info { current_move: Some((best, 1)), nodes: Some(5), ..Info::default() });
        }
        "ponder" => search.report(Info { wdl, ..info(7) }),
        "beyond" => {
            search.report(Info { score: Some(Score::Mate(1)), pv: vec![best, best, best], ..info(0) });
        }
        _ => search.report(info(i32::try_from(search.line.moves().len()).unwrap_or(0))),
    }
    search.wait(delay(search.options));
    let mut after = search.position().clone();
    after.play(best);
    match manner {
        "panic" => panic!("the puppet's string broke"),
        "illegal" => Ok(BestMove { best: Some(Move::normal(Square::A1, Square::H8)), ..BestMove::default() }),
        "die" => Err(EngineError::Died { name: "Puppet 1".into(), last_lines: vec!["adieu".into()] }),
        _ => {
            let ponder = (manner == "ponder").then(|| alphabetically_first(&after));
            Ok(BestMove { best: Some(best), ponder, ..BestMove::default() })
        }
    }
}

#[track_caller]
fn check(transcript: &str) {
    driver::play(Protocol::Uci, puppet, transcript).unwrap();
}
