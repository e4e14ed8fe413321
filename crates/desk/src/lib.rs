//! The desktop program: a model without any window, windows that only draw it, and commands between them.
//!
//! [`model`] is the state of the desk and what it does, without any type of the GUI. Windows, menus and
//! dialogs read it and push [`Command`](model::command::Command)s, which `Model::apply` carries out after the
//! frame; `Model::poll` advances what moves by itself. Time is an argument, so tests need not wait. Each
//! engine runs in a `Worker`, a thread that is never waited for; its reports are read in `poll`, and wake the
//! frame. What a user reads is a value (`Notice`, `Ending`) until [`texts`] puts it into words; the language
//! is passed to the code that draws. Work that takes longer than a frame (reading a file of games or a book,
//! examining a program) is a `Task`, which can be watched and stopped. Repainting needs a reason: input, a
//! report of an engine, a running clock (`Model::rest`).
//!
//! # The parts of the model
//!
//! Each part owns its state, has commands of its own next to it, and reads the results of its own tasks. It
//! is given a `Context` (the roster of engines, the wake-up call, messages) and, where it needs it, the game
//! on the board. What it asks of other parts is an `Effect` that it leaves in the context; the model hands
//! commands to the parts (`dispatch`) and carries effects between them (`effects`); `advance` polls the
//! parts, `overview` answers what takes several of them, `keeping` opens and closes what outlasts the
//! program. `Command` is the sum of all commands.
//!
//! - `play` (`turns`, `requests`, `failing`, `replay`, `recovery`, `served`): the game on the board with its
//!   text (`record`), players, engines and clocks, and its copy on disk (`autosave`);
//! - `tabs`: the games that are not on the board, each a `Play` of its own that may continue there;
//! - `files` (`saving`, `stored`), `export`: games and positions from files and the clipboard, and back into
//!   files, as pictures, too;
//! - `analysis`, `insight` (`explainer`, `protocol_log`): the engine that analyzes the board, and the windows
//!   that look inside searches;
//! - `games`, `library`, `engines`: the list of games of a file, the opening library, and the engines;
//! - `matches`, `suite`, `puzzles`, `review`: matches between engines, test runs, puzzles, the game's review;
//! - `coach`, `belief`, `played`: warnings before moves, the look back at a game, and the user's rating;
//! - `serving`: another program that uses the desk as its engine.
//!
//! # Nothing is lost
//!
//! `autosave` writes a game half a second after each change; each open desk has its own directory there, by
//! a lock that ends with the process. `history` has the changes of a game for undo and redo, each as the part
//! of the text that was replaced; they are appended to a file that the copy of the game refers to, so the
//! two always fit. `stored` writes a game into a file: in its place if its text there is
//! unchanged, else at the end. `play/failing` decides what happens to a game whose engine fails: the engine
//! is removed, its time is given back, the game waits. An engine whose flag has fallen is first asked to
//! move, which separates a slow engine from a hanging one. At the end of the program engines are released and
//! waited for, so none is left behind.
//!
//! # Games and messages
//!
//! The strength of an engine belongs to the player of a game (`Player::Limited`): `strength` makes every
//! other engine at full strength, whatever the configuration says. A command that would take a running game
//! off the board is held back until the user has answered. Messages disappear with the next successful
//! command, and those about a state (`Notices::check`) when it is over. A list of games grows while its file
//! is read (`games::Index::in_parts`); it is sorted and searched when it is complete. Sounds are played by a
//! program of the system ([`sound`]).
//!
//! # Inside searches
//!
//! A visible window registers in `Attention` (`view.state`), which the model reads after each frame: engines
//! collect insights, and are asked for evaluations (`explainer`), only while a window shows them. Results are
//! kept next to their engine (`search_report`); the model decides which engine is observed
//! (`Model::observed`), and `windows/searched` draws the shared header. The conversation with external
//! programs goes through transcripts into one `protocol_log`.
//!
//! `course` combines what is known of each position of the main line: review, engines, the file; evaluation
//! bar and graph draw it. In `serving`, the protocol's server owns an engine that reports what it is asked.
//! [`store`] keeps settings, layout and recent choices in one file; what it cannot read it sets
//! aside.
//!
//! # Drawing
//!
//! Each layer draws from a view with what it needs (`MenuView`, `WindowView`, `DialogView`): `menus` (with
//! [`dock`] and the dialogs), [`windows`], `dialogs`. [`app`] puts them together. [`window`] lists the
//! windows and `actions` what menus, tools and keys offer; [`widgets`] has boards, pieces, tables and icons,
//! [`theme`] colors and sizes. [`dock`] arranges windows in tiles and tabs; its three layouts are for
//! playing, analyzing and looking inside a search. Icons are drawn (`widgets::icons`), because fonts lack
//! most symbols; `widgets::help::explained` gives a widget its tooltip and its line in the status bar. Tests
//! drive the whole desk without a display (the crate `desk-tests`); every widget has a name for screen
//! readers, by which tests find it.
//!
//! # For everyone
//!
//! The home page (`menus::home`) takes the place of the windows until something is chosen. Keys belong to
//! actions and can be changed (`keys`, `dialogs::keys`). `announcer` compares the model with what it was in
//! the last frame, and puts what has happened into a live region of the accessibility tree. `motion` lets
//! nothing move by itself, and `dropped` opens files that are dropped into the window.
//!
//! To add a window, a command, a menu entry, a text or a dialog, see CONTRIBUTING.md.

pub mod app;
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
mod announcer;
mod dialogs;
mod dropped;
mod keys;
mod menus;
pub mod motion;
mod writer;
