//! The interface between engines and everything that uses them.
//!
//! An engine implements [`Engine`]. A caller holds a [`Session`], a thread that owns one engine. Only values
//! cross between them: a [`Line`](heirloom_chess::Line) and [`Limits`] go in, [`Info`]s and one [`BestMove`]
//! come out, each with the [`Ticket`] of its `go`.
//!
//! ```
//! use heirloom_chess::{Line, Position};
//! use heirloom_engine::{BestMove, Engine, EngineError, EngineOption, Info, Limits, Score, Session, Signals};
//!
//! /// Plays the first legal move.
//! struct First;
//!
//! impl Engine for First {
//!     fn name(&self) -> &str { "First 1.0" }
//!     fn author(&self) -> &str { "Nobody" }
//!     fn options(&self) -> &[EngineOption] { &[] }
//!     fn set_option(&mut self, name: &str, _: &str) -> Result<(), EngineError> {
//!         Err(EngineError::UnknownOption { name: name.to_owned(), nearest: None })
//!     }
//!     fn new_game(&mut self) {}
//!     fn search(
//!         &mut self, line: &Line, _: &Limits, _: &Signals, report: &mut dyn FnMut(Info),
//!     ) -> Result<BestMove, EngineError> {
//!         let best = line.position().legal_moves().first().copied();
//!         let pv = best.into_iter().collect();
//!         report(Info { depth: Some(1), score: Some(Score::Cp(0)), pv, ..Info::default() });
//!         Ok(BestMove { best, ..BestMove::default() })
//!     }
//! }
//!
//! let mut session = Session::start(Box::new(First))?;
//! session.go(Line::new(Position::startpos()), Limits::depth(1));
//! let mut reports = Vec::new();
//! let answer = session.wait(|info| reports.push(info))?;
//! assert_eq!(answer.best, reports[0].pv.first().copied());
//! # Ok::<(), EngineError>(())
//! ```
//!
//! # Design
//!
//! - Each search has its own [`Signals`], so a late stop never ends the next search. A caller that also waits
//!   for other things gets events through a channel ([`Session::start_into`]) instead of polling.
//! - The session holds the best move back under `infinite` and `ponder`, rejects illegal moves, and turns a
//!   panic into an error. So no build profile may set `panic = "abort"`.
//! - A book, configured options or a listener wrap an engine as an [`Intercept`], which passes on all calls
//!   that it does not change.
//! - [`Engine::end_game`] reports the moves and the result of a finished game, as far as the protocol
//!   provides them, to engines that learn from games and to programs that would otherwise keep pondering.
//! - An [`Info`] may be a warning: text that the user has to see, whatever happens to other reports.
//! - [`Progress`] combines the reports of a search: lines, score, bound and counts. Everything that shows or
//!   records a search reads it.
//! - [`request::SearchRequest`] searches one position and waits for the end: it stops engines that ignore
//!   node or depth limits, and gives up on engines that do not stop.

pub mod engine;
pub mod error;
pub mod explanation;
pub mod info;
pub mod insight;
pub mod intercept;
pub mod limits;
pub mod option;
pub mod progress;
pub mod request;
pub mod score;
pub mod session;
pub mod signals;
pub mod transcript;

pub use engine::{BenchProgress, BenchResult, BenchWork, Engine};
pub use error::EngineError;
pub use explanation::{Explanation, ExplanationRow};
pub use info::{BestMove, Info, Origin};
pub use insight::Insight;
pub use intercept::{Intercept, Intercepted};
pub use limits::{Clocks, Limits};
pub use option::{EngineOption, OptionKind, OptionValue};
pub use progress::Progress;
pub use request::{SearchReply, SearchRequest};
pub use score::{Bound, Score, Wdl};
pub use session::{Event, SearchOutcome, Session, Ticket};
pub use signals::Signals;
pub use transcript::{Speaker, Transcript};
