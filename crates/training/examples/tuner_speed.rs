//! The speed of the tuner: positions per second and core for gradients over samples with about a hundred
//! counts.
//!
//! `cargo run --release -p heirloom-training --example tuner_speed`

use std::io::Write;
use web_time::Instant;

use heirloom_training::texel::loss::{Sigmoid, gradient, mean};
use heirloom_training::texel::model::{Coefficient, Danger, Kind, Model, Parameter, Phase, Trace};
use heirloom_training::texel::samples::{Label, Samples};
use heirloom_training::texel::score::Weights;
use heirloom_training::texel::train::shuffle;

const PARAMETERS: usize = 1000;
const SAMPLES: usize = 200_000;
const BATCH: usize = 16_384;

fn main() -> std::io::Result<()> {
    let mut random = fastrand::Rng::with_seed(1);
    let parameters = (0..PARAMETERS).map(|index| Parameter {
        term: "TERM".into(),
        index,
        value: [random.f64() * 20.0 - 10.0, random.f64() * 20.0 - 10.0],
        kind: if index < 950 { Kind::Linear } else { Kind::Danger },
        fixed: false,
    });
    let model = Model {
        parameters: parameters.collect(),
        phase: Phase { weights: [0.0, 1.0, 1.0, 2.0, 4.0, 0.0], total: 24.0 },
        danger: Danger { middlegame: 720.0, endgame: 20.0, most: [4000.0, 8000.0] },
        tables: Vec::new(),
    };
    let mut samples = Samples::default();
    for _ in 0..SAMPLES {
        let linear = (0..85).map(|_| (random.u16(..950), random.i16(1..3)));
        let mut coefficients: Vec<Coefficient> =
            linear.map(|(parameter, white)| Coefficient { parameter, white, black: 0 }).collect();
        coefficients.extend((0..15).map(|_| Coefficient {
            parameter: random.u16(950..1000),
            white: 1,
            black: random.i16(0..3),
        }));
        coefficients.sort_by_key(|coefficient| coefficient.parameter);
        samples.push(
            &model,
            &Trace { coefficients, pieces: [10, 3, 3, 3, 1, 2], scale: 64 },
            Label::default(),
        );
    }
    let targets: Vec<f32> = (0..SAMPLES).map(|_| random.f32()).collect();
    let mut order: Vec<u32> = (0..SAMPLES as u32).collect();
    shuffle(&mut order, 1);
    let (weights, sigmoid) = (Weights::new(&model, &model.values()), Sigmoid::new(1.0));
    let mut out = std::io::stdout();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(std::io::Error::other)?;
    pool.install(|| {
        let best = |work: &mut dyn FnMut()| {
            let times = (0..9).map(|_| {
                let start = Instant::now();
                work();
                start.elapsed().as_secs_f64()
            });
            SAMPLES as f64 / times.fold(f64::INFINITY, f64::min) / 1e6
        };
        let speed = best(&mut || {
            for batch in order.chunks(BATCH) {
                gradient(&samples, &targets, batch, &weights, sigmoid, PARAMETERS);
            }
        });
        writeln!(
            out,
            "gradient  {speed:.2} million positions/s on one core, {} counts each",
            samples.nonzeros() / SAMPLES
        )?;
        let speed = best(&mut || _ = mean(&samples, &targets, &weights, sigmoid));
        writeln!(out, "loss      {speed:.2} million positions/s")
    })
}
