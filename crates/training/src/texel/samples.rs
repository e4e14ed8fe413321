//! Millions of labelled traces in little memory: one array for each kind of number.

use super::model::{Kind, Model, Trace};

/// What is known of how a position ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Label {
    /// Half points that White got: 0, 1 or 2.
    pub result: Option<u8>,
    /// What an engine thought, in centipawns from White's view.
    pub score: Option<i16>,
}

/// Labelled traces, one after the other.
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

/// One labelled trace.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The linear parameters whose counts differ between the colors.
    pub linear: &'a [u16],
    /// White's count less Black's, for each of them.
    pub linear_counts: &'a [i8],
    /// The danger parameters that occur.
    pub danger: &'a [u16],
    /// White's and Black's count, for each of them.
    pub danger_counts: &'a [[i8; 2]],
    /// Pieces of both colors, pawn to king.
    pub pieces: [u8; 6],
    /// 64ths of the endgame value that count.
    pub scale: u8,
}

impl Samples {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Counts that are stored, of all samples together.
    pub fn nonzeros(&self) -> usize {
        self.linear.len() + self.danger.len()
    }

    /// Memory in bytes.
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
                    // No king has more than that around it.
                    self.danger_counts.push([white, black].map(|count| count.clamp(-128, 127) as i8));
                }
            }
        }
        self.ends.push((self.linear.len(), self.danger.len()));
        self.pieces.push(trace.pieces);
        self.scales.push(trace.scale);
        self.labels.push(label);
    }

    /// Adds all samples of another set.
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

    /// Memory for all samples of these sets at once, so that appending them moves nothing.
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

    /// A count that does not fit into a byte is stored in parts.
    fn push_linear(&mut self, parameter: u16, mut count: i16) {
        while count != 0 {
            let part = count.clamp(i16::from(i8::MIN), i16::from(i8::MAX));
            self.linear.push(parameter);
            self.linear_counts.push(part as i8);
            count -= part;
        }
    }

    /// The sample with this number.
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

    /// The label of the sample with this number.
    pub fn label(&self, index: usize) -> Label {
        self.labels[index]
    }

    /// In how many samples each parameter occurs with different counts for the colors (or at all, for the danger of a king).
    pub fn occurrences(&self, parameters: usize) -> Vec<u32> {
        let mut seen = vec![0; parameters];
        for &parameter in self.linear.iter().chain(&self.danger) {
            seen[usize::from(parameter)] += 1;
        }
        seen
    }
}
