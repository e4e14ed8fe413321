//! The head that all windows have in common that show a search: whose it is, and what is to be said before anything else.

use eframe::egui::{ComboBox, RichText, Ui};
use heirloom_chess::{Color, Position};

use super::View;
use crate::command::Command;
use crate::model::inside::Inside;
use crate::model::looking::{Attention, Whose};
use crate::model::players::Seat;
use crate::texts::Language;

/// A search to be shown.
#[derive(Clone, Copy)]
pub struct Searched<'a> {
    /// The engine.
    pub seat: &'a Seat,
    /// What it has told.
    pub inside: &'a Inside,
    /// The position that it searches.
    pub root: &'a Position,
}

/// Draws the head; what it returns is to be shown below. Whoever shows it looks inside, so that engines count.
pub fn head<'a>(ui: &mut Ui, view: &mut View<'a>) -> Option<Searched<'a>> {
    view.kept.of::<Attention>().search = true;
    let (model, texts) = (view.model, view.texts());
    let searched = model
        .observed()
        .and_then(|seat| Some(Searched { seat, inside: &seat.inside, root: seat.inside.root.as_ref()? }));
    ui.horizontal_wrapped(|ui| {
        let mut whose = model.looking.whose;
        ComboBox::from_label(texts.whose_search()).selected_text(name(texts, whose)).show_ui(ui, |ui| {
            for choice in
                [Whose::Latest, Whose::Player(Color::White), Whose::Player(Color::Black), Whose::Analysis]
            {
                ui.selectable_value(&mut whose, choice, name(texts, choice));
            }
        });
        if whose != model.looking.whose {
            view.commands.push(Command::Observe(whose));
        }
        if let Some(Searched { seat, root, .. }) = searched {
            ui.label(RichText::new(seat.name.as_deref().unwrap_or(&seat.id)).strong());
            let turn =
                format!("{}: {}; {}", texts.to_move(), texts.color(root.turn()), texts.values_of_mover());
            ui.label(RichText::new(turn).weak());
        }
    });
    ui.separator();
    let remark = match searched {
        None => Some(texts.nobody_searched()),
        Some(searched) => (!searched.inside.counts).then(|| texts.counted_later()),
    };
    if let Some(remark) = remark {
        ui.label(RichText::new(remark).weak());
    }
    searched
}

/// Says that the engine tells nothing of what a window would show, once that is known.
pub fn nothing(ui: &mut Ui, texts: Language, inside: &Inside) {
    if inside.counts && !inside.iterations.is_empty() {
        ui.label(RichText::new(texts.tells_nothing()).weak());
    }
}

fn name(texts: Language, whose: Whose) -> &'static str {
    match whose {
        Whose::Latest => texts.latest_search(),
        Whose::Player(color) => texts.color(color),
        Whose::Analysis => texts.analysis(),
    }
}
