//! The line of help in the status bar: what is pointed at says what it does.

use eframe::egui::{Context, Id, Response};

/// Lets a thing explain itself: in a tooltip, and in the status bar.
pub fn explained(response: Response, text: &str) -> Response {
    if response.hovered() {
        response.ctx.data_mut(|data| data.insert_temp(id(), text.to_owned()));
    }
    response.on_hover_text(text)
}

/// What was said since the last call.
pub fn take(ctx: &Context) -> Option<String> {
    ctx.data_mut(|data| data.remove_temp(id()))
}

fn id() -> Id {
    Id::unique("help")
}
