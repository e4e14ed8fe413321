//! The icons, which are drawn because fonts lack most of them.

use std::f32::consts::PI;

use eframe::egui::{
    Align2, Color32, Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, TextStyle, Ui,
    Vec2, WidgetInfo,
};

use crate::theme::{LINE, ROUND, palette};
use crate::widgets;

/// An icon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Icon {
    /// A pawn: a new game.
    Pawn,
    /// A folder.
    Folder,
    /// A disk: save.
    Save,
    /// To the start of the game.
    First,
    /// One move back.
    Back,
    /// One move forward.
    Forward,
    /// To the end of the game.
    Last,
    /// An arrow that turns back: take back.
    TakeBack,
    /// An arrow that turns on: redo.
    Redo,
    /// A lamp: a hint.
    Lamp,
    /// A cogwheel: settings.
    Cog,
    /// A screen on a foot: the computer moves.
    Computer,
    /// A page with a curve: the review of the game.
    Report,
    /// A flash: move now.
    Flash,
    /// A square: stop.
    Stop,
    /// Two arrows, up and down: turn the board.
    Flip,
    /// A lens: analyze.
    Lens,
    /// An arrow up: the parent folder.
    Up,
    /// A wedge that points down: a list.
    Down,
    /// A cross: close.
    Cross,
    /// A tick: done.
    Tick,
    /// A triangle in a circle: replay.
    Replay,
    /// A house: the home page.
    House,
    /// The face of a clock: earlier games.
    Clock,
    /// A piece of a jigsaw puzzle.
    Puzzle,
    /// An open book: openings.
    Book,
    /// A tree of moves: a search.
    Tree,
    /// A sheet on a board with a clip: paste.
    Paste,
    /// A board of two by two squares.
    Board,
    /// A disc: the side to move.
    Disc,
    /// A ring: the other side.
    Ring,
    /// A flag: resign.
    Flag,
}

/// Draws a button with an icon. Its name is in the tooltip and read by screen readers.
pub fn button(ui: &mut Ui, icon: Icon, name: &str, side: f32) -> Response {
    let (response, color) = frame(ui, Vec2::splat(side), false);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    if ui.is_rect_visible(response.rect) {
        icon.paint(ui.painter(), Rect::from_center_size(response.rect.center(), Vec2::splat(side)), color);
    }
    response
}

/// Draws the frame of a button with content of this size; returns the color of the content.
fn frame(ui: &mut Ui, content: Vec2, on: bool) -> (Response, Color32) {
    let (rect, response) = ui.allocate_exact_size(content + 2.0 * padding(ui), Sense::click());
    let visuals = ui.style().interact_selectable(&response, on);
    if ui.is_rect_visible(rect) {
        let (fill, stroke) = (visuals.weak_bg_fill, visuals.bg_stroke);
        ui.painter().rect(rect, visuals.corner_radius, fill, stroke, StrokeKind::Inside);
    }
    (response, visuals.fg_stroke.color)
}

fn padding(ui: &Ui) -> Vec2 {
    Vec2::splat(ui.spacing().button_padding.y + 1.0)
}

/// Returns the width of a tool with these words.
pub fn tool_width(ui: &Ui, words: &str, side: f32) -> f32 {
    let font = TextStyle::Button.resolve(ui.style());
    let words = if words.is_empty() {
        0.0
    } else {
        ui.painter().layout_no_wrap(words.to_owned(), font, Color32::PLACEHOLDER).size().x + 9.0
    };
    side + words + 2.0 * padding(ui).x
}

/// Draws a tool of the toolbar: an icon with words after it, highlighted while it is switched on. `name` is
/// for screen readers.
pub fn tool(ui: &mut Ui, icon: Icon, name: &str, words: &str, side: f32, on: bool) -> Response {
    let size = Vec2::new(tool_width(ui, words, side), side + 2.0 * padding(ui).y);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), on, name));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let palette = palette(ui);
    let touched = response.hovered() || response.has_focus();
    let fill = match (on, touched) {
        (true, _) => palette.selection,
        (_, true) => palette.hover,
        _ => Color32::TRANSPARENT,
    };
    let edge = match (on, touched) {
        (true, _) => Stroke::new(LINE, palette.accent),
        (_, true) => Stroke::new(LINE, palette.edge),
        _ => Stroke::NONE,
    };
    ui.painter().rect(rect, ROUND, fill, edge, StrokeKind::Inside);
    let color = if ui.is_enabled() { palette.text } else { palette.weak };
    let place = Rect::from_min_size(rect.min + padding(ui), Vec2::splat(side));
    icon.paint(ui.painter(), place, color);
    if !words.is_empty() {
        let at = Pos2::new(place.right() + 7.0, place.center().y);
        ui.painter().text(at, Align2::LEFT_CENTER, words, TextStyle::Button.resolve(ui.style()), color);
    }
    response
}

/// Draws an icon within text, with a name for screen readers.
pub fn sign(ui: &mut Ui, icon: Icon, name: &str, side: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    widgets::named(&response, Role::Image, name);
    icon.paint(ui.painter(), rect, ui.visuals().text_color());
    response
}

impl Icon {
    /// Draws the icon in a square.
    pub fn paint(self, painter: &Painter, rect: Rect, color: Color32) {
        let pen = Pen { painter, rect, color };
        match self {
            Icon::Pawn => {
                pen.dot((0.5, 0.24), 0.17);
                pen.fill(&[(0.38, 0.4), (0.62, 0.4), (0.7, 0.76), (0.3, 0.76)]);
                pen.fill(&[(0.2, 0.8), (0.8, 0.8), (0.86, 0.95), (0.14, 0.95)]);
            }
            Icon::Folder => {
                pen.closed(&[(0.06, 0.2), (0.4, 0.2), (0.5, 0.32), (0.94, 0.32), (0.94, 0.84), (0.06, 0.84)])
            }
            Icon::Save => {
                pen.closed(&[(0.1, 0.1), (0.72, 0.1), (0.9, 0.28), (0.9, 0.9), (0.1, 0.9)]);
                pen.line(&[(0.3, 0.1), (0.3, 0.36), (0.64, 0.36), (0.64, 0.1)]);
                pen.line(&[(0.26, 0.9), (0.26, 0.58), (0.74, 0.58), (0.74, 0.9)]);
            }
            Icon::First => {
                pen.fill(&[(0.85, 0.15), (0.85, 0.85), (0.28, 0.5)]);
                pen.line(&[(0.17, 0.15), (0.17, 0.85)]);
            }
            Icon::Back => pen.fill(&[(0.76, 0.12), (0.76, 0.88), (0.16, 0.5)]),
            Icon::Forward => pen.fill(&[(0.24, 0.12), (0.24, 0.88), (0.84, 0.5)]),
            Icon::Last => {
                pen.fill(&[(0.15, 0.15), (0.15, 0.85), (0.72, 0.5)]);
                pen.line(&[(0.83, 0.15), (0.83, 0.85)]);
            }
            Icon::TakeBack => pen.turn(false),
            Icon::Redo => pen.turn(true),
            Icon::Lamp => {
                pen.arc((0.5, 0.38), 0.29, 0.72 * PI, 2.28 * PI);
                pen.line(&[(0.33, 0.62), (0.37, 0.74), (0.63, 0.74), (0.67, 0.62)]);
                pen.line(&[(0.42, 0.9), (0.58, 0.9)]);
            }
            Icon::Cog => pen.cog(),
            Icon::Flag => {
                pen.line(&[(0.22, 0.06), (0.22, 0.94)]);
                pen.fill(&[(0.22, 0.1), (0.88, 0.1), (0.68, 0.33), (0.88, 0.56), (0.22, 0.56)]);
            }
            Icon::Computer => {
                pen.closed(&[(0.06, 0.14), (0.94, 0.14), (0.94, 0.7), (0.06, 0.7)]);
                pen.line(&[(0.5, 0.7), (0.5, 0.9)]);
                pen.line(&[(0.26, 0.9), (0.74, 0.9)]);
            }
            Icon::Report => {
                pen.closed(&[(0.16, 0.06), (0.84, 0.06), (0.84, 0.94), (0.16, 0.94)]);
                pen.line(&[(0.3, 0.72), (0.44, 0.46), (0.58, 0.58), (0.72, 0.28)]);
            }
            Icon::Flash => {
                pen.fill(&[(0.6, 0.04), (0.22, 0.56), (0.5, 0.56)]);
                pen.fill(&[(0.5, 0.44), (0.78, 0.44), (0.4, 0.96)]);
            }
            Icon::Stop => pen.fill(&[(0.18, 0.18), (0.82, 0.18), (0.82, 0.82), (0.18, 0.82)]),
            Icon::Flip => {
                // Two arrows around a circle.
                pen.arc((0.5, 0.5), 0.36, 1.1 * PI, 1.82 * PI);
                pen.arc((0.5, 0.5), 0.36, 0.1 * PI, 0.82 * PI);
                pen.fill(&[(0.66, 0.3), (0.94, 0.12), (0.92, 0.44)]);
                pen.fill(&[(0.34, 0.7), (0.06, 0.88), (0.08, 0.56)]);
            }
            Icon::Lens => {
                pen.arc((0.42, 0.42), 0.3, 0.0, 2.0 * PI);
                pen.line(&[(0.64, 0.64), (0.92, 0.92)]);
            }
            Icon::Up => {
                pen.line(&[(0.5, 0.92), (0.5, 0.12)]);
                pen.line(&[(0.2, 0.42), (0.5, 0.1), (0.8, 0.42)]);
            }
            Icon::Down => pen.line(&[(0.1, 0.3), (0.5, 0.75), (0.9, 0.3)]),
            Icon::Cross => {
                pen.line(&[(0.2, 0.2), (0.8, 0.8)]);
                pen.line(&[(0.2, 0.8), (0.8, 0.2)]);
            }
            Icon::Tick => pen.line(&[(0.12, 0.55), (0.4, 0.82), (0.88, 0.2)]),
            Icon::Replay => {
                pen.arc((0.5, 0.5), 0.42, 0.0, 2.0 * PI);
                pen.fill(&[(0.4, 0.3), (0.4, 0.7), (0.74, 0.5)]);
            }
            Icon::Disc => pen.dot((0.5, 0.5), 0.42),
            Icon::Ring => pen.arc((0.5, 0.5), 0.38, 0.0, 2.0 * PI),
            Icon::House
            | Icon::Clock
            | Icon::Puzzle
            | Icon::Book
            | Icon::Tree
            | Icon::Paste
            | Icon::Board => {
                self.paint_choice(&pen);
            }
        }
    }

    /// Draws an icon of the home page.
    fn paint_choice(self, pen: &Pen<'_>) {
        match self {
            Icon::House => {
                pen.line(&[(0.06, 0.52), (0.5, 0.1), (0.94, 0.52)]);
                pen.line(&[(0.18, 0.46), (0.18, 0.9), (0.82, 0.9), (0.82, 0.46)]);
                pen.fill(&[(0.4, 0.58), (0.6, 0.58), (0.6, 0.9), (0.4, 0.9)]);
            }
            Icon::Clock => {
                pen.arc((0.5, 0.5), 0.42, 0.0, 2.0 * PI);
                pen.line(&[(0.5, 0.24), (0.5, 0.52), (0.7, 0.64)]);
            }
            Icon::Puzzle => {
                pen.line(&[(0.3, 0.32), (0.06, 0.32), (0.06, 0.94), (0.7, 0.94), (0.7, 0.76)]);
                pen.arc((0.8, 0.62), 0.14, 0.75 * PI, 0.0);
                pen.arc((0.8, 0.62), 0.14, 0.0, -0.75 * PI);
                pen.line(&[(0.7, 0.5), (0.7, 0.32), (0.5, 0.32)]);
                pen.arc((0.4, 0.22), 0.14, 0.25 * PI, -1.25 * PI);
            }
            Icon::Book => {
                pen.closed(&[(0.5, 0.22), (0.3, 0.12), (0.05, 0.16), (0.05, 0.8), (0.3, 0.76), (0.5, 0.88)]);
                pen.closed(&[(0.5, 0.22), (0.7, 0.12), (0.95, 0.16), (0.95, 0.8), (0.7, 0.76), (0.5, 0.88)]);
            }
            Icon::Tree => {
                for to in [0.14, 0.5, 0.86] {
                    pen.line(&[(0.5, 0.18), (to, 0.8)]);
                    pen.dot((to, 0.82), 0.12);
                }
                pen.dot((0.5, 0.16), 0.14);
            }
            Icon::Paste => {
                pen.closed(&[(0.16, 0.18), (0.84, 0.18), (0.84, 0.94), (0.16, 0.94)]);
                pen.fill(&[(0.34, 0.06), (0.66, 0.06), (0.66, 0.28), (0.34, 0.28)]);
                pen.line(&[(0.32, 0.5), (0.68, 0.5)]);
                pen.line(&[(0.32, 0.7), (0.68, 0.7)]);
            }
            Icon::Board => {
                pen.closed(&[(0.08, 0.08), (0.92, 0.08), (0.92, 0.92), (0.08, 0.92)]);
                pen.fill(&[(0.5, 0.1), (0.9, 0.1), (0.9, 0.5), (0.5, 0.5)]);
                pen.fill(&[(0.1, 0.5), (0.5, 0.5), (0.5, 0.9), (0.1, 0.9)]);
            }
            _ => {}
        }
    }
}

/// Draws in a square with sides of 1.
struct Pen<'a> {
    painter: &'a Painter,
    rect: Rect,
    color: Color32,
}

impl Pen<'_> {
    fn at(&self, (x, y): (f32, f32)) -> Pos2 {
        self.rect.lerp_inside(Vec2::new(x, y))
    }

    fn stroke(&self) -> Stroke {
        Stroke::new((self.rect.width() * 0.1).max(1.2), self.color)
    }

    fn all(&self, points: &[(f32, f32)]) -> Vec<Pos2> {
        points.iter().map(|&point| self.at(point)).collect()
    }

    fn line(&self, points: &[(f32, f32)]) {
        self.painter.add(Shape::line(self.all(points), self.stroke()));
    }

    fn closed(&self, points: &[(f32, f32)]) {
        self.painter.add(Shape::closed_line(self.all(points), self.stroke()));
    }

    /// Fills a convex shape.
    fn fill(&self, points: &[(f32, f32)]) {
        self.painter.add(Shape::convex_polygon(self.all(points), self.color, Stroke::NONE));
    }

    fn dot(&self, center: (f32, f32), radius: f32) {
        self.painter.circle_filled(self.at(center), radius * self.rect.width(), self.color);
    }

    /// Clockwise from the right.
    fn arc(&self, (x, y): (f32, f32), radius: f32, from: f32, to: f32) {
        let points: Vec<(f32, f32)> = (0..=24)
            .map(|step| from + (to - from) * step as f32 / 24.0)
            .map(|angle| (x + radius * angle.cos(), y + radius * angle.sin()))
            .collect();
        self.line(&points);
    }

    /// Draws an arrow that comes from below and turns to one side.
    fn turn(&self, right: bool) {
        let side = |x: f32| if right { 1.0 - x } else { x };
        let bow: Vec<(f32, f32)> = (0..=16)
            .map(|step| -0.5 * PI + PI * step as f32 / 16.0)
            .map(|angle| (side(0.62 + 0.26 * angle.cos()), 0.6 + 0.26 * angle.sin()))
            .collect();
        self.line(&bow);
        self.line(&[(side(0.62), 0.34), (side(0.14), 0.34)]);
        self.line(&[(side(0.62), 0.86), (side(0.34), 0.86)]);
        self.line(&[(side(0.34), 0.12), (side(0.12), 0.34), (side(0.34), 0.56)]);
    }

    fn cog(&self) {
        self.arc((0.5, 0.5), 0.25, 0.0, 2.0 * PI);
        for tooth in 0..8 {
            let (sin, cos) = (tooth as f32 * PI / 4.0).sin_cos();
            self.line(&[(0.5 + 0.28 * cos, 0.5 + 0.28 * sin), (0.5 + 0.45 * cos, 0.5 + 0.45 * sin)]);
        }
    }
}
