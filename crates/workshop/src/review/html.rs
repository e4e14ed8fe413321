//! The HTML report of a review: a self-contained page for light and dark mode.

use heirloom_app::review::{Review, annotate, said};
use heirloom_chess::game::Game;
use heirloom_chess::notation::san;
use heirloom_chess::{Color, Move, Position};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{boards, card, graph};

const STYLE: &str = "
body { background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; \
margin: 0 auto; padding: 1rem 1.2rem 4rem; }
h1 { font-size: 1.5rem; margin: 2.2rem 0 .2rem; } h2 { font-size: 1.1rem; margin: 1.8rem 0 .6rem; } \
.about { color: var(--faint); margin: 0 0 1rem; }
table { border-collapse: collapse; } th, td { padding: .25rem .7rem; text-align: right; \
border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--faint); } th:first-child, td:first-child { text-align: left; } \
svg { max-width: 100%; height: auto; }
table.card { margin: .6rem 0 1.2rem; } .eras { margin: .5rem 0 0; padding-left: 1.1rem; font-size: .87em; }
.scroll { overflow-x: auto; } a { color: var(--curve); }
.points { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1rem; }
.point { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .8rem; } \
.point:target { border-color: var(--curve); }
.point h3 { font-size: 1rem; margin: 0 0 .5rem; } .point svg { display: block; width: 100%; } \
.point p { margin: .5rem 0 0; }
.inaccuracy { color: var(--inaccuracy); } .mistake { color: var(--mistake); } \
.blunder { color: var(--blunder); }
.moves { width: 100%; table-layout: fixed; } .moves td { text-align: left; vertical-align: top; } \
.moves .number { width: 3rem; color: var(--faint); }
.moves small { color: var(--faint); margin-left: .5em; } .moves .words { display: block; font-size: .87em; } \
.moves b { font-weight: 600; }
.line { color: var(--faint); font-size: .87em; } .games { columns: 2; }";

/// The part of a page about one game.
pub struct Section {
    title: String,
    body: Markup,
}

/// Returns the page with these games; `reviewer` names the engine and its limits.
pub fn page(sections: &[Section], reviewer: &str) -> String {
    let title = match sections {
        [section] => section.title.clone(),
        _ => format!("Review of {} games", sections.len()),
    };
    let style = format!("{}{STYLE}\n", graph::style());
    let page = html! {
        (DOCTYPE) "\n"
        html lang="en" {
            head { "\n"
                meta charset="utf-8"; "\n"
                meta name="viewport" content="width=device-width, initial-scale=1"; "\n"
                meta name="color-scheme" content="light dark"; "\n"
                title { (title) } "\n"
                style { (PreEscaped(style)) } "\n"
            } "\n"
            body { "\n"
                @if sections.len() > 1 {
                    h1 { (title) } "\n"
                    ol.games {
                        @for (index, section) in sections.iter().enumerate() {
                            li { a href=(format!("#g{index}")) { (section.title) } } "\n"
                        }
                    } "\n"
                }
                @for section in sections { (section.body) }
                p.about { "Reviewed with " (reviewer)
                    " by Heirloom " (heirloom_app::identity::version()) "."
                } "\n"
            } "\n"
        }
    };
    page.into_string()
}

/// Returns the section of a game with its index on the page.
pub fn game(game: &Game, review: &Review, index: usize) -> Section {
    let (title, anchor) = (title(game), format!("g{index}"));
    let key = review.key_moments();
    let points = review.turning_points(super::TURNING_POINTS).into_iter();
    let others: Vec<usize> = points.filter(|ply| !key.contains(ply)).collect();
    let body = html! {
        section id=(anchor) { "\n"
            h1 { (title) } "\n"
            p.about { (facts(game, review).join(" · ")) } "\n"
            (report_card(game, review))
            (graph::inline(review, &format!("{title}: White's winning chances"), &anchor))
            @for (heading, points) in [("Key moments", key), ("More turning points", others)] {
                @if !points.is_empty() {
                    h2 { (heading) } "\n"
                    div.points { "\n"
                        @for ply in points { (turning_point(review, ply, &anchor)) }
                    } "\n"
                }
            }
            (moves(review))
        } "\n"
    };
    Section { title, body }
}

/// Returns the title of a game: `Morphy – Anderssen, 1-0`.
pub fn title(game: &Game) -> String {
    let name = |tag: &str| game.tags().get(tag).filter(|name| !name.is_empty()).unwrap_or("?").to_owned();
    format!("{} – {}, {}", name("White"), name("Black"), game.result())
}

/// Returns the known facts about a game: event, site, date and opening.
pub fn facts(game: &Game, review: &Review) -> Vec<String> {
    let known = |tag: &str| {
        game.tags().get(tag).filter(|value| !value.is_empty() && !value.starts_with('?')).map(str::to_owned)
    };
    let opening = review.opening.map(|(_, name)| name.to_string());
    [known("Event"), known("Site"), known("Date"), opening].into_iter().flatten().collect()
}

/// The report card: a row for each figure.
fn report_card(game: &Game, review: &Review) -> Markup {
    let name = |tag: &str| game.tags().get(tag).unwrap_or("?").to_owned();
    html! {
        div.scroll {
            table.card { "\n"
                tr {
                    th { "Report card" }
                    th { (name("White")) " (White)" }
                    th { (name("Black")) " (Black)" }
                } "\n"
                @for row in card::rows(review) {
                    tr class=(row.judgement.map_or("", |judgement| judgement.word())) {
                        td { (row.name) }
                        @for value in &row.values { td { (value) } }
                    } "\n"
                }
            }
        } "\n"
    }
}

/// Describes a costly move: the board before it, arrows for the move and the better one, and the explanation.
fn turning_point(review: &Review, ply: usize, anchor: &str) -> Markup {
    let (before, reviewed) = (&review.positions[ply], &review.moves[ply]);
    let (word, sign) =
        reviewed.judgement().map_or(("", ""), |judgement| (judgement.word(), judgement.sign()));
    html! {
        div.point id=(format!("{anchor}-{ply}")) { "\n"
            h3 { (reviewed.number(before)) " "
                span class=(word) { (san::format(before, reviewed.mv)) (sign) }
            } "\n"
            (PreEscaped(boards::turning_point(review, ply)))
            @if let Some(quality) = reviewed.quality {
                p {
                    (annotate::score_text(quality.scores.0)) " → " (annotate::score_text(quality.scores.1))
                    (format!(", {:.0}% → {:.0}% for {}.", quality.win.0, quality.win.1, reviewed.mover))
                }
            }
            @if let Some(words) = review.words(ply) { p { (words) } }
            @if let Some(line) = review.better(ply) { p.line { (numbered(before, line)) } }
            @if let Some(seen) = &reviewed.study.visibility { p { (said::visibility(seen)) } }
            @if !reviewed.study.eras.is_empty() {
                ul.eras {
                    @for opinion in &reviewed.study.eras {
                        li { (said::ancestor(opinion)) ": " (said::era(opinion, before, reviewed)) }
                    }
                }
            }
        } "\n"
    }
}

fn moves(review: &Review) -> Markup {
    // A row holds White's move, if any, and Black's reply.
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for (ply, reviewed) in review.moves.iter().enumerate() {
        match rows.last_mut() {
            Some(row) if reviewed.mover == Color::Black => row.push(ply),
            _ => rows.push(vec![ply]),
        }
    }
    html! {
        h2 { "Moves" } "\n"
        div.scroll {
            table.moves { "\n"
                @for row in rows {
                    tr {
                        td.number { (review.positions[row[0]].fullmove_number()) "." }
                        @if review.moves[row[0]].mover == Color::Black { td {} }
                        @for ply in row { (cell(review, ply)) }
                    } "\n"
                }
            }
        } "\n"
    }
}

/// Formats a move with its evaluation; for a bad move, also the explanation and the better line.
fn cell(review: &Review, ply: usize) -> Markup {
    let (before, reviewed) = (&review.positions[ply], &review.moves[ply]);
    let san = san::format(before, reviewed.mv);
    let words = review.words(ply);
    html! {
        td {
            @if let Some(judgement) = reviewed.judgement() {
                b class=(judgement.word()) { (san) (judgement.sign()) }
            } @else { (san) }
            @if let Some(evaluation) = &review.evaluations[ply + 1] {
                small { (annotate::score_text(evaluation.score)) }
            }
            @if let Some(words) = &words {
                span.words { (words) }
                @if let Some(line) = review.better(ply) { span.line { (numbered(before, line)) } }
            }
        }
    }
}

/// Number of plies shown of a line; readers hardly follow more.
const SHOWN_PLIES: usize = 10;

fn numbered(start: &Position, line: &[Move]) -> String {
    heirloom_app::review::refutation::numbered(start, &line[..line.len().min(SHOWN_PLIES)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_app::review::Evaluation;
    use heirloom_app::review::judgement::JudgementRules;
    use heirloom_chess::notation::pgn;
    use heirloom_engine::Score;

    #[test]
    fn names_are_escaped() {
        let text = "[White \"<b>A & B</b>\"]\n[Black \"C\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        let read = pgn::parse(text).unwrap().unwrap();
        let scores =
            [Some(Score::Cp(20)), Some(Score::Cp(-60)), Some(Score::Cp(-50)), Some(Score::Mate(-1)), None];
        let evaluations = scores.map(|score| score.map(Evaluation::of_score)).to_vec();
        let review = Review::new(&read, evaluations, &JudgementRules::LICHESS);
        let page = page(&[game(&read, &review, 0)], "\"x\" <y>");
        assert!(!page.contains("<b>A"), "{page}");
        assert!(page.matches("&lt;b&gt;A &amp; B&lt;/b&gt;").count() == 4, "{page}");
        assert!(
            page.contains("<p class=\"about\">Reviewed with &quot;x&quot; &lt;y&gt; by Heirloom "),
            "{page}"
        );
        assert!(page.contains("<td class=\"number\">2.</td><td><b class=\"blunder\">g4??</b>"), "{page}");
        let svg = graph::file(&review, "<x>");
        assert!(svg.starts_with("<svg xmlns=") && svg.contains("<title>&lt;x&gt;</title><style>"), "{svg}");
        let ends = ["rect", "line", "text", "circle", "polyline", "polygon"]
            .map(|name| svg.matches(&format!("</{name}>")).count());
        let begins = ["rect", "line", "text", "circle", "polyline", "polygon"]
            .map(|name| svg.matches(&format!("<{name} ")).count());
        assert_eq!(begins, ends, "every element ends: {svg}");
    }
}
