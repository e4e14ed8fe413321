//! Lines of engines that are put into the game on the board.

use heirloom_chess::game::{Game, GameResult, NodeId};

use super::{Play, Stage};
use crate::model::context::{Context, Effect};
use crate::model::history::{ChangeKind, ChangeName};
use crate::model::insertion::Insertion;
use crate::model::notice::Notice;
use crate::model::record::Step;

impl Play {
    /// Puts a line into the game, which can be undone. A game that is being played stays as it is; a line
    /// after the end of a finished game goes into a copy.
    pub(super) fn insert(&mut self, insertion: &Insertion, context: &mut Context) {
        if self.stage == Stage::Playing {
            return context.notify(Notice::NotNow);
        }
        let end = match insertion.known(self.record.game()) {
            Some(end) => Some(end),
            None => self.add(insertion, context),
        };
        if let Some(end) = end.filter(|_| insertion.goes_there) {
            self.record.go(Step::To(end));
            context.ask(Effect::Moved);
        }
    }

    fn add(&mut self, insertion: &Insertion, context: &mut Context) -> Option<NodeId> {
        let game = self.record.game();
        if game.result() != GameResult::Unknown && insertion.from == game.last() {
            self.try_out(context);
        }
        let (from, first) = (insertion.from, insertion.moves.first().copied());
        let name = ChangeName::of_move(ChangeKind::Insert, self.record.game(), from, first);
        let (before, mut end) = (self.record.game().move_count(), None);
        let change = |game: &mut Game| {
            end = Some(insertion.insert(game)?);
            Ok(())
        };
        self.edit(name, change, context);
        if let Some(end) = end {
            let game = self.record.game();
            let moves = game.move_count().saturating_sub(before);
            context.notify(Notice::Inserted { plies: moves, main: game.is_main_line(end) });
        }
        end
    }
}
