//! The evaluation graph of a game as SVG: White's win percent from move to move, phases, bad moves and turning points.

use std::fmt::Write as _;

use heirloom_app::review::judgement::Judgement;
use heirloom_app::review::phase::Phase;
use heirloom_app::review::{Review, annotate};
use heirloom_chess::notation::san;

use super::escaped;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 300.0;
/// Room for the words left of the graph, above, right of and below it.
const LEFT: f64 = 44.0;
const TOP: f64 = 20.0;
const RIGHT: f64 = 12.0;
const BOTTOM: f64 = 24.0;

/// Colors for both kinds of screens; a report shares them.
pub const COLORS: &str = "
:root { --paper: #fff; --ink: #1d2125; --faint: #6b7280; --line: #d5d9df; --black: #4b5563; --white: #eef1f5; --middlegame: #d977061c; --endgame: #7c3aed22;
  --inaccuracy: #b7791f; --mistake: #d9580b; --blunder: #c81e1e; --curve: #1d4ed8; --card: #f6f7f9; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171b; --ink: #e6e9ee; --faint: #9aa3af; --line: #333a43; --black: #07090b; --white: #5b6572;
  --middlegame: #f59e0b22; --endgame: #a78bfa2a; --inaccuracy: #e8b44c; --mistake: #f28b3c; --blunder: #f26d6d; --curve: #7aa7ff; --card: #1c2127; } }";

const STYLE: &str = "
.graph text { font: 12px system-ui, sans-serif; fill: var(--faint); }
.graph .below { fill: var(--white); } .graph .above { fill: var(--black); } .graph .middle { stroke: var(--faint); stroke-dasharray: 3 4; }
.graph .curve { fill: none; stroke: var(--curve); stroke-width: 1.6; stroke-linejoin: round; } .graph .frame { fill: none; stroke: var(--line); }
.graph .middlegame { fill: var(--middlegame); } .graph .endgame { fill: var(--endgame); }
.graph .inaccuracy { fill: var(--inaccuracy); } .graph .mistake { fill: var(--mistake); } .graph .blunder { fill: var(--blunder); }
.graph .turn { stroke: var(--paper); stroke-width: 2; } .graph .ply { fill: transparent; } .graph .ply:hover { fill: var(--curve); fill-opacity: .18; }";

/// What a page needs once for all of its graphs.
pub fn style() -> &'static str {
    STYLE
}

/// A graph that stands alone, as a file.
pub fn file(review: &Review, title: &str) -> String {
    let style = format!("<style>{COLORS}{STYLE}</style><rect width=\"{WIDTH}\" height=\"{HEIGHT}\" style=\"fill: var(--paper)\"/>");
    svg(review, title, &style, None)
}

/// A graph within a page; turning points lead to `#ANCHOR-PLY`.
pub fn inline(review: &Review, title: &str, anchor: &str) -> String {
    svg(review, title, "", Some(anchor))
}

fn svg(review: &Review, title: &str, head: &str, anchor: Option<&str>) -> String {
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\"><title>{}</title>{head}",
        escaped(title)
    );
    let scale = Scale { plies: review.moves.len().max(1) };
    let mut add = |part: String| text.push_str(&part);
    let (bottom, middle) = (scale.y(0.0), scale.y(50.0));
    add(format!("<rect class=\"above\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{:.1}\"/>", scale.width(), scale.height()));
    for run in runs(review) {
        let curve: Vec<String> = run.iter().map(|&(ply, percent)| format!("{:.1},{:.1}", scale.x(ply), scale.y(percent))).collect();
        let (first, last) = (scale.x(run[0].0), scale.x(run[run.len() - 1].0));
        let curve = curve.join(" ");
        add(format!("<polygon class=\"below\" points=\"{first:.1},{bottom:.1} {curve} {last:.1},{bottom:.1}\"/>"));
        add(format!("<polyline class=\"curve\" points=\"{curve}\"/>"));
    }
    add(phases(review, &scale));
    add(format!("<line class=\"middle\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{middle:.1}\" y2=\"{middle:.1}\"/>", scale.x(scale.plies)));
    for percent in [0, 25, 50, 75, 100] {
        let y = scale.y(f64::from(percent)) + 4.0;
        add(format!("<text x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{percent} %</text>", LEFT - 6.0));
    }
    add(numbers(review, &scale));
    add(format!("<rect class=\"frame\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{:.1}\"/>", scale.width(), scale.height()));
    for ply in 0..review.moves.len() {
        add(ply_area(review, ply, &scale));
    }
    add(points(review, &scale, anchor));
    text + "</svg>\n"
}

/// Where things are drawn.
struct Scale {
    plies: usize,
}

impl Scale {
    fn width(&self) -> f64 {
        WIDTH - LEFT - RIGHT
    }

    fn height(&self) -> f64 {
        HEIGHT - TOP - BOTTOM
    }

    /// After so many plies.
    fn x(&self, ply: usize) -> f64 {
        LEFT + self.width() * ply as f64 / self.plies as f64
    }

    fn y(&self, percent: f64) -> f64 {
        TOP + self.height() * (1.0 - percent / 100.0)
    }
}

/// Positions in a row that were evaluated.
fn runs(review: &Review) -> Vec<Vec<(usize, f64)>> {
    let mut runs: Vec<Vec<(usize, f64)>> = Vec::new();
    let mut open = false;
    for ply in 0..review.positions.len() {
        match (review.win_percent(ply), open) {
            (Some(percent), true) => {
                if let Some(run) = runs.last_mut() {
                    run.push((ply, percent));
                }
            }
            (Some(percent), false) => runs.push(vec![(ply, percent)]),
            (None, _) => {}
        }
        open = review.win_percent(ply).is_some();
    }
    runs
}

fn phases(review: &Review, scale: &Scale) -> String {
    let end = review.division.endgame.unwrap_or(scale.plies);
    let mut text = String::new();
    for (phase, begin, end) in
        [(Phase::Middlegame, review.division.middlegame, end), (Phase::Endgame, review.division.endgame, scale.plies)]
    {
        let Some(begin) = begin.filter(|&begin| begin < end) else { continue };
        let (x, word) = (scale.x(begin), phase.word());
        // A string takes everything.
        let _ = write!(
            text,
            "<rect class=\"{word}\" x=\"{x:.1}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            scale.x(end) - x,
            scale.height()
        );
        let _ = write!(text, "<text x=\"{:.1}\" y=\"{:.1}\">{word}</text>", x + 4.0, TOP - 6.0);
    }
    text
}

/// The numbers of every fifth or tenth move below the graph.
fn numbers(review: &Review, scale: &Scale) -> String {
    let step = if review.moves.len() > 120 { 10 } else { 5 };
    let mut text = String::new();
    for (ply, position) in review.positions.iter().enumerate() {
        let begins = ply == 0 || review.positions[ply - 1].fullmove_number() != position.fullmove_number();
        if begins && position.fullmove_number() % step == 0 {
            let _ = write!(
                text,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                scale.x(ply),
                HEIGHT - 7.0,
                position.fullmove_number()
            );
        }
    }
    text
}

/// A strip over a move that tells about it.
fn ply_area(review: &Review, ply: usize, scale: &Scale) -> String {
    let x = scale.x(ply) + (scale.x(1) - scale.x(0)) / 2.0;
    let width = (scale.x(1) - scale.x(0)).min(scale.x(scale.plies) - x).max(0.5);
    let (top, height) = (TOP, scale.height());
    format!(
        "<rect class=\"ply\" x=\"{x:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"{height:.1}\"><title>{}</title></rect>",
        told(review, ply)
    )
}

/// `12. Nf3 +0.35 (53 %)`.
fn told(review: &Review, ply: usize) -> String {
    let (before, reviewed) = (&review.positions[ply], &review.moves[ply]);
    let sign = reviewed.judgement().map_or("", Judgement::sign);
    let mut text = format!("{} {}{sign}", reviewed.number(before), san::format(before, reviewed.mv));
    if let Some(evaluation) = &review.evaluations[ply + 1] {
        let _ = write!(text, " {}", annotate::score_text(evaluation.score));
    }
    if let Some(percent) = review.win_percent(ply + 1) {
        let _ = write!(text, " ({percent:.0} % for White)");
    }
    if let Some(words) = review.words(ply) {
        let _ = write!(text, "\n{words}");
    }
    escaped(&text)
}

/// A dot for each bad move, a big one for turning points.
fn points(review: &Review, scale: &Scale, anchor: Option<&str>) -> String {
    let turning = review.turning_points(super::TURNING_POINTS);
    let mut text = String::new();
    for (ply, reviewed) in review.moves.iter().enumerate() {
        let (Some(judgement), Some(percent)) = (reviewed.judgement(), review.win_percent(ply + 1)) else { continue };
        let turns = turning.contains(&ply);
        let (word, radius, more) = (judgement.word(), if turns { 6.5 } else { 3.2 }, if turns { " turn" } else { "" });
        let (x, y) = (scale.x(ply + 1), scale.y(percent));
        let dot = format!(
            "<circle class=\"{word}{more}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"><title>{}</title></circle>",
            told(review, ply)
        );
        match anchor.filter(|_| turns) {
            Some(anchor) => {
                let _ = write!(text, "<a href=\"#{anchor}-{ply}\">{dot}</a>");
            }
            None => text.push_str(&dot),
        }
    }
    text
}
