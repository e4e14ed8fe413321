//! The weights of the classical evaluation, each a middlegame and an endgame value in centipawns.
//!
//! Tuned by `heirloom tune` on 629440 positions, 71795 held out; K 1.3221, hold-out loss 0.014622 -> 0.014415
//! after 8 epochs. Data: c-10.pgn c-11.pgn c-12.pgn g-20.pgn g-21.pgn g-22.pgn g-23.pgn

use super::tapered::Tapered;
use super::term::{Kind, Term, weights};

/// The weight of each piece type in the phase, pawn to king.
pub const PHASE: [i32; 6] = [0, 43, 40, 86, 173, 0];

/// The phase from which only middlegame values count.
pub const PHASE_TOTAL: i32 = 1024;

const fn s(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

weights! {
    /// Pawn, knight, bishop, rook, queen.
    Linear MATERIAL[5] = [
        s(54, 144),   s(246, 372),  s(266, 356),  s(315, 722),  s(750, 1279),
    ];

    /// A pawn by its square, as its owner sees the board: a8 first, h1 last.
    Linear PAWN_SQUARE[64] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
        s(96, 43),    s(69, 54),    s(92, 48),    s(83, 49),    s(32, 71),    s(68, 27),    s(-6, 90),    s(19, 31),
        s(6, 8),      s(-36, -3),   s(7, -35),    s(10, -25),   s(1, -7),     s(13, -30),   s(-22, 6),    s(-38, 7),
        s(4, 5),      s(-10, 3),    s(-4, -14),   s(-9, -19),   s(-13, -14),  s(-14, -2),   s(-1, -2),    s(-5, -3),
        s(-9, -17),   s(-22, 2),    s(-16, -17),  s(-4, -16),   s(-2, -23),   s(-4, -17),   s(-6, -8),    s(-10, -12),
        s(-17, -26),  s(-24, -15),  s(-23, -16),  s(-8, -4),    s(-14, -14),  s(-25, -19),  s(-15, -16),  s(-40, -21),
        s(-12, -14),  s(-15, -4),   s(-12, -11),  s(-11, 5),    s(-15, 6),    s(3, -12),    s(-5, -17),   s(-26, -14),
        s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// A knight by its square, as its owner sees the board: a8 first, h1 last.
    Linear KNIGHT_SQUARE[64] = [
        s(-113, -20), s(-113, 43),  s(-58, 26),   s(29, -4),    s(86, -14),   s(-7, -6),    s(-112, 13),  s(-74, -51),
        s(12, 2),     s(-27, 20),   s(0, 21),     s(50, -21),   s(14, 17),    s(22, 6),     s(38, -34),   s(-6, -4),
        s(-5, 4),     s(-3, 10),    s(28, 15),    s(16, 17),    s(10, 23),    s(30, 9),     s(6, 0),      s(-14, -2),
        s(32, -5),    s(7, 11),     s(11, 13),    s(24, 21),    s(24, 19),    s(17, 16),    s(18, 5),     s(27, 2),
        s(2, 5),      s(21, -1),    s(11, 26),    s(7, 28),     s(5, 29),     s(13, 16),    s(27, 3),     s(18, 1),
        s(-3, -7),    s(-8, -10),   s(-2, 11),    s(11, 10),    s(7, 20),     s(3, 4),      s(18, -19),   s(-2, 1),
        s(5, -45),    s(-6, -3),    s(-13, 0),    s(-7, -2),    s(-4, 3),     s(3, -1),     s(-27, 4),    s(-1, -8),
        s(-13, -18),  s(-15, -49),  s(-8, -29),   s(2, -12),    s(-9, -4),    s(-19, -16),  s(-22, -2),   s(19, -58),
    ];

    /// A bishop by its square, as its owner sees the board: a8 first, h1 last.
    Linear BISHOP_SQUARE[64] = [
        s(-17, 8),    s(70, -19),   s(11, 12),    s(-36, 5),    s(-41, 31),   s(-34, 11),   s(29, 10),    s(12, -48),
        s(26, -7),    s(-22, -1),   s(4, 22),     s(11, 14),    s(4, 6),      s(-5, 2),     s(-69, 3),    s(-38, -8),
        s(-15, 30),   s(28, -12),   s(-20, 16),   s(-3, 10),    s(-5, 22),    s(-24, 23),   s(-11, 6),    s(11, -4),
        s(1, 12),     s(5, 14),     s(4, 5),      s(-6, 25),    s(11, 25),    s(8, -3),     s(1, -2),     s(-11, 8),
        s(13, -13),   s(14, 3),     s(13, 18),    s(14, 7),     s(11, 4),     s(7, 15),     s(-2, 8),     s(2, -5),
        s(16, -8),    s(33, 7),     s(5, -11),    s(4, 10),     s(-2, 10),    s(-2, -17),   s(15, 5),     s(8, -8),
        s(31, -31),   s(8, -33),    s(12, -8),    s(-4, 1),     s(-10, 8),    s(15, -32),   s(0, -39),    s(-10, -23),
        s(22, -42),   s(15, 4),     s(-3, -11),   s(-18, 8),    s(5, -7),     s(-27, 1),    s(2, 0),      s(-51, -7),
    ];

    /// A rook by its square, as its owner sees the board: a8 first, h1 last.
    Linear ROOK_SQUARE[64] = [
        s(10, 22),    s(-21, 32),   s(-35, 39),   s(-13, 28),   s(5, 16),     s(35, 18),    s(-5, 30),    s(-12, 26),
        s(2, -1),     s(-2, 0),     s(7, -7),     s(18, -11),   s(4, -4),     s(13, -5),    s(-9, 10),    s(33, -6),
        s(-11, 28),   s(-18, 20),   s(9, 11),     s(19, -3),    s(17, -8),    s(20, 0),     s(32, 0),     s(-32, 19),
        s(-28, 33),   s(15, 22),    s(5, 15),     s(0, 13),     s(18, 4),     s(15, 10),    s(16, 8),     s(-9, 15),
        s(-26, 23),   s(-18, 13),   s(-32, 21),   s(-4, 10),    s(-1, -1),    s(-6, 8),     s(22, -3),    s(-10, 7),
        s(-21, -5),   s(-8, -1),    s(9, -10),    s(-13, -5),   s(-3, -19),   s(4, -9),     s(-8, -7),    s(9, -22),
        s(-31, 3),    s(0, -17),    s(-4, -1),    s(-1, -17),   s(-9, -22),   s(21, -31),   s(12, -30),   s(2, -40),
        s(-5, -11),   s(-4, -13),   s(0, -19),    s(2, -18),    s(0, -26),    s(0, -25),    s(4, -33),    s(7, -42),
    ];

    /// A queen by its square, as its owner sees the board: a8 first, h1 last.
    Linear QUEEN_SQUARE[64] = [
        s(-35, 0),    s(23, -18),   s(-21, 17),   s(28, -22),   s(18, -33),   s(-5, 7),     s(-22, 29),   s(47, -6),
        s(-5, -25),   s(-8, -2),    s(13, -17),   s(-19, 9),    s(-17, 23),   s(11, -17),   s(19, -7),    s(53, -47),
        s(-4, -11),   s(5, -7),     s(12, -5),    s(9, 1),      s(-5, 15),    s(19, 0),     s(33, -33),   s(5, -7),
        s(-5, -11),   s(0, -3),     s(1, -1),     s(-9, 22),    s(-8, 44),    s(21, -9),    s(10, -14),   s(19, -15),
        s(0, 10),     s(-8, 33),    s(-9, 48),    s(-10, 34),   s(-14, 49),   s(0, 40),     s(6, 14),     s(-19, 62),
        s(-19, 45),   s(7, 2),      s(-13, 53),   s(-5, 21),    s(-13, 40),   s(2, 17),     s(15, 6),     s(9, -2),
        s(-14, -8),   s(-10, 4),    s(1, -8),     s(-14, 13),   s(-10, 2),    s(19, -34),   s(18, -52),   s(-6, -40),
        s(-6, -43),   s(-18, 27),   s(-12, -25),  s(-12, -25),  s(-19, -11),  s(-39, 7),    s(-6, -64),   s(13, -68),
    ];

    /// A king by its square, as its owner sees the board: a8 first, h1 last.
    Linear KING_SQUARE[64] = [
        s(17, -77),   s(34, -31),   s(118, 1),    s(-9, 38),    s(-62, 60),   s(-99, 59),   s(78, -73),   s(170, -110),
        s(57, -31),   s(48, 8),     s(-1, 43),    s(-59, 46),   s(-94, 70),   s(-11, 57),   s(6, 34),     s(-11, -16),
        s(53, -8),    s(-28, 20),   s(-12, 45),   s(-28, 51),   s(-73, 72),   s(-31, 60),   s(20, 25),    s(-23, 5),
        s(17, -4),    s(-21, 21),   s(-33, 43),   s(-56, 58),   s(-71, 59),   s(-5, 33),    s(9, 19),     s(-95, 11),
        s(-14, -24),  s(7, -13),    s(-17, 24),   s(-4, 33),    s(-49, 36),   s(-16, 14),   s(-12, -15),  s(-54, -7),
        s(-24, -16),  s(58, -25),   s(0, 7),      s(-5, 8),     s(-17, 14),   s(-7, 6),     s(2, -13),    s(18, -40),
        s(66, -39),   s(21, -32),   s(28, -22),   s(0, -12),    s(-6, -14),   s(1, -18),    s(21, -21),   s(15, -33),
        s(13, -51),   s(41, -55),   s(25, -33),   s(14, -37),   s(17, -41),   s(-4, -43),   s(35, -50),   s(34, -70),
    ];

    /// The side to move.
    Linear TEMPO[1] = [s(20, 23)];

    /// No own pawn on the adjacent files, by distance of the file from the edge; the second four: no enemy
    /// pawn ahead on its file.
    Linear PAWN_ISOLATED[8] = [
        s(3, -8),     s(3, -9),     s(-4, -12),   s(-1, -17),   s(-4, 1),     s(-1, -17),   s(-8, -11),   s(-22, -26),
    ];

    /// An own pawn ahead on its file, by distance of the file from the edge.
    Linear PAWN_DOUBLED[4] = [s(-16, -28), s(7, -25), s(0, -25), s(0, -12)];

    /// No own pawn level with it or behind can support it, and a pawn attacks the square in front, by rank;
    /// the second eight: open file ahead.
    Linear PAWN_BACKWARD[16] = [
        s(0, 0),      s(-4, -8),    s(2, -15),    s(-4, -35),   s(-56, -29),  s(0, 0),      s(0, 0),      s(0, 0),
        s(0, 0),      s(-14, -11),  s(-18, -11),  s(-18, -13),  s(-13, 0),    s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// An own pawn next to it, by rank.
    Linear PAWN_PHALANX[8] = [
        s(0, 0),      s(6, 0),      s(10, 3),     s(9, 7),      s(12, 19),    s(31, 54),    s(95, 124),   s(0, 0),
    ];

    /// Defended by a pawn, by rank.
    Linear PAWN_SUPPORTED[8] = [
        s(0, 0),      s(0, 0),      s(16, 15),    s(14, 9),     s(10, 27),    s(60, 49),    s(182, 63),   s(0, 0),
    ];

    /// Would be a passed pawn after the exchanges it offers, by rank.
    Linear PAWN_CANDIDATE[8] = [
        s(0, 0),      s(-17, -9),   s(-23, 29),   s(-7, 24),    s(-8, 41),    s(16, 27),    s(0, 0),      s(0, 0),
    ];

    /// Attacks an enemy pawn, by rank.
    Linear PAWN_LEVER[8] = [
        s(0, 0),      s(-14, -24),  s(-8, 0),     s(-13, -30),  s(14, 8),     s(18, 33),    s(0, 0),      s(0, 0),
    ];

    /// No enemy pawn ahead on its file or the adjacent files, by rank.
    Linear PASSED[8] = [
        s(0, 0),      s(-24, -10),  s(-14, -40),  s(-8, -30),   s(-5, -20),   s(-1, 45),    s(26, 29),    s(0, 0),
    ];

    /// A passed pawn, by distance of the file from the edge.
    Linear PASSED_FILE[4] = [s(-12, 7), s(-10, 13), s(-13, 5), s(-6, -8)];

    /// A passed pawn with a piece right in front, by rank.
    Linear PASSED_BLOCKED[8] = [
        s(0, 0),      s(11, -11),   s(2, -5),     s(10, -13),   s(-1, -7),    s(-10, -20),  s(-30, -31),  s(0, 0),
    ];

    /// A passed pawn whose next square is empty and not attacked, by rank.
    Linear PASSED_SAFE_PUSH[8] = [
        s(0, 0),      s(3, -4),     s(0, 2),      s(0, 6),      s(-3, 25),    s(14, 25),    s(0, 0),      s(0, 0),
    ];

    /// A passed pawn whose whole path is empty and not attacked, by rank.
    Linear PASSED_SAFE_PATH[8] = [
        s(0, 0),      s(-76, 32),   s(-59, 16),   s(-67, 42),   s(-48, 71),   s(-16, 102),  s(-13, 158),  s(0, 0),
    ];

    /// A passed pawn whose next square is defended, by rank.
    Linear PASSED_SUPPORTED_PUSH[8] = [
        s(0, 0),      s(20, -17),   s(9, 0),      s(-1, 4),     s(12, 15),    s(36, 28),    s(39, 64),    s(0, 0),
    ];

    /// Distance of the own king from the square in front of a passed pawn; counted once for each rank of the
    /// pawn.
    Linear PASSED_OWN_KING[8] = [
        s(-10, 42),   s(-7, 30),    s(1, 18),     s(-3, 12),    s(1, 5),      s(2, 1),      s(5, 2),      s(-2, 2),
    ];

    /// Distance of the enemy king from the square in front of a passed pawn; counted once for each rank of
    /// the pawn.
    Linear PASSED_ENEMY_KING[8] = [
        s(-2, 4),     s(6, 6),      s(4, 1),      s(4, 11),     s(-1, 19),    s(2, 24),     s(-1, 24),    s(0, 25),
    ];

    /// A rook or queen behind a passed pawn: an own one, an enemy one.
    Linear PASSED_ROOK_BEHIND[2] = [s(4, 30), s(5, -64)];

    /// The enemy has only pawns and its king is outside the square of the passed pawn.
    Linear PASSED_UNSTOPPABLE[1] = [s(-37, 155)];

    /// Safe squares a knight can go to.
    Linear KNIGHT_MOBILITY[9] = [
        s(-37, 7),    s(-46, 4),    s(-34, 24),   s(-23, 29),   s(-14, 34),   s(-7, 39),    s(-2, 40),    s(4, 34),     s(3, 28),
    ];

    /// Safe squares a bishop can go to, through queens.
    Linear BISHOP_MOBILITY[14] = [
        s(-41, 10),   s(-28, -20),  s(-14, -9),   s(-11, 8),    s(-7, 8),     s(-4, 20),    s(-1, 27),
        s(1, 23),     s(3, 29),     s(4, 29),     s(0, 26),     s(9, 31),     s(38, 27),    s(-28, 45),
    ];

    /// Safe squares a rook can go to, through rooks and queens.
    Linear ROOK_MOBILITY[15] = [
        s(-46, -53),  s(-44, -20),  s(-34, 3),    s(-33, 19),   s(-23, 22),   s(-27, 34),   s(-29, 41),   s(-26, 43),
        s(-23, 49),   s(-25, 48),   s(-24, 57),   s(-22, 63),   s(-22, 64),   s(-14, 61),   s(-13, 59),
    ];

    /// Safe squares a queen can go to.
    Linear QUEEN_MOBILITY[28] = [
        s(64, 47),    s(-43, 91),   s(-43, 58),   s(-32, 4),    s(-25, -24),  s(-21, 42),   s(-20, 45),
        s(-12, 27),   s(-6, 55),    s(-8, 53),    s(-3, 59),    s(0, 53),     s(2, 63),     s(3, 68),
        s(1, 80),     s(0, 71),     s(0, 69),     s(5, 73),     s(1, 73),     s(1, 75),     s(16, 56),
        s(35, 24),    s(70, -12),   s(68, -20),   s(56, -29),   s(59, -52),   s(29, -74),   s(-1, -34),
    ];

    /// A knight on ranks four to six that no enemy pawn can drive away: in the center, in the center and
    /// defended by a pawn, on the outer files, on the outer files and defended.
    Linear KNIGHT_OUTPOST[4] = [s(-1, 3), s(12, 12), s(3, -6), s(14, 4)];

    /// The same for a bishop.
    Linear BISHOP_OUTPOST[4] = [s(15, -6), s(41, 5), s(1, 0), s(28, 15)];

    /// A pawn right in front of a knight, of a bishop.
    Linear MINOR_BEHIND_PAWN[2] = [s(4, 10), s(4, 12)];

    /// Distance of a knight from the own king.
    Linear KNIGHT_KING_DISTANCE[8] = [
        s(0, 0),      s(-10, 38),   s(-13, 36),   s(-16, 37),   s(-21, 36),   s(-13, 31),   s(-17, 24),   s(-23, 14),
    ];

    /// Distance of a bishop from the own king.
    Linear BISHOP_KING_DISTANCE[8] = [
        s(0, 0),      s(3, 28),     s(-4, 27),    s(-9, 29),    s(-9, 23),    s(-17, 24),   s(-21, 25),   s(-48, 31),
    ];

    /// Bishops on squares of both colors.
    Linear BISHOP_PAIR[1] = [s(11, 82)];

    /// Own pawns on squares of the bishop's color; the second nine: those of them that are blocked.
    Linear BISHOP_PAWNS[18] = [
        s(-16, 34),   s(-11, 26),   s(-8, 25),    s(-9, 19),    s(-10, 17),   s(-12, 17),   s(-12, 6),    s(-21, -15),  s(-16, -140),
        s(-13, 33),   s(-14, 29),   s(-15, 18),   s(-19, -4),   s(-22, -44),  s(-29, 1),    s(-10, -60),  s(25, 1),     s(0, 0),
    ];

    /// A bishop that attacks two center squares, seeing through pieces but not pawns.
    Linear BISHOP_LONG_DIAGONAL[1] = [s(16, 19)];

    /// No own pawn on the file of a rook; no pawn of either color.
    Linear ROOK_FILE[2] = [s(10, 4), s(29, 3)];

    /// A rook on the seventh rank while the enemy king is on the eighth or enemy pawns are on the seventh.
    Linear ROOK_SEVENTH[1] = [s(-8, 17)];

    /// A rook with hardly a square, shut in by its own king: castling is still possible, no longer possible.
    Linear ROOK_TRAPPED[2] = [s(14, -6), s(-22, -18)];

    /// An enemy bishop or rook attacks the queen through one piece.
    Linear QUEEN_EXPOSED[1] = [s(-24, 11)];

    /// A queen in the enemy camp where no pawn can drive it away.
    Linear QUEEN_INFILTRATION[1] = [s(-2, 34)];

    /// The rearmost own pawn on the files around the king, by rank (0: none); for each distance of the file
    /// from the edge; the last 32 for the file of the king itself.
    Linear KING_SHELTER[64] = [
        s(-30, 14),   s(15, -20),   s(19, -13),   s(-1, -1),    s(-4, 2),     s(8, 12),     s(-92, 21),   s(0, 0),
        s(-20, 2),    s(17, -10),   s(6, -15),    s(-12, 1),    s(7, 9),      s(27, 2),     s(-25, 29),   s(0, 0),
        s(-15, -7),   s(6, -8),     s(1, -7),     s(0, -4),     s(12, -1),    s(19, 23),    s(-28, 46),   s(0, 0),
        s(-11, -2),   s(11, -21),   s(7, -7),     s(-2, 5),     s(-1, 4),     s(-18, 9),    s(-73, 38),   s(0, 0),
        s(-38, 18),   s(8, -49),    s(20, -22),   s(-11, 6),    s(7, 17),     s(34, 9),     s(14, 65),    s(0, 0),
        s(-37, 10),   s(23, -13),   s(11, -17),   s(-12, 1),    s(-1, 12),    s(22, 3),     s(38, 47),    s(0, 0),
        s(-21, -7),   s(20, -6),    s(-10, -3),   s(13, -3),    s(-4, 2),     s(-25, 36),   s(2, 61),     s(0, 0),
        s(-17, -2),   s(4, -23),    s(6, -9),     s(2, 14),     s(3, 8),      s(-23, 2),    s(-38, 32),   s(0, 0),
    ];

    /// The most advanced enemy pawn on these files, by its rank from the view of the king (0: none); for each
    /// distance of the file from the edge; the last 32: blocked by an own pawn.
    Linear KING_STORM[64] = [
        s(2, -7),     s(59, 70),    s(15, 79),    s(-28, 20),   s(2, 4),      s(-4, -6),    s(4, -4),     s(0, 0),
        s(-10, -3),   s(71, 94),    s(-7, 77),    s(-2, 22),    s(-8, 8),     s(4, -1),     s(2, -6),     s(0, 0),
        s(-3, -5),    s(52, 58),    s(12, 59),    s(-13, 24),   s(-3, 2),     s(-9, -6),    s(11, -10),   s(0, 0),
        s(-9, 0),     s(19, 106),   s(38, 28),    s(-19, 22),   s(-6, -7),    s(1, 0),      s(-9, 14),    s(0, 0),
        s(0, 0),      s(0, 0),      s(-15, -31),  s(12, -9),    s(7, -18),    s(17, -25),   s(6, -11),    s(0, 0),
        s(0, 0),      s(0, 0),      s(72, -97),   s(24, -24),   s(31, -15),   s(3, -22),    s(12, -80),   s(0, 0),
        s(0, 0),      s(0, 0),      s(-32, -20),  s(30, -6),    s(18, -38),   s(-7, -16),   s(-77, -8),   s(0, 0),
        s(0, 0),      s(0, 0),      s(-20, -12),  s(1, -22),    s(6, -18),    s(-1, -16),   s(61, -74),   s(0, 0),
    ];

    /// Squares that a queen would attack from the king's square.
    Linear KING_LINE[28] = [
        s(0, 0),      s(0, 0),      s(0, 0),      s(-11, 18),   s(11, 16),    s(14, 13),    s(13, 2),
        s(13, -5),    s(10, 2),     s(3, 1),      s(6, 0),      s(3, -1),     s(-4, 1),     s(-6, 2),
        s(-9, 5),     s(-16, 6),    s(-23, 9),    s(-23, 5),    s(-25, 8),    s(-22, 4),    s(-24, 0),
        s(-15, 0),    s(-39, 0),    s(-17, -12),  s(-12, -21),  s(-12, -20),  s(2, -32),    s(28, -42),
    ];

    /// Own knights, bishops and pawns around the king.
    Linear KING_DEFENDERS[12] = [
        s(-4, -1),    s(-3, -1),    s(3, 4),      s(0, 1),      s(-1, 1),     s(-2, 39),
        s(-20, 77),   s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),      s(0, 0),
    ];

    /// Distance of the king from the nearest pawn of either color.
    Linear KING_PAWN_DISTANCE[8] = [
        s(0, 0),      s(-4, 24),    s(-3, 21),    s(-3, -6),    s(30, -54),   s(43, -95),   s(32, -109),  s(58, -113),
    ];

    /// A pawn attacks a pawn, knight, bishop, rook, queen.
    Linear THREAT_BY_PAWN[5] = [
        s(-23, -29),  s(57, 24),    s(52, 38),    s(50, 13),    s(55, -44),
    ];

    /// A knight or bishop attacks a pawn (undefended), knight, bishop, rook, queen.
    Linear THREAT_BY_MINOR[5] = [
        s(2, 17),     s(11, 19),    s(33, 19),    s(45, 12),    s(39, 2),
    ];

    /// A rook attacks a pawn (undefended), knight, bishop, rook, queen.
    Linear THREAT_BY_ROOK[5] = [
        s(2, 17),     s(19, 21),    s(24, 24),    s(-1, 14),    s(35, -3),
    ];

    /// A queen attacks an undefended pawn, knight, bishop, rook, queen.
    Linear THREAT_BY_QUEEN[5] = [
        s(14, -16),   s(17, 20),    s(11, 4),     s(4, 7),      s(10, -3),
    ];

    /// The king attacks something undefended: a pawn, a piece.
    Linear THREAT_BY_KING[2] = [s(20, 25), s(-4, 17)];

    /// A piece that is attacked and not defended.
    Linear THREAT_HANGING[1] = [s(2, 26)];

    /// A pawn that can safely advance to attack a piece.
    Linear THREAT_PUSH[1] = [s(12, 12)];

    /// Safe squares from which a knight, a bishop, a rook attacks the queen next.
    Linear THREAT_ON_QUEEN[3] = [s(9, -10), s(12, 6), s(11, 4)];

    /// Squares that the enemy attacks and does not defend well, and that this side attacks too.
    Linear RESTRICTED[1] = [s(4, 0)];

    /// Safe squares behind the own pawns in the center of the own camp, times a quarter of the number of own
    /// pieces.
    Linear SPACE[1] = [s(2, 0)];

    /// A knight, bishop, rook, queen that attacks squares around the king.
    Danger DANGER_ATTACKER[4] = [s(57, 165), s(40, 109), s(18, 6), s(13, -93)];

    /// Attacks on squares around the king.
    Danger DANGER_ATTACKS[1] = [s(11, -56)];

    /// Attacked squares around the king that are undefended, or defended only by the king or queen.
    Danger DANGER_WEAK[1] = [s(22, 3)];

    /// The enemy has no queen.
    Danger DANGER_NO_QUEEN[1] = [s(-266, -193)];

    /// Squares from which a knight, bishop, rook, queen can safely give check.
    Danger DANGER_SAFE_CHECK[4] = [s(94, 162), s(49, 431), s(90, 498), s(53, 152)];

    /// Squares from which a knight, bishop, rook, queen can give check and be captured.
    Danger DANGER_UNSAFE_CHECK[4] = [s(19, 16), s(21, 192), s(36, 11), s(9, -1)];

    /// Pieces pinned to the king.
    Danger DANGER_PINNED[1] = [s(-14, 37)];

    /// Squares of the own camp on the king's side of the board: attacked by the enemy, attacked twice,
    /// defended.
    Danger DANGER_FLANK[3] = [s(8, 38), s(2, 71), s(-5, -7)];

    /// A knight defends squares around the king.
    Danger DANGER_KNIGHT_DEFENDER[1] = [s(-20, 119)];

    /// The rearmost own pawn on the files around the king, by rank (0: none).
    Danger DANGER_SHELTER[8] = [
        s(21, -99),   s(8, -59),    s(7, 74),     s(30, 144),   s(42, 158),   s(34, -18),   s(-71, -78),  s(0, 0),
    ];

    /// The most advanced enemy pawn there, by its rank from the view of the king (0: none).
    Danger DANGER_STORM[8] = [
        s(8, -76),    s(104, 168),  s(114, 171),  s(34, 77),    s(7, -4),     s(-5, 25),    s(1, -13),    s(0, 0),
    ];

    /// Any king in danger.
    Danger DANGER_BASE[1] = [s(-50, -33)];
}
