//! Context menus of widgets and of whole windows: by a right click, or by the keyboard.

use eframe::egui::{Id, Key, Modifiers, Popup, PopupAnchor, Response, Sense, SetOpenCommand, Ui};

/// Adds a menu to a window. To be called before the content, which stays above it.
pub fn menu(ui: &mut Ui, draw: impl FnOnce(&mut Ui)) {
    let id = ui.scope_id().with("window menu");
    of(&ui.interact(ui.max_rect(), id, Sense::click()), draw);
    // Text that can be selected would take the click.
    ui.style_mut().interaction.selectable_labels = false;
}

/// Adds a menu to a widget. It opens with a right click, or with the menu key or Shift+F10 while the widget
/// has the focus; then its first entry takes the focus.
pub fn of(response: &Response, draw: impl FnOnce(&mut Ui)) {
    let (ctx, id) = (&response.ctx, Popup::default_response_id(response).with("by key"));
    let mut popup = Popup::context_menu(response);
    if response.has_focus() && is_asked(response) {
        ctx.data_mut(|data| data.insert_temp(id, Keyed::Opens));
        popup = popup.open_memory(Some(SetOpenCommand::Bool(true)));
    } else if response.secondary_clicked() {
        ctx.data_mut(|data| data.remove::<Keyed>(id));
    }
    let keyed: Option<Keyed> = ctx.data(|data| data.get_temp(id));
    if keyed.is_some() {
        popup = popup.anchor(PopupAnchor::Position(response.rect.left_bottom()));
    }
    popup.show(|ui| {
        // What is only measured takes no focus.
        if keyed == Some(Keyed::Opens) && !ui.is_sizing_pass() {
            let first: Id = ui.next_auto_id();
            ui.memory_mut(|memory| memory.request_focus(first));
            ui.data_mut(|data| data.insert_temp(id, Keyed::Open));
        }
        draw(ui);
    });
}

/// The state of a menu that a key has opened.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keyed {
    /// Its first entry is to take the focus.
    Opens,
    Open,
}

/// Returns true if a key that opens menus was pressed.
fn is_asked(response: &Response) -> bool {
    response.ctx.input_mut(|input| {
        input.consume_key(Modifiers::NONE, Key::Menu) || input.consume_key(Modifiers::SHIFT, Key::F10)
    })
}
