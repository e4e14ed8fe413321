//! The numbers of the classical evaluation, in centipawns: middlegame, endgame.
//!
//! Tuned by `heirloom tune` on 556308 positions, 61790 held out; K 1.2164, hold-out loss 0.026336 -> 0.014441 after 24 epochs.
//! Data: t1-0.pgn t1-1.pgn t1-2.pgn c-10.pgn c-11.pgn c-12.pgn

use super::tapered::Tapered;
use super::term::{Kind, Term, weights};

/// What each piece type adds to the phase, pawn to king.
pub const PHASE: [i32; 6] = [0, 44, 41, 86, 170, 0];

/// The phase from which on endgame values no longer count.
pub const PHASE_TOTAL: i32 = 1024;

const fn s(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

weights! {
    /// Pawn, knight, bishop, rook, queen.
    Linear MATERIAL[5] = [
        s(60, 139),   s(241, 364),  s(266, 351),  s(311, 701),  s(769, 1196),
    ];

    /// A pawn by its square, as its owner sees the board: a8 first, h1 last.
    Linear PAWN_SQUARE[64] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(82, 59),    s(38, 52),    s(75, 40),    s(117, 43),   s(22, 84),    s(73, 22),    s(36, 85),    s(14, 20),
        s(3, 15),     s(-33, -6),   s(8, -37),    s(20, -11),   s(17, -19),   s(25, -47),   s(-7, 8),     s(-30, -2),
        s(3, 2),      s(-13, 0),    s(2, -10),    s(-6, -9),    s(-19, -9),   s(0, -4),     s(-5, 1),     s(-2, 2),
        s(-16, -13),  s(-19, -3),   s(-15, -21),  s(-8, -16),   s(-6, -23),   s(-4, -21),   s(-10, -12),  s(-15, -11),
        s(-20, -23),  s(-27, -16),  s(-29, -11),  s(-15, 7),    s(-20, -7),   s(-24, -17),  s(-20, -15),  s(-38, -16),
        s(-13, -5),   s(-16, -7),   s(-17, -6),   s(-13, 8),    s(-20, 4),    s(-2, -4),    s(-6, -21),   s(-30, -5),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// A knight by its square, as its owner sees the board: a8 first, h1 last.
    Linear KNIGHT_SQUARE[64] = [
        s(-118, -17), s(-98, 48),   s(-60, 15),   s(39, -12),   s(88, -29),   s(-3, 23),    s(-104, 38),  s(-83, -34),
        s(16, 11),    s(-6, 12),    s(-3, 24),    s(62, -11),   s(41, 20),    s(12, 8),     s(19, -3),    s(17, 3),
        s(6, -37),    s(-1, 9),     s(16, 16),    s(20, 18),    s(18, 23),    s(26, 19),    s(17, -35),   s(12, -9),
        s(39, -23),   s(11, 6),     s(10, 9),     s(22, 27),    s(22, 18),    s(18, 21),    s(18, 7),     s(28, 4),
        s(5, 7),      s(19, -19),   s(21, 19),    s(5, 28),     s(7, 35),     s(18, 20),    s(27, 8),     s(19, -4),
        s(2, -23),    s(-6, -7),    s(-4, 12),    s(14, -2),    s(-2, 29),    s(-3, 3),     s(11, -10),   s(-5, 15),
        s(-3, -60),   s(30, -19),   s(-14, 0),    s(-8, 3),     s(-2, 9),     s(4, 5),      s(-41, 20),   s(-5, -15),
        s(-92, -10),  s(-6, -45),   s(-3, -45),   s(2, -23),    s(-22, -4),   s(-23, -17),  s(-31, 0),    s(-1, -57),
    ];

    /// A bishop by its square, as its owner sees the board: a8 first, h1 last.
    Linear BISHOP_SQUARE[64] = [
        s(-26, 16),   s(85, -26),   s(50, 20),    s(-42, 1),    s(-28, 20),   s(-10, -13),  s(51, 24),    s(4, -51),
        s(24, -11),   s(-15, -10),  s(9, 20),     s(17, 26),    s(17, 1),     s(5, 12),     s(-46, -12),  s(-21, -8),
        s(-16, 22),   s(29, -18),   s(-47, 2),    s(-7, 7),     s(-5, 17),    s(-41, 26),   s(-7, -7),    s(-1, -20),
        s(8, -8),     s(-10, 17),   s(0, 9),      s(-9, 32),    s(14, 27),    s(-7, 9),     s(5, -4),     s(-5, -3),
        s(13, -6),    s(0, 6),      s(5, 17),     s(15, 5),     s(2, 17),     s(4, 14),     s(1, 18),     s(-4, -15),
        s(16, -13),   s(28, 19),    s(3, -19),    s(-2, 29),    s(-3, 11),    s(-8, -23),   s(10, 9),     s(4, -26),
        s(20, -11),   s(3, -37),    s(10, -7),    s(-11, 5),    s(-22, 16),   s(17, -46),   s(-11, -33),  s(-10, -11),
        s(16, -52),   s(5, 14),     s(-3, -13),   s(-15, 6),    s(-3, -11),   s(-34, 3),    s(8, 4),      s(-40, -10),
    ];

    /// A rook by its square, as its owner sees the board: a8 first, h1 last.
    Linear ROOK_SQUARE[64] = [
        s(9, 12),     s(-14, 35),   s(-34, 42),   s(-30, 30),   s(13, 13),    s(11, 22),    s(-22, 41),   s(8, 12),
        s(5, 3),      s(2, 9),      s(-9, 5),     s(27, -6),    s(16, -10),   s(19, -3),    s(19, 3),     s(58, -6),
        s(-1, 21),    s(-12, 17),   s(12, 4),     s(22, -8),    s(19, -7),    s(5, 1),      s(35, -3),    s(-11, 14),
        s(-29, 39),   s(17, 21),    s(8, 7),      s(9, 11),     s(15, 3),     s(32, -6),    s(27, 5),     s(3, 1),
        s(-24, 26),   s(-21, 13),   s(-28, 16),   s(-6, -1),    s(-7, 2),     s(-7, 12),    s(9, 1),      s(-8, 6),
        s(-29, 8),    s(-18, -5),   s(7, -12),    s(-18, 3),    s(-3, -19),   s(4, -15),    s(-2, -10),   s(6, -12),
        s(-26, -1),   s(-7, -19),   s(-7, -14),   s(-6, -13),   s(-11, -21),  s(18, -32),   s(4, -24),    s(-23, -34),
        s(-11, -14),  s(-11, -9),   s(-4, -16),   s(-4, -19),   s(-4, -21),   s(-3, -24),   s(-2, -33),   s(0, -37),
    ];

    /// A queen by its square, as its owner sees the board: a8 first, h1 last.
    Linear QUEEN_SQUARE[64] = [
        s(-62, 20),   s(20, -22),   s(-46, 4),    s(21, -9),    s(5, -29),    s(-2, 32),    s(-9, 36),    s(17, 27),
        s(3, -40),    s(-8, 1),     s(12, -14),   s(-7, -18),   s(0, -17),    s(12, -28),   s(31, -11),   s(54, -33),
        s(-6, -18),   s(-4, 7),     s(9, -21),    s(17, -2),    s(4, 1),      s(33, -3),    s(27, 7),     s(14, -10),
        s(13, -5),    s(-1, -2),    s(1, 1),      s(-10, 37),   s(-15, 39),   s(6, -5),     s(-5, 9),     s(19, -9),
        s(1, 8),      s(-5, 26),    s(-14, 42),   s(-8, 28),    s(-15, 50),   s(-2, 40),    s(10, -9),    s(-8, 15),
        s(-15, 44),   s(-5, 26),    s(-19, 65),   s(-6, 30),    s(-12, 33),   s(0, 18),     s(12, 8),     s(21, -12),
        s(-19, -2),   s(-10, 24),   s(3, -7),     s(-8, 5),     s(-8, -6),    s(10, -23),   s(6, -32),    s(11, -44),
        s(-23, -25),  s(-13, -18),  s(-7, -27),   s(-11, -25),  s(-18, -3),   s(-35, -6),   s(17, -95),   s(17, -74),
    ];

    /// A king by its square, as its owner sees the board: a8 first, h1 last.
    Linear KING_SQUARE[64] = [
        s(50, -73),   s(12, -14),   s(92, 1),     s(2, 57),     s(-84, 76),   s(-128, 67),  s(11, -24),   s(122, -106),
        s(55, -49),   s(43, 27),    s(-7, 54),    s(-19, 51),   s(-63, 86),   s(-25, 54),   s(29, 36),    s(-36, -7),
        s(38, -6),    s(-7, 28),    s(-14, 47),   s(9, 60),     s(-69, 74),   s(12, 60),    s(40, 17),    s(2, 12),
        s(28, -10),   s(-45, 12),   s(13, 29),    s(-64, 63),   s(-34, 60),   s(14, 25),    s(-9, 15),    s(-95, 15),
        s(-13, -23),  s(15, -16),   s(0, 27),     s(9, 28),     s(-57, 39),   s(-3, 15),    s(-14, -21),  s(-76, -7),
        s(-14, -17),  s(48, -25),   s(-16, 4),    s(-15, 5),    s(3, 6),      s(-10, 3),    s(-1, -22),   s(3, -47),
        s(79, -58),   s(12, -28),   s(24, -24),   s(-14, -23),  s(-8, -16),   s(-11, -17),  s(15, -25),   s(12, -43),
        s(30, -59),   s(40, -65),   s(25, -50),   s(8, -49),    s(13, -51),   s(-7, -45),   s(34, -57),   s(34, -78),
    ];

    /// Having the move.
    Linear TEMPO[1] = [s(21, 25)];

    /// No own pawn on the files beside it, by distance of the file from the edge; the second four: no enemy pawn ahead on its file.
    Linear PAWN_ISOLATED[8] = [
        s(9, -13),    s(4, -15),    s(1, -19),    s(0, -17),    s(-5, 7),     s(-6, -15),   s(-2, -14),   s(-15, -29),
    ];

    /// An own pawn ahead on its file, by distance of the file from the edge.
    Linear PAWN_DOUBLED[4] = [s(-25, -34), s(1, -12), s(-8, -23), s(-3, -1)];

    /// No own pawn beside or behind can support it and its next square is attacked by a pawn, by rank; the second eight: open file ahead.
    Linear PAWN_BACKWARD[16] = [
        s(0, 0),      s(-5, -1),    s(0, -18),    s(-16, -29),  s(-64, -31),  s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(-16, -6),   s(-12, -11),  s(-22, -4),   s(-27, -4),   s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// An own pawn beside it, by rank.
    Linear PAWN_PHALANX[8] = [
        s(0, 0),      s(7, 0),      s(7, 3),      s(7, 11),     s(15, 26),    s(57, 64),    s(88, 103),   s(0, 0),
    ];

    /// Defended by a pawn, by rank.
    Linear PAWN_SUPPORTED[8] = [
        s(0, 0),      s(0, 0),      s(15, 14),    s(12, 10),    s(11, 25),    s(60, 52),    s(144, 57),   s(0, 0),
    ];

    /// Would be a passed pawn after the exchanges it offers, by rank.
    Linear PAWN_CANDIDATE[8] = [
        s(0, 0),      s(-7, -5),    s(-17, 34),   s(-3, 18),    s(-6, 31),    s(42, 3),     s(0, 0),      s(0, 0),
    ];

    /// Attacks an enemy pawn, by rank.
    Linear PAWN_LEVER[8] = [
        s(0, 0),      s(-8, -30),   s(-5, -3),    s(-11, -42),  s(13, 14),    s(8, 35),     s(0, 0),      s(0, 0),
    ];

    /// No enemy pawn ahead on its file or the files beside it, by rank.
    Linear PASSED[8] = [
        s(0, 0),      s(-21, -18),  s(-16, -35),  s(-6, -29),   s(-5, -19),   s(-4, 48),    s(27, 21),    s(0, 0),
    ];

    /// A passed pawn, by distance of the file from the edge.
    Linear PASSED_FILE[4] = [s(-16, 6), s(-11, 15), s(-14, 8), s(-4, -12)];

    /// A passed pawn with a piece right ahead, by rank.
    Linear PASSED_BLOCKED[8] = [
        s(0, 0),      s(14, -5),    s(13, -10),   s(8, -7),     s(9, -6),     s(-3, -20),   s(-5, -45),   s(0, 0),
    ];

    /// A passed pawn whose next square is free and not attacked, by rank.
    Linear PASSED_SAFE_PUSH[8] = [
        s(0, 0),      s(2, 2),      s(-1, 6),     s(1, 3),      s(-3, 27),    s(3, 17),     s(0, 0),      s(0, 0),
    ];

    /// A passed pawn whose whole way is free and not attacked, by rank.
    Linear PASSED_SAFE_PATH[8] = [
        s(0, 0),      s(-40, 26),   s(-52, 20),   s(-61, 41),   s(-44, 68),   s(6, 95),     s(25, 137),   s(0, 0),
    ];

    /// A passed pawn whose next square is defended, by rank.
    Linear PASSED_SUPPORTED_PUSH[8] = [
        s(0, 0),      s(20, -10),   s(7, -2),     s(-4, 5),     s(9, 20),     s(18, 36),    s(37, 70),    s(0, 0),
    ];

    /// Distance of the own king from the square ahead of a passed pawn; counted once for each rank the pawn has gone.
    Linear PASSED_OWN_KING[8] = [
        s(-11, 36),   s(-6, 27),    s(-2, 19),    s(-3, 11),    s(1, 5),      s(2, 3),      s(4, 4),      s(1, 4),
    ];

    /// Distance of the enemy king from the square ahead of a passed pawn; counted once for each rank the pawn has gone.
    Linear PASSED_ENEMY_KING[8] = [
        s(-9, 9),     s(2, 8),      s(4, 2),      s(2, 12),     s(1, 18),     s(5, 20),     s(-1, 23),    s(2, 21),
    ];

    /// A rook or queen behind a passed pawn: an own one, an enemy one.
    Linear PASSED_ROOK_BEHIND[2] = [s(5, 21), s(0, -69)];

    /// The enemy has only pawns and its king is outside the square of the passed pawn.
    Linear PASSED_UNSTOPPABLE[1] = [s(36, 128)];

    /// Safe squares a knight can go to.
    Linear KNIGHT_MOBILITY[9] = [
        s(-31, -4),   s(-51, 1),    s(-38, 28),   s(-27, 30),   s(-15, 33),   s(-7, 34),    s(-4, 36),    s(1, 30),     s(1, 24),
    ];

    /// Safe squares a bishop can go to, through queens.
    Linear BISHOP_MOBILITY[14] = [
        s(-45, -4),   s(-27, -21),  s(-16, -10),  s(-11, 8),    s(-5, 12),    s(-3, 21),    s(-1, 24),
        s(-1, 23),    s(-1, 26),    s(0, 30),     s(-4, 25),    s(13, 24),    s(14, 29),    s(32, 20),
    ];

    /// Safe squares a rook can go to, through rooks and queens.
    Linear ROOK_MOBILITY[15] = [
        s(-62, -19),  s(-45, -22),  s(-39, 5),    s(-34, 20),   s(-25, 16),   s(-28, 30),   s(-30, 41),   s(-27, 39),
        s(-25, 45),   s(-22, 51),   s(-26, 55),   s(-22, 58),   s(-16, 59),   s(-14, 59),   s(8, 51),
    ];

    /// Safe squares a queen can go to.
    Linear QUEEN_MOBILITY[28] = [
        s(0, 0),      s(-49, 78),   s(-42, 64),   s(-26, -15),  s(-24, -35),  s(-16, 15),   s(-17, 29),
        s(-18, 29),   s(-5, 33),    s(-7, 44),    s(-4, 49),    s(-2, 49),    s(1, 59),     s(2, 65),
        s(-1, 76),    s(2, 75),     s(9, 66),     s(9, 64),     s(7, 69),     s(3, 66),     s(23, 42),
        s(37, 12),    s(90, -22),   s(43, 2),     s(69, -46),   s(48, -51),   s(33, -74),   s(-18, -46),
    ];

    /// A knight on ranks four to six that no enemy pawn can drive away: in the center, there and defended by a pawn, on the outer files, there and defended.
    Linear KNIGHT_OUTPOST[4] = [s(1, 3), s(19, 12), s(5, 5), s(13, 10)];

    /// The same for a bishop.
    Linear BISHOP_OUTPOST[4] = [s(18, -7), s(41, 7), s(6, -3), s(32, 12)];

    /// A pawn right ahead of a knight, of a bishop.
    Linear MINOR_BEHIND_PAWN[2] = [s(6, 15), s(5, 11)];

    /// Distance of a knight from the own king.
    Linear KNIGHT_KING_DISTANCE[8] = [
        s(0, 0),      s(-13, 31),   s(-7, 32),    s(-16, 34),   s(-23, 35),   s(-22, 28),   s(-24, 25),   s(-21, 17),
    ];

    /// Distance of a bishop from the own king.
    Linear BISHOP_KING_DISTANCE[8] = [
        s(0, 0),      s(3, 25),     s(-4, 25),    s(-11, 26),   s(-12, 23),   s(-14, 22),   s(-24, 26),   s(-64, 35),
    ];

    /// Bishops on squares of both colors.
    Linear BISHOP_PAIR[1] = [s(12, 83)];

    /// Own pawns on squares of the color of a bishop; the second nine: own pawns among them that are blocked.
    Linear BISHOP_PAWNS[18] = [
        s(-13, 26),   s(-9, 25),    s(-11, 26),   s(-11, 17),   s(-9, 15),    s(-13, 23),   s(-19, 17),   s(-17, -16),  s(-7, -122),
        s(-14, 27),   s(-15, 23),   s(-16, 14),   s(-20, -5),   s(-22, -31),  s(-35, 49),   s(-20, -23),  s(0, 0),      s(0, 0),
    ];

    /// A bishop that looks through both squares of the center.
    Linear BISHOP_LONG_DIAGONAL[1] = [s(15, 30)];

    /// No own pawn on the file of a rook; no pawn at all.
    Linear ROOK_FILE[2] = [s(11, 5), s(26, 9)];

    /// A rook on the seventh rank while the enemy king stands on the eighth or pawns stand on the seventh.
    Linear ROOK_SEVENTH[1] = [s(-6, 10)];

    /// A rook with hardly a square, shut in by the own king: it may still castle, it may not.
    Linear ROOK_TRAPPED[2] = [s(9, -15), s(-24, -25)];

    /// An enemy bishop or rook looks at the queen through one piece.
    Linear QUEEN_EXPOSED[1] = [s(-18, -3)];

    /// A queen in the enemy camp where no pawn can drive it away.
    Linear QUEEN_INFILTRATION[1] = [s(-2, 34)];

    /// The own pawn nearest to the own base on the files around the king, by rank (0: none); for each distance of the file from the edge; the last 32 for the file of the king itself.
    Linear KING_SHELTER[64] = [
        s(-23, 13),   s(14, -19),   s(16, -17),   s(-6, 0),     s(-5, 11),    s(-10, 23),   s(-95, 15),   s(0, 0),
        s(-18, -1),   s(17, -13),   s(9, -20),    s(-10, 0),    s(1, 16),     s(21, 2),     s(-20, 21),   s(0, 0),
        s(-11, -7),   s(7, -7),     s(-6, -3),    s(0, -7),     s(3, -7),     s(15, 21),    s(-5, 57),    s(0, 0),
        s(-8, 0),     s(0, -2),     s(4, -6),     s(1, 4),      s(3, -7),     s(-11, 8),    s(-48, 50),   s(0, 0),
        s(-31, 23),   s(4, -50),    s(22, -34),   s(-6, 12),    s(4, 15),     s(49, -2),    s(9, 19),     s(0, 0),
        s(-38, 13),   s(21, -13),   s(11, -17),   s(-19, 4),    s(-11, 22),   s(10, 0),     s(61, 35),    s(0, 0),
        s(-17, -2),   s(20, 1),     s(-7, 0),     s(11, -1),    s(-11, -7),   s(-19, 4),    s(8, 50),     s(0, 0),
        s(-17, -2),   s(3, -1),     s(4, -3),     s(1, 14),     s(7, 4),      s(-9, -4),    s(6, 32),     s(0, 0),
    ];

    /// The most advanced enemy pawn on these files, by its rank seen from the king (0: none); for each distance of the file from the edge; the last 32: blocked by an own pawn.
    Linear KING_STORM[64] = [
        s(2, -10),    s(37, 66),    s(2, 76),     s(-36, 29),   s(5, 1),      s(2, -13),    s(2, -4),     s(0, 0),
        s(-7, -6),    s(46, 113),   s(-18, 52),   s(0, 19),     s(-14, 14),   s(5, 1),      s(0, -9),     s(0, 0),
        s(-3, -4),    s(73, 67),    s(-24, 49),   s(-4, 23),    s(3, -1),     s(-6, -3),    s(8, -7),     s(0, 0),
        s(-9, 2),     s(47, 116),   s(53, 22),    s(-20, 15),   s(0, -9),     s(3, -4),     s(-9, 16),    s(0, 0),
        s(0, 0),      s(0, 0),      s(-3, -54),   s(7, 3),      s(5, -15),    s(9, -19),    s(-1, -11),   s(0, 0),
        s(0, 0),      s(0, 0),      s(85, -52),   s(22, -22),   s(34, -5),    s(4, -29),    s(-32, -81),  s(0, 0),
        s(0, 0),      s(0, 0),      s(-31, -26),  s(34, -11),   s(10, -42),   s(-7, -10),   s(-72, -7),   s(0, 0),
        s(0, 0),      s(0, 0),      s(-38, 26),   s(1, -8),     s(4, -2),     s(3, -16),    s(34, -105),  s(0, 0),
    ];

    /// Squares a queen would see from the square of the king.
    Linear KING_LINE[28] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(-32, 23),   s(15, 9),     s(6, 25),     s(7, 9),
        s(9, 3),      s(5, 9),      s(6, 0),      s(2, 6),      s(6, 4),      s(-2, 3),     s(-5, 7),
        s(-7, 5),     s(-8, 6),     s(-12, 3),    s(-20, 4),    s(-27, 6),    s(-11, -2),   s(-17, -3),
        s(-9, -5),    s(-28, -6),   s(-26, -8),   s(-3, -25),   s(-5, -30),   s(-3, -46),   s(51, -52),
    ];

    /// Own knights, bishops and pawns around the king.
    Linear KING_DEFENDERS[12] = [
        s(-9, -1),    s(-1, 0),     s(2, 3),      s(1, 5),      s(-1, 1),     s(-4, -4),
        s(-29, 53),   s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// Distance of the king from the nearest pawn of any color.
    Linear KING_PAWN_DISTANCE[8] = [
        s(0, 0),      s(-3, 20),    s(4, 19),     s(-6, -7),    s(9, -42),    s(15, -74),   s(-25, -75),  s(15, -93),
    ];

    /// A pawn attacks a pawn, knight, bishop, rook, queen.
    Linear THREAT_BY_PAWN[5] = [
        s(-27, -28),  s(50, 25),    s(46, 46),    s(41, 8),     s(54, -36),
    ];

    /// A knight or bishop attacks a pawn (undefended), knight, bishop, rook, queen.
    Linear THREAT_BY_MINOR[5] = [
        s(2, 15),     s(13, 23),    s(33, 19),    s(37, 10),    s(35, 17),
    ];

    /// A rook attacks a pawn (undefended), knight, bishop, rook, queen.
    Linear THREAT_BY_ROOK[5] = [
        s(6, 15),     s(15, 24),    s(21, 23),    s(-6, 5),     s(35, 3),
    ];

    /// A queen attacks an undefended pawn, knight, bishop, rook, queen.
    Linear THREAT_BY_QUEEN[5] = [
        s(10, -15),   s(22, 13),    s(16, 8),     s(4, 17),     s(14, -4),
    ];

    /// The king attacks something undefended: a pawn, a piece.
    Linear THREAT_BY_KING[2] = [s(14, 19), s(13, 10)];

    /// A piece that is attacked and not defended.
    Linear THREAT_HANGING[1] = [s(-1, 27)];

    /// A pawn that can safely go where it attacks a piece.
    Linear THREAT_PUSH[1] = [s(11, 15)];

    /// Safe squares from where a knight, a bishop, a rook attacks the queen next.
    Linear THREAT_ON_QUEEN[3] = [s(10, -7), s(8, 19), s(11, 7)];

    /// Squares that the enemy attacks and does not defend well, and that are attacked here as well.
    Linear RESTRICTED[1] = [s(3, 0)];

    /// Safe squares behind the own pawns in the middle of the own camp, for each own piece in four.
    Linear SPACE[1] = [s(2, 1)];

    /// A knight, bishop, rook, queen that attacks squares around the king.
    Danger DANGER_ATTACKER[4] = [s(60, 124), s(39, 123), s(19, 17), s(19, -68)];

    /// Attacks on squares around the king.
    Danger DANGER_ATTACKS[1] = [s(14, -52)];

    /// Attacked squares around the king that only the king or the queen defends, or nothing.
    Danger DANGER_WEAK[1] = [s(21, 24)];

    /// The enemy has no queen.
    Danger DANGER_NO_QUEEN[1] = [s(-240, -185)];

    /// Squares from where a knight, bishop, rook, queen can safely give check.
    Danger DANGER_SAFE_CHECK[4] = [s(89, 127), s(54, 305), s(91, 391), s(58, 143)];

    /// Squares from where a knight, bishop, rook, queen can give check and be taken.
    Danger DANGER_UNSAFE_CHECK[4] = [s(18, 38), s(23, 155), s(31, 8), s(6, 21)];

    /// Pieces that are pinned to the king.
    Danger DANGER_PINNED[1] = [s(-12, 57)];

    /// Squares of the own camp on the side of the king that the enemy attacks; that it attacks twice; that are defended.
    Danger DANGER_FLANK[3] = [s(8, 25), s(2, 60), s(-6, -9)];

    /// A knight defends squares around the king.
    Danger DANGER_KNIGHT_DEFENDER[1] = [s(-17, 85)];

    /// The own pawn nearest to the own base on the files around the king, by rank (0: none).
    Danger DANGER_SHELTER[8] = [
        s(26, -86),   s(7, -27),    s(8, 50),     s(31, 135),   s(39, 149),   s(41, 21),    s(-68, -55),  s(0, 0),
    ];

    /// The most advanced enemy pawn there, by its rank seen from the king (0: none).
    Danger DANGER_STORM[8] = [
        s(12, -30),   s(91, 123),   s(121, 92),   s(41, 41),    s(8, 33),     s(-4, -14),   s(1, 26),     s(0, 0),
    ];

    /// Every king that is attacked.
    Danger DANGER_BASE[1] = [s(-47, -19)];
}
