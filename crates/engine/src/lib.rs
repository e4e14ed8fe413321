//! The seam between engines and everything that asks them for moves.
//!
//! Whoever thinks implements [`Engine`]; whoever asks holds a [`Session`], a thread that owns one engine.

pub mod asking;
pub mod engine;
pub mod info;
pub mod insight;
pub mod limits;
pub mod option;
pub mod score;
pub mod session;
pub mod signals;
pub mod transcript;

pub use engine::{BenchProgress, BenchResult, BenchWork, Engine, EngineError, Explanation, ExplanationRow};
pub use info::{BestMove, Info, Origin};
pub use insight::Insight;
pub use limits::{Clocks, Limits};
pub use option::{EngineOption, OptionKind, OptionValue};
pub use score::{Bound, Score, Wdl};
pub use session::{Event, Outcome, Session, Ticket};
pub use signals::Signals;
pub use transcript::{Speaker, Transcript};
