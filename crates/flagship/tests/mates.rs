//! Mates: `go mate` finds composed ones in the stated number of moves, and every mate that a search reports
//! comes with its complete line.
//!
//! Tests a sample of the positions of each file, or all of them if the environment variable `HEIRLOOM_FULL`
//! is set.

use std::fs::File;
use std::io::BufReader;
use web_time::{Duration, Instant};

use heirloom_chess::notation::epd::{Epd, Lines};
use heirloom_chess::{Line, Position};
use heirloom_engine::{Engine, Info, Limits, Score, Signals};
use heirloom_flagship::Flagship;
use heirloom_testing::{needs_sample_data, sample_data};

/// Returns every `step`th position of a file.
fn positions(name: &str, step: usize) -> Vec<Epd> {
    let file = File::open(sample_data("mates").join(name)).expect("a file");
    let step = if std::env::var_os("HEIRLOOM_FULL").is_some() { 1 } else { step };
    Lines::new(BufReader::new(file)).map(|epd| epd.expect("EPD")).step_by(step).collect()
}

fn search(engine: &mut Flagship, position: &Position, limits: &Limits) -> Vec<Info> {
    let (line, mut infos) = (Line::new(position.clone()), Vec::new());
    engine.search(&line, limits, &Signals::new(), &mut |info| infos.push(info)).expect("an answer");
    infos
}

/// Returns what is wrong with a report, if anything: an illegal move, or a mate whose line has the wrong
/// length or does not end in mate.
fn fault(position: &Position, info: &Info) -> Option<String> {
    let mut line = Line::new(position.clone());
    for &mv in &info.pv {
        if let Err(error) = line.push(mv) {
            return Some(format!("{error}: {info:?}"));
        }
    }
    let Some(Score::Mate(moves)) = info.score.filter(|_| !info.pv.is_empty()) else { return None };
    let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
    let ends_in_mate = line.position().in_check() && !line.position().has_legal_move();
    (info.pv.len() != plies as usize || !ends_in_mate)
        .then(|| format!("mate {moves} {:?} {:?}", info.bound, info.pv))
}

#[needs_sample_data("mates")]
#[test]
fn composed_mates_are_found_at_their_length() {
    let mut engine = Flagship::new().expect("memory");
    for moves in 1..=4 {
        let step = [16, 60, 120, 220][moves as usize - 1];
        let (mut slowest, mut missed) = (Duration::ZERO, Vec::new());
        for epd in positions(&format!("leorik-mate-in-{moves}.epd"), step) {
            engine.new_game();
            let started = Instant::now();
            let limits = Limits { mate: Some(moves as u32), ..Limits::move_time(Duration::from_secs(10)) };
            let infos = search(&mut engine, &epd.position, &limits);
            slowest = slowest.max(started.elapsed());
            let last = infos.last().expect("news");
            assert_eq!(infos.iter().find_map(|info| fault(&epd.position, info)), None, "{:?}", epd.position);
            if last.score != Some(Score::Mate(moves)) {
                missed.push(format!("{} {:?}", epd.position.fen(), last.score));
            }
        }
        eprintln!("mates in {moves}: slowest {slowest:?}");
        assert!(missed.is_empty(), "not found in {moves}: {missed:#?}");
    }
}

/// Searches the positions of a file with a node limit, returns the faults in the lines and prints the number
/// of mates.
fn faults(engine: &mut Flagship, name: &str, step: usize, nodes: u64) -> Vec<String> {
    let (mut found, mut mate_reports, mut solved) = (Vec::new(), 0, 0);
    for epd in positions(name, step) {
        engine.new_game();
        let infos = search(engine, &epd.position, &Limits::nodes(nodes));
        mate_reports += infos.iter().filter(|info| matches!(info.score, Some(Score::Mate(_)))).count();
        solved += usize::from(infos.iter().any(|info| matches!(info.score, Some(Score::Mate(_)))));
        let faults = infos.iter().filter_map(|info| fault(&epd.position, info));
        found.extend(faults.map(|fault| format!("{}: {fault}", epd.position.fen())));
    }
    eprintln!("{name}: mates in {solved} positions, {mate_reports} lines, {} faults", found.len());
    found
}

#[needs_sample_data("mates")]
#[test]
fn every_reported_mate_has_its_line() {
    let mut engine = Flagship::new().expect("memory");
    let mut all = Vec::new();
    for (name, step) in [
        ("matetrack-odd.epd", 40),
        ("hard-mates-blass.epd", 3),
        ("leorik-mate-in-4.epd", 60),
        ("KBNvK1000pv.epd", 120),
        ("KQvKP1000pv.epd", 60),
        ("KQvKR1000pv.epd", 60),
        ("KRvK1000.epd", 60),
    ] {
        all.extend(faults(&mut engine, name, step, 40_000));
    }
    assert!(all.is_empty(), "{} faults, such as {:#?}", all.len(), &all[..all.len().min(5)]);
}

#[needs_sample_data("mates")]
#[test]
fn mates_have_their_line_with_several_lines_and_threads() {
    let mut engine = Flagship::new().expect("memory");
    engine.set_option("MultiPV", "3").expect("an option");
    let mut all = faults(&mut engine, "matetrack-odd.epd", 101, 30_000);
    engine.set_option("MultiPV", "1").expect("an option");
    engine.set_option("Threads", "3").expect("an option");
    all.extend(faults(&mut engine, "matetrack-odd.epd", 103, 60_000));
    assert!(all.is_empty(), "{} faults, such as {:#?}", all.len(), &all[..all.len().min(5)]);
}
