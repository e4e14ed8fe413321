//! Published and generated test vectors agree with the tables.

use std::fs;

use heirloom_chess::notation::epd::Epd;
use heirloom_chess::{Line, Position};
use heirloom_tablebase::{RootOptions, TableResult, Tablebases};
use heirloom_testing::{needs_sample_data, sample_data};

/// Positions of all tables with three and four men.
const SMALL: &str = "syzygy-vectors-3-4-men.csv";

fn tables() -> Tablebases {
    Tablebases::open(sample_data("syzygy").to_str().expect("text")).expect("tables")
}

/// Returns the positions of a file with their results.
fn vectors(name: &str) -> String {
    fs::read_to_string(sample_data("endgames").join(name)).expect("readable")
}

/// Returns -2 for a loss to 2 for a win.
fn number(wdl: TableResult) -> i32 {
    wdl as i32 - TableResult::Draw as i32
}

/// Checks every line of `EPD separator WDL separator DTZ`; returns the numbers of lines checked and of those
/// skipped for more men than the tables have.
fn check_vectors(name: &str, separator: char, men: u32) -> (usize, usize) {
    let (tables, text) = (tables(), vectors(name));
    let (mut probed, mut larger) = (0, 0);
    for line in text.lines().filter(|line| line.contains('/')) {
        let fields: Vec<&str> = line.split(separator).collect();
        let position = Position::from_fen(fields[0]).expect(line);
        if position.occupied().count() > men {
            larger += 1;
            continue;
        }
        let (wdl, dtz) = (tables.probe_wdl(&position).expect(line), tables.probe_dtz(&position).expect(line));
        let expected = [fields[1], fields[2]].map(|field| field.trim().parse().expect(line));
        assert_eq!([number(wdl), dtz.plies], expected, "{line}");
        probed += 1;
    }
    assert_eq!(tables.first_error(), None);
    (probed, larger)
}

#[needs_sample_data("syzygy", "endgames")]
#[test]
fn published_vectors_agree() {
    assert_eq!(check_vectors("endgame-wdl-dtz.csv", ',', 4), (200, 16));
}

#[needs_sample_data("syzygy", "endgames")]
#[test]
fn vectors_of_all_small_tables_agree() {
    assert_eq!(check_vectors(SMALL, ';', 4), (660, 0));
}

#[needs_sample_data("syzygy", "endgames")]
#[test]
fn distances_to_mate_agree_in_sign() {
    let (tables, mut probed) = (tables(), 0);
    for line in vectors("endgame-dm-4.epd").lines().filter(|line| line.contains(" dm ")) {
        let epd = Epd::parse(line).expect(line);
        let Some(mate) = epd.mate_in() else { continue };
        let wdl = tables.probe_wdl(&epd.position).expect(line);
        assert_eq!(number(wdl).signum(), mate.signum(), "{line}");
        probed += 1;
    }
    assert!(probed >= 40, "{probed}");
}

#[needs_sample_data("syzygy")]
#[test]
fn unknown_positions_have_no_result() {
    let tables = tables();
    assert!(tables.max_pieces() == 5 && tables.found().wdl >= 35 && tables.found().dtz >= 35);
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        // Castling rights are not in the tables.
        "8/8/8/8/8/4k3/8/4K2R w K - 0 1",
        // Five men without their table.
        "8/8/2k5/r7/8/2P5/8/2K1R3 w - - 0 1",
    ] {
        let position = Position::from_fen(fen).expect("legal");
        assert_eq!((tables.probe_wdl(&position), tables.probe_dtz(&position)), (None, None), "{fen}");
        assert_eq!(tables.root_moves(&Line::new(position), RootOptions::default()), None, "{fen}");
    }
    assert_eq!(tables.first_error(), None);
}

#[needs_sample_data("syzygy", "endgames")]
#[test]
fn threads_may_probe_at_once() {
    let (tables, text) = (tables(), vectors(SMALL));
    std::thread::scope(|scope| {
        for part in 0..4 {
            let (tables, text) = (&tables, &text);
            scope.spawn(move || {
                for line in text.lines().filter(|line| line.contains('/')).skip(part * 40) {
                    let fields: Vec<&str> = line.split(';').collect();
                    let position = Position::from_fen(fields[0]).expect("legal");
                    assert_eq!(tables.probe_wdl(&position).map(number), fields[1].parse().ok(), "{line}");
                }
            });
        }
    });
}

/// Damaged files may give wrong answers or none, but never crash the program.
#[needs_sample_data("syzygy", "endgames")]
#[test]
fn damaged_files_are_survived() {
    let source = sample_data("syzygy");
    let folder = std::env::temp_dir().join(format!("heirloom-damaged-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let mut random = fastrand::Rng::with_seed(5);
    let text = vectors(SMALL);
    let names = ["KRvKP", "KQvKR", "KPvK", "KBNvK", "KQvK", "KRvK"];
    let mut failures = 0;
    for round in 0..60 {
        for name in names {
            for extension in ["rtbw", "rtbz"] {
                let file = format!("{name}.{extension}");
                let mut bytes = fs::read(source.join(&file)).expect("a table");
                // Headers are short: half of the damage goes there.
                let end = if round % 2 == 0 { 120.min(bytes.len()) } else { bytes.len() };
                for _ in 0..6 {
                    bytes[random.usize(4..end)] = random.u8(..);
                }
                if round % 7 == 0 {
                    bytes.truncate(80);
                }
                fs::write(folder.join(file), bytes).expect("written");
            }
        }
        let tables = Tablebases::open(folder.to_str().expect("text")).expect("names and lengths are right");
        for line in text.lines().filter(|line| line.contains('/')) {
            let position = Position::from_fen(line.split(';').next().unwrap_or_default()).expect("legal");
            let _ = (tables.probe_wdl(&position), tables.probe_dtz(&position));
        }
        failures += usize::from(tables.first_error().is_some());
    }
    assert!(failures > 0, "damage was never noticed");
    fs::remove_dir_all(&folder).expect("removed");
}
