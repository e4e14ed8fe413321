//! One EPD record: a position with its operations, and typed access to them.

use std::fmt;

use super::fields::{field_of, is_clock, split_fields, take_clock};
use super::operations::{Operand, Operation, parse};
use super::{EpdError, EpdReason, MAX_LINE};
use crate::notation::fen::FenRepair;
use crate::notation::san;
use crate::{Move, Position};

/// A position with operations.
#[derive(Clone, Debug)]
pub struct Epd {
    /// The position; its clocks come from the six fields or from `hmvc` and `fmvn`.
    pub position: Position,
    /// The operations in the order of the line.
    pub operations: Vec<Operation>,
    /// The repairs made to the position fields; ignored by comparisons.
    pub remarks: Vec<FenRepair>,
}

impl PartialEq for Epd {
    fn eq(&self, other: &Epd) -> bool {
        self.position == other.position && self.operations == other.operations
    }
}

impl Epd {
    /// Returns a record without operations.
    pub fn new(position: Position) -> Epd {
        Epd { position, operations: Vec::new(), remarks: Vec::new() }
    }

    /// Parses one line: four or six fields, then operations. Impossible castling rights and en passant
    /// squares are dropped with a remark; commas may separate fields, operations and moves.
    ///
    /// # Errors
    /// An [`EpdError`] with column and reason. The operands of operations are checked only when they are
    /// read.
    ///
    /// ```
    /// use heirloom_chess::notation::epd::Epd;
    /// let epd = Epd::parse("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";")?;
    /// assert_eq!(epd.id(), Some("BK.01"));
    /// assert_eq!(format!("{:?}", epd.best_moves()?), "[d6d1]");
    /// # Ok::<(), heirloom_chess::notation::epd::EpdError>(())
    /// ```
    pub fn parse(line: &str) -> Result<Epd, EpdError> {
        let error = |column, reason| EpdError { line: 1, column, reason };
        if line.len() > MAX_LINE {
            return Err(error(MAX_LINE + 1, EpdReason::TooLong));
        }
        let (fields, rest) = split_fields(line);
        let mut operations =
            parse(&line[rest..], rest + 1).map_err(|(column, reason)| error(column, reason))?;
        let mut fen: Vec<&str> = fields.iter().map(|&(_, field)| field).collect();
        // The clocks belong to the position however they are written; the six fields take precedence over
        // operations.
        let halfmoves = take_clock(&mut operations, "hmvc").unwrap_or_else(|| "0".into());
        let fullmoves = take_clock(&mut operations, "fmvn").unwrap_or_else(|| "1".into());
        if fen.len() == 4 {
            fen.extend([halfmoves.as_str(), fullmoves.as_str()]);
        }
        let (position, remarks) = Position::from_fen_repaired(&fen.join(" ")).map_err(|reason| {
            let column = fields.get(field_of(&reason)).or(fields.last()).map_or(1, |&(place, _)| place + 1);
            error(column, EpdReason::Fen(reason))
        })?;
        Ok(Epd { position, operations, remarks })
    }

    /// Returns the first operation with this opcode.
    pub fn get(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// Replaces all operations with the same opcode, or adds the operation.
    pub fn set(&mut self, operation: Operation) {
        let is_same = |own: &Operation| own.opcode == operation.opcode;
        let place = self.operations.iter().position(is_same).unwrap_or(self.operations.len());
        self.operations.retain(|own| !is_same(own));
        self.operations.insert(place, operation);
    }

    /// Returns the first operand of an operation as text.
    pub fn text(&self, opcode: &str) -> Option<&str> {
        self.get(opcode)?.operands.first().map(|operand| operand.text.as_str())
    }

    /// Returns the name of the position (`id`).
    pub fn id(&self) -> Option<&str> {
        self.text("id")
    }

    /// Returns the best moves (`bm`); none if there are none or only a mate distance is given.
    ///
    /// # Errors
    /// The first operand that is not a legal move.
    pub fn best_moves(&self) -> Result<Vec<Move>, EpdError> {
        self.moves("bm")
    }

    /// Returns the moves to avoid (`am`).
    ///
    /// # Errors
    /// The first operand that is not a legal move.
    pub fn avoid_moves(&self) -> Result<Vec<Move>, EpdError> {
        self.moves("am")
    }

    /// Returns the operands of all operations with this opcode as alternative moves in this position.
    ///
    /// # Errors
    /// The first operand that is not a legal move.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, EpdError> {
        let mut moves = Vec::new();
        for (operation, operand) in self.move_operands(opcode) {
            let mv = read_move(&self.position, operation, operand)?;
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        Ok(moves)
    }

    /// Returns the operands of an operation as consecutive moves, as in `pv`.
    ///
    /// # Errors
    /// The first operand that is not a legal move in its position.
    pub fn line(&self, opcode: &str) -> Result<Vec<Move>, EpdError> {
        let mut position = self.position.clone();
        let mut moves = Vec::new();
        for (operation, operand) in self.move_operands(opcode) {
            let mv = read_move(&position, operation, operand)?;
            position.play(mv);
            moves.push(mv);
        }
        Ok(moves)
    }

    /// Returns the distance to mate from `bm #5` or `dm 5`, in moves; negative if the side to move is mated.
    pub fn mate_in(&self) -> Option<i32> {
        let by_best =
            self.text("bm").and_then(|text| text.strip_prefix('#')).and_then(|text| text.parse().ok());
        by_best.or_else(|| self.text("dm")?.parse().ok())
    }

    /// Returns the first operand of an operation as an integer, such as `acd` (depth) or `ce` (centipawns);
    /// none without the operation.
    ///
    /// # Errors
    /// The operand is missing or not an integer.
    pub fn integer(&self, opcode: &str) -> Result<Option<i64>, EpdError> {
        let Some(operation) = self.get(opcode) else { return Ok(None) };
        let error = |column, reason| EpdError { line: 1, column, reason };
        let opcode = opcode.to_owned();
        let Some(operand) = operation.operands.first() else {
            return Err(error(operation.column, EpdReason::OperandMissing(opcode)));
        };
        operand.text.strip_prefix('+').unwrap_or(&operand.text).parse().map(Some).map_err(|_| {
            let text = operand.text.chars().take(40).collect();
            error(operand.column, EpdReason::NotANumber { opcode, text })
        })
    }

    /// Returns the operands that should be moves, without detached annotations (`Nxb6 + ?`) and mate
    /// distances (`#5`).
    fn move_operands<'a>(&'a self, opcode: &'a str) -> impl Iterator<Item = (&'a Operation, &'a Operand)> {
        let is_move = |text: &str| {
            !text.starts_with('#') && !text.bytes().all(|byte| matches!(byte, b'+' | b'!' | b'?' | b','))
        };
        self.operations
            .iter()
            .filter(move |operation| operation.opcode == opcode)
            .flat_map(|operation| operation.operands.iter().map(move |operand| (operation, operand)))
            .filter(move |(_, operand)| is_move(&operand.text))
    }
}

impl fmt::Display for Epd {
    /// One line with four fields; clocks other than 0 and 1 are written as `hmvc` and `fmvn`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut clocks = String::new();
        for (opcode, number, usual) in
            [("hmvc", self.position.halfmove_clock(), 0), ("fmvn", self.position.fullmove_number(), 1)]
        {
            if number != usual {
                clocks.push_str(&format!(" {opcode} {number};"));
            }
        }
        // An operation that looks like a clock must not follow the fourth field.
        if clocks.is_empty() && self.operations.first().is_some_and(|operation| is_clock(&operation.opcode)) {
            f.write_str(&self.position.fen())?;
        } else {
            write!(f, "{}{clocks}", self.position.fen_without_clocks())?;
        }
        for operation in &self.operations {
            write!(f, " {operation}")?;
        }
        Ok(())
    }
}

fn read_move(position: &Position, operation: &Operation, operand: &Operand) -> Result<Move, EpdError> {
    san::parse(position, &operand.text).map_err(|error| {
        let reason = EpdReason::Move { opcode: operation.opcode.clone(), error };
        EpdError { line: 1, column: operand.column, reason }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -";

    fn error(line: &str) -> String {
        Epd::parse(line).unwrap_err().to_string()
    }

    #[test]
    fn operations_have_typed_values() {
        let line = format!(
            "{BOARD} acd 5; bm Qg6; am Qh4 Nxd5; id \"WAC.001\"; ce -32764; dm 2; pv Qg6 h5 Qh7#; D1 20 ; \
                noop;"
        );
        let epd = Epd::parse(&line).unwrap();
        assert_eq!(epd.integer("acd"), Ok(Some(5)));
        assert_eq!(epd.integer("ce"), Ok(Some(-32764)));
        assert_eq!(epd.integer("D1"), Ok(Some(20)));
        assert_eq!(epd.integer("acn"), Ok(None));
        assert_eq!(format!("{:?}", epd.best_moves().unwrap()), "[g3g6]");
        assert_eq!(format!("{:?}", epd.avoid_moves().unwrap()), "[g3h4, f6d5]");
        assert_eq!(format!("{:?}", epd.line("pv").unwrap()), "[g3g6, h6h5, g6h7]");
        assert_eq!((epd.id(), epd.mate_in()), (Some("WAC.001"), Some(2)));
        assert_eq!(Epd::parse(&format!("{BOARD} bm #-7;")).unwrap().mate_in(), Some(-7));
        assert_eq!(Epd::parse(&epd.to_string()).unwrap(), epd);
    }

    #[test]
    fn clocks_are_fields_or_operations() {
        let six = Epd::parse(&format!("{BOARD} 17 42 bm Qg6;")).unwrap();
        let four = Epd::parse(&format!("{BOARD} hmvc 17; fmvn 42; bm Qg6;")).unwrap();
        assert_eq!(six.position, four.position);
        assert_eq!(six.position.halfmove_clock(), 17);
        assert_eq!(six.to_string(), four.to_string());
        assert_eq!(Epd::parse(&six.to_string()).unwrap().position, six.position);
        assert_eq!(Epd::parse(&format!("  {BOARD}   ;")).unwrap(), Epd::parse(BOARD).unwrap());
    }

    #[test]
    fn nonstandard_moves_are_accepted() {
        for bm in ["Qg6!", "Qg6 +", "g3g6", "Qg6 ?!", "Qg3-g6", "Qg6 bm"] {
            let epd = Epd::parse(&format!("{BOARD} bm {bm}; id \"x\"")).unwrap();
            match epd.best_moves() {
                Ok(moves) => assert_eq!(format!("{moves:?}"), "[g3g6]", "{bm}"),
                Err(error) => assert_eq!((bm, error.column), ("Qg6 bm", 64)),
            }
        }
    }

    #[test]
    fn errors_have_column_and_reason() {
        for (line, expected) in [
            ("8/8 w - -", "line 1, column 1: FEN board has 2 ranks; expected 8, separated by /"),
            ("4k3/8/8/8/8/8/8/4K3 x - -", "line 1, column 21: FEN side to move is 'x'; expected w or b"),
            (&format!("{BOARD} id \"abc"), "line 1, column 60: unclosed string; expected '\"'"),
        ] {
            assert_eq!(error(line), expected);
        }
        assert!(error(&"x".repeat(MAX_LINE + 1)).ends_with("the line is longer than 65536 bytes"));
        let epd = Epd::parse(&format!("{BOARD} bm Ke7; acd x; ce;")).unwrap();
        let expected = [
            "line 1, column 60: bm: Ke7 is not a legal move for White",
            "line 1, column 69: acd needs a whole number, not \"x\"",
            "line 1, column 72: ce has no operand",
        ];
        let integer = |opcode| epd.integer(opcode).unwrap_err();
        let errors = [epd.best_moves().unwrap_err(), integer("acd"), integer("ce")];
        assert_eq!(errors.map(|error| error.to_string()), expected);
    }

    #[test]
    fn impossible_fields_are_dropped_and_commas_separate() {
        let epd = Epd::parse("4k3/8/8/8/8/8/8/4K2R w KQq e9 bm Rh8+, Ke2,Kf1; id \"a, b\";").unwrap();
        assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+ Ke2 Kf1; id \"a, b\";");
        assert_eq!((epd.remarks.len(), epd.best_moves().unwrap().len()), (2, 3));
        let listed = Epd::parse("4k3/8/8/8/8/8/8/4K2R,w,K,-,3,7,bm Rh8+;c0 a,b;").unwrap();
        assert_eq!(listed.position.halfmove_clock(), 3);
        assert_eq!(listed.text("c0"), Some("a,b"));
        assert_eq!(listed.remarks.len(), 0);
        assert_eq!(listed.best_moves().unwrap().len(), 1);
        let spaced = Epd::parse("4k3/8/8/8/8/8/8/4K2R\u{a0}w K - bm\u{a0}Rh8+; id\u{2003}x;").unwrap();
        assert_eq!(spaced.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+; id x;");
    }

    #[test]
    fn operations_are_replaced() {
        let mut epd = Epd::parse(&format!("{BOARD} bm Qg6; id \"a\"; bm Qh4;")).unwrap();
        epd.set(Operation::new("bm", &["Qe1"]));
        epd.set(Operation::text("c0", "a \"b\"; c"));
        assert_eq!(epd.to_string(), format!("{BOARD} bm Qe1; id \"a\"; c0 \"a \\\"b\\\"; c\";"));
        assert_eq!(Epd::parse(&epd.to_string()).unwrap(), epd);
    }
}
