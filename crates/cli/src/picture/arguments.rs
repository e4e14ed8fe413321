//! The arguments of `heirloom picture` and their values.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use heirloom_chess::Square;
use heirloom_picture::{Look, MAX_SIZE, MIN_SIZE, MarkColor, Marks, PieceSet, Theme};

use crate::thinking::read_time;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom picture 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3' --output italian.png
  heirloom picture e4 e5 Nf3 --arrow f3e5:red --mark e5 --theme green > board.svg
  heirloom picture --output 'board-{}.png' < positions.fen                  one picture per line
  heirloom picture --game games.pgn --number 2 --ply 44 --output queen.svg  with its arrows
  heirloom picture --game games.pgn --number 2 --film --output game.gif     animated GIF or SVG

The pieces and everything else in a picture are in the public domain, except the figurine set: its shapes are
those of Noto Sans Symbols 2 (SIL Open Font License). See docs/pictures.md for examples.")]
pub struct Arguments {
    /// The position: [startpos | FEN] [moves] e4 c5 ...; - or nothing to read one per line from standard
    /// input
    #[arg(conflicts_with = "game")]
    pub position: Vec<String>,
    /// Draw a game of this PGN file; - for standard input
    #[arg(long, value_name = "FILE")]
    pub game: Option<PathBuf>,
    /// Number of the game in the file
    #[arg(long, value_name = "N", default_value_t = 1, requires = "game",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub number: u64,
    /// Draw the position after N plies, 0 for the start [default: the last position]
    #[arg(long, value_name = "N", requires = "game", conflicts_with = "film")]
    pub ply: Option<usize>,
    /// Animate the game from the first position to the last
    #[arg(long)]
    pub film: bool,
    /// Time per position in an animation: 500ms, 2s, or a number of milliseconds from 20 to 655000 [default:
    /// 1s]
    #[arg(long, value_name = "TIME", requires = "film", value_parser = read_time)]
    pub delay: Option<Duration>,
    /// Extra time for the last position [default: 3s]
    #[arg(long, value_name = "TIME", requires = "film", value_parser = read_time)]
    pub hold: Option<Duration>,
    /// Play the animation only once
    #[arg(long, requires = "film")]
    pub once: bool,
    /// Draw an arrow, such as e2e4 or e2e4:red (green, red, yellow, blue); may be repeated
    #[arg(long = "arrow", value_name = "SQUARES", conflicts_with = "film")]
    arrows: Vec<Arrow>,
    /// Draw a circle, such as e4 or e4:red; may be repeated
    #[arg(long = "mark", value_name = "SQUARE", conflicts_with = "film")]
    circles: Vec<Circle>,
    /// Show the board from Black's side
    #[arg(long)]
    flip: bool,
    /// Width and height in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 400,
        value_parser = clap::value_parser!(u32).range(i64::from(MIN_SIZE)..=i64::from(MAX_SIZE)))]
    size: u32,
    /// Color theme: wood, green, blue, slate, paper, walnut, sea, rose, lilac or olive
    #[arg(long, default_value_t)]
    theme: Theme,
    /// Set of pieces: classic, flat, minimal, figurine or letters
    #[arg(long, value_name = "SET", default_value_t)]
    pieces: PieceSet,
    /// Draw no coordinates around the board
    #[arg(long)]
    no_coordinates: bool,
    /// Output file; its extension (.svg, .png, .gif) selects the format, and {} in the name becomes the
    /// number of the picture
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Output format [default: from the file name, SVG for standard output]
    #[arg(long, value_enum)]
    format: Option<Format>,
}

/// The format of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Vector graphics
    Svg,
    /// Bitmap
    Png,
    /// Animated bitmap
    Gif,
}

#[derive(Clone, Copy, Debug)]
struct Arrow(Square, Square, MarkColor);

#[derive(Clone, Copy, Debug)]
struct Circle(Square, MarkColor);

impl FromStr for Arrow {
    type Err = String;

    fn from_str(text: &str) -> Result<Arrow, String> {
        let (squares, paint) = painted(text)?;
        let ends =
            squares.split_at_checked(2).and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
        let (from, to) =
            ends.ok_or("expected two squares and an optional color, such as e2e4 or e2e4:red")?;
        Ok(Arrow(from, to, paint))
    }
}

impl FromStr for Circle {
    type Err = String;

    fn from_str(text: &str) -> Result<Circle, String> {
        let (square, paint) = painted(text)?;
        let square =
            square.parse().map_err(|_| "expected a square and an optional color, such as e4 or e4:red")?;
        Ok(Circle(square, paint))
    }
}

/// Splits text at the colon before its color.
fn painted(text: &str) -> Result<(&str, MarkColor), String> {
    match text.split_once(':') {
        None => Ok((text, MarkColor::default())),
        Some((text, paint)) => Ok((text, paint.parse()?)),
    }
}

impl Arguments {
    /// Returns the look of all pictures.
    pub fn look(&self) -> Look {
        Look {
            size: self.size,
            flipped: self.flip,
            coordinates: !self.no_coordinates,
            theme: self.theme,
            pieces: self.pieces,
        }
    }

    /// Returns the arrows and circles given as arguments.
    pub fn marks(&self) -> Marks {
        let arrows = self.arrows.iter().map(|&Arrow(from, to, paint)| (from, to, paint)).collect();
        Marks { arrows, circles: self.circles.iter().map(|&Circle(square, paint)| (square, paint)).collect() }
    }

    /// Returns the output file; none for standard output.
    pub fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new("-"))
    }

    /// Returns the given format, or that of the file extension. Fails on unknown extensions, and on formats
    /// that cannot be animated or must be.
    pub fn format(&self) -> Result<Format> {
        let format = match (self.format, self.file()) {
            (Some(format), _) => format,
            (None, None) => Format::Svg,
            (None, Some(path)) => {
                let extension = path.extension().and_then(|extension| extension.to_str());
                let Ok(format) = Format::from_str(extension.unwrap_or_default(), true) else {
                    bail!(
                        "{}: unknown file extension; expected .svg, .png or .gif, or use --format",
                        path.display()
                    )
                };
                format
            }
        };
        match (self.film, format) {
            (false, Format::Gif) => bail!("GIF needs --film; use svg or png for a single position"),
            (true, Format::Png) => bail!("PNG cannot be animated; use gif or svg with --film"),
            _ => Ok(format),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alone;

    fn parse(line: &str) -> Result<Arguments> {
        Ok(alone::parse_line(line)?)
    }

    /// Returns the format or else the error.
    fn format(line: &str) -> String {
        match parse(line).and_then(|arguments| arguments.format()) {
            Ok(format) => format!("{format:?}"),
            Err(error) => format!("{error:#}"),
        }
    }

    #[test]
    fn marks_have_squares_and_colors() {
        let marks = parse("e4 --arrow e2e4 --arrow g8f6:Red --mark d5:blue").unwrap().marks();
        assert_eq!(
            marks.arrows,
            [(Square::E2, Square::E4, MarkColor::Green), (Square::G8, Square::F6, MarkColor::Red)]
        );
        assert_eq!(marks.circles, [(Square::D5, MarkColor::Blue)]);
        for (line, message) in [
            ("--arrow e2", "expected two squares and an optional color"),
            ("--arrow e2é4", "expected two squares"),
            ("--mark e9", "expected a square and an optional color"),
            ("--mark e4:pink", "expected one of green, red, yellow, blue"),
        ] {
            assert!(format(line).contains(message), "{line}: {}", format(line));
        }
    }

    #[test]
    fn formats_come_from_words_or_endings() {
        for (line, expected) in [
            ("", "Svg"),
            ("-o a.PNG", "Png"),
            ("-o - --film", "Svg"),
            ("-o a.gif --film", "Gif"),
            ("--format png", "Png"),
            ("-o a.jpg", "a.jpg: unknown file extension; expected .svg, .png or .gif, or use --format"),
            ("-o a.gif", "GIF needs --film; use svg or png for a single position"),
            ("-o a.png --film", "PNG cannot be animated; use gif or svg with --film"),
        ] {
            assert_eq!(format(line), expected, "{line}");
        }
        for line in [
            "--size 63",
            "--size 4097",
            "--theme pink",
            "--ply 1",
            "--delay 1s",
            "--game a.pgn e4",
            "--film --mark e4",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
