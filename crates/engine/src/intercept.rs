//! Wraps an engine to change part of its behavior: an opening book, configured options, a listener.

use std::time::Duration;

use heirloom_chess::game::GameResult;
use heirloom_chess::{Line, Move, Position};

use crate::{
    BenchProgress, BenchResult, BenchWork, BestMove, Engine, EngineError, EngineOption, Explanation, Info,
    Limits, Signals,
};

/// Changes calls to an engine. Default methods pass the call on.
pub trait Intercept: Send {
    /// Overrides [`Engine::name`].
    fn name<'a>(&'a self, engine: &'a dyn Engine) -> &'a str {
        engine.name()
    }

    /// Overrides [`Engine::options`].
    fn options<'a>(&'a self, engine: &'a dyn Engine) -> &'a [EngineOption] {
        engine.options()
    }

    /// Overrides [`Engine::set_option`].
    ///
    /// # Errors
    /// The same as the engine's.
    fn set_option(&mut self, engine: &mut dyn Engine, name: &str, value: &str) -> Result<(), EngineError> {
        engine.set_option(name, value)
    }

    /// Overrides [`Engine::new_game`].
    fn new_game(&mut self, engine: &mut dyn Engine) {
        engine.new_game();
    }

    /// Overrides [`Engine::end_game`].
    fn end_game(&mut self, engine: &mut dyn Engine, line: &Line, result: GameResult, reason: &str) {
        engine.end_game(line, result, reason);
    }

    /// Overrides [`Engine::book_lines`].
    fn book_lines(&mut self, engine: &mut dyn Engine, line: &Line) -> Vec<String> {
        engine.book_lines(line)
    }

    /// Overrides [`Engine::search`].
    ///
    /// # Errors
    /// The same as the engine's.
    fn search(
        &mut self,
        engine: &mut dyn Engine,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        engine.search(line, limits, signals, report)
    }

    /// Overrides [`Engine::thinking_time`].
    fn thinking_time(&mut self, engine: &mut dyn Engine) -> Option<Duration> {
        engine.thinking_time()
    }
}

/// An engine whose calls go through an [`Intercept`].
pub struct Intercepted<I> {
    engine: Box<dyn Engine>,
    intercept: I,
}

impl<I: Intercept> Intercepted<I> {
    /// Wraps an engine.
    pub fn new(engine: Box<dyn Engine>, intercept: I) -> Intercepted<I> {
        Intercepted { engine, intercept }
    }
}

impl<I: Intercept> Engine for Intercepted<I> {
    fn name(&self) -> &str {
        self.intercept.name(self.engine.as_ref())
    }

    fn author(&self) -> &str {
        self.engine.author()
    }

    fn options(&self) -> &[EngineOption] {
        self.intercept.options(self.engine.as_ref())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.intercept.set_option(self.engine.as_mut(), name, value)
    }

    fn new_game(&mut self) {
        self.intercept.new_game(self.engine.as_mut());
    }

    fn end_game(&mut self, line: &Line, result: GameResult, reason: &str) {
        self.intercept.end_game(self.engine.as_mut(), line, result, reason);
    }

    fn book_lines(&mut self, line: &Line) -> Vec<String> {
        self.intercept.book_lines(self.engine.as_mut(), line)
    }

    fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        self.intercept.search(self.engine.as_mut(), line, limits, signals, report)
    }

    fn thinking_time(&mut self) -> Option<Duration> {
        self.intercept.thinking_time(self.engine.as_mut())
    }

    fn perft(&mut self, position: &Position, depth: u32, signals: &Signals) -> Result<u64, EngineError> {
        self.engine.perft(position, depth, signals)
    }

    fn divide(
        &mut self,
        position: &Position,
        depth: u32,
        signals: &Signals,
    ) -> Result<Vec<(Move, u64)>, EngineError> {
        self.engine.divide(position, depth, signals)
    }

    fn explain(&mut self, position: &Position) -> Result<Explanation, EngineError> {
        self.engine.explain(position)
    }

    fn bench(
        &mut self,
        work: &BenchWork,
        signals: &Signals,
        progress: &mut dyn FnMut(BenchProgress),
    ) -> Result<BenchResult, EngineError> {
        self.engine.bench(work, signals, progress)
    }

    fn console(&mut self, line: &Line, command: &str) -> Result<String, EngineError> {
        self.engine.console(line, command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers every call differently from the default methods.
    struct Answers(Vec<EngineOption>);

    impl Engine for Answers {
        fn name(&self) -> &str {
            "answers"
        }

        fn author(&self) -> &str {
            "a test"
        }

        fn options(&self) -> &[EngineOption] {
            &self.0
        }

        fn set_option(&mut self, _: &str, _: &str) -> Result<(), EngineError> {
            Err(EngineError::Closed)
        }

        fn new_game(&mut self) {}

        fn book_lines(&mut self, _: &Line) -> Vec<String> {
            vec!["a line".into()]
        }

        fn search(
            &mut self,
            _: &Line,
            _: &Limits,
            _: &Signals,
            _: &mut dyn FnMut(Info),
        ) -> Result<BestMove, EngineError> {
            Err(EngineError::Stopped)
        }

        fn thinking_time(&mut self) -> Option<Duration> {
            Some(Duration::from_secs(7))
        }

        fn perft(&mut self, _: &Position, _: u32, _: &Signals) -> Result<u64, EngineError> {
            Ok(7)
        }

        fn divide(&mut self, _: &Position, _: u32, _: &Signals) -> Result<Vec<(Move, u64)>, EngineError> {
            Ok(Vec::new())
        }

        fn explain(&mut self, _: &Position) -> Result<Explanation, EngineError> {
            Err(EngineError::Closed)
        }

        fn bench(
            &mut self,
            _: &BenchWork,
            _: &Signals,
            _: &mut dyn FnMut(BenchProgress),
        ) -> Result<BenchResult, EngineError> {
            Ok(BenchResult { nodes: 7, time: Duration::ZERO })
        }

        fn console(&mut self, _: &Line, command: &str) -> Result<String, EngineError> {
            Ok(command.to_owned())
        }
    }

    struct Nothing;

    impl Intercept for Nothing {}

    #[test]
    fn other_calls_are_passed_on() {
        let mut engine = Intercepted::new(Box::new(Answers(vec![EngineOption::check("On", true)])), Nothing);
        let (line, signals) = (Line::default(), Signals::new());
        let position = line.position().clone();
        assert_eq!((engine.name(), engine.author(), engine.options().len()), ("answers", "a test", 1));
        assert_eq!(engine.set_option("On", "false"), Err(EngineError::Closed));
        assert_eq!(engine.book_lines(&line), ["a line"]);
        assert_eq!(
            engine.search(&line, &Limits::default(), &signals, &mut |_| ()),
            Err(EngineError::Stopped)
        );
        assert_eq!(engine.thinking_time(), Some(Duration::from_secs(7)));
        assert_eq!(engine.perft(&position, 1, &signals), Ok(7));
        assert_eq!(engine.divide(&position, 1, &signals), Ok(Vec::new()));
        assert_eq!(engine.explain(&position), Err(EngineError::Closed));
        assert_eq!(
            engine.bench(&BenchWork::default(), &signals, &mut |_| ()).map(|bench| bench.nodes),
            Ok(7)
        );
        assert_eq!(engine.console(&line, "hello"), Ok("hello".into()));
    }
}
