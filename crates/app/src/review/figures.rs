//! The figures of a move in RDChess's journal format: `C 1.48/ 218.888/MxViT:14`, with the score from White's
//! point of view.

use std::fmt;

use heirloom_engine::Score;

use super::origin::Origin;

/// RDChess's figures of a move. Those about techniques of its own search are ignored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figures {
    /// The origin of the move.
    pub origin: Origin,
    /// The score after the move, from White's point of view.
    pub score: Score,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// The depth of the deepest line, in plies.
    pub deepest: Option<u32>,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.origin.letter())?;
        match self.score {
            Score::Cp(centipawns) => write!(f, "{:.2}", f64::from(centipawns) / 100.0)?,
            Score::Mate(moves) => write!(f, "{}M{}", if moves < 0 { "-" } else { "" }, moves.abs())?,
        }
        let Some(nodes) = self.nodes else { return Ok(()) };
        write!(f, "/ {}", grouped(nodes))?;
        self.deepest.map_or(Ok(()), |plies| write!(f, "/MxViT:{plies}"))
    }
}

impl Figures {
    /// Parses a comment that consists only of figures.
    pub fn parse(comment: &str) -> Option<Figures> {
        let (letter, rest) = comment.trim().split_once(' ')?;
        let mut letters = letter.chars();
        let origin = Origin::from_letter(letters.next()?).filter(|_| letters.next().is_none())?;
        let mut fields = rest.split('/').map(str::trim);
        let score = score(fields.next()?)?;
        let nodes = match fields.next() {
            Some(text) => Some(text.replace('.', "").parse().ok()?),
            None => None,
        };
        let deepest = fields.find_map(|field| field.strip_prefix("MxViT:")?.parse().ok());
        Some(Figures { origin, score, nodes, deepest })
    }
}

fn score(text: &str) -> Option<Score> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    if let Some(moves) = digits.strip_prefix('M') {
        return moves.parse::<u16>().ok().map(|moves| Score::Mate(sign * i32::from(moves)));
    }
    let (pawns, hundredths) = digits.split_once('.')?;
    let hundredths: i32 =
        if hundredths.len() == 2 { hundredths.parse::<u8>().ok()?.into() } else { return None };
    let centipawns = i32::from(pawns.parse::<u16>().ok()?) * 100 + hundredths;
    Some(Score::Cp(sign * centipawns))
}

/// Formats a number with dots between groups of digits: 218.888.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('.');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_example_is_read() {
        let text = "C 1.48/ 218.888/MxViT:14/NSWh:15/NM#:6667/NM-ßCut:5732/HTU:6/Ha-ßCut:6550";
        let figures = Figures {
            origin: Origin::Computer,
            score: Score::Cp(148),
            nodes: Some(218_888),
            deepest: Some(14),
        };
        assert_eq!(Figures::parse(text), Some(figures));
        assert_eq!(figures.to_string(), "C 1.48/ 218.888/MxViT:14");
    }

    #[test]
    fn figures_are_read_back() {
        for (origin, score) in [
            (Origin::Player, Score::Cp(-7)),
            (Origin::OnlyMove, Score::Mate(-12)),
            (Origin::Pondering, Score::Mate(1)),
        ] {
            for (nodes, deepest) in [(None, None), (Some(1_234_567), None), (Some(0), Some(40))] {
                let figures = Figures { origin, score, nodes, deepest };
                assert_eq!(Figures::parse(&figures.to_string()), Some(figures), "{figures}");
            }
        }
    }

    #[test]
    fn other_comments_are_not_figures() {
        for text in ["", "C", "C is better", "1 2", "P 1.5", "Cx 1.48", "B 1.48/ many", "C 1.-1", "C --1.00"]
        {
            assert_eq!(Figures::parse(text), None, "{text}");
        }
    }
}
