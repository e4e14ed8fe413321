//! The evaluation graph of a game as SVG: White's win percentage by move, game phases, bad moves and turning
//! points.

use std::fmt::Write as _;

use heirloom_app::review::judgement::Judgement;
use heirloom_app::review::phase::Phase;
use heirloom_app::review::{Review, annotate};
use heirloom_chess::notation::san;
use maud::{Markup, PreEscaped, html};

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 300.0;
/// Margins for labels: left, top, right and bottom.
const LEFT: f64 = 48.0;
const TOP: f64 = 20.0;
const RIGHT: f64 = 12.0;
const BOTTOM: f64 = 24.0;

/// Colors by name, in light and dark mode.
const COLORS: [(&str, &str, &str); 13] = [
    ("paper", "#ffffff", "#14171b"),
    ("ink", "#1d2125", "#e6e9ee"),
    ("faint", "#6b7280", "#9aa3af"),
    ("line", "#d5d9df", "#333a43"),
    ("black", "#4b5563", "#07090b"),
    ("white", "#eef1f5", "#5b6572"),
    ("middlegame", "#d97706", "#f59e0b"),
    ("endgame", "#7c3aed", "#a78bfa"),
    ("inaccuracy", "#b7791f", "#e8b44c"),
    ("mistake", "#d9580b", "#f28b3c"),
    ("blunder", "#c81e1e", "#f26d6d"),
    ("curve", "#1d4ed8", "#7aa7ff"),
    ("card", "#f6f7f9", "#1c2127"),
];

const STYLE: &str = "
.graph text { font: 12px system-ui, sans-serif; fill: var(--faint); }
.graph .below { fill: var(--white); } .graph .above { fill: var(--black); } \
.graph .middle { stroke: var(--faint); stroke-dasharray: 3 4; }
.graph .curve { fill: none; stroke: var(--curve); stroke-width: 1.6; stroke-linejoin: round; } \
.graph .frame { fill: none; stroke: var(--line); }
.graph rect.middlegame { fill: var(--middlegame); fill-opacity: .13; } \
.graph rect.endgame { fill: var(--endgame); fill-opacity: .15; }
.graph .inaccuracy { fill: var(--inaccuracy); } .graph .mistake { fill: var(--mistake); } \
.graph .blunder { fill: var(--blunder); }
.graph .turn { stroke: var(--paper); stroke-width: 2; } .graph .ply { fill: var(--curve); fill-opacity: 0; } \
.graph .ply:hover { fill-opacity: .18; }";

/// Returns the style that a page needs once for all its graphs. The page's own style may use the colors, too.
pub fn style() -> String {
    let variables = |dark: bool| -> String {
        COLORS
            .iter()
            .map(|(name, day, night)| format!("--{name}: {}; ", if dark { night } else { day }))
            .collect()
    };
    format!(
        "\n:root {{ {}}}\n@media (prefers-color-scheme: dark) {{ :root {{ {}}} }}{STYLE}",
        variables(false),
        variables(true)
    )
}

/// Returns the style with literal colors, since most SVG viewers do not support CSS variables.
fn literal(dark: bool) -> String {
    let background = "\n.graph .paper { fill: var(--paper); }";
    COLORS.iter().fold(STYLE.to_owned() + background, |style, (name, day, night)| {
        style.replace(&format!("var(--{name})"), if dark { night } else { day })
    })
}

/// Returns a standalone graph, as the contents of an SVG file.
pub fn file(review: &Review, title: &str) -> String {
    let style = format!("{}\n@media (prefers-color-scheme: dark) {{{}\n}}", literal(false), literal(true));
    let head = html! {
        style { (PreEscaped(style)) }
        rect class="paper" width=(WIDTH) height=(HEIGHT) {}
    };
    svg(review, title, &head, None).into_string()
}

/// Returns a graph to embed in a page; turning points link to `#ANCHOR-PLY`.
pub fn inline(review: &Review, title: &str, anchor: &str) -> Markup {
    svg(review, title, &PreEscaped(String::new()), Some(anchor))
}

fn svg(review: &Review, title: &str, head: &Markup, anchor: Option<&str>) -> Markup {
    let scale = Scale { plies: review.moves.len().max(1) };
    let (width, height, middle) = (tenths(scale.width()), tenths(scale.height()), tenths(scale.y(50.0)));
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class="graph"
            viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" {
            title { (title) }
            (head)
            rect class="above" x=(LEFT) y=(TOP) width=(width) height=(height) {}
            @for run in runs(review) { (curve(&run, &scale)) }
            (phases(review, &scale))
            line class="middle" x1=(LEFT) x2=(tenths(scale.x(scale.plies))) y1=(middle) y2=(middle) {}
            @for percent in [0, 25, 50, 75, 100] {
                text x=(tenths(LEFT - 6.0)) y=(tenths(scale.y(f64::from(percent)) + 4.0)) text-anchor="end" {
                    (percent) " %"
                }
            }
            (move_numbers(review, &scale))
            rect class="frame" x=(LEFT) y=(TOP) width=(width) height=(height) {}
            @for ply in 0..review.moves.len() { (ply_area(review, ply, &scale)) }
            (points(review, &scale, anchor))
        }
        "\n"
    }
}

/// Formats a length with one decimal.
fn tenths(length: f64) -> String {
    format!("{length:.1}")
}

/// Draws the curve through consecutive positions, and the area below it.
fn curve(run: &[(usize, f64)], scale: &Scale) -> Markup {
    let [(first, _), ..] = run else { return PreEscaped(String::new()) };
    let curve: Vec<String> =
        run.iter().map(|&(ply, percent)| format!("{:.1},{:.1}", scale.x(ply), scale.y(percent))).collect();
    let (first, last, bottom) = (scale.x(*first), scale.x(run[run.len() - 1].0), scale.y(0.0));
    let curve = curve.join(" ");
    html! {
        polygon class="below" points=(format!("{first:.1},{bottom:.1} {curve} {last:.1},{bottom:.1}")) {}
        polyline class="curve" points=(curve) {}
    }
}

/// Maps plies and percentages to coordinates.
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

    /// Returns the x coordinate after a number of plies.
    fn x(&self, ply: usize) -> f64 {
        LEFT + self.width() * ply as f64 / self.plies as f64
    }

    fn y(&self, percent: f64) -> f64 {
        TOP + self.height() * (1.0 - percent / 100.0)
    }
}

/// Returns runs of consecutive evaluated positions.
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

fn phases(review: &Review, scale: &Scale) -> Markup {
    let end = review.division.endgame.unwrap_or(scale.plies);
    let phases = [
        (Phase::Middlegame, review.division.middlegame, end),
        (Phase::Endgame, review.division.endgame, scale.plies),
    ];
    html! {
        @for (phase, begin, end) in phases {
            @if let Some(x) = begin.filter(|&begin| begin < end).map(|begin| scale.x(begin)) {
                rect class=(phase.word()) x=(tenths(x)) y=(TOP)
                    width=(tenths(scale.x(end) - x)) height=(tenths(scale.height())) {}
                text x=(tenths(x + 4.0)) y=(tenths(TOP - 6.0)) { (phase.word()) }
            }
        }
    }
}

/// Draws the number of every fifth or tenth move below the graph.
fn move_numbers(review: &Review, scale: &Scale) -> Markup {
    let step = if review.moves.len() > 120 { 10 } else { 5 };
    let begins = |ply: usize| {
        ply == 0 || review.positions[ply - 1].fullmove_number() != review.positions[ply].fullmove_number()
    };
    html! {
        @for (ply, position) in review.positions.iter().enumerate() {
            @if begins(ply) && position.fullmove_number() % step == 0 {
                text x=(tenths(scale.x(ply))) y=(tenths(HEIGHT - 7.0)) text-anchor="middle" {
                    (position.fullmove_number())
                }
            }
        }
    }
}

/// Draws the area over a move that shows its tooltip.
fn ply_area(review: &Review, ply: usize, scale: &Scale) -> Markup {
    let x = scale.x(ply) + (scale.x(1) - scale.x(0)) / 2.0;
    let width = (scale.x(1) - scale.x(0)).min(scale.x(scale.plies) - x).max(0.5);
    html! {
        rect class="ply" x=(tenths(x)) y=(TOP) width=(tenths(width)) height=(tenths(scale.height())) {
            title { (caption(review, ply)) }
        }
    }
}

/// Returns the tooltip of a move: `12. Nf3 +0.35 (53% for White)`.
fn caption(review: &Review, ply: usize) -> String {
    let (before, reviewed) = (&review.positions[ply], &review.moves[ply]);
    let sign = reviewed.judgement().map_or("", Judgement::sign);
    let mut text = format!("{} {}{sign}", reviewed.number(before), san::format(before, reviewed.mv));
    if let Some(evaluation) = &review.evaluations[ply + 1] {
        let _ = write!(text, " {}", annotate::score_text(evaluation.score));
    }
    if let Some(percent) = review.win_percent(ply + 1) {
        let _ = write!(text, " ({percent:.0}% for White)");
    }
    if let Some(words) = review.words(ply) {
        let _ = write!(text, "\n{words}");
    }
    text
}

/// Draws a dot for each bad move, and a larger one for turning points.
fn points(review: &Review, scale: &Scale, anchor: Option<&str>) -> Markup {
    let turning = review.turning_points(super::TURNING_POINTS);
    let dot = |ply: usize| {
        let (judgement, percent) = (review.moves[ply].judgement()?, review.win_percent(ply + 1)?);
        let turns = turning.contains(&ply);
        let (x, y, radius) =
            (tenths(scale.x(ply + 1)), tenths(scale.y(percent)), if turns { 6.5 } else { 3.2 });
        let class = format!("{}{}", judgement.word(), if turns { " turn" } else { "" });
        let dot = html! {
            circle class=(class) cx=(x) cy=(y) r=(radius) { title { (caption(review, ply)) } }
        };
        Some(match anchor.filter(|_| turns) {
            Some(anchor) => html! { a href=(format!("#{anchor}-{ply}")) { (dot) } },
            None => dot,
        })
    };
    html! {
        @for dot in (0..review.moves.len()).filter_map(dot) { (dot) }
    }
}
