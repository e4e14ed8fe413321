//! An input field at a terminal: Enter accepts the value, Esc goes back.

use std::io;

use console::{Key, Term};

/// Asks for a value until it is valid; returns none after Esc. Fails on Ctrl-C, and if the terminal cannot be
/// used.
pub fn ask(
    prompt: &str,
    initial: &str,
    check: impl Fn(&str) -> Result<(), String>,
) -> io::Result<Option<String>> {
    let terminal = Term::stderr();
    let mut field = Field::new(initial);
    terminal.write_line(&format!("? {prompt} (Esc goes back)"))?;
    terminal.show_cursor()?;
    loop {
        let (shown, back) = field.shown(usize::from(terminal.size().1));
        terminal.write_str(&format!("\r\x1b[K> {shown}"))?;
        if back > 0 {
            terminal.move_cursor_left(back)?;
        }
        match terminal.read_key_raw()? {
            Key::CtrlC => {
                terminal.write_line("")?;
                return Err(io::ErrorKind::Interrupted.into());
            }
            Key::Escape => {
                terminal.clear_line()?;
                return Ok(None);
            }
            Key::Enter => {
                terminal.write_line("")?;
                match check(field.text().trim()) {
                    Ok(()) => return Ok(Some(field.text().trim().to_owned())),
                    Err(wrong) => terminal.write_line(&wrong)?,
                }
            }
            key => field.press(&key),
        }
    }
}

/// An edited line.
struct Field {
    letters: Vec<char>,
    /// The position of the next letter.
    cursor: usize,
}

impl Field {
    fn new(text: &str) -> Field {
        let letters: Vec<char> = text.chars().collect();
        Field { cursor: letters.len(), letters }
    }

    fn text(&self) -> String {
        self.letters.iter().collect()
    }

    fn press(&mut self, key: &Key) {
        match key {
            Key::Char(letter) if !letter.is_control() => {
                self.letters.insert(self.cursor, *letter);
                self.cursor += 1;
            }
            Key::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.letters.remove(self.cursor);
            }
            Key::Del if self.cursor < self.letters.len() => drop(self.letters.remove(self.cursor)),
            Key::ArrowLeft => self.cursor = self.cursor.saturating_sub(1),
            Key::ArrowRight => self.cursor = (self.cursor + 1).min(self.letters.len()),
            Key::Home => self.cursor = 0,
            Key::End => self.cursor = self.letters.len(),
            _ => {}
        }
    }

    /// Returns the part of the text that fits the terminal, and the distance of the cursor from its end.
    fn shown(&self, columns: usize) -> (String, usize) {
        let room = columns.saturating_sub(4).max(10);
        let end = self.letters.len().min(self.cursor.max(room));
        let begin = end.saturating_sub(room).min(self.cursor);
        let letters = &self.letters[begin..end];
        (letters.iter().collect(), end - self.cursor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_change_the_line() {
        let mut field = Field::new("64");
        for key in [
            Key::Home,
            Key::Char('1'),
            Key::End,
            Key::Backspace,
            Key::Char('0'),
            Key::ArrowLeft,
            Key::Del,
            Key::Char('2'),
        ] {
            field.press(&key);
        }
        assert_eq!((field.text().as_str(), field.cursor), ("162", 3));
        assert_eq!(field.shown(80), ("162".into(), 0));
        let long = Field::new(&"x".repeat(100));
        assert_eq!(long.shown(24), ("x".repeat(20), 0));
    }
}
