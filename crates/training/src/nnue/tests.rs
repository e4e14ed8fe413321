//! Tests of the whole chain: gradients, learning, going on after a stop, whole numbers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use heirloom_chess::Position;
use heirloom_flagship::eval::nnue::accumulator::Accumulators;
use heirloom_flagship::eval::nnue::network::Network;

use super::checkpoint::{self, CheckpointError, Identity};
use super::gradient::{self, Scratch, Target};
use super::model::{Model, Shape};
use super::quantise;
use super::sample::Sample;
use super::samples::Samples;
use super::train::{End, Settings, State, Training, fit_scale};

const SHAPE: Shape = Shape { hidden: 32, buckets: 2 };

/// Positions of random games; the score is the difference of material.
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
    let side =
        |color| PieceType::ALL.iter().zip(values).map(|(&kind, value)| position.pieces(color, kind).count() as i16 * value).sum::<i16>();
    side(Color::White) - side(Color::Black)
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
    let plain: f64 =
        samples.iter().map(|sample| f64::from(gradient::sigmoid(model.output(sample, target.scale)) - target.points(sample)).powi(2)).sum();
    assert!((loss - plain).abs() < 1e-4 * plain, "{loss} {plain}");
    assert_eq!(gradient::loss(&model, &samples, target, &mut scratch), loss);
    let mut random = fastrand::Rng::with_seed(4);
    // Some of each part, those with the largest slopes among the columns, where most are zero.
    let [columns, bias, output, output_bias, shares] = SHAPE.parts();
    let mut steepest: Vec<usize> = columns.collect();
    steepest.sort_by(|&a, &b| found[b].abs().total_cmp(&found[a].abs()));
    let some = |range: std::ops::Range<usize>, random: &mut fastrand::Rng| (0..12).map(|_| random.usize(range.clone())).collect::<Vec<_>>();
    let chosen =
        [steepest[..30].to_vec(), some(bias, &mut random), some(output, &mut random), output_bias.chain(shares).collect()].concat();
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
    let (samples, settings) = (samples(80_000), Settings { epochs: 8, rate: 0.003, ..settings() });
    let mut training = Training::new(&settings, &samples, State::new(&settings, None));
    assert_eq!(training.run(&AtomicBool::new(false), &mut |_, _| {}), End::Done);
    let curve = &training.state.curve;
    // Few games, many positions of each: it knows those it saw by heart, and something of the others.
    assert!(curve[7].training < 0.1 * curve[0].training && curve[7].holdout < 0.6 * curve[0].holdout, "{curve:?}");
    let parts = quantise::parts(&training.state.model, settings.scale, vec!["a test".into()]).unwrap();
    let network = Arc::new(Network::from_bytes(&parts.to_bytes()).unwrap());
    // Whole numbers can be learned on from: they come back as they were.
    let again = quantise::model(&parts).unwrap();
    assert_eq!(quantise::parts(&again, settings.scale, parts.about.clone()).unwrap(), parts);
    let mut sum = 0.0;
    let positions = positions(300);
    let mut accumulators = Accumulators::new(network, 1);
    for (position, _) in &positions {
        let sign = if position.turn() == heirloom_chess::Color::White { 1 } else { -1 };
        accumulators.look(position, 0);
        let whole = accumulators.evaluate(position, 0, || 200);
        let exact = training.state.model.output(&Sample::new(position, sign * 200, 0, 1).unwrap(), settings.scale) * settings.scale;
        sum += (whole as f32 - exact).abs();
    }
    assert!(sum / (positions.len() as f32) < 20.0, "{}", sum / positions.len() as f32);
}

#[test]
fn a_stopped_training_goes_on_to_the_same_net() {
    let (samples, settings) = (samples(3000), settings());
    let run = |state: State, stop_after: Option<usize>| {
        let (stop, mut steps) = (AtomicBool::new(false), 0);
        let mut training = Training::new(&settings, &samples, state);
        training.run(&stop, &mut |_, _| {
            steps += 1;
            stop.store(Some(steps) == stop_after, Ordering::Relaxed);
        });
        training.state
    };
    let whole = run(State::new(&settings, None), None);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let identity = Identity::new(&settings, &samples);
    let half = run(State::new(&settings, None), Some(17));
    checkpoint::write(&path, &identity, &half).unwrap();
    let read = checkpoint::read(&path, &identity).unwrap();
    assert_eq!(read, half);
    assert_eq!(run(read, None), whole);
    let other = Settings { epochs: 7, ..settings.clone() };
    assert!(matches!(checkpoint::read(&path, &Identity::new(&other, &samples)), Err(CheckpointError::Settings)));
    let fewer = Samples { training: samples.training[1..].to_vec(), ..samples.clone() };
    assert!(matches!(checkpoint::read(&path, &Identity::new(&settings, &fewer)), Err(CheckpointError::Data)));
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
