//! The desktop program: a model without any window, windows that only draw it, and commands between them.
//!
//! [`model`] is what the desk knows and does, without any type of the GUI. Windows only read it and push [`command`]s, which `Model::apply` carries out after the frame;
//! `Model::poll` advances what moves by itself. Time is passed in, so tests wait for nothing. Engines run in a `Worker` each, a thread that is never waited for; what they report
//! is read in `poll`, and wakes the frame. What a person reads is a value (`Notice`, `Ending`) until [`texts`] puts it into words; the language is passed to the code that draws. What
//! takes longer than a frame (reading a file of games or a book, examining a program) is a `Task`, which can be watched and stopped. [`widgets`] knows boards, pieces, tables
//! and icons, [`theme`] colors and sizes. Repainting needs a reason: input, a report of an engine, a running clock (`Model::rest`).
//!
//! | in `model/` | what it is about |
//! |---|---|
//! | `record`, `game_data`, `epd`, `files`, `keeper` | the game on the board with undo; its data; files; the copy on disk that survives a crash |
//! | `play`, `players`, `strength`, `wishes`, `leaving`, `clocks`, `level`, `ending`, `replay` | a game between players: turns, engines and their strength, requests, the question before a game is left, time, why it ended; a game that plays itself |
//! | `analysis`, `looking`, `inside`, `inquiry`, `protocol_log` | the engine that analyzes the board, and the inside of searches |
//! | `games`, `library`, `suite`, `matches`, `engines` | the game list of a file, the opening library, test runs, engine matches, programs and their options |
//! | `worker`, `task`, `notice` | what is not waited for, and messages to the user |
//!
//! # Nothing is lost
//!
//! `model/keeper` writes the game half a second after each change and finds it again, however the program ended; each open desk has its own directory there,
//! by a lock that ends with the process. `model/saving` writes games into files in the background: in their place, if the file is unchanged since it was read, else at the end. `model/failing` decides what
//! happens to a game whose engine fails: the engine is removed, its time is given back, the game waits. An engine whose flag has fallen is first asked to move, so a hanging engine is distinguished from a
//! slow one. At the end of the program engines are released and waited for, so none is left behind.
//!
//! # Games and messages
//!
//! The strength of an engine belongs to the player of a game (`Player::Limited`): `model/strength` makes every other engine at full strength, whatever the configuration says. A command that would take
//! a running game off the board waits in `Model::held_back` until the user has answered. Messages disappear with the next successful command, and those about a state (`model/notice`) when it is over. A list of games grows
//! while its file is read (`games::Index::in_parts`); it is sorted and searched when it is complete. Sounds are played by a program of the system ([`sound`]).
//!
//! # Inside searches
//!
//! A visible window registers in `Attention` (`view.kept`), and the model reads that after each frame: engines collect insights, and are asked for evaluations (`inquiry`), only while somebody looks.
//! Results are kept next to their engine (`inside`); the model knows which engine is observed (`Model::observed`), and `windows/searched` draws the shared header. The conversation with external
//! programs goes through transcripts into one `protocol_log`.
//!
//! `model/review` has an engine walk through the game (`heirloom-app`'s review) as a `Task`; its results belong to the moves it saw (`Model::reviewed`) and are written into the game only on demand.
//! `model/course` combines what is known of each position of the main line: review, engines, the file; evaluation bar and graph draw it. `model/puzzles` compares an attempt with the moves entered on the board.
//! `model/serving` is the desk as an engine of another program: the protocol's server owns an engine that is overheard. [`store`] keeps settings, layout and recent choices (`Habits`) in one
//! file; what it cannot read it sets aside.
//!
//! # Drawing
//!
//! [`dock`] arranges windows in tiles and tabs; its three layouts are for playing, analyzing and looking inside a search. Icons are drawn (`widgets::icons`), because fonts lack most symbols; `widgets::help::explained`
//! gives a widget its tooltip and its line in the status bar. An empty journal shows how to start (`windows/beginning`). Tests drive the whole desk without a display (`tests/`); every widget
//! has a name for screen readers, by which tests find it.
//!
//! To add a window, a command, a menu entry, a text or a dialog, see CONTRIBUTING.md.

pub mod app;
pub mod command;
pub mod dock;
pub mod model;
pub mod roster;
pub mod settings;
pub mod sound;
pub mod store;
pub mod texts;
pub mod theme;
pub mod widgets;
pub mod window;
pub mod windows;

mod actions;
mod dialogs;
mod menus;
