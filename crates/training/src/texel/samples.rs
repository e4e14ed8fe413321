//! Compact storage for millions of labeled traces: one array for each kind of number.

use super::model::{Kind, Model, Trace};

/// The label of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Label {
    /// White's half points: 0, 1 or 2.
    pub result: Option<u8>,
    /// An engine's score in centipawns from White's point of view.
    pub score: Option<i16>,
}

/// A list of labeled traces.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    linear: Vec<u16>,
    linear_counts: Vec<i8>,
    danger: Vec<u16>,
    danger_counts: Vec<[i8; 2]>,
    ends: Vec<(usize, usize)>,
    pieces: Vec<[u8; 6]>,
    scales: Vec<u8>,
    labels: Vec<Label>,
}

/// One trace.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The linear parameters whose counts differ between the colors.
    pub linear: &'a [u16],
    /// White's count minus Black's for each of them.
    pub linear_counts: &'a [i8],
    /// The danger parameters that occur.
    pub danger: &'a [u16],
    /// White's and Black's count for each of them.
    pub danger_counts: &'a [[i8; 2]],
    /// Number of pieces of both colors, pawn to king.
    pub pieces: [u8; 6],
    /// The scale of the endgame value in 64ths.
    pub scale: u8,
}

impl Samples {
    /// Returns the number of samples.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if there are no samples.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the number of counts stored for all samples.
    pub fn nonzeros(&self) -> usize {
        self.linear.len() + self.danger.len()
    }

    /// Returns the memory used, in bytes.
    pub fn bytes(&self) -> usize {
        let of_sample = size_of::<(usize, usize)>() + 6 + 1 + size_of::<Label>();
        self.linear.len() * 3 + self.danger.len() * 4 + self.len() * of_sample
    }

    /// Adds a trace of `model`.
    pub fn push(&mut self, model: &Model, trace: &Trace, label: Label) {
        for coefficient in &trace.coefficients {
            let (white, black) = (coefficient.white, coefficient.black);
            match model.parameters[usize::from(coefficient.parameter)].kind {
                Kind::Linear if white == black => {}
                Kind::Linear => self.push_linear(coefficient.parameter, white - black),
                Kind::Danger if (white, black) == (0, 0) => {}
                Kind::Danger => {
                    self.danger.push(coefficient.parameter);
                    // No king's danger has larger counts.
                    self.danger_counts.push([white, black].map(|count| count.clamp(-128, 127) as i8));
                }
            }
        }
        self.ends.push((self.linear.len(), self.danger.len()));
        self.pieces.push(trace.pieces);
        self.scales.push(trace.scale);
        self.labels.push(label);
    }

    /// Appends all samples of another set.
    pub fn append(&mut self, other: &Samples) {
        let (linear, danger) = (self.linear.len(), self.danger.len());
        self.linear.extend_from_slice(&other.linear);
        self.linear_counts.extend_from_slice(&other.linear_counts);
        self.danger.extend_from_slice(&other.danger);
        self.danger_counts.extend_from_slice(&other.danger_counts);
        self.ends.extend(
            other.ends.iter().map(|&(of_linear, of_danger)| (linear + of_linear, danger + of_danger)),
        );
        self.pieces.extend_from_slice(&other.pieces);
        self.scales.extend_from_slice(&other.scales);
        self.labels.extend_from_slice(&other.labels);
    }

    /// Reserves memory for all samples of these sets, so that appending them does not reallocate.
    pub fn with_room_for(sets: &[Samples]) -> Samples {
        let sum = |length: fn(&Samples) -> usize| sets.iter().map(length).sum::<usize>();
        let (linear, danger, samples) =
            (sum(|set| set.linear.len()), sum(|set| set.danger.len()), sum(Samples::len));
        Samples {
            linear: Vec::with_capacity(linear),
            linear_counts: Vec::with_capacity(linear),
            danger: Vec::with_capacity(danger),
            danger_counts: Vec::with_capacity(danger),
            ends: Vec::with_capacity(samples),
            pieces: Vec::with_capacity(samples),
            scales: Vec::with_capacity(samples),
            labels: Vec::with_capacity(samples),
        }
    }

    /// Adds a count, in several parts if it does not fit into a byte.
    fn push_linear(&mut self, parameter: u16, mut count: i16) {
        while count != 0 {
            let part = count.clamp(i16::from(i8::MIN), i16::from(i8::MAX));
            self.linear.push(parameter);
            self.linear_counts.push(part as i8);
            count -= part;
        }
    }

    /// Returns the sample with this index.
    #[inline]
    pub fn get(&self, index: usize) -> Sample<'_> {
        let (linear, danger) = if index == 0 { (0, 0) } else { self.ends[index - 1] };
        let (linear_end, danger_end) = self.ends[index];
        Sample {
            linear: &self.linear[linear..linear_end],
            linear_counts: &self.linear_counts[linear..linear_end],
            danger: &self.danger[danger..danger_end],
            danger_counts: &self.danger_counts[danger..danger_end],
            pieces: self.pieces[index],
            scale: self.scales[index],
        }
    }

    /// Returns the label of the sample with this index.
    pub fn label(&self, index: usize) -> Label {
        self.labels[index]
    }

    /// Returns the number of samples in which each parameter occurs, for linear parameters with different
    /// counts for the colors.
    pub fn occurrences(&self, parameters: usize) -> Vec<u32> {
        let mut seen = vec![0; parameters];
        for &parameter in self.linear.iter().chain(&self.danger) {
            seen[usize::from(parameter)] += 1;
        }
        seen
    }
}
