//! The reasons of bad moves in German.

use heirloom_app::review::refutation::{Idea, Plan, Prevented, Reason, Tactic, Trade, numbered};
use heirloom_chess::{Move, PieceType, Position};

use super::Language;
use super::spoken::capital;

/// Returns why a move is bad, as a German sentence.
pub(super) fn in_german(reason: &Reason, before: &Position, mv: Move) -> String {
    let mut after = before.clone();
    // A move that is not legal leaves the position as it is, and no line fits it.
    let _ = after.try_play(mv);
    match reason {
        Reason::Stalemates => "Setzt patt.".to_owned(),
        Reason::LeavesTooLittle => "Danach reicht das Material nicht mehr zum Matt.".to_owned(),
        Reason::Repeats => {
            "Führt zur dreimaligen Stellungswiederholung; der Gegner kann Remis reklamieren.".to_owned()
        }
        Reason::AllowsMate { moves, back_rank, line } => {
            let rank = if *back_rank { " auf der Grundreihe" } else { "" };
            format!("Erlaubt Matt in {moves}{rank}{}.", in_parentheses(&after, line))
        }
        Reason::MissesMate { moves, line } => {
            let plies = (2 * *moves as usize).saturating_sub(1).min(line.len());
            format!("Verpasst Matt in {moves}{}.", in_parentheses(before, &line[..plies]))
        }
        Reason::AllowsPromotion { line } => {
            format!("Erlaubt eine Umwandlung{}.", in_parentheses(&after, line))
        }
        Reason::MissesPromotion { line } => {
            format!("Verpasst eine Umwandlung{}.", in_parentheses(before, line))
        }
        Reason::Loses { trade, tactic, line } => {
            let (trade, line) = (traded(trade), in_parentheses(&after, line));
            match tactic {
                Some(Tactic::Hanging(piece, square)) => {
                    format!(
                        "Verliert {trade}: {} auf {square} kann geschlagen werden{line}.",
                        nominative(*piece)
                    )
                }
                Some(tactic) => {
                    format!("Erlaubt {}, {} {trade} gewinnt{line}.", means(tactic), which(tactic))
                }
                None => format!("Verliert {trade}{line}."),
            }
        }
        Reason::MissesGain { trade, tactic, line } => {
            let (trade, line) = (traded(trade), in_parentheses(before, line));
            match tactic {
                Some(Tactic::Hanging(piece, square)) => {
                    format!(
                        "Lässt sich {trade} entgehen: {} auf {square} konnte geschlagen werden{line}.",
                        nominative(*piece)
                    )
                }
                Some(tactic) => {
                    format!("Verpasst {}, {} {trade} gewinnt{line}.", means(tactic), which(tactic))
                }
                None => format!("Lässt sich {trade} entgehen{line}."),
            }
        }
        Reason::Worsens { changes, line, better } => {
            let changes: Vec<String> =
                changes.iter().map(|change| Language::change_in_german(change, before.turn())).collect();
            let played: Vec<Move> = std::iter::once(mv).chain(line.iter().copied()).collect();
            let moves = |line: &[Move]| Language::German.with_letters(&numbered(before, line));
            let changes = capital(&changes.join("; "));
            format!("{changes}: {}, verglichen mit {}.", moves(&played), moves(better))
        }
        Reason::AllowsPlan(plan) => {
            let prevented = prevention(plan, before, "; keine andere Antwort ist annähernd so stark");
            format!("Erlaubt {}{}{prevented}.", purpose(&plan.idea), in_parentheses(&after, &plan.line))
        }
        Reason::MissesPlan(plan) => {
            let prevented = prevention(plan, before, "; kein anderer Zug ist annähernd so stark");
            format!("Verpasst {}{}{prevented}.", purpose(&plan.idea), in_parentheses(before, &plan.line))
        }
    }
}

/// Returns why a plan is not possible in the other line, or the text for one that is.
fn prevention(plan: &Plan, before: &Position, otherwise: &str) -> String {
    let moves = |line: &[Move]| Language::German.with_letters(&numbered(before, line));
    match &plan.prevented {
        None => otherwise.to_owned(),
        Some(Prevented::Illegal(line)) => format!("; nach {} geht das nicht", moves(line)),
        Some(Prevented::Mistake(line)) => format!("; in {} wäre es ein Fehler", moves(line)),
    }
}

/// Returns what a move is for, in the accusative.
fn purpose(idea: &Idea) -> String {
    match idea {
        Idea::Castles => "die Rochade".to_owned(),
        Idea::Trades(piece, other) if piece == other => format!("den Abtausch der {}", plural(*piece)),
        Idea::Trades(piece, other) => format!("den Tausch {} gegen {}", name(*piece), name(*other)),
        Idea::Threatens(piece, square) => {
            format!("eine Drohung gegen {} {} auf {square}", accusative_article(*piece), accusative(*piece))
        }
        Idea::Saves(piece, square) => format!("die Rettung {} auf {square}", genitive(*piece)),
        Idea::Passes(square) => format!("einen Freibauern auf {square}"),
        Idea::Breaks(square) => format!("den Bauernhebel auf {square}"),
        Idea::Outpost(piece, square) => format!("einen Vorposten {} auf {square}", genitive(*piece)),
        Idea::Seventh => "einen Turm auf der siebten Reihe".to_owned(),
        Idea::OpenFile(piece, file) => {
            let article = if *piece == PieceType::Queen { "eine" } else { "einen" };
            format!("{article} {} auf der offenen {}-Linie", name(*piece), file.letter())
        }
        Idea::Center(square) => format!("einen Bauern im Zentrum auf {square}"),
    }
}

fn accusative_article(piece: PieceType) -> &'static str {
    if piece == PieceType::Queen { "die" } else { "den" }
}

/// Returns the name of a piece after an article in the accusative.
fn accusative(piece: PieceType) -> &'static str {
    if piece == PieceType::Pawn { "Bauern" } else { name(piece) }
}

fn plural(piece: PieceType) -> &'static str {
    match piece {
        PieceType::King => "Könige",
        PieceType::Queen => "Damen",
        PieceType::Rook => "Türme",
        PieceType::Bishop => "Läufer",
        PieceType::Knight => "Springer",
        PieceType::Pawn => "Bauern",
    }
}

/// Returns a line with move numbers in parentheses; empty for an empty line.
fn in_parentheses(start: &Position, line: &[Move]) -> String {
    let text = numbered(start, line);
    if text.is_empty() { text } else { format!(" ({})", Language::German.with_letters(&text)) }
}

/// Returns the means, in the accusative.
fn means(tactic: &Tactic) -> String {
    match tactic {
        Tactic::Hanging(piece, square) => format!("das Schlagen {} auf {square}", genitive(*piece)),
        Tactic::Fork(piece, square, [first, second]) => {
            format!(
                "eine Gabel {} auf {square} gegen {} und {}",
                genitive(*piece),
                name(*first),
                name(*second)
            )
        }
        Tactic::Pin(piece, square) => format!("eine Fesselung {} auf {square}", genitive(*piece)),
        Tactic::Skewer(front, behind) => format!("einen Spieß gegen {} und {}", name(*front), name(*behind)),
        Tactic::Discovered(piece) => format!("einen Abzugsangriff {}", genitive(*piece)),
    }
}

/// Returns the relative pronoun for the means.
fn which(tactic: &Tactic) -> &'static str {
    match tactic {
        Tactic::Hanging(..) => "das",
        Tactic::Fork(..) | Tactic::Pin(..) => "die",
        Tactic::Skewer(..) | Tactic::Discovered(..) => "der",
    }
}

fn name(piece: PieceType) -> &'static str {
    Language::German.piece_type(piece)
}

/// Returns the means as the subject of a sentence.
pub(super) fn nominative(piece: PieceType) -> String {
    format!("{} {}", if piece == PieceType::Queen { "Die" } else { "Der" }, name(piece))
}

pub(super) fn genitive(piece: PieceType) -> &'static str {
    match piece {
        PieceType::King => "des Königs",
        PieceType::Queen => "der Dame",
        PieceType::Rook => "des Turms",
        PieceType::Bishop => "des Läufers",
        PieceType::Knight => "des Springers",
        PieceType::Pawn => "des Bauern",
    }
}

/// Returns the captured material, in the accusative.
fn traded(trade: &Trade) -> String {
    let minor = |piece: PieceType| matches!(piece, PieceType::Knight | PieceType::Bishop);
    match (&trade.lost[..], &trade.won[..]) {
        ([PieceType::Rook], &[piece]) if minor(piece) => "die Qualität".to_owned(),
        (lost, []) => listed(lost),
        (lost, won) => format!("{} für {}", listed(lost), listed(won)),
    }
}

/// `einen Turm und zwei Bauern`.
fn listed(pieces: &[PieceType]) -> String {
    let parts: Vec<String> = pieces
        .chunk_by(|one, other| one == other)
        .map(|same| {
            let plural = plural(same[0]);
            match (same.len(), same[0]) {
                (1, PieceType::Queen) => "eine Dame".to_owned(),
                (1, PieceType::Pawn) => "einen Bauern".to_owned(),
                (1, piece) => format!("einen {}", name(piece)),
                (2, _) => format!("zwei {plural}"),
                (3, _) => format!("drei {plural}"),
                (count, _) => format!("{count} {plural}"),
            }
        })
        .collect();
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} und {last}", others.join(", ")),
        None => "nichts".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_app::review::refutation::{Change, Fact, Theme};
    use heirloom_chess::notation::uci;
    use heirloom_chess::{File, Square};

    #[test]
    fn reasons_are_german_sentences() {
        let before = Position::startpos();
        let line = |text: &str| vec![uci::parse(&before, text).unwrap()];
        let say = |reason: &Reason| Language::German.reason(reason, &before, line("a2a3")[0]);
        let trade = Trade {
            lost: vec![PieceType::Queen, PieceType::Pawn, PieceType::Pawn],
            won: vec![PieceType::Pawn],
        };
        let tactic = Some(Tactic::Fork(PieceType::Pawn, Square::E5, [PieceType::King, PieceType::Queen]));
        assert_eq!(
            say(&Reason::Loses { trade: trade.clone(), tactic, line: Vec::new() }),
            "Erlaubt eine Gabel des Bauern auf e5 gegen König und Dame, die eine Dame und zwei Bauern für einen Bauern gewinnt."
        );
        let hanging = Some(Tactic::Hanging(PieceType::Queen, Square::D4));
        let missed = Reason::MissesGain {
            trade: Trade { lost: trade.lost, won: Vec::new() },
            tactic: hanging,
            line: line("e2e4"),
        };
        assert_eq!(
            say(&missed),
            "Lässt sich eine Dame und zwei Bauern entgehen: Die Dame auf d4 konnte geschlagen werden (1. e4)."
        );
        let mate = Reason::AllowsMate { moves: 2, back_rank: true, line: Vec::new() };
        assert_eq!(say(&mate), "Erlaubt Matt in 2 auf der Grundreihe.");
        let skewer = Some(Tactic::Skewer(PieceType::King, PieceType::Rook));
        let rook = Trade { lost: vec![PieceType::Rook], won: Vec::new() };
        let missed = Reason::MissesGain { trade: rook, tactic: skewer, line: Vec::new() };
        assert_eq!(say(&missed), "Verpasst einen Spieß gegen König und Turm, der einen Turm gewinnt.");
        let exchange = Trade { lost: vec![PieceType::Rook], won: vec![PieceType::Knight] };
        assert_eq!(
            say(&Reason::Loses { trade: exchange, tactic: None, line: Vec::new() }),
            "Verliert die Qualität."
        );
    }

    #[test]
    fn plans_and_facts_are_german() {
        let before = Position::startpos();
        let line = |text: &str| uci::parse_line(before.clone(), text).unwrap().moves().to_vec();
        let say = |reason: &Reason| Language::German.reason(reason, &before, line("a2a3")[0]);
        let allowed = |prevented| {
            let idea = Idea::Threatens(PieceType::Pawn, Square::E4);
            say(&Reason::AllowsPlan(Plan { idea, line: line("a2a3 g8f6")[1..].to_vec(), prevented }))
        };
        assert_eq!(
            allowed(None),
            "Erlaubt eine Drohung gegen den Bauern auf e4 (1... Sf6); keine andere Antwort ist annähernd so stark."
        );
        assert_eq!(
            allowed(Some(Prevented::Mistake(line("e2e4 g8f6 e4e5")))),
            "Erlaubt eine Drohung gegen den Bauern auf e4 (1... Sf6); in 1. e4 Sf6 2. e5 wäre es ein Fehler."
        );
        let missed = |idea, words: &str| {
            let prevented = Some(Prevented::Illegal(line("a2a3 e7e5")));
            let text = say(&Reason::MissesPlan(Plan { idea, line: line("e2e4"), prevented }));
            assert_eq!(text, format!("Verpasst {words} (1. e4); nach 1. a3 e5 geht das nicht."));
        };
        missed(Idea::Castles, "die Rochade");
        missed(Idea::Trades(PieceType::Queen, PieceType::Queen), "den Abtausch der Damen");
        missed(Idea::Trades(PieceType::Bishop, PieceType::Knight), "den Tausch Läufer gegen Springer");
        missed(Idea::Saves(PieceType::Rook, Square::A1), "die Rettung des Turms auf a1");
        missed(Idea::Passes(Square::E6), "einen Freibauern auf e6");
        missed(Idea::Breaks(Square::E4), "den Bauernhebel auf e4");
        missed(Idea::Outpost(PieceType::Knight, Square::D5), "einen Vorposten des Springers auf d5");
        missed(Idea::Seventh, "einen Turm auf der siebten Reihe");
        missed(Idea::OpenFile(PieceType::Queen, File::E), "eine Dame auf der offenen e-Linie");
        missed(Idea::Center(Square::E4), "einen Bauern im Zentrum auf e4");
        let change = |theme, own, fact| Change { theme, own, loss: 40, fact: Some(fact) };
        let changes = vec![
            change(Theme::PawnStructure, true, Fact::Isolated(Square::D4)),
            change(Theme::Activity, true, Fact::Shut(PieceType::Bishop, Square::C8, 1)),
        ];
        let worse = Reason::Worsens { changes, line: Vec::new(), better: line("e2e4") };
        assert_eq!(
            say(&worse),
            "Die weißen Bauern sind schwächer (mit dem Isolani auf d4); die weißen Figuren stehen weniger aktiv (mit \
             einem Läufer auf c8, der nur ein sicheres Feld hat): 1. a3, verglichen mit 1. e4."
        );
    }
}
