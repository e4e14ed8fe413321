//! An engine that follows a script: it answers from a list or a closure and records how it is called.
//!
//! ```
//! use heirloom_chess::Line;
//! use heirloom_engine::{Info, Limits, Session};
//! use heirloom_testing::{Answer, Scripted};
//!
//! let reply = Answer::first_move().reporting(Info { depth: Some(7), ..Info::default() });
//! let engine = Scripted::new([reply, Answer::panic("second search")]);
//! let calls = engine.calls();
//! let mut session = Session::start(Box::new(engine))?;
//! let mut depth = None;
//! session.go(Line::default(), Limits::depth(1));
//! assert!(session.wait(|info| depth = info.depth)?.best.is_some());
//! session.go(Line::default(), Limits::depth(1));
//! assert!(session.wait(|_| ()).is_err());
//! assert_eq!((depth, calls.searches()), (Some(7), 2));
//! # Ok::<(), heirloom_engine::EngineError>(())
//! ```

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use heirloom_chess::game::GameResult;
use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Move, Position};
use heirloom_engine::{
    BestMove, Engine, EngineError, EngineOption, Explanation, Info, Limits, OptionKind, OptionValue, Signals,
};
use parking_lot::{Mutex, MutexGuard};

/// How often a waiting search looks at its signals.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

type Outcome = Result<BestMove, EngineError>;
type SearchFn = Box<dyn FnMut(&mut Search<'_>) -> Outcome + Send>;
type OptionFn = Box<dyn FnMut(&Options, &str, &OptionValue) -> Result<(), EngineError> + Send>;
type NewGameFn = Box<dyn FnMut(&Options) + Send>;
type BookFn = Box<dyn FnMut(&Line) -> Vec<String> + Send>;
type DivideFn = Box<dyn FnMut(&Position, u32) -> Result<Vec<(Move, u64)>, EngineError> + Send>;
type ExplainFn = Box<dyn FnMut(&Position) -> Result<Explanation, EngineError> + Send>;

/// An engine whose behavior is given by closures; those that are not set behave like a plain engine.
pub struct Scripted {
    name: String,
    author: String,
    options: Options,
    calls: Calls,
    search: SearchFn,
    on_option: OptionFn,
    on_new_game: NewGameFn,
    on_book_lines: BookFn,
    on_divide: DivideFn,
    on_explain: ExplainFn,
}

impl Scripted {
    /// Creates an engine that gives these answers in turn; the last one repeats.
    pub fn new(answers: impl IntoIterator<Item = Answer>) -> Scripted {
        let mut answers: Vec<Answer> = answers.into_iter().collect();
        assert!(!answers.is_empty(), "a script needs an answer");
        Scripted::with(move |search| {
            if answers.len() > 1 { answers.remove(0).give(search) } else { answers[0].clone().give(search) }
        })
    }

    /// Creates an engine that plays the first legal move and reports nothing.
    pub fn first_move() -> Scripted {
        Scripted::new([Answer::first_move()])
    }

    /// Creates an engine whose searches are this function.
    pub fn with(search: impl FnMut(&mut Search<'_>) -> Outcome + Send + 'static) -> Scripted {
        Scripted {
            name: "scripted".into(),
            author: "the tests".into(),
            options: Options::default(),
            calls: Calls::default(),
            search: Box::new(search),
            on_option: Box::new(|_, _, _| Ok(())),
            on_new_game: Box::new(|_| ()),
            on_book_lines: Box::new(|_| Vec::new()),
            on_divide: Box::new(|_, _| Err(EngineError::Unsupported("perft"))),
            on_explain: Box::new(|_| Err(EngineError::Unsupported("explaining its evaluation"))),
        }
    }

    /// Sets the name.
    pub fn named(self, name: &str) -> Scripted {
        Scripted { name: name.into(), ..self }
    }

    /// Sets the author.
    pub fn by(self, author: &str) -> Scripted {
        Scripted { author: author.into(), ..self }
    }

    /// Offers these options. Unknown names and values out of range are errors.
    pub fn options(self, offered: impl IntoIterator<Item = EngineOption>) -> Scripted {
        let offered = offered.into_iter().collect();
        Scripted { options: Options { offered, set: Vec::new() }, ..self }
    }

    /// Calls this function for each valid option, with the values so far; an error rejects the value.
    pub fn on_option(
        self,
        function: impl FnMut(&Options, &str, &OptionValue) -> Result<(), EngineError> + Send + 'static,
    ) -> Scripted {
        Scripted { on_option: Box::new(function), ..self }
    }

    /// Calls this function for each new game.
    pub fn on_new_game(self, function: impl FnMut(&Options) + Send + 'static) -> Scripted {
        Scripted { on_new_game: Box::new(function), ..self }
    }

    /// Answers with the lines of this function when the book is requested.
    pub fn on_book_lines(self, function: impl FnMut(&Line) -> Vec<String> + Send + 'static) -> Scripted {
        Scripted { on_book_lines: Box::new(function), ..self }
    }

    /// Counts leaves by this function, which gets the position and the depth.
    pub fn on_divide(
        self,
        function: impl FnMut(&Position, u32) -> Result<Vec<(Move, u64)>, EngineError> + Send + 'static,
    ) -> Scripted {
        Scripted { on_divide: Box::new(function), ..self }
    }

    /// Explains evaluations by this function.
    pub fn on_explain(
        self,
        function: impl FnMut(&Position) -> Result<Explanation, EngineError> + Send + 'static,
    ) -> Scripted {
        Scripted { on_explain: Box::new(function), ..self }
    }

    /// Returns the record of calls, which stays readable while a session owns the engine.
    pub fn calls(&self) -> Calls {
        self.calls.clone()
    }

    /// Boxes the engine, as sessions and wrappers take it.
    pub fn boxed(self) -> Box<dyn Engine> {
        Box::new(self)
    }
}

impl Engine for Scripted {
    fn name(&self) -> &str {
        &self.name
    }

    fn author(&self) -> &str {
        &self.author
    }

    fn options(&self) -> &[EngineOption] {
        &self.options.offered
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.calls.record(Call::Option(name.into(), value.into()));
        let option = EngineOption::find(&self.options.offered, name)?;
        let (name, value) = (option.name.clone(), option.parse(value)?);
        (self.on_option)(&self.options, &name, &value)?;
        self.options.set.push((name, value));
        Ok(())
    }

    fn new_game(&mut self) {
        self.calls.record(Call::NewGame);
        (self.on_new_game)(&self.options);
    }

    fn end_game(&mut self, line: &Line, result: GameResult, reason: &str) {
        self.calls.record(Call::EndGame(Box::new(line.clone()), result, reason.into()));
    }

    fn book_lines(&mut self, line: &Line) -> Vec<String> {
        (self.on_book_lines)(line)
    }

    fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Outcome {
        self.calls.record(Call::Search(Box::new(line.clone()), Box::new(limits.clone())));
        (self.search)(&mut Search { line, limits, signals, options: &self.options, report })
    }

    fn divide(
        &mut self,
        position: &Position,
        depth: u32,
        _: &Signals,
    ) -> Result<Vec<(Move, u64)>, EngineError> {
        (self.on_divide)(position, depth)
    }

    fn explain(&mut self, position: &Position) -> Result<Explanation, EngineError> {
        (self.on_explain)(position)
    }
}

/// The options of a scripted engine, with their values.
#[derive(Clone, Debug, Default)]
pub struct Options {
    offered: Vec<EngineOption>,
    set: Vec<(String, OptionValue)>,
}

impl Options {
    /// Returns the value of a number; panics if there is no such option.
    pub fn spin(&self, name: &str) -> i64 {
        match (self.value(name), self.kind(name)) {
            (Some(OptionValue::Spin(value)), _) => *value,
            (_, OptionKind::Spin { default, .. }) => *default,
            (_, kind) => panic!("{name} is no number: {kind:?}"),
        }
    }

    /// Returns the value of a choice; panics if there is no such option.
    pub fn combo(&self, name: &str) -> &str {
        match (self.value(name), self.kind(name)) {
            (Some(OptionValue::Combo(value)), _) => value,
            (_, OptionKind::Combo { default, .. }) => default,
            (_, kind) => panic!("{name} is no choice: {kind:?}"),
        }
    }

    fn value(&self, name: &str) -> Option<&OptionValue> {
        self.set.iter().rev().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    fn kind(&self, name: &str) -> &OptionKind {
        &EngineOption::find(&self.offered, name).expect("an option of the script").kind
    }
}

/// A search, as a script sees it.
pub struct Search<'a> {
    /// The game so far.
    pub line: &'a Line,
    /// The limits.
    pub limits: &'a Limits,
    /// The signals of this search.
    pub signals: &'a Signals,
    /// The options and their values.
    pub options: &'a Options,
    report: &'a mut dyn FnMut(Info),
}

impl Search<'_> {
    /// Sends a report.
    pub fn report(&mut self, info: Info) {
        (self.report)(info);
    }

    /// Returns the position to search.
    pub fn position(&self) -> &Position {
        self.line.position()
    }

    /// Returns the first legal move.
    pub fn first_move(&self) -> Option<Move> {
        self.position().legal_moves().first().copied()
    }

    /// Waits until the search is stopped.
    pub fn wait_for_stop(&self) {
        self.wait_until(|signals| signals.is_stopped());
    }

    /// Waits until the search is stopped or, while pondering, the clock runs.
    pub fn wait_for_ponder_hit(&self) {
        self.wait_until(|signals| signals.is_stopped() || !signals.is_pondering());
    }

    /// Waits for this long, or until the search is stopped.
    pub fn wait(&self, time: Duration) {
        let deadline = self.signals.created().elapsed() + time;
        self.wait_until(|signals| signals.is_stopped() || signals.created().elapsed() >= deadline);
    }

    fn wait_until(&self, done: impl Fn(&Signals) -> bool) {
        while !done(self.signals) {
            thread::sleep(POLL_INTERVAL);
        }
    }
}

/// One answer of a script.
#[derive(Clone, Debug)]
pub struct Answer {
    reports: Vec<Info>,
    ending: Ending,
}

#[derive(Clone, Debug)]
enum Ending {
    FirstMove,
    Best(BestMove),
    Error(EngineError),
    Panic(String),
}

impl Answer {
    fn new(ending: Ending) -> Answer {
        Answer { reports: Vec::new(), ending }
    }

    /// Plays the first legal move.
    pub fn first_move() -> Answer {
        Answer::new(Ending::FirstMove)
    }

    /// Plays this move, which may be illegal.
    pub fn best(best: Move) -> Answer {
        Answer::new(Ending::Best(BestMove { best: Some(best), ..BestMove::default() }))
    }

    /// Fails with this error.
    pub fn error(error: EngineError) -> Answer {
        Answer::new(Ending::Error(error))
    }

    /// Panics with this message.
    pub fn panic(message: &str) -> Answer {
        Answer::new(Ending::Panic(message.into()))
    }

    /// Sends this report before the answer.
    pub fn reporting(mut self, info: Info) -> Answer {
        self.reports.push(info);
        self
    }

    fn give(self, search: &mut Search<'_>) -> Outcome {
        self.reports.into_iter().for_each(|info| search.report(info));
        match self.ending {
            Ending::FirstMove => Ok(BestMove { best: search.first_move(), ..BestMove::default() }),
            Ending::Best(best) => Ok(best),
            Ending::Error(error) => Err(error),
            Ending::Panic(message) => panic!("{message}"),
        }
    }
}

/// A call of a scripted engine.
#[derive(Clone, Debug)]
pub enum Call {
    /// A search of a line within limits.
    Search(Box<Line>, Box<Limits>),
    /// An option with its value.
    Option(String, String),
    /// A new game.
    NewGame,
    /// The end of a game, with its result and the reason.
    EndGame(Box<Line>, GameResult, String),
}

/// The calls of a scripted engine, in order. Clones share the record.
#[derive(Clone, Debug, Default)]
pub struct Calls(Arc<Mutex<Vec<Call>>>);

impl Calls {
    /// Returns the number of searches.
    pub fn searches(&self) -> usize {
        self.lines().len()
    }

    /// Returns the lines that were searched.
    pub fn lines(&self) -> Vec<Line> {
        self.collect(|call| match call {
            Call::Search(line, _) => Some(Line::clone(line)),
            _ => None,
        })
    }

    /// Returns the limits of the searches.
    pub fn limits(&self) -> Vec<Limits> {
        self.collect(|call| match call {
            Call::Search(_, limits) => Some(Limits::clone(limits)),
            _ => None,
        })
    }

    /// Returns the options that were set, as name and value, rejected ones included.
    pub fn options(&self) -> Vec<(String, String)> {
        self.collect(|call| match call {
            Call::Option(name, value) => Some((name.clone(), value.clone())),
            _ => None,
        })
    }

    /// Returns the moves of the games that have ended, in UCI notation.
    pub fn games(&self) -> Vec<String> {
        self.collect(|call| match call {
            Call::EndGame(line, ..) => {
                Some(line.moves().iter().map(|mv| format!("{mv:?}")).collect::<Vec<_>>().join(" "))
            }
            _ => None,
        })
    }

    /// Returns the results of the games that have ended with the reasons, such as `1-0 Black resigns`.
    pub fn endings(&self) -> Vec<String> {
        self.collect(|call| match call {
            Call::EndGame(_, result, reason) => Some(format!("{result} {reason}")),
            _ => None,
        })
    }

    fn collect<T>(&self, choose: impl FnMut(&Call) -> Option<T>) -> Vec<T> {
        self.all().iter().filter_map(choose).collect()
    }

    fn record(&self, call: Call) {
        self.all().push(call);
    }

    fn all(&self) -> MutexGuard<'_, Vec<Call>> {
        self.0.lock()
    }
}

/// Returns the alphabetically first legal move in UCI notation, which does not depend on the move generator.
///
/// Panics if there is no legal move.
pub fn alphabetically_first(position: &Position) -> Move {
    let moves = position.legal_moves();
    moves.iter().copied().min_by_key(|&mv| uci::format(position, mv, false)).expect("a legal move")
}
