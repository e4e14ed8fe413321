//! The outputs of reviews: standard output during the work, complete files at the end.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use heirloom_app::review::annotate::{self, Style};
use heirloom_chess::notation::pgn;
use heirloom_workshop::review::html::{self, Section};
use heirloom_workshop::review::players::Players;
use heirloom_workshop::review::run::Finished;
use heirloom_workshop::review::{ReviewPlan, csv, document, graph, report};
use serde_json::{Value, json};

use super::arguments::Arguments;
use crate::destination::Destination;

/// All outputs.
pub struct Outputs {
    pgn: Option<Destination>,
    csv: Option<Destination>,
    json: Option<(Destination, Vec<Value>)>,
    html: Option<(Destination, Vec<Section>)>,
    svg: Option<Destination>,
    /// Reports are printed at a terminal.
    report: bool,
    summary: Players,
    games: usize,
    style: Style,
    /// The engine and its limits.
    engine: String,
    keep_evals: bool,
}

impl Outputs {
    /// Opens the outputs. Fails if a file cannot be written.
    pub fn new(arguments: &Arguments, plan: &ReviewPlan) -> Result<Outputs> {
        let target = |path: Option<&Path>| path.map(Destination::new).transpose();
        let mut table = target(arguments.csv.as_deref())?;
        if let Some(table) = &mut table {
            table.add(&csv::header())?;
        }
        Ok(Outputs {
            pgn: target(arguments.pgn().filter(|_| !arguments.shows_report()))?,
            csv: table,
            json: target(arguments.json.as_deref())?.map(|target| (target, Vec::new())),
            html: target(arguments.html.as_deref())?.map(|target| (target, Vec::new())),
            svg: target(arguments.svg.as_deref())?,
            report: arguments.shows_report(),
            summary: Players::default(),
            games: 0,
            style: plan.style,
            engine: plan.reviewer(),
            keep_evals: plan.keep_evals,
        })
    }

    /// Adds a game.
    pub fn add(&mut self, finished: &Finished) -> Result<()> {
        if self.report {
            let gap = if self.games == 0 { "" } else { "\n" };
            write!(anstream::stdout(), "{gap}{}", report::game(&finished.found.game, &finished.review))?;
        }
        if let Some(target) = &mut self.pgn {
            target.add(
                annotated(finished, &self.style, (!self.keep_evals).then_some(&self.engine)).as_bytes(),
            )?;
        }
        if let Some(target) = &mut self.csv {
            target.add(&csv::game(finished)?)?;
        }
        if let Some((_, games)) = &mut self.json {
            games.push(document::game(finished));
        }
        if let Some((_, sections)) = &mut self.html {
            sections.push(html::game(&finished.found.game, &finished.review, sections.len()));
        }
        if let Some(target) = self.svg.as_mut().filter(|_| self.games == 0) {
            let title = format!("{}: White's winning chances", html::title(&finished.found.game));
            target.add(graph::file(&finished.review, &title).as_bytes())?;
        }
        self.summary.add(finished);
        self.games += 1;
        Ok(())
    }

    /// Writes the files.
    pub fn finish(&mut self, left_out: usize) -> Result<()> {
        if let Some((mut target, games)) = self.json.take() {
            let document = json!({"reviewer": self.engine, "games": games, "left_out": left_out});
            target.add(format!("{document:#}\n").as_bytes())?;
            target.finish()?;
        }
        if let Some((mut target, sections)) = self.html.take() {
            target.add(html::page(&sections, &self.engine).as_bytes())?;
            target.finish()?;
        }
        [self.pgn.take(), self.csv.take(), self.svg.take()]
            .into_iter()
            .flatten()
            .try_for_each(Destination::finish)
    }

    /// Returns the number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Returns the table of the players.
    pub fn summary(&self) -> String {
        self.summary.text()
    }
}

/// Returns the annotated game as PGN.
fn annotated(finished: &Finished, style: &Style, engine: Option<&String>) -> String {
    let mut game = finished.found.game.clone();
    annotate::write(&mut game, &finished.review, style);
    let tags = game.tags_mut();
    if let Some(engine) = engine {
        tags.set("Annotator", engine);
    }
    if let Some((_, name)) = finished.review.opening {
        for (tag, value) in [("ECO", name.code), ("Opening", name.name)] {
            if tags.get(tag).is_none() {
                tags.set(tag, value);
            }
        }
    }
    pgn::to_string(&game)
}
