//! Entries of a list that opens: the keyboard chooses one as a click does.

use eframe::egui::{Id, Key, Ui};

/// Returns entries that close their list when one of them was chosen with the keyboard, and then give the
/// focus back to what opened it.
pub fn closing<R>(entries: impl FnOnce(&mut Ui) -> R) -> impl FnOnce(&mut Ui) -> R {
    |ui| {
        let (opener, layer) = (ui.layer_id().id.with("opener"), ui.layer_id());
        let focused = ui.memory(|memory| memory.focused());
        let is_entry = |id: Id| ui.ctx().read_response(id).is_some_and(|response| response.layer_id == layer);
        let on_entry = focused.is_some_and(is_entry);
        if let Some(focused) = focused.filter(|_| !on_entry) {
            ui.data_mut(|data| data.insert_temp(opener, focused));
        }
        let chosen =
            on_entry && ui.input(|input| [Key::Enter, Key::Space].iter().any(|key| input.key_pressed(*key)));
        let drawn = entries(ui);
        if chosen {
            let before: Option<Id> = ui.data(|data| data.get_temp(opener));
            before.into_iter().for_each(|id| ui.memory_mut(|memory| memory.request_focus(id)));
            ui.close();
        }
        drawn
    }
}
