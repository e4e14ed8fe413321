//! Benchmarks of single probes, including the conversion of the position.

use heirloom_chess::Position;
use heirloom_tablebase::Tablebases;
use heirloom_testing::sample_data;

fn main() {
    if tables().is_none() || positions().is_empty() {
        return println!("left out: there is no sample data next to the repository");
    }
    divan::main();
}

/// Returns positions of all small tables; none without sample data.
fn positions() -> Vec<Position> {
    let text =
        std::fs::read_to_string(sample_data("endgames/syzygy-vectors-3-4-men.csv")).unwrap_or_default();
    text.lines().filter_map(|line| Position::from_fen(line.split(';').next()?).ok()).collect()
}

fn tables() -> Option<Tablebases> {
    Tablebases::open(sample_data("syzygy").to_str()?).ok()
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
