//! Reading an EPD file line by line.

use std::io::{BufRead, ErrorKind, Read};

use super::{Epd, EpdError, EpdReason, MAX_LINE};
use crate::notation::pgn::decode;

/// An iterator over the positions of a file; skips empty lines and remarks (lines that begin with `#`, `;`,
/// `%` or `//`).
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    line: u64,
    ended: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads from any input; bytes that are not UTF-8 are decoded as Windows-1252.
    pub fn new(input: R) -> Lines<R> {
        Lines { input, line: 0, ended: false }
    }

    /// Returns the number of the last line read, counted from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Reads the next line into `bytes`; returns false at the end of the input.
    fn read_line(&mut self, bytes: &mut Vec<u8>) -> Result<bool, EpdReason> {
        let limit = MAX_LINE as u64 + 2;
        let count = loop {
            match (&mut self.input).take(limit).read_until(b'\n', bytes) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(EpdReason::Io(error.to_string())),
                Ok(count) => break count,
            }
        };
        if count as u64 == limit && bytes.last() != Some(&b'\n') {
            self.input.skip_until(b'\n').map_err(|error| EpdReason::Io(error.to_string()))?;
        }
        Ok(count > 0)
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Epd, EpdError>;

    fn next(&mut self) -> Option<Result<Epd, EpdError>> {
        let mut bytes = Vec::new();
        while !self.ended {
            bytes.clear();
            self.line += 1;
            match self.read_line(&mut bytes) {
                Ok(true) => {}
                Ok(false) => self.ended = true,
                Err(reason) => {
                    self.ended = true;
                    return Some(Err(EpdError { line: self.line, column: 1, reason }));
                }
            }
            let mut line = bytes.as_slice();
            while let [rest @ .., b'\n' | b'\r'] = line {
                line = rest;
            }
            if self.line == 1 {
                line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
            }
            let text = decode(line);
            if is_remark(&text) {
                continue;
            }
            return Some(Epd::parse(&text).map_err(|error| EpdError { line: self.line, ..error }));
        }
        None
    }
}

/// Returns true if a line has no position because it is empty or a remark.
///
/// ```
/// use heirloom_chess::notation::epd::is_remark;
/// assert!(["", "  ", "# a suite", "; by hand", "% 2026", "// ten positions"].into_iter().all(is_remark));
/// ```
pub fn is_remark(line: &str) -> bool {
    let line = line.trim_start_matches('\u{FEFF}').trim();
    line.is_empty() || line.starts_with(['#', ';', '%']) || line.starts_with("//")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_and_long_ones_rejected() {
        let text = format!(
            "\u{FEFF}# a suite\r\n\r\n4k3/8/8/8/8/8/8/4K3 w - - id \"caf\u{e9}\";\r\n{}\nbad\n\
                4k3/8/8/8/8/8/8/4K3 b - -",
            "x".repeat(3 * MAX_LINE)
        );
        let read: Vec<String> = Lines::new(text.as_bytes())
            .map(|line| line.map_or_else(|error| error.to_string(), |epd| epd.to_string()))
            .collect();
        assert_eq!(
            read,
            [
                "4k3/8/8/8/8/8/8/4K3 w - - id \"café\";",
                "line 4, column 65537: the line is longer than 65536 bytes",
                "line 5, column 1: not a FEN; expected a board of 8 ranks separated by /",
                "4k3/8/8/8/8/8/8/4K3 b - -",
            ]
        );
    }
}
