//! Context menus of whole windows: a right click anywhere that is not on something with a menu of its own.

use eframe::egui::{Sense, Ui};

/// Adds a menu to a window. To be called before the content, which stays above it.
pub fn menu(ui: &mut Ui, draw: impl FnOnce(&mut Ui)) {
    let id = ui.scope_id().with("window menu");
    ui.interact(ui.max_rect(), id, Sense::click()).context_menu(draw);
    // Text that can be selected would take the click.
    ui.style_mut().interaction.selectable_labels = false;
}
