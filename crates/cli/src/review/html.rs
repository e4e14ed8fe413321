//! The report of a review: one page that needs nothing else, for light and dark screens.

use std::fmt::Write as _;

use heirloom_app::review::judgement::Judgement;
use heirloom_app::review::phase::Phase;
use heirloom_app::review::{Review, annotate};
use heirloom_chess::game::Game;
use heirloom_chess::notation::san;
use heirloom_chess::{Color, Move, Position};

use super::boards;
use super::run::Finished;
use super::{escaped, graph};

const STYLE: &str = "
body { background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem 1.2rem 4rem; }
h1 { font-size: 1.5rem; margin: 2.2rem 0 .2rem; } h2 { font-size: 1.1rem; margin: 1.8rem 0 .6rem; } .about { color: var(--faint); margin: 0 0 1rem; }
table { border-collapse: collapse; } th, td { padding: .25rem .7rem; text-align: right; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--faint); } th:first-child, td:first-child { text-align: left; } svg { max-width: 100%; height: auto; }
.players { margin: .6rem 0 1.2rem; } .players th { vertical-align: bottom; border-bottom: 0; } .players tr + tr th { text-align: right; padding-top: 0; }
.scroll { overflow-x: auto; } a { color: var(--curve); }
.points { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1rem; }
.point { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .8rem; } .point:target { border-color: var(--curve); }
.point h3 { font-size: 1rem; margin: 0 0 .5rem; } .point svg { display: block; width: 100%; } .point p { margin: .5rem 0 0; }
.inaccuracy { color: var(--inaccuracy); } .mistake { color: var(--mistake); } .blunder { color: var(--blunder); }
.moves { width: 100%; table-layout: fixed; } .moves td { text-align: left; vertical-align: top; } .moves .number { width: 3rem; color: var(--faint); }
.moves small { color: var(--faint); margin-left: .5em; } .moves .words { display: block; font-size: .87em; } .moves b { font-weight: 600; }
.line { color: var(--faint); font-size: .87em; } .games { columns: 2; }";

/// The page with these games, each made by [`game`].
pub fn page(sections: &[(String, String)], engine: &str) -> String {
    let title = match sections {
        [(title, _)] => title.clone(),
        _ => format!("Review of {} games", sections.len()),
    };
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>{}{STYLE}\n</style>\n</head>\n<body>\n",
        escaped(&title),
        graph::style(),
    );
    if sections.len() > 1 {
        let _ = writeln!(text, "<h1>{}</h1>\n<ol class=\"games\">", escaped(&title));
        for (index, (title, _)) in sections.iter().enumerate() {
            let _ = writeln!(text, "<li><a href=\"#g{index}\">{}</a></li>", escaped(title));
        }
        text.push_str("</ol>\n");
    }
    for (_, section) in sections {
        text.push_str(section);
    }
    let _ = writeln!(
        text,
        "<p class=\"about\">Reviewed with {} by Heirloom {}.</p>\n</body>\n</html>",
        escaped(engine),
        env!("CARGO_PKG_VERSION")
    );
    text
}

/// Title and text of a game, the `index`-th of its page.
pub fn game(finished: &Finished, index: usize) -> (String, String) {
    let (game, review) = (&finished.found.game, &finished.review);
    let title = title(game);
    let anchor = format!("g{index}");
    let mut text = format!("<section id=\"{anchor}\">\n<h1>{}</h1>\n<p class=\"about\">{}</p>\n", escaped(&title), about(game, review));
    text += &players(game, review);
    text += &graph::inline(review, &format!("{title}: White's winning chances"), &anchor);
    let points = review.turning_points(super::TURNING_POINTS);
    if !points.is_empty() {
        text.push_str("<h2>Turning points</h2>\n<div class=\"points\">\n");
        for ply in points {
            text += &turning_point(review, ply, &anchor);
        }
        text.push_str("</div>\n");
    }
    text += &moves(review);
    text.push_str("</section>\n");
    (title, text)
}

/// `Morphy – Anderssen, 1-0`.
pub fn title(game: &Game) -> String {
    let name = |tag: &str| game.tags().get(tag).filter(|name| !name.is_empty()).unwrap_or("?").to_owned();
    format!("{} – {}, {}", name("White"), name("Black"), game.result())
}

/// Event, place, date and opening.
fn about(game: &Game, review: &Review) -> String {
    escaped(&facts(game, review).join(" · "))
}

/// Event, place, date and opening, as far as they are known.
pub fn facts(game: &Game, review: &Review) -> Vec<String> {
    let known = |tag: &str| game.tags().get(tag).filter(|value| !value.is_empty() && !value.starts_with('?')).map(str::to_owned);
    let opening = review.opening.map(|(_, name)| name.to_string());
    [known("Event"), known("Site"), known("Date"), opening].into_iter().flatten().collect()
}

fn players(game: &Game, review: &Review) -> String {
    let mut text = "<div class=\"scroll\"><table class=\"players\">\n<tr><th rowspan=\"2\">Player</th><th rowspan=\"2\">Accuracy</th>\
         <th rowspan=\"2\">Inaccuracies</th><th rowspan=\"2\">Mistakes</th><th rowspan=\"2\">Blunders</th>\
         <th colspan=\"4\">Average loss in centipawns</th></tr>\n<tr><th>game</th>"
        .to_owned();
    for phase in Phase::ALL {
        let _ = write!(text, "<th>{}</th>", phase.word());
    }
    text.push_str("</tr>\n");
    for color in Color::ALL {
        let side = &review.sides[color.index()];
        let name = game.tags().get(if color == Color::White { "White" } else { "Black" }).unwrap_or("?");
        let loss = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.0}"));
        let accuracy = side.accuracy.map_or("–".to_owned(), |accuracy| format!("{accuracy:.1} %"));
        let _ = write!(text, "<tr><td>{} ({color})</td><td>{accuracy}</td>", escaped(name));
        for (judgement, count) in Judgement::ALL.into_iter().zip(side.counts) {
            let _ = write!(text, "<td class=\"{}\">{count}</td>", judgement.word());
        }
        for average in std::iter::once(side.average_loss).chain(side.losses) {
            let _ = write!(text, "<td>{}</td>", loss(average));
        }
        text.push_str("</tr>\n");
    }
    text + "</table></div>\n"
}

/// A move that cost much: the board before it, the move and the better one as arrows, and why.
fn turning_point(review: &Review, ply: usize, anchor: &str) -> String {
    let (before, reviewed) = (&review.positions[ply], &review.moves[ply]);
    let word = reviewed.judgement().map_or("", Judgement::word);
    let mut text = format!(
        "<div class=\"point\" id=\"{anchor}-{ply}\">\n<h3>{} <span class=\"{word}\">{}{}</span></h3>\n",
        reviewed.number(before),
        escaped(&san::format(before, reviewed.mv)),
        reviewed.judgement().map_or("", Judgement::sign),
    );
    text += &boards::turning_point(review, ply);
    if let Some(worth) = reviewed.worth {
        let (from, to) = (annotate::score_text(worth.scores.0), annotate::score_text(worth.scores.1));
        let _ = write!(text, "<p>{from} → {to}, {:.0} % → {:.0} % for {}.</p>", worth.win.0, worth.win.1, reviewed.mover);
    }
    if let Some(words) = review.words(ply) {
        let _ = write!(text, "<p>{}</p>", escaped(&words));
    }
    if let Some(line) = review.better(ply) {
        let _ = write!(text, "<p class=\"line\">{}</p>", escaped(&numbered(before, line)));
    }
    text + "</div>\n"
}

fn moves(review: &Review) -> String {
    let mut text = "<h2>Moves</h2>\n<div class=\"scroll\"><table class=\"moves\">\n".to_owned();
    let mut open = false;
    for (ply, reviewed) in review.moves.iter().enumerate() {
        if reviewed.mover == Color::White || !open {
            if open {
                text.push_str("</tr>\n");
            }
            let _ = write!(text, "<tr><td class=\"number\">{}.</td>", review.positions[ply].fullmove_number());
            if reviewed.mover == Color::Black {
                text.push_str("<td></td>");
            }
            open = true;
        }
        text += &cell(review, ply);
    }
    if open {
        text.push_str("</tr>\n");
    }
    text + "</table></div>\n"
}

/// A move with its evaluation; a bad one with what is said of it and the better line.
fn cell(review: &Review, ply: usize) -> String {
    let (before, reviewed) = (&review.positions[ply], &review.moves[ply]);
    let san = escaped(&san::format(before, reviewed.mv));
    let mut text = match reviewed.judgement() {
        Some(judgement) => format!("<td><b class=\"{}\">{san}{}</b>", judgement.word(), judgement.sign()),
        None => format!("<td>{san}"),
    };
    if let Some(evaluation) = &review.evaluations[ply + 1] {
        let _ = write!(text, "<small>{}</small>", annotate::score_text(evaluation.score));
    }
    if let Some(words) = review.words(ply) {
        let _ = write!(text, "<span class=\"words\">{}</span>", escaped(&words));
        if let Some(line) = review.better(ply) {
            let _ = write!(text, "<span class=\"line\">{}</span>", escaped(&numbered(before, line)));
        }
    }
    text + "</td>"
}

/// Plies of a line that a reader still follows.
const SHOWN: usize = 10;

fn numbered(start: &Position, line: &[Move]) -> String {
    heirloom_app::review::refutation::numbered(start, &line[..line.len().min(SHOWN)])
}
