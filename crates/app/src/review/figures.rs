//! The figures of a move in RDChess's journal format: `C 1.48/ 218.888/MxViT:14`, with the score from White's
//! point of view; `P` and `B` for moves of people and books, which no one has searched.

use std::fmt;

use heirloom_engine::Score;

use super::origin::Origin;
use crate::words::grouped;

/// RDChess's figures of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figures {
    /// The origin of the move.
    pub origin: Origin,
    /// The score after the move, from White's point of view; none if no one has searched.
    pub score: Option<Score>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// The depth of the deepest line, in plies.
    pub deepest: Option<u32>,
    /// What RDChess counts in addition.
    pub techniques: Option<Techniques>,
}

/// How often the techniques of RDChess's search were used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Techniques {
    /// NSWh: searches repeated with an open window.
    pub researches: u64,
    /// NM#: null moves.
    pub null_moves: u64,
    /// NM-ßCut: beta cutoffs by null moves.
    pub null_cutoffs: u64,
    /// HTU: the use count of the hash table.
    pub hash_use: u64,
    /// Ha-ßCut: beta cutoffs by the hash table.
    pub hash_cutoffs: u64,
}

impl Techniques {
    /// The names in the journal, in its order.
    const NAMES: [&str; 5] = ["NSWh", "NM#", "NM-ßCut", "HTU", "Ha-ßCut"];

    fn counts(&self) -> [u64; 5] {
        [self.researches, self.null_moves, self.null_cutoffs, self.hash_use, self.hash_cutoffs]
    }

    /// Reads all five from the fields of a comment.
    fn parse<'a>(fields: impl Iterator<Item = &'a str> + Clone) -> Option<Techniques> {
        let count = |name: &str| {
            let named = |field: &'a str| field.strip_prefix(name)?.strip_prefix(':')?.parse().ok();
            fields.clone().find_map(named)
        };
        let [researches, null_moves, null_cutoffs, hash_use, hash_cutoffs] = Techniques::NAMES.map(count);
        Some(Techniques {
            researches: researches?,
            null_moves: null_moves?,
            null_cutoffs: null_cutoffs?,
            hash_use: hash_use?,
            hash_cutoffs: hash_cutoffs?,
        })
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.origin.letter())?;
        match self.score {
            None => return Ok(()),
            Some(Score::Cp(centipawns)) => write!(f, " {:.2}", f64::from(centipawns) / 100.0)?,
            Some(Score::Mate(moves)) => write!(f, " {}M{}", if moves < 0 { "-" } else { "" }, moves.abs())?,
        }
        let Some(nodes) = self.nodes else { return Ok(()) };
        write!(f, "/ {}", grouped(nodes, '.'))?;
        self.deepest.map_or(Ok(()), |plies| write!(f, "/MxViT:{plies}"))?;
        let counted =
            self.techniques.iter().flat_map(|known| Techniques::NAMES.into_iter().zip(known.counts()));
        for (name, count) in counted {
            write!(f, "/{name}:{count}")?;
        }
        Ok(())
    }
}

impl Figures {
    /// Returns the figures of a move without a search.
    pub fn of_origin(origin: Origin) -> Figures {
        Figures { origin, score: None, nodes: None, deepest: None, techniques: None }
    }

    /// Parses a comment that consists only of figures.
    pub fn parse(comment: &str) -> Option<Figures> {
        let comment = comment.trim();
        let Some((letter, rest)) = comment.split_once(' ') else {
            // Any other letter alone would be a word.
            let bare = [Origin::Player, Origin::Book].into_iter();
            let found = bare.into_iter().find(|origin| comment == origin.letter().to_string());
            return found.map(Figures::of_origin);
        };
        let mut letters = letter.chars();
        let origin = Origin::from_letter(letters.next()?).filter(|_| letters.next().is_none())?;
        let mut fields = rest.split('/').map(str::trim);
        let score = Some(score(fields.next()?)?);
        let nodes = match fields.next() {
            Some(text) => Some(text.replace('.', "").parse().ok()?),
            None => None,
        };
        let deepest = fields.clone().find_map(|field| field.strip_prefix("MxViT:")?.parse().ok());
        Some(Figures { origin, score, nodes, deepest, techniques: Techniques::parse(fields) })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_example_is_read() {
        let text = "C 1.48/ 218.888/MxViT:14/NSWh:15/NM#:6667/NM-ßCut:5732/HTU:6/Ha-ßCut:6550";
        let figures = Figures {
            origin: Origin::Computer,
            score: Some(Score::Cp(148)),
            nodes: Some(218_888),
            deepest: Some(14),
            techniques: Some(Techniques {
                researches: 15,
                null_moves: 6667,
                null_cutoffs: 5732,
                hash_use: 6,
                hash_cutoffs: 6550,
            }),
        };
        assert_eq!((Figures::parse(text), figures.to_string()), (Some(figures), text.to_owned()));
        let brief = Figures { techniques: None, ..figures };
        assert_eq!(brief.to_string(), "C 1.48/ 218.888/MxViT:14");
        assert_eq!(Figures::parse("C 1.48/ 218.888/MxViT:14/NSWh:15"), Some(brief), "not all of them");
    }

    #[test]
    fn figures_are_read_back() {
        for (origin, score) in [
            (Origin::Player, Some(Score::Cp(-7))),
            (Origin::OnlyMove, Some(Score::Mate(-12))),
            (Origin::Pondering, Some(Score::Mate(1))),
        ] {
            for (nodes, deepest) in [(None, None), (Some(1_234_567), None), (Some(0), Some(40))] {
                let figures = Figures { origin, score, nodes, deepest, techniques: None };
                assert_eq!(Figures::parse(&figures.to_string()), Some(figures), "{figures}");
            }
        }
        for (origin, text) in [(Origin::Player, "P"), (Origin::Book, "B")] {
            let figures = Figures::of_origin(origin);
            assert_eq!((figures.to_string().as_str(), Figures::parse(text)), (text, Some(figures)));
        }
    }

    #[test]
    fn other_comments_are_not_figures() {
        for text in [
            "",
            "C",
            "D",
            "1",
            "C is better",
            "1 2",
            "P 1.5",
            "Cx 1.48",
            "B 1.48/ many",
            "C 1.-1",
            "C --1.00",
        ] {
            assert_eq!(Figures::parse(text), None, "{text}");
        }
    }
}
