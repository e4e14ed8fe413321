//! Benchmarks of single probes, including the conversion of the position.

use std::path::PathBuf;

use heirloom_chess::Position;
use heirloom_tablebase::Tablebases;

fn main() {
    divan::main();
}

/// Returns positions of all small tables, if the data is available.
fn positions() -> Vec<Position> {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/endgames/syzygy-vectors-3-4-men.csv");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().filter_map(|line| Position::from_fen(line.split(';').next()?).ok()).collect()
}

fn tables() -> Option<Tablebases> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/syzygy"));
    Tablebases::open(path.to_str()?).ok()
}

#[divan::bench(args = [1, 2])]
fn results(bencher: divan::Bencher<'_, '_>, threads: usize) {
    let (Some(tables), positions) = (tables(), positions()) else { return };
    bencher.counter(divan::counter::ItemsCount::new(positions.len() * threads)).bench(|| {
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| positions.iter().filter_map(|position| tables.probe_wdl(position)).count());
            }
        });
    });
}

#[divan::bench]
fn distances(bencher: divan::Bencher<'_, '_>) {
    let (Some(tables), positions) = (tables(), positions()) else { return };
    bencher
        .counter(divan::counter::ItemsCount::new(positions.len()))
        .bench(|| positions.iter().filter_map(|position| tables.probe_dtz(position)).count());
}
