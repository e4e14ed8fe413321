//! Tests of the whole tuner on a small evaluation whose right values are known.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use heirloom_chess::{Color, PieceType, Position};

use super::center::center;
use super::checkpoint::{Checkpoint, Identity};
use super::loss::{self, Sigmoid};
use super::model::{Coefficient, Danger, Kind, Model, PHASE_TERM, Parameter, Phase, Table, Trace, Tunable};
use super::quiet;
use super::samples::{Label, Samples};
use super::score::{Gradient, Weights};
use super::selection::Selection;
use super::source::{Source, SourceOptions};
use super::train::{Dataset, Settings, State, Training};
use crate::checkpoint::{CheckpointError, TrainingEnd};

/// Material, squares, tempo, and a king's danger by the number of enemy pieces near it.
struct Small;

const MATERIAL: usize = 0;
const SQUARES: usize = 5;
const TEMPO: usize = SQUARES + 6 * 64;
const DANGER: usize = TEMPO + 1;
const NEVER: usize = DANGER + 2;

impl Tunable for Small {
    fn name(&self) -> &str {
        "small"
    }

    fn headline(&self) -> &str {
        "The numbers of a small evaluation."
    }

    fn model(&self) -> Model {
        let parameter = |term: &str, index, value, kind| Parameter {
            term: term.into(),
            index,
            value,
            kind,
            fixed: false,
        };
        let mut parameters = Vec::new();
        for (index, worth) in [100.0, 300.0, 310.0, 500.0, 900.0].into_iter().enumerate() {
            parameters.push(parameter("MATERIAL", index, [worth, worth + 10.0], Kind::Linear));
        }
        for index in 0..6 * 64 {
            let value = (index * 37 % 41) as f64 - 20.0;
            parameters.push(parameter("SQUARES", index, [value, -value / 2.0], Kind::Linear));
        }
        parameters.push(parameter("TEMPO", 0, [20.0, 10.0], Kind::Linear));
        parameters.push(parameter("DANGER", 0, [60.0, 20.0], Kind::Danger));
        parameters.push(parameter("DANGER", 1, [-40.0, -5.0], Kind::Danger));
        parameters.push(parameter("NEVER", 0, [7.0, 7.0], Kind::Linear));
        let tables = (0..6).map(|piece| Table {
            material: (piece < 5).then_some(MATERIAL + piece),
            squares: (0..64)
                .filter(|square| piece > 0 || (8..56).contains(square))
                .map(|square| SQUARES + 64 * piece + square)
                .collect(),
        });
        Model {
            parameters,
            phase: Phase { weights: [0.0, 1.0, 1.0, 2.0, 4.0, 0.0], total: 24.0 },
            danger: Danger { middlegame: 720.0, endgame: 20.0, most: [4000.0, 8000.0] },
            tables: tables.collect(),
        }
    }

    fn trace(&self, position: &Position) -> Option<Trace> {
        let mut counts = vec![[0_i16; 2]; NEVER + 1];
        let mut pieces = [0; 6];
        for color in Color::ALL {
            for piece_type in PieceType::ALL {
                for square in position.pieces(color, piece_type) {
                    pieces[piece_type.index()] += 1;
                    counts[SQUARES + 64 * piece_type.index() + square.relative_to(color).index()]
                        [color.index()] += 1;
                    if piece_type != PieceType::King {
                        counts[MATERIAL + piece_type.index()][color.index()] += 1;
                    }
                }
            }
            let king = position.king(color);
            let near =
                position.colored(!color).into_iter().filter(|square| square.distance(king) <= 3).count();
            counts[DANGER][color.index()] = near as i16;
            counts[DANGER + 1][color.index()] =
                position.colored(color).into_iter().filter(|square| square.distance(king) == 1).count()
                    as i16;
        }
        counts[TEMPO][position.turn().index()] = 1;
        let coefficients = counts.iter().enumerate().filter(|(_, counts)| **counts != [0, 0]);
        let coefficient = |(parameter, &[white, black]): (usize, &[i16; 2])| Coefficient {
            parameter: parameter as u16,
            white,
            black,
        };
        let scale = if pieces[0] == 0 { 16 } else { 64 };
        Some(Trace { coefficients: coefficients.map(coefficient).collect(), pieces, scale })
    }

    fn evaluate(&self, position: &Position) -> i32 {
        let model = self.model();
        let mut samples = Samples::default();
        let Some(trace) = self.trace(position) else { return 0 };
        samples.push(&model, &trace, Label::default());
        let white = Weights::new(&model, &model.values()).score(&samples.get(0)).score as i32;
        if position.turn() == Color::White { white } else { -white }
    }

    fn print(&self, model: &Model, about: &[String]) -> String {
        format!("{}{:?}", about.join("\n"), model.values())
    }
}

/// Returns positions of random games, with the scores of the true values as targets.
fn random_set(count: usize, seed: u64, sigmoid: Sigmoid) -> Dataset {
    let (model, mut random, mut set) = (Small.model(), fastrand::Rng::with_seed(seed), Dataset::default());
    let mut position = Position::startpos();
    while set.samples.len() < count {
        let moves = position.legal_moves();
        if moves.is_empty() || position.is_insufficient_material() || random.u32(0..150) == 0 {
            position = Position::startpos();
            continue;
        }
        position.play(moves[random.usize(..moves.len())]);
        if let Some(trace) = Small.trace(&position) {
            set.samples.push(&model, &trace, Label::default());
        }
    }
    let weights = Weights::new(&model, &model.values());
    set.targets =
        loss::scores(&set.samples, &weights).into_iter().map(|score| sigmoid.points(score)).collect();
    set
}

/// Returns the model with perturbed values.
fn disturbed(model: &Model) -> Model {
    let mut random = fastrand::Rng::with_seed(3);
    let mut values = model.values();
    let phase = values.len() - 6;
    values[..phase].iter_mut().for_each(|value| *value += random.f64() * 60.0 - 30.0);
    values[phase..].copy_from_slice(&[0.0, 1.2, 1.2, 2.1, 3.0, 0.0]);
    model.with_values(&values)
}

#[test]
fn the_gradient_is_that_of_the_score() {
    let (model, set) = (Small.model(), random_set(40, 5, Sigmoid::new(1.0)));
    let mut values = disturbed(&model).values();
    // Away from the kink where all pieces are on the board.
    values[2 * NEVER + 2 + 4] = 3.1;
    for index in 0..set.samples.len() {
        let sample = set.samples.get(index);
        let weights = Weights::new(&model, &values);
        let mut gradient = Gradient::new(model.parameters.len());
        weights.add_gradient(&sample, &weights.score(&sample), 1.0, &mut gradient);
        for (value, slope) in
            gradient.flat().enumerate().filter(|(value, slope)| *slope != 0.0 || *value >= 2 * TEMPO)
        {
            let score = |step: f64| {
                let mut values = values.clone();
                values[value] += step;
                f64::from(Weights::new(&model, &values).score(&sample).score)
            };
            // Phase weights apply to many pieces.
            let step = if value >= 2 * NEVER + 2 { 0.005 } else { 0.05 };
            let measured = (score(step) - score(-step)) / (2.0 * step);
            // Danger and phase have a kink at their limits.
            assert!(
                (measured - slope).abs() < 0.02 * slope.abs() + 0.05,
                "sample {index}, value {value}: {measured} {slope}"
            );
        }
    }
}

#[test]
fn known_values_are_found_again() {
    let sigmoid = Sigmoid::new(1.0);
    let sets = [random_set(20_000, 1, sigmoid), random_set(2_000, 2, sigmoid)];
    let truth = Small.model();
    let model = disturbed(&truth);
    let tuned =
        Selection::default().tuned(&model, &sets[0].samples.occurrences(model.parameters.len())).unwrap();
    let settings = Settings { epochs: 60, batch: 500, rate: 3.0, final_rate: 0.01, ..Settings::default() };
    let mut training = Training::new(&model, [&sets[0], &sets[1]], sigmoid, &settings, &tuned, None);
    assert_eq!(training.run(&AtomicBool::new(false), &mut |_, _| {}), TrainingEnd::Done);
    let error = |values: &[f64]| {
        let scores = [values, &truth.values()]
            .map(|values| loss::scores(&sets[1].samples, &Weights::new(&model, values)));
        scores[0].iter().zip(&scores[1]).map(|(found, wanted)| f64::from((found - wanted).abs())).sum::<f64>()
            / scores[0].len() as f64
    };
    let (before, after) = (error(&model.values()), error(&training.state.best));
    assert!(before > 40.0 && after < 4.0, "mean error {before} -> {after} centipawns");
    let found = model.with_values(&training.state.best);
    assert!(
        found
            .phase
            .weights
            .iter()
            .zip(truth.phase.weights)
            .all(|(found, truth)| (found - truth).abs() < 0.25),
        "{:?}",
        found.phase
    );
    assert!((found.parameters[TEMPO].value[0] - 20.0).abs() < 4.0, "{:?}", found.parameters[TEMPO]);
    assert!((found.parameters[DANGER].value[0] - 60.0).abs() < 6.0, "{:?}", found.parameters[DANGER]);
    assert_eq!(
        found.parameters[NEVER].value, model.parameters[NEVER].value,
        "what the data never shows stays"
    );
    // The curve has all losses, that of the initial values first.
    let curve = &training.state.curve;
    assert!(curve.len() == 61 && curve[0].holdout > 20.0 * curve[60].holdout, "{curve:?}");
}

#[test]
fn a_training_goes_on_as_if_it_had_not_been_stopped() {
    let sigmoid = Sigmoid::new(1.0);
    let sets = [random_set(3_000, 1, sigmoid), random_set(300, 2, sigmoid)];
    let model = disturbed(&Small.model());
    let tuned = vec![true; model.values().len()];
    let settings = Settings { epochs: 6, batch: 256, ..Settings::default() };
    let run = |state: Option<State>, stop_in: Option<usize>, threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut training = Training::new(&model, [&sets[0], &sets[1]], sigmoid, &settings, &tuned, state);
        let stop = AtomicBool::new(false);
        let end = pool.install(|| {
            training.run(&stop, &mut |_, state| {
                if stop_in.is_some_and(|epoch| state.curve.len() > epoch) {
                    stop.store(true, std::sync::atomic::Ordering::Relaxed);
                }
            })
        });
        (end, training.state.clone())
    };
    let (end, whole) = run(None, None, 2);
    assert_eq!(end, TrainingEnd::Done);
    let (end, part) = run(None, Some(3), 1);
    assert_eq!((end, part.curve.len()), (TrainingEnd::Stopped, 4));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint.json");
    let identity = Identity::new("small", &model, [&sets[0].samples, &sets[1].samples], "files".into());
    let checkpoint = Checkpoint {
        identity: identity.clone(),
        settings: settings.clone(),
        k: 1.0,
        score_k: 1.0,
        finished: false,
        state: part,
    };
    checkpoint.write(&path).unwrap();
    let read = Checkpoint::read(&path).unwrap();
    read.check(&identity).unwrap();
    assert_eq!(run(Some(read.state.clone()), None, 2).1, whole);
    let other = Identity::new("small", &Small.model(), [&sets[0].samples, &sets[1].samples], "files".into());
    assert!(matches!(read.check(&other), Err(CheckpointError::Evaluation)));
    let other = Identity::new("small", &model, [&sets[1].samples, &sets[0].samples], "files".into());
    assert!(matches!(read.check(&other), Err(CheckpointError::Other("data or terms"))));
    std::fs::write(&path, b"{").unwrap();
    assert!(matches!(Checkpoint::read(&path), Err(CheckpointError::Format(_))));
}

#[test]
fn training_ends_when_the_holdout_gets_no_better() {
    let sigmoid = Sigmoid::new(1.0);
    let mut sets = [random_set(500, 1, sigmoid), random_set(500, 2, sigmoid)];
    // Nothing learned from noise helps with other noise.
    let mut random = fastrand::Rng::with_seed(1);
    sets.iter_mut().flat_map(|set| &mut set.targets).for_each(|target| *target = f32::from(random.bool()));
    let model = Small.model();
    let tuned = vec![true; model.values().len()];
    let settings = Settings { epochs: 500, patience: 3, batch: 100, ..Settings::default() };
    let mut training = Training::new(&model, [&sets[0], &sets[1]], sigmoid, &settings, &tuned, None);
    assert_eq!(training.run(&AtomicBool::new(false), &mut |_, _| {}), TrainingEnd::Patience);
    let state = &training.state;
    assert_eq!(state.curve.len() - 1, state.best_epoch + 3);
    assert_eq!(state.curve[state.best_epoch].holdout, state.best_loss);
    let settings = Settings { rate: f64::INFINITY, ..settings };
    let mut training = Training::new(&model, [&sets[0], &sets[1]], sigmoid, &settings, &tuned, None);
    assert_eq!(training.run(&AtomicBool::new(false), &mut |_, _| {}), TrainingEnd::Diverged);
    assert_eq!(training.state.values, model.values());
}

#[test]
fn the_pull_keeps_values_near_their_start() {
    let sigmoid = Sigmoid::new(1.0);
    let sets = [random_set(2_000, 1, sigmoid), Dataset::default()];
    let model = disturbed(&Small.model());
    let moved = |pull: f64| {
        let settings = Settings { epochs: 20, batch: 200, pull, ..Settings::default() };
        let tuned = vec![true; model.values().len()];
        let mut training = Training::new(&model, [&sets[0], &sets[1]], sigmoid, &settings, &tuned, None);
        training.run(&AtomicBool::new(false), &mut |_, _| {});
        training
            .state
            .best
            .iter()
            .zip(model.values())
            .map(|(value, start)| (value - start).powi(2))
            .sum::<f64>()
    };
    let (free, pulled) = (moved(0.0), moved(1.0));
    assert!(pulled < free / 10.0, "{pulled} {free}");
}

#[test]
fn centering_moves_means_into_material_and_no_score() {
    let (before, set) = (Small.model(), random_set(500, 9, Sigmoid::new(1.0)));
    let mut values = before.values();
    (2 * SQUARES..2 * TEMPO).for_each(|value| values[value] += 33.0);
    // A king's table has no material to move into; each color has one king.
    let moved = before.with_values(&values);
    let mut centered = moved.clone();
    center(&mut centered, &before, &vec![true; values.len()]);
    let scores =
        [&moved, &centered].map(|model| loss::scores(&set.samples, &Weights::new(model, &model.values())));
    for (moved, centered) in scores[0].iter().zip(&scores[1]) {
        assert!((moved - centered).abs() < 0.1, "{moved} {centered}");
    }
    for table in &centered.tables {
        let mean = table.squares.iter().map(|&square| centered.parameters[square].value[0]).sum::<f64>()
            / table.squares.len() as f64;
        assert!(mean.abs() <= 0.5, "{mean}");
    }
    assert!(centered.parameters[MATERIAL + 1].value[0] > moved.parameters[MATERIAL + 1].value[0] + 20.0);
    let mut untouched = before.clone();
    center(&mut untouched, &before, &vec![true; values.len()]);
    assert!(untouched == before, "what training left alone stays");
    let mut without_material = moved.clone();
    center(&mut without_material, &before, &[vec![false; 2 * SQUARES], vec![true; values.len()]].concat());
    let of_pieces = ..SQUARES + 5 * 64;
    assert!(
        without_material.parameters[of_pieces] == moved.parameters[of_pieces],
        "tables move only with their material"
    );
}

#[test]
fn terms_are_chosen_by_name() {
    let model = Small.model();
    let seen: Vec<u32> = (0..model.parameters.len() as u32)
        .map(|parameter| if parameter as usize == NEVER { 0 } else { 100 })
        .collect();
    let count = |only: &[&str], fix: &[&str], least| {
        let names = |list: &[&str]| list.iter().map(|name| name.to_string()).collect();
        let selection = Selection { only: names(only), fix: names(fix), least };
        selection.tuned(&model, &seen).map(|tuned| tuned.into_iter().filter(|tuned| *tuned).count())
    };
    let all = 2 * NEVER + 4;
    assert_eq!(count(&[], &[], 0), Ok(all));
    assert_eq!(count(&["tempo"], &[], 0), Ok(2));
    assert_eq!(count(&["dan*", "Tempo"], &[], 0), Ok(6));
    assert_eq!(count(&[], &["SQUARES", PHASE_TERM], 0), Ok(all - 2 * 384 - 4));
    assert_eq!(count(&["*"], &["phase"], 101), Ok(0));
    let message = count(&["TEMPI"], &[], 0).unwrap_err().to_string();
    assert!(message.contains("TEMPO"), "{message}");
}

#[test]
fn captures_are_followed_to_a_quiet_position() {
    let leaf = |fen: &str| {
        quiet::leaf(&Small, &Position::from_fen(fen).unwrap())
            .map(|leaf| leaf.fen().split(' ').next().unwrap().to_string())
    };
    // The queen is hanging; using it to take the protected pawn does not pay.
    assert_eq!(leaf("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").as_deref(), Some("4k3/8/8/3P4/8/8/8/4K3"));
    assert_eq!(leaf("4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1").as_deref(), Some("4k3/2p5/3p4/8/8/3Q4/8/4K3"));
    // Mate by a promotion ends in a position that no static evaluation covers.
    assert_eq!(leaf("7k/P7/6K1/8/8/8/8/8 w - - 0 1"), None);
}

#[test]
fn files_become_samples_and_games_are_held_back_whole() {
    let folder = tempfile::tempdir().unwrap();
    let lines = folder.path().join("positions.epd");
    let text = "# comment\n4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"1-0\";\n\nbroken\n\
                4k3/8/8/8/8/8/4P3/4K3 w - - 0 9 [0.5] 40\n\
                4k3/8/8/8/8/8/4r3/4K3 w - - c9 \"0-1\";\n";
    std::fs::write(&lines, text).unwrap();
    let games = folder.path().join("games.pgn");
    let mut random = fastrand::Rng::with_seed(4);
    let mut pgn = String::new();
    for _ in 0..200 {
        let mut line = heirloom_chess::Line::default();
        for _ in 0..20 {
            let Some(&mv) = random.choice(line.position().legal_moves().iter()) else { break };
            let _ = line.push(mv);
        }
        let mut game = heirloom_chess::game::Game::from_line(&line);
        game.set_result(heirloom_chess::game::GameResult::Draw);
        pgn.push_str(&pgn::to_string(&game));
        pgn.push('\n');
    }
    std::fs::write(&games, pgn).unwrap();
    use heirloom_chess::notation::pgn;
    let (model, stop, bytes) = (Small.model(), AtomicBool::new(false), Arc::new(AtomicU64::new(0)));
    let mut reading = SourceOptions { holdout: 0.0, ..SourceOptions::default() };
    reading.choice.skip_plies = 4;
    let mut source = Source::new(&Small, &model, &reading);
    source.read(&lines, bytes.clone(), &stop).unwrap();
    assert!(
        source
            .read(&folder.path().join("missing"), bytes.clone(), &stop)
            .unwrap_err()
            .to_string()
            .contains("missing")
    );
    let (sets, counts) = source.finish();
    assert_eq!((counts.read, counts.bad, counts.unfit, counts.duplicates, counts.training), (4, 1, 1, 1, 1));
    assert!(counts.first_bad.as_ref().unwrap().contains("positions.epd, line 4: not a FEN"), "{counts:?}");
    assert_eq!(sets[0].label(0), Label { result: Some(2), score: None });
    assert_eq!(counts.difference, 0);

    reading.holdout = 0.25;
    let mut source = Source::new(&Small, &model, &reading);
    source.read(&games, bytes.clone(), &stop).unwrap();
    let (sets, counts) = source.finish();
    assert_eq!([counts.training, counts.holdout], sets.map(|set| set.len() as u64));
    assert_eq!((counts.read, counts.bad), (200, 0));
    let total = counts.training + counts.holdout;
    assert!(total > 1_500 && (total / 6..total / 3).contains(&counts.holdout), "{counts:?}");
    assert_eq!(
        bytes.load(std::sync::atomic::Ordering::Relaxed),
        [&lines, &games].map(|path| path.metadata().unwrap().len()).iter().sum::<u64>()
    );
    let reading = SourceOptions { quiet: true, limit: 100, ..reading };
    let mut source = Source::new(&Small, &model, &reading);
    source.read(&games, bytes, &stop).unwrap();
    assert!(source.counts.training + source.counts.holdout >= 100);
}
