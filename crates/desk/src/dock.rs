//! Where the windows are: a tree of tiles that can be dragged, put side by side or one over the other as tabs.

use eframe::egui::{Frame, Id, Margin, Ui, WidgetText};
use egui_tiles::{Behavior, Container, Linear, LinearDir, SimplificationOptions, Tile, TileId, Tiles, Tree, UiResponse};
use serde::{Deserialize, Serialize};

use crate::windows::{View, Window};

/// The layout of all windows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Dock {
    tree: Tree<Window>,
}

impl Default for Dock {
    fn default() -> Dock {
        Dock::playing()
    }
}

impl Dock {
    /// For a game: a large board, beside it moves and clocks.
    pub fn playing() -> Dock {
        let mut tiles = Tiles::default();
        let board = tiles.insert_pane(Window::Board);
        let clocks = tiles.insert_pane(Window::Clocks);
        let journal = tiles.insert_pane(Window::Journal);
        let [status, analysis] = [Window::Status, Window::Analysis].map(|window| tiles.insert_pane(window));
        let clocks = tiles.insert_tab_tile(vec![clocks]);
        let journal = tiles.insert_tab_tile(vec![journal, status]);
        let analysis = tiles.insert_tab_tile(vec![analysis]);
        let side = shares(&mut tiles, LinearDir::Vertical, &[(clocks, 0.8), (journal, 2.0), (analysis, 1.2)]);
        let board = tiles.insert_tab_tile(vec![board]);
        let root = shares(&mut tiles, LinearDir::Horizontal, &[(board, 1.7), (side, 1.0)]);
        Dock { tree: Tree::new(Id::unique("desk"), root, tiles) }
    }

    /// For looking at games: the lines of the engine below the moves.
    pub fn analysing() -> Dock {
        let mut tiles = Tiles::default();
        let [board, journal, analysis] = [Window::Board, Window::Journal, Window::Analysis].map(|window| {
            let pane = tiles.insert_pane(window);
            tiles.insert_tab_tile(vec![pane])
        });
        let side = shares(&mut tiles, LinearDir::Vertical, &[(analysis, 1.0), (journal, 1.0)]);
        let root = shares(&mut tiles, LinearDir::Horizontal, &[(board, 1.4), (side, 1.0)]);
        Dock { tree: Tree::new(Id::unique("desk"), root, tiles) }
    }

    /// Is a window there, and not behind another one?
    pub fn is_open(&self, window: Window) -> bool {
        self.find(window).is_some_and(|tile| self.tree.active_tiles().contains(&tile))
    }

    /// Opens a window that is not there, and brings one to the front that is; closes it where it is in front already.
    pub fn toggle(&mut self, window: Window) {
        match self.find(window) {
            Some(tile) if self.is_open(window) => {
                self.tree.remove_recursively(tile);
            }
            Some(tile) => {
                self.tree.set_visible(tile, true);
                self.tree.make_active(|active, _| active == tile);
            }
            None => self.open(window),
        }
    }

    /// Opens a window, or brings it to the front.
    pub fn bring(&mut self, window: Window) {
        match self.find(window) {
            Some(tile) => _ = self.tree.make_active(|active, _| active == tile),
            None => self.open(window),
        }
    }

    fn find(&self, window: Window) -> Option<TileId> {
        self.tree.tiles.iter().find(|(_, tile)| matches!(tile, Tile::Pane(pane) if *pane == window)).map(|(id, _)| *id)
    }

    /// A new tab beside the moves, or in a tile of its own where they are not there.
    fn open(&mut self, window: Window) {
        let pane = self.tree.tiles.insert_pane(window);
        let tabs = self.find(Window::Journal).and_then(|journal| self.tree.tiles.parent_of(journal));
        match tabs.or(self.tree.root()).and_then(|tabs| self.tree.tiles.get_mut(tabs)) {
            Some(Tile::Container(Container::Tabs(tabs))) => {
                tabs.add_child(pane);
                tabs.set_active(pane);
            }
            Some(Tile::Container(container)) => container.add_child(pane),
            _ => self.tree.root = Some(pane),
        }
    }

    /// Draws all windows.
    pub fn show(&mut self, ui: &mut Ui, view: &mut View<'_>) {
        self.tree.ui(&mut Drawing { view }, ui);
    }
}

fn shares(tiles: &mut Tiles<Window>, dir: LinearDir, children: &[(TileId, f32)]) -> TileId {
    let mut linear = Linear::new(dir, children.iter().map(|(tile, _)| *tile).collect());
    for &(tile, share) in children {
        linear.shares.set_share(tile, share);
    }
    tiles.insert_container(linear)
}

struct Drawing<'a, 'b> {
    view: &'a mut View<'b>,
}

impl Behavior<Window> for Drawing<'_, '_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, pane: &mut Window) -> UiResponse {
        Frame::central_panel(ui.style()).inner_margin(Margin::same(8)).show(ui, |ui| pane.show(ui, self.view));
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Window) -> WidgetText {
        pane.title(self.view.texts()).into()
    }

    fn is_tab_closable(&self, _: &Tiles<Window>, _: TileId) -> bool {
        true
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    fn gap_width(&self, _: &eframe::egui::Style) -> f32 {
        4.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_comes_to_the_front_and_what_is_seen_goes() {
        let mut dock = Dock::playing();
        assert!(dock.is_open(Window::Journal) && !dock.is_open(Window::Status));
        dock.toggle(Window::Status);
        assert!(dock.is_open(Window::Status) && !dock.is_open(Window::Journal));
        assert!(dock.find(Window::Journal).is_some());
        dock.toggle(Window::Status);
        assert!(!dock.is_open(Window::Status) && dock.find(Window::Status).is_none());
        dock.toggle(Window::Journal);
        assert!(dock.is_open(Window::Journal));
    }
}
