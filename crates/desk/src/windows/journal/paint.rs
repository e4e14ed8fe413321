//! Draws the rows of the move list that are in sight, and takes clicks on them.

use std::ops::Range;
use std::sync::Arc;

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{
    Color32, CursorIcon, FontId, Galley, Id, Pos2, Rect, Response, Role, Sense, Shape, Stroke, TextStyle, Ui,
    Vec2, WidgetInfo, pos2, vec2,
};
use heirloom_chess::game::NodeId;

use super::rows::{PADDING, Part, Row, RowMove, Rows, Run};
use crate::texts::Language;
use crate::theme::{bold_family, palette};
use crate::widgets;
use crate::widgets::help::explained;

/// What was done with the move list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    /// A move was clicked, or a comment on it.
    Go(NodeId),
    /// A comment on this move was double-clicked.
    Annotate(NodeId),
    /// The triangle of the variation with this first move was clicked.
    Fold(NodeId),
}

/// The colors of the parts.
struct Ink {
    main: Color32,
    variation: Color32,
    comment: Color32,
    quiet: Color32,
    guide: Stroke,
    gutter: Color32,
    hovered: Color32,
    here: (Color32, Color32),
}

impl Ink {
    fn of(ui: &Ui) -> Ink {
        let (visuals, palette) = (ui.visuals(), palette(ui));
        Ink {
            main: palette.strong,
            variation: palette.variation,
            comment: palette.comment,
            quiet: palette.weak,
            guide: Stroke::new(1.0, palette.line),
            gutter: palette.stripe,
            hovered: visuals.widgets.hovered.weak_bg_fill,
            here: (visuals.selection.bg_fill, visuals.selection.stroke.color),
        }
    }
}

/// Draws rows.
pub struct RowPainter<'a> {
    ui: &'a mut Ui,
    rows: &'a Rows,
    here: NodeId,
    texts: Language,
    ink: Ink,
    origin: Pos2,
    usual: FontId,
    bold: FontId,
    small: FontId,
    /// The moves that were touched.
    touched: Option<Touch>,
}

impl<'a> RowPainter<'a> {
    /// Draws at the upper left corner of a space. `here` is the move on the board.
    pub fn new(ui: &'a mut Ui, rows: &'a Rows, here: NodeId, texts: Language) -> RowPainter<'a> {
        let (ink, origin) = (Ink::of(ui), ui.max_rect().min);
        let [usual, small] = [TextStyle::Body, TextStyle::Small].map(|style| style.resolve(ui.style()));
        let bold = FontId::new(usual.size, bold_family());
        RowPainter { ui, rows, here, texts, ink, origin, usual, bold, small, touched: None }
    }

    /// Draws the rows in this range of heights; `menu` draws the menu of a move. Returns what was done.
    pub fn show(mut self, seen: Range<f32>, menu: &mut dyn FnMut(&Response, NodeId)) -> Option<Touch> {
        let rows = self.rows;
        let first = rows.first_below(seen.start);
        // The comment that is being drawn, and the space it takes.
        let mut words: Option<(usize, Rect)> = None;
        for (index, row) in rows.rows.iter().enumerate().skip(first).take_while(|(_, row)| row.top < seen.end)
        {
            self.ground(row);
            for run in rows.runs_of(index) {
                let rect = self.rect(row, run);
                if let Some((comment, space)) = words.filter(|(known, _)| run.part != Part::Words(*known)) {
                    self.comment(comment, space);
                    words = None;
                }
                match run.part {
                    Part::Move(index) => self.mv(run, &rows.moves[index], rect, row.table, menu),
                    Part::Fold(first, folded) => self.triangle(first, folded, rect),
                    Part::Words(comment) => {
                        let whole = words.map_or(rect, |(_, space)| space.union(rect));
                        words = Some((comment, whole));
                        let figures = rows.comments[comment].2;
                        let color = if figures { self.ink.quiet } else { self.ink.comment };
                        self.text(run, rect, figures, color);
                    }
                    Part::Figure => self.text(run, rect, true, self.ink.quiet),
                    Part::Number | Part::Dots | Part::Bracket => self.text(run, rect, false, self.ink.quiet),
                }
            }
        }
        if let Some((comment, space)) = words {
            self.comment(comment, space);
        }
        self.touched
    }

    fn rect(&self, row: &Row, run: &Run) -> Rect {
        Rect::from_min_size(self.origin + vec2(run.x, row.top), vec2(run.width, row.height))
    }

    /// Draws what is behind a row: the gutter of the table, or a line for each variation around it.
    fn ground(&self, row: &Row) {
        let painter = self.ui.painter();
        let (top, bottom) = (self.origin.y + row.top, self.origin.y + row.top + row.height);
        if row.table {
            let gutter = Rect::from_min_max(pos2(self.origin.x, top), pos2(self.origin.x + 32.0, bottom));
            painter.rect_filled(gutter, 0.0, self.ink.gutter);
        }
        if let Some(first) = self.rows.runs.get(row.first).filter(|_| row.depth > 0) {
            for level in 0..row.depth {
                let x = self.origin.x + first.x - 5.0 - 14.0 * level as f32;
                painter.vline(x.round() + 0.5, top..=bottom, self.ink.guide);
            }
        }
    }

    fn galley(&self, text: &str, small: bool) -> Arc<Galley> {
        let font = if small { self.small.clone() } else { self.usual.clone() };
        self.ui.painter().layout_no_wrap(text.to_owned(), font, Color32::PLACEHOLDER)
    }

    fn text(&self, run: &Run, rect: Rect, small: bool, color: Color32) {
        let galley = self.galley(&run.text, small);
        let x = if run.right { rect.right() - galley.size().x } else { rect.left() };
        // Small letters have the base line of the usual ones.
        let below = if small { (self.usual.size - self.small.size) * 0.35 } else { 0.0 };
        let place = pos2(x, rect.center().y - galley.size().y / 2.0 + below);
        self.ui.painter().galley(place, galley, color);
    }

    fn mv(
        &mut self,
        run: &Run,
        mv: &RowMove,
        rect: Rect,
        table: bool,
        menu: &mut dyn FnMut(&Response, NodeId),
    ) {
        let here = mv.node == self.here;
        let response = self.ui.interact(rect, self.id("move", mv.node.index()), Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, here, &mv.name));
        let painter = self.ui.painter();
        let space = if table { rect.shrink(1.0) } else { rect.shrink2(vec2(0.0, 1.0)) };
        if here {
            painter.rect_filled(space, 3.0, self.ink.here.0);
        } else if response.hovered() || response.has_focus() {
            painter.rect_filled(space, 3.0, self.ink.hovered);
        }
        if response.has_focus() {
            painter.rect_stroke(
                space,
                3.0,
                Stroke::new(1.5, self.ink.main),
                eframe::egui::StrokeKind::Inside,
            );
        }
        let color = match (here, mv.main) {
            (true, _) => self.ink.here.1,
            (false, true) => self.ink.main,
            (false, false) => self.ink.variation,
        };
        let marked = mv.judgement.map_or(color, |judgement| palette(self.ui).judged(judgement));
        let mut job = LayoutJob::default();
        for (text, color) in [(&run.text, color), (&mv.marks, marked)] {
            let font = if mv.main { &self.bold } else { &self.usual };
            job.append(text, 0.0, TextFormat::simple(font.clone(), color));
        }
        let galley = self.ui.painter().layout_job(job);
        let place = pos2(rect.left() + PADDING, rect.center().y - galley.size().y / 2.0);
        painter.with_clip_rect(rect.intersect(self.ui.clip_rect())).galley(place, galley, color);
        if response.clicked() {
            self.touched = Some(Touch::Go(mv.node));
        }
        menu(&response, mv.node);
    }

    fn id(&self, kind: &str, index: usize) -> Id {
        self.ui.scope_id().with((kind, index))
    }

    /// Takes clicks on a comment.
    fn comment(&mut self, index: usize, space: Rect) {
        let (node, text, _) = &self.rows.comments[index];
        let response = self.ui.interact(space, self.id("comment", index), Sense::click());
        widgets::named(&response, Role::Label, text);
        if response.double_clicked() {
            self.touched = Some(Touch::Annotate(*node));
        } else if response.clicked() {
            self.touched = Some(Touch::Go(*node));
        }
    }

    /// Draws the triangle that folds a variation.
    fn triangle(&mut self, first: NodeId, folded: bool, rect: Rect) {
        let name = if folded { self.texts.unfold_variation() } else { self.texts.fold_variation() };
        let response = self.ui.interact(rect, self.id("fold", first.index()), Sense::click());
        widgets::named(&response, Role::Button, name);
        let color = if response.hovered() { self.ink.main } else { self.ink.quiet };
        let (center, side) = (rect.center() - Vec2::new(1.0, 0.0), 3.5);
        let corners = if folded {
            [(-0.7, -1.0), (0.9, 0.0), (-0.7, 1.0)]
        } else {
            [(-1.0, -0.6), (1.0, -0.6), (0.0, 0.9)]
        };
        let corners = corners.map(|(x, y)| center + vec2(x, y) * side).to_vec();
        self.ui.painter().add(Shape::convex_polygon(corners, color, Stroke::NONE));
        let response = explained(response, name).on_hover_cursor(CursorIcon::PointingHand);
        if response.clicked() {
            self.touched = Some(Touch::Fold(first));
        }
    }
}
