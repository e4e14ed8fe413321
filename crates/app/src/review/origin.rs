//! The origins of moves: computer, human, book, and others that RDChess's journal distinguishes.

use heirloom_chess::game::{Game, NodeId};
use heirloom_engine::Origin as OfEngine;

use super::figures::Figures;

/// The origin of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// Searched by a computer.
    Computer,
    /// Played by a human.
    Player,
    /// From an opening book.
    Book,
    /// The only legal move.
    OnlyMove,
    /// Found by a computer while pondering (permanent brain).
    Pondering,
}

impl Origin {
    /// All origins.
    pub const ALL: [Origin; 5] =
        [Origin::Computer, Origin::Player, Origin::Book, Origin::OnlyMove, Origin::Pondering];

    /// Returns the letter in RDChess's journal.
    pub const fn letter(self) -> char {
        match self {
            Origin::Computer => 'C',
            Origin::Player => 'P',
            Origin::Book => 'B',
            Origin::OnlyMove => '1',
            Origin::Pondering => 'D',
        }
    }

    /// Returns the word in `[%origin ...]`.
    pub const fn word(self) -> &'static str {
        match self {
            Origin::Computer => "computer",
            Origin::Player => "player",
            Origin::Book => "book",
            Origin::OnlyMove => "only move",
            Origin::Pondering => "permanent brain",
        }
    }

    /// Returns the origin for a letter.
    pub fn from_letter(letter: char) -> Option<Origin> {
        Origin::ALL.into_iter().find(|origin| origin.letter() == letter)
    }

    /// Returns the origin for a word.
    pub fn from_word(word: &str) -> Option<Origin> {
        Origin::ALL.into_iter().find(|origin| origin.word() == word)
    }
}

impl From<OfEngine> for Origin {
    fn from(origin: OfEngine) -> Origin {
        match origin {
            OfEngine::Searched | OfEngine::Tablebase => Origin::Computer,
            OfEngine::Book => Origin::Book,
            OfEngine::OnlyMove => Origin::OnlyMove,
            OfEngine::Pondering => Origin::Pondering,
        }
    }
}

/// Returns the origin of each move of the main line. Comments by us, RDChess or a match program take
/// precedence; then moves within the `book` plies of the known opening, only legal moves, and the tags about
/// the players.
pub fn of_game(game: &Game, book: usize) -> Vec<Origin> {
    let players = ["White", "Black"].map(|color| of_player(game, color));
    let mut position = game.start().clone();
    let mut origins = Vec::new();
    for (ply, node) in game.main_line().enumerate() {
        let Some(mv) = game.mv(node) else { break };
        let only = || (position.legal_moves().len() == 1).then_some(Origin::OnlyMove);
        let known = || (ply < book).then_some(Origin::Book);
        let player = players[position.turn().index()];
        origins.push(written(game, node).or_else(known).or_else(only).unwrap_or(player));
        position.play(mv);
    }
    origins
}

/// Returns the origin given in the comments of a move.
pub fn written(game: &Game, node: NodeId) -> Option<Origin> {
    game.comments(node).iter().find_map(|comment| {
        let command = comment
            .split_once("[%origin ")
            .and_then(|(_, rest)| rest.split_once(']'))
            .and_then(|(word, _)| Origin::from_word(word));
        command
            .or_else(|| Figures::parse(comment).map(|figures| figures.origin))
            .or_else(|| of_match(comment))
    })
}

/// Recognizes comments by match programs: `book`, or score and depth as in `+0.30/13 0.28s`.
fn of_match(comment: &str) -> Option<Origin> {
    let first = comment.split([' ', ',']).next()?;
    if first == "book" {
        return Some(Origin::Book);
    }
    let (score, depth) = first.split_once('/')?;
    let is_score = score.starts_with(['+', '-', '0'])
        && score[1..].chars().all(|letter| letter.is_ascii_digit() || letter == '.' || letter == 'M');
    (is_score && depth.parse::<u32>().is_ok()).then_some(Origin::Computer)
}

/// Returns the origin of a player's moves according to the tags: programs set a type, and lichess's bots have
/// a title.
fn of_player(game: &Game, color: &str) -> Origin {
    let tag =
        |name: &str| game.tags().get(&format!("{color}{name}")).unwrap_or_default().to_ascii_lowercase();
    if tag("Type") == "program" || tag("Title") == "bot" { Origin::Computer } else { Origin::Player }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::pgn;

    fn origins(text: &str, book: usize) -> String {
        let game = pgn::parse(text).unwrap().unwrap();
        of_game(&game, book).into_iter().map(Origin::letter).collect()
    }

    #[test]
    fn comments_tell_the_origin() {
        let text = "1. e4 {book} e5 {[%eval 0.2] [%origin player]} 2. Nf3 {+0.30/13 0.280s, n=123} \
            Nc6 {D 0.21/ 1.000} 3. Bb5 {-M3/9 0.1s} a6 {1/2 bad} \
            4. Ba4 {+0.30/13 0.280s, n=123 [%origin permanent brain]} \
            Nf6 {+0.30/13 0.280s, peace [%origin only move]} *";
        assert_eq!(origins(text, 0), "BPCDCPD1");
    }

    #[test]
    fn otherwise_book_choice_and_tags_do() {
        assert_eq!(origins("[WhiteType \"program\"]\n\n1. e4 e5 2. Nf3 Nc6 *", 2), "BBCP");
        assert_eq!(origins("[WhiteTitle \"BOT\"]\n\n1. f3 e5 2. g4 Qh4# *", 0), "CPCP");
        assert_eq!(origins("[FEN \"k7/8/8/8/8/8/1q6/K7 w - - 0 1\"]\n\n1. Kxb2 Ka7 *", 0), "1P");
    }

    #[test]
    fn letters_and_words_are_found_again() {
        for origin in Origin::ALL {
            assert_eq!(
                (Origin::from_letter(origin.letter()), Origin::from_word(origin.word())),
                (Some(origin), Some(origin))
            );
        }
        assert_eq!(Origin::from(OfEngine::Pondering), Origin::Pondering);
    }
}
