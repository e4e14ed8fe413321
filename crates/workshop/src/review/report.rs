//! The review of a game as text: how well both sides played, and what was wrong with each bad move.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use heirloom_app::review::judgement::Judgement;
use heirloom_app::review::refutation::numbered;
use heirloom_app::review::{Review, annotate};
use heirloom_chess::Color;
use heirloom_chess::game::Game;
use heirloom_chess::notation::san;

use super::html::{facts, title};
use crate::plural::counted;

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
    for color in Color::ALL {
        text += &side(review, color);
    }
    text.push('\n');
    let bad: Vec<usize> =
        (0..review.moves.len()).filter(|&ply| review.moves[ply].judgement().is_some()).collect();
    text += match bad.is_empty() {
        true => "No bad moves.\n",
        false => "Scores are from White's point of view; the percentages are lost winning chances.\n",
    };
    for ply in bad {
        text += &bad_move(review, ply);
    }
    text
}

/// `White  accuracy  91.2 %  average loss  23  2 inaccuracies, 1 mistake, no blunders`.
fn side(review: &Review, color: Color) -> String {
    let side = &review.sides[color.index()];
    let number =
        |value: Option<f64>, digits: usize| value.map_or("-".to_owned(), |value| format!("{value:.digits$}"));
    let mut text = format!(
        "{:<5}  accuracy {:>5} %  average loss {:>3}",
        color.to_string(),
        number(side.accuracy, 1),
        number(side.average_loss, 0)
    );
    for (judgement, count) in Judgement::ALL.into_iter().zip(side.counts) {
        let (style, one) = (style(judgement), judgement.word());
        let many =
            if judgement == Judgement::Inaccuracy { "inaccuracies".to_owned() } else { format!("{one}s") };
        // A string takes everything.
        let _ = write!(text, "  {style}{}{style:#}", counted(count, one, &many));
    }
    text + "\n"
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
        "{:>6} {style}{mv:<9}{style:#} {from:>7} -> {to:<7} {:>3.0} % lost\n",
        reviewed.number(before),
        worth.lost()
    );
    let words = review.words(ply).unwrap_or_default();
    let _ = writeln!(text, "       {words}");
    if let Some(line) = review.better(ply) {
        let _ = writeln!(text, "       better: {}", numbered(before, &line[..line.len().min(SHOWN)]));
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
        assert!(report.starts_with("A - B, 1-0\n") && report.contains("White  accuracy"), "{report}");
        assert!(report.contains("    2. g4??"), "{report}");
        assert!(report.contains("1 blunder\n"), "{report}");
        assert!(report.contains("Blunder."), "{report}");
    }
}
