//! The arguments of `heirloom review` and their values.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use heirloom_app::review::annotate::Style;
use heirloom_app::review::judgement::JudgementRules;
use heirloom_workshop::review::games::GameChoice;
use heirloom_workshop::review::{NODES, ReviewPlan};
use heirloom_workshop::thinking::nodes;

use crate::thinking::{EngineArguments, threads};

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom review game.pgn > reviewed.pgn           200,000 nodes per position, annotated PGN
  heirloom review games.pgn.zst --movetime 1s --journal games.review --pgn reviewed.pgn --summary
  heirloom review game.pgn --html report.html       graph, turning points, moves; for any browser
  heirloom review lichess.pgn --keep-evals --csv -  statistics from the evaluations in the file
  heirloom review < game.pgn --engine 'stockfish option.Hash=64' --depth 20 --json - | jq '.games[0].players'

Without --pgn, --json, --csv, --html and --svg, the annotated games go to standard output; a terminal gets a \
list of the bad moves instead; \
use --pgn - for the games. See docs/review.md for details.

Exit codes: 0 success; 1 some games are damaged or the engine failed on some; 2 failure; 130 Ctrl-C.")]
pub struct Arguments {
    /// PGN files, compressed or not; - or nothing for standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    thinking: EngineArguments,
    /// Number of engines to run in parallel [default: all CPUs]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=512))]
    concurrency: Option<u32>,
    /// Thresholds of inaccuracies, mistakes and blunders: lichess, encroissant, or lost win percentages such
    /// as 5,10,15
    #[arg(long, value_name = "RULES", default_value = "lichess", value_parser = read_rules)]
    rules: JudgementRules,
    /// Review only game N, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    game: Option<u32>,
    /// Skip damaged games instead of reviewing them up to the damage
    #[arg(long)]
    strict: bool,
    /// Use the evaluations in the file ([%eval]), and search only the other positions
    #[arg(long)]
    pub keep_evals: bool,
    /// Do not search positions of known openings
    #[arg(long)]
    pub skip_book: bool,
    /// Do not find out how hard bad moves were to see, what the historical engines would have played, and
    /// which good moves were the only ones
    #[arg(long)]
    no_closer_look: bool,
    /// Save finished games in this file, and reuse those already in it, so that an interrupted review can
    /// continue
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Write the annotated games to this file, or to standard output (-)
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Write all results as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write CSV, one line per move
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write an HTML report
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write the evaluation graph of the first game as SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Print a table of the players at the end, on standard error
    #[arg(long)]
    pub summary: bool,
    /// Write the origin of moves into the PGN: computer, player, book, only move, permanent brain
    #[arg(long)]
    origins: bool,
    /// Write search data into the PGN as RDChess does: {C 1.48/ 218.888/MxViT:14}
    #[arg(long)]
    figures: bool,
    /// Length in plies of the better lines in the PGN; 0 for none
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(0..=200))]
    line: u16,
}

impl Arguments {
    /// Returns the plan. Fails on unknown settings and on two outputs in one place.
    pub fn plan(&self) -> Result<ReviewPlan> {
        let to_output = [&self.pgn, &self.json, &self.csv, &self.html, &self.svg].into_iter().flatten();
        if to_output.filter(|path| path.as_path() == Path::new("-")).count() > 1 {
            bail!(
                "only one of --pgn, --json, --csv, --html and --svg can go to standard output (-); name a \
                    file for the others"
            );
        }
        let thinking = self.thinking.plan("heirloom", nodes(NODES))?;
        let style =
            Style { origins: self.origins, figures: self.figures, line_plies: usize::from(self.line) };
        Ok(ReviewPlan {
            thinking,
            concurrency: threads(self.concurrency),
            rules: self.rules,
            style,
            keep_evals: self.keep_evals,
            skip_book: self.skip_book,
            closer_look: self.looks_closer(),
        })
    }

    /// Returns which games are reviewed.
    pub fn choice(&self) -> GameChoice {
        GameChoice { number: self.game.map(|number| number as usize), strict: self.strict }
    }

    /// Returns true if an output shows what a closer look finds out.
    fn looks_closer(&self) -> bool {
        let shown = self.json.is_some() || self.html.is_some() || self.shows_report();
        shown && !self.keep_evals && !self.no_closer_look
    }

    /// Returns true if a user at a terminal gets a report of each game.
    pub fn shows_report(&self) -> bool {
        let for_pgn = self.pgn.is_some() || self.origins || self.figures;
        !for_pgn && self.pgn().is_some() && std::io::stdout().is_terminal()
    }

    /// Returns where the annotated games go, if anywhere.
    pub fn pgn(&self) -> Option<&Path> {
        let others = self.json.is_some() || self.csv.is_some() || self.html.is_some() || self.svg.is_some();
        self.pgn.as_deref().or_else(|| (!others).then_some(Path::new("-")))
    }
}

fn read_rules(text: &str) -> Result<JudgementRules, String> {
    match text {
        "lichess" => return Ok(JudgementRules::LICHESS),
        "encroissant" => return Ok(JudgementRules::EN_CROISSANT),
        _ => {}
    }
    let points: Option<Vec<f64>> = text.split(',').map(|word| word.trim().parse().ok()).collect();
    let points = points.and_then(|points| <[f64; 3]>::try_from(points).ok());
    let ordered = |points: &[f64; 3]| {
        points[0] > 0.0 && points[0] <= points[1] && points[1] <= points[2] && points[2] <= 100.0
    };
    let expected = "expected lichess, encroissant, or three increasing numbers such as 5,10,15";
    points.filter(ordered).map(JudgementRules::with_points).ok_or_else(|| expected.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alone;

    fn read(line: &str) -> Result<Arguments> {
        Ok(alone::parse_line(line)?)
    }

    #[test]
    fn limits_and_rules_are_read() {
        let plan = |line: &str| read(line).unwrap().plan().unwrap();
        assert_eq!(plan("").thinking.words, "nodes=200000");
        assert_eq!(plan("").rules, JudgementRules::LICHESS);
        assert_eq!(plan("--movetime 1s --concurrency 3").concurrency, 3);
        assert_eq!(plan("--rules '4, 8,12.5'").rules.points, [4.0, 8.0, 12.5]);
        for wrong in ["4,8", "8,4,12", "0,1,2", "1,2,101", "chess.com", "NaN,1,2"] {
            assert!(read(&format!("--rules {wrong}")).is_err(), "{wrong}");
        }
    }

    #[test]
    fn games_go_to_the_output_unless_something_else_is_asked_for() {
        let pgn = |line: &str| read(line).unwrap().pgn().map(Path::to_owned);
        assert_eq!((pgn(""), pgn("--html a")), (Some("-".into()), None));
        assert_eq!(pgn("--html a --pgn b"), Some("b".into()));
        assert!(read("--json - --csv -").unwrap().plan().is_err());
    }
}
