//! Compares the silent searches of self-play with the same searches when they report: speed, depth, and the
//! difference of scores from the static evaluation. Run with
//! `cargo run --release -p heirloom-training --example selfplay_speed [GAMES] [NODES]`.

use web_time::{Duration, Instant};

use heirloom_chess::Line;
use heirloom_engine::{Bound, Engine, Limits, Score, Signals};
use heirloom_flagship::Flagship;
use heirloom_flagship::net::{self, Accumulators};
use heirloom_training::datagen::player::Player;
use heirloom_training::datagen::settings::Settings;
use heirloom_training::games::game::StoredGame;

/// The logistic scale in centipawns, for expected points.
const SCALE: f64 = 129.0;

/// The results of one kind of search.
#[derive(Default)]
struct Sums {
    time: Duration,
    searches: u64,
    nodes: u64,
    depth: i64,
    /// Score minus static evaluation for each position, in expected points.
    differences: Vec<f64>,
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let (games, nodes) = (arguments.next().unwrap_or(300), arguments.next().unwrap_or(100));
    let settings = Settings { soft_nodes: nodes, hard_nodes: nodes * 8, ..Settings::default() };
    let mut player = Player::new(&settings, &[]).expect("an engine");
    let engine = || {
        let mut engine = Flagship::new().expect("an engine");
        engine.set_option("Hash", "1").expect("a table");
        engine.set_option("NormalizeScores", "false").expect("an option");
        engine
    };
    let (mut silent, mut reporting) = (engine(), engine());
    let limits = Limits { soft_nodes: Some(nodes), nodes: Some(nodes * 8), ..Limits::default() };
    let mut net = Accumulators::new(net::embedded().expect("a net"), 1);
    let [mut new, mut old] = [(); 2].map(|()| Sums::default());
    for seed in 0..games {
        let Some(game) = player.play(seed, &Signals::new()) else { continue };
        // Both search the same positions, one game at a time, so that a busy machine slows both.
        search(&mut silent, &game, &limits, &mut new, &mut net, |engine, line, limits| {
            let found = engine.search_silently(line, limits, &Signals::new())?;
            Some((found.score, !found.is_bound, found.depth, found.nodes))
        });
        search(&mut reporting, &game, &limits, &mut old, &mut net, |engine, line, limits| {
            let mut last = None;
            let mut listen = |info: heirloom_engine::Info| {
                last = info.score.map(|score| {
                    (
                        score,
                        info.bound == Bound::Exact,
                        info.depth.unwrap_or(0) as i32,
                        info.nodes.unwrap_or(0),
                    )
                });
            };
            engine.search(line, limits, &Signals::new(), &mut listen).ok()?;
            last
        });
    }
    println!("way        searches/s   nodes/search   nodes/s   depth   median of score - static");
    for (name, sums) in [("silent", &mut new), ("reporting", &mut old)] {
        let seconds = sums.time.as_secs_f64();
        let (searches, nodes) = (sums.searches as f64, sums.nodes as f64);
        sums.differences.sort_by(f64::total_cmp);
        let median = sums.differences[sums.differences.len() / 2];
        let depth = sums.depth as f64 / searches;
        println!(
            "{name:<10} {:>10.0} {:>14.1} {:>9.0} {depth:>7.2} {median:>+12.5}",
            searches / seconds,
            nodes / searches,
            nodes / seconds
        );
    }
    println!("ratio of searches a second: {:.3}", old.time.as_secs_f64() / new.time.as_secs_f64());
}

/// Searches all positions of a game that were searched during self-play.
fn search(
    engine: &mut Flagship,
    game: &StoredGame,
    limits: &Limits,
    sums: &mut Sums,
    net: &mut Accumulators,
    mut run: impl FnMut(&mut Flagship, &Line, &Limits) -> Option<(Score, bool, i32, u64)>,
) {
    let mut line = Line::new(game.start.clone());
    engine.new_game();
    for ply in &game.plies {
        if ply.score.is_some() {
            let start = Instant::now();
            let found = run(engine, &line, limits);
            sums.time += start.elapsed();
            if let Some((score, exact, depth, nodes)) = found {
                sums.searches += 1;
                sums.nodes += nodes;
                sums.depth += i64::from(depth);
                let known = exact
                    && !line.position().in_check()
                    && !line.position().is_noisy(ply.mv)
                    && score.centipawns().abs() < 2000;
                if known {
                    net.push(line.position(), 0);
                    let evaluation = net.evaluate(line.position(), 0, || 0);
                    sums.differences.push(points(score.centipawns()) - points(evaluation));
                }
            }
        }
        if line.push(ply.mv).is_err() {
            return;
        }
    }
}

fn points(score: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / SCALE).exp())
}
