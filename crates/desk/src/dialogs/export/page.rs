//! The web page of a game without a review: its data, the position on the board, and the moves with
//! variations and comments.

use heirloom_chess::Color;
use heirloom_chess::game::{Game, NodeId, Step};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::model::figures;
use crate::model::names::tag;
use crate::settings::{Language, Settings};
use crate::texts::sign;

/// How the page looks, on light and on dark screens.
const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 16px/1.6 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1rem 1.2rem 4rem; }
h1 { font-size: 1.4rem; margin: 1rem 0 .2rem; } .about { opacity: .7; margin: 0 0 1rem; }
svg { width: 100%; max-width: 24rem; height: auto; } b { font-weight: 600; }
.comment { font-style: italic; } .variation { opacity: .8; }
";

/// Returns the page; `board` is a drawing of the position on the board.
pub fn page(game: &Game, board: &str, settings: &Settings) -> String {
    let title = title(game, settings.language);
    let lang = if settings.language == Language::German { "de" } else { "en" };
    let page = html! {
        (DOCTYPE) "\n"
        html lang=(lang) {
            head { "\n"
                meta charset="utf-8"; "\n"
                meta name="viewport" content="width=device-width, initial-scale=1"; "\n"
                title { (title) } "\n"
                style { (PreEscaped(STYLE)) } "\n"
            } "\n"
            body { "\n"
                h1 { (title) } "\n"
                p.about { (facts(game).join(" · ")) } "\n"
                (PreEscaped(board)) "\n"
                p { (moves(game, settings)) (game.result().to_string()) } "\n"
            } "\n"
        }
    };
    page.into_string()
}

/// Returns the value of a tag, unless it says that it is not known.
fn known<'a>(game: &'a Game, name: &str) -> Option<&'a str> {
    game.tags().get(name).map(str::trim).filter(|value| !value.is_empty() && !value.starts_with('?'))
}

fn title(game: &Game, texts: Language) -> String {
    let name = |color: Color| known(game, tag(color)).unwrap_or(texts.color(color));
    format!("{} – {}, {}", name(Color::White), name(Color::Black), game.result())
}

fn facts(game: &Game) -> Vec<&str> {
    ["Event", "Site", "Date", "Round"].into_iter().filter_map(|name| known(game, name)).collect()
}

/// Returns the moves: those of the main line are bold, variations are in brackets.
fn moves(game: &Game, settings: &Settings) -> Markup {
    let (mut level, mut numbered) = (0_u32, true);
    let mut text = comment(&figures::words(game, NodeId::START)).into_string();
    for step in game.walk() {
        match step {
            Step::Begin => {
                (level, numbered) = (level + 1, true);
                text.push_str("<span class=\"variation\">(");
            }
            Step::End => {
                (level, numbered) = (level.saturating_sub(1), true);
                text.truncate(text.trim_end().len());
                text.push_str(")</span> ");
            }
            Step::Move(node) => {
                let before = figures::words_before(game, node).unwrap_or_default();
                let written = written(game, node, numbered || !before.is_empty(), settings);
                let after = figures::words(game, node);
                let shown = html! {
                    (comment(&before))
                    @if level == 0 { b { (written) } } @else { (written) }
                    " " (comment(&after))
                };
                text.push_str(&shown.into_string());
                numbered = !after.is_empty();
            }
        }
    }
    PreEscaped(text)
}

fn comment(words: &str) -> Markup {
    html! { @if !words.is_empty() { span.comment { (words) } " " } }
}

/// Returns a move with its symbols, and with its number if it is White's or the first one somewhere.
fn written(game: &Game, node: NodeId, numbered: bool, settings: &Settings) -> String {
    let (Some(mv), Some(parent)) = (game.mv(node), game.parent(node)) else { return String::new() };
    let Ok(position) = game.position(parent) else { return String::new() };
    let texts = settings.language;
    let words = if numbered || position.turn() == Color::White {
        texts.numbered(&position, mv)
    } else {
        texts.san(&position, mv)
    };
    let signs = game.nags(node).iter().filter_map(|nag| sign(*nag));
    let signs: String = signs
        .map(|sign| if sign.starts_with(['!', '?']) { sign.into() } else { format!(" {sign}") })
        .collect();
    settings.moves(&words) + &signs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::model::command::FileCommand;

    #[test]
    fn a_page_has_moves_variations_and_comments_in_the_language() {
        let mut model = Model::bare();
        let pgn = "[White \"A & B\"]\n[Event \"<Linares>\"]\n\n{first} 1. e4 e5 (1... c5 2. Nf3 {open}) \
                   2. Nf3! \
                   Nc6 {[%clk 0:01:00] a < b} 3. Bb5 1-0";
        model.command(FileCommand::Paste(pgn.into()));
        for (language, knight) in [(Language::English, 'N'), (Language::German, 'S')] {
            let settings = Settings { language, figurines: false, ..Settings::default() };
            let page = page(model.record().game(), "<svg></svg>", &settings);
            for part in [
                "<title>A &amp; B – ".to_owned(),
                "&lt;Linares&gt;".into(),
                "<svg></svg>".into(),
                "<span class=\"comment\">first</span> <b>1. e4</b> <b>e5</b>".into(),
                format!(
                    "<span class=\"variation\">(1... c5 2. {knight}f3 <span class=\"comment\">open</span>)"
                ),
                format!("<b>2. {knight}f3!</b> <b>{knight}c6</b> <span class=\"comment\">a &lt; b</span>"),
                "1-0</p>".into(),
            ] {
                assert!(page.contains(&part), "{part} is not in {page}");
            }
            assert!(!page.contains("%clk"));
        }
    }
}
