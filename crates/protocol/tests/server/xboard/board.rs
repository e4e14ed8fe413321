//! The board over XBoard: moves, positions, edits and the end of games.

use super::check;

#[test]
fn a_game_is_played() {
    check(
        "> xboard|new|usermove e2e4 < move a7a5
         > usermove g1f3 < move a5a4
         // Moves may also come without `usermove`, and in SAN.
         > b1c3 < move a4a3
         > Bb5 < move a3b2
         > O-O < move a8a2
         > ping 5 < pong 5|(quiet 30)
         > quit",
    );
}

#[test]
fn force_go_and_playother() {
    check(
        "> new|force|usermove e2e4|usermove e7e5 < (quiet 40)
         > go < move a2a3
         > force|usermove a7a6|playother < (quiet 40)
         > usermove a3a4 < move a6a5",
    );
    // The old commands: the side to move, then `go`.
    check("> new|force|white|time 100|otim 100|go < move a2a3");
    check("> new|white|usermove e2e4 < move a7a5");
    check("> new|force|e2e4|black|e7e5 < move a2a3 > d < board * b *");
    // `go` changes nothing if the engine is already searching.
    check("> option Delay=100|new|go|go|go < move a2a3|(quiet 150)");
}

#[test]
fn illegal_moves_are_rejected() {
    check(
        "> new|usermove e2e5 < Illegal move (not a legal move here): e2e5
         > usermove < Illegal move (*):
         > usermove e7e5 < Illegal move (no White piece on e7): e7e5
         > Nd4 < Illegal move (Nd4 is not a legal move for White): Nd4
         > option Delay=60000|usermove e2e4|usermove d2d4 < Illegal move (it is not your turn): d2d4
         > ? < move a7a5",
    );
}

#[test]
fn illegal_positions_are_rejected() {
    check(
        "> new|force|setboard 8/8/8/8/8/8/8/8 w - - 0 1 < tellusererror Illegal position
         > usermove e2e4 < Illegal move (the position is illegal): e2e4
         > go < tellusererror Illegal position
         > setboard 4k3/P7/8/8/8/8/8/4K3 w - - 0 1|usermove a7a8q|go < move e8d7
         > force|setboard nonsense < tellusererror Illegal position
         > new|edit|#|Ke1|. < tellusererror Illegal position
         > new|usermove e2e4 < move a7a5",
    );
}

#[test]
fn a_board_is_edited() {
    check(
        "> new|force|a2a3|edit|#|Ke1|Ra1|c|Ke8|joho < Error (unknown command): joho
         > Pa7|.|d < board 4k3/p7/8/8/8/8/8/R3K3 b Q - 0 1
         > go < move a7a5",
    );
}

#[test]
fn promotions_are_written_in_many_ways() {
    for mv in ["a7a8q", "a7a8Q", "a7a8=q", "a7a8=Q", "a8=Q", "a8Q"] {
        check(&format!(
            "> new|force|setboard 7k/P7/8/8/8/8/8/4K3 w - - 0 1|usermove {mv}|d
             < board Q6k/8/8/8/8/8/8/4K3 b - - 0 1"
        ));
    }
}

#[test]
fn moves_are_taken_back() {
    check(
        "> new|undo < Error (no move to take back): undo
         > usermove e2e4 < move a7a5
         > remove|usermove d2d4 < move a7a5
         > force|undo|undo|d < board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
         > e2e4|e7e5|undo|go < move a7a5",
    );
    // Both moves or neither.
    check(
        "> new|force|e2e4|remove < Error (no move to take back): remove
         > d < board * b KQkq - 0 1
         > e7e5|remove|d < board *PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    );
    // Also during a search.
    check("> option Delay=60000|new|usermove e2e4|force|undo|d < board *PPPPPPPP/RNBQKBNR w *|(quiet 30)");
}

#[test]
fn draws_are_accepted_when_they_help() {
    check(
        "> new|draw|option Score=-60|usermove e2e4 < move a7a5
         > draw < offer draw
         > option Score=-40|usermove d2d4 < move a5a4
         > draw < (quiet 30)",
    );
    // Late in the game an equal score is enough.
    let moves = "|usermove g1f3|usermove g8f6|usermove f3g1|usermove f6g8".repeat(15);
    check(&format!("> new|force{moves}|go < move a2a3 > draw < offer draw"));
}

#[test]
fn ends_of_games_are_claimed() {
    // The user mates.
    check("> new|force|f2f3|e7e5|g2g4|playother|d8h4 < 0-1 {Black mates}|(quiet 30)");
    // The engine mates, and stalemates.
    check(
        "> new|force|setboard 7k/8/6K1/8/8/8/8/R7 w - - 0 1|exclude all|include a1a8|go
         < move a1a8|1-0 {White mates}
         > force|setboard 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1|exclude all|include f1f7|go
         < move f1f7|1/2-1/2 {Stalemate}
         // If there is no legal move, only the result is sent.
         > go < 1/2-1/2 {Stalemate}",
    );
}

#[test]
fn draws_are_claimed() {
    let shuffle = "g1f3|g8f6|f3g1|f6g8|g1f3|g8f6|f3g1";
    check(&format!(
        "> new|force|{shuffle}|exclude all|include f6g8|go
         < offer draw|move f6g8|1/2-1/2 {{Draw by repetition}}"
    ));
    check(&format!("> new|force|{shuffle}|playother|f6g8 < 1/2-1/2 {{Draw by repetition}}"));
    check(
        "> new|force|setboard 7k/8/6K1/8/8/8/8/R7 w - - 99 80|exclude all|include a1a7|go
         < offer draw|move a1a7|1/2-1/2 {Draw by fifty-move rule}",
    );
    check(
        "> new|force|setboard 7k/8/8/8/8/8/r7/1K6 w - - 0 80|exclude all|include b1a2|go
         < move b1a2|1/2-1/2 {Draw by insufficient mating material}",
    );
}

#[test]
fn a_result_ends_the_thinking() {
    check(
        "> option Delay=60000|new|usermove e2e4|result 1-0 {flag}|ping 1 < pong 1|(quiet 30)
         // The engine plays neither side afterwards; a new game begins as the first one did.
         > usermove a7a6|d < board * w KQkq - 0 2
         > option Delay=0|new|usermove d2d4 < move a7a5
         > option Delay=60000|usermove d4d5|new|option Delay=0|usermove h2h4 < move a7a5|(quiet 30)
         // Results also arrive while other players' games are analyzed.
         > post|analyze < 3 *
         > result 1-0 {time}|undo < 3 *",
    );
}
