//! A search that ends even where the engine does not keep to its limits: it is told to stop then, and given up if it does not.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use heirloom_chess::Line;

use crate::{EngineError, Event, Info, Limits, Outcome, Session};

/// How often somebody who waits looks whether it was told to stop. An answer is noticed at once.
const GLANCE: Duration = Duration::from_millis(50);
/// A search with a time limit may overrun it by so much until it is told to stop.
const OVERRUN: Duration = Duration::from_secs(2);
/// Nodes beyond twice their limit that are no reason to stop a search: programs look at the limit only now and then.
const SOME_NODES: u64 = 100_000;
/// An engine that was told to stop may take so long to answer; its owner kills a program sooner.
const GRACE: Duration = Duration::from_secs(15);

/// What came of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Answered {
    /// The best move, or what the engine failed with.
    pub outcome: Outcome,
    /// The engine did not keep to its limits and had to be told to stop.
    pub overran: bool,
}

/// Asks about the position at the end of a line. Each piece of news goes to `note`, with the time since the search began; true from it says that this
/// is enough. None if `stop` was set before the engine answered. The session must keep its events ([`Session::start`]).
///
/// # Errors
/// [`EngineError::Hangs`]: it was told to stop and did not; it cannot be asked again.
pub fn ask(
    session: &mut Session,
    line: &Line,
    limits: &Limits,
    stop: &AtomicBool,
    mut note: impl FnMut(Info, Duration) -> bool,
) -> Result<Option<Answered>, EngineError> {
    let ticket = session.go(line.clone(), limits.clone());
    let begun = Instant::now();
    let (mut nodes, mut depth) = (None, None);
    let (mut enough, mut overran) = (false, false);
    let mut told: Option<Instant> = None;
    let outcome = loop {
        match session.next_event(GLANCE) {
            Some(Event::Info(of, info)) if of == ticket => {
                (nodes, depth) = (info.nodes.or(nodes), info.depth.or(depth));
                enough |= note(info, begun.elapsed());
            }
            Some(Event::Done(of, outcome)) if of == ticket => break outcome,
            _ => {}
        }
        match told {
            None => {
                overran = is_beyond(limits, nodes, depth, begun.elapsed());
                if overran || enough || stop.load(Ordering::Relaxed) {
                    session.stop();
                    told = Some(Instant::now());
                }
            }
            Some(told) if told.elapsed() > GRACE => {
                return Err(EngineError::Hangs { name: session.name().to_owned(), expected: "bestmove" });
            }
            Some(_) => {}
        }
    };
    // Ctrl-C reaches programs as well, and ends some of them: that is no fault of theirs.
    Ok((!stop.load(Ordering::Relaxed)).then_some(Answered { outcome, overran }))
}

/// Is a search, by what it says itself and by our clock, far beyond its limits? Some programs know no limit but time, and would go on for ever.
fn is_beyond(limits: &Limits, nodes: Option<u64>, depth: Option<u32>, elapsed: Duration) -> bool {
    let beyond_nodes = |limit: u64| nodes.is_some_and(|nodes| nodes > limit.saturating_mul(2).saturating_add(SOME_NODES));
    limits.move_time.is_some_and(|time| elapsed > time + OVERRUN)
        || limits.nodes.is_some_and(beyond_nodes)
        || limits.depth.is_some_and(|limit| depth.is_some_and(|depth| depth > limit.saturating_add(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BestMove, Engine, EngineOption, Signals};
    use heirloom_chess::Position;

    /// Knows no limit: says another depth every millisecond until it is stopped.
    struct Endless;

    impl Engine for Endless {
        fn name(&self) -> &str {
            "endless"
        }

        fn author(&self) -> &str {
            "a test"
        }

        fn options(&self) -> &[EngineOption] {
            &[]
        }

        fn set_option(&mut self, _: &str, _: &str) -> Result<(), EngineError> {
            Ok(())
        }

        fn new_game(&mut self) {}

        fn search(&mut self, line: &Line, _: &Limits, signals: &Signals, report: &mut dyn FnMut(Info)) -> Result<BestMove, EngineError> {
            for depth in 1.. {
                if signals.is_stopped() {
                    break;
                }
                report(Info { depth: Some(depth), nodes: Some(u64::from(depth)), ..Info::default() });
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(BestMove { best: line.position().legal_moves().first().copied(), ..BestMove::default() })
        }
    }

    fn asked(limits: &Limits, stop: bool, enough: u32) -> Option<Answered> {
        let mut session = Session::start(Box::new(Endless)).unwrap();
        let line = Line::new(Position::startpos());
        ask(&mut session, &line, limits, &AtomicBool::new(stop), |info, _| info.depth == Some(enough)).unwrap()
    }

    #[test]
    fn who_knows_no_limit_is_told_to_stop() {
        let answered = asked(&Limits::depth(5), false, 0).unwrap();
        assert!(answered.overran && answered.outcome.unwrap().best.is_some());
        assert!(!asked(&Limits::infinite(), false, 3).unwrap().overran);
        assert_eq!(asked(&Limits::infinite(), true, 0), None);
    }

    #[test]
    fn some_more_than_the_limit_is_no_fault() {
        let second = Duration::from_secs(1);
        let over = |nodes, depth, limits: Limits| is_beyond(&limits, Some(nodes), Some(depth), second);
        assert!(!over(110_000, 9, Limits::nodes(10_000)) && over(130_000, 9, Limits::nodes(10_000)));
        assert!(!over(9, 11, Limits::depth(10)) && over(9, 12, Limits::depth(10)));
        let late = |milliseconds| is_beyond(&Limits::move_time(Duration::from_millis(milliseconds)), None, None, second * 3);
        assert!(!late(1000) && late(900));
    }
}
