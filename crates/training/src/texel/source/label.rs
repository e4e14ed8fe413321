//! A line of a file of labeled positions, in any of the usual formats.

use heirloom_chess::Position;
use heirloom_chess::notation::fen::FenError;

use crate::texel::samples::Label;

/// Why a line is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LabelError {
    /// The position is invalid.
    #[error(transparent)]
    Fen(FenError),
    /// There is neither result nor score.
    #[error(
        "no result and no score; \
         expected one as in c9 \"1-0\"; or [0.5] or | 31 | 0.5 or ,31 after the position"
    )]
    Missing,
    /// The result is unknown.
    #[error("the result is '{0}'; expected 1-0, 0-1, 1/2-1/2, 1.0, 0.5 or 0.0")]
    Result(String),
    /// The score is not a number.
    #[error("the score is '{0}'; expected a number")]
    Score(String),
}

/// Reads a position with its label. Results and scores are White's; scores are multiplied by `unit` to get
/// centipawns.
///
/// | format | used by |
/// |---|---|
/// | `FEN c9 "1-0";` | Zurichess |
/// | `FEN [0.5]`, optionally followed by a score | Ethereal, texel-tuner |
/// | `FEN \| 31 \| 0.5` | bullet |
/// | `FEN,31` | tables of engine scores |
///
/// Fails with the first [`LabelError`] from left to right. The heading of a table is not an error but
/// `Ok(None)`.
pub fn parse(line: &str, unit: f64) -> Result<Option<(Position, Label)>, LabelError> {
    let position = |fen: &str| Position::from_fen(fen.trim()).map_err(LabelError::Fen);
    let mut label = Label::default();
    let fen = if let Some((fen, rest)) = line.split_once('[') {
        let (result, rest) = rest.split_once(']').ok_or_else(|| LabelError::Result(rest.into()))?;
        label.result = Some(parse_result(result)?);
        label.score = Some(rest.trim())
            .filter(|rest| !rest.is_empty())
            .map(|score| parse_score(score, unit))
            .transpose()?;
        fen
    } else if let Some((fen, rest)) = line.split_once('|') {
        let (score, result) = rest.split_once('|').ok_or(LabelError::Missing)?;
        label = Label { score: Some(parse_score(score, unit)?), result: Some(parse_result(result)?) };
        fen
    } else if let Some((fen, score)) = line.split_once(',') {
        if !fen.contains('/') {
            return Ok(None);
        }
        label.score = Some(parse_score(score, unit)?);
        fen
    } else if let Some((fen, rest)) = line.split_once('"') {
        let (result, _) = rest.split_once('"').ok_or_else(|| LabelError::Result(rest.into()))?;
        label.result = Some(parse_result(result)?);
        // The word before the quotes is the EPD opcode.
        fen.trim_end().rsplit_once(' ').ok_or(LabelError::Missing)?.0
    } else {
        position(line)?;
        return Err(LabelError::Missing);
    };
    Ok(Some((position(fen)?, label)))
}

/// Returns White's half points.
fn parse_result(text: &str) -> Result<u8, LabelError> {
    match text.trim().trim_matches('"') {
        "1-0" | "1" | "1.0" => Ok(2),
        "1/2-1/2" | "1/2" | "0.5" => Ok(1),
        "0-1" | "0" | "0.0" => Ok(0),
        other => Err(LabelError::Result(other.into())),
    }
}

fn parse_score(text: &str, unit: f64) -> Result<i16, LabelError> {
    let score = text.trim().parse::<f64>().ok().filter(|score| score.is_finite());
    // The conversion saturates beyond this, which is right for a won position.
    score.map(|score| (score * unit).round() as i16).ok_or_else(|| LabelError::Score(text.trim().into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(line: &str) -> (Option<u8>, Option<i16>) {
        let (_, label) = parse(line, 1.0).unwrap().unwrap();
        (label.result, label.score)
    }

    #[test]
    fn every_form_is_read() {
        let fen = "3r4/2p2k1p/bp3p2/p1n2P2/3PP3/2N1K2P/P1N5/3R4 b - -";
        assert_eq!(label(&format!("{fen} c9 \"1/2-1/2\";")), (Some(1), None));
        assert_eq!(label(&format!("{fen} c9 \"0-1\"; sm Ke7;")), (Some(0), None));
        assert_eq!(label(&format!("{fen} 3 19 [0.0]")), (Some(0), None));
        assert_eq!(label(&format!("{fen} 3 19 [1.0] -35")), (Some(2), Some(-35)));
        assert_eq!(label(&format!("{fen} 3 19 | 31 | 0.5")), (Some(1), Some(31)));
        assert_eq!(label(&format!("{fen} 3 19,-99999")), (None, Some(i16::MIN)));
        assert_eq!(parse("fen_board,cp_score", 1.0), Ok(None));
        let (_, scaled) = parse(&format!("{fen} 0 1,-0.0081"), 10_000.0).unwrap().unwrap();
        assert_eq!(scaled.score, Some(-81));
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let fen = "8/8/8/4k3/8/8/8/4K3 w - -";
        assert_eq!(parse(fen, 1.0), Err(LabelError::Missing));
        assert_eq!(parse(&format!("{fen} [0.7]"), 1.0), Err(LabelError::Result("0.7".into())));
        assert_eq!(parse(&format!("{fen},x"), 1.0), Err(LabelError::Score("x".into())));
        assert!(matches!(parse("8/8 w - - [1.0]", 1.0), Err(LabelError::Fen(_))));
        assert!(matches!(parse(&format!("{fen} c9 \"1-0"), 1.0), Err(LabelError::Result(_))));
    }
}
