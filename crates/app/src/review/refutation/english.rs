//! Reasons in English.

use heirloom_chess::notation::san;
use heirloom_chess::{Color, Move, PieceType, Position};

use super::{Change, Fact, Idea, Prevented, Reason, Tactic, Theme, Trade, is_minor, mates};

/// Returns a sentence for a reason; `before` is the position before the bad move `mv`.
pub fn say(reason: &Reason, before: &Position, mv: Move) -> String {
    let mut after = before.clone();
    // An illegal move leaves the position unchanged, and no line fits it.
    let _ = after.try_play(mv);
    match reason {
        Reason::Stalemates => "It stalemates the opponent.".to_owned(),
        Reason::LeavesTooLittle => "It leaves insufficient mating material.".to_owned(),
        Reason::Repeats => "It creates a threefold repetition; the opponent can claim a draw.".to_owned(),
        Reason::AllowsMate { moves, back_rank, line } => {
            let where_ = if *back_rank { " on the back rank" } else { "" };
            format!("It allows mate in {moves}{where_}{}.", bracketed(&after, line))
        }
        Reason::MissesMate { moves, line } => {
            format!(
                "It misses mate in {moves}{}.",
                bracketed(before, &line[..line.len().min(mates::plies(*moves))])
            )
        }
        Reason::AllowsPromotion { line } => {
            format!("It lets a pawn promote{}.", bracketed(&after, line))
        }
        Reason::MissesPromotion { line } => format!("It misses a promotion{}.", bracketed(before, line)),
        Reason::Loses { trade, tactic, line } => {
            let (trade, line) = (describe_trade(trade), bracketed(&after, line));
            match tactic {
                Some(Tactic::Hanging(piece, square)) => {
                    format!("It loses {trade}: the {} on {square} can be taken{line}.", piece.name())
                }
                Some(tactic) => format!("It allows {}, which wins {trade}{line}.", describe_tactic(tactic)),
                None => format!("It loses {trade}{line}."),
            }
        }
        Reason::MissesGain { trade, tactic, line } => {
            let (trade, line) = (describe_trade(trade), bracketed(before, line));
            match tactic {
                Some(Tactic::Hanging(piece, square)) => {
                    let piece = piece.name();
                    format!(
                        "It misses a chance to win {trade}: the {piece} on {square} could be taken{line}."
                    )
                }
                Some(tactic) => format!("It misses {}, which wins {trade}{line}.", describe_tactic(tactic)),
                None => format!("It misses a chance to win {trade}{line}."),
            }
        }
        Reason::Worsens { changes, line, better } => {
            let changes: Vec<String> =
                changes.iter().map(|change| describe_change(change, before.turn())).collect();
            let played: Vec<Move> = std::iter::once(mv).chain(line.iter().copied()).collect();
            format!(
                "{}: {}, compared with {}.",
                changes.join(" and "),
                numbered(before, &played),
                numbered(before, better)
            )
        }
        Reason::AllowsPlan(plan) => {
            let prevented = plan.prevented.as_ref().map_or_else(
                || "; no other reply is nearly as strong".to_owned(),
                |prevented| describe_prevented(prevented, before),
            );
            format!("It allows {}{}{prevented}.", describe_idea(&plan.idea), bracketed(&after, &plan.line))
        }
        Reason::MissesPlan(plan) => {
            let prevented = plan.prevented.as_ref().map_or_else(
                || "; no other move is nearly as strong".to_owned(),
                |prevented| describe_prevented(prevented, before),
            );
            format!("It misses {}{}{prevented}.", describe_idea(&plan.idea), bracketed(before, &plan.line))
        }
    }
}

/// `, which is impossible after 12. Nf3`
fn describe_prevented(prevented: &Prevented, before: &Position) -> String {
    match prevented {
        Prevented::Illegal(moves) => format!(", which is impossible after {}", numbered(before, moves)),
        Prevented::Mistake(moves) => format!(", which would be a mistake in {}", numbered(before, moves)),
    }
}

/// `a threat to the bishop on f4`
fn describe_idea(idea: &Idea) -> String {
    match idea {
        Idea::Castles => "castling".to_owned(),
        Idea::Trades(piece, other) if piece == other => format!("a trade of {}s", piece.name()),
        Idea::Trades(piece, other) => format!("the trade of a {} for a {}", piece.name(), other.name()),
        Idea::Threatens(piece, square) => format!("a threat to the {} on {square}", piece.name()),
        Idea::Saves(piece, square) => format!("the escape of the {} on {square}", piece.name()),
        Idea::Passes(square) => format!("a passed pawn on {square}"),
        Idea::Breaks(square) => format!("the pawn break on {square}"),
        Idea::Outpost(piece, square) => format!("an outpost of the {} on {square}", piece.name()),
        Idea::Seventh => "a rook on the seventh rank".to_owned(),
        Idea::OpenFile(piece, file) => format!("a {} on the open {}-file", piece.name(), file.letter()),
        Idea::Center(square) => format!("a pawn in the center on {square}"),
    }
}

/// `with an isolated pawn on d4`; with or without it, as the change says.
fn describe_fact(change: &Change, fact: Fact) -> String {
    let has = if change.has_fact() { "with" } else { "without" };
    match fact {
        Fact::Uncastled => "still in the center".to_owned(),
        Fact::BareFile(file) => format!("without a pawn on the {}-file", file.letter()),
        Fact::KingOn(here, there) => format!("on {here} and not on {there}"),
        Fact::Passed(square) => format!("{has} the passed pawn on {square}"),
        Fact::Isolated(square) => format!("{has} the isolated pawn on {square}"),
        Fact::Doubled(file) => format!("{has} doubled pawns on the {}-file", file.letter()),
        Fact::Outpost(piece, square) => format!("{has} the outpost of the {} on {square}", piece.name()),
        Fact::OpenFile(file) => format!("{has} a rook on the open {}-file", file.letter()),
        Fact::Seventh => format!("{has} a rook on the seventh rank"),
        Fact::Shut(piece, square, 0) => {
            format!("with a {} on {square} that has no safe square", piece.name())
        }
        Fact::Shut(piece, square, 1) => {
            format!("with a {} on {square} that has one safe square", piece.name())
        }
        Fact::Shut(piece, square, count) => {
            format!("with a {} on {square} that has {count} safe squares", piece.name())
        }
    }
}

/// `White's king is less safe (still in the center)`.
fn describe_change(change: &Change, mover: Color) -> String {
    let Change { theme, own, fact, .. } = *change;
    let side = if own { mover } else { !mover };
    let pick = |words: (&'static str, &'static str)| if own { words.0 } else { words.1 };
    let what = match theme {
        Theme::KingSafety => pick(("king is less safe", "king is safer")),
        Theme::KingPlace => pick(("king is placed worse", "king is placed better")),
        Theme::PassedPawns => pick(("passed pawns are worth less", "passed pawns are worth more")),
        Theme::PawnStructure => pick(("pawns are weaker", "pawns are stronger")),
        Theme::Activity => pick(("pieces are less active", "pieces are more active")),
        Theme::Threats => pick(("threats are weaker", "threats are stronger")),
        Theme::BishopPair => pick(("bishop pair is worth less", "bishop pair is worth more")),
    };
    let fact = fact.map_or_else(String::new, |fact| format!(" ({})", describe_fact(change, fact)));
    let side = if side == Color::White { "White" } else { "Black" };
    format!("{side}'s {what}{fact}")
}

/// Formats a line in parentheses: ` (12... Qh4+ 13. Kf1 Qf2#)`.
fn bracketed(start: &Position, line: &[Move]) -> String {
    let text = numbered(start, line);
    if text.is_empty() { text } else { format!(" ({text})") }
}

/// Formats a line with move numbers: `12... Qh4+ 13. Kf1 Qf2#`.
pub fn numbered(start: &Position, line: &[Move]) -> String {
    let mut position = start.clone();
    let mut words = Vec::new();
    for (index, &mv) in line.iter().enumerate() {
        if !position.is_legal(mv) {
            break;
        }
        let number = position.fullmove_number();
        match position.turn() {
            Color::White => words.push(format!("{number}. {}", san::format(&position, mv))),
            Color::Black if index == 0 => words.push(format!("{number}... {}", san::format(&position, mv))),
            Color::Black => words.push(san::format(&position, mv)),
        }
        position.play(mv);
    }
    words.join(" ")
}

fn describe_tactic(tactic: &Tactic) -> String {
    match tactic {
        Tactic::Hanging(piece, square) => format!("the capture of the {} on {square}", piece.name()),
        Tactic::Fork(piece, square, [first, second]) => {
            format!("a fork of {} and {} by the {} on {square}", first.name(), second.name(), piece.name())
        }
        Tactic::Pin(piece, square) => format!("a pin of the {} on {square}", piece.name()),
        Tactic::Skewer(front, behind) => format!("a skewer of {} and {}", front.name(), behind.name()),
        Tactic::Discovered(piece) => format!("a discovered attack by the {}", piece.name()),
    }
}

fn describe_trade(trade: &Trade) -> String {
    match (&trade.lost[..], &trade.won[..]) {
        ([PieceType::Rook], &[minor]) if is_minor(minor) => "the exchange".to_owned(),
        (lost, []) => listed(lost),
        (lost, won) => format!("{} for {}", listed(lost), listed(won)),
    }
}

/// Lists pieces: `a rook and two pawns`.
fn listed(pieces: &[PieceType]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut rest = pieces;
    while let Some(&piece) = rest.first() {
        let count = rest.iter().take_while(|&&other| other == piece).count();
        rest = &rest[count..];
        parts.push(match count {
            1 => format!("a {}", piece.name()),
            2 => format!("two {}s", piece.name()),
            3 => format!("three {}s", piece.name()),
            _ => format!("{count} {}s", piece.name()),
        });
    }
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => "nothing".to_owned(),
    }
}
