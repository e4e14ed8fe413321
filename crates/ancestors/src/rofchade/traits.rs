//! One test per trait of the description: each would fail without it.

use heirloom_testing::cases;
use proptest::array::uniform5;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::BTreeSet;
use std::sync::Arc;

use heirloom_chess::Color;
use heirloom_engine::{Limits, Signals};

use super::board::{BLACK, Board, KING, WHITE};
use super::hash::{Bound, Entry, Hash};
use super::history::{History, SHARE};
use super::moves::{self, Move, is_capture, legal};
use super::params;
use super::picker::{Picker, Stage};
use super::queue::ThreadQueue;
use super::search::{INFINITY, MATE, Switches, Worker, toward_mate};
use super::see;
use super::threads::{Shared, Task, Variation};
use crate::clock::{Clock, unlimited};
use crate::seam::{START, setup_of};

const MIDDLE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn board(fen: &str) -> Board {
    Board::new(&setup_of(fen))
}

fn find(board: &Board, text: &str) -> Move {
    legal(board).into_iter().find(|mv| mv.to_string() == text).unwrap()
}

fn picked(board: &Board, mut picker: Picker, history: &History) -> Vec<(Move, Stage)> {
    let mut list = Vec::new();
    std::iter::from_fn(|| picker.next(board, &mut list, history)).collect()
}

/// Returns positions of random games.
fn random_boards(seed: u64) -> Vec<Board> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut boards = Vec::new();
    for _ in 0..30 {
        let mut now = board(START);
        for _ in 0..120 {
            let list = legal(&now);
            if list.is_empty() {
                break;
            }
            now = now.after(list[random.usize(..list.len())]);
            boards.push(now.clone());
        }
    }
    boards
}

/// Searches with this number of threads; returns the line and the nodes visited.
fn search(fen: &str, limits: &Limits, threads: usize, switches: Switches) -> (Variation, u64) {
    let (board, hash, signals) = (board(fen), Arc::new(Hash::new(1).unwrap()), Signals::new());
    let histories: Vec<_> = (0..threads).map(|_| Arc::default()).collect();
    let (clock, root, mate) = (Clock::new(limits, Color::White, &signals), legal(&board), limits.mate);
    let task = Task { switches, mate, ..Task::new(&hash, &board, &root, clock) };
    let shared = Arc::new(Shared::new(task, threads));
    let best = ThreadQueue::default().search(&shared, &histories, &mut |_| {});
    (best, shared.nodes())
}

/// Runs a query on a fresh worker.
fn run<T>(fen: &str, query: impl FnOnce(&mut Worker<'_>, &Board) -> T) -> T {
    let (board, hash, mut history) = (board(fen), Arc::new(Hash::new(1).unwrap()), History::default());
    let shared = Shared::new(Task::new(&hash, &board, &[], unlimited()), 1);
    let mut worker = Worker::new(&shared, &mut history, 0, None);
    worker.depth = 8;
    query(&mut worker, &board)
}

fn nodes_of(fen: &str, alpha: i32, depth: i32) -> (i32, u64) {
    run(fen, |worker, board| {
        (worker.node::<false>(board, alpha, alpha + 1, depth, 1), worker.statistics.nodes)
    })
}

#[test]
fn stages_come_in_order() {
    let board = board(MIDDLE);
    let [hash, one, two, earlier] = ["a2a4", "g2g4", "e1g1", "a2a3"].map(|text| find(&board, text));
    let mut history = History::default();
    history.update(&board, find(&board, "d2g5"), &[], 9, 40, Move::NONE);
    let order = picked(&board, Picker::new(&board, hash, [one, two, earlier, Move::NONE]), &history);
    let stage = |wanted: Stage| {
        order.iter().filter(|(_, stage)| *stage == wanted).map(|(mv, _)| *mv).collect::<Vec<_>>()
    };
    assert!(order.is_sorted_by_key(|(_, stage)| *stage as usize));
    assert_eq!((stage(Stage::Hash), stage(Stage::Killers)), (vec![hash], vec![one, two, earlier]));
    for (captures, good) in [(stage(Stage::GoodCaptures), true), (stage(Stage::BadCaptures), false)] {
        let fits = |&mv: &Move| is_capture(&board, mv) && see::reaches(&board, mv, 0) == good;
        assert!(captures.len() > 1 && captures.iter().all(fits));
        assert!(captures.is_sorted_by_key(|&mv| -see::gain(&board, mv)), "{captures:?}");
    }
    assert_eq!(stage(Stage::Quiets).first(), Some(&find(&board, "d2g5")));
    assert_eq!(order.iter().map(|(mv, _)| mv.0).collect::<BTreeSet<_>>().len(), legal(&board).len());
}

#[test]
fn evasions_capture_the_checker_first_and_lose_material_last() {
    // The queen on e2 gives check, a pawn hangs on a6, and some evasions lose material.
    let board = board("4k3/8/p7/8/2B5/8/4q3/R3K1NR w - - 0 1");
    let evasions =
        |board| picked(board, Picker::new(board, Move::NONE, [Move::NONE; 4]), &History::default());
    let order = evasions(&board);
    assert_eq!(order.len(), legal(&board).len());
    // Least valuable attacker first.
    let first: Vec<String> = order.iter().take(3).map(|(mv, _)| mv.to_string()).collect();
    assert_eq!(first, ["g1e2", "c4e2", "e1e2"]);
    let board = super::traits::board("4k3/8/8/8/1b6/8/P1Q2P2/R3K3 w - - 0 1");
    let order = evasions(&board);
    let sound: Vec<bool> = order.iter().map(|(mv, _)| see::reaches(&board, *mv, 0)).collect();
    assert!(sound.is_sorted_by_key(|sound| !sound) && sound.contains(&false), "{order:?}");
}

/// A move that may be possible: any number, or the legal move at an index.
#[derive(Clone, Debug)]
enum Guess {
    Number(u16),
    Legal(Index),
}

fn guess() -> impl Strategy<Value = Guess> {
    prop_oneof![any::<u16>().prop_map(Guess::Number), any::<Index>().prop_map(Guess::Legal)]
}

proptest! {
    #![proptest_config(cases(30))]

    #[test]
    fn the_picker_returns_each_legal_move_once(plies in vec((any::<Index>(), uniform5(guess())), 120)) {
        let (history, mut now) = (History::default(), board(START));
        for (choice, guesses) in plies {
            let mut expected = legal(&now);
            if expected.is_empty() {
                break;
            }
            now = now.after(expected[choice.index(expected.len())]);
            expected = legal(&now);
            let [hash, killers @ ..] = guesses.map(|guess| match guess {
                Guess::Number(number) => Move(number),
                Guess::Legal(index) if !expected.is_empty() => expected[index.index(expected.len())],
                Guess::Legal(_) => Move::NONE,
            });
            let found = picked(&now, Picker::new(&now, hash, killers), &history);
            let mut found: Vec<Move> = found.into_iter().map(|(mv, _)| mv).collect();
            found.sort_by_key(|mv| mv.0);
            expected.sort_by_key(|mv| mv.0);
            prop_assert_eq!(found, expected);
        }
    }
}

#[test]
fn moves_of_other_positions_are_validated() {
    for board in random_boards(9).iter().step_by(40) {
        let (expected, pinned): (BTreeSet<u16>, u64) =
            (legal(board).iter().map(|mv| mv.0).collect(), board.pinned());
        for number in 0..=u16::MAX {
            let possible =
                moves::is_possible(board, Move(number)) && moves::is_legal(board, Move(number), pinned);
            assert_eq!(possible, expected.contains(&number), "{} {:x}", Move(number), number);
        }
    }
}

#[test]
fn histories_grow_by_depth_squared_and_are_halved() {
    let (board, mut history) = (board(START), History::default());
    let [cuts, fails, killer] = ["e2e4", "a2a3", "h2h3"].map(|text| find(&board, text));
    history.update(&board, killer, &[], 1, 7, Move::NONE);
    history.update(&board, cuts, &[fails, killer], 6, 7, Move::NONE);
    // Killers are left out of the bad ones.
    assert_eq!([cuts, fails, killer].map(|mv| history.rank(&board, mv)), [36, -36, 1]);
    assert_eq!((history.killers(7), history.killers(9)[2]), ([cuts, killer, Move::NONE], cuts));
    assert!(history.share(&board, cuts) > SHARE * 9 / 10 && history.share(&board, fails) < -SHARE * 9 / 10);
    history.halve();
    assert_eq!(history.rank(&board, cuts), 18);
    (0..1000).for_each(|_| history.update(&board, cuts, &[fails], 100, 7, Move::NONE));
    assert!(history.rank(&board, cuts) < 40_000, "ages by itself");
}

#[test]
fn hopeless_and_won_nodes_are_pruned() {
    // A queen down at depth 2, razoring ends the node; a queen up, reverse futility pruning needs no move.
    let (down, up) = ("3qk3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/4p3/8/8/8/8/4P3/3QK3 w - - 0 1");
    let (score, nodes) = nodes_of(down, 0, 2);
    assert!(score < 0 && nodes < 4, "{score} {nodes}");
    let (score, nodes) = nodes_of(up, 0, 5);
    assert!(score > 500 && nodes == 1, "{score} {nodes}");
}

#[test]
fn null_moves_need_pieces() {
    // With knights a null move works, with pawns it is not tried. Trébuchet: mutual zugzwang.
    let zugzwang = "8/8/8/3pK3/2kP4/8/8/8 w - - 0 1";
    let (best, _) = search(zugzwang, &Limits::depth(12), 1, Switches::default());
    assert!(best.score < -100, "{best:?}");
    let nodes = |last: Move| {
        run("r3k1n1/pppp4/8/8/8/8/PPPPP3/R3K1N1 w - - 0 1", |worker, board| {
            worker.stack[0].mv = last;
            worker.node::<false>(board, -41, -40, 9, 1);
            worker.statistics.nodes
        })
    };
    // No two null moves in a row: after one the node must be searched.
    assert!(nodes(Move(9)) * 2 < nodes(Move::NONE), "{} {}", nodes(Move(9)), nodes(Move::NONE));
}

#[test]
fn late_moves_are_reduced_and_later_ones_pruned() {
    assert!(params::reduction(12, 30) > params::reduction(12, 4).max(params::reduction(4, 30)));
    assert!(params::late_moves(4, true) > params::late_moves(4, false) && params::late_moves(1, false) >= 1);
    // 218 quiet moves: without both, depth 4 would take tens of thousands of nodes.
    let (_, nodes) = nodes_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 20_000, 4);
    assert!(nodes < 3_000, "{nodes}");
}

#[test]
fn checks_are_extended() {
    // Check, the only reply, mate: three plies, found at depth two because checks are extended.
    let (best, _) = search("8/7k/R7/8/8/8/B7/1R5K w - - 0 1", &Limits::depth(2), 1, Switches::default());
    assert_eq!(best.score, MATE - 3, "{best:?}");
}

#[test]
fn internal_deepening_finds_a_move() {
    let found = |depth: i32| {
        run(MIDDLE, |worker, board| worker.deepen_internally::<false>(board, -50, -49, depth, 1))
    };
    assert!(found(params::IID_DEPTH[1] - 1).is_none());
    assert!(found(params::IID_DEPTH[1]).is_some_and(|entry| legal(&board(MIDDLE)).contains(&entry.mv)));
}

#[test]
fn options_change_the_search_and_nothing_else() {
    let plain = || search(MIDDLE, &Limits::depth(11), 1, Switches::default()).1;
    let (plain, again) = (plain(), plain());
    assert_eq!(again, plain, "one thread repeats itself");
    for switches in [
        Switches { probcut: true, ..Switches::default() },
        Switches { singular: true, ..Switches::default() },
        Switches { countermoves: true, ..Switches::default() },
    ] {
        let (best, nodes) = search(MIDDLE, &Limits::depth(11), 1, switches);
        assert!(nodes != plain && best.score.abs() < 600, "{switches:?}: {best:?}");
    }
}

#[test]
fn repetitions_fifty_moves_and_bare_kings_are_draws() {
    // A queen and a rook against a queen, and a perpetual check.
    let (best, _) = search("6k1/6p1/8/8/8/8/qr6/4Q2K w - - 0 1", &Limits::depth(8), 1, Switches::default());
    assert_eq!((best.score, best.moves[0].to_string().as_str()), (0, "e1e8"));
    for fen in ["7k/8/8/8/8/2n5/8/K7 w - - 0 1", "7k/8/8/8/8/8/1R6/K7 w - - 99 80"] {
        assert_eq!(search(fen, &Limits::depth(4), 1, Switches::default()).0.score, 0, "{fen}");
    }
}

#[test]
fn mate_scores_are_relative_to_the_position() {
    for score in [MATE - 5, 5 - MATE, 17, -3000] {
        assert_eq!(toward_mate(toward_mate(score, 9), -9), score);
    }
    assert_eq!(toward_mate(MATE - 9, 4), MATE - 5);
    let hash = Hash::new(1).unwrap();
    hash.store(1, Entry { mv: Move(9), score: -MATE, depth: 3, bound: Bound::Exact });
    assert_eq!(hash.probe(1).map(|entry| entry.score), Some(-MATE));
    assert_eq!(INFINITY as i16 as i32, INFINITY);
    assert!(board(START).king(WHITE) == 4 && board(START).king(BLACK) == 60 && board(START).at(4) == KING);
}
