//! EPD files of the shared test data: each line is read, or rejected with column and reason, and survives a
//! round trip.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use heirloom_chess::notation::epd::{Epd, EpdError, Lines};
use heirloom_testing::{needs_sample_data, sample_data};

const SUITES: &str = "\
    bratko-kopec bt2630 ccr-one-hour covax3 crafty-test ecm eet fortresses iq4 kaufman lapuce2 lct2 \
    nolot otsv4-mea-odd see silent-but-deadly sts-odd-themes wac-annotated wac-revised wac wacnew \
    wcsac zugzwang-allgeuer";

/// Reads a file; returns the number of positions, and the errors of lines and their moves.
fn read(path: &Path) -> (usize, Vec<String>) {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let bytes = fs::read(path).unwrap();
    let located = |line, error: &EpdError| format!("{name}:{line}:{}: {}", error.column, error.reason);
    let (mut count, mut errors) = (0, Vec::new());
    let mut lines = Lines::new(bytes.as_slice());
    while let Some(line) = lines.next() {
        match line {
            Ok(epd) => {
                count += 1;
                assert_eq!(Epd::parse(&epd.to_string()).unwrap(), epd, "{name}: {epd}");
                let moves = epd.best_moves().and(epd.avoid_moves()).and(epd.line("pv"));
                errors.extend(moves.err().map(|error| located(lines.line(), &error)));
            }
            Err(error) => errors.push(located(error.line, &error)),
        }
    }
    (count, errors)
}

/// The lines of the suites that are rejected or have an illegal move, as file, line and column. The suites
/// are wrong.
const WRONG_IN_SUITES: [&str; 9] = [
    "ccr-one-hour.epd:3:89: am",
    "ccr-one-hour.epd:6:81: bm",
    "crafty-test.epd:90:1: illegal position",
    "fortresses.epd:97:59: bm",
    "wac-annotated.epd:114:358: pv",
    "wac-annotated.epd:183:348: pv",
    "wac-annotated.epd:207:357: pv",
    "zugzwang-allgeuer.epd:6:45: unclosed string; expected '\"'",
    "zugzwang-allgeuer.epd:7:1: FEN board has 2 ranks; expected 8, separated by /",
];

#[needs_sample_data("suites")]
#[test]
fn suites_are_read() {
    let (mut total, mut wrong) = (0, Vec::new());
    for name in SUITES.split(' ') {
        let (count, errors) = read(&sample_data("suites").join(format!("{name}.epd")));
        total += count;
        // The kind of error is enough: the text before the second colon after the location.
        wrong.extend(errors.iter().map(|error| error.splitn(5, ':').take(4).collect::<Vec<_>>().join(":")));
    }
    assert_eq!(wrong, WRONG_IN_SUITES);
    assert_eq!(total, 5377);
}

#[needs_sample_data("epd-parser")]
#[test]
fn hostile_lines_are_read_or_rejected() {
    let counts = ["destructive.epd", "grief-causers.epd"].map(|name| {
        let (count, errors) = read(&sample_data("epd-parser").join(name));
        (count, errors.len())
    });
    assert_eq!(counts, [(33, 73), (10, 2)]);
}

#[needs_sample_data("mates")]
#[test]
fn mate_suites_end_in_mate_at_their_distance() {
    for name in ["KQvKR1000pv.epd", "KQvKP1000pv.epd", "KBNvK1000pv.epd"] {
        for line in Lines::new(fs::read(sample_data("mates").join(name)).unwrap().as_slice()) {
            let epd = line.unwrap();
            let pv = epd.line("PV:").unwrap_or_else(|error| panic!("{epd}: {error}"));
            let mut end = epd.position.clone();
            pv.iter().for_each(|&mv| end.play(mv));
            assert!(end.in_check() && !end.has_legal_move(), "{epd}");
            let (moves, odd) = (pv.len().div_ceil(2) as i32, pv.len() % 2 == 1);
            assert_eq!(epd.mate_in(), Some(if odd { moves } else { -moves }), "{epd}");
        }
    }
}
