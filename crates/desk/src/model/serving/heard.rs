//! Input and output that are noted in a transcript, line by line.

use std::io::{self, BufRead, Read, Write};

use heirloom_engine::{Speaker, Transcript};

/// A longer line is noted in parts, so that one without an end fills no memory.
const LONGEST: usize = 1 << 16;

/// The part of a line that is not finished, and what lines are noted in.
struct Notes {
    transcript: Transcript,
    speaker: Speaker,
    line: Vec<u8>,
}

impl Notes {
    fn new(transcript: Transcript, speaker: Speaker) -> Notes {
        Notes { transcript, speaker, line: Vec::new() }
    }

    fn hear(&mut self, bytes: &[u8]) {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") || self.line.len() > LONGEST {
                self.note();
            }
        }
    }

    fn note(&mut self) {
        let line = String::from_utf8_lossy(&self.line);
        self.transcript.note(self.speaker, line.trim_end_matches(['\r', '\n']));
        self.line.clear();
    }
}

impl Drop for Notes {
    fn drop(&mut self) {
        if !self.line.is_empty() {
            self.note();
        }
    }
}

/// What another program sends.
pub struct HeardInput<R> {
    input: R,
    notes: Notes,
}

impl<R> HeardInput<R> {
    /// Notes what is read as said by the owner of the engine.
    pub fn new(input: R, transcript: Transcript) -> HeardInput<R> {
        HeardInput { input, notes: Notes::new(transcript, Speaker::Owner) }
    }
}

impl<R: BufRead> Read for HeardInput<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.notes.hear(&buffer[..count]);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for HeardInput<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        // What is consumed has been filled before, so this reads nothing.
        if let Ok(filled) = self.input.fill_buf() {
            let count = count.min(filled.len());
            self.notes.hear(&filled[..count]);
        }
        self.input.consume(count);
    }
}

/// What the engine sends.
pub struct HeardOutput<W> {
    output: W,
    notes: Notes,
}

impl<W> HeardOutput<W> {
    /// Notes what is written as said by the engine.
    pub fn new(output: W, transcript: Transcript) -> HeardOutput<W> {
        HeardOutput { output, notes: Notes::new(transcript, Speaker::Program) }
    }
}

impl<W: Write> Write for HeardOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.output.write(bytes)?;
        self.notes.hear(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parking_lot::Mutex;

    use super::*;

    fn transcript() -> (Transcript, Arc<Mutex<Vec<String>>>) {
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&said);
        (Transcript::heard_by(move |speaker, line| heard.lock().push(format!("{speaker:?} {line}"))), said)
    }

    #[test]
    fn lines_are_noted_as_they_are_read_and_written() {
        let (transcript, said) = transcript();
        let mut input = HeardInput::new(&b"uci\r\nisready\nqu"[..], transcript.clone());
        let mut line = String::new();
        assert_eq!((input.read_line(&mut line).unwrap(), line.as_str()), (5, "uci\r\n"));
        assert_eq!(*said.lock(), ["Owner uci"]);
        let mut rest = [0; 3];
        input.read_exact(&mut rest).unwrap();
        assert_eq!(&rest, b"isr");
        io::copy(&mut input, &mut io::sink()).unwrap();
        drop(input);
        assert_eq!(said.lock()[1..], ["Owner isready", "Owner qu"]);
        let mut sent = Vec::new();
        let mut output = HeardOutput::new(&mut sent, transcript);
        output.write_all(b"id name").unwrap();
        output.write_all(b" Rajah\nuciok\n").unwrap();
        output.flush().unwrap();
        drop(output);
        assert_eq!(said.lock()[3..], ["Program id name Rajah", "Program uciok"]);
        assert_eq!(sent, b"id name Rajah\nuciok\n");
    }

    #[test]
    fn a_line_without_an_end_is_noted_in_parts() {
        let (transcript, said) = transcript();
        let text = vec![b'x'; 3 * LONGEST];
        let mut output = HeardOutput::new(io::sink(), transcript);
        for part in text.chunks(1000) {
            output.write_all(part).unwrap();
        }
        drop(output);
        assert!((3..=4).contains(&said.lock().len()));
    }
}
