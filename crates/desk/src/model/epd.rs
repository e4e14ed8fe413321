//! EPD positions as games without moves. Their fields become tags, whose first letter is small, unlike PGN's.

use heirloom_chess::game::Game;
use heirloom_chess::notation::epd::{Epd, Operation};

/// Returns true if a tag is a field of EPD. `D1`, `D2` and so on count leaves.
pub fn is_field(tag: &str) -> bool {
    let counts = |tag: &str| {
        tag.strip_prefix('D')
            .is_some_and(|depth| !depth.is_empty() && depth.bytes().all(|byte| byte.is_ascii_digit()))
    };
    tag.starts_with(|letter: char| letter.is_ascii_lowercase()) || counts(tag)
}

/// Makes a line a game.
pub fn game(epd: &Epd) -> Game {
    let mut game = Game::from_position(epd.position.clone());
    for operation in &epd.operations {
        let operands: Vec<&str> = operation.operands.iter().map(|operand| operand.text.as_str()).collect();
        // A field without an operand has its name as its value.
        let value = if operands.is_empty() { "-".to_owned() } else { operands.join(" ") };
        game.tags_mut().set(&operation.opcode, &value);
    }
    game
}

/// Makes the start of a game a line, with the fields among its tags.
pub fn epd(game: &Game) -> Epd {
    let mut epd = Epd::new(game.start().clone());
    for (name, value) in game.tags().iter().filter(|(name, _)| is_field(name)) {
        let is_text = name == "id" || name == "eco" || name.starts_with('c') && name.len() == 2;
        epd.operations.push(match value {
            "-" => Operation::new(name, &[]),
            value if is_text => Operation::text(name, value),
            value => Operation::new(name, &value.split_whitespace().collect::<Vec<_>>()),
        });
    }
    epd
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::pgn;

    #[test]
    fn fields_survive_as_tags() {
        let line = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+ Qd2; id \"BK.01\"; \
            c0 \"a check wins\"; acd 5; D1 44; noop;";
        let made = game(&Epd::parse(line).unwrap());
        assert_eq!(
            (made.tags().get("bm"), made.tags().get("id"), made.tags().get("acd")),
            (Some("Qd1+ Qd2"), Some("BK.01"), Some("5"))
        );
        let saved = pgn::parse(&pgn::to_string(&made)).unwrap().unwrap();
        assert_eq!(epd(&saved).to_string(), line);
        assert!(!is_field("White") && !is_field("Date") && !is_field("D") && is_field("dm"));
    }
}
