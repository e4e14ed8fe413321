//! Extensions: checks, recaptures and far advanced passed pawns are searched one ply deeper.

use super::board::*;
use super::moves::Move;
use super::search::Search;

impl Search<'_> {
    /// Returns true if the move recaptures about as much material as was just lost on its target square.
    pub fn recaptures(&self, mv: Move) -> bool {
        let Some(last) =
            self.board.history.last().filter(|undo| undo.captured != EMPTY && undo.target == mv.to)
        else {
            return false;
        };
        let taken = self.board.squares[usize::from(mv.to)];
        VALUE[usize::from(taken & KIND)].abs_diff(VALUE[usize::from(last.captured & KIND)]) <= 50
    }

    /// Returns the extension in plies of a move just played: for checks, recaptures, and passed pawns on the
    /// 7th or 8th rank. Lines longer than twice the iteration are not extended, so that the search ends.
    pub fn extension(&self, ply: usize, mv: Move, gives_check: bool, recaptures: bool) -> i32 {
        if !self.settings.extensions || ply as i32 > 2 * self.iteration {
            return 0;
        }
        i32::from(gives_check || recaptures || self.is_far_passed_pawn(mv))
    }

    /// Returns true for a pawn that has just reached the 7th or 8th rank, where it is always passed.
    fn is_far_passed_pawn(&self, mv: Move) -> bool {
        let is_pawn = self.board.squares[usize::from(mv.to)] & KIND == PAWN;
        mv.promotion != EMPTY || is_pawn && rank_of(opponent(self.board.turn), mv.to) == 6
    }
}

#[cfg(test)]
mod tests {
    use super::super::hash::Table;
    use super::super::search::tests::with_search;
    use super::super::settings::Settings;
    use super::*;
    use crate::clock::unlimited;

    #[test]
    fn extensions_end_at_twice_the_iteration() {
        let depth_added = |fen: &str, text: &str, ply: usize| {
            with_search(fen, Settings::ALL, |search| {
                search.iteration = 4;
                let mv = search.board.find(text).expect("a move");
                let recaptures = search.recaptures(mv);
                search.board.play(mv);
                search.extension(ply, mv, search.board.in_check(), recaptures)
            })
        };
        let checks = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        assert_eq!([1, 8, 9].map(|ply| depth_added(checks, "a1a8", ply)), [1, 1, 0]);
        assert_eq!(depth_added(checks, "a1a7", 1), 0);
        let pawns = "4k3/2P5/P7/1P6/8/8/8/4K3 w - - 0 1";
        assert_eq!(["a6a7", "c7c8n", "b5b6"].map(|text| depth_added(pawns, text, 1)), [1, 1, 0]);
    }

    #[test]
    fn recaptures_restore_material_on_the_same_square() {
        let mut board = Board::from_fen("4k3/8/2p1p3/3n4/8/2N5/8/3QK3 w - - 0 1");
        board.play(board.clone().find("c3d5").expect("a move"));
        let mut table = Table::new(1).expect("memory");
        let mut search = Search::new(board, &mut table, unlimited(), Settings::ALL);
        let mv = search.board.find("e6d5").expect("a move");
        assert!(search.recaptures(mv));
        search.board.play(mv);
        let queen_takes_pawn = search.board.find("d1d5").expect("a move");
        assert!(!search.recaptures(queen_takes_pawn), "a pawn for a knight restores nothing");
    }
}
