//! Perft suites: positions with their correct leaf counts.

use crate::Position;

/// Roce's suite: 126 positions, most of them collected by Andrew Wagner, distributed by Roman Hartmann with
/// his engine.
pub const BUILT_IN: &str = include_str!("suite.epd");

/// One position of a suite.
#[derive(Clone, Debug)]
pub struct Case {
    /// The position.
    pub position: Position,
    /// The FEN as written in the file.
    pub fen: String,
    /// Pairs of depth in plies and number of leaves.
    pub counts: Vec<(u32, u64)>,
    /// The line in the file, counted from 1.
    pub line: usize,
}

/// An invalid line of a suite.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct SuiteError {
    /// The line in the file, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Parses a suite in one of two forms: EPD lines (`FEN ;D1 20 ;D2 400`) or records (`epd FEN` followed by
/// lines `perft 1 20`).
///
/// Empty lines, lines that start with `#` and other opcodes are skipped.
///
/// # Errors
/// The first line of neither form.
pub fn parse(text: &str) -> Result<Vec<Case>, SuiteError> {
    let mut cases: Vec<Case> = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.trim();
        let error = |reason: String| SuiteError { line, reason };
        if text.is_empty() || text.starts_with('#') || text.starts_with("id ") {
            continue;
        }
        if let Some(count) = text.strip_prefix("perft ") {
            let case = cases.last_mut().ok_or_else(|| error("a count before the first position".into()))?;
            case.counts.push(parse_count(count, "").map_err(error)?);
            continue;
        }
        let mut parts = text.strip_prefix("epd ").unwrap_or(text).split(';');
        let fen = parts.next().unwrap_or_default().trim();
        let position = Position::from_fen(fen).map_err(|reason| error(reason.to_string()))?;
        let mut case = Case { position, fen: fen.into(), counts: Vec::new(), line };
        for part in parts {
            if let Some(count) = part.trim().strip_prefix('D') {
                case.counts.push(parse_count(count, "D").map_err(error)?);
            }
        }
        cases.push(case);
    }
    Ok(cases)
}

/// Parses a depth and a number of leaves; `before` precedes them in the file.
fn parse_count(text: &str, before: &str) -> Result<(u32, u64), String> {
    let pair = text.trim().split_once(' ');
    pair.and_then(|(depth, leaves)| Some((depth.parse().ok()?, leaves.trim().parse().ok()?)))
        .ok_or_else(|| format!("'{before}{text}' is not a depth and a number of leaves"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read() {
        let cases = parse(
            "# two\n4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66;c0 \"x\"\n\nid 7\n\
                epd 4k3/8/8/8/8/8/8/4K3 w - -\nperft 1 5\n",
        )
        .unwrap();
        assert_eq!(cases.len(), 2);
        assert_eq!((cases[0].line, &cases[0].counts), (2, &vec![(1, 15), (2, 66)]));
        assert_eq!((cases[1].line, &cases[1].counts), (5, &vec![(1, 5)]));
        assert_eq!(parse(BUILT_IN).unwrap().len(), 126);
    }

    #[test]
    fn invalid_lines_are_reported() {
        assert_eq!(parse("perft 1 5").unwrap_err().to_string(), "line 1: a count before the first position");
        assert_eq!(parse("\n4k3/8/8/8/8/8/8/4K3 w - - ;D1 x").unwrap_err().line, 2);
        assert!(parse("hello").is_err());
    }
}
