//! Puzzles as lichess publishes them: CSV rows with a position, the opponent's move and the solution.

use std::fmt;
use std::io::{BufRead, Write};

use heirloom_chess::notation::{san, uci};
use heirloom_chess::{Line, Move, Position};
use serde_json::{Value, json};

use super::glicko::Rating;
use crate::coordinates;

/// The columns in lichess's order.
pub const COLUMNS: [&str; 10] = [
    "PuzzleId",
    "FEN",
    "Moves",
    "Rating",
    "RatingDeviation",
    "Popularity",
    "NbPlays",
    "Themes",
    "GameUrl",
    "OpeningTags",
];

/// A puzzle.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The name.
    pub id: String,
    /// The position before the opponent's move that creates the puzzle.
    pub start: Position,
    /// The opponent's move and the solution, which alternates moves and replies and ends with the solver's
    /// move.
    pub moves: Vec<Move>,
    /// The Glicko rating.
    pub rating: f64,
    /// The rating deviation.
    pub deviation: f64,
    /// The popularity, from -100 to 100.
    pub popularity: i64,
    /// Number of attempts on lichess.
    pub plays: u64,
    /// Themes such as `fork` and `mateIn2`.
    pub themes: Vec<String>,
    /// The URL of the game.
    pub url: String,
    /// The opening tags, from general to specific, with `_` for spaces.
    pub openings: String,
}

/// Why a row is not a valid puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidRow {
    /// The line number, counted from 1.
    pub line: u64,
    /// The name of the puzzle, or empty.
    pub id: String,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for InvalidRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.id.is_empty() { String::new() } else { format!("puzzle {}: ", self.id) };
        write!(f, "line {}: {name}{}", self.line, self.reason)
    }
}

impl Puzzle {
    /// Returns the puzzle as an opponent of its solvers.
    pub fn opponent(&self) -> Rating {
        Rating { rating: self.rating, deviation: self.deviation }
    }

    /// Parses the cells of a row in the order of [`COLUMNS`]; missing ones are empty.
    fn read(cells: [&str; 10]) -> Result<Puzzle, String> {
        let [id, fen, moves, rating, deviation, popularity, plays, themes, url, openings] = cells;
        let start = Position::from_fen(fen).map_err(|error| format!("FEN: {error}"))?;
        let mut line = Line::new(start.clone());
        for text in moves.split_whitespace() {
            let mv = uci::parse(line.position(), text)
                .map_err(|error| format!("move {}, {text}: {error}", line.moves().len() + 1))?;
            line.push(mv).map_err(|error| error.to_string())?;
        }
        let moves = line.moves().to_vec();
        if moves.len() < 2 || !moves.len().is_multiple_of(2) {
            return Err(format!(
                "the line has {} moves; expected the opponent's move and a solution \
                    that ends with the solver's move",
                moves.len()
            ));
        }
        let number = |name: &str, text: &str, usual: f64| match text {
            "" => Ok(usual),
            text => text
                .parse::<f64>()
                .ok()
                .filter(|number| number.is_finite())
                .ok_or_else(|| format!("{name}: '{text}' is not a number")),
        };
        Ok(Puzzle {
            id: id.to_owned(),
            start,
            moves,
            rating: number("Rating", rating, 1500.0)?,
            deviation: number("RatingDeviation", deviation, 350.0)?.clamp(0.0, 1000.0),
            popularity: number("Popularity", popularity, 0.0)? as i64,
            plays: number("NbPlays", plays, 0.0)? as u64,
            themes: themes.split_whitespace().map(str::to_owned).collect(),
            url: url.to_owned(),
            openings: openings.to_owned(),
        })
    }

    /// Returns the solver's moves and the replies between them.
    pub fn solution(&self) -> &[Move] {
        &self.moves[1..]
    }

    /// Returns the line to the puzzle position, which consists of the opponent's move.
    pub fn line(&self) -> Line {
        let mut line = Line::new(self.start.clone());
        // All moves were checked when the puzzle was read.
        let _ = line.push(self.moves[0]);
        line
    }

    /// Returns the moves in coordinate notation.
    fn coordinates(&self) -> String {
        coordinates::of_line(&self.start, &self.moves).join(" ")
    }

    /// Returns the puzzle as JSON.
    pub fn document(&self) -> Value {
        let line = self.line();
        json!({
            "id": self.id, "fen": self.start.fen(), "moves": self.coordinates(),
            "position": line.position().fen(),
            "solution": san::format_line(line.position(), self.solution()),
            "rating": self.rating, "deviation": self.deviation, "popularity": self.popularity,
            "plays": self.plays, "themes": self.themes, "url": self.url, "openings": self.openings,
        })
    }

    /// Writes the puzzle as a row. Fails if the output cannot be written.
    pub fn write(&self, out: &mut csv::Writer<impl Write>) -> csv::Result<()> {
        out.write_record([
            self.id.clone(),
            self.start.fen(),
            self.coordinates(),
            format!("{:.0}", self.rating),
            format!("{:.0}", self.deviation),
            self.popularity.to_string(),
            self.plays.to_string(),
            self.themes.join(" "),
            self.url.clone(),
            self.openings.clone(),
        ])
    }
}

/// Iterates over the puzzles of a file; an invalid row yields an error.
pub struct Rows<R> {
    records: csv::StringRecordsIntoIter<R>,
    /// The index of each of [`COLUMNS`] in a row; set after the first row.
    places: Option<[Option<usize>; 10]>,
}

impl<R: BufRead> Rows<R> {
    /// Reads rows; without a header, the columns must be in lichess's order.
    pub fn new(input: R) -> Rows<R> {
        let reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(input);
        Rows { records: reader.into_records(), places: None }
    }
}

impl<R: BufRead> Iterator for Rows<R> {
    type Item = Result<Puzzle, InvalidRow>;

    fn next(&mut self) -> Option<Result<Puzzle, InvalidRow>> {
        loop {
            let record = match self.records.next()? {
                Ok(record) => record,
                Err(error) => {
                    let line = error.position().map_or(0, csv::Position::line);
                    return Some(Err(InvalidRow { line, id: String::new(), reason: error.to_string() }));
                }
            };
            let Some(places) = self.places else {
                let place = |name: &str| {
                    record
                        .iter()
                        .position(|cell| cell.trim_start_matches('\u{feff}').eq_ignore_ascii_case(name))
                };
                let named = COLUMNS.map(place);
                let is_head = named[1].is_some() && named[2].is_some();
                self.places = Some(if is_head { named } else { std::array::from_fn(Some) });
                if is_head {
                    continue;
                }
                return Some(read(&record, std::array::from_fn(Some)));
            };
            return Some(read(&record, places));
        }
    }
}

fn read(record: &csv::StringRecord, places: [Option<usize>; 10]) -> Result<Puzzle, InvalidRow> {
    let cells = places.map(|place| place.and_then(|place| record.get(place)).unwrap_or_default().trim());
    let line = record.position().map_or(0, csv::Position::line);
    Puzzle::read(cells).map_err(|reason| InvalidRow { line, id: cells[0].to_owned(), reason })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = "00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 \
        h6c1,1807,75,94,5852,\
        crushing middlegame,https://example.org/1#47,";

    fn rows(text: &str) -> Vec<Result<Puzzle, String>> {
        Rows::new(text.as_bytes()).map(|row| row.map_err(|wrong| wrong.to_string())).collect()
    }

    #[test]
    fn rows_are_read_with_and_without_a_header() {
        for text in [ROW.to_owned(), format!("{}\n{ROW}\n", COLUMNS.join(","))] {
            let puzzles = rows(&text);
            let puzzle = puzzles[0].as_ref().unwrap();
            assert_eq!(
                (puzzle.id.as_str(), puzzle.rating, puzzle.solution().len(), puzzles.len()),
                ("00008", 1807.0, 5, 1)
            );
            assert_eq!(puzzle.document()["solution"], "Rxe7 Qb1+ Nc1 Qxc1+ Qxc1");
            let mut out = csv::Writer::from_writer(Vec::new());
            puzzle.write(&mut out).unwrap();
            assert_eq!(String::from_utf8(out.into_inner().unwrap()).unwrap().trim_end(), ROW);
        }
        let other = "Moves,Extra,FEN\nf2g3 e6e7,x,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24\n";
        assert_eq!(rows(other)[0].as_ref().unwrap().rating, 1500.0);
    }

    #[test]
    fn invalid_rows_are_reported() {
        let error = |row: &str| rows(row)[0].as_ref().map(|_| ()).unwrap_err().clone();
        assert!(error("x,8/8 w,e2e4 e7e5").starts_with("line 1: puzzle x: FEN: "));
        assert!(error(&ROW.replace("e6e7", "e6e8")).starts_with("line 1: puzzle 00008: move 2, e6e8: "));
        assert!(error(&ROW.replace(" h6c1", "")).contains("the line has 5 moves; expected"));
        assert!(error(&ROW.replace("1807", "hard")).contains("Rating: 'hard' is not a number"));
    }
}
