//! The conversations with other programs: filtered, saved, and appended to a file.

use std::collections::VecDeque;
use std::path::PathBuf;

use eframe::egui::{Button, Checkbox, Label, RichText, ScrollArea, TextEdit, TextStyle, Ui};
use heirloom_engine::Speaker;

use super::WindowView;
use crate::model::command::{Command, InsightCommand};
use crate::model::insight::Attention;
use crate::model::protocol_log::{Entry, LogCommand, LogLines};
use crate::texts::Language;
use crate::widgets::{fields, help};

/// The program whose lines are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Side {
    #[default]
    All,
    Sent,
    Received,
}

impl Side {
    const ALL: [Side; 3] = [Side::All, Side::Sent, Side::Received];

    fn text(self, texts: Language) -> &'static str {
        match self {
            Side::All => texts.all_lines(),
            Side::Sent => texts.lines_sent(),
            Side::Received => texts.lines_received(),
        }
    }

    fn shows(self, speaker: Speaker) -> bool {
        match self {
            Side::All => true,
            Side::Sent => speaker == Speaker::Owner,
            Side::Received => matches!(speaker, Speaker::Program | Speaker::Complaint),
        }
    }
}

/// The filter, and the numbers of the lines that match it: each line is compared once.
#[derive(Default)]
struct LogFilter {
    words: String,
    side: Side,
    lines: VecDeque<u64>,
    seen: u64,
    path: Option<String>,
}

impl LogFilter {
    fn look_again(&mut self) {
        self.lines.clear();
        self.seen = 0;
    }

    /// Compares the lines that are new.
    fn look_on(&mut self, pages: &LogLines) {
        while self.lines.front().is_some_and(|&number| number < pages.first) {
            self.lines.pop_front();
        }
        let words = self.words.to_lowercase();
        for number in self.seen.max(pages.first)..pages.next() {
            if pages.line(number).is_some_and(|entry| self.side.shows(entry.speaker) && has(entry, &words)) {
                self.lines.push_back(number);
            }
        }
        self.seen = pages.next();
    }
}

fn has(entry: &Entry, words: &str) -> bool {
    words.is_empty()
        || entry.text.to_lowercase().contains(words)
        || entry.program.to_lowercase().contains(words)
}

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    view.state.get::<Attention>().protocol = true;
    tools(ui, view);
    ui.separator();
    let (texts, full) = (view.texts(), view.is_full());
    let pages = view.model.insight.log.lock();
    let found = view.state.get::<LogFilter>();
    found.look_on(&pages);
    if pages.lines.is_empty() {
        ui.weak(texts.nothing_said());
    }
    let height = ui.text_style_height(&TextStyle::Monospace);
    let area = ScrollArea::both().auto_shrink(false).stick_to_bottom(true);
    area.show_rows(ui, height, found.lines.len(), |ui, rows| {
        for entry in found.lines.range(rows).filter_map(|&number| pages.line(number)) {
            let words = if full { entry.written() } else { entry.brief() };
            let words = RichText::new(words).monospace();
            let words = match entry.speaker {
                Speaker::Owner => words.color(ui.visuals().hyperlink_color),
                Speaker::Program => words,
                Speaker::Complaint => words.color(ui.visuals().warn_fg_color),
                Speaker::Remark => words.weak(),
            };
            ui.add(Label::new(words).extend());
        }
    });
}

/// Draws the filter and the buttons.
fn tools(ui: &mut Ui, view: &mut WindowView<'_>) {
    let texts = view.texts();
    let kept_in = view.model.insight.log.kept_in();
    let found = view.state.get::<LogFilter>();
    fields::rows(ui, |ui| {
        let label = ui.label(texts.log_filter());
        let words = TextEdit::singleline(&mut found.words).desired_width(120.0);
        let mut changed = ui.add(words).labelled_by(label.id).changed();
        for side in Side::ALL {
            changed |= ui.selectable_value(&mut found.side, side, side.text(texts)).changed();
        }
        if changed {
            found.look_again();
        }
        if ui.button(texts.clear_log()).clicked() {
            view.commands.push(Command::Insight(InsightCommand::Log(LogCommand::Clear)));
        }
    });
    fields::rows(ui, |ui| {
        let path = found.path.get_or_insert_with(usual_path);
        let label = ui.label(texts.file_name());
        let field = TextEdit::singleline(path).desired_width(260.0_f32.min(ui.available_width()));
        ui.add_enabled(kept_in.is_none(), field).labelled_by(label.id);
        let named = !path.trim().is_empty();
        let path = PathBuf::from(path.trim());
        let save = ui.add_enabled(named, Button::new(texts.save()));
        if help::explained(save, texts.help_save_log()).clicked() {
            view.commands.push(Command::Insight(InsightCommand::Log(LogCommand::Save(path.clone()))));
        }
        let mut keeps = kept_in.is_some();
        let keep = ui.add_enabled(named, Checkbox::new(&mut keeps, texts.keep_log()));
        if help::explained(keep, texts.help_keep_log()).changed() {
            let keep = LogCommand::Keep(keeps.then_some(path));
            view.commands.push(Command::Insight(InsightCommand::Log(keep)));
        }
    });
}

/// Returns a file in the folder that the desk was started in.
fn usual_path() -> String {
    std::env::current_dir().unwrap_or_default().join("heirloom-protocol.log").display().to_string()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::protocol_log::ProtocolLog;

    #[test]
    fn a_filter_shows_what_is_looked_for() {
        let log = ProtocolLog::new(Arc::new(|| {}));
        let transcript = log.transcript("gnuchess");
        transcript.note(Speaker::Owner, "go depth 5");
        transcript.note(Speaker::Program, "info depth 1");
        let mut found = LogFilter { words: "DEPTH".into(), side: Side::Received, ..LogFilter::default() };
        found.look_on(&log.lock());
        assert_eq!(found.lines, [1]);
        transcript.note(Speaker::Program, "bestmove e2e4");
        transcript.note(Speaker::Complaint, "no depth");
        found.look_on(&log.lock());
        assert_eq!(found.lines, [1, 3]);
        (found.words, found.side) = ("gnu".into(), Side::All);
        found.look_again();
        found.look_on(&log.lock());
        assert_eq!(found.lines, [0, 1, 2, 3]);
        log.clear();
        found.look_on(&log.lock());
        assert!(found.lines.is_empty());
    }
}
