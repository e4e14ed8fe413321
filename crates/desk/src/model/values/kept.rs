//! The values of positions on disk, so that they are known again after the next start.

use std::fmt::Write;
use std::path::Path;

use heirloom_chess::{Move, Position};
use heirloom_engine::Score;

use super::{Known, Value};

/// The least depth of a value that is kept: others are found again at once.
const LEAST: u32 = 10;

/// Returns the first line: a version that numbers positions otherwise does not use the file.
fn head() -> String {
    format!("values 1 {:x}", Position::startpos().key())
}

/// Reads the values in a file. One that is damaged, or by another version, has none or fewer.
pub fn read(path: &Path) -> Known {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut lines = text.lines();
    if lines.next() != Some(head().as_str()) {
        return Known::new();
    }
    lines.filter_map(parse).collect()
}

/// Writes values into a file. A failure only means that they have to be found again.
pub fn write(path: &Path, known: &Known) {
    let mut text = head() + "\n";
    for (key, (value, best)) in known {
        let Some(depth) = value.depth.filter(|depth| *depth >= LEAST) else { continue };
        let (kind, number) = match value.score {
            Score::Cp(number) => ("cp", number),
            Score::Mate(number) => ("mate", number),
        };
        let best = best.map_or(0, Move::bits);
        let _ = writeln!(text, "{key:x} {kind} {number} {depth} {best:x}");
    }
    let _ = heirloom_files::replace(path, text.as_bytes());
}

fn parse(line: &str) -> Option<(u64, (Value, Option<Move>))> {
    let mut words = line.split(' ');
    let key = u64::from_str_radix(words.next()?, 16).ok()?;
    let (kind, number) = (words.next()?, words.next()?.parse().ok()?);
    let score = match kind {
        "cp" => Score::Cp(number),
        "mate" => Score::Mate(number),
        _ => return None,
    };
    let depth = words.next()?.parse().ok()?;
    let best = u16::from_str_radix(words.next()?, 16).ok().filter(|bits| *bits != 0);
    Some((key, (Value { score, depth: Some(depth) }, best.and_then(Move::from_bits))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::values::Values;

    #[test]
    fn deep_values_are_known_again_and_damage_is_harmless() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("values");
        let (start, mut after) = (Position::startpos(), Position::startpos());
        let mv = after.legal_moves()[0];
        after.play(mv);
        let value = |score, depth| Value { score, depth: Some(depth) };
        let mut values = Values::default();
        values.keep_in(path.clone());
        values.set(&start, value(Score::Cp(-25), 20), Some(mv));
        values.set(&after, value(Score::Mate(3), 9), None);
        values.save_now();
        let mut again = Values::default();
        again.keep_in(path.clone());
        assert_eq!(again.of(&start), Some(value(Score::Cp(-25), 20)));
        assert_eq!((again.best(&start), again.of(&after)), (Some(mv), None));
        for damaged in ["", "values 1 0\n", &format!("{}\nx cp 1\n\u{fffd}\n1 cp 99999999999 9 0\n", head())]
        {
            std::fs::write(&path, damaged).unwrap();
            assert!(read(&path).is_empty());
        }
    }
}
