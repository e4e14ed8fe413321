//! Attributes the moves of a game to their origins, based on comments, the known opening and tags.

use heirloom_chess::game::{Game, NodeId};

use super::figures::Figures;
use super::origin::Origin;

/// Returns the origin of each move of the main line. Comments by us, RDChess or a match program take
/// precedence; then moves within the `book` plies of the known opening, only legal moves, and the tags about
/// the players.
pub fn of_game(game: &Game, book: usize) -> Vec<Origin> {
    let players = ["White", "Black"].map(|color| from_tags(game, color));
    let mut position = game.start().clone();
    let mut origins = Vec::new();
    for (ply, node) in game.main_line().enumerate() {
        let Some(mv) = game.mv(node) else { break };
        let only = || (position.legal_moves().len() == 1).then_some(Origin::OnlyMove);
        let known = || (ply < book).then_some(Origin::Book);
        let player = players[position.turn().index()];
        origins.push(from_comments(game, node).or_else(known).or_else(only).unwrap_or(player));
        position.play(mv);
    }
    origins
}

/// Returns the origin given in the comments of a move.
pub fn from_comments(game: &Game, node: NodeId) -> Option<Origin> {
    game.comments(node).iter().find_map(|comment| {
        let command = comment
            .split_once("[%origin ")
            .and_then(|(_, rest)| rest.split_once(']'))
            .and_then(|(word, _)| Origin::from_word(word));
        command
            .or_else(|| Figures::parse(comment).map(|figures| figures.origin))
            .or_else(|| from_match_comment(comment))
    })
}

/// Recognizes comments by match programs: `book`, or score and depth as in `+0.30/13 0.28s`.
fn from_match_comment(comment: &str) -> Option<Origin> {
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
fn from_tags(game: &Game, color: &str) -> Origin {
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
    fn comments_give_the_origin() {
        let text = "1. e4 {book} e5 {[%eval 0.2] [%origin player]} 2. Nf3 {+0.30/13 0.280s, n=123} \
            Nc6 {D 0.21/ 1.000} 3. Bb5 {-M3/9 0.1s} a6 {1/2 bad} \
            4. Ba4 {+0.30/13 0.280s, n=123 [%origin permanent brain]} \
            Nf6 {+0.30/13 0.280s, peace [%origin only move]} *";
        assert_eq!(origins(text, 0), "BPCDCPD1");
    }

    #[test]
    fn other_moves_use_book_choice_and_tags() {
        assert_eq!(origins("[WhiteType \"program\"]\n\n1. e4 e5 2. Nf3 Nc6 *", 2), "BBCP");
        assert_eq!(origins("[WhiteTitle \"BOT\"]\n\n1. f3 e5 2. g4 Qh4# *", 0), "CPCP");
        assert_eq!(origins("[FEN \"k7/8/8/8/8/8/1q6/K7 w - - 0 1\"]\n\n1. Kxb2 Ka7 *", 0), "1P");
    }
}
