//! Draws games, reviews them and draws bad moves from them.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use heirloom_app::review::Review;
use heirloom_app::review::judgement::JudgementRules;
use heirloom_app::review::walk::walk;
use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn::Reader;
use heirloom_chess::{Line, Position};
use heirloom_engine::{Limits, Session};
use heirloom_flagship::Flagship;

use crate::sample::Case;
use crate::{Failure, number};

/// The width of a class of mean ratings.
const CLASS: u32 = 200;
/// The fewest plies of a game.
const SHORTEST: usize = 40;
/// The shortest base time, in seconds.
const QUICKEST: u64 = 180;

/// Draws a sample and prints it.
pub fn run(words: &[String]) -> Result<(), Failure> {
    let (games, moves) = (number(words, "games", 40)?, number(words, "moves", 200)?);
    let (seed, nodes) = (number(words, "seed", 1)?, number(words, "nodes", 100_000)?);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut found = Vec::new();
    for file in words.iter().filter(|word| word.ends_with(".zst") || word.ends_with(".pgn")) {
        let input = heirloom_files::open_text(Path::new(file), Arc::new(AtomicU64::new(0)))?;
        found.extend(Reader::new(input).games().filter_map(Result::ok).filter(is_rated));
    }
    let drawn = draw(found, games, &mut random);
    let mut session = Session::start(Box::new(Flagship::new()?))?;
    let mut cases = Vec::new();
    for game in &drawn {
        let line = game.line(game.last())?;
        let mut evaluations = vec![None; line.moves().len() + 1];
        let (stop, limits) = (AtomicBool::new(false), Limits::nodes(nodes));
        walk(&mut session, &line, |_| true, &limits, &stop, &mut |ply, seen| evaluations[ply] = Some(seen))?;
        let review = Review::new(game, evaluations.clone(), &JudgementRules::LICHESS);
        for (ply, _) in review.moves.iter().enumerate().filter(|(_, one)| one.judgement().is_some()) {
            let mut line = Line::new(line.start().clone());
            for one in &review.moves[..=ply] {
                line.push(one.mv)?;
            }
            cases.push(Case { line, evaluations: [evaluations[ply].clone(), evaluations[ply + 1].clone()] });
        }
    }
    writeln!(std::io::stderr(), "{} games, {} bad moves", drawn.len(), cases.len())?;
    random.shuffle(&mut cases);
    let mut output = std::io::stdout().lock();
    for case in cases.iter().take(usize::try_from(moves)?) {
        writeln!(output, "{}", case.text())?;
    }
    Ok(())
}

/// Draws games at random, each class of ratings in turn.
fn draw(mut games: Vec<Game>, wanted: u64, random: &mut fastrand::Rng) -> Vec<Game> {
    random.shuffle(&mut games);
    let mut classes: Vec<(u32, Vec<Game>)> = Vec::new();
    for game in games {
        let class = rating(&game).unwrap_or(0) / CLASS;
        match classes.iter_mut().find(|(known, _)| *known == class) {
            Some((_, members)) => members.push(game),
            None => classes.push((class, vec![game])),
        }
    }
    classes.sort_by_key(|(class, _)| *class);
    let mut drawn = Vec::new();
    while (drawn.len() as u64) < wanted && classes.iter().any(|(_, members)| !members.is_empty()) {
        drawn.extend(classes.iter_mut().filter_map(|(_, members)| members.pop()));
    }
    drawn.truncate(usize::try_from(wanted).unwrap_or(usize::MAX));
    drawn
}

/// Returns true for rated games from the usual start position that are long and slow enough.
fn is_rated(game: &Game) -> bool {
    let slow = game.tags().get("TimeControl").is_none_or(|control| {
        control
            .split('+')
            .next()
            .and_then(|base| base.parse::<u64>().ok())
            .is_none_or(|base| base >= QUICKEST)
    });
    let usual = game.start() == &Position::startpos() && game.main_line().count() >= SHORTEST;
    slow && usual && rating(game).is_some()
}

/// Returns the mean rating of both players.
fn rating(game: &Game) -> Option<u32> {
    let of = |tag: &str| game.tags().get(tag)?.parse::<u32>().ok();
    Some((of("WhiteElo")? + of("BlackElo")?) / 2)
}
