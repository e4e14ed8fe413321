//! Drawings on a terminal that replace the last one.

use std::io::Write;

/// The last drawing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Screen {
    /// The number of lines that the next drawing replaces.
    lines: usize,
}

/// Returns the width of the terminal; 80 if there is none.
pub fn columns() -> usize {
    ::console::Term::stdout().size_checked().map_or(80, |(_, columns)| usize::from(columns))
}

/// Returns true if standard output shows colors: not in a pipe, and not if the user has disabled them.
pub fn has_colors() -> bool {
    !matches!(anstream::AutoStream::choice(&std::io::stdout()), anstream::ColorChoice::Never)
}

impl Screen {
    /// Returns true if the terminal can redraw and is large enough.
    pub fn is_usable() -> bool {
        has_colors()
            && ::console::Term::stdout()
                .size_checked()
                .is_some_and(|(rows, columns)| rows >= 8 && columns >= 40)
    }

    /// Replaces the last drawing, if nothing was printed after it and the terminal can redraw.
    pub fn show(&mut self, out: &mut dyn Write, drawing: &str) -> std::io::Result<()> {
        if self.lines > 0 {
            write!(out, "\x1b[{}A\x1b[J", self.lines)?;
        }
        out.write_all(drawing.as_bytes())?;
        self.lines = if can_take_back(drawing) { drawing.lines().count() } else { 0 };
        Ok(())
    }

    /// Keeps the last drawing, because something is printed below it.
    pub fn keep(&mut self) {
        self.lines = 0;
    }
}

/// Returns true if the terminal understands escapes and the drawing fits without wrapped lines.
fn can_take_back(drawing: &str) -> bool {
    let (rows, columns) = ::console::Term::stdout().size_checked().unwrap_or((0, 0));
    let widest = drawing.lines().map(::console::measure_text_width).max().unwrap_or(0);
    has_colors() && drawing.lines().count() < usize::from(rows) && widest < usize::from(columns)
}
