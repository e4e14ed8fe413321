//! Searches that are followed to their end, with an engine that ignores all limits.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use heirloom_chess::Line;
use heirloom_engine::request::SearchStep;
use heirloom_engine::{BestMove, Info, Limits, SearchReply, SearchRequest, Session};
use heirloom_testing::Scripted;

/// Returns an engine that reports another depth every millisecond until it is stopped.
fn endless() -> Scripted {
    Scripted::with(|search| {
        for depth in 1.. {
            if search.signals.is_stopped() {
                break;
            }
            search.report(Info { depth: Some(depth), nodes: Some(u64::from(depth)), ..Info::default() });
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(BestMove { best: search.first_move(), ..BestMove::default() })
    })
}

fn search(limits: &Limits, stop: bool, enough: u32) -> SearchReply {
    let mut session = Session::start(endless().boxed()).unwrap();
    let follow = |step: SearchStep<'_>| match step.report {
        Some(info) if info.depth == Some(enough) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    SearchRequest::new(limits)
        .stop(&AtomicBool::new(stop))
        .ask(&mut session, &Line::default(), follow)
        .unwrap()
}

#[test]
fn an_engine_that_ignores_limits_is_stopped() {
    let answered = search(&Limits::depth(5), false, 0);
    assert!(answered.overran && !answered.interrupted && answered.outcome.unwrap().best.is_some());
    let answered = search(&Limits::infinite(), false, 3);
    assert!(!answered.overran && !answered.interrupted);
    assert!(search(&Limits::infinite(), true, 0).interrupted);
}
