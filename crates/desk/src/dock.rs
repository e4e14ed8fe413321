//! The layout of the windows: a tree of tiles that can be dragged, and put side by side or over each other as
//! tabs.

use std::collections::HashSet;

use eframe::egui::{
    Align2, Color32, CursorIcon, FontId, Id, Rect, Role, Sense, Stroke, StrokeKind, Style, Ui, UiBuilder,
    Visuals, WidgetText, vec2,
};
use egui_tiles::{
    Behavior, Container, Linear, LinearDir, SimplificationOptions, TabState, Tabs, Tile, TileId, Tiles, Tree,
    UiResponse,
};
use serde::{Deserialize, Serialize};

use crate::theme::{LINE, Palette, bold_family, palette, size};
use crate::widgets;
use crate::widgets::icons::Icon;
use crate::window::Window;
use crate::windows::{self, WindowView};

/// The height of the title of a window without a tab, in points.
const TITLE: f32 = 18.0;

/// The least width and height of a window, in points: a list shows some of its rows.
const LEAST: f32 = 150.0;

/// The layout of all windows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Dock {
    tree: Tree<Window>,
    /// The layout before another one was chosen.
    #[serde(skip)]
    before: Option<Tree<Window>>,
}

impl Default for Dock {
    fn default() -> Dock {
        Dock::playing()
    }
}

impl Dock {
    /// Returns the layout for a game: a large board with moves and clocks next to it.
    pub fn playing() -> Dock {
        Dock::arranged(|layout| {
            let [board, journal, analysis] = layout.tabs([
                &[Window::Board],
                &[Window::Journal, Window::Status, Window::Clocks],
                &[Window::Analysis],
            ]);
            let side = layout.column(&[(journal, 1.7), (analysis, 1.45)]);
            layout.row(&[(board, 1.7), (side, 1.0)])
        })
    }

    /// Returns the layout for analysis: lines of the engine, moves, and the course of the game.
    pub fn analysing() -> Dock {
        Dock::arranged(|layout| {
            let [board, journal, analysis, graph] = layout.tabs([
                &[Window::Board],
                &[Window::Journal, Window::Position],
                &[Window::Analysis],
                &[Window::Graph],
            ]);
            let side = layout.column(&[(analysis, 1.3), (journal, 0.9), (graph, 0.4)]);
            layout.row(&[(board, 1.4), (side, 1.0)])
        })
    }

    /// Returns the layout for looking inside a search: its results and its costs.
    pub fn searching() -> Dock {
        Dock::arranged(|layout| {
            let [board, worth, iterations, moves, counts] = layout.tabs([
                &[Window::Board],
                &[Window::Evaluation, Window::Journal],
                &[Window::Watchdog, Window::Analysis],
                &[Window::RootMoves, Window::MoveOrder],
                &[Window::Statistics, Window::HashTable, Window::ProtocolLog],
            ]);
            let left = layout.column(&[(board, 1.2), (worth, 1.0)]);
            let right = layout.column(&[(iterations, 1.0), (moves, 1.0), (counts, 1.0)]);
            layout.row(&[(left, 0.8), (right, 1.2)])
        })
    }

    fn arranged(root: impl FnOnce(&mut Layout) -> TileId) -> Dock {
        let mut layout = Layout(Tiles::default());
        let root = root(&mut layout);
        Dock { tree: Tree::new(Id::unique("desk"), root, layout.0), before: None }
    }

    /// Returns a layout with these windows side by side.
    pub fn of(windows: &[Window]) -> Dock {
        Dock::arranged(|Layout(tiles)| {
            let panes = windows.iter().map(|window| tiles.insert_pane(*window)).collect();
            tiles.insert_grid_tile(panes)
        })
    }

    /// Takes over another layout; the present one can be restored.
    pub fn arrange(&mut self, layout: Dock) {
        self.before = Some(std::mem::replace(&mut self.tree, layout.tree));
    }

    /// Restores the layout before another one was chosen; a second time, that one.
    pub fn restore(&mut self) {
        if let Some(before) = &mut self.before {
            std::mem::swap(&mut self.tree, before);
        }
    }

    /// Returns true if the layout is valid: it has each window at most once, and at least one.
    pub fn is_sound(&self) -> bool {
        let (mut tiles, mut seen) = (HashSet::new(), HashSet::new());
        let mut waiting: Vec<TileId> = self.tree.root().into_iter().collect();
        while let Some(id) = waiting.pop() {
            if !tiles.insert(id) {
                return false;
            }
            match self.tree.tiles.get(id) {
                Some(Tile::Pane(window)) if seen.insert(*window) => {}
                Some(Tile::Container(container)) => waiting.extend(container.children()),
                _ => return false,
            }
        }
        !seen.is_empty()
    }

    /// Returns true if a window is open and not behind another one.
    pub fn is_open(&self, window: Window) -> bool {
        self.find(window).is_some_and(|tile| self.tree.active_tiles().contains(&tile))
    }

    /// Opens a window or brings it to the front; closes it if it is in front already.
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

    /// Brings the board to the front if another window covers it.
    pub fn uncover_board(&mut self) {
        if self.find(Window::Board).is_some() && !self.is_open(Window::Board) {
            self.bring(Window::Board);
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
        self.tree
            .tiles
            .iter()
            .find(|(_, tile)| matches!(tile, Tile::Pane(pane) if *pane == window))
            .map(|(id, _)| *id)
    }

    /// Adds a tab next to the moves, or a tile if they are closed. A review goes next to the analysis, so
    /// that the moves stay visible.
    fn open(&mut self, window: Window) {
        let pane = self.tree.tiles.insert_pane(window);
        let neighbor = match window {
            Window::Review => Window::Analysis,
            // They have boards and tables of their own, which need the room of the board.
            Window::Matches | Window::Suite => Window::Board,
            _ => Window::Journal,
        };
        let tabs = self
            .find(neighbor)
            .or_else(|| self.find(Window::Journal))
            .and_then(|neighbor| self.tree.tiles.parent_of(neighbor));
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
    pub fn show(&mut self, ui: &mut Ui, view: &mut WindowView<'_>) {
        let mut drawing = Drawing { view, alone: self.alone(), closed: None };
        self.tree.ui(&mut drawing, ui);
        if let Some(tile) = drawing.closed {
            self.tree.remove_recursively(tile);
        }
    }

    /// Returns the windows that share their place with no other, and so have no tabs.
    fn alone(&self) -> HashSet<Window> {
        let pane = |tile| self.tree.tiles.get_pane(&tile).copied();
        let containers = self.tree.tiles.tiles().filter_map(|tile| match tile {
            Tile::Container(Container::Tabs(tabs)) if tabs.children.len() == 1 => tabs.children.first(),
            _ => None,
        });
        containers.filter_map(|tile| pane(*tile)).collect()
    }
}

/// A layout that is being built.
struct Layout(Tiles<Window>);

impl Layout {
    /// Adds tiles with these windows as tabs.
    fn tabs<const COUNT: usize>(&mut self, tiles: [&[Window]; COUNT]) -> [TileId; COUNT] {
        tiles.map(|windows| {
            let panes = windows.iter().map(|window| self.0.insert_pane(*window)).collect();
            self.0.insert_tab_tile(panes)
        })
    }

    fn column(&mut self, children: &[(TileId, f32)]) -> TileId {
        self.shares(LinearDir::Vertical, children)
    }

    fn row(&mut self, children: &[(TileId, f32)]) -> TileId {
        self.shares(LinearDir::Horizontal, children)
    }

    fn shares(&mut self, dir: LinearDir, children: &[(TileId, f32)]) -> TileId {
        let mut linear = Linear::new(dir, children.iter().map(|(tile, _)| *tile).collect());
        children.iter().for_each(|&(tile, share)| linear.shares.set_share(tile, share));
        self.0.insert_container(linear)
    }
}

struct Drawing<'a, 'b> {
    view: &'a mut WindowView<'b>,
    /// The windows without tabs.
    alone: HashSet<Window>,
    /// The window that has been closed without a tab.
    closed: Option<TileId>,
}

impl Drawing<'_, '_> {
    /// Draws the title of a window that has no tab: it can be dragged, and closes the window.
    fn title(&mut self, ui: &mut Ui, tile: TileId, window: Window) -> UiResponse {
        let (palette, texts) = (palette(ui), self.view.texts());
        let title = window.title(texts);
        let (rect, handle) =
            ui.allocate_exact_size(vec2(ui.available_width(), TITLE), Sense::click_and_drag());
        widgets::named(&handle, Role::Label, title);
        let font = FontId::new(size::SMALL, bold_family());
        ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, title, font, palette.weak);
        let place = Rect::from_center_size(rect.right_center() - vec2(9.0, 0.0), vec2(18.0, 18.0));
        let close = ui.interact(place, ui.scope_id().with("close"), Sense::click());
        widgets::named(&close, Role::Button, format!("{}: {title}", texts.close()));
        let color = if close.hovered() || close.has_focus() { palette.strong } else { palette.weak };
        Icon::Cross.paint(ui.painter(), place.shrink(5.0), color);
        if close.clicked() {
            self.closed = Some(tile);
        }
        if handle.on_hover_cursor(CursorIcon::Grab).drag_started() {
            UiResponse::DragStarted
        } else {
            UiResponse::None
        }
    }
}

impl Behavior<Window> for Drawing<'_, '_> {
    fn pane_ui(&mut self, ui: &mut Ui, tile: TileId, pane: &mut Window) -> UiResponse {
        let (palette, rect) = (palette(ui), ui.max_rect());
        let edge = Stroke::new(LINE, palette.line);
        ui.painter().rect(rect, 0.0, palette.surface, edge, StrokeKind::Inside);
        let mut response = UiResponse::None;
        ui.scope_builder(UiBuilder::new().max_rect(rect.shrink(8.0)), |ui| {
            if *pane == Window::Board {
                let place = ui.interact(rect, ui.scope_id().with("window"), Sense::hover());
                widgets::named(&place, Role::Pane, pane.title(self.view.texts()));
            } else if self.alone.contains(pane) {
                response = self.title(ui, tile, *pane);
            }
            windows::show(*pane, ui, self.view);
        });
        response
    }

    fn is_tab_bar_visible(&self, _: TileId, tabs: &Tabs) -> bool {
        tabs.children.len() > 1
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

    fn min_size(&self) -> f32 {
        LEAST
    }

    fn gap_width(&self, _: &Style) -> f32 {
        6.0
    }

    fn tab_bar_height(&self, _: &Style) -> f32 {
        28.0
    }

    fn tab_title_spacing(&self, _: &Visuals) -> f32 {
        10.0
    }

    fn tab_bar_color(&self, visuals: &Visuals) -> Color32 {
        Palette::of(visuals).ground
    }

    fn tab_bg_color(&self, visuals: &Visuals, _: &Tiles<Window>, _: TileId, state: &TabState) -> Color32 {
        if state.active { Palette::of(visuals).surface } else { Color32::TRANSPARENT }
    }

    fn tab_text_color(&self, visuals: &Visuals, _: &Tiles<Window>, _: TileId, state: &TabState) -> Color32 {
        let palette = Palette::of(visuals);
        if state.active { palette.strong } else { palette.weak }
    }

    fn tab_outline_stroke(
        &self,
        visuals: &Visuals,
        _: &Tiles<Window>,
        _: TileId,
        state: &TabState,
    ) -> Stroke {
        if state.active { Stroke::new(LINE, Palette::of(visuals).line) } else { Stroke::NONE }
    }

    fn tab_bar_hline_stroke(&self, visuals: &Visuals) -> Stroke {
        Stroke::new(LINE, Palette::of(visuals).line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_have_the_room_of_the_board() {
        let mut dock = Dock::playing();
        dock.toggle(Window::Matches);
        assert!(dock.is_open(Window::Matches) && dock.is_open(Window::Journal));
        assert!(!dock.is_open(Window::Board) && dock.find(Window::Board).is_some());
        dock.uncover_board();
        assert!(dock.is_open(Window::Board) && !dock.is_open(Window::Matches));
        dock.toggle(Window::Board);
        dock.uncover_board();
        assert!(!dock.is_open(Window::Board), "a board that was closed stays closed");
    }

    #[test]
    fn what_is_hidden_comes_to_the_front_and_what_is_seen_goes() {
        let mut dock = Dock::playing();
        assert!(dock.is_open(Window::Journal) && !dock.is_open(Window::Status));
        dock.toggle(Window::Status);
        assert!(dock.is_open(Window::Status) && !dock.is_open(Window::Journal));
        assert!(dock.find(Window::Journal).is_some());
        dock.toggle(Window::Status);
        assert!(!dock.is_open(Window::Status) && dock.find(Window::Status).is_none());
        assert!(dock.is_open(Window::Journal), "what was behind it is seen again");
    }
}
