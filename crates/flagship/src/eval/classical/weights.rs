//! The numbers of the classical evaluation, in centipawns: middlegame, endgame.
//!
//! Textbook material (1, 3, 3, 5, 9) and the piece-square tables of Tomasz Michniewski's "Simplified Evaluation Function" (1995, published in
//! the Chess Programming Wiki): the untuned beginning from which tuning is measured. All other linear terms begin with nothing; the dangers
//! of a king, which count by their square, with round numbers.

use super::tapered::Tapered;
use super::term::{Kind, Term, weights};

/// What each piece type adds to the phase, pawn to king.
pub const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// The phase from which on endgame values no longer count.
pub const PHASE_TOTAL: i32 = 24;

const fn s(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

weights! {
    /// Pawn, knight, bishop, rook, queen.
    Linear MATERIAL[5] = [
        s(100, 100),  s(300, 300),  s(300, 300),  s(500, 500),  s(900, 900),
    ];

    /// A pawn by its square, as its owner sees the board: a8 first, h1 last.
    Linear PAWN_SQUARE[64] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(50, 50),    s(50, 50),    s(50, 50),    s(50, 50),    s(50, 50),    s(50, 50),    s(50, 50),    s(50, 50),
        s(10, 10),    s(10, 10),    s(20, 20),    s(30, 30),    s(30, 30),    s(20, 20),    s(10, 10),    s(10, 10),
        s(5, 5),      s(5, 5),      s(10, 10),    s(25, 25),    s(25, 25),    s(10, 10),    s(5, 5),      s(5, 5),
        s(0, 0),      s(0, 0),      s(0, 0),      s(20, 20),    s(20, 20),    s(0, 0),      s(0, 0),      s(0, 0),
        s(5, 5),      s(-5, -5),    s(-10, -10),  s(0, 0),      s(0, 0),      s(-10, -10),  s(-5, -5),    s(5, 5),
        s(5, 5),      s(10, 10),    s(10, 10),    s(-20, -20),  s(-20, -20),  s(10, 10),    s(10, 10),    s(5, 5),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// A knight by its square, as its owner sees the board: a8 first, h1 last.
    Linear KNIGHT_SQUARE[64] = [
        s(-50, -50),  s(-40, -40),  s(-30, -30),  s(-30, -30),  s(-30, -30),  s(-30, -30),  s(-40, -40),  s(-50, -50),
        s(-40, -40),  s(-20, -20),  s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(-20, -20),  s(-40, -40),
        s(-30, -30),  s(0, 0),      s(10, 10),    s(15, 15),    s(15, 15),    s(10, 10),    s(0, 0),      s(-30, -30),
        s(-30, -30),  s(5, 5),      s(15, 15),    s(20, 20),    s(20, 20),    s(15, 15),    s(5, 5),      s(-30, -30),
        s(-30, -30),  s(0, 0),      s(15, 15),    s(20, 20),    s(20, 20),    s(15, 15),    s(0, 0),      s(-30, -30),
        s(-30, -30),  s(5, 5),      s(10, 10),    s(15, 15),    s(15, 15),    s(10, 10),    s(5, 5),      s(-30, -30),
        s(-40, -40),  s(-20, -20),  s(0, 0),      s(5, 5),      s(5, 5),      s(0, 0),      s(-20, -20),  s(-40, -40),
        s(-50, -50),  s(-40, -40),  s(-30, -30),  s(-30, -30),  s(-30, -30),  s(-30, -30),  s(-40, -40),  s(-50, -50),
    ];

    /// A bishop by its square, as its owner sees the board: a8 first, h1 last.
    Linear BISHOP_SQUARE[64] = [
        s(-20, -20),  s(-10, -10),  s(-10, -10),  s(-10, -10),  s(-10, -10),  s(-10, -10),  s(-10, -10),  s(-20, -20),
        s(-10, -10),  s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(-10, -10),
        s(-10, -10),  s(0, 0),      s(5, 5),      s(10, 10),    s(10, 10),    s(5, 5),      s(0, 0),      s(-10, -10),
        s(-10, -10),  s(5, 5),      s(5, 5),      s(10, 10),    s(10, 10),    s(5, 5),      s(5, 5),      s(-10, -10),
        s(-10, -10),  s(0, 0),      s(10, 10),    s(10, 10),    s(10, 10),    s(10, 10),    s(0, 0),      s(-10, -10),
        s(-10, -10),  s(10, 10),    s(10, 10),    s(10, 10),    s(10, 10),    s(10, 10),    s(10, 10),    s(-10, -10),
        s(-10, -10),  s(5, 5),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(5, 5),      s(-10, -10),
        s(-20, -20),  s(-10, -10),  s(-10, -10),  s(-10, -10),  s(-10, -10),  s(-10, -10),  s(-10, -10),  s(-20, -20),
    ];

    /// A rook by its square, as its owner sees the board: a8 first, h1 last.
    Linear ROOK_SQUARE[64] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(5, 5),      s(10, 10),    s(10, 10),    s(10, 10),    s(10, 10),    s(10, 10),    s(10, 10),    s(5, 5),
        s(-5, -5),    s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(-5, -5),
        s(-5, -5),    s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(-5, -5),
        s(-5, -5),    s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(-5, -5),
        s(-5, -5),    s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(-5, -5),
        s(-5, -5),    s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(-5, -5),
        s(0, 0),      s(0, 0),      s(0, 0),      s(5, 5),      s(5, 5),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// A queen by its square, as its owner sees the board: a8 first, h1 last.
    Linear QUEEN_SQUARE[64] = [
        s(-20, -20),  s(-10, -10),  s(-10, -10),  s(-5, -5),    s(-5, -5),    s(-10, -10),  s(-10, -10),  s(-20, -20),
        s(-10, -10),  s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(-10, -10),
        s(-10, -10),  s(0, 0),      s(5, 5),      s(5, 5),      s(5, 5),      s(5, 5),      s(0, 0),      s(-10, -10),
        s(-5, -5),    s(0, 0),      s(5, 5),      s(5, 5),      s(5, 5),      s(5, 5),      s(0, 0),      s(-5, -5),
        s(0, 0),      s(0, 0),      s(5, 5),      s(5, 5),      s(5, 5),      s(5, 5),      s(0, 0),      s(-5, -5),
        s(-10, -10),  s(5, 5),      s(5, 5),      s(5, 5),      s(5, 5),      s(5, 5),      s(0, 0),      s(-10, -10),
        s(-10, -10),  s(0, 0),      s(5, 5),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(-10, -10),
        s(-20, -20),  s(-10, -10),  s(-10, -10),  s(-5, -5),    s(-5, -5),    s(-10, -10),  s(-10, -10),  s(-20, -20),
    ];

    /// A king by its square, as its owner sees the board: a8 first, h1 last.
    Linear KING_SQUARE[64] = [
        s(-30, -50),  s(-40, -40),  s(-40, -30),  s(-50, -20),  s(-50, -20),  s(-40, -30),  s(-40, -40),  s(-30, -50),
        s(-30, -30),  s(-40, -20),  s(-40, -10),  s(-50, 0),    s(-50, 0),    s(-40, -10),  s(-40, -20),  s(-30, -30),
        s(-30, -30),  s(-40, -10),  s(-40, 20),   s(-50, 30),   s(-50, 30),   s(-40, 20),   s(-40, -10),  s(-30, -30),
        s(-30, -30),  s(-40, -10),  s(-40, 30),   s(-50, 40),   s(-50, 40),   s(-40, 30),   s(-40, -10),  s(-30, -30),
        s(-20, -30),  s(-30, -10),  s(-30, 30),   s(-40, 40),   s(-40, 40),   s(-30, 30),   s(-30, -10),  s(-20, -30),
        s(-10, -30),  s(-20, -10),  s(-20, 20),   s(-20, 30),   s(-20, 30),   s(-20, 20),   s(-20, -10),  s(-10, -30),
        s(20, -30),   s(20, -30),   s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(20, -30),   s(20, -30),
        s(20, -50),   s(30, -30),   s(10, -30),   s(0, -30),    s(0, -30),    s(10, -30),   s(30, -30),   s(20, -50),
    ];

    /// Having the move.
    Linear TEMPO[1] = [s(10, 10)];

    /// No own pawn on the files beside it, by distance of the file from the edge; the second four: no enemy pawn ahead on its file.
    Linear PAWN_ISOLATED[8] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// An own pawn ahead on its file, by distance of the file from the edge.
    Linear PAWN_DOUBLED[4] = [s(0, 0), s(0, 0), s(0, 0), s(0, 0)];

    /// No own pawn beside or behind can support it and its next square is attacked by a pawn, by rank; the second eight: open file ahead.
    Linear PAWN_BACKWARD[16] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// An own pawn beside it, by rank.
    Linear PAWN_PHALANX[8] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// Defended by a pawn, by rank.
    Linear PAWN_SUPPORTED[8] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// Would be a passed pawn after the exchanges it offers, by rank.
    Linear PAWN_CANDIDATE[8] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// Attacks an enemy pawn, by rank.
    Linear PAWN_LEVER[8] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// No enemy pawn ahead on its file or the files beside it, by rank.
    Linear PASSED[8] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// A passed pawn, by distance of the file from the edge.
    Linear PASSED_FILE[4] = [s(0, 0), s(0, 0), s(0, 0), s(0, 0)];

    /// A passed pawn with a piece right ahead, by rank.
    Linear PASSED_BLOCKED[8] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// A passed pawn whose next square is free and not attacked, by rank.
    Linear PASSED_SAFE_PUSH[8] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// A passed pawn whose whole way is free and not attacked, by rank.
    Linear PASSED_SAFE_PATH[8] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// A passed pawn whose next square is defended, by rank.
    Linear PASSED_SUPPORTED_PUSH[8] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// Distance of the own king from the square ahead of a passed pawn; counted once for each rank the pawn has gone.
    Linear PASSED_OWN_KING[8] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// Distance of the enemy king from the square ahead of a passed pawn; counted once for each rank the pawn has gone.
    Linear PASSED_ENEMY_KING[8] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// A rook or queen behind a passed pawn: an own one, an enemy one.
    Linear PASSED_ROOK_BEHIND[2] = [s(0, 0), s(0, 0)];

    /// The enemy has only pawns and its king is outside the square of the passed pawn.
    Linear PASSED_UNSTOPPABLE[1] = [s(0, 0)];

    /// Safe squares a knight can go to.
    Linear KNIGHT_MOBILITY[9] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// Safe squares a bishop can go to, through queens.
    Linear BISHOP_MOBILITY[14] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// Safe squares a rook can go to, through rooks and queens.
    Linear ROOK_MOBILITY[15] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// Safe squares a queen can go to.
    Linear QUEEN_MOBILITY[28] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// A knight on ranks four to six that no enemy pawn can drive away: in the center, there and defended by a pawn, on the outer files, there and defended.
    Linear KNIGHT_OUTPOST[4] = [s(0, 0), s(0, 0), s(0, 0), s(0, 0)];

    /// The same for a bishop.
    Linear BISHOP_OUTPOST[4] = [s(0, 0), s(0, 0), s(0, 0), s(0, 0)];

    /// A pawn right ahead of a knight, of a bishop.
    Linear MINOR_BEHIND_PAWN[2] = [s(0, 0), s(0, 0)];

    /// Distance of a knight from the own king.
    Linear KNIGHT_KING_DISTANCE[8] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// Distance of a bishop from the own king.
    Linear BISHOP_KING_DISTANCE[8] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// Bishops on squares of both colors.
    Linear BISHOP_PAIR[1] = [s(0, 0)];

    /// Own pawns on squares of the color of a bishop; the second nine: own pawns among them that are blocked.
    Linear BISHOP_PAWNS[18] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// A bishop that looks through both squares of the center.
    Linear BISHOP_LONG_DIAGONAL[1] = [s(0, 0)];

    /// No own pawn on the file of a rook; no pawn at all.
    Linear ROOK_FILE[2] = [s(0, 0), s(0, 0)];

    /// A rook on the seventh rank while the enemy king stands on the eighth or pawns stand on the seventh.
    Linear ROOK_SEVENTH[1] = [s(0, 0)];

    /// A rook with hardly a square, shut in by the own king: it may still castle, it may not.
    Linear ROOK_TRAPPED[2] = [s(0, 0), s(0, 0)];

    /// An enemy bishop or rook looks at the queen through one piece.
    Linear QUEEN_EXPOSED[1] = [s(0, 0)];

    /// A queen in the enemy camp where no pawn can drive it away.
    Linear QUEEN_INFILTRATION[1] = [s(0, 0)];

    /// The own pawn nearest to the own base on the files around the king, by rank (0: none); for each distance of the file from the edge; the last 32 for the file of the king itself.
    Linear KING_SHELTER[64] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// The most advanced enemy pawn on these files, by its rank seen from the king (0: none); for each distance of the file from the edge; the last 32: blocked by an own pawn.
    Linear KING_STORM[64] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// Squares a queen would see from the square of the king.
    Linear KING_LINE[28] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// Own knights, bishops and pawns around the king.
    Linear KING_DEFENDERS[12] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// Distance of the king from the nearest pawn of any color.
    Linear KING_PAWN_DISTANCE[8] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// A pawn attacks a pawn, knight, bishop, rook, queen.
    Linear THREAT_BY_PAWN[5] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// A knight or bishop attacks a pawn (undefended), knight, bishop, rook, queen.
    Linear THREAT_BY_MINOR[5] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// A rook attacks a pawn (undefended), knight, bishop, rook, queen.
    Linear THREAT_BY_ROOK[5] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// A queen attacks an undefended pawn, knight, bishop, rook, queen.
    Linear THREAT_BY_QUEEN[5] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// The king attacks something undefended: a pawn, a piece.
    Linear THREAT_BY_KING[2] = [s(0, 0), s(0, 0)];

    /// A piece that is attacked and not defended.
    Linear THREAT_HANGING[1] = [s(0, 0)];

    /// A pawn that can safely go where it attacks a piece.
    Linear THREAT_PUSH[1] = [s(0, 0)];

    /// Safe squares from where a knight, a bishop, a rook attacks the queen next.
    Linear THREAT_ON_QUEEN[3] = [s(0, 0), s(0, 0), s(0, 0)];

    /// Squares that the enemy attacks and does not defend well, and that are attacked here as well.
    Linear RESTRICTED[1] = [s(0, 0)];

    /// Safe squares behind the own pawns in the middle of the own camp, for each own piece in four.
    Linear SPACE[1] = [s(0, 0)];

    /// A knight, bishop, rook, queen that attacks squares around the king.
    Danger DANGER_ATTACKER[4] = [s(48, 24), s(24, 12), s(36, 18), s(30, 15)];

    /// Attacks on squares around the king.
    Danger DANGER_ATTACKS[1] = [s(45, 22)];

    /// Attacked squares around the king that only the king or the queen defends, or nothing.
    Danger DANGER_WEAK[1] = [s(42, 21)];

    /// The enemy has no queen.
    Danger DANGER_NO_QUEEN[1] = [s(-240, -120)];

    /// Squares from where a knight, bishop, rook, queen can safely give check.
    Danger DANGER_SAFE_CHECK[4] = [s(110, 55), s(60, 30), s(90, 45), s(92, 46)];

    /// Squares from where a knight, bishop, rook, queen can give check and be taken.
    Danger DANGER_UNSAFE_CHECK[4] = [s(10, 5), s(10, 5), s(10, 5), s(5, 2)];

    /// Pieces that are pinned to the king.
    Danger DANGER_PINNED[1] = [s(20, 10)];

    /// Squares of the own camp on the side of the king that the enemy attacks; that it attacks twice; that are defended.
    Danger DANGER_FLANK[3] = [s(6, 3), s(6, 3), s(-5, -3)];

    /// A knight defends squares around the king.
    Danger DANGER_KNIGHT_DEFENDER[1] = [s(-30, -15)];

    /// The own pawn nearest to the own base on the files around the king, by rank (0: none).
    Danger DANGER_SHELTER[8] = [
        s(20, 10),    s(0, 0),      s(-15, -8),   s(-5, -3),    s(0, 0),      s(5, 2),      s(5, 2),      s(0, 0),
    ];

    /// The most advanced enemy pawn there, by its rank seen from the king (0: none).
    Danger DANGER_STORM[8] = [
        s(0, 0),      s(0, 0),      s(5, 2),      s(10, 5),     s(5, 2),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// Every king that is attacked.
    Danger DANGER_BASE[1] = [s(-70, -35)];
}
