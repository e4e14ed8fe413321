//! The arguments that select games.

use std::ops::RangeInclusive;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use heirloom_chess::Color;
use heirloom_chess::game::GameResult;
use heirloom_games::criteria::parse_eco;
use heirloom_games::{Criteria, Criterion, Date, Material, Pattern, RatedPlayers, Target, Termination};

use crate::named::{Named, named};

#[derive(Args)]
#[command(next_help_heading = "Criteria")]
pub struct CriteriaArguments {
    /// Player, with either color; given twice, two players against each other
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// White player
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// Black player
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// Event
    #[arg(long, value_name = "TEXT")]
    event: Option<String>,
    /// Site
    #[arg(long, value_name = "TEXT")]
    site: Option<String>,
    /// Time control, as in the tag: 180+2
    #[arg(long, value_name = "TEXT")]
    time_control: Option<String>,
    /// Termination, as in the tag: time forfeit
    #[arg(long, value_name = "TEXT")]
    termination: Option<String>,
    /// Text in any other tag; may be repeated
    #[arg(long, value_name = "NAME=TEXT", value_parser = tag)]
    tag: Vec<(String, String)>,
    /// Minimum rating of both players
    #[arg(long, value_name = "ELO")]
    min_elo: Option<u32>,
    /// Maximum rating of both players
    #[arg(long, value_name = "ELO")]
    max_elo: Option<u32>,
    /// Apply the rating limits to either player instead of both
    #[arg(long)]
    either: bool,
    /// Played on or after this date: 1972, 1972.07 or 1972.07.11; unknown parts of a game's date match
    #[arg(long, value_name = "DATE")]
    since: Option<Date>,
    /// Played on or before this date
    #[arg(long, value_name = "DATE")]
    until: Option<Date>,
    /// Results, separated by commas: 1-0, 0-1, 1/2-1/2 (or draw), *
    #[arg(long, value_name = "RESULTS", value_delimiter = ',', value_parser = result)]
    result: Vec<GameResult>,
    /// ECO codes, separated by commas: B90, B20-B99, C; from the moves if the tag is missing
    #[arg(long, value_name = "CODES", value_delimiter = ',', value_parser = parse_eco)]
    eco: Vec<(String, String)>,
    /// Opening name; from the moves if the tag is missing
    #[arg(long, value_name = "TEXT")]
    opening: Option<String>,
    /// Variant: standard chess or Chess960
    #[arg(long, value_enum)]
    variant: Option<Variant>,
    /// Number of plies: 40, 40.., ..80 or 40..80
    #[arg(long, value_name = "RANGE", value_parser = range)]
    plies: Option<RangeInclusive<usize>>,
    /// Position reached in the game, as a FEN; the board alone, or the board and the side to move, is enough
    #[arg(long, value_name = "FEN")]
    fen: Option<Target>,
    /// Position after these moves, in any move order: 'e4 c5 Nf3'
    #[arg(long, value_name = "MOVES", value_parser = Target::by_moves)]
    moves: Option<Target>,
    /// Board pattern with wildcards, as in pgn-extract's --fenpattern
    #[arg(long)]
    pattern: Option<Pattern>,
    /// Material of both sides: KRPKR, KRP*KRP*
    #[arg(long)]
    material: Option<Material>,
    /// The material must remain for N positions in a row, so that an unfinished exchange does not match
    #[arg(long, value_name = "N", default_value_t = 2)]
    material_plies: usize,
    /// How the game ends on the board, separated by commas
    #[arg(long, value_name = "ENDS", value_delimiter = ',', value_parser = named(ENDS))]
    ends: Vec<Termination>,
    /// Select the games that do not match
    #[arg(short = 'v', long)]
    invert: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Variant {
    Standard,
    Chess960,
}

const ENDS: &Named<Termination> = &[
    ("checkmate", "", Termination::Checkmate),
    ("stalemate", "", Termination::Stalemate),
    ("repetition", "Threefold repetition", Termination::Repetition),
    ("fifty-moves", "Fifty-move rule", Termination::FiftyMoves),
    ("material", "Insufficient mating material", Termination::Material),
];

impl CriteriaArguments {
    /// Returns the criteria, cheap ones about tags first. Fails on more than two players and on empty ranges.
    pub fn criteria(&self) -> Result<Criteria> {
        let mut all = Vec::new();
        match &self.player[..] {
            [] => {}
            [one] => all.push(Criterion::player(one, None)),
            [one, other] => all.push(Criterion::players(one, other)),
            more => bail!("a game has only two players, but {} are given", more.len()),
        }
        for (name, side) in [(&self.white, Color::White), (&self.black, Color::Black)] {
            all.extend(name.as_ref().map(|name| Criterion::player(name, Some(side))));
        }
        let named = [
            ("Event", &self.event),
            ("Site", &self.site),
            ("TimeControl", &self.time_control),
            ("Termination", &self.termination),
        ];
        all.extend(named.into_iter().filter_map(|(tag, text)| Some(Criterion::tag(tag, text.as_ref()?))));
        all.extend(self.tag.iter().map(|(tag, text)| Criterion::tag(tag, text)));
        if self.min_elo.is_some() || self.max_elo.is_some() {
            let range = self.min_elo.unwrap_or(0)..=self.max_elo.unwrap_or(u32::MAX);
            if range.is_empty() {
                bail!("the minimum rating {} is above the maximum {}", range.start(), range.end());
            }
            all.push(Criterion::Elo(
                range,
                if self.either { RatedPlayers::Either } else { RatedPlayers::Both },
            ));
        } else if self.either {
            bail!("--either needs --min-elo or --max-elo");
        }
        all.extend(self.since.map(Criterion::Since));
        all.extend(self.until.map(Criterion::Until));
        if !self.result.is_empty() {
            all.push(Criterion::Results(self.result.clone()));
        }
        all.extend(self.plies.clone().map(Criterion::Plies));
        all.extend(self.variant.map(|variant| Criterion::Chess960(matches!(variant, Variant::Chess960))));
        if !self.eco.is_empty() {
            all.push(Criterion::Eco(self.eco.clone()));
        }
        all.extend(self.opening.as_deref().map(Criterion::opening));
        all.extend([&self.fen, &self.moves].into_iter().flatten().cloned().map(Criterion::Reaches));
        all.extend(self.pattern.clone().map(Criterion::Pattern));
        all.extend(self.material.clone().map(|material| Criterion::Material(material, self.material_plies)));
        if !self.ends.is_empty() {
            all.push(Criterion::Ends(self.ends.clone()));
        }
        if self.invert && all.is_empty() {
            bail!("--invert without a criterion selects no games");
        }
        Ok(Criteria { all, inverted: self.invert })
    }
}

fn tag(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.into(), value.into())),
        _ => Err("expected TAG=TEXT, such as Annotator=stohl".into()),
    }
}

fn result(text: &str) -> Result<GameResult, String> {
    if text.eq_ignore_ascii_case("draw") {
        return Ok(GameResult::Draw);
    }
    GameResult::from_pgn(text.as_bytes()).ok_or_else(|| "expected 1-0, 0-1, 1/2-1/2, draw or *".into())
}

/// Reads an inclusive range: `40`, `40..`, `..80` or `40..80`.
pub fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let wrong = || format!("\"{text}\" is not a range; expected 40, 40.., ..80 or 40..80");
    let number = |text: &str, missing: usize| {
        if text.is_empty() { Ok(missing) } else { text.parse().map_err(|_| wrong()) }
    };
    let range = match text.split_once("..") {
        Some((first, last)) => number(first, 0)?..=number(last.trim_start_matches('='), usize::MAX)?,
        None => text.parse().map(|only| only..=only).map_err(|_| wrong())?,
    };
    if range.is_empty() { Err(wrong()) } else { Ok(range) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        assert_eq!(range("40"), Ok(40..=40));
        assert_eq!(range("40.."), Ok(40..=usize::MAX));
        assert_eq!(range("..80"), Ok(0..=80));
        assert_eq!(range("40..80"), Ok(40..=80));
        for wrong in ["", "x", "80..40", "-1", "1..x"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }
}
