//! The outputs of reviews: standard output during the work, complete files at the end.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use heirloom_app::review::annotate::{self, Style};
use heirloom_chess::notation::pgn;
use heirloom_workshop::review::html::{self, Section};
use heirloom_workshop::review::players::Players;
use heirloom_workshop::review::run::Finished;
use heirloom_workshop::review::{ReviewPlan, csv, document, graph, report};
use serde_json::{Value, json};

use super::arguments::Arguments;

/// The destination of an output.
enum Target {
    /// Standard output, written at once.
    Standard,
    /// A file written at the end: it may still be an input.
    File(PathBuf, Vec<u8>),
}

/// All outputs.
pub struct Outputs {
    pgn: Option<Target>,
    csv: Option<Target>,
    json: Option<(Target, Vec<Value>)>,
    html: Option<(Target, Vec<Section>)>,
    svg: Option<Target>,
    /// Reports are printed at a terminal.
    report: bool,
    summary: Players,
    games: usize,
    style: Style,
    /// The engine and its limits.
    engine: String,
    keep_evals: bool,
}

impl Target {
    fn new(path: &Path) -> Result<Target> {
        if path == Path::new("-") {
            return Ok(Target::Standard);
        }
        // Fail now rather than after hours.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if path.is_dir() || folder.is_some_and(|folder| !folder.is_dir()) {
            bail!(
                "cannot write {}: {}",
                path.display(),
                if path.is_dir() { "it is a folder" } else { "no such folder" }
            );
        }
        Ok(Target::File(path.to_owned(), Vec::new()))
    }

    fn add(&mut self, bytes: &[u8]) -> Result<()> {
        match self {
            Target::Standard => {
                let mut output = std::io::stdout().lock();
                output.write_all(bytes)?;
                output.flush()?;
            }
            Target::File(_, kept) => kept.extend_from_slice(bytes),
        }
        Ok(())
    }

    fn finish(self) -> Result<()> {
        match self {
            Target::Standard => Ok(()),
            Target::File(path, bytes) => heirloom_files::replace(&path, &bytes)
                .with_context(|| format!("cannot write {}", path.display())),
        }
    }
}

impl Outputs {
    /// Opens the outputs. Fails if a file cannot be written.
    pub fn new(arguments: &Arguments, plan: &ReviewPlan) -> Result<Outputs> {
        let target = |path: Option<&Path>| path.map(Target::new).transpose();
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
            target.add((serde_json::to_string_pretty(&document)? + "\n").as_bytes())?;
            target.finish()?;
        }
        if let Some((mut target, sections)) = self.html.take() {
            target.add(html::page(&sections, &self.engine).as_bytes())?;
            target.finish()?;
        }
        [self.pgn.take(), self.csv.take(), self.svg.take()].into_iter().flatten().try_for_each(Target::finish)
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
