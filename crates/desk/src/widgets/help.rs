//! The help line of the status bar, for the widget that the pointer is on.

use eframe::egui::{Context, Id, Response, Ui};

/// Explains a widget in its tooltip and in the status bar.
pub fn explained(response: Response, text: &str) -> Response {
    if response.hovered() {
        response.ctx.data_mut(|data| data.insert_temp(id(), text.to_owned()));
    }
    response.on_hover_text(text)
}

/// Draws a button with an explanation; returns true if it was clicked.
pub fn button(ui: &mut Ui, text: &str, explanation: &str) -> bool {
    explained(ui.button(text), explanation).clicked()
}

/// Takes the explanation that was given since the last call.
pub fn take(ctx: &Context) -> Option<String> {
    ctx.data_mut(|data| data.remove_temp(id()))
}

fn id() -> Id {
    Id::unique("help")
}
