//! The mean of several nets that were trained from a common one ("model soups", Wortsman et al. 2022).

use super::model::Model;
use super::trained_net::TrainedNet;

/// Why nets cannot be averaged.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum AverageError {
    /// There are no nets.
    #[error("no nets")]
    None,
    /// The net at this index has a different number of neurons or outputs from the first.
    #[error(
        "it differs from the first net in neurons or outputs; \
         only nets trained from a common one can be averaged"
    )]
    Shape(usize),
    /// The net at this index has a different scale, so their centipawns differ; both scales follow.
    #[error(
        "its scale is {}, but that of the first net is {}; train both with the same --scale", .1[1], .1[0]
    )]
    Scale(usize, [f32; 2]),
}

impl AverageError {
    /// Returns the index of the net at fault.
    pub fn place(self) -> usize {
        match self {
            AverageError::None => 0,
            AverageError::Shape(place) | AverageError::Scale(place, _) => place,
        }
    }
}

/// Returns the mean of all weights. Fails if the nets do not match.
pub fn average(nets: &[TrainedNet]) -> Result<Model, AverageError> {
    let first = nets.first().ok_or(AverageError::None)?;
    let mut sums = vec![0.0_f64; first.model.values.len()];
    for (place, net) in nets.iter().enumerate() {
        if net.model.shape != first.model.shape {
            return Err(AverageError::Shape(place));
        }
        if net.scale != first.scale {
            return Err(AverageError::Scale(place, [first.scale, net.scale]));
        }
        sums.iter_mut().zip(&net.model.values).for_each(|(sum, &value)| *sum += f64::from(value));
    }
    let count = nets.len() as f64;
    Ok(Model { shape: first.model.shape, values: sums.into_iter().map(|sum| (sum / count) as f32).collect() })
}

/// Returns the mean of the even-chance scores that the nets specify, in tenths of a centipawn; none unless
/// all nets specify one.
pub fn win_half(nets: &[TrainedNet]) -> Option<u32> {
    let evens = nets.iter().map(|net| net.win_half).collect::<Option<Vec<u32>>>()?;
    let count = evens.len() as u32;
    (count > 0).then(|| (evens.iter().sum::<u32>() + count / 2) / count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::model::Shape;

    fn net(hidden: usize, value: f32, scale: f32) -> TrainedNet {
        let shape = Shape::new(hidden, 2).unwrap();
        let mut model = Model::random(shape, 1);
        model.values.fill(value);
        TrainedNet { model, scale, win_half: None, checksum: 0, about: Vec::new() }
    }

    #[test]
    fn each_weight_is_the_mean() {
        let mean = average(&[net(32, 0.5, 129.0), net(32, -0.25, 129.0), net(32, 0.5, 129.0)]).unwrap();
        assert!(mean.values.iter().all(|&value| value == 0.25));
        let stating = |win_half| TrainedNet { win_half, ..net(32, 0.0, 129.0) };
        assert_eq!(win_half(&[stating(Some(600)), stating(Some(605))]), Some(603));
        assert_eq!((win_half(&[stating(Some(600)), stating(None)]), win_half(&[])), (None, None));
    }

    #[test]
    fn nets_that_do_not_fit_are_named() {
        assert_eq!(average(&[]), Err(AverageError::None));
        let error = average(&[net(32, 0.5, 129.0), net(64, 0.5, 129.0)]).unwrap_err();
        assert_eq!((error, error.place()), (AverageError::Shape(1), 1));
        let error = average(&[net(32, 0.5, 129.0), net(32, 0.5, 129.0), net(32, 0.5, 200.0)]).unwrap_err();
        assert_eq!(error.place(), 2);
        assert!(error.to_string().contains("200"), "{error}");
    }
}
