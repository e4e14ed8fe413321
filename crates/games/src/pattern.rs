//! Position patterns: a FEN board with wildcards, like `--fenpattern` of pgn-extract.

use std::str::FromStr;

use heirloom_chess::{Color, File, Piece, Position, Rank, Square};

/// A board of eight ranks, from the eighth down, separated by `/`.
///
/// A letter is that piece, a digit that many empty squares, `_` an empty square, `!` any piece, `A` any
/// white piece, `a` any black piece, `?` any square, `*` any number of any squares, `[Rr]` any of these,
/// `[^Rr]` none of these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    ranks: Vec<Vec<Part>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    /// One square that holds one of these: pieces by index, and 12 for none.
    Square(u16),
    /// Any number of squares.
    Gap,
}

const EMPTY: u16 = 1 << 12;
const ANY: u16 = (1 << 13) - 1;

/// Why a text is not a pattern.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PatternError {
    /// There are not eight ranks; their number.
    #[error(
        "the pattern has {0} rank{s}; expected 8, separated by /, or * for any",
        s = if *.0 == 1 { "" } else { "s" }
    )]
    Ranks(usize),
    /// A rank, counted from 8 down, that cannot have eight squares.
    #[error("rank {0} of the pattern does not have 8 squares; use * for any number of squares")]
    Squares(usize),
    /// A meaningless character.
    #[error("unexpected '{0}' in the pattern; expected pieces, digits and ? * ! _ A a [...]")]
    Sign(char),
    /// A `[` without its `]`.
    #[error("unclosed '[' in the pattern; expected ']'")]
    Unclosed,
}

impl Pattern {
    /// Returns true if the position matches.
    pub fn matches(&self, position: &Position) -> bool {
        self.ranks.iter().zip(Rank::ALL.into_iter().rev()).all(|(parts, rank)| {
            let content = |file: File| {
                position.piece_at(Square::new(file, rank)).map_or(EMPTY, |piece| 1 << piece.index())
            };
            rank_fits(parts, &File::ALL.map(content))
        })
    }
}

/// Returns true if the parts match these squares. Gaps try the shortest match first; eight squares bound the
/// depth.
fn rank_fits(parts: &[Part], squares: &[u16]) -> bool {
    match parts.split_first() {
        None => squares.is_empty(),
        Some((Part::Gap, rest)) => (0..=squares.len()).any(|skipped| rank_fits(rest, &squares[skipped..])),
        Some((Part::Square(set), rest)) => {
            squares.split_first().is_some_and(|(first, others)| set & first != 0 && rank_fits(rest, others))
        }
    }
}

fn set_of(sign: char) -> Option<u16> {
    let of = |color: Color| {
        Piece::ALL
            .iter()
            .filter(|piece| piece.color() == color)
            .fold(0, |set, piece| set | 1 << piece.index())
    };
    Some(match sign {
        '_' => EMPTY,
        '?' => ANY,
        '!' => ANY & !EMPTY,
        'A' => of(Color::White),
        'a' => of(Color::Black),
        letter => 1 << Piece::from_letter(letter)?.index(),
    })
}

fn parse_rank(text: &str) -> Result<Vec<Part>, PatternError> {
    let mut parts = Vec::new();
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        match sign {
            // Consecutive gaps are merged, which keeps the search short.
            '*' if parts.last() == Some(&Part::Gap) => {}
            '*' => parts.push(Part::Gap),
            '1'..='8' => parts.extend((0..sign.to_digit(10).unwrap_or(0)).map(|_| Part::Square(EMPTY))),
            '[' => {
                let (inside, rest) = signs.as_str().split_once(']').ok_or(PatternError::Unclosed)?;
                signs = rest.chars();
                let listed = inside.strip_prefix('^').unwrap_or(inside);
                let set = listed
                    .chars()
                    .try_fold(0, |set, sign| Ok(set | set_of(sign).ok_or(PatternError::Sign(sign))?))?;
                parts.push(Part::Square(if listed.len() < inside.len() { ANY & !set } else { set }));
            }
            other => parts.push(Part::Square(set_of(other).ok_or(PatternError::Sign(other))?)),
        }
    }
    Ok(parts)
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let ranks: Vec<Vec<Part>> = text.trim().split('/').map(parse_rank).collect::<Result<_, _>>()?;
        if ranks.len() != 8 {
            return Err(PatternError::Ranks(ranks.len()));
        }
        for (index, parts) in ranks.iter().enumerate() {
            let squares = parts.iter().filter(|part| **part != Part::Gap).count();
            if squares > 8 || squares < 8 && squares == parts.len() {
                return Err(PatternError::Squares(8 - index));
            }
        }
        Ok(Pattern { ranks })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_positions() {
        let position =
            Position::from_fen("r1bq1rk1/ppp2ppp/2n2n2/3p4/3P4/2N2N2/PPP2PPP/R1BQ1RK1 w - - 0 9").unwrap();
        for (pattern, expected) in [
            ("*/*/*/*/*/*/*/*", true),
            ("r1bq1rk1/ppp2ppp/2n2n2/3p4/3P4/2N2N2/PPP2PPP/R1BQ1RK1", true),
            ("*/*/*/*/*/*/*P_P/*RK?", false),
            ("*/*/*/*/*/*/*PPP/*RK?", true),
            ("*/*/*/*p*/*P*/*/*/*", true),
            ("*/*/*/???!????/???A????/*/*/*", true),
            ("*/*/*/???A????/*/*/*/*", false),
            ("*/*/*/???[Pp]????/*/*/*/*", true),
            ("*/*/*/*/???[^P_]????/*/*/*", false),
            ("*/ppp__ppp/*/*/*/*/*/*", true),
            ("*[bn]*q*/*/*/*/*/*/*/*", true),
        ] {
            assert_eq!(pattern.parse::<Pattern>().unwrap().matches(&position), expected, "{pattern}");
        }
    }

    #[test]
    fn errors_name_the_problem() {
        assert_eq!("*".parse::<Pattern>(), Err(PatternError::Ranks(1)));
        assert_eq!("*/*/ppp/*/*/*/*/*".parse::<Pattern>(), Err(PatternError::Squares(6)));
        assert_eq!("*/*/*/*/*/*/*/ppppppppp*".parse::<Pattern>(), Err(PatternError::Squares(1)));
        assert_eq!("x/*/*/*/*/*/*/*".parse::<Pattern>(), Err(PatternError::Sign('x')));
        assert_eq!("[pP/*/*/*/*/*/*/*".parse::<Pattern>(), Err(PatternError::Unclosed));
        // Many gaps cannot make it slow: they match at most eight squares.
        assert!("*p*p*p*p*p*p*p*p*/*/*/*/*/*/*/*".parse::<Pattern>().is_ok());
    }
}
