//! Drawing on a terminal so that a new board takes the place of the last one.

use std::io::Write;

/// What was drawn last.
#[derive(Clone, Copy, Debug, Default)]
pub struct Screen {
    /// Lines that the next drawing may take back.
    lines: usize,
}

/// The columns of the terminal; 80 where there is none.
pub fn columns() -> usize {
    ::console::Term::stdout().size_checked().map_or(80, |(_, columns)| usize::from(columns))
}

impl Screen {
    /// Can the terminal draw anew what was drawn last, and is there room?
    pub fn is_usable() -> bool {
        crate::console::has_colors()
            && ::console::Term::stdout()
                .size_checked()
                .is_some_and(|(rows, columns)| rows >= 8 && columns >= 40)
    }

    /// Draws over what was drawn last, if nothing came after it and the terminal can do so.
    ///
    /// # Errors
    /// An output that is closed.
    pub fn show(&mut self, out: &mut dyn Write, drawing: &str) -> std::io::Result<()> {
        if self.lines > 0 {
            write!(out, "\x1b[{}A\x1b[J", self.lines)?;
        }
        out.write_all(drawing.as_bytes())?;
        self.lines = if can_take_back(drawing) { drawing.lines().count() } else { 0 };
        Ok(())
    }

    /// Something else is written below: what was drawn stays.
    pub fn keep(&mut self) {
        self.lines = 0;
    }
}

/// Only where escapes arrive and the drawing fits without wrapped lines.
fn can_take_back(drawing: &str) -> bool {
    let (rows, columns) = ::console::Term::stdout().size_checked().unwrap_or((0, 0));
    let widest = drawing.lines().map(::console::measure_text_width).max().unwrap_or(0);
    crate::console::has_colors()
        && drawing.lines().count() < usize::from(rows)
        && widest < usize::from(columns)
}
