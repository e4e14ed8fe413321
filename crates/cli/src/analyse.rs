//! `heirloom analyse`: positions analyzed by an engine: several lines, live or as text, JSON and EPD.

mod positions;

use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use heirloom_app::config::Config;
use heirloom_chess::{Color, Line};
use heirloom_engine::progress::Change;
use heirloom_engine::request::SearchStep;
use heirloom_engine::{Engine, EngineOption, Info, Limits, SearchRequest, Session};
use heirloom_workshop::analysis::subject::Subject;
use heirloom_workshop::analysis::{SearchResult, document, report};
use heirloom_workshop::entrant;
use heirloom_workshop::thinking::{self, GRACE};

use crate::board_view::BoardView;
use crate::configuration;
use crate::exit::Exit;
use crate::interrupt::{self, InterruptGuard};
use crate::invocation::Invocation;
use crate::roster::BuiltIn;
use crate::screen::{Screen, has_colors};
use crate::thinking::EngineArguments;
use positions::PlaceArguments;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom analyse                                  the start position; in a pipe, standard input
  heirloom analyse 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1  a FEN, without quotes
  heirloom analyse startpos moves e4 e5 --lines 3
  heirloom analyse game.pgn --move 23w --infinite   the position before White's move 23
  heirloom analyse games.pgn --game 2 --ply 40 --engine 'stockfish option.Hash=256'
  heirloom analyse wac.epd --nodes 100000 --json    one JSON object per line and position
  heirloom analyse openings.epd --depth 20 --epd > analyzed.epd

Scores and winning chances are from White's point of view; in EPD (ce) from that of the side to move. The \
default limit is \
three seconds per position. See docs/analyse.md for details.

Exit codes: 0 success; 1 some positions could not be read; 2 failure; 130 Ctrl-C before the limit.")]
pub struct Arguments {
    /// A FEN, an EPD or 'startpos', optionally followed by 'moves ...'; or files of positions or games; - for
    /// standard input
    #[arg(value_name = "POSITION")]
    words: Vec<String>,
    #[command(flatten)]
    choice: PlaceArguments,
    /// Number of lines to show (MultiPV)
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    lines: u32,
    #[command(flatten)]
    thinking: EngineArguments,
    /// Search until Ctrl-C
    #[arg(long, conflicts_with_all = ["movetime", "nodes", "depth"])]
    infinite: bool,
    /// Print one line of JSON for each position
    #[arg(long)]
    json: bool,
    /// Print each position as EPD with pv, ce, acd, acn, acs and dm
    #[arg(long, conflicts_with = "json")]
    epd: bool,
    /// Print lines as they arrive, even if the output is not a terminal
    #[arg(long, conflicts_with = "epd")]
    live: bool,
}

/// The default time per position.
const MOVETIME: Duration = Duration::from_secs(3);
/// The interval between two drawings of the screen.
const REDRAW: Duration = Duration::from_millis(100);

/// Analyzes all positions, with `own` if no engine is named. Fails if the engine does or the output is
/// closed.
pub fn run(arguments: &Arguments, invocation: &Invocation<'_>) -> Result<Exit> {
    let mut analyst = analyst(arguments, invocation.own, &invocation.config()?)?;
    let subjects = positions::read(&arguments.words, &arguments.choice)?;
    let caught = interrupt::catch();
    let (mut code, mut number) = (Exit::DONE, 0);
    for subject in subjects {
        match subject {
            Ok(subject) => {
                number += 1;
                let thought = analyst.analyse(&subject, number, &caught)?;
                if thought.interrupted {
                    return Ok(if arguments.infinite { code } else { Exit::INTERRUPTED });
                }
            }
            Err(error) => {
                anstream::eprintln!("heirloom: {error:#}");
                code = Exit::FAULTS;
            }
        }
    }
    if number == 0 && code == Exit::DONE {
        bail!("no position to analyze");
    }
    Ok(code)
}

/// Analyzes the end of a line and prints the best lines as [`run`] does.
pub fn show(engine: Box<dyn Engine>, line: Line, lines: u32, time: Duration) -> Result<()> {
    let mut analyst = Analyst {
        session: Session::start(prepared(engine, lines)?)?,
        limits: Limits::move_time(time),
        view: View { form: form(), live: false, screen: Screen::default() },
    };
    analyst.analyse(&Subject::of_line(line), 1, &interrupt::catch())?;
    Ok(())
}

/// Starts the engine with the options that an analysis needs.
fn analyst(arguments: &Arguments, own: BuiltIn, config: &Config) -> Result<Analyst> {
    let usual = if arguments.infinite { thinking::nodes(u64::MAX) } else { thinking::each(MOVETIME) };
    let plan = arguments.thinking.plan(own.id(), usual)?;
    let engine = prepared(
        configuration::start(plan.entrant.spec(), entrant::timeouts(GRACE), config)?,
        arguments.lines,
    )?;
    let limits = if arguments.infinite { Limits::infinite() } else { plan.limits.clone() };
    let form = match (arguments.json, arguments.epd) {
        (true, _) => Form::Json,
        (_, true) => Form::Epd,
        _ => form(),
    };
    // A terminal that cannot redraw gets lines.
    let live = arguments.live || std::io::stdout().is_terminal() && form == Form::Text;
    let view = View { form, live, screen: Screen::default() };
    Ok(Analyst { session: Session::start(engine)?, limits, view })
}

/// Sets the options that make an engine report what an analysis needs.
fn prepared(mut engine: Box<dyn Engine>, lines: u32) -> Result<Box<dyn Engine>> {
    let has = |engine: &dyn Engine, name: &str| EngineOption::find(engine.options(), name).is_ok();
    if has(engine.as_ref(), "MultiPV") {
        engine.set_option("MultiPV", &lines.to_string())?;
    } else if lines > 1 {
        bail!("{} shows only one line; omit --lines, or use another engine", engine.name());
    }
    for (name, value) in [("UCI_AnalyseMode", "true"), ("UCI_ShowWDL", "true"), ("OwnBook", "false")] {
        if has(engine.as_ref(), name) {
            engine.set_option(name, value)?;
        }
    }
    Ok(engine)
}

/// Returns the form of results for people.
fn form() -> Form {
    if std::io::stdout().is_terminal() && Screen::is_usable() { Form::Screen } else { Form::Text }
}

/// A form of results.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Redrawn in place.
    Screen,
    Text,
    Json,
    Epd,
}

struct Analyst {
    session: Session,
    limits: Limits,
    view: View,
}

impl Analyst {
    /// Analyzes one position and writes the result.
    fn analyse(&mut self, subject: &Subject, number: usize, caught: &InterruptGuard) -> Result<SearchResult> {
        let mut thought = SearchResult { engine: self.session.name().to_owned(), ..SearchResult::default() };
        if subject.line.position().has_legal_move() {
            self.session.new_game()?;
            self.think(subject, number, caught, &mut thought)?;
        }
        self.view.finished(subject, number, &thought)?;
        self.view.screen.keep();
        Ok(thought)
    }

    fn think(
        &mut self,
        subject: &Subject,
        number: usize,
        caught: &InterruptGuard,
        thought: &mut SearchResult,
    ) -> Result<()> {
        let view = &mut self.view;
        let (mut drawn, mut written): (Option<Instant>, Result<()>) = (None, Ok(()));
        let follow = |step: SearchStep<'_>| {
            if let Some(Info { warning: true, text: Some(text), .. }) = step.report {
                view.screen.keep();
                anstream::eprintln!("heirloom: {text}");
            }
            let has_line = matches!(step.change, Change::Line(_));
            let is_due = view.form == Form::Screen && drawn.is_none_or(|drawn| drawn.elapsed() >= REDRAW);
            if is_due || has_line && view.live && view.form != Form::Screen {
                thought.progress.clone_from(step.progress);
                written = view.running(subject, number, thought);
                drawn = Some(Instant::now());
            }
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let answered = SearchRequest::new(&self.limits).stop_when(|| caught.take()).ask(
            &mut self.session,
            &subject.line,
            follow,
        )?;
        written?;
        (thought.progress, thought.interrupted) = (answered.progress, answered.interrupted);
        match answered.outcome {
            Err(error) if !thought.interrupted => Err(error)
                .with_context(|| format!("{} failed at {}", thought.engine, subject.line.position().fen())),
            _ => Ok(()),
        }
    }
}

/// How an analysis is shown.
struct View {
    form: Form,
    /// It is also shown while it runs.
    live: bool,
    screen: Screen,
}

impl View {
    fn finished(&mut self, subject: &Subject, number: usize, thought: &SearchResult) -> Result<()> {
        let text = match self.form {
            Form::Screen => {
                return Ok(self
                    .screen
                    .show(&mut anstream::stdout(), &format!("{}\n", drawing(subject, thought, false)))?);
            }
            Form::Text if number > 1 => format!("\n{}", report::text(subject, thought)),
            Form::Text => report::text(subject, thought),
            Form::Json => format!("{}\n", document::document(subject, number, thought, true)),
            Form::Epd => format!("{}\n", document::epd(subject, thought)),
        };
        print(&text)
    }

    fn running(&mut self, subject: &Subject, number: usize, thought: &SearchResult) -> Result<()> {
        match self.form {
            Form::Screen => {
                Ok(self.screen.show(&mut anstream::stdout(), &drawing(subject, thought, true))?)
            }
            Form::Json => print(&format!("{}\n", document::document(subject, number, thought, false))),
            Form::Text | Form::Epd => print(&report::live(subject, thought)),
        }
    }
}

/// Rows of a board with its surroundings.
const BOARD: usize = 12;

/// Returns the board with the facts next to it and the lines below, cut to the width of the terminal, and to
/// its height while the analysis is `live`.
fn drawing(subject: &Subject, thought: &SearchResult, live: bool) -> String {
    let (rows, columns) = ::console::Term::stdout()
        .size_checked()
        .map_or((24, 80), |(rows, columns)| (usize::from(rows), usize::from(columns)));
    let mut text = String::new();
    if !subject.name.is_empty() {
        text.extend([&subject.name, "\n"]);
    }
    let facts = report::facts(subject, thought);
    if rows > BOARD + thought.progress.lines().count() && columns >= 60 {
        let view = BoardView {
            flipped: subject.line.position().turn() == Color::Black,
            colors: has_colors(),
            ..BoardView::default()
        };
        text.push_str(&view.draw_with(&subject.line, &facts));
    } else {
        text.extend([&facts.join("\n"), "\n"]);
    }
    text.push_str(&report::lines(subject, thought));
    let widest = columns.saturating_sub(1).max(20);
    let cut = |line: &str| ::console::truncate_str(line, widest, "").into_owned();
    let most = if live { rows.saturating_sub(2) } else { usize::MAX };
    text.lines().take(most).map(|line| cut(line) + "\n").collect()
}

fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}
