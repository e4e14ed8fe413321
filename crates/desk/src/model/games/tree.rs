//! The opening tree: moves played from the position on the board in the listed games, with their results.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use heirloom_chess::{Line, Position};
use heirloom_games::ResultCounts;
use heirloom_games::{Batch, Branch, Input, ReadError, ReadOptions, Record, Tree, records};

use super::Games;
use crate::model::context::Context;
use crate::model::task::{Progress, Task};

/// The plies counted below a position: within them nothing has to be read again.
const DEPTH: usize = 16;
/// The number of trees kept.
const KEPT: usize = 8;

/// The moves played from a position, and the trees they come from.
#[derive(Debug, Default)]
pub struct Explorer {
    /// Whether moves are counted.
    pub on: bool,
    /// The score of the games that reached the position, and the moves played there; none if they are not
    /// known.
    pub known: Option<(ResultCounts, Vec<Branch>)>,
    /// The position of `known`.
    shown: Option<Position>,
    trees: Vec<(Position, Tree)>,
    growing: Option<Growing>,
}

#[derive(Debug)]
struct Growing {
    root: Position,
    task: Option<Task<Result<Tree, String>>>,
}

impl Explorer {
    /// Forgets everything, since other games are listed.
    pub(super) fn forget(&mut self) {
        *self = Explorer { on: self.on, ..Explorer::default() };
    }

    /// Stops reading, until counting is switched on again.
    pub(super) fn stop(&mut self) {
        if self.growing.take().is_some() {
            self.on = false;
        }
    }

    /// Returns the progress of the reading.
    pub(super) fn progress(&self) -> Option<&Progress> {
        Some(&self.growing.as_ref()?.task.as_ref()?.progress)
    }

    /// Returns the moves from the end of a line, by the tree of the nearest root on it.
    fn find(&self, line: &Line) -> Option<(ResultCounts, Vec<Branch>)> {
        let moves = line.moves();
        let positions = line.keys().iter().copied().chain([line.position().key()]);
        let keys: Vec<u64> = positions.collect();
        (0..=moves.len().min(DEPTH - 1)).find_map(|back| {
            let begin = moves.len() - back;
            let (_, tree) = self.trees.iter().find(|(root, _)| root.key() == keys[begin])?;
            let mut at: Option<Branch> = None;
            for &mv in &moves[begin..] {
                match tree.branches(at.as_ref()).into_iter().find(|branch| branch.mv == mv) {
                    Some(branch) => at = Some(branch),
                    // No game has this move.
                    None => return Some((ResultCounts::default(), Vec::new())),
                }
            }
            Some((at.map_or_else(|| tree.score(), |branch| branch.score), tree.branches(at.as_ref())))
        })
    }
}

impl Games {
    /// Counts what was played from the end of `line`, which is on the board.
    pub fn explore(&mut self, line: &Line, context: &mut Context) {
        let explorer = &mut self.explorer;
        let grown = explorer.growing.as_mut().and_then(|growing| Task::finish(&mut growing.task));
        match grown.zip(explorer.growing.take_if(|growing| growing.task.is_none())) {
            Some((Ok(tree), growing)) => {
                if explorer.trees.len() == KEPT {
                    explorer.trees.remove(0);
                }
                explorer.trees.push((growing.root, tree));
                explorer.shown = None;
            }
            Some((Err(reason), _)) => {
                explorer.on = false;
                self.report(reason, context);
            }
            None => {}
        }
        let games = self;
        let explorer = &mut games.explorer;
        if !explorer.on
            || games.listing.is_some()
            || games.index.is_empty()
            || explorer.shown.as_ref() == Some(line.position())
        {
            return;
        }
        explorer.known = explorer.find(line);
        if explorer.known.is_some() {
            (explorer.shown, explorer.growing) = (Some(line.position().clone()), None);
            return;
        }
        if explorer.growing.as_ref().is_some_and(|growing| growing.root == *line.position())
            || games.searching.is_some()
        {
            return;
        }
        let Some(path) = games.path.clone() else { return };
        let root = line.position().clone();
        let listed = (games.rows.len() != games.index.len()).then(|| {
            games.rows.iter().filter_map(|&number| Some(games.index.get(number as usize)?.offset)).collect()
        });
        let begin = root.clone();
        let task = Task::start(&context.wake, move |progress| grow(&path, begin, listed, progress));
        explorer.growing = Some(Growing { root, task: Some(task) });
    }
}

/// Counts the moves of the listed games; of all games if `listed` is none.
fn grow(
    path: &Path,
    root: Position,
    listed: Option<HashSet<u64>>,
    progress: &Progress,
) -> Result<Tree, String> {
    let input = progress.open(path).map_err(|error| error.to_string())?;
    let listed = Arc::new(listed);
    let see = move |record: &Record<'_>, tree: &mut Tree| {
        if listed.as_ref().as_ref().is_none_or(|listed| listed.contains(&record.place().offset)) {
            tree.add(record, &root, DEPTH);
        }
    };
    let mut tree = Tree::default();
    let take = |batch: Batch<Tree>| {
        tree.merge(&batch.made);
        Ok::<(), ReadError>(())
    };
    let done =
        records(vec![Input::stream(&path.display().to_string(), input)], &ReadOptions::new(), see, take);
    done.map_err(|error| error.error.to_string())?;
    Ok(tree)
}
