//! The review of a game as text: how well both sides played, and what was wrong with each bad move.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use heirloom_app::review::judgement::Judgement;
use heirloom_app::review::refutation::numbered;
use heirloom_app::review::{Review, annotate, said};
use heirloom_chess::game::Game;
use heirloom_chess::notation::san;
use heirloom_chess::{File, Rank, Square};

use super::card::{self, Row};
use super::html::{facts, title};

/// Plies shown of a better line.
const SHOWN: usize = 8;

/// Returns the report of one game. Its colors are escape sequences; the output stream may have to strip them.
pub fn game(game: &Game, review: &Review) -> String {
    let bold = Style::new().bold();
    let mut text = format!("{bold}{}{bold:#}\n", title(game).replace('–', "-"));
    let facts = facts(game, review);
    if !facts.is_empty() {
        text += &format!("{}\n", facts.join(", "));
    }
    text.push('\n');
    text += &card(review);
    text.push('\n');
    let key = review.key_moments();
    if !key.is_empty() {
        let _ = writeln!(
            text,
            "{bold}Key moments{bold:#} (scores are White's; the percentages are lost winning chances)"
        );
        key.iter().for_each(|&ply| text += &key_moment(review, ply));
    }
    let bad: Vec<usize> =
        (0..review.moves.len()).filter(|&ply| review.moves[ply].judgement().is_some()).collect();
    text += match bad.len() {
        0 => "No bad moves.\n",
        count if count == key.len() => "",
        _ => "\nOther bad moves\n",
    };
    for ply in bad.into_iter().filter(|ply| !key.contains(ply)) {
        text += &bad_move(review, ply);
    }
    text
}

/// The card: a line for each figure, with a column for each player.
fn card(review: &Review) -> String {
    let rows = card::rows(review);
    let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let mut text = format!("{:width$}  {:>11}  {:>11}\n", "", "White", "Black");
    for Row { name, values: [white, black], judgement } in rows {
        let style = judgement.map_or_else(Style::new, style);
        let (white, black) = (white.replace('–', "-"), black.replace('–', "-"));
        // A string takes everything.
        let _ = writeln!(text, "{style}{name:width$}{style:#}  {white:>11}  {black:>11}");
    }
    text
}

/// A board with the position before a move, the move, and what there is to say about it next to the board.
fn key_moment(review: &Review, ply: usize) -> String {
    let before = &review.positions[ply];
    let ranks = Rank::ALL.into_iter().rev();
    let ranks = ranks.map(|rank| {
        let squares = File::ALL.map(|file| {
            let piece = before.piece_at(Square::new(file, rank));
            piece.map_or('.', heirloom_chess::Piece::letter).to_string()
        });
        format!("       {}\n", squares.join(" "))
    });
    let board: String = ranks.collect();
    format!("\n{board}{}", bad_move(review, ply))
}

/// The move, the change of the score, why the move is bad, and the better line.
fn bad_move(review: &Review, ply: usize) -> String {
    let (before, reviewed) = (&review.positions[ply], &review.moves[ply]);
    let (Some(judgement), Some(worth)) = (reviewed.judgement(), reviewed.quality) else {
        return String::new();
    };
    let style = style(judgement);
    let (from, to) = (annotate::score_text(worth.scores.0), annotate::score_text(worth.scores.1));
    let mv = format!("{}{}", san::format(before, reviewed.mv), judgement.sign());
    let mut text = format!(
        "{:>6} {style}{mv:<9}{style:#} {from:>7} -> {to:<7} {:>3.0}% lost\n",
        reviewed.number(before),
        worth.lost()
    );
    let words = review.words(ply).unwrap_or_default();
    let _ = writeln!(text, "       {words}");
    if let Some(line) = review.better(ply) {
        let _ = writeln!(text, "       better: {}", numbered(before, &line[..line.len().min(SHOWN)]));
    }
    if let Some(visibility) = &reviewed.study.visibility {
        let _ = writeln!(text, "       {}", said::visibility(visibility));
    }
    for opinion in &reviewed.study.eras {
        let (name, choice) = (said::ancestor(opinion), said::era(opinion, before, reviewed));
        let _ = writeln!(text, "       {name}: {choice}");
    }
    text
}

fn style(judgement: Judgement) -> Style {
    let color = match judgement {
        Judgement::Inaccuracy => AnsiColor::Cyan,
        Judgement::Mistake => AnsiColor::Yellow,
        Judgement::Blunder => AnsiColor::Red,
    };
    Style::new().fg_color(Some(color.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_app::review::Evaluation;
    use heirloom_app::review::judgement::JudgementRules;
    use heirloom_chess::notation::pgn;
    use heirloom_engine::Score;

    #[test]
    fn bad_moves_are_listed_with_their_cost() {
        let text = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n";
        let reviewed = pgn::Reader::new(text.as_bytes()).games().next().unwrap().unwrap();
        let scores =
            [Some(Score::Cp(20)), Some(Score::Cp(-60)), Some(Score::Cp(-50)), Some(Score::Mate(-1)), None];
        let evaluations = scores.map(|score| score.map(Evaluation::of_score)).to_vec();
        let review = Review::new(&reviewed, evaluations, &JudgementRules::LICHESS);
        let report = anstream::adapter::strip_str(&game(&reviewed, &review)).to_string();
        assert!(report.starts_with("A - B, 1-0\n") && report.contains("\nAccuracy "), "{report}");
        assert!(report.contains("    2. g4??"), "{report}");
        assert!(
            report.contains("\nBlunders                    1 ") || report.contains("Blunders"),
            "{report}"
        );
        let board = "r n b q k b n r\n       p p p p . p p p\n";
        assert!(report.contains("Key moments") && report.contains(board), "{report}");
        assert!(report.contains("Blunder."), "{report}");
    }
}
