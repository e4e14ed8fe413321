//! Net files: a text header, then the numbers.
//!
//! ```text
//! heirloom net 2
//! features 768x5hm
//! hidden 128
//! buckets 8
//! scale 400
//! even 61.3
//! classical 0 12 40 60 77 80 90 90
//! crc32 0123abcd
//! about trained on ...
//!
//! ```
//!
//! The line `even` states the score in centipawns at which the side to move wins half of its games. The net's
//! output is scaled so that this becomes the score that the search was tuned with; nets without the line are
//! used as they are. The line `classical` states the share of the classical evaluation that each output adds,
//! in 256ths; nets without it add none. The header ends with an empty line and is padded with zeros to a
//! multiple of 64 bytes. The numbers follow in little-endian order: columns, bias and output weights as
//! `i16`, the bias of the outputs as `i32`. The checksum covers all numbers.
//!
//! Nets that begin with `heirloom net 1` are also read; there, 1 is stored as 255 in the hidden layer and as
//! 64 among the output weights.

use super::super::features;
use super::{MAX_BUCKETS, MAX_HIDDEN, MAX_SCALE, Network, Parts, QA, QB, ShapeError, WIN_HALF_RANGE};

/// The first line.
const MAGIC: &str = "heirloom net 2";

/// The first line of nets with coarser quantization.
const COARSE_MAGIC: &str = "heirloom net 1";

/// The quantized values of 1 in such nets: in the hidden layer and among the output weights.
const COARSE_ONES: [i32; 2] = [255, 64];

/// The inputs: 768 in five states, mirrored by the side of the king.
const FEATURES: &str = "768x5hm";

/// The inputs of nets without states, which are read too: all states have the same weights.
const PLACES_ALONE: &str = "768hm";

/// The header is padded to a multiple of this, in bytes.
const ALIGNMENT: usize = 64;

/// Why a file is not a net.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetError {
    /// It does not begin like a net.
    #[error("not an Heirloom net (these begin with '{MAGIC}')")]
    NotANet,
    /// A line of the header is missing or wrong.
    #[error("its line '{0}' is missing or wrong")]
    Line(&'static str),
    /// The inputs are not supported.
    #[error("its inputs are '{0}'; this program supports '{FEATURES}'")]
    Features(String),
    /// The file does not have the length that its header implies, in bytes.
    #[error("it has {found} bytes instead of {expected}: it was truncated or extended")]
    Length {
        /// The length that the header implies.
        expected: usize,
        /// The actual length.
        found: usize,
    },
    /// The checksum of the numbers is wrong.
    #[error("its checksum is wrong; the file is damaged")]
    Damaged,
    /// The numbers do not fit together.
    #[error("it cannot be used: {0}")]
    Shape(ShapeError),
}

impl Parts {
    /// Returns the net as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut numbers = Vec::new();
        for part in [&self.feature_weights, &self.bias, &self.output] {
            numbers.extend(part.iter().flat_map(|number| number.to_le_bytes()));
        }
        numbers.extend(self.output_bias.iter().flat_map(|number| number.to_le_bytes()));
        let mut text = format!(
            "{MAGIC}\nfeatures {FEATURES}\nhidden {}\nbuckets {}\nscale {}\n",
            self.hidden, self.buckets, self.scale
        );
        if let Some(even) = self.win_half {
            text += &format!("even {}.{}\n", even / 10, even % 10);
        }
        let shares: Vec<String> = self.shares.iter().map(i32::to_string).collect();
        text += &format!("classical {}\n", shares.join(" "));
        text += &format!("crc32 {:08x}\n", crc32fast::hash(&numbers));
        for line in &self.about {
            text += &format!("about {}\n", line.replace(['\n', '\r'], " "));
        }
        text.push('\n');
        let mut bytes = text.into_bytes();
        bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
        bytes.extend(numbers);
        bytes
    }

    /// Parses the bytes of a net file. Fails if it is not a net.
    pub fn from_bytes(bytes: &[u8]) -> Result<Parts, NetError> {
        let coarse = bytes.starts_with(COARSE_MAGIC.as_bytes());
        if !coarse && !bytes.starts_with(MAGIC.as_bytes()) {
            return Err(NetError::NotANet);
        }
        let end =
            bytes.windows(2).position(|pair| pair == b"\n\n").ok_or(NetError::Line("the empty one"))? + 2;
        let text = std::str::from_utf8(&bytes[..end]).map_err(|_| NetError::NotANet)?;
        let value = |name: &'static str| {
            let mut lines = text.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            lines.next().ok_or(NetError::Line(name))
        };
        let number = |name: &'static str, most: usize| {
            let number = value(name)?.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or(NetError::Line(name))
        };
        let states = match value("features")? {
            FEATURES => features::STATES,
            PLACES_ALONE => 1,
            other => return Err(NetError::Features(other.into())),
        };
        let (hidden, buckets) = (number("hidden", MAX_HIDDEN)?, number("buckets", MAX_BUCKETS)?);
        let scale = number("scale", MAX_SCALE)?;
        let even = value("even").ok().map(|text| tenths(text).ok_or(NetError::Line("even"))).transpose()?;
        let shares = value("classical").map_or_else(
            |_| Some(vec![0; buckets]),
            |text| text.split(' ').map(|share| share.parse().ok()).collect(),
        );
        let shares =
            shares.filter(|shares: &Vec<i32>| shares.len() == buckets).ok_or(NetError::Line("classical"))?;
        let crc = u32::from_str_radix(value("crc32")?, 16).map_err(|_| NetError::Line("crc32"))?;
        let about = text.lines().filter_map(|line| line.strip_prefix("about ")).map(String::from).collect();
        let begin = end.next_multiple_of(ALIGNMENT);
        let lengths = [states * features::PLACES * hidden, hidden, 2 * hidden * buckets];
        let expected = begin + lengths.iter().sum::<usize>() * 2 + buckets * 4;
        if bytes.len() != expected {
            return Err(NetError::Length { expected, found: bytes.len() });
        }
        let numbers = &bytes[begin..];
        if crc32fast::hash(numbers) != crc {
            return Err(NetError::Damaged);
        }
        let (short, long) = numbers.split_at(numbers.len() - buckets * 4);
        let mut short = short.as_chunks::<2>().0.iter().map(|&number| i16::from_le_bytes(number));
        let [feature_weights, bias, output] =
            lengths.map(|length| short.by_ref().take(length).collect::<Vec<i16>>());
        let feature_weights =
            if states == 1 { feature_weights.repeat(features::STATES) } else { feature_weights };
        let output_bias = long.as_chunks::<4>().0.iter().map(|&number| i32::from_le_bytes(number)).collect();
        let mut parts = Parts {
            hidden,
            buckets,
            feature_weights,
            bias,
            output,
            output_bias,
            shares,
            scale,
            win_half: even,
            about,
        };
        if coarse {
            parts.refine();
        }
        Ok(parts)
    }

    /// Converts coarse numbers to the current quantization.
    fn refine(&mut self) {
        let [hidden, output] = COARSE_ONES;
        let finer = |number: i64, now: i32, then: i32| {
            (number * i64::from(now) + i64::from(then / 2)).div_euclid(i64::from(then))
        };
        let short = |numbers: &mut [i16], now: i32, then: i32| {
            for number in numbers {
                *number = finer(i64::from(*number), now, then).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            }
        };
        short(&mut self.feature_weights, QA, hidden);
        short(&mut self.bias, QA, hidden);
        short(&mut self.output, QB, output);
        for number in &mut self.output_bias {
            *number = finer(i64::from(*number), QA * QB, hidden * output)
                .clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        }
    }
}

/// Parses a number with at most one decimal, in tenths.
fn tenths(text: &str) -> Option<u32> {
    let (whole, digit) = text.split_once('.').unwrap_or((text, "0"));
    let digit = digit.parse().ok().filter(|_| digit.len() == 1)?;
    whole
        .parse::<u32>()
        .ok()?
        .checked_mul(10)?
        .checked_add(digit)
        .filter(|tenths| WIN_HALF_RANGE.contains(tenths))
}

impl Network {
    /// Creates a net from the bytes of its file. Fails if it is not a net.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetError> {
        Network::new(Parts::from_bytes(bytes)?).map_err(NetError::Shape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts() -> Parts {
        let mut random = fastrand::Rng::with_seed(3);
        let mut numbers = |count: usize| (0..count).map(|_| random.i16(-100..100)).collect();
        let (hidden, buckets) = (32, 2);
        Parts {
            hidden,
            buckets,
            feature_weights: numbers(features::COUNT * hidden),
            bias: numbers(hidden),
            output: numbers(2 * hidden * buckets),
            output_bias: vec![-70_000, 5],
            shares: vec![-3, 256],
            scale: 300,
            win_half: Some(1234),
            about: vec!["one line".into(), "another".into()],
        }
    }

    #[test]
    fn nets_survive_a_round_trip() {
        let parts = parts();
        let bytes = parts.to_bytes();
        assert_eq!(Parts::from_bytes(&bytes), Ok(parts));
        assert!(Network::from_bytes(&bytes).is_ok());
    }

    #[test]
    fn coarse_numbers_become_fine_ones() {
        let mut parts = parts();
        let read =
            Parts::from_bytes(&[COARSE_MAGIC.as_bytes(), &parts.to_bytes()[MAGIC.len()..]].concat()).unwrap();
        parts.refine();
        assert_eq!(read, parts);
        let mut one = Parts {
            feature_weights: vec![255, -255],
            output: vec![64, -127],
            output_bias: vec![-255 * 64],
            ..Parts::default()
        };
        one.refine();
        assert_eq!(
            (one.feature_weights, one.output, one.output_bias),
            (vec![512, -512], vec![256, -508], vec![-512 * 256])
        );
    }

    #[test]
    fn corrupt_bytes_do_not_panic() {
        let mut random = fastrand::Rng::with_seed(6);
        let bytes = parts().to_bytes();
        for _ in 0..500 {
            let mut bytes = bytes.clone();
            for _ in 0..random.usize(1..4) {
                let at = random.usize(..160);
                bytes[at] = random.u8(..);
            }
            let _ = Network::from_bytes(&bytes[..random.usize(..=bytes.len())]);
            let _ = Network::from_bytes(&bytes);
        }
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let bytes = parts().to_bytes();
        let read = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err();
        assert_eq!(read(b""), NetError::NotANet);
        assert_eq!(read(b"heirloom net 2\nhidden"), NetError::Line("the empty one"));
        assert_eq!(read(b"heirloom net 2\n\n"), NetError::Line("features"));
        assert!(matches!(read(&bytes[..bytes.len() - 1]), NetError::Length { .. }));
        assert!(matches!(read(&[&bytes[..], b"x"].concat()), NetError::Length { .. }));
        let mut damaged = bytes.clone();
        damaged[1000] ^= 1;
        assert_eq!(read(&damaged), NetError::Damaged);
        let text = |from: &str, to: &str| {
            let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).unwrap();
            [&bytes[..at], to.as_bytes(), &bytes[at + from.len()..]].concat()
        };
        assert_eq!(read(&text("768x5hm", "xyz")), NetError::Features("xyz".into()));
        assert_eq!(read(&text("hidden 32", "hidden 99999999999999999999")), NetError::Line("hidden"));
        assert!(matches!(read(&text("hidden 32", "hidden 64")), NetError::Length { .. }));
        for wrong in ["even 12.34", "even 0.5", "even -1", "even x", "even 99999999999"] {
            assert_eq!(read(&text("even 123.4", wrong)), NetError::Line("even"), "{wrong}");
        }
        let mut parts = parts();
        parts.output[5] = 513;
        assert_eq!(read(&parts.to_bytes()), NetError::Shape(ShapeError::OutputWeight(513)));
    }
}
