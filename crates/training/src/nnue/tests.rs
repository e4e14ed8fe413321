//! Tests of the whole chain: gradients, learning, resuming, quantization.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use heirloom_chess::game::GameResult;
use heirloom_chess::{Line, Position};
use heirloom_flagship::net::{Accumulators, Network};

use super::checkpoint::{self, Identity};
use super::dataset::Dataset;
use super::gradient::{self, Scratch, Target};
use super::loader::DataLoader;
use super::model::{Model, Shape};
use super::quantize;
use super::sample::Sample;
use super::samples::{SampleChoice, SampleKind, Samples};
use super::store::{Store, StoreError};
use super::train::{Settings, State, Training, fit_scale};
use crate::checkpoint::{CheckpointError, TrainingEnd};
use crate::games::game::{ScoredMove, StoredEnd, StoredGame};
use crate::games::quiet::Quiet;
use crate::games::reader::Section;
use crate::games::writer::Writer;

const SHAPE: Shape = Shape { hidden: 32, buckets: 2 };

/// Returns positions of random games; the score is the difference in material.
fn positions(count: usize) -> Vec<(Position, i16)> {
    let mut random = fastrand::Rng::with_seed(9);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::startpos();
        for _ in 0..80 {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(random.usize(..moves.len().max(1))) else { break };
            position.play(mv);
            found.push((position.clone(), material(&position)));
        }
    }
    found.truncate(count);
    found
}

fn material(position: &Position) -> i16 {
    use heirloom_chess::{Color, PieceType};
    let values = [100, 300, 300, 500, 900, 0];
    let side = |color| {
        PieceType::ALL
            .iter()
            .zip(values)
            .map(|(&kind, value)| position.pieces(color, kind).count() as i16 * value)
            .sum::<i16>()
    };
    side(Color::White) - side(Color::Black)
}

fn source(samples: &Samples) -> Dataset {
    Dataset::Memory(samples.clone())
}

fn samples(count: usize) -> Samples {
    let all = positions(count).into_iter().map(|(position, score)| {
        let points = if score > 150 { 2 } else { u8::from(score >= -150) };
        Sample::new(&position, score / 2, score, points).unwrap()
    });
    let mut training: Vec<Sample> = all.collect();
    let holdout = training.split_off(count * 9 / 10);
    Samples { training, holdout, games: 0 }
}

fn settings() -> Settings {
    Settings {
        shape: SHAPE,
        epochs: 6,
        batch: 256,
        rate: 0.005,
        final_rate: 0.0001,
        result: 0.2,
        final_result: 0.4,
        scale: 400.0,
        classical: Some(0.5),
        seed: 5,
        threads: 2,
        from: None,
    }
}

#[test]
fn the_gradient_is_that_of_the_loss() {
    let samples = samples(40).training;
    let target = Target { scale: 400.0, result: 0.3 };
    let mut model = Model::random(SHAPE, 1);
    model.set_share(0.4);
    let mut scratch = Scratch::new(SHAPE);
    let mut found = vec![0.0; SHAPE.count()];
    let loss = gradient::add(&model, &samples, target, &mut found, &mut scratch);
    let plain: f64 = samples
        .iter()
        .map(|sample| {
            f64::from(gradient::sigmoid(model.output(sample, target.scale)) - target.points(sample)).powi(2)
        })
        .sum();
    assert!((loss - plain).abs() < 1e-4 * plain, "{loss} {plain}");
    assert_eq!(gradient::loss(&model, &samples, target, &mut scratch), loss);
    let mut random = fastrand::Rng::with_seed(4);
    // Some of each part; of the columns, whose slopes are mostly zero, those with the largest.
    let [columns, bias, output, output_bias, shares] = SHAPE.parts();
    let mut steepest: Vec<usize> = columns.collect();
    steepest.sort_by(|&a, &b| found[b].abs().total_cmp(&found[a].abs()));
    let some = |range: std::ops::Range<usize>, random: &mut fastrand::Rng| {
        (0..12).map(|_| random.usize(range.clone())).collect::<Vec<_>>()
    };
    let chosen = [
        steepest[..30].to_vec(),
        some(bias, &mut random),
        some(output, &mut random),
        output_bias.chain(shares).collect(),
    ]
    .concat();
    for index in chosen {
        let value = model.values[index];
        let step = 5e-4;
        let mut loss_at = |moved: f32| {
            model.values[index] = moved;
            gradient::loss(&model, &samples, target, &mut scratch)
        };
        let slope = (loss_at(value + step) - loss_at(value - step)) / (2.0 * f64::from(step));
        model.values[index] = value;
        let error = (slope - f64::from(found[index])).abs();
        assert!(error < 0.02 * slope.abs().max(0.05), "{index}: {slope} {}", found[index]);
    }
}

#[test]
fn a_net_learns_material_and_whole_numbers_say_the_same() {
    let (source, settings) = (source(&samples(80_000)), Settings { epochs: 8, rate: 0.003, ..settings() });
    let mut training = Training::new(&settings, &source, State::new(&settings, None)).unwrap();
    assert_eq!(training.run(&AtomicBool::new(false), &mut |_, _| {}).unwrap(), TrainingEnd::Done);
    let curve = &training.state.curve;
    // Few games with many positions each: the net fits these well, and the others somewhat.
    assert!(curve[7].training < 0.1 * curve[0].training, "{curve:?}");
    assert!(curve[7].holdout < 0.6 * curve[0].holdout, "{curve:?}");
    let parts = quantize::parts(&training.state.model, settings.scale, vec!["a test".into()]).unwrap();
    let network = Arc::new(Network::from_bytes(&parts.to_bytes()).unwrap());
    // Quantization can be reversed without loss.
    let again = quantize::model(&parts).unwrap();
    assert_eq!(quantize::parts(&again, settings.scale, parts.about.clone()).unwrap(), parts);
    let mut sum = 0.0;
    let positions = positions(300);
    let mut accumulators = Accumulators::new(network, 1);
    for (position, _) in &positions {
        let sign = if position.turn() == heirloom_chess::Color::White { 1 } else { -1 };
        accumulators.push(position, 0);
        let whole = accumulators.evaluate(position, 0, || 200);
        let exact =
            training.state.model.output(&Sample::new(position, sign * 200, 0, 1).unwrap(), settings.scale)
                * settings.scale;
        sum += (whole as f32 - exact).abs();
    }
    assert!(sum / (positions.len() as f32) < 20.0, "{}", sum / positions.len() as f32);
}

/// Returns the state of a training at its end, or after being stopped at some step.
fn trained(settings: &Settings, source: &Dataset, state: State, stop_after: Option<usize>) -> State {
    let (stop, mut steps) = (AtomicBool::new(false), 0);
    let mut training = Training::new(settings, source, state).unwrap();
    let mut count = |_: &Training<'_>, _| {
        steps += 1;
        stop.store(Some(steps) == stop_after, Ordering::Relaxed);
    };
    training.run(&stop, &mut count).unwrap();
    training.state
}

#[test]
fn a_stopped_training_goes_on_to_the_same_net() {
    let (samples, settings) = (samples(3000), settings());
    let source = Dataset::Memory(samples.clone());
    let run = |state: State, stop_after: Option<usize>| trained(&settings, &source, state, stop_after);
    let whole = run(State::new(&settings, None), None);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let identity = Identity::new(&settings, &source);
    let half = run(State::new(&settings, None), Some(17));
    checkpoint::write(&path, &identity, &half).unwrap();
    let read = checkpoint::read(&path, &identity).unwrap();
    assert_eq!(read, half);
    assert_eq!(run(read, None), whole);
    let other = Settings { epochs: 7, ..settings.clone() };
    assert!(matches!(
        checkpoint::read(&path, &Identity::new(&other, &source)),
        Err(CheckpointError::Other("settings"))
    ));
    let fewer = Samples { training: samples.training[1..].to_vec(), ..samples.clone() };
    assert!(matches!(
        checkpoint::read(&path, &Identity::new(&settings, &self::source(&fewer))),
        Err(CheckpointError::Other("games"))
    ));
    std::fs::write(&path, b"{}\n").unwrap();
    assert!(matches!(checkpoint::read(&path, &identity), Err(CheckpointError::Format(_))));
}

#[test]
fn the_scale_of_scores_is_found() {
    let mut random = fastrand::Rng::with_seed(8);
    let position = Position::startpos();
    let draw = |_| {
        let score = random.i16(-600..600);
        let won = random.f32() < gradient::sigmoid(f32::from(score) / 250.0);
        Sample::new(&position, 0, score, 2 * u8::from(won)).unwrap()
    };
    let scale = fit_scale(&(0..60_000).map(draw).collect::<Vec<_>>());
    assert!((235.0..265.0).contains(&scale), "{scale}");
}

/// Writes a file of random games.
fn games(folder: &Path, count: usize) -> PathBuf {
    let path = folder.join("games");
    let mut random = fastrand::Rng::with_seed(3);
    let mut writer = Writer::create(&path).unwrap();
    for _ in 0..count {
        let mut line = Line::default();
        let mut plies = Vec::new();
        while plies.len() < 60 && line.outcome().is_none() {
            let moves = line.position().legal_moves();
            let mv = moves[random.usize(..moves.len())];
            plies.push(ScoredMove { mv, score: Some(random.i16(-500..500)) });
            line.push(mv).unwrap();
        }
        let (start, ending) = (line.start().clone(), StoredEnd::Elsewhere);
        writer.add(&StoredGame { start, plies, result: GameResult::Draw, ending }).unwrap();
    }
    path
}

fn choice() -> SampleChoice {
    SampleChoice { kind: SampleKind::Searches(Quiet::default()), classical: None, holdout: 10 }
}

fn create(folder: &Path, file: &Path, parts: usize, stop: bool) -> Option<Store> {
    let (files, recipe, stop) = ([file.to_owned()], serde_json::json!("a test"), AtomicBool::new(stop));
    Store::create(folder, &files, choice(), recipe, parts, &Arc::default(), &stop).unwrap()
}

fn store(folder: &Path, file: &Path, parts: usize) -> Store {
    create(folder, file, parts, false).unwrap()
}

/// Returns the samples of an epoch from `skip` on, in batches of 100.
fn epoch(loader: &mut dyn DataLoader, epoch: usize, skip: usize) -> Vec<Sample> {
    loader.begin(epoch, skip).unwrap();
    let (mut all, mut batch) = (Vec::new(), Vec::new());
    while skip + all.len() < loader.len() {
        loader.fill(&mut batch, (loader.len() - skip - all.len()).min(100)).unwrap();
        all.extend_from_slice(&batch);
    }
    all
}

fn sorted(mut samples: Vec<Sample>) -> Vec<Sample> {
    samples.sort_by_key(|sample| bytemuck::bytes_of(sample).to_vec());
    samples
}

#[test]
fn a_store_has_what_memory_would_have_in_another_order_each_epoch() {
    let folder = tempfile::tempdir().unwrap();
    let file = games(folder.path(), 300);
    let memory =
        Samples::read(std::slice::from_ref(&file), choice(), &Arc::default(), &AtomicBool::new(false))
            .unwrap();
    let store = store(&folder.path().join("positions"), &file, 7);
    assert_eq!((store.training(), store.manifest().games), (memory.training.len(), 300));
    assert_eq!(store.holdout().unwrap(), memory.holdout);
    let mut loader = store.loader(5);
    let (first, second) = (epoch(&mut loader, 0, 0), epoch(&mut loader, 1, 0));
    assert!(first != second && first != memory.training);
    assert_eq!(sorted(first.clone()), sorted(memory.training.clone()));
    assert_eq!(sorted(second), sorted(memory.training.clone()));
    // An epoch continues the same way from any place, also with another reader.
    for skip in [1, 99, 100, memory.training.len() / 2, memory.training.len() - 1] {
        assert_eq!(epoch(&mut store.loader(5), 0, skip), first[skip..], "{skip}");
    }
    // Neighbors in a game are not neighbors here.
    let place = |sample: &Sample| memory.training.iter().position(|other| other == sample).unwrap();
    let near =
        first.windows(2).take(1000).filter(|pair| place(&pair[0]).abs_diff(place(&pair[1])) < 20).count();
    assert!(near < 40, "{near}");
}

#[test]
fn a_store_is_used_again_for_the_same_recipe_only() {
    let folder = tempfile::tempdir().unwrap();
    let file = games(folder.path(), 20);
    let path = folder.path().join("positions");
    assert_eq!(Store::open(&path, &serde_json::json!("a test")).unwrap(), None);
    let made = store(&path, &file, 3);
    assert_eq!(Store::open(&path, &serde_json::json!("a test")).unwrap(), Some(made.clone()));
    assert!(matches!(Store::open(&path, &serde_json::json!("another")), Err(StoreError::Other(_))));
    let part = path.join("001.positions");
    let bytes = std::fs::read(&part).unwrap();
    std::fs::write(&part, &bytes[1..]).unwrap();
    let mut loader = made.loader(1);
    let error = loader.begin(0, 0).and_then(|()| loader.fill(&mut Vec::new(), made.training())).unwrap_err();
    assert!(error.to_string().contains("001.positions"), "{error}");
}

#[test]
fn a_stopped_reading_leaves_no_store() {
    let folder = tempfile::tempdir().unwrap();
    let file = games(folder.path(), 20);
    let path = folder.path().join("positions");
    assert_eq!(create(&path, &file, 3, true), None);
    assert_eq!(Store::open(&path, &serde_json::json!("a test")).unwrap(), None);
    assert!(store(&path, &file, 3).training() > 0);
}

#[test]
fn streamed_trainings_continue_to_the_same_net() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder.path().join("positions"), &games(folder.path(), 100), 4);
    let (source, settings) = (Dataset::open(store).unwrap(), Settings { epochs: 3, ..settings() });
    let run = |state: State, stop_after: Option<usize>| trained(&settings, &source, state, stop_after);
    let whole = run(State::new(&settings, None), None);
    assert_eq!(run(run(State::new(&settings, None), Some(9)), None), whole);
}

#[test]
fn games_of_a_yardstick_are_not_learned_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("yard");
    let mut writer = Writer::create(&path).unwrap();
    let section = Section { engine: "x".into(), seed: 1, settings: serde_json::json!({ "yardstick": true }) };
    writer.begin_section(&section).unwrap();
    let error = Samples::read(&[path], choice(), &Arc::default(), &AtomicBool::new(false)).unwrap_err();
    assert!(error.to_string().contains("yardstick"), "{error}");
}
